import type { Core } from './core.ts';
import { int32 } from './guards.ts';
import { checkedMatrix, checkedTensor3, type Matrix, type Tensor3 } from './matrix.ts';

/**
 * Adds the rows of a trainable table to every sequence of a batch: token t gets row start + t.
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function learnedPositionsForward(
  core: Core,
  table: Matrix,
  input: Tensor3,
  start = 0,
): Tensor3 {
  return core.call((raw) =>
    raw.learnedPositionsForward(
      checkedMatrix('table', table),
      checkedTensor3('input', input),
      int32('start', start),
    ),
  );
}

export interface LearnedPositionsGradient {
  input: Tensor3; // the arriving gradient, unchanged
  table: Matrix; // summed over the batch; rows out of reach are 0
}

/** Gradients of input and table. @throws {CoreError} as learnedPositionsForward */
export function learnedPositionsBackward(
  core: Core,
  table: Matrix,
  outputGradient: Tensor3,
  start = 0,
): LearnedPositionsGradient {
  return core.call((raw) =>
    raw.learnedPositionsBackward(
      checkedMatrix('table', table),
      checkedTensor3('outputGradient', outputGradient),
      int32('start', start),
    ),
  );
}
