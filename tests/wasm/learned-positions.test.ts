import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  learnedPositionsBackward,
  learnedPositionsForward,
} from '../../web/bindings/learned-positions.ts';
import type { Tensor3 } from '../../web/bindings/matrix.ts';
import { loadBuiltCore, matrix, testRefusals, zeros } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const table = matrix(1, 100, 200, 300);
const input: Tensor3 = { batch: 2, rows: 2, cols: 1, data: Float32Array.of(1, 2, 3, 4) };

test('adds the same rows to every sequence', () => {
  expect([...learnedPositionsForward(core, table, input).data]).toEqual([101, 202, 103, 204]);
  expect([...learnedPositionsForward(core, table, input, 1).data]).toEqual([201, 302, 203, 304]);
});

test('the gradient of the table is summed over the batch; rows out of reach stay 0', () => {
  const gradient = learnedPositionsBackward(core, table, input, 1);
  expect(gradient.input).toEqual(input);
  expect([...gradient.table.data]).toEqual([0, 4, 6]);
});

describe('refusals', () => {
  const wide: Tensor3 = { batch: 1, ...zeros(1, 2) };
  testRefusals({
    'a table without rows': [
      () => learnedPositionsForward(core, zeros(0, 1), input),
      'out-of-range',
    ],
    'a start behind the hard end': [
      () => learnedPositionsForward(core, table, input, 2),
      'out-of-range',
      'start is 2',
    ],
    'a negative start': [
      () => learnedPositionsForward(core, table, input, -1),
      'out-of-range',
      'start is -1',
    ],
    'another width': [() => learnedPositionsForward(core, table, wide), 'shape-mismatch', '2'],
    'half a start': [() => learnedPositionsForward(core, table, input, 0.5), 'wrong-type', 'start'],
    'a gradient for no table': [
      () => learnedPositionsBackward(core, zeros(0, 1), input),
      'out-of-range',
    ],
    'a gradient behind the hard end': [
      () => learnedPositionsBackward(core, table, input, 2),
      'out-of-range',
      'start is 2',
    ],
    'a gradient of another width': [
      () => learnedPositionsBackward(core, table, wide),
      'shape-mismatch',
    ],
    'a gradient that is no tensor': [
      () => learnedPositionsBackward(core, table, null as unknown as Tensor3),
      'wrong-type',
      'outputGradient is null',
    ],
  });
});
