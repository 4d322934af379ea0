import { beforeAll, describe, expect, test } from 'vitest';
import {
  attention,
  attentionBackward,
  attentionSchemes,
  type AttentionMask,
  type AttentionPositions,
  type AttentionScheme,
} from '../../web/bindings/attention.ts';
import type { Core } from '../../web/bindings/core.ts';
import { fromRows, row, type Matrix } from '../../web/bindings/matrix.ts';
import { positionalEncodingForward } from '../../web/bindings/positional-encoding.ts';
import { rotary } from '../../web/bindings/rotary.ts';
import { t5Bias } from '../../web/bindings/t5.ts';
import {
  expectFiveDigits,
  expectRefusal,
  loadBuiltCore,
  matrix,
  testRefusals,
  zeros,
} from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const redBlueRed = fromRows([
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [1, 0, 0, 0],
]);

describe('red, blue, red', () => {
  test.each<[boolean, AttentionMask, number[][]]>([
    [
      false,
      'none',
      [
        [0.38365, 0.2327, 0.38365],
        [0.27407, 0.45186, 0.27407],
        [0.38365, 0.2327, 0.38365],
      ],
    ],
    [
      true,
      'none',
      [
        [0.33486, 0.40527, 0.25987],
        [0.34354, 0.48723, 0.16923],
        [0.20132, 0.15466, 0.64402],
      ],
    ],
    [
      false,
      'causal',
      [
        [1, 0, 0],
        [0.37754, 0.62246, 0],
        [0.38365, 0.2327, 0.38365],
      ],
    ],
    [
      true,
      'causal',
      [
        [1, 0, 0],
        [0.41352, 0.58648, 0],
        [0.20132, 0.15466, 0.64402],
      ],
    ],
  ])('positions %s, mask %s', (positions, mask, expected) => {
    const x = positions
      ? positionalEncodingForward(core, { positions: 3, width: 4 }, { batch: 1, ...redBlueRed })
      : redBlueRed;
    const trace = attention(core, x, x, x, { mask });
    expectFiveDigits(trace.weights.data, expected.flat());
  });
});

test('the trace shows products, scores, mask, weights and output', () => {
  const trace = attention(
    core,
    fromRows([[1, 2]]),
    fromRows([
      [3, 4],
      [5, 6],
    ]),
    fromRows([[10], [20]]),
  );
  expect([...trace.products.data]).toEqual([11, 17]);
  expect(trace.scores.data[1]).toBeCloseTo(17 / Math.SQRT2, 5);
  const second = 1 / (1 + Math.exp(-6 / Math.SQRT2));
  expect(trace.weights.data[1]).toBeCloseTo(second, 6);
  expect(trace.output.data[0]).toBeCloseTo(10 + 10 * second, 5);
});

test('forbidden scores are minus infinity and weigh exactly nothing', () => {
  const trace = attention(core, redBlueRed, redBlueRed, redBlueRed, { mask: 'causal' });
  expect([...row(trace.masked, 0)].slice(1)).toEqual([-Infinity, -Infinity]);
  expect([...row(trace.weights, 0)]).toEqual([1, 0, 0]);
});

describe('a scheme', () => {
  /** Two heads of width 2; two queries at the end of three keys. */
  const queries = matrix(4, 1, 0, 0.5, 1, 0, 1, 1, -1);
  const keys = matrix(4, 1, 1, 0, 1, 0.5, -1, 1, 0, -1, 0, 1, 1);
  const values = matrix(2, 1, 2, 3, 4, 5, 6);
  const spec = { heads: 2, mask: 'causal' } as const;
  const table = fromRows(Array.from({ length: 32 }, (_, i) => [i / 8, -i / 8]));

  const schemes: Record<AttentionScheme, AttentionPositions> = {
    none: { scheme: 'none' },
    added: { scheme: 'added', queries: matrix(4, 1, 2, 3, 4, 5, 6, 7, 8), keys: zeros(3, 4) },
    rotary: { scheme: 'rotary', spec: { width: 2 } },
    alibi: { scheme: 'alibi' },
    t5: { scheme: 't5', table },
    shaw: { scheme: 'shaw', keyTable: matrix(2, 1, 2, 3, 4, 5, 6), valueTable: matrix(1, 1, 2, 3) },
    'transformer-xl': {
      scheme: 'transformer-xl',
      distances: matrix(4, 1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1),
      contentBias: matrix(4, 1, -1, 1, -1),
      distanceBias: matrix(4, 0.5, 0.5, -0.5, -0.5),
    },
  };

  const trace = (positions: AttentionPositions) =>
    attention(core, queries, keys, values, spec, positions);

  test('adds positions to queries and keys before the product', () => {
    const { queries: entering, keys: unchanged } = trace(schemes.added);
    expect([...entering.data]).toEqual([2, 2, 3.5, 5, 5, 7, 8, 7]);
    expect(unchanged).toEqual(keys);
  });

  test('turns queries and keys by where they stand', () => {
    const { queries: entering, keys: turned } = trace(schemes.rotary);
    expect(entering).toEqual(rotary(core, queries, Int32Array.of(1, 2), { width: 2 }));
    expect(turned).toEqual(rotary(core, keys, Int32Array.of(0, 1, 2), { width: 2 }));
    const shifted = trace({
      scheme: 'rotary',
      spec: { width: 2 },
      queries: Int32Array.of(101, 102),
      keys: Int32Array.of(100, 101, 102),
    });
    // The offsets are the same; products of four cells of size one are rounded to float32.
    shifted.weights.data.forEach((weight, i) => {
      expect(weight).toBeCloseTo(trace(schemes.rotary).weights.data[i]!, 5);
    });
  });

  test('subtracts slopes, published or given', () => {
    const bias = trace(schemes.alibi).bias.data;
    const published = [1 / 16, 1 / 256];
    published.forEach((slope, head) => {
      expect([...bias.slice(6 * head, 6 * head + 2)].map(Math.abs)).toEqual([slope, 0]);
    });
    const given = trace({ scheme: 'alibi', slopes: Float64Array.of(1, 2) }).bias.data;
    expect(given[6]).toBe(-2);
  });

  test('adds a number per bucket and head', () => {
    expect(trace(schemes.t5).bias).toEqual(t5Bias(core, table, 2, 3));
    const narrow = { buckets: 4, maxDistance: 8, bidirectional: false };
    const small = { rows: 4, cols: 2, data: table.data.slice(0, 8) };
    expect(trace({ scheme: 't5', spec: narrow, table: small }).bias).toEqual(
      t5Bias(core, small, 2, 3, narrow),
    );
  });

  test('adds vectors of clipped offsets to scores and output', () => {
    const both = trace(schemes.shaw);
    const { keyTable } = schemes.shaw as { keyTable: Matrix };
    const keysAlone = trace({ scheme: 'shaw', keyTable });
    expect(keysAlone.weights).toEqual(both.weights);
    // Query 1, head 0, stands at the last key: its weights mix the vectors 1 (before) and 2 (here).
    const [first, second, third] = row(both.weights, 1);
    const added = (first! + second!) * 1 + third! * 2;
    expect(row(both.output, 1)[0]! - row(keysAlone.output, 1)[0]!).toBeCloseTo(added, 5);
  });

  test('adds two terms of the distance', () => {
    const { products, bias, scores } = trace(schemes['transformer-xl']);
    scores.data.forEach((score, i) => {
      expect(score).toBeCloseTo(products.data[i]! / Math.SQRT2 + bias.data[i]!, 5);
    });
    expect(bias.data.some((cell) => cell !== 0)).toBe(true);
  });

  test.each(attentionSchemes)('%s: its gradient comes back by the same names', (scheme) => {
    const positions = schemes[scheme];
    const gradient = attentionBackward(
      core,
      queries,
      keys,
      values,
      spec,
      positions,
      matrix(2, 1, 2, 3, 4),
    );
    expect(gradient.queries).toMatchObject({ rows: 2, cols: 4 });
    expect(gradient.keys).toMatchObject({ rows: 3, cols: 4 });
    expect(gradient.values).toMatchObject({ rows: 3, cols: 2 });
    const trained = ['rotary', 'alibi'].includes(scheme)
      ? ['scheme']
      : Object.keys(positions).filter((name) => name !== 'spec');
    expect(Object.keys(gradient.positions).sort()).toEqual(trained.sort());
    expect(gradient.positions.scheme).toBe(scheme);
    for (const name of trained) {
      if (name === 'scheme') continue;
      const { rows, cols } = (positions as unknown as Record<string, Matrix>)[name]!;
      expect((gradient.positions as unknown as Record<string, Matrix>)[name]).toMatchObject({
        rows,
        cols,
      });
    }
  });

  test.each(attentionSchemes)('%s: without a trace only the output is kept', (scheme) => {
    const whole = trace(schemes[scheme]);
    const bare = attention(core, queries, keys, values, { ...spec, trace: false }, schemes[scheme]);
    expect(bare.output).toEqual(whole.output);
    expect(bare.weights.data).toHaveLength(0);
    expect(bare.blind).toEqual(whole.blind);
  });
});

test('padding takes keys away, and a query that may read none is blind', () => {
  const { weights, blind, output } = attention(core, redBlueRed, redBlueRed, redBlueRed, {
    mask: 'causal',
    padding: Uint8Array.of(1, 0, 0),
  });
  expect([...blind]).toEqual([1, 0, 0]);
  expect([...row(weights, 0), ...row(output, 0)]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect([...row(weights, 1)]).toEqual([0, 1, 0]);
});

test('a gradient runs against the values by the weights', () => {
  const x = matrix(1, 0, 0);
  const gradient = attentionBackward(core, x, x, x, {}, { scheme: 'none' }, matrix(1, 1, 3));
  expect([...gradient.values.data]).toEqual([2, 2]);
});

describe('refusals', () => {
  const one = fromRows([[1]]);

  test('shapes that disagree', () => {
    expectRefusal(() => attention(core, redBlueRed, one, one), 'shape-mismatch', 'equally wide');
    expectRefusal(
      () => attention(core, one, one, redBlueRed),
      'shape-mismatch',
      'equally many rows',
    );
    expectRefusal(
      () => attention(core, fromRows([[1], [1]]), one, one, { mask: 'causal' }),
      'shape-mismatch',
      'a causal mask needs a key for every query',
    );
  });

  test('numbers that are not finite', () => {
    expectRefusal(
      () => attention(core, fromRows([[NaN]]), one, one),
      'not-finite',
      'queries[0][0]',
    );
    expectRefusal(() => attention(core, one, one, one, { scale: Infinity }), 'not-finite', 'scale');
  });

  test('no keys, a negative scale', () => {
    const none = { rows: 0, cols: 1, data: new Float32Array() };
    expectRefusal(() => attention(core, one, none, none), 'out-of-range', 'keys is 0 x 1');
    expectRefusal(() => attention(core, one, one, one, { scale: -1 }), 'out-of-range', 'scale');
  });

  test('a mask that does not exist', () => {
    const mask = 'padding' as AttentionMask;
    expectRefusal(
      () => attention(core, one, one, one, { mask }),
      'wrong-type',
      'one of none, causal',
    );
  });

  const spec = { heads: 1 };
  const none = { scheme: 'none' } as const;
  const both = (
    positions: AttentionPositions,
    x = one,
    options = {},
  ): [() => unknown, () => unknown] => [
    () => attention(core, x, x, x, options, positions),
    () => attentionBackward(core, x, x, x, options, positions, x),
  ];
  const bare = (value: unknown) => value as AttentionPositions;
  const [forwards, backwards] = both(bare({ scheme: 'learned' }));
  testRefusals({
    'heads that do not divide the width': [
      () => attention(core, one, one, one, { heads: 2 }),
      'shape-mismatch',
    ],
    'no heads': [() => attention(core, one, one, one, { heads: 0 }), 'out-of-range', 'heads is 0'],
    'padding of another length': [
      () => attention(core, one, one, one, { padding: new Uint8Array(2) }),
      'shape-mismatch',
    ],
    'padding of another type': [
      () => attention(core, one, one, one, { padding: [1] as unknown as Uint8Array }),
      'wrong-type',
      'padding is not a Uint8Array',
    ],
    'half a head': [() => attention(core, one, one, one, { heads: 1.5 }), 'wrong-type', 'heads'],
    'a spec that is null': [
      () => attention(core, one, one, one, null as unknown as typeof spec),
      'wrong-type',
      'spec is null',
    ],
    'a scheme that does not exist': [forwards, 'wrong-type', 'scheme is "learned"'],
    'its gradient': [backwards, 'wrong-type', 'one of none, added, rotary, alibi, t5, shaw'],
    'added positions of another shape': [
      both({ scheme: 'added', queries: one, keys: redBlueRed })[0],
      'shape-mismatch',
    ],
    'added positions that are NaN': [
      both({ scheme: 'added', queries: matrix(1, NaN), keys: one })[0],
      'not-finite',
    ],
    'added positions that are missing': [
      both(bare({ scheme: 'added', queries: one }))[1],
      'wrong-type',
      'positions.keys is undefined',
    ],
    'a turn of an odd width': [both({ scheme: 'rotary', spec: { width: 1 } })[0], 'out-of-range'],
    'turns of another type': [
      both(bare({ scheme: 'rotary', spec: { width: 2 }, keys: [1] }))[0],
      'wrong-type',
      'positions.keys is not a Int32Array',
    ],
    'turns that are too few': [
      both({ scheme: 'rotary', spec: { width: 4 }, keys: Int32Array.of(1) }, redBlueRed)[1],
      'shape-mismatch',
    ],
    'a negative slope': [
      both({ scheme: 'alibi', slopes: Float64Array.of(-1) })[0],
      'out-of-range',
      '-1',
    ],
    'slopes of NaN': [both({ scheme: 'alibi', slopes: Float64Array.of(NaN) })[1], 'not-finite'],
    'slopes that are too many': [
      both({ scheme: 'alibi', slopes: Float64Array.of(1, 2) })[0],
      'shape-mismatch',
    ],
    'a table of other buckets': [both({ scheme: 't5', table: one })[0], 'shape-mismatch'],
    'one bucket': [
      both({ scheme: 't5', table: one, spec: { buckets: 1 } })[1],
      'out-of-range',
      'buckets is 1',
    ],
    'an even table of offsets': [
      both({ scheme: 'shaw', keyTable: matrix(1, 1, 2) })[0],
      'out-of-range',
    ],
    'a table of another width': [
      both({ scheme: 'shaw', keyTable: matrix(2, 1, 2) })[1],
      'shape-mismatch',
    ],
    'too many distances': [
      both({
        scheme: 'transformer-xl',
        distances: redBlueRed,
        contentBias: one,
        distanceBias: one,
      })[0],
      'shape-mismatch',
    ],
    'a gradient of another shape': [
      () => attentionBackward(core, one, one, one, spec, none, redBlueRed),
      'shape-mismatch',
    ],
    'a gradient that is infinite': [
      () => attentionBackward(core, one, one, one, spec, none, matrix(1, Infinity)),
      'not-finite',
    ],
    'a negative scale backwards': [
      () => attentionBackward(core, one, one, one, { scale: -1 }, none, one),
      'out-of-range',
      'scale',
    ],
  });
});
