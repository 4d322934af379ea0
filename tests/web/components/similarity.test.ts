/** The similarity figure against the sum of cosines, and the rows' own products. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { similarityFigure } from '../../../web/components/similarity/similarity.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(similarityFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => similarityFigure.model(core, stateOf(values));

function cosines(distance: number, width: number, base: number): number {
  let sum = 0;
  for (let k = 0; k < width / 2; ++k) sum += Math.cos(distance / base ** ((2 * k) / width));
  return sum;
}

test.each([
  { width: '64', base: '10000', distances: '64' },
  { width: '4', base: '10000', distances: '8' },
  { width: '2', base: '1.1', distances: '100' },
  { width: '512', base: '1000000', distances: '256' },
])('%j: the curve and every pair of positions', (values) => {
  const [width, base, distances] = [values.width, values.base, values.distances].map(Number);
  const model = modelOf(values);
  expect(model.curve).toHaveLength(distances!);
  model.curve.forEach((value, distance) => {
    // Rounded once to float32.
    const right = cosines(distance, width!, base!);
    expect(Math.abs(value - right), `distance ${distance}`).toBeLessThan(6e-8 * width! + 1e-9);
  });
  const { rows, data } = model.products;
  expect(rows).toBe(Math.min(48, distances!));
  for (let p = 0; p < rows; ++p) {
    for (let q = 0; q < rows; ++q) {
      // Two rows whose entries are within 2.99e-8, and a float32 sum up to width / 2: a few units
      // in its last place.
      const right = cosines(p - q, width!, base!);
      expect(Math.abs(data[p * rows + q]! - right), `${p}, ${q}`).toBeLessThan(3e-7 * width!);
      expect(Math.abs(model.shares.data[p * rows + q]!)).toBeLessThanOrEqual(1 + 1e-6);
    }
  }
});

test.each([
  ['4', 4],
  ['64', 6],
  ['128', 12],
  ['512', 44],
])('at width %s the first rise is at distance %i', (width, rise) => {
  const model = modelOf({ width });
  expect(model.rise).toBe(rise);
  for (let d = 1; d < rise; ++d) expect(model.curve[d]!).toBeLessThan(model.curve[d - 1]!);
  expect(model.curve[rise]!).toBeGreaterThan(model.curve[rise - 1]!);
});

test('says where the curve rises, also where it ends before', () => {
  const shown = similarityFigure.summary(modelOf({}));
  expect(shown).toContain('rises first at distance 6');
  expect(shown).toContain('itself is 32');
  const cut = similarityFigure.summary(modelOf({ width: '512', distances: '20' }));
  expect(cut).toContain('Up to distance 19');
  expect(cut).toContain('distance 44');
  const edge = similarityFigure.summary(modelOf({ width: '512', distances: '44' }));
  expect(edge, 'distance 44 is one past the last').toContain('Up to distance 43');
  for (const sentence of [shown, cut, edge]) expect(sentence).not.toMatch(/\{\w+\}|NaN|undefined/);
});

test('a cell names both positions, their distance and their product', () => {
  const cell = similarityFigure.cell!(modelOf({ width: '4' }), { row: 1, column: 7 });
  expect(cell).toContain('positions 1 and 7, distance 6: 1.958');
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ width: 64, base: 10_000, distances: 64 });
  for (const bad of [
    { width: '63' },
    { width: '514' },
    { distances: '7' },
    { distances: '1e9' },
    { base: '0' },
    { base: '' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});

test('a longer curve leaves the table with a row for each distance', () => {
  const table = similarityFigure.table(modelOf({ distances: '200' }));
  expect(table.rows).toHaveLength(200);
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
});
