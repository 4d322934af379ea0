/** The context-extension figure against the papers' formulas, worked out here. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { contextExtensionFigure } from '../../../web/components/context-extension/context-extension.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(contextExtensionFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) =>
  contextExtensionFigure.model(core, stateOf(values));
type Values = Record<'factor' | 'trained' | 'width' | 'base', string>;

const turn = 2 * Math.PI;

/** The rates that each scaling gives, pair by pair. */
function formula(scaling: string, values: Values): number[] {
  const [s, trained, d, base] = [values.factor, values.trained, values.width, values.base].map(
    Number,
  ) as [number, number, number, number];
  const plain = (b: number) => Array.from({ length: d / 2 }, (_, k) => b ** ((-2 * k) / d));
  const rates = plain(base);
  if (scaling === 'linear') return rates.map((rate) => rate / s);
  if (scaling === 'ntk') return plain(base * s ** (d / (d - 2)));
  if (scaling === 'none') return rates;
  // The pair with so many turns in training, as a place between the pairs.
  const place = (turns: number) => (d * Math.log(trained / (turns * turn))) / (2 * Math.log(base));
  const low = Math.max(0, Math.floor(place(32)));
  const high = Math.min(d - 1, Math.ceil(place(1)));
  return rates.map((rate, k) => {
    const ramp = Math.min(1, Math.max(0, (k - low) / (low === high ? 0.001 : high - low)));
    return rate * (1 - ramp) + (rate / s) * ramp;
  });
}

const settings: Values[] = [
  { factor: '4', trained: '4096', width: '16', base: '10000' },
  { factor: '4', trained: '4096', width: '128', base: '10000' },
  { factor: '16', trained: '8192', width: '64', base: '500000' },
  { factor: '1', trained: '16', width: '4', base: '10000' },
];

test.each(
  settings.flatMap((values) =>
    ['none', 'linear', 'ntk', 'yarn'].map((scaling) => ({ scaling, ...values })),
  ),
)('%j: rates, turns and what is new', ({ scaling, ...values }) => {
  const model = modelOf({ scaling, ...values });
  const before = formula('none', values);
  const after = formula(scaling, values);
  const last = Number(values.trained) - 1;
  expect(model.far).toBe(Number(values.factor) * last);
  expect(model.pairs).toHaveLength(before.length);
  for (const pair of model.pairs) {
    const [rate, slowed] = [before[pair.k]!, after[pair.k]!];
    // The core's rates are right to 1e-15; the powers and logarithms here lose a few digits more.
    expect(Math.abs(pair.before / rate - 1), `before, pair ${pair.k}`).toBeLessThan(1e-12);
    expect(Math.abs(pair.after / slowed - 1), `after, pair ${pair.k}`).toBeLessThan(1e-12);
    expect(Math.abs(pair.slowed * (slowed / rate) - 1)).toBeLessThan(1e-12);
    expect(Math.abs(pair.turnsTrained - (last * rate) / turn)).toBeLessThan(1e-7);
    expect(Math.abs(pair.turnsFar - (model.far * slowed) / turn)).toBeLessThan(1e-7);
    // The angle at the far position, up to 131,056 rad, loses digits here and not in the core.
    expect(Math.abs(pair.sine - Math.sin(model.far * slowed))).toBeLessThan(1e-6);
    expect(Math.abs(pair.cosine - Math.cos(model.far * slowed))).toBeLessThan(1e-6);
    const beyond = last * rate < turn && model.far * slowed > last * rate * (1 + 1e-9);
    expect(pair.beyond, `pair ${pair.k}`).toBe(beyond);
  }
  const s = Number(values.factor);
  const attention = scaling === 'yarn' ? 0.1 * Math.log(s) + 1 : 1;
  expect(Math.abs(model.attentionFactor - attention)).toBeLessThan(1e-12);
});

test('the three remedies are there whichever is chosen', () => {
  const values = settings[1]!;
  for (const chosen of ['none', 'yarn']) {
    const model = modelOf({ scaling: chosen, ...values });
    for (const remedy of ['linear', 'ntk', 'yarn'] as const) {
      const right = formula(remedy, values);
      model.remedies[remedy].forEach((slowed, k) => {
        const times = formula('none', values)[k]! / right[k]!;
        expect(Math.abs(slowed - times), `${remedy}, pair ${k}`).toBeLessThan(1e-11);
      });
    }
  }
});

test('without scaling the slow pairs come to new angles; dividing positions leaves none', () => {
  const beyond = (scaling: string) =>
    modelOf({ scaling })
      .pairs.filter((pair) => pair.beyond)
      .map((pair) => pair.k);
  expect(beyond('none')).toEqual([6, 7]);
  expect(beyond('linear')).toEqual([]);
  // Pair 6 makes 0.65 turns in training and is slowed by less than 4; pair 7 is slowed by 4.
  expect(beyond('ntk')).toEqual([6]);
  expect(beyond('yarn')).toEqual([]);
});

test('of many pairs eight are drawn, the first and the last among them', () => {
  const shown = modelOf({ width: '128' }).shown.map((pair) => pair.k);
  expect(shown).toEqual([0, 9, 18, 27, 36, 45, 54, 63]);
  expect(modelOf({ width: '6' }).shown).toHaveLength(3);
});

test('says what each scaling does, and names the attention factor', () => {
  const sentence = (values: Record<string, string>) =>
    contextExtensionFigure.summary(modelOf(values));
  expect(sentence({ scaling: 'none' })).toContain('pairs 6 and 7 come to angles');
  expect(sentence({ scaling: 'none', width: '128' })).toContain('pairs 46 to 63 come');
  expect(sentence({ scaling: 'linear' })).toContain('divided by 4');
  expect(sentence({ scaling: 'linear' })).toContain('no pair comes to an angle');
  // 10000 * 4^(16 / 14) = 48,760.5
  expect(sentence({ scaling: 'ntk' })).toContain('The base grows from 10,000 to 48,760');
  expect(sentence({ scaling: 'ntk' })).toContain('pair 6 comes to angles');
  const yarn = sentence({ scaling: 'yarn' });
  expect(yarn).toContain('Rates kept: pairs 0 to 2. Rates divided by 4: pairs 6 and 7.');
  expect(yarn).toContain('multiplied by 1.139');
  expect(yarn).toContain('On the way to position 16,380');
  for (const scaling of ['none', 'linear', 'ntk', 'yarn']) {
    for (const values of settings) {
      const model = modelOf({ scaling, ...values });
      expect(contextExtensionFigure.summary(model)).not.toMatch(/\{\w+\}|NaN|undefined/);
      const table = contextExtensionFigure.table(model);
      expect(table.rows).toHaveLength(model.pairs.length);
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
      expect(table.caption).not.toMatch(/\{\w+\}/);
    }
  }
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ scaling: 'none', factor: 4, trained: 4096, width: 16, base: 10_000 });
  for (const bad of [
    { scaling: 'rope' },
    { factor: '0' },
    { factor: '1.5' },
    { factor: '17' },
    { trained: '15' },
    { trained: '65537' },
    { width: '2' },
    { width: '7' },
    { width: '130' },
    { base: '1' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
