import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  rotary,
  rotaryBackward,
  rotaryRates,
  rotaryTables,
  type RotaryScaling,
  type RotarySpec,
} from '../../web/bindings/rotary.ts';
import { sinusoidalRates, type PairLayout } from '../../web/bindings/sinusoidal.ts';
import { loadBuiltCore, matrix, testRefusals, type Refusal } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

// Two float32 products and a sum of cells of size one.
const digits = 6;

test('each pair turns by position times rate', () => {
  const turned = rotary(core, matrix(4, 1, 0, 1, 0), Int32Array.of(3), { width: 4 });
  const expected = [Math.cos(3), Math.sin(3), Math.cos(0.03), Math.sin(0.03)];
  expected.forEach((cell, i) => {
    expect(turned.data[i]).toBeCloseTo(cell, digits);
  });
});

test('halves turn column k with column k + width / 2, and what is not rotated passes', () => {
  const spec: RotarySpec = { width: 6, rotated: 4, layout: 'split' };
  const turned = rotary(core, matrix(6, 1, 2, 0, 0, 5, 6), Int32Array.of(1), spec);
  const expected = [Math.cos(1), 2 * Math.cos(0.01), Math.sin(1), 2 * Math.sin(0.01), 5, 6];
  expected.forEach((cell, i) => {
    expect(turned.data[i]).toBeCloseTo(cell, digits);
  });
});

test('heads lie side by side', () => {
  const one = rotary(core, matrix(2, 1, 2), Int32Array.of(7), { width: 2 });
  const two = rotary(core, matrix(4, 1, 2, 1, 2), Int32Array.of(7), { width: 2 });
  expect([...two.data]).toEqual([...one.data, ...one.data]);
});

test('without scaling the rates are those of the sinusoidal code', () => {
  const { rates, attentionFactor } = rotaryRates(core, { width: 64 });
  expect(Float32Array.from(rates)).toEqual(sinusoidalRates(core, 64));
  expect(attentionFactor).toBe(1);
});

test.each<[RotaryScaling, Partial<RotarySpec>, number, number]>([
  ['linear', {}, 1 / 4, 1 / 4],
  // The base grows so that the slowest pair is slowed by the whole factor.
  ['ntk', {}, 1, 1 / 4],
  ['yarn', { trained: 4096 }, 1, 1 / 4],
])('%s slows the fastest and the slowest pair by its rule', (scaling, more, fastest, slowest) => {
  const plain = rotaryRates(core, { width: 128 }).rates;
  const spec = { width: 128, scaling, factor: 4, ...more };
  const { rates, attentionFactor } = rotaryRates(core, spec);
  expect(rates[0]! / plain[0]!).toBeCloseTo(fastest, 14);
  expect(rates[63]! / plain[63]!).toBeCloseTo(slowest, 14);
  const published = scaling === 'yarn' ? 0.1 * Math.log(4) + 1 : 1;
  expect(attentionFactor).toBeCloseTo(published, 14);
});

test.each<PairLayout>(['interleaved', 'split'])('the gradient is turned back, %s', (layout) => {
  const spec: RotarySpec = { width: 4, layout };
  const positions = Int32Array.of(5, 2147483647);
  const x = matrix(4, 1, 2, 3, 4, 5, 6, 7, 8);
  const back = rotaryBackward(core, rotary(core, x, positions, spec), positions, spec);
  back.data.forEach((cell, i) => {
    expect(cell).toBeCloseTo(x.data[i]!, 5); // entries up to 8, turned twice
  });
});

test('tables hold cosine and sine of each turn', () => {
  const { cosines, sines } = rotaryTables(core, Int32Array.of(0, 6), { width: 4 });
  expect([...cosines.data]).toEqual([1, 1, Math.cos(6), Math.cos(0.06)].map(Math.fround));
  expect([...sines.data]).toEqual([0, 0, Math.sin(6), Math.sin(0.06)].map(Math.fround));
});

describe('refusals', () => {
  const x = matrix(4, 1, 2, 3, 4);
  const here = Int32Array.of(0);
  /** Each refusal of a spec, by every function that takes one. */
  const ofSpec = (spec: RotarySpec, code: Refusal[1], words: string): [string, Refusal][] => [
    [`rates: ${words}`, [() => rotaryRates(core, spec), code, words]],
    [`tables: ${words}`, [() => rotaryTables(core, here, spec), code, words]],
    [`rotary: ${words}`, [() => rotary(core, x, here, spec), code, words]],
    [`backward: ${words}`, [() => rotaryBackward(core, x, here, spec), code, words]],
  ];
  testRefusals(
    Object.fromEntries([
      ...ofSpec({ width: 1 }, 'out-of-range', 'width is 1'),
      ...ofSpec({ width: 4, rotated: 3 }, 'out-of-range', 'rotated is 3'),
      ...ofSpec({ width: 4, base: 1 }, 'out-of-range', 'base is 1'),
      ...ofSpec({ width: 4, factor: 2 }, 'out-of-range', 'factor is 2'),
      ...ofSpec({ width: 4, scaling: 'linear', factor: 0.5 }, 'out-of-range', 'factor is 0.5'),
      ...ofSpec({ width: 4, scaling: 'yarn', factor: 2 }, 'out-of-range', 'trained is 0'),
      ...ofSpec({ width: 4, base: NaN }, 'not-finite', 'base is NaN'),
      ...ofSpec({ width: 4, scaling: 'ntk', factor: Infinity }, 'not-finite', 'factor is infinity'),
      ...ofSpec({ width: 4.5 }, 'wrong-type', 'width is 4.5'),
      ...ofSpec(
        { width: 4, scaling: 'dynamic' as RotaryScaling },
        'wrong-type',
        'scaling is "dynamic"; it must be one of none, linear, ntk, yarn',
      ),
      ...ofSpec({ width: 4, layout: 'neox' as PairLayout }, 'wrong-type', 'layout is "neox"'),
      ...ofSpec({ width: 4, factor: '2' as unknown as number }, 'wrong-type', 'factor is "2"'),
      ...ofSpec(null as unknown as RotarySpec, 'wrong-type', 'spec is null'),
    ]),
  );
  testRefusals({
    'a negative position in tables': [
      () => rotaryTables(core, Int32Array.of(-1), { width: 4 }),
      'out-of-range',
      '-1',
    ],
    'a negative position': [() => rotary(core, x, Int32Array.of(-1), { width: 4 }), 'out-of-range'],
    'a negative position backwards': [
      () => rotaryBackward(core, x, Int32Array.of(-1), { width: 4 }),
      'out-of-range',
    ],
    'positions that are too many': [
      () => rotary(core, x, Int32Array.of(0, 1), { width: 4 }),
      'shape-mismatch',
    ],
    'a gradient that is no multiple of a head': [
      () => rotaryBackward(core, x, here, { width: 6 }),
      'shape-mismatch',
    ],
    'positions of another type': [
      () => rotary(core, x, [0] as unknown as Int32Array, { width: 4 }),
      'wrong-type',
      'positions is not a Int32Array',
    ],
  });
});
