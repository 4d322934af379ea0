import type { Core } from './core.ts';
import { enumValue, float64, int32 } from './guards.ts';
import type { Matrix } from './matrix.ts';
import type { RawCore, RawSinusoidalSpec } from './raw.ts';

export type PairLayout = 'interleaved' | 'split';

export interface SinusoidalSpec {
  positions: number; // rows
  width: number; // columns
  first?: number; // position of row 0
  base?: number; // above 1
  layout?: PairLayout;
}

/** The spec as embind takes it; the C++ struct owns the defaults. @throws {CoreError} 'wrong-type' */
export function rawSinusoidalSpec(raw: RawCore, spec: SinusoidalSpec): RawSinusoidalSpec {
  const rawSpec = raw.sinusoidalDefaults();
  rawSpec.positions = int32('positions', spec.positions);
  rawSpec.width = int32('width', spec.width);
  if (spec.first !== undefined) rawSpec.first = int32('first', spec.first);
  if (spec.base !== undefined) rawSpec.base = float64('base', spec.base);
  if (spec.layout !== undefined) {
    rawSpec.layout = enumValue('layout', raw.PairLayout, spec.layout);
  }
  return rawSpec;
}

/**
 * The fixed sine/cosine code of consecutive positions, one row each.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function sinusoidal(core: Core, spec: SinusoidalSpec): Matrix {
  return core.call((raw) => raw.sinusoidal(rawSinusoidalSpec(raw, spec)));
}

/**
 * The code of any real positions, whole or not; one row each.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function sinusoidalAt(
  core: Core,
  positions: Float64Array,
  spec: Omit<SinusoidalSpec, 'positions' | 'first'>,
): Matrix {
  return core.call((raw) => {
    const rawSpec = rawSinusoidalSpec(raw, { ...spec, positions: 0 });
    return raw.sinusoidalAt(positions, rawSpec.width, rawSpec.base, rawSpec.layout);
  });
}

/**
 * How fast each pair turns, fastest first, in radians per position: base^(-2k / width).
 * The lone last sine of an odd width counts as a pair.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function sinusoidalRates(core: Core, width: number, base?: number): Float32Array {
  return core.call((raw) =>
    raw.sinusoidalRates(
      int32('width', width),
      float64('base', base ?? raw.sinusoidalDefaults().base),
    ),
  ).data;
}
