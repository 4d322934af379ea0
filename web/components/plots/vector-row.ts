import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../strings/numbers.ts';
import { valueSquare } from './value-cell.ts';

/** What a vector is, as the colours of the page tell it apart. */
export type Role = 'content' | 'position' | 'plain';

/**
 * A vector as a row of squares with their numbers: colour for size and sign, the number for the
 * exact value. Rows under one another have their entries in line.
 */
export function vectorRow(
  label: TemplateResult | string,
  values: ArrayLike<number>,
  role: Role,
  digits = 5,
): TemplateResult {
  return html`<div class="vector">
    <div class="vector-label ${role}" data-label>${label}</div>
    <ol class="vector-cells">
      ${Array.from(
        values,
        (value) =>
          html`<li>
            ${valueSquare(value)}<span data-label>${formatNumber(value, digits)}</span>
          </li>`,
      )}
    </ol>
  </div>`;
}
