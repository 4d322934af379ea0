import { html, type TemplateResult } from 'lit';
import { row } from '../../bindings/matrix.ts';
import { vectorRow } from '../plots/vector-row.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import type { TokenAttention } from './token-attention.ts';
import { tokenName } from './words.ts';

/**
 * One weight, step by step. Products, scores and weights are the core's; what lies between them and
 * is not kept, the entries of the product and the powers of e, is spelt out here.
 */
export interface CellArithmetic {
  queryName: string;
  keyName: string;
  query: Float32Array;
  key: Float32Array;
  /** entry of the query times entry of the key */
  entries: Float32Array;
  product: number;
  width: number;
  score: number;
  open: boolean;
  /** e to each score of the row, 0 where it is forbidden to read */
  powers: readonly number[];
  place: number;
  total: number;
  weight: number;
}

export function cellArithmetic(
  { input, trace }: TokenAttention,
  words: readonly string[],
  q: number,
  k: number,
): CellArithmetic {
  const at = q * words.length + k;
  const query = row(input, q);
  const key = row(input, k);
  const powers = Array.from(row(trace.masked, q), Math.exp);
  return {
    queryName: tokenName(words, q),
    keyName: tokenName(words, k),
    query,
    key,
    entries: query.map((entry, i) => entry * key[i]!),
    product: trace.products.data[at]!,
    width: input.cols,
    score: trace.scores.data[at]!,
    open: trace.masked.data[at]! > -Infinity,
    powers,
    place: k,
    total: powers.reduce((sum, power) => sum + power, 0),
    weight: trace.weights.data[at]!,
  };
}

export function arithmeticView(cell: CellArithmetic): TemplateResult {
  const { queryName, keyName, width, open, powers } = cell;
  const digits = width > 4 ? 3 : 5;
  const whole = [...cell.query, ...cell.key].every(Number.isInteger);
  const vector = (label: TemplateResult | string, values: Float32Array) =>
    vectorRow(label, values, 'plain', whole ? 0 : digits);
  const power = cell.powers[cell.place]!;
  return html`<div class="attention-cell" data-width=${width}>
    <p class="attention-heading" data-label>
      ${text('attention.opened', { query: queryName, key: keyName })}
    </p>
    ${vector(html`<span class="query">${text('attention.query', { token: queryName })}</span>`, cell.query)}
    ${vector(html`<span class="key">${text('attention.key', { token: keyName })}</span>`, cell.key)}
    ${vector(text('attention.entries'), cell.entries)}
    <ol class="attention-steps">
      ${step('attention.product', formatNumber(cell.product))}
      ${step(
        'attention.score',
        text('attention.scaled', {
          product: formatNumber(cell.product),
          width,
          score: formatNumber(cell.score),
        }),
      )}
      ${open ? '' : step('attention.masked', text('attention.forbidden'))}
      ${step(
        'attention.power',
        html`e<span class="visually-hidden">^</span
          ><sup>${open ? formatNumber(cell.score) : '−∞'}</sup> = ${printed(power)}`,
      )}
      ${step('attention.total', html`${totalView(cell)} = ${formatNumber(cell.total)}`)}
      ${step(
        'attention.weight',
        html`${printed(power)} ÷ ${formatNumber(cell.total)} =
          <strong>${open ? formatNumber(cell.weight) : 0}</strong>`,
      )}
    </ol>
  </div>`;

  function totalView({ place }: CellArithmetic): TemplateResult[] {
    return powers.map(
      (each, i) =>
        html`${i > 0 ? ' + ' : ''}${i === place ? html`<strong>${printed(each)}</strong>` : printed(each)}`,
    );
  }
}

/** A power of e is 0 where it is forbidden to read, and nowhere else. */
function printed(power: number): string {
  return formatNumber(power, power === 0 ? 0 : 5);
}

function step(
  name:
    | 'attention.product'
    | 'attention.score'
    | 'attention.masked'
    | 'attention.power'
    | 'attention.total'
    | 'attention.weight',
  equation: TemplateResult | string,
): TemplateResult {
  return html`<li>
    <span class="attention-step" data-label>${text(name)}</span>
    <span class="attention-equation" data-label>${equation}</span>
  </li>`;
}
