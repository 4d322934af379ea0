import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  shawRows,
  shawScores,
  shawScoresBackward,
  shawValues,
  shawValuesBackward,
} from '../../web/bindings/shaw.ts';
import { loadBuiltCore, matrix, testRefusals, zeros } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

// Clip 1: a row for what lies before, one for the place itself, one for what comes after.
const table = matrix(1, 100, 10, 1);

test('rows are clipped offsets, key - query', () => {
  expect([...shawRows(core, 2, 4, 1).data]).toEqual([0, 0, 1, 2, 0, 0, 0, 1]);
});

test('scores add the vector of the offset, values mix it', () => {
  const queries = matrix(1, 2, 3);
  expect([...shawScores(core, queries, table, 3).data]).toEqual([200, 20, 2, 300, 300, 30]);
  const weights = matrix(3, 0.5, 0.25, 0.25, 0, 0, 1);
  expect([...shawValues(core, weights, table).data]).toEqual([52.75, 10]);
});

test('gradients come back by name', () => {
  const gradient = matrix(3, 1, 0, 0, 0, 0, 1);
  const scores = shawScoresBackward(core, matrix(1, 2, 3), table, gradient);
  expect([...scores.queries.data]).toEqual([100, 10]);
  expect([...scores.keyTable.data]).toEqual([2, 3, 0]);
  const values = shawValuesBackward(core, gradient, table, matrix(1, 7, 9));
  expect([...values.weights.data]).toEqual([700, 70, 7, 900, 900, 90]);
  expect([...values.valueTable.data]).toEqual([7, 9, 0]);
});

describe('refusals', () => {
  const even = matrix(1, 1, 2);
  const wide = matrix(2, 1, 2, 3, 4, 5, 6);
  const row = matrix(1, 1);
  testRefusals({
    'a negative side': [() => shawRows(core, -1, 1, 1), 'out-of-range', '-1'],
    'a negative clip': [() => shawRows(core, 1, 1, -1), 'out-of-range', 'clip is -1'],
    'more queries than keys': [() => shawRows(core, 2, 1, 1), 'shape-mismatch', '2'],
    'half a clip': [() => shawRows(core, 1, 1, 0.5), 'wrong-type', 'clip is 0.5'],
    'negative keys': [() => shawScores(core, row, table, -1), 'out-of-range', '-1'],
    'an even key table': [() => shawScores(core, row, even, 1), 'out-of-range', '2'],
    'another width': [() => shawScores(core, row, wide, 1), 'shape-mismatch'],
    'too few keys': [() => shawScores(core, matrix(1, 1, 2), table, 1), 'shape-mismatch'],
    'half a key': [() => shawScores(core, row, table, 1.5), 'wrong-type', 'keys is 1.5'],
    'an even key table backwards': [() => shawScoresBackward(core, row, even, row), 'out-of-range'],
    'a gradient of other rows': [
      () => shawScoresBackward(core, row, table, matrix(1, 1, 2)),
      'shape-mismatch',
    ],
    'an even value table': [() => shawValues(core, row, even), 'out-of-range'],
    'weights with too few keys': [() => shawValues(core, matrix(1, 1, 2), table), 'shape-mismatch'],
    'a table without columns': [() => shawValues(core, row, zeros(3, 0)), 'out-of-range'],
    'an even value table backwards': [
      () => shawValuesBackward(core, row, even, row),
      'out-of-range',
    ],
    'a gradient of another width': [
      () => shawValuesBackward(core, row, table, matrix(2, 1, 2)),
      'shape-mismatch',
    ],
    'a table that is none': [
      () => shawValues(core, row, [1, 2, 3] as unknown as typeof table),
      'wrong-type',
      'valueTable.rows',
    ],
  });
});
