import type { Core } from './core.ts';
import { fields, flag, int32, optional, typedArray } from './guards.ts';
import { checkedMatrix, checkedTensor3, type Matrix, type Tensor3 } from './matrix.ts';
import type { RawT5Spec } from './raw.ts';

export interface T5Spec {
  buckets?: number;
  maxDistance?: number; // from here on everything shares the last bucket
  bidirectional?: boolean; // half of the buckets for each side; else all for the past
}

/** @throws {CoreError} 'wrong-type' */
export function rawT5Spec(spec: T5Spec): RawT5Spec {
  fields('spec', spec);
  return {
    buckets: optional(int32, 'buckets', spec.buckets),
    maxDistance: optional(int32, 'maxDistance', spec.maxDistance),
    bidirectional: optional(flag, 'bidirectional', spec.bidirectional),
  };
}

/**
 * The bucket of each offset key - query.
 * @throws {CoreError} 'out-of-range', 'out-of-memory' or 'wrong-type'
 */
export function t5Buckets(core: Core, offsets: Int32Array, spec: T5Spec = {}): Int32Array {
  return core.call((raw) =>
    raw.t5Buckets(typedArray('offsets', Int32Array, offsets), rawT5Spec(spec)),
  );
}

/**
 * The bucket of each query and key, [queries, keys].
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function t5BucketMatrix(
  core: Core,
  queries: number,
  keys: number,
  spec: T5Spec = {},
): Matrix {
  return core.call((raw) =>
    raw.t5BucketMatrix(int32('queries', queries), int32('keys', keys), rawT5Spec(spec)),
  );
}

/**
 * What T5 adds to the scores, [heads, queries, keys], from a table [buckets, heads].
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function t5Bias(
  core: Core,
  table: Matrix,
  queries: number,
  keys: number,
  spec: T5Spec = {},
): Tensor3 {
  return core.call((raw) =>
    raw.t5Bias(
      checkedMatrix('table', table),
      int32('queries', queries),
      int32('keys', keys),
      rawT5Spec(spec),
    ),
  );
}

/** The gradient of the table. @throws {CoreError} as t5Bias */
export function t5BiasBackward(core: Core, biasGradient: Tensor3, spec: T5Spec = {}): Matrix {
  return core.call((raw) =>
    raw.t5BiasBackward(checkedTensor3('biasGradient', biasGradient), rawT5Spec(spec)),
  );
}
