import type { Core } from './core.ts';
import { int32, typedArray } from './guards.ts';
import type { Tensor3 } from './matrix.ts';

/**
 * The slope of each head by the published rule, for any number of heads.
 * @throws {CoreError} 'out-of-range' or 'wrong-type'
 */
export function alibiSlopes(core: Core, heads: number): Float64Array {
  return core.call((raw) => raw.alibiSlopes(int32('heads', heads)));
}

/**
 * What ALiBi adds to the scores, [heads, queries, keys]: -slope times the distance.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function alibiBias(
  core: Core,
  slopes: Float64Array,
  queries: number,
  keys: number,
): Tensor3 {
  return core.call((raw) =>
    raw.alibiBias(
      typedArray('slopes', Float64Array, slopes),
      int32('queries', queries),
      int32('keys', keys),
    ),
  );
}
