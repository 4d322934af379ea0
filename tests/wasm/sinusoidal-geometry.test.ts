import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  closestPair,
  firstRise,
  seenAngles,
  shiftMatrix,
  sinusoidalPeriods,
  sinusoidalSimilarity,
} from '../../web/bindings/sinusoidal-geometry.ts';
import { sinusoidal, type PairLayout } from '../../web/bindings/sinusoidal.ts';
import { expectFiveDigits, loadBuiltCore, testRefusals } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

test('known periods', () => {
  expect(sinusoidalPeriods(core, 4)[0]).toBeCloseTo(2 * Math.PI, 5);
  expect(sinusoidalPeriods(core, 4)[1]).toBeCloseTo(628.32, 1);
  expect(sinusoidalPeriods(core, 512)[255]).toBeCloseTo(60_611.5, 0);
  expect(sinusoidalPeriods(core, 5)).toHaveLength(3);
});

test.each<PairLayout>(['interleaved', 'split'])('a shift moves every position, %s', (layout) => {
  for (const offset of [3, -2]) {
    const shift = shiftMatrix(core, offset, { width: 6, layout });
    for (const p of [2, 5, 40]) {
      const from = sinusoidal(core, { positions: 1, first: p, width: 6, layout }).data;
      const to = sinusoidal(core, { positions: 1, first: p + offset, width: 6, layout }).data;
      to.forEach((expected, i) => {
        const sum = from.reduce((total, cell, j) => total + shift.data[i * 6 + j]! * cell, 0);
        expect(sum).toBeCloseTo(expected, 6); // two cells and two entries, each within 3e-8
      });
    }
  }
});

test('known similarities', () => {
  expectFiveDigits(
    sinusoidalSimilarity(core, 8, 4),
    [2, 1.54025, 0.58365, 0.00956, 0.34556, 1.28241, 1.95837, 1.75145],
  );
});

test.each([
  [4, 4],
  [64, 6],
  [128, 12],
  [512, 44],
])('width %d rises first at distance %d', (width, distance) => {
  expect(firstRise(core, width)).toBe(distance);
});

test('the closest pairs', () => {
  const close = closestPair(core, 1500, 4);
  expect(close).toMatchObject({ first: 0, second: 622 });
  expect(close.distance).toBeCloseTo(0.072, 3);
  expect(closestPair(core, 20_000, 64).second).toBe(1);
});

test('angles that training never showed', () => {
  const seen = seenAngles(core, 512, 8);
  expect(seen[0]).toBe(1);
  expect(seen[3]! * 2 * Math.PI).toBeCloseTo(0.511, 5);
});

test('the base has its default and can be given', () => {
  expect(sinusoidalPeriods(core, 4, 10_000)).toEqual(sinusoidalPeriods(core, 4));
  expect(sinusoidalPeriods(core, 4, 16)[1]).toBeCloseTo(8 * Math.PI, 5);
});

describe('refusals', () => {
  testRefusals({
    'periods of no width': [() => sinusoidalPeriods(core, 0), 'out-of-range', 'width is 0'],
    'periods of a base of 1': [() => sinusoidalPeriods(core, 4, 1), 'out-of-range', 'base is 1'],
    'periods of no base': [() => sinusoidalPeriods(core, 4, NaN), 'not-finite', 'base is NaN'],
    'a half width': [() => sinusoidalPeriods(core, 4.5), 'wrong-type', 'width is 4.5'],
    'a shift of an odd width': [() => shiftMatrix(core, 1, { width: 5 }), 'out-of-range', '5'],
    'a shift beyond all positions': [
      () => shiftMatrix(core, -(2 ** 31), { width: 4 }),
      'out-of-range',
      'offset is -2147483648',
    ],
    'a shift with an infinite base': [
      () => shiftMatrix(core, 1, { width: 4, base: Infinity }),
      'not-finite',
      'base is infinity',
    ],
    'a shift by a fraction': [() => shiftMatrix(core, 0.5, { width: 4 }), 'wrong-type', 'offset'],
    'a shift beyond whole doubles': [() => shiftMatrix(core, 2 ** 60, { width: 4 }), 'wrong-type'],
    'similarities of an odd width': [() => sinusoidalSimilarity(core, 8, 3), 'out-of-range', '3'],
    'negative distances': [() => sinusoidalSimilarity(core, -1, 4), 'out-of-range', '-1'],
    'similarities without a base': [() => sinusoidalSimilarity(core, 8, 4, NaN), 'not-finite'],
    'half a distance': [() => sinusoidalSimilarity(core, 1.5, 4), 'wrong-type', 'distances'],
    'a rise of an odd width': [() => firstRise(core, 7), 'out-of-range', '7'],
    'a rise without a base': [() => firstRise(core, 4, -Infinity), 'not-finite'],
    'one position alone': [() => closestPair(core, 1, 4), 'out-of-range', 'positions is 1'],
    'a pair without a base': [() => closestPair(core, 9, 4, NaN), 'not-finite'],
    'half a position': [() => closestPair(core, 9.5, 4), 'wrong-type', 'positions is 9.5'],
    'no training': [() => seenAngles(core, 0, 4), 'out-of-range', 'trained is 0'],
    'training without a base': [() => seenAngles(core, 9, 4, NaN), 'not-finite'],
    'training that is no number': [
      () => seenAngles(core, '9' as unknown as number, 4),
      'wrong-type',
      'trained is "9"',
    ],
  });
});
