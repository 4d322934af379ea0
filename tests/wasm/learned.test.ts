import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  learnedLookup,
  learnedLookupBackward,
  learnedResize,
  learnedTable,
} from '../../web/bindings/learned.ts';
import { loadBuiltCore, matrix, testRefusals, zeros } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const table = matrix(2, 1, 2, 3, 4, 5, 6);

test('a table is the same for the same seed, up to its last bit', () => {
  const spec = { positions: 512, width: 8, seed: 4294967295 };
  const fresh = learnedTable(core, spec);
  expect(learnedTable(core, spec)).toEqual(fresh);
  expect(learnedTable(core, { ...spec, seed: 2147483647 })).not.toEqual(fresh);
  const mean = fresh.data.reduce((sum, cell) => sum + cell, 0) / fresh.data.length;
  const variance = fresh.data.reduce((sum, cell) => sum + (cell - mean) ** 2, 0) / 4096;
  // 4096 draws with deviation 0.02: the mean errs by 0.0003, the deviation by 0.0002; four times each.
  expect(Math.abs(mean)).toBeLessThan(0.00125);
  expect(Math.abs(Math.sqrt(variance) - 0.02)).toBeLessThan(0.0009);
});

test('a lookup copies rows, in any order and more than once', () => {
  expect([...learnedLookup(core, table, Int32Array.of(2, 0, 2)).data]).toEqual([5, 6, 1, 2, 5, 6]);
});

test('rows that no position named get no gradient', () => {
  const gradient = learnedLookupBackward(core, 3, Int32Array.of(2, 0, 2), matrix(1, 1, 10, 100));
  expect([...gradient.data]).toEqual([10, 0, 101]);
});

test('a table is stretched, its first and last row kept', () => {
  expect([...learnedResize(core, table, 5).data]).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
});

describe('refusals', () => {
  const list = Int32Array.of(3);
  testRefusals({
    'a table without rows': [() => learnedTable(core, { positions: 0, width: 4 }), 'out-of-range'],
    'a deviation of NaN': [
      () => learnedTable(core, { positions: 1, width: 4, deviation: NaN }),
      'not-finite',
      'deviation is NaN',
    ],
    'a negative seed': [
      () => learnedTable(core, { positions: 1, width: 4, seed: -1 }),
      'wrong-type',
      'seed is -1; it must be a whole number between 0 and 4294967295',
    ],
    'a row behind the last': [() => learnedLookup(core, table, list), 'out-of-range', '3'],
    'a negative row': [() => learnedLookup(core, table, Int32Array.of(-1)), 'out-of-range', '-1'],
    'positions of another type': [
      () => learnedLookup(core, table, [1] as unknown as Int32Array),
      'wrong-type',
      'positions is not a Int32Array',
    ],
    'cells that do not fill the table': [
      () => learnedLookup(core, { ...table, rows: 4 }, list),
      'shape-mismatch',
      'there are 6 cells; the shape 4 x 2 needs 8',
    ],
    'a gradient of a row that is not there': [
      () => learnedLookupBackward(core, 3, list, matrix(1, 1)),
      'out-of-range',
    ],
    'a gradient of no rows': [
      () => learnedLookupBackward(core, 0, list, matrix(1, 1)),
      'out-of-range',
      'rows is 0',
    ],
    'gradients that are too many': [
      () => learnedLookupBackward(core, 4, list, matrix(1, 1, 2)),
      'shape-mismatch',
    ],
    'half a row': [() => learnedLookupBackward(core, 2.5, list, matrix(1, 1)), 'wrong-type'],
    'a new size of 0': [() => learnedResize(core, table, 0), 'out-of-range', 'positions is 0'],
    'a size for nothing': [() => learnedResize(core, zeros(0, 0), 3), 'out-of-range'],
    'half a position': [() => learnedResize(core, table, 2.5), 'wrong-type', 'positions is 2.5'],
  });
});
