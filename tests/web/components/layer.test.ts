/** The layer figure: sums and gradients against what they must be. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { layerFigure } from '../../../web/components/layer/layer.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(layerFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => layerFigure.model(core, stateOf(values));

test.each([
  { batch: '2', start: '0', width: '4' },
  { batch: '1', start: '100', width: '1' },
  { batch: '3', start: '10', width: '5' },
])('%j: one set of rows for every sequence', (values) => {
  const [batch, start, width] = [values.batch, values.start, values.width].map(Number);
  const model = modelOf(values);
  expect(model.output.data).toHaveLength(batch! * 2 * width!);
  model.output.data.forEach((value, i) => {
    const token = Math.floor(i / width!) % 2;
    const entry = i % width!;
    const angle = (start! + token) / 10_000 ** ((2 * Math.floor(entry / 2)) / width!);
    const row = entry % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    // A row within 2.99e-8 of the formula, and a sum below 2 rounded to float32.
    expect(Math.abs(value - model.input.data[i]! - row), `cell ${i}`).toBeLessThan(1.6e-7);
  });
});

test('the first state is the batch of the text', () => {
  const { input, output } = modelOf({});
  expect([...input.data]).toEqual([1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0]);
  const last = [1.84147, 0.5403, 1.01, 0.99995];
  // Five digits are known.
  last.forEach((value, i) => expect(Math.abs(output.data[12 + i]! - value)).toBeLessThan(6e-6));
});

test('the gradient leaves as it arrives, and the forward pass alone measures the same', () => {
  for (const batch of ['1', '2', '3']) {
    for (const width of ['1', '4', '5']) {
      const model = modelOf({ batch, width, start: '77' });
      expect([...model.leaving.data]).toEqual([...model.arriving.data]);
      expect(new Set(model.arriving.data).size).toBeGreaterThan(1);
      model.measured.data.forEach((value, i) => {
        // Two sums near 2, each rounded to float32, times a gradient of 2 at most.
        expect(Math.abs(value - model.arriving.data[i]!), `cell ${i}`).toBeLessThan(5e-7);
      });
      expect(model.gap).toBeLessThan(5e-7);
    }
  }
});

test('says what it shows; every cell of both passes has a sentence', () => {
  const model = modelOf({ start: '10', width: '5', batch: '3' });
  const sentence = layerFigure.summary(model);
  expect(sentence).toContain('each of the 3 sequences receives the row of position 10');
  expect(sentence).not.toMatch(/\{\w+\}/);
  expect(layerFigure.summary(modelOf({ batch: '1' }))).toContain('of the sequence');
  for (let row = 0; row < 12; ++row) {
    for (let column = 0; column < 5; ++column) {
      expect(layerFigure.cell!(model, { row, column })).not.toMatch(/\{\w+\}|NaN|undefined/);
    }
  }
  expect(layerFigure.cell!(model, { row: 3, column: 1 })).toContain('sequence 1, token 1, entry 1');
  expect(layerFigure.cell!(modelOf({}), { row: 4 + 3, column: 3 })).toContain(
    'arrives 2.00000, leaves 2.00000, measured 2.00000',
  );
});

test('a cursor beyond a batch that has shrunk still has a sentence', () => {
  const cell = layerFigure.cell!(modelOf({ batch: '1', width: '1' }), { row: 11, column: 4 });
  expect(cell).not.toMatch(/\{\w+\}|NaN|undefined/);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ batch: 2, start: 0, width: 4, layout: 'interleaved' });
  for (const bad of [
    { batch: '0' },
    { batch: '4' },
    { start: '-1' },
    { width: '6' },
    { width: 'x' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});

test('the table has a row for each entry', () => {
  const table = layerFigure.table(modelOf({}));
  expect(table.rows).toHaveLength(16);
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
});
