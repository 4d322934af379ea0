import type { Core } from './core.ts';
import { int32 } from './guards.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';

/**
 * Which row of a table for `clip` each query and key look up, [queries, keys].
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function shawRows(core: Core, queries: number, keys: number, clip: number): Matrix {
  return core.call((raw) =>
    raw.shawRows(int32('queries', queries), int32('keys', keys), int32('clip', clip)),
  );
}

/**
 * What the key side adds to the products, before the scale, [queries, keys].
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function shawScores(core: Core, queries: Matrix, keyTable: Matrix, keys: number): Matrix {
  return core.call((raw) =>
    raw.shawScores(
      checkedMatrix('queries', queries),
      checkedMatrix('keyTable', keyTable),
      int32('keys', keys),
    ),
  );
}

export interface ShawScoresGradient {
  queries: Matrix;
  keyTable: Matrix;
}

/** Gradients of `shawScores`. @throws {CoreError} as shawScores */
export function shawScoresBackward(
  core: Core,
  queries: Matrix,
  keyTable: Matrix,
  scoresGradient: Matrix,
): ShawScoresGradient {
  return core.call((raw) =>
    raw.shawScoresBackward(
      checkedMatrix('queries', queries),
      checkedMatrix('keyTable', keyTable),
      checkedMatrix('scoresGradient', scoresGradient),
    ),
  );
}

/**
 * What the value side adds to the output, [queries, width].
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function shawValues(core: Core, weights: Matrix, valueTable: Matrix): Matrix {
  return core.call((raw) =>
    raw.shawValues(checkedMatrix('weights', weights), checkedMatrix('valueTable', valueTable)),
  );
}

export interface ShawValuesGradient {
  weights: Matrix;
  valueTable: Matrix;
}

/** Gradients of `shawValues`. @throws {CoreError} as shawValues */
export function shawValuesBackward(
  core: Core,
  weights: Matrix,
  valueTable: Matrix,
  outputGradient: Matrix,
): ShawValuesGradient {
  return core.call((raw) =>
    raw.shawValuesBackward(
      checkedMatrix('weights', weights),
      checkedMatrix('valueTable', valueTable),
      checkedMatrix('outputGradient', outputGradient),
    ),
  );
}
