import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { difference, distance } from '../../web/bindings/difference.ts';
import { fromRows } from '../../web/bindings/matrix.ts';
import { expectRefusal, loadBuiltCore } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

test('difference and distance cross', () => {
  expect([...difference(core, fromRows([[5, 1]]), fromRows([[3, 4]])).data]).toEqual([2, -3]);
  expect(distance(core, fromRows([[4, 6]]), fromRows([[1, 2]]))).toBe(5);
});

test('other shapes are refused', () => {
  const a = fromRows([[1, 2]]);
  const b = fromRows([[1], [2]]);
  expectRefusal(() => difference(core, a, b), 'shape-mismatch', 'a is 1 x 2 and b is 2 x 1');
  expectRefusal(() => distance(core, a, b), 'shape-mismatch');
  expectRefusal(() => distance(core, { ...a, cols: 3 }, b), 'shape-mismatch', 'needs 3');
});
