import type { Core } from './core.ts';
import { int32 } from './guards.ts';
import { checkedTensor3, type Tensor3 } from './matrix.ts';
import { rawSinusoidalSpec, type SinusoidalSpec } from './sinusoidal.ts';

/**
 * Adds the pattern of `spec` to every sequence of a batch: token t gets the row of position start + t.
 * The input stays as it is.
 * @throws {CoreError} 'shape-mismatch', 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function positionalEncodingForward(
  core: Core,
  spec: SinusoidalSpec,
  input: Tensor3,
  start = 0,
): Tensor3 {
  return core.call((raw) =>
    raw.positionalEncodingForward(
      rawSinusoidalSpec(spec),
      checkedTensor3('input', input),
      int32('start', start),
    ),
  );
}

/**
 * The gradient with respect to the layer's input: the arriving one, unchanged.
 * @throws {CoreError} 'shape-mismatch', 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function positionalEncodingBackward(
  core: Core,
  spec: SinusoidalSpec,
  outputGradient: Tensor3,
): Tensor3 {
  return core.call((raw) =>
    raw.positionalEncodingBackward(
      rawSinusoidalSpec(spec),
      checkedTensor3('outputGradient', outputGradient),
    ),
  );
}
