import { html, svg, type TemplateResult } from 'lit';
import type { Matrix } from '../../bindings/matrix.ts';
import type { Cursor, ViewContext } from '../figure/definition.ts';
import { text } from '../strings/strings.ts';
import { writePixel } from './colour.ts';
import { cursorAfter, insideGrid } from './cursor-keys.ts';

export interface HeatMap {
  /** one cell a pixel, drawn row by row from the top */
  cells: Matrix;
  name: string;
  /** column drawn with a mark, such as the present position */
  marked?: number;
}

/**
 * A matrix as a grid of coloured cells. The arrow keys, Home, End, Page Up and Page Down move a
 * cursor over it; the figure says what the cell holds.
 */
export function heatMap<State>(
  map: HeatMap,
  context: ViewContext<State>,
  choose?: (cursor: Cursor) => void,
): TemplateResult {
  const { rows, cols } = map.cells;
  const move = (cursor: Cursor) => context.moveCursor(insideGrid(cursor, rows, cols));
  const onKey = (event: KeyboardEvent) => {
    const at = context.cursor ?? { row: 0, column: map.marked ?? 0 };
    const to = cursorAfter(event, at, rows, cols);
    if (to === undefined) return;
    event.preventDefault();
    move(context.cursor === undefined ? at : to);
  };
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const cursor = {
      row: Math.floor(((event.clientY - box.top) / box.height) * rows),
      column: Math.floor(((event.clientX - box.left) / box.width) * cols),
    };
    move(cursor);
    choose?.(cursor);
  };
  const cursor = context.cursor;
  return html`
    <div
      class="heat-map"
      role="application"
      tabindex="0"
      aria-label=${text('figure.cells', { name: map.name })}
      @keydown=${onKey}
      @click=${onClick}
    >
      ${
        context.picture
          ? html`<img src=${context.picture(map.cells)} alt="" width=${cols} height=${rows} />`
          : html`<canvas width=${cols} height=${rows} aria-hidden="true"></canvas>`
      }
      <svg viewBox="0 0 ${cols} ${rows}" preserveAspectRatio="none" aria-hidden="true">
        ${
          map.marked !== undefined && map.marked < cols
            ? frameOf(map.marked, 0, 1, rows, 'heat-map-mark')
            : ''
        }
        ${
          cursor !== undefined && cursor.row < rows && cursor.column < cols
            ? frameOf(cursor.column, cursor.row, 1, 1, 'heat-map-cursor')
            : ''
        }
      </svg>
    </div>
  `;
}

/** Paints the canvas of a heat map that is in the page, where its matrix has changed. */
export function paintHeatMap(root: HTMLElement, cells: Matrix): void {
  const canvas = root.querySelector<HTMLCanvasElement>('.heat-map canvas');
  if (canvas === null || painted.get(canvas) === cells) return;
  const image = new ImageData(Math.max(1, cells.cols), Math.max(1, cells.rows));
  for (let i = 0; i < cells.data.length; ++i) writePixel(image.data, 4 * i, cells.data[i]!);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  painted.set(canvas, cells);
}

const painted = new WeakMap<HTMLCanvasElement, Matrix>();

function frameOf(
  x: number,
  y: number,
  width: number,
  height: number,
  name: string,
): TemplateResult<2> {
  const d = `M${x} ${y}h${width}v${height}h${-width}z`;
  return svg`<path class=${name} d=${d} vector-effect="non-scaling-stroke" />`;
}
