/** The shift figure against rotations worked out here, in double precision. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { shiftFigure } from '../../../web/components/shift/shift.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const kCell = 2.99e-8; // how far a float32 table may be from the formula

const stateOf = (values: Record<string, string>) =>
  readState(shiftFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => shiftFigure.model(core, stateOf(values));

test.each([
  { offset: '3', start: '0', width: '4', base: '10000' },
  { offset: '0', start: '17', width: '2', base: '10000' },
  { offset: '100', start: '100', width: '16', base: '1.1' },
  { offset: '7', start: '31', width: '10', base: '1000000' },
])('%j: blocks of rotations, rows before and after', (values) => {
  const [m, p, width, base] = [values.offset, values.start, values.width, values.base].map(Number);
  const model = modelOf(values);
  expect(model.pairs).toHaveLength(width! / 2);
  for (let row = 0; row < width!; ++row) {
    const k = Math.floor(row / 2);
    const rate = base! ** ((-2 * k) / width!);
    const part = row % 2 === 0 ? Math.sin : Math.cos;
    expect(Math.abs(model.before.data[row]! - part(p! * rate))).toBeLessThan(kCell);
    expect(Math.abs(model.after.data[row]! - part((p! + m!) * rate))).toBeLessThan(kCell);
    // Two float32 factors times two float32 entries, and the sum rounded: a few units in 24 digits.
    expect(Math.abs(model.moved.data[row]! - part((p! + m!) * rate))).toBeLessThan(2e-7);
    for (let column = 0; column < width!; ++column) {
      const inside = Math.floor(column / 2) === k;
      const turned =
        row === column
          ? Math.cos(m! * rate)
          : row < column
            ? Math.sin(m! * rate)
            : -Math.sin(m! * rate);
      const cell = model.matrix.data[row * width! + column]!;
      if (inside) expect(Math.abs(cell - turned), `${row}, ${column}`).toBeLessThan(kCell);
      else expect(Math.abs(cell), `${row}, ${column}`).toBe(0);
    }
  }
  for (const { k, turn } of model.pairs) {
    // The rate is a float32: half a unit of 24 binary digits.
    expect(Math.abs(turn - m! * base! ** ((-2 * k) / width!))).toBeLessThan(m! * 6e-8 + 1e-12);
  }
  expect(model.gap).toBeLessThan(2e-7);
});

test('another start leaves the matrix and the angles, and moves the hands', () => {
  const [here, there] = [modelOf({ start: '0' }), modelOf({ start: '57' })];
  expect(there.matrix).toEqual(here.matrix);
  expect(there.pairs.map((pair) => pair.turn)).toEqual(here.pairs.map((pair) => pair.turn));
  expect(there.pairs[0]!.before).not.toEqual(here.pairs[0]!.before);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ offset: 3, start: 0, width: 4, base: 10_000, layout: 'interleaved' });
  for (const bad of [
    { width: '5' },
    { width: '0' },
    { width: '18' },
    { width: '' },
    { offset: '-1' },
    { offset: '1.5' },
    { start: '101' },
    { base: '1' },
    { base: 'NaN' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});

test('says what it shows, cell by cell and as a table', () => {
  const model = modelOf({ offset: '3', start: '2' });
  const sentence = shiftFigure.summary(model);
  expect(sentence).toContain('From position 2 to 5');
  expect(sentence).toContain('pair 0 turns by 3.000 rad, pair 1 by 0.030 rad');
  expect(sentence).not.toMatch(/\{\w+\}/);
  expect(shiftFigure.cell!(model, { row: 1, column: 0 })).toContain('takes −0.14112 of entry 0');
  expect(shiftFigure.cell!(model, { row: 0, column: 2 })).toContain('nothing');
  const table = shiftFigure.table(model);
  expect(table.rows).toHaveLength(4);
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
  expect(table.columns.join() + table.caption).not.toMatch(/\{\w+\}/);
});

test('a move that changes nothing agrees exactly', () => {
  expect(shiftFigure.summary(modelOf({ offset: '0', start: '0' }))).toContain('exactly');
});
