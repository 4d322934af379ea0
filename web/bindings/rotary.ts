import type { Core } from './core.ts';
import { enumPlace, fields, float64, int32, optional, typedArray } from './guards.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';
import type { RawRotarySpec } from './raw.ts';
import { layoutPlace, type PairLayout } from './sinusoidal.ts';

/** How a model is stretched beyond its training; in the order of the C++ enum. */
export const rotaryScalings = ['none', 'linear', 'ntk', 'yarn'] as const;

export type RotaryScaling = (typeof rotaryScalings)[number];

export interface RotarySpec {
  width: number; // of one head
  rotated?: number; // leading columns that are turned; 0, the default, stands for all
  base?: number; // above 1
  layout?: PairLayout;
  scaling?: RotaryScaling;
  factor?: number; // 1 or more
  trained?: number; // positions of training; for yarn alone
  fastTurns?: number; // yarn: pairs with more turns stay
  slowTurns?: number; // yarn: pairs with fewer are interpolated
  attentionFactor?: number; // yarn: 0, the default, stands for the published 0.1 ln(factor) + 1
}

const scalingPlace = (name: string, scaling: RotaryScaling): number =>
  enumPlace(name, rotaryScalings, scaling);

/** @throws {CoreError} 'wrong-type' */
export function rawRotarySpec(spec: RotarySpec): RawRotarySpec {
  fields('spec', spec);
  return {
    width: int32('width', spec.width),
    rotated: optional(int32, 'rotated', spec.rotated),
    base: optional(float64, 'base', spec.base),
    layout: optional(layoutPlace, 'layout', spec.layout),
    scaling: optional(scalingPlace, 'scaling', spec.scaling),
    factor: optional(float64, 'factor', spec.factor),
    trained: optional(int32, 'trained', spec.trained),
    fastTurns: optional(float64, 'fastTurns', spec.fastTurns),
    slowTurns: optional(float64, 'slowTurns', spec.slowTurns),
    attentionFactor: optional(float64, 'attentionFactor', spec.attentionFactor),
  };
}

export interface RotaryRates {
  rates: Float64Array; // radians per position, fastest first
  attentionFactor: number; // factor of every turned vector; 1 but for yarn
}

/**
 * How fast each pair turns after scaling.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function rotaryRates(core: Core, spec: RotarySpec): RotaryRates {
  return core.call((raw) => raw.rotaryRates(rawRotarySpec(spec)));
}

/** One row per token, one column per pair. */
export interface RotaryTables {
  cosines: Matrix;
  sines: Matrix;
}

/**
 * Cosine and sine of each token's turn, times the attention factor.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function rotaryTables(core: Core, positions: Int32Array, spec: RotarySpec): RotaryTables {
  return core.call((raw) =>
    raw.rotaryTables(typedArray('positions', Int32Array, positions), rawRotarySpec(spec)),
  );
}

/**
 * Turns each pair of each head of each token by its position; the heads lie side by side in a row.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function rotary(core: Core, x: Matrix, positions: Int32Array, spec: RotarySpec): Matrix {
  return core.call((raw) =>
    raw.rotary(
      checkedMatrix('x', x),
      typedArray('positions', Int32Array, positions),
      rawRotarySpec(spec),
    ),
  );
}

/** The gradient of `x`: the arriving one turned back. @throws {CoreError} as `rotary` */
export function rotaryBackward(
  core: Core,
  outputGradient: Matrix,
  positions: Int32Array,
  spec: RotarySpec,
): Matrix {
  return core.call((raw) =>
    raw.rotaryBackward(
      checkedMatrix('outputGradient', outputGradient),
      typedArray('positions', Int32Array, positions),
      rawRotarySpec(spec),
    ),
  );
}
