import type { Core } from './core.ts';
import { enumValue, float64 } from './guards.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';

export type AttentionMask = 'none' | 'causal';

export interface AttentionSpec {
  mask?: AttentionMask;
  scale?: number; // 0, the default, stands for 1 / sqrt(width)
}

/** Every intermediate of one head; masked cells are -Infinity in `masked` and exactly 0 in `weights`. */
export interface AttentionTrace {
  products: Matrix;
  scores: Matrix;
  masked: Matrix;
  weights: Matrix;
  output: Matrix;
}

/**
 * One head of scaled dot-product attention, with its whole trace.
 * @throws {CoreError} 'shape-mismatch', 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function attention(
  core: Core,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  spec: AttentionSpec = {},
): AttentionTrace {
  return core.call((raw) => {
    const rawSpec = raw.attentionDefaults();
    if (spec.mask !== undefined) rawSpec.mask = enumValue('mask', raw.AttentionMask, spec.mask);
    if (spec.scale !== undefined) rawSpec.scale = float64('scale', spec.scale);
    return raw.attention(
      checkedMatrix('queries', queries),
      checkedMatrix('keys', keys),
      checkedMatrix('values', values),
      rawSpec,
    );
  });
}
