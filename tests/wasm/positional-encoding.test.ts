import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import type { Tensor3 } from '../../web/bindings/matrix.ts';
import {
  positionalEncodingBackward,
  positionalEncodingForward,
} from '../../web/bindings/positional-encoding.ts';
import { expectFiveDigits, expectRefusal, loadBuiltCore } from './core-under-test.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

function repeatedToken(batch: number, rows: number): Tensor3 {
  const cells = Array.from({ length: batch * rows }, () => [1, 0, 1, 0]).flat();
  return { batch, rows, cols: 4, data: Float32Array.from(cells) };
}

const spec = { positions: 8, width: 4 };

test('adds the known rows to the token, the same in every sequence', () => {
  const output = positionalEncodingForward(core, spec, repeatedToken(2, 3));
  const expected = [1, 1, 1, 1, 1.84147, 0.5403, 1.01, 0.99995, 1.9093, -0.41615, 1.02, 0.9998];
  expectFiveDigits(output.data, [...expected, ...expected]);
});

test('leaves the input as it was', () => {
  const input = repeatedToken(1, 3);
  positionalEncodingForward(core, spec, input, 2);
  expect(input).toEqual(repeatedToken(1, 3));
});

test('returns the arriving gradient unchanged, as a copy', () => {
  const gradient: Tensor3 = {
    batch: 1,
    rows: 2,
    cols: 4,
    data: Float32Array.from([1, -2, 3, -4, 5, -6, 7, -8]),
  };
  const input = positionalEncodingBackward(core, spec, gradient);
  expect([...input.data]).toEqual([...gradient.data]);
  expect(input.data).not.toBe(gradient.data);
});

describe('refusals', () => {
  test('another width', () => {
    expectRefusal(
      () => positionalEncodingForward(core, { positions: 8, width: 6 }, repeatedToken(1, 2)),
      'shape-mismatch',
      "the input is 4 wide; the layer's pattern is 6 wide",
    );
    expectRefusal(
      () => positionalEncodingBackward(core, { positions: 8, width: 6 }, repeatedToken(1, 2)),
      'shape-mismatch',
    );
  });

  test('cells that do not fill the shape', () => {
    const input = { ...repeatedToken(1, 2), rows: 3 };
    expectRefusal(() => positionalEncodingForward(core, spec, input), 'shape-mismatch', 'needs 12');
  });

  test('a start beyond the pattern', () => {
    expectRefusal(
      () => positionalEncodingForward(core, spec, repeatedToken(1, 2), 7),
      'out-of-range',
      'start is 7',
    );
  });

  test('a base that is not finite', () => {
    const broken = { ...spec, base: NaN };
    expectRefusal(() => positionalEncodingForward(core, broken, repeatedToken(1, 2)), 'not-finite');
  });

  test('cells of another type, sides that are not whole', () => {
    const input = { ...repeatedToken(1, 2), data: [1, 0, 1, 0] as unknown as Float32Array };
    expectRefusal(() => positionalEncodingForward(core, spec, input), 'wrong-type', 'input.data');
    const half = { ...repeatedToken(1, 2), rows: 1.5 };
    expectRefusal(() => positionalEncodingForward(core, spec, half), 'wrong-type', 'input.rows');
  });
});
