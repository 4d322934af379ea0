import { attention } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { learnedLookup, learnedTable } from '../../bindings/learned.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { positionsOf, type SchemeName } from './scheme.ts';

/** What the scores of equal tokens know of places, without a mask. */
export interface Probe {
  /** 'alone': distance decides, wherever the two stand; 'place': where they stand counts too */
  distance: 'alone' | 'place' | 'not';
  /** whether keys before and behind a query, equally far, ever differ */
  order: boolean;
  /** the score of the middle query and its neighbours, in the first head */
  before: number;
  after: number;
}

const tokens = 5;
const middle = (tokens - 1) / 2;
const headWidth = 8;

/**
 * Scores here are sums of eight products of about 1, in float32: equal ones are within 1e-5. The
 * smallest true difference is that of ALiBi's flattest slope, 2^-8.
 */
const equalWithin = 1e-4;

/** Equal queries, equal keys, so that nothing but positions can make two scores differ. */
export function probe(core: Core, name: SchemeName, heads: number): Probe {
  const width = heads * headWidth;
  // What is trained is random here: what a scheme can tell apart does not depend on it.
  const drawn = (rows: number, cols: number, seed: number) =>
    learnedTable(core, { positions: rows, width: cols, deviation: 1, seed });
  const pair = drawn(2, width, 5);
  const queries = repeated(core, pair, 0);
  const keys = repeated(core, pair, 1);
  const { scores } = attention(
    core,
    queries,
    keys,
    keys,
    { heads },
    positionsOf(core, name, tokens, { width, heads }, drawn),
  );
  const score = (head: number, query: number, key: number) =>
    scores.data[(head * tokens + query) * tokens + key]!;
  const anywhere = (differs: (head: number, query: number, key: number) => boolean) => {
    for (let head = 0; head < heads; ++head) {
      for (let query = 0; query < tokens; ++query) {
        for (let key = 0; key < tokens; ++key) if (differs(head, query, key)) return true;
      }
    }
    return false;
  };
  const differ = (a: number, b: number) => Math.abs(a - b) > equalWithin;
  const places = anywhere(
    (h, i, j) => i > 0 && j > 0 && differ(score(h, i, j), score(h, i - 1, j - 1)),
  );
  const distances = anywhere((h, i, j) => differ(score(h, i, j), score(h, i, i)));
  return {
    distance: places ? 'place' : distances ? 'alone' : 'not',
    order: anywhere((h, i, j) => i === middle && differ(score(h, i, j), score(h, i, 2 * i - j))),
    before: score(0, middle, middle - 1),
    after: score(0, middle, middle + 1),
  };
}

function repeated(core: Core, pair: Matrix, row: number): Matrix {
  return learnedLookup(core, pair, new Int32Array(tokens).fill(row));
}
