/** Figures whose rows follow the page's layout, in the layout that is not the text's. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import type { Matrix } from '../../../web/bindings/matrix.ts';
import { addSubtractFigure } from '../../../web/components/add-subtract/add-subtract.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { columnsOf, partAt } from '../../../web/components/figure/pair-columns.ts';
import { layerFigure } from '../../../web/components/layer/layer.ts';
import { learnedTableFigure } from '../../../web/components/learned-table/learned-table.ts';
import { shiftFigure } from '../../../web/components/shift/shift.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

/** All sines, then all cosines, by the formula. */
function halves(position: number, width: number, base = 10_000): number[] {
  const angles = Array.from({ length: Math.ceil(width / 2) }, (_, k) => {
    return position / base ** ((2 * k) / width);
  });
  return [...angles.map(Math.sin), ...angles.map(Math.cos)].slice(0, width);
}

function expectRow(row: ArrayLike<number>, expected: readonly number[]): void {
  expect(row).toHaveLength(expected.length);
  expected.forEach((value, i) => expect(row[i]).toBeCloseTo(value, 6));
}

const rowOf = ({ data, cols }: Matrix, row: number) => data.subarray(row * cols, (row + 1) * cols);
const asked = (values: Record<string, string>) => (key: string) =>
  ({ layout: 'split', ...values })[key] ?? null;

test.each([1, 2, 5, 8])('every entry of width %i is one part of one pair, and back', (width) => {
  for (const layout of ['interleaved', 'split'] as const) {
    for (let entry = 0; entry < width; ++entry) {
      const { pair, part } = partAt(layout, width, entry);
      expect(columnsOf(layout, width, pair)[part]).toBe(entry);
    }
  }
});

test('content plus position', () => {
  const state = readState(addSubtractFigure.fields, asked({ first: '1', second: '2' }));
  const { first, second } = addSubtractFigure.model(core, state);
  expectRow(first.position.data, halves(1, 4));
  expectRow(
    second.sum.data,
    [1, 0, 1, 0].map((content, i) => content + halves(2, 4)[i]!),
  );
});

test('the layer', () => {
  const state = readState(layerFigure.fields, asked({ start: '3', width: '5' }));
  const { pattern, gap } = layerFigure.model(core, state);
  expectRow(rowOf(pattern, 0), halves(3, 5));
  expectRow(rowOf(pattern, 1), halves(4, 5));
  expect(gap).toBeLessThan(1e-6);
});

test("the formula's table beside the learned one", () => {
  const state = readState(learnedTableFigure.fields, asked({ width: '7', position: '9' }));
  const { computed, computedRow } = learnedTableFigure.model(core, state);
  expectRow(rowOf(computed, 6), halves(6, 7));
  expectRow(computedRow.data, halves(9, 7));
});

test('the shift matrix takes the row in halves to the row in halves', () => {
  const values = { offset: '3', start: '2', width: '6', base: '50' };
  const model = shiftFigure.model(core, readState(shiftFigure.fields, asked(values)));
  const before = halves(2, 6, 50);
  const after = halves(5, 6, 50);
  expectRow(model.before.data, before);
  expectRow(model.after.data, after);
  for (let row = 0; row < 6; ++row) {
    const moved = before.reduce((sum, x, i) => sum + model.matrix.data[6 * row + i]! * x, 0);
    expect(moved).toBeCloseTo(after[row]!, 6);
  }
  model.pairs.forEach(({ before: hand }, k) => {
    expect([hand.sine, hand.cosine]).toEqual([model.before.data[k], model.before.data[k + 3]]);
  });
  // Sine 1 is made from sine 1 and cosine 1, which stand three entries apart.
  expect(shiftFigure.cell!(model, { row: 1, column: 4 })).toContain('cosine');
  expect(model.matrix.data[6 * 1 + 4]).not.toBe(0);
  expect(model.matrix.data[6 * 1 + 2]).toBe(0);
});
