/** The learned table: its training against one written here, in double precision. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { learnedTable } from '../../../web/bindings/learned.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { learnedTableFigure } from '../../../web/components/learned-table/learned-table.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(learnedTableFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => learnedTableFigure.model(core, stateOf(values));

/** The attention weights of rows among themselves, at the figure's scale of 4. */
function weightsOf(table: readonly number[][]): number[][] {
  return table.map((query) => {
    const scores = table.map(
      (key) => 4 * query.reduce((sum, value, i) => sum + value * key[i]!, 0),
    );
    const most = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share) => share / total);
  });
}

function nearby(table: readonly number[][]): number {
  const parts = weightsOf(table).map((weights, p) =>
    weights.reduce((sum, weight, q) => sum + (Math.abs(p - q) <= 1 ? weight : 0), 0),
  );
  return parts.reduce((sum, part) => sum + part, 0) / table.length;
}

/** A step along the slope of `nearby`, which is measured by central differences. */
function stepOf(table: readonly number[][]): number[][] {
  const h = 1e-5;
  return table.map((row, p) =>
    row.map((value, i) => {
      const at = (moved: number) =>
        nearby(
          table.map((other, q) => (q === p ? other.map((v, j) => (j === i ? moved : v)) : other)),
        );
      return value + (0.6 * (at(value + h) - at(value - h))) / (2 * h);
    }),
  );
}

function rowsOf(data: Float32Array, rows: number, width: number): number[][] {
  return Array.from({ length: rows }, (_, p) => [...data.subarray(p * width, (p + 1) * width)]);
}

test('five steps go where the slope of the task leads', () => {
  const settings = { rows: '10', trained: '6', width: '4' };
  let table = rowsOf(modelOf({ ...settings, steps: '0' }).table.data, 6, 4);
  const first = nearby(table);
  for (let s = 0; s < 5; ++s) table = stepOf(table);
  const model = modelOf({ ...settings, steps: '5' });
  // Float32 tables and gradients over five steps; the slopes here are good to 1e-9.
  table.flat().forEach((value, i) => {
    expect(Math.abs(model.table.data[i]! - value), `entry ${i}`).toBeLessThan(5e-6);
  });
  expect(Math.abs(model.nearbyBefore - first)).toBeLessThan(1e-6);
  expect(Math.abs(model.nearbyNow - nearby(table))).toBeLessThan(1e-5);
});

test('training does the task', () => {
  for (const trained of ['2', '5', '8', '16']) {
    const model = modelOf({ trained });
    expect(model.nearbyNow, trained).toBeGreaterThan(0.95);
    if (trained !== '2') expect(model.nearbyBefore, trained).toBeLessThan(0.9);
  }
});

test('rows beyond the trained ones keep their first numbers to the last bit', () => {
  const first = modelOf({ steps: '0' });
  for (const steps of ['1', '30', '40']) {
    const model = modelOf({ steps });
    expect([...model.table.data.subarray(8 * 8)]).toEqual([...first.table.data.subarray(8 * 8)]);
    model.moved.forEach((moved, p) => {
      if (p < 8) expect(moved, `row ${p}`).toBeGreaterThan(0);
      else expect(moved, `row ${p}`).toBe(0);
    });
  }
});

test('the table is the one that a table of so many rows would be', () => {
  for (const rows of [2, 16, 24]) {
    const fresh = learnedTable(core, { positions: rows, width: 8, deviation: 0.2, seed: 1 });
    const model = modelOf({ rows: String(rows), steps: '0' });
    expect([...model.table.data]).toEqual([...fresh.data]);
    expect(model.table.rows).toBe(rows);
  }
});

test('steps can go back', () => {
  const before = [...modelOf({ steps: '10' }).table.data];
  modelOf({ steps: '40' });
  modelOf({ steps: '3', trained: '4' });
  expect([...modelOf({ steps: '10' }).table.data]).toEqual(before);
});

test('behind the last row the core refuses, and the formula goes on', () => {
  const past = modelOf({ rows: '16', position: '16' });
  expect(past.found).toHaveProperty('refusal');
  expect((past.found as { refusal: string }).refusal).toContain('16');
  expect(Math.abs(past.computedRow.data[0]! - Math.sin(16))).toBeLessThan(2.99e-8);
  const inside = modelOf({ rows: '16', position: '15' });
  expect('row' in inside.found && [...inside.found.row.data]).toEqual([
    ...inside.table.data.subarray(15 * 8),
  ]);
});

test('the sinusoidal table beside it is the formula', () => {
  const { computed } = modelOf({ rows: '20', width: '5' });
  computed.data.forEach((value, i) => {
    const [p, entry] = [Math.floor(i / 5), i % 5];
    const angle = p / 10_000 ** ((2 * Math.floor(entry / 2)) / 5);
    const right = entry % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    expect(Math.abs(value - right)).toBeLessThan(2.99e-8);
  });
});

test('more trained positions than rows are as many as rows', () => {
  const model = modelOf({ rows: '4', trained: '24' });
  expect(model.state.trained).toBe(4);
  expect(learnedTableFigure.summary(model)).toContain('Every row was reached.');
});

test('says what it shows in every state', () => {
  const plain = learnedTableFigure.summary(modelOf({}));
  expect(plain).toContain('After 30 steps');
  expect(plain).toContain('Rows 8 to 15');
  const start = learnedTableFigure.summary(modelOf({ steps: '0' }));
  expect(start).toContain('Before the first step');
  const one = learnedTableFigure.summary(modelOf({ rows: '9' }));
  expect(one).toContain('Row 8 was');
  for (const sentence of [plain, start, one]) expect(sentence).not.toMatch(/\{\w+\}|NaN/);
  const model = modelOf({});
  for (const [row, column, words] of [
    [0, 0, 'learned table, position 0, entry 0'],
    [9, 7, 'never trained'],
    [9, 8, 'sinusoidal table, position 9, entry 0'],
    [30, 30, 'sinusoidal table, position 15, entry 7'],
  ] as const) {
    const cell = learnedTableFigure.cell!(model, { row, column });
    expect(cell).toContain(words);
    expect(cell).not.toMatch(/\{\w+\}|NaN|undefined/);
  }
  const table = learnedTableFigure.table(model);
  expect(table.rows).toHaveLength(16);
  for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({
    rows: 16,
    trained: 8,
    width: 8,
    steps: 30,
    position: 16,
    layout: 'interleaved',
  });
  for (const bad of [
    { rows: '1' },
    { rows: '25' },
    { trained: '1' },
    { width: '9' },
    { steps: '41' },
    { steps: '-1' },
    { position: '32' },
    { position: 'last' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
