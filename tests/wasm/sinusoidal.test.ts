import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { row } from '../../web/bindings/matrix.ts';
import {
  sinusoidal,
  sinusoidalAt,
  sinusoidalRates,
  type SinusoidalSpec,
} from '../../web/bindings/sinusoidal.ts';
import { expectFiveDigits, expectRefusal, loadBuiltCore } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

describe('known rows are reproduced', () => {
  test.each<[string, Omit<SinusoidalSpec, 'positions'>, number[]]>([
    ['d 4, p 0', { width: 4 }, [0, 1, 0, 1]],
    ['d 4, p 1', { width: 4, first: 1 }, [0.84147, 0.5403, 0.01, 0.99995]],
    ['d 4, p 2', { width: 4, first: 2 }, [0.9093, -0.41615, 0.02, 0.9998]],
    ['d 4, p 6', { width: 4, first: 6 }, [-0.27942, 0.96017, 0.05996, 0.9982]],
    ['base 2', { width: 4, first: 1, base: 2 }, [0.84147, 0.5403, 0.64964, 0.76024]],
    ['odd width', { width: 5, first: 1 }, [0.84147, 0.5403, 0.02512, 0.99968, 0.00063]],
    ['d 512, p 1', { width: 512, first: 1 }, [0.84147, 0.5403, 0.82186, 0.5697]],
    ['d 512, p 2', { width: 512, first: 2 }, [0.9093, -0.41615, 0.93641, -0.3509]],
  ])('%s', (_what, spec, expected) => {
    const table = sinusoidal(core, { positions: 1, ...spec });
    expectFiveDigits(table.data, expected);
  });
});

test('the split layout holds the same cells, sines first', () => {
  const interleaved = row(sinusoidal(core, { positions: 1, first: 3, width: 5 }), 0);
  const split = row(sinusoidal(core, { positions: 1, first: 3, width: 5, layout: 'split' }), 0);
  expect([...split]).toEqual([0, 2, 4, 1, 3].map((column) => interleaved[column]));
});

test('fractions have a vector too', () => {
  const table = sinusoidalAt(core, Float64Array.of(2.5), { width: 4 });
  expectFiveDigits(table.data, [0.59847, -0.80114, 0.025, 0.99969]);
  expectRefusal(
    () => sinusoidalAt(core, Float64Array.of(NaN), { width: 4 }),
    'not-finite',
    'positions[0]',
  );
  expectRefusal(
    () => sinusoidalAt(core, Float64Array.of(3e9), { width: 4 }),
    'out-of-range',
    'positions[0]',
  );
});

test('rates follow base^(-2k / width)', () => {
  const rates = sinusoidalRates(core, 512);
  expect(rates).toHaveLength(256);
  expect(rates[1]).toBeCloseTo(0.96466, 5);
  expect((2 * Math.PI) / rates[255]!).toBeCloseTo(60_611, -1);
});

test('an earlier table survives the growth of memory', () => {
  const small = sinusoidal(core, { positions: 4, width: 4 });
  const before = [...small.data];
  sinusoidal(core, { positions: 8192, width: 1024 }); // 32 MiB: twice the initial memory
  expect([...small.data]).toEqual(before);
  expect(small.data.buffer.byteLength).toBe(4 * 4 * 4); // a copy, not a view
});

test('the last position is as exact as the first', () => {
  // sin(2147483647), from 60-digit arithmetic.
  const table = sinusoidal(core, { positions: 1, first: 2_147_483_647, width: 1 });
  expect(table.data[0]).toBeCloseTo(-0.72491655514455639, 7);
});

describe('refusals cross with their code and sentence', () => {
  test.each<[SinusoidalSpec, string]>([
    [{ positions: 1, width: 0 }, 'width is 0; it must be 1..65536'],
    [{ positions: -1, width: 4 }, 'positions is -1; it must be 0 or more'],
    [{ positions: 1, width: 4, first: -1 }, 'first is -1 and positions is 1'],
    [{ positions: 2_147_483_647, width: 65_536 }, 'at most'],
    [{ positions: 1, width: 4, base: 1 }, 'base is 1; it must be above 1'],
  ])('%j is out of range', (spec, words) => {
    expectRefusal(() => sinusoidal(core, spec), 'out-of-range', words);
  });

  test.each([NaN, Infinity, -Infinity])('base %d is not finite', (base) => {
    expectRefusal(
      () => sinusoidal(core, { positions: 1, width: 4, base }),
      'not-finite',
      'base is',
    );
    expectRefusal(() => sinusoidalRates(core, 4, base), 'not-finite', 'base is');
  });
});

describe('what embind would bend is refused first', () => {
  test.each([1.5, NaN, 2 ** 32, -(2 ** 31) - 1])('positions %d', (positions) => {
    expectRefusal(() => sinusoidal(core, { positions, width: 4 }), 'wrong-type', 'whole number');
  });

  test('a layout that does not exist', () => {
    const layout = 'diagonal' as 'split';
    expectRefusal(
      () => sinusoidal(core, { positions: 1, width: 4, layout }),
      'wrong-type',
      'layout is "diagonal"; it must be one of interleaved, split',
    );
  });

  test.each(['values', 'argCount', 'prototype', 'name'])(
    'layout "%s" of the enum object',
    (name) => {
      const layout = name as 'split';
      expectRefusal(() => sinusoidal(core, { positions: 1, width: 4, layout }), 'wrong-type');
    },
  );

  test('a base that is no number', () => {
    const base = '10' as unknown as number;
    expectRefusal(
      () => sinusoidal(core, { positions: 1, width: 4, base }),
      'wrong-type',
      'base is "10"',
    );
  });
});
