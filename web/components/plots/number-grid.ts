import { html, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../../bindings/matrix.ts';
import type { Cursor, ViewContext } from '../figure/definition.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { cursorAfter, insideGrid } from './cursor-keys.ts';
import { valueSquare } from './value-cell.ts';

export interface NumberGrid {
  cells: Matrix;
  name: string;
  /** behind the point; as few as a number needs where left out */
  digits?: number;
  /** what stands before each row */
  rowNames?: readonly (string | TemplateResult)[];
  /** the figure's cursor moves over this grid; its first row is this one of the figure's rows */
  firstRow?: number;
  /** the row and column to ring */
  ringed?: Cursor | undefined;
}

/**
 * A matrix as squares with their numbers, for the few that can be read. With `firstRow`, the arrow
 * keys, Home, End, Page Up and Page Down move the figure's cursor over it.
 */
export function numberGrid<State>(grid: NumberGrid, context: ViewContext<State>): TemplateResult {
  const { rows, cols, data } = grid.cells;
  const { firstRow, ringed } = grid;
  const lines = Array.from(
    { length: rows },
    (_, r) =>
      html`<div class="number-row">
        ${
          grid.rowNames ? html`<span class="number-name" data-label>${grid.rowNames[r]}</span>` : ''
        }
        <div class="number-cells">
          ${Array.from(data.subarray(r * cols, (r + 1) * cols), (value, c) =>
            numberCell(value, grid.digits, ringed?.row === r && ringed.column === c),
          )}
        </div>
      </div>`,
  );
  if (firstRow === undefined) {
    return html`<div class="number-grid" role="group" aria-label=${grid.name}>${lines}</div>`;
  }
  const move = (to: Cursor) => {
    const { row, column } = insideGrid(to, rows, cols);
    context.moveCursor({ row: firstRow + row, column });
  };
  const onKey = (event: KeyboardEvent) => {
    const to = cursorAfter(event, ringed ?? { row: 0, column: 0 }, rows, cols);
    if (to === undefined) return;
    event.preventDefault();
    move(ringed === undefined ? { row: 0, column: 0 } : to);
  };
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest('.number-cell');
    const row = cell?.closest('.number-row');
    if (!cell || !row) return;
    move({
      row: [...row.parentElement!.children].indexOf(row),
      column: [...cell.parentElement!.children].indexOf(cell),
    });
  };
  return html`<div
    class="number-grid"
    role="application"
    tabindex="0"
    aria-label=${text('figure.cells', { name: grid.name })}
    @keydown=${onKey}
    @click=${onClick}
  >
    ${lines}
  </div>`;
}

function numberCell(value: number, digits: number | undefined, ringed: boolean): TemplateResult {
  return html`<div class="number-cell" data-ringed=${ringed ? '' : nothing}>
    ${valueSquare(value)}
    <span data-label
      >${digits === undefined ? formatShort(value) : formatNumber(value, digits)}</span
    >
  </div>`;
}
