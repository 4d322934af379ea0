import { html, nothing, type TemplateResult } from 'lit';
import { row, type Matrix } from '../../bindings/matrix.ts';
import type { Cursor } from '../figure/definition.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { cursorAfter, insideGrid } from './cursor-keys.ts';
import { valueSquare } from './value-cell.ts';

export interface WeightMatrix {
  /** queries in rows, keys in columns */
  weights: Matrix;
  /** whether the query of the row may read the key of the column */
  open(row: number, column: number): boolean;
  words: readonly string[];
  name: string;
  /** behind the point, on a wide screen and on a narrow one */
  digits: { wide: number; narrow: number };
  /** the row that is followed, and the cell of it that is opened where there is one */
  chosenRow: number;
  chosenColumn?: number;
  choose(cursor: Cursor): void;
}

/** Weights are small numbers: a little stronger than other values. */
const fullWeight = 0.5;
/** Slanted lines, in pixels: enough for the widest cell at twice the usual letter size. */
const hatching = Array.from({ length: 48 }, (_, i) => `M${9 * i - 80} 80l80 -80`).join('');

/**
 * Attention weights as squares with their numbers; forbidden ones are hatched and hold a plain 0. The
 * arrow keys, Home, End, Page Up and Page Down choose a cell, as a click does.
 */
export function weightMatrix(matrix: WeightMatrix): TemplateResult {
  const { weights, words } = matrix;
  const { rows, cols } = weights;
  const onKey = (event: KeyboardEvent) => {
    const at = { row: matrix.chosenRow, column: matrix.chosenColumn ?? 0 };
    const to = cursorAfter(event, at, rows, cols);
    if (to === undefined) return;
    event.preventDefault();
    matrix.choose(insideGrid(to, rows, cols));
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('.weight-row[data-row]');
    if (line === null) return;
    const cell = target.closest<HTMLElement>('.weight-cell');
    matrix.choose({
      row: Number(line.dataset['row']),
      column: cell ? [...cell.parentElement!.children].indexOf(cell) : (matrix.chosenColumn ?? 0),
    });
  };
  return html`<div
    class="weight-matrix"
    role="application"
    tabindex="0"
    data-count=${cols}
    aria-label=${text('figure.cells', { name: matrix.name })}
    @keydown=${onKey}
    @click=${onClick}
  >
    <div class="weight-row">
      <span class="weight-name"></span>
      <div class="weight-cells">
        ${words.map(
          (word, place) =>
            html`<span
              class="weight-head key"
              data-chosen=${place === matrix.chosenColumn ? '' : nothing}
              >${label(word, place)}</span
            >`,
        )}
      </div>
    </div>
    ${words.map(
      (word, r) =>
        html`<div
          class="weight-row"
          data-row=${r}
          data-chosen=${r === matrix.chosenRow ? '' : nothing}
        >
          <span class="weight-name query">${label(word, r)}</span>
          <div class="weight-cells">
            ${Array.from(row(weights, r), (weight, c) =>
              matrix.open(r, c)
                ? openCell(weight, matrix.digits, ringed(matrix, r, c))
                : maskedCell(ringed(matrix, r, c)),
            )}
          </div>
        </div>`,
    )}
  </div>`;
}

/** A token: its word and its place. */
function label(word: string, place: number): TemplateResult {
  return html`<span class="weight-word" data-label>${word}</span>
    <span class="weight-place" data-label>${place}</span>`;
}

function ringed(matrix: WeightMatrix, r: number, c: number): boolean {
  return r === matrix.chosenRow && c === matrix.chosenColumn;
}

function openCell(weight: number, digits: WeightMatrix['digits'], ring: boolean): TemplateResult {
  return html`<div class="weight-cell" data-ringed=${ring ? '' : nothing}>
    ${valueSquare(weight, fullWeight)}
    ${
      digits.wide === digits.narrow
        ? html`<span data-label>${formatNumber(weight, digits.wide)}</span>`
        : html`<span class="weight-wide" data-label>${formatNumber(weight, digits.wide)}</span>
            <span class="weight-narrow" data-label>${formatNumber(weight, digits.narrow)}</span>`
    }
  </div>`;
}

function maskedCell(ring: boolean): TemplateResult {
  return html`<div class="weight-cell" data-masked data-ringed=${ring ? '' : nothing}>
    <svg aria-hidden="true"><path class="weight-hatching" d=${hatching} /></svg>
    <span class="mask" data-label>0</span>
  </div>`;
}
