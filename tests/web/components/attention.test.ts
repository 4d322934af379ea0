/** The attention figure against the facts of the text, and against the formula worked out here. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { row } from '../../../web/bindings/matrix.ts';
import {
  attentionFigure,
  moveBack,
  moveToken,
  type AttentionModel,
} from '../../../web/components/attention/attention.ts';
import { entriesOf, tokenAttention } from '../../../web/components/attention/token-attention.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { parseReference, printReference } from '../../../web/components/reference/reference.ts';
import { formatRow } from '../../../web/components/strings/numbers.ts';
import { figureHtml } from '../../../web/publish/figure-html.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(attentionFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => attentionFigure.model(core, stateOf(values));
const weights = (model: AttentionModel, query: number) => [...row(model.now!.trace.weights, query)];

const eightWords = 'the old dog chased the young cat away';

/** Attention in double precision, from entries chosen by hand: nothing here asks the core. */
function byFormula(
  entries: number[],
  width: number,
  positions: boolean,
  causal: boolean,
  base: number,
) {
  const rows = entries.map((own, p) =>
    Array.from({ length: width }, (_, i) => {
      const angle = p / base ** ((i - (i % 2)) / width);
      return (i === own ? 1 : 0) + (positions ? (i % 2 ? Math.cos(angle) : Math.sin(angle)) : 0);
    }),
  );
  const products = rows.map((q) => rows.map((k) => q.reduce((sum, x, i) => sum + x * k[i]!, 0)));
  const weightRows = products.map((line, q) => {
    const powers = line.map((product, k) =>
      causal && k > q ? 0 : Math.exp(product / Math.sqrt(width)),
    );
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / total);
  });
  const outputs = weightRows.map((line) =>
    Array.from({ length: width }, (_, i) => line.reduce((sum, w, k) => sum + w * rows[k]![i]!, 0)),
  );
  return { rows, products, weightRows, outputs };
}

// The table that the lesson has to reproduce, five digits known.
test.each([
  [
    'off',
    'none',
    [0.38365, 0.2327, 0.38365],
    [0.27407, 0.45186, 0.27407],
    [0.38365, 0.2327, 0.38365],
  ],
  [
    'on',
    'none',
    [0.33486, 0.40527, 0.25987],
    [0.34354, 0.48723, 0.16923],
    [0.20132, 0.15466, 0.64402],
  ],
  ['off', 'causal', [1, 0, 0], [0.37754, 0.62246, 0], [0.38365, 0.2327, 0.38365]],
  ['on', 'causal', [1, 0, 0], [0.41352, 0.58648, 0], [0.20132, 0.15466, 0.64402]],
])('red, blue, red with positions %s and mask %s', (positions, mask, ...expected) => {
  const model = modelOf({ positions, mask });
  expected.forEach((line, q) => {
    line.forEach((weight, k) => {
      expect(Math.abs(weights(model, q)[k]! - weight), `${q}, ${k}`).toBeLessThan(6e-6);
      if (weight === 0) expect(weights(model, q)[k], 'forbidden is exactly 0').toBe(0);
    });
  });
});

test.each([
  { words: 'red blue red', entries: [0, 1, 0], width: 4 },
  { words: 'red', entries: [0], width: 4 },
  { words: 'Blue, dog dog,blue', entries: [1, 0, 0, 1], width: 4 },
  { words: 'dog chased red', entries: [2, 1, 0], width: 4 },
  { words: eightWords, entries: [5, 4, 3, 2, 5, 6, 1, 0], width: 8 },
])('$words: every number by the formula, under all four settings', ({ words, entries, width }) => {
  for (const positions of ['off', 'on']) {
    for (const mask of ['none', 'causal']) {
      for (const base of ['10000', '1.1', '1000000']) {
        const model = modelOf({ words, positions, mask, base });
        const right = byFormula(entries, width, positions === 'on', mask === 'causal', +base);
        const near = (found: Float32Array, expected: number[][], tolerance: number, what: string) =>
          expected.flat().forEach((value, i) => {
            const where = `${what} ${i}, positions ${positions}, mask ${mask}, base ${base}`;
            expect(Math.abs(found[i]! - value), where).toBeLessThan(tolerance);
          });
        const { input, trace } = model.now!;
        // A row within 2.99e-8 of the formula, and a sum below 2 rounded to float32.
        near(input.data, right.rows, 1.6e-7, 'input');
        // Eight products below 4 of such entries, and their sum, below 8, rounded to float32.
        near(trace.products.data, right.products, 4e-6, 'product');
        // What the core's header promises for entries within -1..1; these reach 2.
        near(trace.weights.data, right.weightRows, 4e-6, 'weight');
        near(trace.output.data, right.outputs, 8e-6, 'output');
      }
    }
  }
});

test('prose and figure have one and the same numbers', () => {
  for (const words of ['red,blue,red', 'blue,red,red,red', eightWords.replaceAll(' ', ',')]) {
    for (const positions of ['off', 'on']) {
      for (const mask of ['none', 'causal']) {
        const model = modelOf({ words, positions, mask });
        const reference = `attention words=${words} positions=${positions} mask=${mask} query=1`;
        const printed = printReference(core, parseReference(reference));
        expect(printed).toBe(formatRow(weights(model, 1)));
      }
    }
  }
});

test('prose with more words than the figure takes is refused', () => {
  const reference = parseReference(
    'attention words=a,b,c,d,e,f,g,h,i positions=on mask=none query=0',
  );
  expect(() => printReference(core, reference)).toThrow('there are 9 words; there must be 1..8');
});

describe('words', () => {
  test('red and blue have the entries of the text, the others follow by the alphabet', () => {
    expect([...entriesOf(['red', 'blue', 'red'])]).toEqual([
      ['red', 0],
      ['blue', 1],
    ]);
    expect([...entriesOf(['blue'])]).toEqual([['blue', 1]]);
    expect([...entriesOf(['dog', 'blue', 'cat'])]).toEqual([
      ['cat', 0],
      ['blue', 1],
      ['dog', 2],
    ]);
  });

  test('a word keeps its vector in every order of the same words', () => {
    const sorted = (words: string[]) => [...entriesOf(words)];
    expect(sorted(['dog', 'chased', 'cat'])).toEqual(sorted(['cat', 'chased', 'dog']));
  });

  test('up to four different words are 4 wide, more are 8', () => {
    expect(modelOf({ words: 'a b c d a b c d' }).now!.input.cols).toBe(4);
    expect(modelOf({ words: 'a b c d e' }).now!.input.cols).toBe(8);
    expect(modelOf({ words: 'a b c d e f g h' }).now!.input.cols).toBe(8);
  });

  test('what is beyond eight words does not take part', () => {
    expect(modelOf({ words: `${eightWords} again` }).words).toEqual(eightWords.split(' '));
  });

  test('no word at all asks for one and does not ask the core', () => {
    const model = attentionFigure.model(core, { ...stateOf({}), words: ' , ' });
    expect(attentionFigure.summary(model)).toBe('Type one to 8 words.');
    expect(attentionFigure.table(model).rows).toEqual([]);
    expect(attentionFigure.cell!(model, { row: 0, column: 0 })).toBe('');
    expect(() =>
      tokenAttention(core, { words: [], positions: false, mask: 'none', base: 2 }),
    ).toThrow('there are 0 words');
  });
});

describe('the chosen cell', () => {
  test('every cell of every setting comes to its weight, step by step', () => {
    for (const words of ['red blue red', eightWords]) {
      for (const positions of ['off', 'on']) {
        for (const mask of ['none', 'causal']) {
          const { now, words: tokens } = modelOf({ words, positions, mask });
          const n = tokens.length;
          for (let place = 0; place < n * n; ++place) {
            const [q, k] = [Math.floor(place / n), place % n];
            const { cell } = modelOf({ words, positions, mask, query: `${q}`, key: `${k}` });
            const { entries, product, score, width, powers, total, weight, open } = cell!;
            const where = `${q}, ${k}`;
            expect([...cell!.query], where).toEqual([...row(now!.input, q)]);
            expect([...cell!.key], where).toEqual([...row(now!.input, k)]);
            // float32 sums of eight terms below 4, in another order.
            const sum = entries.reduce((all, entry) => all + entry, 0);
            expect(Math.abs(sum - product), where).toBeLessThan(4e-6);
            expect(Math.abs(product / Math.sqrt(width) - score), where).toBeLessThan(1e-6);
            expect(open, where).toBe(mask === 'none' || k <= q);
            if (open) expect(powers[k], where).toBe(Math.exp(score));
            else expect([powers[k], weight], where).toEqual([0, 0]);
            expect(Math.abs(powers[k]! / total - weight), where).toBeLessThan(4e-6);
          }
        }
      }
    }
  });

  test('known steps: the first red reads blue with positions', () => {
    const { cell } = modelOf({ positions: 'on' });
    // (1, 1, 0, 1) · (sin 1, 1 + cos 1, sin 0.01, cos 0.01), and what follows.
    const product = Math.sin(1) + 1 + Math.cos(1) + Math.cos(0.01);
    expect(cell!.product).toBeCloseTo(product, 6);
    expect(cell!.score).toBeCloseTo(product / 2, 6);
    expect(cell!.powers[1]).toBeCloseTo(Math.exp(product / 2), 5);
    expect(cell!.weight).toBeCloseTo(0.40527, 5);
  });

  test('a cell beyond the words is the last one', () => {
    expect(modelOf({ words: 'red blue', query: '7', key: '5' }).state).toMatchObject({
      query: 1,
      key: 1,
    });
  });
});

describe('moved tokens', () => {
  test('without positions and mask each output moves with its token', () => {
    const model = modelOf({ words: 'red red blue', order: '0,2,1' });
    expect(model.moved!.words).toEqual(['red', 'blue', 'red']);
    const before = modelOf({ words: 'red blue red' }).now!.trace.output;
    // Sums of the same three terms in another order: each within 4e-6 of the formula.
    row(before, 1).forEach((value, i) =>
      expect(Math.abs(row(model.now!.trace.output, 2)[i]! - value)).toBeLessThan(8e-6),
    );
    expect(Math.max(...model.moved!.gaps)).toBeLessThan(8e-6);
    expect(attentionFigure.summary(model)).toContain('Each output moved with its token');
  });

  test('so it is for any words and any order', () => {
    for (const order of ['7,6,5,4,3,2,1,0', '3,1,4,0,5,2,7,6', '1,2,3,4,5,6,7,0']) {
      const model = modelOf({ words: eightWords, order });
      expect(Math.max(...model.moved!.gaps), order).toBeLessThan(8e-6);
    }
  });

  test('positions or a mask change outputs with the place', () => {
    const placed = modelOf({ words: 'red red blue', order: '0,2,1', positions: 'on' });
    expect(Math.min(...placed.moved!.gaps)).toBeGreaterThan(0.01);
    expect(attentionFigure.summary(placed)).toContain('The moves changed every output');
    const masked = modelOf({ words: 'red red blue', order: '0,2,1', mask: 'causal' });
    expect(masked.moved!.gaps[0], 'the first red reads itself alone, as before').toBe(0);
    expect(attentionFigure.summary(masked)).toContain('changed the outputs of red at 1, blue at 2');
  });

  test('a move takes the words, the order and the chosen cell along, and back', () => {
    const start = modelOf({ words: 'red blue red dog', query: '1', key: '3' });
    const once = { ...start.state, ...moveToken(start, 1, 3) };
    expect(once).toMatchObject({
      words: 'red red dog blue',
      order: [0, 2, 3, 1],
      query: 3,
      key: 2,
    });
    const model = attentionFigure.model(core, once);
    const twice = { ...once, ...moveToken(model, 0, 1) };
    expect(twice).toMatchObject({
      words: 'red red dog blue',
      order: [2, 0, 3, 1],
      query: 3,
      key: 2,
    });
    expect({ ...once, ...moveToken(model, 3, 1) }, 'moved back by hand').toEqual(start.state);
    expect({ ...once, ...moveBack(model, model.moved!) }).toEqual(start.state);
  });

  test('an order that is none, or of other words, is no move', () => {
    for (const order of ['0,1,2', '0,1', '1,0,2,3'])
      expect(modelOf({ order }).moved).toBeUndefined();
  });
});

describe('words about it', () => {
  test('the sentence', () => {
    expect(attentionFigure.summary(modelOf({}))).toBe(
      'Without positions and without a mask, red at 0 gives blue at 1 a weight of 0.23270. ' +
        'Equal rows: red at 0, red at 2.',
    );
    expect(attentionFigure.summary(modelOf({ positions: 'on', mask: 'causal' }))).toBe(
      'With positions and under a causal mask, red at 0 may not read blue at 1, which comes later: ' +
        'its weight is 0. No two rows are equal.',
    );
    expect(attentionFigure.summary(modelOf({ words: 'red', key: '0' }))).not.toContain('rows');
  });

  test('cell and table', () => {
    const model = modelOf({ positions: 'on', mask: 'causal', query: '1', key: '0' });
    const cell = attentionFigure.cell!(model, { row: 0, column: 0 });
    expect(cell).toContain('blue at 1 reads red at 0');
    expect(cell).toContain('weight 0.41352');
    const table = attentionFigure.table(model);
    expect(table.rows).toHaveLength(3);
    for (const line of table.rows) expect(line).toHaveLength(table.columns.length);
    expect(table.rows[0]).toContain(-Infinity);
    expect(`${cell} ${table.columns.join()} ${table.caption}`).not.toMatch(/\{\w+\}|NaN/);
  });

  test('what the build draws: forbidden cells are marked and hold a 0', () => {
    const drawn = (values: Record<string, string>) =>
      figureHtml(core, 'attention', 'a', values).close;
    const masked = /data-masked/g;
    expect(drawn({}).match(masked)).toBeNull();
    expect(drawn({ mask: 'causal' }).match(masked)).toHaveLength(3);
    expect(drawn({ words: eightWords, mask: 'causal' }).match(masked)).toHaveLength(28);
    expect(drawn({})).toContain('0.23270');
    expect(drawn({ words: eightWords, order: '1,0,2,3,4,5,6,7' })).not.toMatch(
      /\{\w+\}|NaN|undefined/,
    );
  });
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({
    words: 'red blue red',
    positions: 'off',
    mask: 'none',
    base: 10_000,
    query: 0,
    key: 1,
    order: [],
  });
  for (const bad of [
    { words: '' },
    { words: ' ,, ' },
    { positions: 'yes' },
    { mask: 'all' },
    { base: '1' },
    { query: '8' },
    { key: '-1' },
    { key: '' },
    { order: '0,0,1' },
    { order: '1,2,3' },
    { order: '0,,1' },
    { order: 'x' },
    { order: '0,1,2,3,4,5,6,7,8' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
