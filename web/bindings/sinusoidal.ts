import type { Core } from './core.ts';
import { enumPlace, fields, float64, int32, optional, typedArray } from './guards.ts';
import type { Matrix } from './matrix.ts';
import type { RawSinusoidalSpec } from './raw.ts';

/** In the order of the C++ enum. */
export const pairLayouts = ['interleaved', 'split'] as const;

export type PairLayout = (typeof pairLayouts)[number];

export interface SinusoidalSpec {
  positions: number; // rows
  width: number; // columns
  first?: number; // position of row 0
  base?: number; // above 1
  layout?: PairLayout;
}

/** What the code of one position depends on. */
export type SinusoidalCode = Omit<SinusoidalSpec, 'positions' | 'first'>;

export const layoutPlace = (name: string, layout: PairLayout): number =>
  enumPlace(name, pairLayouts, layout);

/** @throws {CoreError} 'wrong-type' */
export function rawSinusoidalCode(spec: SinusoidalCode): RawSinusoidalSpec {
  fields('spec', spec);
  return {
    width: int32('width', spec.width),
    base: optional(float64, 'base', spec.base),
    layout: optional(layoutPlace, 'layout', spec.layout),
  };
}

/** @throws {CoreError} 'wrong-type' */
export function rawSinusoidalSpec(spec: SinusoidalSpec): RawSinusoidalSpec {
  return {
    ...rawSinusoidalCode(spec),
    positions: int32('positions', spec.positions),
    first: optional(int32, 'first', spec.first),
  };
}

/**
 * The fixed sine/cosine code of consecutive positions, one row each.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function sinusoidal(core: Core, spec: SinusoidalSpec): Matrix {
  return core.call((raw) => raw.sinusoidal(rawSinusoidalSpec(spec)));
}

/**
 * The code of any real positions, whole or not; one row each.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function sinusoidalAt(core: Core, positions: Float64Array, spec: SinusoidalCode): Matrix {
  return core.call((raw) =>
    raw.sinusoidalAt(typedArray('positions', Float64Array, positions), rawSinusoidalCode(spec)),
  );
}

/**
 * How fast each pair turns, fastest first, in radians per position: base^(-2k / width).
 * The lone last sine of an odd width counts as a pair.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function sinusoidalRates(core: Core, width: number, base?: number): Float32Array {
  return core.call((raw) => raw.sinusoidalRates(rawRatesSpec(width, base))).data;
}

/** Rates do not depend on where they sit in a row. @throws {CoreError} 'wrong-type' */
export function rawRatesSpec(width: number, base: number | undefined): RawSinusoidalSpec {
  return { width: int32('width', width), base: optional(float64, 'base', base) };
}
