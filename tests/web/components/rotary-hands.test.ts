/** The two hands of each pair against rotations worked out here, in double precision. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readState } from '../../../web/components/figure/fields.ts';
import { rotaryHandsFigure } from '../../../web/components/rotary-hands/rotary-hands.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const stateOf = (values: Record<string, string>) =>
  readState(rotaryHandsFigure.fields, (key) => values[key]);
const modelOf = (values: Record<string, string>) => rotaryHandsFigure.model(core, stateOf(values));

const vectors = { query: [1, 0, 1, 0], key: [0, 1, 1, 0] };

function turned(vector: readonly number[], a: number, b: number, angle: number) {
  const [x, y] = [vector[a % 4]!, vector[b % 4]!];
  return {
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  };
}

test.each([
  { query: '5', key: '3', width: '4', base: '10000', layout: 'interleaved' },
  { query: '5', key: '3', width: '4', base: '10000', layout: 'split' },
  { query: '0', key: '127', width: '16', base: '1.1', layout: 'interleaved' },
  { query: '100', key: '0', width: '10', base: '1000000', layout: 'split' },
  { query: '9', key: '9', width: '2', base: '10000', layout: 'split' },
])('%j: every hand, the angle between, the product', (values) => {
  const [query, key, width, base] = [values.query, values.key, values.width, values.base].map(
    Number,
  ) as [number, number, number, number];
  const model = modelOf(values);
  expect(model.pairs).toHaveLength(width / 2);
  let sum = 0;
  for (const pair of model.pairs) {
    const entries =
      values.layout === 'split' ? [pair.k, pair.k + width / 2] : [2 * pair.k, 2 * pair.k + 1];
    expect(pair.entries).toEqual(entries);
    const rate = base ** ((-2 * pair.k) / width);
    const [a, b] = entries as [number, number];
    const q = turned(vectors.query, a, b, query * rate);
    const k = turned(vectors.key, a, b, key * rate);
    // Cosine and sine rounded to float32, two products and one sum of them.
    for (const axis of ['x', 'y'] as const) {
      expect(Math.abs(pair.query[axis] - q[axis]), `query ${pair.k}`).toBeLessThan(2e-7);
      expect(Math.abs(pair.key[axis] - k[axis]), `key ${pair.k}`).toBeLessThan(2e-7);
    }
    const right = q.x * k.x + q.y * k.y;
    sum += right;
    // Four such entries, two products and one sum.
    expect(Math.abs(pair.product - right), `product ${pair.k}`).toBeLessThan(1e-6);
    const lengths = Math.hypot(q.x, q.y) * Math.hypot(k.x, k.y);
    if (lengths < 1e-9) {
      expect(pair.between, `pair ${pair.k} has no angle`).toBeUndefined();
    } else {
      expect(Math.abs(lengths * Math.cos(pair.between!) - right)).toBeLessThan(1e-6);
      // The sign: turned by it, the key's hand points where the query's does.
      const aligned = Math.atan2(k.y, k.x) + pair.between! - Math.atan2(q.y, q.x);
      expect(Math.abs(Math.sin(aligned))).toBeLessThan(1e-6);
    }
  }
  expect(Math.abs(model.product - sum)).toBeLessThan(1e-6 * width);
  expect(Math.abs(model.score - sum / Math.sqrt(width))).toBeLessThan(1e-6 * width);
});

test('both moved by the same number of positions: angles and product stay', () => {
  for (const layout of ['interleaved', 'split']) {
    const home = modelOf({ layout });
    for (const moved of [1, 17, 100]) {
      const model = modelOf({ layout, query: String(5 + moved), key: String(3 + moved) });
      expect(Math.abs(model.product - home.product), `moved by ${moved}`).toBeLessThan(1e-6);
      model.pairs.forEach((pair, k) => {
        const before = home.pairs[k]!.between;
        if (before === undefined) expect(pair.between).toBeUndefined();
        else expect(Math.abs(pair.between! - before)).toBeLessThan(1e-6);
      });
    }
  }
});

test('the query moved alone: the product changes', () => {
  const products = [4, 5, 6, 7, 8].map((query) => modelOf({ query: String(query) }).product);
  for (let i = 1; i < products.length; ++i) {
    expect(Math.abs(products[i]! - products[i - 1]!)).toBeGreaterThan(0.01);
  }
});

test('the products of the text, and the sign of the offset', () => {
  const product = (query: string, key: string, layout = 'interleaved') =>
    modelOf({ query, key, layout }).product;
  // sin m + cos(m / 100) for m = query - key, and for halves sin m + cos m in the fast pair alone.
  expect(product('5', '3')).toBeCloseTo(Math.sin(2) + Math.cos(0.02), 6);
  expect(product('105', '103')).toBeCloseTo(Math.sin(2) + Math.cos(0.02), 6);
  expect(product('3', '5')).toBeCloseTo(Math.sin(-2) + Math.cos(0.02), 6);
  expect(product('5', '3', 'split')).toBeCloseTo(Math.sin(2) + Math.cos(2), 6);
});

test('the curve has the product at the offset where query and key stand', () => {
  for (const [query, key] of [
    [5, 3],
    [0, 127],
    [127, 0],
    [40, 40],
  ] as const) {
    const model = modelOf({ query: String(query), key: String(key), width: '8' });
    expect(model.curve).toHaveLength(255);
    expect(Math.abs(model.curve[127 + key - query]! - model.product)).toBeLessThan(4e-6);
  }
});

test('says what it shows', () => {
  const model = modelOf({});
  const sentence = rotaryHandsFigure.summary(model);
  expect(sentence).toContain('offset −2');
  expect(sentence).toContain('the product 1.9091');
  expect(sentence).toContain('the score 0.9545');
  expect(sentence).not.toMatch(/\{\w+\}/);
  for (const layout of ['interleaved', 'split']) {
    const table = rotaryHandsFigure.table(modelOf({ layout }));
    expect(table.rows, 'a row for each pair and one for their sum').toHaveLength(3);
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
    expect(table.columns.join() + table.caption).not.toMatch(/\{\w+\}/);
  }
});

test('a setting that cannot be read leaves the figure as it was', () => {
  const home = stateOf({});
  expect(home).toEqual({ query: 5, key: 3, width: 4, base: 10_000, layout: 'interleaved' });
  for (const bad of [
    { query: '-1' },
    { query: '128' },
    { key: '2.5' },
    { key: '' },
    { width: '3' },
    { width: '18' },
    { base: '1' },
    { layout: 'halves' },
  ]) {
    expect(stateOf(bad as Record<string, string>), JSON.stringify(bad)).toEqual(home);
  }
});
