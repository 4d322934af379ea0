import type { Core } from './core.ts';
import { enumPlace, fields, flag, float64, int32, optional, typedArray } from './guards.ts';
import { checkedMatrix, type Matrix, type Tensor3 } from './matrix.ts';
import type { RawAttentionPositions, RawAttentionSpec } from './raw.ts';
import { rawRotarySpec, type RotarySpec } from './rotary.ts';
import { rawT5Spec, type T5Spec } from './t5.ts';

/** In the order of the C++ enum. */
export const attentionMasks = ['none', 'causal'] as const;

export type AttentionMask = (typeof attentionMasks)[number];

export interface AttentionSpec {
  heads?: number; // side by side in the columns of each row
  mask?: AttentionMask;
  scale?: number; // 0, the default, stands for 1 / sqrt(width of one head)
  padding?: Uint8Array; // one entry per key, not 0 for a key that nobody may read
  trace?: boolean; // whether to keep every intermediate; without, only output and blind are
}

/** Where positions enter; q queries, k keys. Parts that are left out have the default of the core. */
export type AttentionPositions =
  | { scheme: 'none' }
  /** vectors added before the product: [q, heads * width] and [k, heads * width] */
  | { scheme: 'added'; queries: Matrix; keys: Matrix }
  /** queries and keys turned by their positions, one for each row */
  | { scheme: 'rotary'; spec: RotarySpec; queries?: Int32Array; keys?: Int32Array }
  /** a penalty per head on the distance */
  | { scheme: 'alibi'; slopes?: Float64Array }
  /** a number per bucket and head, [buckets, heads] */
  | { scheme: 't5'; spec?: T5Spec; table: Matrix }
  /** vectors per clipped offset, [2 clip + 1, width]; without a value table the key side alone */
  | { scheme: 'shaw'; keyTable: Matrix; valueTable?: Matrix }
  /** [k + q - 1, heads * width], [1, heads * width] twice */
  | {
      scheme: 'transformer-xl';
      distances: Matrix;
      contentBias: Matrix;
      distanceBias: Matrix;
    };

export type AttentionScheme = AttentionPositions['scheme'];

/** In the order of the C++ variant. */
export const attentionSchemes = [
  'none',
  'added',
  'rotary',
  'alibi',
  't5',
  'shaw',
  'transformer-xl',
] as const satisfies readonly AttentionScheme[];

/**
 * Every intermediate, head by head; masked cells are -Infinity in `masked` and exactly 0 in
 * `weights`. What is not kept is empty.
 */
export interface AttentionTrace {
  queries: Matrix; // as they enter the product: turned, or with positions
  keys: Matrix;
  products: Tensor3; // [heads, q, k], as all up to the weights
  bias: Tensor3;
  scores: Tensor3; // products * scale + bias
  masked: Tensor3;
  weights: Tensor3;
  output: Matrix;
  blind: Uint8Array; // 1 where a query may read no key at all
}

/**
 * Scaled dot-product attention of many heads under any position scheme, with its whole trace.
 * @throws {CoreError} 'shape-mismatch', 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function attention(
  core: Core,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  spec: AttentionSpec = {},
  positions: AttentionPositions = { scheme: 'none' },
): AttentionTrace {
  return core.call((raw) =>
    raw.attention(
      checkedMatrix('queries', queries),
      checkedMatrix('keys', keys),
      checkedMatrix('values', values),
      rawSpec(spec),
      rawPositions(positions),
    ),
  );
}

/** Gradients of what is trained in a scheme; of the others nothing is. */
export type AttentionPositionsGradient =
  | { scheme: 'none' | 'rotary' | 'alibi' }
  | { scheme: 'added'; queries: Matrix; keys: Matrix }
  | { scheme: 't5'; table: Matrix }
  | { scheme: 'shaw'; keyTable: Matrix; valueTable: Matrix }
  | {
      scheme: 'transformer-xl';
      distances: Matrix;
      contentBias: Matrix;
      distanceBias: Matrix;
    };

export interface AttentionGradient {
  queries: Matrix;
  keys: Matrix;
  values: Matrix;
  positions: AttentionPositionsGradient;
}

/** Gradients for an arriving gradient of the output. @throws {CoreError} as attention */
export function attentionBackward(
  core: Core,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  spec: AttentionSpec,
  positions: AttentionPositions,
  outputGradient: Matrix,
): AttentionGradient {
  const gradient = core.call((raw) =>
    raw.attentionBackward(
      checkedMatrix('queries', queries),
      checkedMatrix('keys', keys),
      checkedMatrix('values', values),
      rawSpec(spec),
      rawPositions(positions),
      checkedMatrix('outputGradient', outputGradient),
    ),
  );
  const { scheme } = positions;
  return {
    ...gradient,
    positions: { scheme, ...gradient.positions } as AttentionPositionsGradient,
  };
}

function rawSpec(spec: AttentionSpec): RawAttentionSpec {
  fields('spec', spec);
  return {
    heads: optional(int32, 'heads', spec.heads),
    mask: optional((name, mask) => enumPlace(name, attentionMasks, mask), 'mask', spec.mask),
    scale: optional(float64, 'scale', spec.scale),
    padding: optional((name, list) => typedArray(name, Uint8Array, list), 'padding', spec.padding),
    trace: optional(flag, 'trace', spec.trace),
  };
}

function rawPositions(positions: AttentionPositions): RawAttentionPositions {
  fields('positions', positions);
  const scheme = enumPlace('scheme', attentionSchemes, positions.scheme);
  switch (positions.scheme) {
    case 'none':
      return { scheme };
    case 'added':
      return {
        scheme,
        queries: checkedMatrix('positions.queries', positions.queries),
        keys: checkedMatrix('positions.keys', positions.keys),
      };
    case 'rotary':
      return {
        scheme,
        spec: rawRotarySpec(positions.spec),
        queries: optional(checkedPositions, 'positions.queries', positions.queries),
        keys: optional(checkedPositions, 'positions.keys', positions.keys),
      };
    case 'alibi':
      return {
        scheme,
        slopes: optional(
          (name, list) => typedArray(name, Float64Array, list),
          'positions.slopes',
          positions.slopes,
        ),
      };
    case 't5':
      return {
        scheme,
        spec: rawT5Spec(positions.spec ?? {}),
        table: checkedMatrix('positions.table', positions.table),
      };
    case 'shaw':
      return {
        scheme,
        keyTable: checkedMatrix('positions.keyTable', positions.keyTable),
        valueTable: optional(checkedMatrix, 'positions.valueTable', positions.valueTable),
      };
    case 'transformer-xl':
      return {
        scheme,
        distances: checkedMatrix('positions.distances', positions.distances),
        contentBias: checkedMatrix('positions.contentBias', positions.contentBias),
        distanceBias: checkedMatrix('positions.distanceBias', positions.distanceBias),
      };
  }
}

const checkedPositions = (name: string, list: Int32Array): Int32Array =>
  typedArray(name, Int32Array, list);
