import { attention, type AttentionMask, type AttentionTrace } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { fromRows, row, type Matrix } from '../../bindings/matrix.ts';
import { positionalEncodingForward } from '../../bindings/positional-encoding.ts';

/** Words of a sentence, each its own query, key and value: the example of prose and figures alike. */
export interface TokenAttentionSpec {
  /** 1 to mostTokens; equal words are the same token */
  words: readonly string[];
  positions: boolean;
  mask: AttentionMask;
  base: number;
}

export interface TokenAttention {
  /** a 1 in the entry of the word, else 0 */
  content: Matrix;
  /** what enters attention: the content, with positions on the sum of content and position row */
  input: Matrix;
  trace: AttentionTrace;
}

export const mostTokens = 8;

/** Up to four different words have the width of the text's example. */
const narrow = 4;

/**
 * Two weights whose inputs are equal may differ by the rounding of their sums alone: each is within
 * 2e-6 of the formula, as is each output within 4e-6.
 */
export const equalWithin = { weights: 4e-6, outputs: 8e-6 };

/** @throws {CoreError} as attention; {RangeError} for no word or too many */
export function tokenAttention(core: Core, spec: TokenAttentionSpec): TokenAttention {
  const { words, base } = spec;
  if (words.length < 1 || words.length > mostTokens) {
    throw new RangeError(`there are ${words.length} words; there must be 1..${mostTokens}`);
  }
  const entries = entriesOf(words);
  const width = widthFor(entries.size);
  const content = fromRows(
    words.map((word) => Array.from({ length: width }, (_, i) => (entries.get(word) === i ? 1 : 0))),
  );
  const input = spec.positions ? withPositions(core, content, base) : content;
  return { content, input, trace: attention(core, input, input, input, { mask: spec.mask }) };
}

/** Words as they are typed, apart by spaces or commas; capitals make no other word. */
export function splitWords(written: string): string[] {
  return written
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
}

/**
 * The entry of each different word: red 0 and blue 1, as in the text; the others fill what is left in
 * the order of the alphabet, so that a word keeps its vector wherever it stands.
 */
export function entriesOf(words: readonly string[]): Map<string, number> {
  const different = new Set(words);
  const others = [...different].filter((word) => !named.includes(word)).sort();
  const entries = new Map<string, number>();
  for (let entry = 0; entries.size < different.size; ++entry) {
    const own = named[entry];
    const word = own !== undefined && different.has(own) ? own : others.shift();
    // The entry of red stays empty beside a lone blue.
    if (word !== undefined) entries.set(word, entry);
  }
  return entries;
}

const named: readonly string[] = ['red', 'blue'];

export function widthFor(differentWords: number): number {
  return differentWords <= narrow ? narrow : mostTokens;
}

function withPositions(core: Core, content: Matrix, base: number): Matrix {
  const { rows, cols } = content;
  const spec = { positions: rows, width: cols, base };
  const { data } = positionalEncodingForward(core, spec, { batch: 1, ...content });
  return { rows, cols, data };
}

/** The rows of a matrix that are equal to others, as groups of their places. */
export function equalRows(weights: Matrix): number[][] {
  const groups: number[][] = [];
  for (let r = 0; r < weights.rows; ++r) {
    const group = groups.find(
      ([first]) => gap(row(weights, first!), row(weights, r)) <= equalWithin.weights,
    );
    if (group) group.push(r);
    else groups.push([r]);
  }
  return groups.filter((group) => group.length > 1);
}

/** How far two rows are apart in the entry where they differ most. */
export function gap(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
