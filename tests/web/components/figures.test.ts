/** The figures' models and sentences against the formula; how they look is for the browser tests. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { addSubtractFigure } from '../../../web/components/add-subtract/add-subtract.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { playgroundFigure } from '../../../web/components/playground/playground.ts';
import { sentenceFigure } from '../../../web/components/sentence/sentence.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const kCell = 2.99e-8; // how far a float32 table may be from the formula

function formula(p: number, pair: number, width: number, base: number) {
  const angle = p / base ** ((2 * pair) / width);
  return { sine: Math.sin(angle), cosine: Math.cos(angle) };
}

describe('playground', () => {
  const modelOf = (values: Record<string, string>) =>
    playgroundFigure.model(
      core,
      readState(playgroundFigure.fields, (key) => values[key]),
    );

  test.each([
    { position: '6', width: '4', base: '10000', length: '32', layout: 'interleaved' },
    { position: '1', width: '5', base: '10000', length: '32', layout: 'interleaved' },
    { position: '1', width: '5', base: '10000', length: '32', layout: 'split' },
    { position: '1', width: '4', base: '2', length: '2', layout: 'interleaved' },
    { position: '255', width: '512', base: '10000', length: '256', layout: 'interleaved' },
    { position: '200', width: '511', base: '1.1', length: '256', layout: 'split' },
    { position: '9', width: '1', base: '1000000', length: '10', layout: 'interleaved' },
  ])('%j: every pair and every cell', (values) => {
    const width = Number(values.width);
    const base = Number(values.base);
    const p = Number(values.position);
    const model = modelOf(values);
    expect(model.pairs).toHaveLength(Math.ceil(width / 2));
    expect(model.row).toHaveLength(width);
    const columns = new Set<number>();
    for (const pair of model.pairs) {
      const right = formula(p, pair.k, width, base);
      expect(Math.abs(pair.sine - right.sine), `sine ${pair.k}`).toBeLessThan(kCell);
      expect(model.row[pair.sineColumn]).toBe(pair.sine);
      columns.add(pair.sineColumn);
      if (pair.cosineColumn === undefined) {
        expect(2 * pair.k + 1, 'only the last sine of an odd width stands alone').toBe(width);
      } else {
        expect(Math.abs(pair.cosine! - right.cosine), `cosine ${pair.k}`).toBeLessThan(kCell);
        expect(model.row[pair.cosineColumn]).toBe(pair.cosine);
        columns.add(pair.cosineColumn);
      }
      // The rate is a float32: half a unit of 24 binary digits.
      expect(Math.abs(pair.period * base ** ((-2 * pair.k) / width) - 2 * Math.PI)).toBeLessThan(
        1e-6,
      );
    }
    expect(columns.size, 'every column belongs to one entry').toBe(width);
  });

  test('heat map and waves lie on the same positions', () => {
    const model = modelOf({ width: '6', length: '20', base: '100', position: '7' });
    expect([model.window.rows, model.window.cols]).toEqual([6, 20]);
    for (let p = 0; p < 20; ++p) {
      for (let k = 0; k < 3; ++k) {
        const right = formula(p, k, 6, 100);
        expect(Math.abs(model.window.data[2 * k * 20 + p]! - right.sine)).toBeLessThan(kCell);
        expect(Math.abs(model.window.data[(2 * k + 1) * 20 + p]! - right.cosine)).toBeLessThan(
          kCell,
        );
      }
    }
    expect(model.waves).toHaveLength(3);
    model.waves.forEach(({ positions, values }, k) => {
      positions.forEach((place, i) => {
        const right = formula(place, k, 6, 100);
        // The angle is that of a float32 rate: half a unit of 24 binary digits.
        const tolerance = kCell + (place / 100 ** (k / 3)) * 2 ** -24;
        expect(Math.abs(values[2 * i]! - right.sine), `${k} at ${place}`).toBeLessThan(tolerance);
        expect(Math.abs(values[2 * i + 1]! - right.cosine), `${k} at ${place}`).toBeLessThan(
          tolerance,
        );
      });
      expect([positions[0], positions.at(-1)]).toEqual([0, 19]);
    });
  });

  test('waves that stay are taken over, and only those', () => {
    const wavesOf = (values: Record<string, string>) =>
      modelOf({ width: '8', length: '20', ...values }).waves;
    const [first, ...others] = wavesOf({});
    expect(wavesOf({ layout: 'split' })).toEqual([first, ...others]); // nothing left to compute
    const slower = wavesOf({ base: '100' });
    expect(slower[0]).toBe(first); // pair 0 knows no base
    slower.slice(1).forEach((one, i) => expect(one.curves).not.toEqual(others[i]!.curves));
    wavesOf({}).forEach((one, k) => expect(one.curves).toEqual([first, ...others][k]!.curves));
    // A longer strip is another one, and so is one that loses its cosine.
    expect(wavesOf({ length: '21' })[0]!.curves).not.toEqual(first!.curves);
    wavesOf({ width: '1' });
    expect(wavesOf({ width: '2' })[0]!.curves.cosine).toBeDefined();
    expect(wavesOf({ width: '1' })[0]!.curves.cosine).toBeUndefined();
  });

  test('a position past the last one is the last one', () => {
    expect(modelOf({ position: '31', length: '10' }).state.position).toBe(9);
  });

  test('clocks are few, with the first and the last pair among them', () => {
    const shown = modelOf({ width: '512' }).shown.map((pair) => pair.k);
    expect(shown.length).toBeLessThanOrEqual(4);
    expect(shown[0]).toBe(0);
    expect(shown.at(-1)).toBe(255);
    expect(new Set(shown).size).toBe(shown.length);
  });

  test('says in a sentence what it shows, and what a cell holds', () => {
    const model = modelOf({ position: '6', width: '4' });
    const sentence = playgroundFigure.summary(model);
    expect(sentence).toContain('−0.27942, 0.96017, 0.05996, 0.99820');
    expect(sentence).not.toMatch(/\{\w+\}/);
    const cell = playgroundFigure.cell!(model, { row: 1, column: 2 });
    expect(cell).toContain('−0.41615');
    expect(cell).not.toMatch(/\{\w+\}/);
  });

  test('every cell of every layout has a sentence', () => {
    for (const [width, layout] of [
      ['5', 'split'],
      ['5', 'interleaved'],
      ['128', 'split'],
      ['512', 'split'],
    ] as const) {
      const model = modelOf({ width, layout });
      for (let i = 0; i < model.window.rows; ++i) {
        expect(playgroundFigure.cell!(model, { row: i, column: 0 })).not.toMatch(/\{\w+\}|NaN/);
      }
    }
  });
});

describe('add and subtract', () => {
  const modelOf = (values: Record<string, string>) =>
    addSubtractFigure.model(
      core,
      readState(addSubtractFigure.fields, (key) => values[key]),
    );

  test.each([
    ['0', [1, 1, 1, 1]],
    ['1', [1.84147, 0.5403, 1.01, 0.99995]],
    ['2', [1.9093, -0.41615, 1.02, 0.9998]],
  ])('the known sum at position %s', (first, sum) => {
    const model = modelOf({ token: '1,0,1,0', first });
    // Five digits are known.
    sum.forEach((value, i) => {
      expect(Math.abs(model.first.sum.data[i]! - value)).toBeLessThan(6e-6);
    });
  });

  test('one token: the content cancels at any two positions, whatever it is', () => {
    for (const token of ['1,0,1,0', '0.1,-7,100,3', '0,0,0,0']) {
      const model = modelOf({ token, other: token, first: '3', second: '40' });
      expect(model.cancels).toBe(true);
      for (let i = 0; i < 4; ++i) {
        const part = i % 2 === 0 ? 'sine' : 'cosine';
        const k = Math.floor(i / 2);
        const right = formula(40, k, 4, 10_000)[part] - formula(3, k, 4, 10_000)[part];
        // Sums near 100 are float32: two of them, each rounded to 24 binary digits.
        expect(Math.abs(model.sumDifference.data[i]! - right), `${token}, entry ${i}`).toBeLessThan(
          1e-5,
        );
      }
    }
  });

  test('two tokens: their difference stays', () => {
    const model = modelOf({ token: '2,1,0,0', other: '5,1,0,0', first: '4', second: '4' });
    expect(model.cancels).toBe(false);
    expect([...model.contentDifference.data]).toEqual([3, 0, 0, 0]);
    expect([...model.positionDifference.data]).toEqual([0, 0, 0, 0]);
    expect(Math.abs(model.sumDifference.data[0]! - 3)).toBeLessThan(1e-6);
    expect(addSubtractFigure.summary(model)).not.toBe(
      addSubtractFigure.summary(modelOf({ token: '2,1,0,0', other: '2,1,0,0' })),
    );
  });
});

describe('sentence', () => {
  const modelOf = (words: string, position = 0) => sentenceFigure.model(core, { words, position });

  test('two orders of the same words have one bag and the same position rows', () => {
    const [one, two] = [modelOf('dog chased cat'), modelOf('cat chased dog')];
    expect(one.bag).toBe(two.bag);
    expect([...one.rows.data]).toEqual([...two.rows.data]);
    expect(one.words).not.toEqual(two.words);
  });

  test('repeated words stay, spaces do not count, the length has an end', () => {
    expect(modelOf('  the  cat\tthe ').words).toEqual(['the', 'cat', 'the']);
    expect(modelOf(Array(40).fill('a').join(' ')).words.length).toBe(12);
    expect(modelOf('dog', 9).state.position).toBe(0);
  });

  test('no words are no error', () => {
    const model = modelOf('   ');
    expect(model.words).toEqual([]);
    expect(sentenceFigure.summary(model)).not.toMatch(/undefined|\{\w+\}/);
    expect(sentenceFigure.table(model).rows).toEqual([]);
  });
});

test('every table has a name for each column, and as many cells', () => {
  const tables = [
    playgroundFigure.table(
      playgroundFigure.model(
        core,
        readState(playgroundFigure.fields, () => null),
      ),
    ),
    addSubtractFigure.table(
      addSubtractFigure.model(
        core,
        readState(addSubtractFigure.fields, () => null),
      ),
    ),
    sentenceFigure.table(
      sentenceFigure.model(
        core,
        readState(sentenceFigure.fields, () => null),
      ),
    ),
  ];
  for (const table of tables) {
    expect(table.caption).not.toMatch(/\{\w+\}/);
    expect(table.rows.length).toBeGreaterThan(0);
    for (const row of table.rows) expect(row, table.caption).toHaveLength(table.columns.length);
  }
});
