import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { row } from '../../web/bindings/matrix.ts';
import { sinusoidal } from '../../web/bindings/sinusoidal.ts';
import {
  relativeShift,
  transformerXlBackward,
  transformerXlDistances,
  transformerXlTerms,
  type TransformerXlInput,
} from '../../web/bindings/transformer-xl.ts';
import { loadBuiltCore, matrix, testRefusals, zeros } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

// One query at position 1 of two keys; rows for the distances 1 and 0.
const input: TransformerXlInput = {
  queries: matrix(1, 2),
  keys: matrix(1, 3, 5),
  distances: matrix(1, 7, 11),
  contentBias: matrix(1, 13),
  distanceBias: matrix(1, 17),
};

test('distances run from the farthest past to the farthest future', () => {
  const distances = transformerXlDistances(core, 2, 3, { width: 4 });
  expect(distances.rows).toBe(4);
  expect([...row(distances, 0)]).toEqual([
    ...sinusoidal(core, { positions: 1, first: 2, width: 4 }).data,
  ]);
  // Distance -1: the sine of 1 with the other sign.
  expect(row(distances, 3)[0]).toBe(-row(distances, 1)[0]!);
});

test('the four terms', () => {
  const terms = transformerXlTerms(core, input);
  expect([...terms.content.data]).toEqual([6, 10]);
  expect([...terms.distance.data]).toEqual([14, 22]);
  expect([...terms.contentBias.data]).toEqual([39, 65]);
  expect([...terms.distanceBias.data]).toEqual([119, 187]);
});

test('gradients come back by name', () => {
  const gradient = transformerXlBackward(core, input, matrix(2, 1, 10));
  expect([...gradient.queries.data]).toEqual([3 + 7 + 10 * (5 + 11)]);
  expect([...gradient.keys.data]).toEqual([2 + 13, 10 * (2 + 13)]);
  expect([...gradient.distances.data]).toEqual([2 + 17, 10 * (2 + 17)]);
  expect([...gradient.contentBias.data]).toEqual([3 + 50]);
  expect([...gradient.distanceBias.data]).toEqual([7 + 110]);
});

test('the published shift turns distances into keys', () => {
  const shifted = relativeShift(core, matrix(2, 1, 2, 3, 4));
  expect(shifted.data[0]).toBe(2); // query 0, key 0: the last column is distance 0
  expect([...row(shifted, 1)]).toEqual([3, 4]);
});

describe('refusals', () => {
  const change = (more: Partial<TransformerXlInput>) => ({ ...input, ...more });
  const gradient = matrix(2, 1, 1);
  testRefusals({
    'no query': [() => transformerXlDistances(core, 0, 1, { width: 4 }), 'out-of-range', '0'],
    'no width': [() => transformerXlDistances(core, 1, 1, { width: 0 }), 'out-of-range', 'width'],
    'a base of NaN': [
      () => transformerXlDistances(core, 1, 1, { width: 4, base: NaN }),
      'not-finite',
      'base is NaN',
    ],
    'more queries than keys': [
      () => transformerXlDistances(core, 2, 1, { width: 4 }),
      'shape-mismatch',
    ],
    'half a query': [
      () => transformerXlDistances(core, 0.5, 1, { width: 4 }),
      'wrong-type',
      'queries is 0.5',
    ],
    'terms without keys': [
      () => transformerXlTerms(core, change({ keys: zeros(0, 1) })),
      'out-of-range',
    ],
    'terms without a width': [
      () =>
        transformerXlTerms(core, {
          queries: zeros(1, 0),
          keys: zeros(2, 0),
          distances: zeros(2, 0),
          contentBias: zeros(1, 0),
          distanceBias: zeros(1, 0),
        }),
      'out-of-range',
    ],
    'too few distances': [
      () => transformerXlTerms(core, change({ distances: matrix(1, 7) })),
      'shape-mismatch',
    ],
    'a bias of two rows': [
      () => transformerXlTerms(core, change({ contentBias: matrix(1, 1, 2) })),
      'shape-mismatch',
    ],
    'a bias that is no matrix': [
      () => transformerXlTerms(core, change({ distanceBias: undefined as never })),
      'wrong-type',
      'distanceBias is undefined',
    ],
    'a backward pass without keys': [
      () => transformerXlBackward(core, change({ keys: zeros(0, 1) }), gradient),
      'out-of-range',
    ],
    'a gradient of another shape': [
      () => transformerXlBackward(core, input, matrix(1, 1)),
      'shape-mismatch',
    ],
    'a shift of what is not square': [() => relativeShift(core, matrix(2, 1, 2)), 'shape-mismatch'],
  });
});
