/** The score-bias figure: slopes, buckets, clipped offsets and softmax, all worked out again here. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { scoreBiasFigure } from '../../../web/components/score-bias/score-bias.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(scoreBiasFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => scoreBiasFigure.model(core, stateOf(values));
type Model = ReturnType<typeof modelOf>;

/** Calls `check` for each cell with its offset, key less query; the last query stands at the last key. */
function eachCell(model: Model, check: (offset: number, at: number) => void): void {
  const { queries, keys } = model.state;
  for (let i = 0; i < queries; ++i) {
    for (let key = 0; key < keys; ++key) check(key - (keys - queries + i), i * keys + key);
  }
}

/** Softmax of what is added, row by row, over the keys that may be read. */
function expectWeights(model: Model): void {
  const { queries, keys, bidirectional } = model.state;
  for (let i = 0; i < queries; ++i) {
    const shown = bidirectional === 'yes' ? keys : keys - queries + i + 1;
    const added = [...model.added.data.subarray(i * keys, i * keys + shown)];
    const most = Math.max(...added);
    const shares = added.map((value) => Math.exp(value - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (let key = 0; key < keys; ++key) {
      const weight = model.weights.data[i * keys + key]!;
      if (key >= shown) expect(weight, `row ${i}, key ${key}`).toBe(0);
      // What the core promises for weights.
      else expect(Math.abs(weight - shares[key]! / total), `row ${i}`).toBeLessThan(2e-6);
    }
  }
}

test.each([
  { queries: '8', keys: '8', heads: '8', head: '0', bidirectional: 'no' },
  { queries: '8', keys: '8', heads: '8', head: '7', bidirectional: 'yes' },
  { queries: '3', keys: '20', heads: '6', head: '4', bidirectional: 'no' },
  { queries: '1', keys: '1', heads: '1', head: '0', bidirectional: 'no' },
  { queries: '16', keys: '128', heads: '16', head: '0', bidirectional: 'no' },
])('ALiBi %j: minus slope times distance', (values) => {
  // 2^(-8 (i + 1) / h) for a power of two; six heads take two of eight after the four of four.
  const slopes: Record<string, number> = {
    '8/0': 1 / 2,
    '8/7': 1 / 256,
    '6/4': 1 / 2,
    '1/0': 1 / 256,
    '16/0': Math.SQRT1_2,
  };
  const slope = slopes[`${values.heads}/${values.head}`]!;
  const model = modelOf({ scheme: 'alibi', ...values });
  eachCell(model, (offset, at) => {
    // Rounded once to float32.
    const right = -slope * Math.abs(offset);
    expect(Math.abs(model.added.data[at]! - right)).toBeLessThanOrEqual(6e-8 * Math.abs(right));
    expect(model.shares.data[at]).toBeGreaterThanOrEqual(-1);
    const read = offset <= 0 || values.bidirectional === 'yes';
    if (read && offset !== 0) expect(model.shares.data[at]).toBeLessThan(0);
    else expect(Math.abs(model.shares.data[at]!)).toBe(0);
  });
  expect(model.looked).toBeUndefined();
  expectWeights(model);
});

test('ALiBi with all products equal: four keys weigh what the text says', () => {
  // e^(-distance / 2) over their sum, to three digits.
  const { weights } = modelOf({ queries: '4', keys: '4', head: '0' });
  expect([...weights.data.subarray(12)].map((weight) => weight.toFixed(3))).toEqual([
    '0.102',
    '0.167',
    '0.276',
    '0.455',
  ]);
});

/** T5's bucket by its formula; the cases here keep away from whole numbers of the logarithm. */
function bucketOf(offset: number, buckets: number, most: number, bidirectional: boolean): number {
  const side = bidirectional ? buckets / 2 : buckets;
  const ahead = bidirectional && offset > 0 ? side : 0;
  const distance = bidirectional ? Math.abs(offset) : Math.max(0, -offset);
  const exact = Math.floor(side / 2);
  if (distance < exact) return ahead + distance;
  const grown = (Math.log(distance / exact) / Math.log(most / exact)) * (side - exact);
  return ahead + Math.min(side - 1, exact + Math.floor(grown + 1e-9));
}

test.each([
  { queries: '8', keys: '24', buckets: '32', 'max-distance': '128', bidirectional: 'no' },
  { queries: '16', keys: '128', buckets: '32', 'max-distance': '100', bidirectional: 'no' },
  { queries: '16', keys: '40', buckets: '32', 'max-distance': '128', bidirectional: 'yes' },
  { queries: '8', keys: '8', buckets: '4', 'max-distance': '2', bidirectional: 'yes' },
  { queries: '8', keys: '30', buckets: '64', 'max-distance': '200', bidirectional: 'no' },
])('T5 %j: the bucket, and the number that the example has for it', (values) => {
  const model = modelOf({ scheme: 't5', heads: '8', head: '3', ...values });
  const buckets = Number(values.buckets);
  expect(model.entries.values).toHaveLength(buckets);
  eachCell(model, (offset, at) => {
    const right = bucketOf(
      offset,
      buckets,
      Number(values['max-distance']),
      values.bidirectional === 'yes',
    );
    expect(model.looked!.data[at], `offset ${offset}`).toBe(right);
    expect(model.added.data[at], `offset ${offset}`).toBe(model.entries.values[right]);
    expect(Math.abs(model.shares.data[at]!)).toBeLessThanOrEqual(1);
  });
  expectWeights(model);
});

test('the example of T5 tells neighbouring buckets and the heads apart', () => {
  const numbers = (head: string) => modelOf({ scheme: 't5', head }).entries.values;
  const near = numbers('0');
  for (let bucket = 1; bucket < near.length; ++bucket) {
    expect(near[bucket]!).toBeLessThan(near[bucket - 1]!);
  }
  const far = numbers('7');
  expect(far[31]!).toBeGreaterThan(far[0]!);
});

test.each([
  { clip: '4', token: 'red', queries: '8', keys: '8', bidirectional: 'yes' },
  { clip: '0', token: 'blue', queries: '2', keys: '9', bidirectional: 'no' },
  { clip: '16', token: 'blue', queries: '16', keys: '60', bidirectional: 'no' },
])('Shaw %j: the clipped offset, and query times vector', (values) => {
  const model = modelOf({ scheme: 'shaw', ...values });
  const clip = Number(values.clip);
  expect(model.entries.values).toHaveLength(2 * clip + 1);
  expect(model.entries.from).toBe(0 - clip);
  eachCell(model, (offset, at) => {
    const clipped = Math.min(clip, Math.max(-clip, offset));
    expect(model.looked!.data[at]! - clipped, `offset ${offset}`).toBe(0);
    expect(model.added.data[at], `offset ${offset}`).toBe(model.entries.values[clipped + clip]);
  });
  // Half the entry of the example's vector that the token meets: the scale is 1 / sqrt(4).
  const away = 1 - 1 / Math.max(1, clip);
  const right = values.token === 'red' ? (4 - 6 * away + 1) / 2 : (-2 + 6 * away) / 2;
  if (clip > 1) expect(Math.abs(model.entries.values[1]! - right)).toBeLessThan(1e-6);
  expectWeights(model);
});

test('a diagonal holds one number, in every scheme', () => {
  for (const scheme of ['shaw', 't5', 'alibi']) {
    const model = modelOf({ scheme, queries: '10', keys: '14', bidirectional: 'yes' });
    const seen = new Map<number, number>();
    eachCell(model, (offset, at) => {
      if (!seen.has(offset)) seen.set(offset, model.added.data[at]!);
      expect(model.added.data[at], `${scheme}, offset ${offset}`).toBe(seen.get(offset));
    });
  }
});

test('the scale of the weights holds the largest and stays while the head moves', () => {
  for (const scheme of ['t5', 'alibi']) {
    const [first, last] = ['0', '7'].map((head) => modelOf({ scheme, head }));
    expect(first!.top).toBe(last!.top);
    for (const model of [first!, last!]) {
      expect(Math.max(...model.weights.data.subarray(56))).toBeLessThanOrEqual(model.top);
    }
  }
});

test('says what it shows', () => {
  const sentence = (values: Record<string, string>) => scoreBiasFigure.summary(modelOf(values));
  expect(sentence({})).toContain('slope 0.5: the last query, at position 7, loses 3.5 at key 0');
  expect(sentence({})).toContain('its own key weighs 0.401');
  // Distances 0 to 15 alone, 16 to 18 in 16, 19 to 20 in 17, 21 to 23 in 18.
  expect(sentence({ scheme: 't5', keys: '24' })).toContain('24 keys');
  expect(sentence({ scheme: 't5', keys: '24' })).toContain('19 of 32 buckets');
  expect(sentence({ scheme: 'shaw' })).toContain('meet 5 different vectors');
  expect(sentence({ keys: '1' })).toContain('It reads one key, which weighs 1.000');
  expect(sentence({ scheme: 'alibi', keys: '1' })).toContain('loses 0 at');
  for (const scheme of ['shaw', 't5', 'alibi']) {
    for (const keys of ['1', '8', '128']) {
      const model = modelOf({ scheme, keys });
      expect(scoreBiasFigure.summary(model)).not.toMatch(/\{\w+\}|NaN|undefined/);
      const table = scoreBiasFigure.table(model);
      expect(table.rows).toHaveLength(Number(keys));
      for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
      expect(table.caption).not.toMatch(/\{\w+\}/);
    }
  }
});

test('a cell says offset, what is looked up, what is added and the weight', () => {
  const cell = (values: Record<string, string>, row: number, column: number) =>
    scoreBiasFigure.cell!(modelOf(values), { row, column });
  expect(cell({}, 7, 5)).toBe('query at 7, key at 5, offset −2: −1.000 added, weight 0.147');
  expect(cell({}, 2, 5)).toContain('offset 3: masked');
  expect(cell({ scheme: 't5', keys: '24' }, 7, 0)).toContain('offset −23: bucket 18');
  expect(cell({ scheme: 'shaw' }, 7, 0)).toContain('offset −7: vector of offset −4');
  expect(cell({ keys: '4' }, 7, 7), 'a cursor past the last cell').toContain(
    'query at 3, key at 3',
  );
});

test('settings that contradict each other give way', () => {
  const { state } = modelOf({ queries: '8', keys: '3', heads: '2', head: '9' });
  expect([state.queries, state.keys, state.head]).toEqual([3, 3, 1]);
  const least = (values: Record<string, string>) =>
    modelOf({ scheme: 't5', 'max-distance': '2', ...values }).state['max-distance'];
  expect(least({ buckets: '32' })).toBe(17);
  expect(least({ buckets: '32', bidirectional: 'yes' })).toBe(9);
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({
    scheme: 'alibi',
    queries: 8,
    keys: 8,
    heads: 8,
    head: 0,
    clip: 4,
    buckets: 32,
    'max-distance': 128,
    bidirectional: 'no',
    token: 'red',
  });
  for (const bad of [
    { scheme: 'rope' },
    { queries: '0' },
    { queries: '17' },
    { keys: '129' },
    { heads: '0' },
    { head: '-1' },
    { clip: '17' },
    { buckets: '31' },
    { buckets: '2' },
    { 'max-distance': '1' },
    { bidirectional: 'true' },
    { token: 'green' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
