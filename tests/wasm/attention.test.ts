import { beforeAll, describe, expect, test } from 'vitest';
import { attention, type AttentionMask } from '../../web/bindings/attention.ts';
import type { Core } from '../../web/bindings/core.ts';
import { fromRows, row } from '../../web/bindings/matrix.ts';
import { positionalEncodingForward } from '../../web/bindings/positional-encoding.ts';
import { expectFiveDigits, expectRefusal, loadBuiltCore } from './core-under-test.ts';

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

  test('a trace that does not fit the memory left, and the module lives on', () => {
    // Four matrices of 8192 x 8192 are 1 GiB, all that the module may have.
    const column = { rows: 8192, cols: 1, data: new Float32Array(8192) };
    expectRefusal(() => attention(core, column, column, column), 'out-of-memory', 'no memory for');
    expect([...attention(core, one, one, one).weights.data]).toEqual([1]);
  });

  test('a mask that does not exist', () => {
    const mask = 'padding' as AttentionMask;
    expectRefusal(
      () => attention(core, one, one, one, { mask }),
      'wrong-type',
      'one of none, causal',
    );
  });
});
