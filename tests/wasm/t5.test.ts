import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import type { Tensor3 } from '../../web/bindings/matrix.ts';
import {
  t5Bias,
  t5BiasBackward,
  t5BucketMatrix,
  t5Buckets,
  type T5Spec,
} from '../../web/bindings/t5.ts';
import { loadBuiltCore, matrix, testRefusals, zeros } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

test('near distances have buckets of their own, far ones share the last', () => {
  const offsets = Int32Array.of(0, -1, -7, -8, -127, -128, -5000, 1, 7, 5000);
  expect([...t5Buckets(core, offsets)]).toEqual([0, 1, 7, 8, 15, 15, 15, 17, 23, 31]);
  const causal = t5Buckets(core, offsets, { bidirectional: false });
  expect([...causal]).toEqual([0, 1, 7, 8, 31, 31, 31, 0, 0, 0]);
});

test('the matrix counts from the query', () => {
  const spec: T5Spec = { buckets: 4, maxDistance: 8, bidirectional: false };
  expect([...t5BucketMatrix(core, 2, 3, spec).data]).toEqual([1, 0, 0, 2, 1, 0]);
});

const spec: T5Spec = { buckets: 4, maxDistance: 8, bidirectional: false };

test('the bias is a number per bucket and head', () => {
  const bias = t5Bias(core, matrix(2, 1, 10, 2, 20, 3, 30, 4, 40), 2, 3, spec);
  expect(bias).toMatchObject({ batch: 2, rows: 2, cols: 3 });
  expect([...bias.data]).toEqual([2, 1, 1, 3, 2, 1, 20, 10, 10, 30, 20, 10]);
});

test('the gradient of a number is summed over its places', () => {
  const gradient: Tensor3 = { batch: 1, ...matrix(3, 1, 2, 4, 8, 16, 32) };
  expect([...t5BiasBackward(core, gradient, spec).data]).toEqual([2 + 4 + 32, 1 + 16, 8, 0]);
});

describe('refusals', () => {
  const table = zeros(32, 1);
  const gradient: Tensor3 = { batch: 1, ...zeros(1, 1) };
  testRefusals({
    'one bucket': [() => t5Buckets(core, Int32Array.of(0), { buckets: 1 }), 'out-of-range', '1'],
    'a distance too near': [
      () => t5Buckets(core, Int32Array.of(0), { maxDistance: 8 }),
      'out-of-range',
      '8',
    ],
    'offsets of another type': [
      () => t5Buckets(core, Float64Array.of(1) as unknown as Int32Array),
      'wrong-type',
      'offsets is not a Int32Array',
    ],
    'half a bucket': [() => t5Buckets(core, Int32Array.of(), { buckets: 4.5 }), 'wrong-type'],
    'a flag that is none': [
      () => t5Buckets(core, Int32Array.of(), { bidirectional: 1 as unknown as boolean }),
      'wrong-type',
      'bidirectional is 1; it must be true or false',
    ],
    'negative keys': [() => t5BucketMatrix(core, 1, -1), 'out-of-range', '-1'],
    'more queries than keys': [() => t5BucketMatrix(core, 2, 1), 'shape-mismatch', '2'],
    'half a query': [() => t5BucketMatrix(core, 0.5, 1), 'wrong-type', 'queries is 0.5'],
    'a table of other buckets': [() => t5Bias(core, zeros(31, 1), 1, 1), 'shape-mismatch', '31'],
    'a table without heads': [() => t5Bias(core, zeros(32, 0), 1, 1), 'out-of-range'],
    'a table for more queries than keys': [() => t5Bias(core, table, 2, 1), 'shape-mismatch'],
    'half a key': [() => t5Bias(core, table, 1, 1.5), 'wrong-type', 'keys is 1.5'],
    'a gradient of more queries than keys': [
      () => t5BiasBackward(core, { batch: 1, ...zeros(2, 1) }),
      'shape-mismatch',
    ],
    'a gradient without heads': [
      () => t5BiasBackward(core, { batch: 0, ...zeros(0, 0) }),
      'out-of-range',
    ],
    'a gradient for one bucket': [
      () => t5BiasBackward(core, gradient, { buckets: 1 }),
      'out-of-range',
    ],
    'half a batch': [
      () => t5BiasBackward(core, { ...gradient, batch: 0.5 }),
      'wrong-type',
      'biasGradient.batch is 0.5',
    ],
  });
});
