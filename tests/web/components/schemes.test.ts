/** The comparison of the schemes against numbers worked out here. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { shawRows } from '../../../web/bindings/shaw.ts';
import { t5Buckets } from '../../../web/bindings/t5.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { schemeNames, type SchemeName } from '../../../web/components/schemes/scheme.ts';
import { schemesFigure, type SchemesModel } from '../../../web/components/schemes/schemes.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(schemesFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => schemesFigure.model(core, stateOf(values));
const schemeOf = (model: SchemesModel, name: SchemeName) =>
  model.schemes.find((scheme) => scheme.name === name)!;
const fitting = (model: SchemesModel, criterion: keyof SchemesModel['schemes'][0]['fits']) =>
  model.schemes.filter(({ fits }) => fits[criterion]).map(({ name }) => name);

const homeOrSmallOrLarge = [
  {},
  { length: '16', width: '8', heads: '1', layers: '1' },
  { length: '16', width: '4096', heads: '32', layers: '48' },
  { length: '4096', width: '256', heads: '32', layers: '6' },
  { length: '4096', width: '4096', heads: '1', layers: '6' },
  { length: '1024', width: '768', heads: '12', layers: '12' },
  { length: '91' },
  { length: '92' },
] as Record<string, string>[];

test.each(homeOrSmallOrLarge)('%j: what is trained is the product of its sides', (values) => {
  const model = modelOf(values);
  const { length, width, heads, layers } = model.state;
  const trained = Object.fromEntries(
    model.schemes.map(({ name, trained: count }) => [name, count]),
  );
  expect(trained).toEqual({
    none: 0,
    sinusoidal: 0,
    learned: length * width,
    shaw: ((2 * 33 * width) / heads) * layers,
    'transformer-xl': width * width * layers + 2 * width,
    t5: 32 * heads,
    rotary: 0,
    alibi: 0,
  });
});

test.each(homeOrSmallOrLarge)(
  '%j: who fits follows from the scheme, not from the size',
  (values) => {
    const model = modelOf(values);
    expect(model.schemes.map(({ name }) => name)).toEqual([...schemeNames]);
    expect(fitting(model, 'untrained')).toEqual(['none', 'sinusoidal', 'rotary', 'alibi']);
    expect(fitting(model, 'longer')).toEqual(schemeNames.filter((name) => name !== 'learned'));
    expect(fitting(model, 'distance')).toEqual(['shaw', 'transformer-xl', 't5', 'rotary', 'alibi']);
    expect(fitting(model, 'order')).toEqual(
      schemeNames.filter((name) => name !== 'none' && name !== 'alibi'),
    );
    const { length } = model.state;
    const reached = { none: true, shaw: length > 16, t5: length > 91 };
    expect(fitting(model, 'familiar')).toEqual(
      schemeNames.filter((name) => reached[name as keyof typeof reached]),
    );
    for (const { fits } of model.schemes) expect(Object.values(fits)).toContain(false);
  },
);

test('every number of heads finds the same order and the same distances', () => {
  for (let heads = 1; heads <= 32; ++heads) {
    const model = modelOf({ heads: String(heads) });
    expect(fitting(model, 'distance'), `${heads} heads`).toHaveLength(5);
    expect(fitting(model, 'order'), `${heads} heads`).toHaveLength(6);
  }
});

describe('what lies beyond training', () => {
  test.each([16, 17, 50, 91, 92, 128, 512])('of %d positions: counted one by one', (length) => {
    const model = modelOf({ length: String(length) });
    const offsets = (most: number) => Int32Array.from({ length: 2 * most + 1 }, (_, i) => i - most);
    const kinds = (most: number) => new Set(t5Buckets(core, offsets(most)));
    const known = kinds(length - 1);
    const newBuckets = [...kinds(model.far)].filter((bucket) => !known.has(bucket));
    expect(schemeOf(model, 't5').reach.values['count']).toBe(newBuckets.length);
    const rows = (tokens: number) => new Set(shawRows(core, tokens, tokens, 16).data);
    expect(schemeOf(model, 'shaw').reach.values['count']).toBe(33 - rows(length).size);
  });

  test('the slow pairs made no full turn', () => {
    const slow = (width: number, length: number) =>
      Array.from(
        { length: width / 2 },
        (_, k) => (length - 1) * 10_000 ** ((-2 * k) / width),
      ).filter((angle) => angle < 2 * Math.PI).length;
    for (const [length, width, heads] of [
      [512, 512, 8],
      [4096, 256, 32],
      [100, 768, 12],
    ] as const) {
      const model = modelOf({
        length: String(length),
        width: String(width),
        heads: String(heads),
      });
      const count = (name: SchemeName) => schemeOf(model, name).reach.values['count'];
      expect(count('sinusoidal')).toBe(slow(width, length));
      expect(count('transformer-xl')).toBe(slow(width, length));
      expect(count('rotary')).toBe(slow(width / heads, length));
    }
  });

  test('the far answers', () => {
    const model = modelOf({});
    expect(model.far).toBe(5120);
    const { values: row } = schemeOf(model, 'sinusoidal').reach;
    expect(row['first']).toBeCloseTo(Math.sin(5120), 7);
    expect(schemeOf(model, 'shaw').reach.values['offset']).toBe(-16);
    expect(schemeOf(model, 't5').reach.values['bucket']).toBe(15);
    expect(schemeOf(model, 'rotary').reach.values['angle']).toBeCloseTo(
      5120 / 10_000 ** (62 / 64),
      9,
    );
    expect(schemeOf(model, 'alibi').reach.values).toEqual({ reached: -255.5, cost: 2560 });
    const { refusal } = schemeOf(model, 'learned').reach;
    expect(refusal).toContain('5120');
    expect(refusal).toContain('0..511');
  });
});

test('ALiBi takes the same from the key before and from the key behind', () => {
  const { probe } = schemeOf(modelOf({}), 'alibi');
  const { probe: none } = schemeOf(modelOf({}), 'none');
  expect(probe.before).toBe(probe.after);
  expect(none.before).toBe(none.after);
  // The steepest of eight slopes is a half; both scores are float32 below 4.
  expect(Math.abs(none.before - probe.before - 0.5)).toBeLessThan(1e-6);
});

test('says how many fit, and that none has it all', () => {
  const sentence = (matters: string) => schemesFigure.summary(modelOf({ matters }));
  expect(sentence('all')).toContain('between 0 and 1,573,888 trained numbers (Transformer-XL)');
  expect(sentence('all')).toContain('Of 8 schemes 4 add none, 7 have an answer at position 5120');
  const most = 'The most that one scheme offers is 4 of these 5 things: Shaw, T5, and RoPE.';
  for (const [matters, names] of [
    ['untrained', '4 of 8 schemes fit what was chosen (no trained numbers): no positions,'],
    ['longer', '7 of 8'],
    ['distance', 'Shaw, Transformer-XL, T5, RoPE, and ALiBi'],
    ['order', '6 of 8'],
    ['familiar', 'no positions, Shaw, and T5'],
  ] as const) {
    expect(sentence(matters)).toContain(names);
    expect(sentence(matters)).toContain(most);
    expect(sentence(matters)).not.toMatch(/\{\w+\}/);
  }
});

test('every row of the table is as long as its head, and nothing is left to fill in', () => {
  for (const values of homeOrSmallOrLarge) {
    const { columns, rows } = schemesFigure.table(modelOf(values));
    expect(rows).toHaveLength(8);
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(JSON.stringify([columns, rows])).not.toMatch(/\{\w+\}|NaN|undefined/);
  }
});

test('a width that the heads do not divide into pairs becomes the nearest that they do', () => {
  expect(modelOf({ heads: '12' }).state.width).toBe(504);
  expect(modelOf({ heads: '6' }).state.width).toBe(516);
  expect(modelOf({ width: '8', heads: '8' }).state.width).toBe(64);
  expect(modelOf({ width: '4096', heads: '31' }).state.width).toBe(62 * 66);
  expect(modelOf({ width: '768', heads: '12' }).state.width).toBe(768);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ length: 512, width: 512, heads: 8, layers: 6, matters: 'all' });
  for (const bad of [
    { length: '15' },
    { length: '4097' },
    { width: '7' },
    { width: '4097' },
    { heads: '0' },
    { heads: '33' },
    { layers: '0' },
    { layers: '49' },
    { matters: 'looks' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
