/** The four combinations against the lesson's table, and what the figure says of them. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { row } from '../../../web/bindings/matrix.ts';
import { attentionFigure } from '../../../web/components/attention/attention.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { fourWaysFigure } from '../../../web/components/four-ways/four-ways.ts';
import { figureHtml } from '../../../web/publish/figure-html.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(fourWaysFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => fourWaysFigure.model(core, stateOf(values));
const summaryOf = (values: Record<string, string>) => fourWaysFigure.summary(modelOf(values));

// The table that the lesson has to reproduce, five digits known.
const known = [
  {
    positions: 'off',
    mask: 'none',
    rows: [
      [0.38365, 0.2327, 0.38365],
      [0.27407, 0.45186, 0.27407],
      [0.38365, 0.2327, 0.38365],
    ],
  },
  {
    positions: 'on',
    mask: 'none',
    rows: [
      [0.33486, 0.40527, 0.25987],
      [0.34354, 0.48723, 0.16923],
      [0.20132, 0.15466, 0.64402],
    ],
  },
  {
    positions: 'off',
    mask: 'causal',
    rows: [
      [1, 0, 0],
      [0.37754, 0.62246, 0],
      [0.38365, 0.2327, 0.38365],
    ],
  },
  {
    positions: 'on',
    mask: 'causal',
    rows: [
      [1, 0, 0],
      [0.41352, 0.58648, 0],
      [0.20132, 0.15466, 0.64402],
    ],
  },
];

test('red, blue, red under all four settings', () => {
  const { panels } = modelOf({});
  expect(panels.map(({ positions, mask }) => [positions, mask])).toEqual(
    known.map(({ positions, mask }) => [positions, mask]),
  );
  known.forEach(({ rows }, panel) =>
    rows.flat().forEach((weight, i) => {
      const found = panels[panel]!.trace.weights.data[i]!;
      expect(Math.abs(found - weight), `panel ${panel}, cell ${i}`).toBeLessThan(6e-6);
    }),
  );
});

test('each panel is the attention figure under its settings', () => {
  const words = 'the old dog chased the young cat away';
  for (const panel of modelOf({ words }).panels) {
    const { positions, mask } = panel;
    const state = readState(
      attentionFigure.fields,
      (key) => ({ words, positions, mask })[key as 'words'],
    );
    expect(attentionFigure.model(core, state).now!.trace.weights).toEqual(panel.trace.weights);
  }
});

describe('what is equal', () => {
  const same = (query: string, words = 'red blue red') =>
    modelOf({ words, query }).panels.map(({ sameAs }) => sameAs);

  test('the first query is one under the mask, the last has nothing to lose', () => {
    expect(same('0')).toEqual([0, 1, 2, 2]);
    expect(same('1')).toEqual([0, 1, 2, 3]);
    expect(same('2')).toEqual([0, 1, 0, 1]);
    expect(same('0', 'red')).toEqual([0, 0, 0, 0]);
  });

  test('without positions and mask equal words have equal rows, elsewhere they have not', () => {
    const { panels } = modelOf({});
    expect(panels.map(({ equal }) => equal)).toEqual([[[0, 2]], [], [], []]);
    expect(modelOf({ words: 'a b a b a' }).panels[0]!.equal).toEqual([
      [0, 2, 4],
      [1, 3],
    ]);
  });
});

test('says what the mask empties, what positions change, and which rows are equal', () => {
  // The largest differences within the table above: |0.27407 - 0.16923| and |0.62246 - 0.58648|.
  expect(summaryOf({})).toBe(
    'In the row of blue at 1 the mask empties red at 2. Positions change the weights by up to ' +
      '0.10484 without the mask and by up to 0.03598 under it. The row is another in each panel. ' +
      'Within A, equal rows: red at 0, red at 2.',
  );
  const first = summaryOf({ query: '0' });
  expect(first).toContain('the mask empties blue at 1, red at 2.');
  expect(first).toContain('and not at all under it. The row is the same in C, D.');
  const last = summaryOf({ query: '2' });
  expect(last).toContain('the mask empties nothing: no token comes later.');
  expect(last).toContain('The row is the same in A, C; B, D.');
});

test('no word at all asks for one', () => {
  const model = fourWaysFigure.model(core, { words: '  ', query: 1 });
  expect(fourWaysFigure.summary(model)).toBe('Type one to 8 words.');
  expect(fourWaysFigure.table(model).rows).toEqual([]);
  expect(fourWaysFigure.cell!(model, { row: 9, column: 2 })).toBe('');
});

test('every cell of every panel has a sentence, forbidden ones say so', () => {
  const model = modelOf({});
  expect(fourWaysFigure.cell!(model, { row: 8 + 1, column: 0 })).toBe(
    'B: blue at 1 reads red at 0 with a weight of 0.34354',
  );
  expect(fourWaysFigure.cell!(model, { row: 16, column: 2 })).toBe(
    'C: red at 0 may not read red at 2, which comes later: weight 0',
  );
  for (let r = 0; r < 32; ++r) {
    for (let column = 0; column < 8; ++column) {
      expect(fourWaysFigure.cell!(model, { row: r, column })).not.toMatch(/\{\w+\}|NaN|undefined/);
    }
  }
});

test('the table has every row of every panel', () => {
  const table = fourWaysFigure.table(modelOf({}));
  expect(table.rows).toHaveLength(12);
  for (const line of table.rows) expect(line).toHaveLength(table.columns.length);
  expect(table.rows[4]!.slice(0, 4)).toEqual(['B', 'on', 'none', 'blue at 1']);
  expect(table.columns.join() + table.caption).not.toMatch(/\{\w+\}/);
});

test('what the build draws: forbidden cells are marked, and one row is followed in each panel', () => {
  const drawn = figureHtml(core, 'four-ways', 'f', { words: 'red blue red', query: '1' }).close;
  expect(drawn.match(/data-masked/g)).toHaveLength(6);
  expect(drawn.match(/data-row="1"\s+data-chosen/g)).toHaveLength(4);
  expect(drawn).toContain('1 cell emptied, the rest enlarged');
  expect(drawn).not.toMatch(/\{\w+\}|NaN|undefined/);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ words: 'red blue red', query: 1 });
  for (const bad of [
    { words: '' },
    { words: ',' },
    { query: '8' },
    { query: '' },
    { query: '-1' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
  expect(modelOf({ words: 'red blue', query: '5' }).state.query).toBe(1);
  expect([
    ...row(modelOf({ words: 'red blue', query: '5' }).panels[2]!.trace.weights, 1),
  ]).toHaveLength(2);
});
