import type { TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import type { Fields } from './fields.ts';

export interface FigureTable {
  caption: string;
  columns: readonly string[];
  /** numbers are written with full precision to the CSV file and with five digits to the page */
  rows: readonly (readonly (string | number)[])[];
}

/** A place in a figure's grid of cells, moved by the arrow keys. */
export interface Cursor {
  row: number;
  column: number;
}

/** What a view may use and do. In the build there is nothing to do: the first state is drawn once. */
export interface ViewContext<State> {
  /** prefix of every id inside the figure, unique on the page */
  id: string;
  cursor: Cursor | undefined;
  change(patch: Partial<State>): void;
  moveCursor(cursor: Cursor): void;
  /** a matrix as the address of a picture; absent where a canvas can be drawn */
  picture?: (matrix: Matrix) => string;
}

/**
 * A figure: a state, the numbers that the core gives for it, and how they are drawn. The same
 * definition draws the first state in the build and every later one in the page.
 */
export interface FigureDefinition<State, Model> {
  fields: Fields<State>;
  /** every number that the figure shows; the only place that calls the core */
  model(core: Core, state: State): Model;
  /**
   * The drawing and its controls. `told` is what sentence and table speak of: the same model but while
   * a slider moves, when they wait for it to rest. What is read rather than watched may wait too.
   */
  view(model: Model, context: ViewContext<State>, told: Model): TemplateResult;
  /** the figure as one or two sentences */
  summary(model: Model): string;
  table(model: Model): FigureTable;
  /** what the cell under the cursor says */
  cell?(model: Model, cursor: Cursor): string;
  /** paints canvases after the view is in the page */
  paint?(root: HTMLElement, model: Model): void;
}
