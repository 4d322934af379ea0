import { beforeAll, describe, expect, test } from 'vitest';
import { alibiBias, alibiSlopes } from '../../web/bindings/alibi.ts';
import type { Core } from '../../web/bindings/core.ts';
import { loadBuiltCore, testRefusals } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

test('the published slopes, for powers of two and for others', () => {
  expect([...alibiSlopes(core, 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((i) => 2 ** -i));
  expect([...alibiSlopes(core, 6)]).toEqual([1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]);
});

test('the bias counts from the query, which stands at the end of the keys', () => {
  const bias = alibiBias(core, Float64Array.of(0.5, 0.25), 2, 3);
  expect(bias).toMatchObject({ batch: 2, rows: 2, cols: 3 });
  expect([...bias.data].map((cell) => cell + 0)).toEqual(
    [-0.5, 0, -0.5, -1, -0.5, 0, -0.25, 0, -0.25, -0.5, -0.25, 0].map((cell) => cell + 0),
  );
});

describe('refusals', () => {
  const one = Float64Array.of(1);
  testRefusals({
    'no heads': [() => alibiSlopes(core, 0), 'out-of-range', 'heads is 0; it must be 1..1024'],
    'too many heads': [() => alibiSlopes(core, 1025), 'out-of-range', 'heads is 1025'],
    'half a head': [() => alibiSlopes(core, 1.5), 'wrong-type', 'heads is 1.5'],
    'no slopes': [() => alibiBias(core, new Float64Array(), 1, 1), 'out-of-range'],
    'a negative slope': [() => alibiBias(core, Float64Array.of(-1), 1, 1), 'out-of-range', '-1'],
    'negative sides': [() => alibiBias(core, one, -1, 1), 'out-of-range', '-1'],
    'a slope of NaN': [() => alibiBias(core, Float64Array.of(NaN), 1, 1), 'not-finite', 'NaN'],
    'more queries than keys': [() => alibiBias(core, one, 2, 1), 'shape-mismatch', '2'],
    'slopes of another type': [
      () => alibiBias(core, Float32Array.of(1) as unknown as Float64Array, 1, 1),
      'wrong-type',
      'slopes is not a Float64Array',
    ],
    'half a key': [() => alibiBias(core, one, 1, 1.5), 'wrong-type', 'keys is 1.5'],
  });
});
