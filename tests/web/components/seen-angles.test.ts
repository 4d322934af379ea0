/** The seen-angles figure against angles worked out here. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { seenAnglesFigure } from '../../../web/components/seen-angles/seen-angles.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(seenAnglesFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => seenAnglesFigure.model(core, stateOf(values));
const turn = 2 * Math.PI;

test.each([
  { trained: '512', position: '2000', width: '8', base: '10000' },
  { trained: '1', position: '8191', width: '2', base: '10000' },
  { trained: '4096', position: '5000', width: '16', base: '1000000' },
  { trained: '100', position: '99', width: '16', base: '1.1' },
])('%j: shares, angles and what is new', (values) => {
  const [trained, position, width, base] = [
    values.trained,
    values.position,
    values.width,
    values.base,
  ].map(Number);
  const model = modelOf(values);
  expect(model.pairs).toHaveLength(width! / 2);
  for (const pair of model.pairs) {
    const rate = base! ** ((-2 * pair.k) / width!);
    const share = Math.min(1, ((trained! - 1) * rate) / turn);
    const angle = (position! * rate) % turn;
    // A float32 share below 1; an angle from a sine and a cosine that are float32.
    expect(Math.abs(pair.share - share), `share ${pair.k}`).toBeLessThan(6e-8);
    expect(Math.abs(pair.angle - angle), `angle ${pair.k}`).toBeLessThan(1e-6);
    expect(Math.abs(pair.period * rate - turn)).toBeLessThan(1e-6);
    const seen = position! < trained! || share >= 1 || angle <= share * turn;
    expect(pair.seen, `pair ${pair.k}`).toBe(seen);
  }
});

test('no hand of a trained position is new, at any width', () => {
  for (const width of ['2', '8', '16']) {
    for (const trained of ['2', '100', '512', '4096']) {
      const position = String(Number(trained) - 1);
      const model = modelOf({ width, trained, position });
      expect(model.pairs.every((pair) => pair.seen)).toBe(true);
    }
  }
});

test('pair 2 leaves first and comes back first', () => {
  const seen = (position: number) =>
    modelOf({ position: String(position) }).pairs.map((p) => p.seen);
  expect(seen(511)).toEqual([true, true, true, true]);
  expect(seen(512)).toEqual([true, true, false, false]);
  expect(seen(628)).toEqual([true, true, false, false]);
  expect(seen(629)).toEqual([true, true, true, false]);
  expect(seen(6000)).toEqual([true, true, true, false]);
  expect(seen(6284)).toEqual([true, true, true, true]);
});

test('says which pairs are new', () => {
  const sentence = (position: string) => seenAnglesFigure.summary(modelOf({ position }));
  expect(sentence('2000')).toContain('pair 3 stands at an angle');
  expect(sentence('600')).toContain('pairs 2 and 3 stand at angles');
  expect(sentence('511')).toContain('every hand');
  for (const position of ['2000', '600', '511']) {
    expect(sentence(position)).not.toMatch(/\{\w+\}/);
  }
  const table = seenAnglesFigure.table(modelOf({}));
  expect(table.rows).toHaveLength(4);
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ trained: 512, position: 2000, width: 8, base: 10_000 });
  for (const bad of [
    { trained: '0' },
    { trained: '4097' },
    { position: '-1' },
    { position: '8192' },
    { width: '7' },
    { width: '18' },
    { base: '1' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
