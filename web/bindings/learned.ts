import type { Core } from './core.ts';
import { fields, float64, int32, optional, typedArray, uint32 } from './guards.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';

export interface LearnedTableSpec {
  positions: number; // rows
  width: number; // columns
  deviation?: number; // of the normal distribution
  seed?: number; // 0..4294967295
}

/**
 * A fresh table of trainable position vectors, one row per position.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function learnedTable(core: Core, spec: LearnedTableSpec): Matrix {
  fields('spec', spec);
  return core.call((raw) =>
    raw.learnedTable({
      positions: int32('positions', spec.positions),
      width: int32('width', spec.width),
      deviation: optional(float64, 'deviation', spec.deviation),
      seed: optional(uint32, 'seed', spec.seed),
    }),
  );
}

/**
 * The rows of `positions`, in that order; a position beyond the table has none.
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function learnedLookup(core: Core, table: Matrix, positions: Int32Array): Matrix {
  return core.call((raw) =>
    raw.learnedLookup(
      checkedMatrix('table', table),
      typedArray('positions', Int32Array, positions),
    ),
  );
}

/**
 * The gradient of a table of `rows` rows: rows that no position named stay 0.
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function learnedLookupBackward(
  core: Core,
  rows: number,
  positions: Int32Array,
  outputGradient: Matrix,
): Matrix {
  return core.call((raw) =>
    raw.learnedLookupBackward(
      int32('rows', rows),
      typedArray('positions', Int32Array, positions),
      checkedMatrix('outputGradient', outputGradient),
    ),
  );
}

/**
 * A table for another number of positions, by linear interpolation between neighbouring rows.
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function learnedResize(core: Core, table: Matrix, positions: number): Matrix {
  return core.call((raw) =>
    raw.learnedResize(checkedMatrix('table', table), int32('positions', positions)),
  );
}
