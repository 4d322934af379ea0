import type { Core } from './core.ts';
import { int32, int53 } from './guards.ts';
import type { Matrix } from './matrix.ts';
import { rawRatesSpec, rawSinusoidalCode, type SinusoidalCode } from './sinusoidal.ts';

/**
 * How many positions one turn of each pair takes, fastest first.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function sinusoidalPeriods(core: Core, width: number, base?: number): Float32Array {
  return core.call((raw) => raw.sinusoidalPeriods(rawRatesSpec(width, base))).data;
}

/**
 * The matrix M with M · PE[p] = PE[p + offset] for every position p.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function shiftMatrix(core: Core, offset: number, spec: SinusoidalCode): Matrix {
  return core.call((raw) => raw.shiftMatrix(int53('offset', offset), rawSinusoidalCode(spec)));
}

/**
 * The dot product of two codes at the distances 0 .. distances - 1.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'out-of-memory' or 'wrong-type'
 */
export function sinusoidalSimilarity(
  core: Core,
  distances: number,
  width: number,
  base?: number,
): Float32Array {
  return core.call((raw) =>
    raw.sinusoidalSimilarity(int32('distances', distances), rawRatesSpec(width, base)),
  ).data;
}

/**
 * The smallest distance whose similarity is larger than that of the one before.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function firstRise(core: Core, width: number, base?: number): number {
  return core.call((raw) => raw.firstRise(rawRatesSpec(width, base)));
}

export interface ClosestPair {
  first: number;
  second: number;
  distance: number; // of their codes
}

/**
 * Which two of the positions 0 .. positions - 1 have the codes hardest to tell apart.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function closestPair(
  core: Core,
  positions: number,
  width: number,
  base?: number,
): ClosestPair {
  return core.call((raw) =>
    raw.closestPair({
      ...rawRatesSpec(width, base),
      positions: int32('positions', positions),
    }),
  );
}

/**
 * The share of its circle, 0..1, that each pair has passed over in positions 0 .. trained - 1.
 * @throws {CoreError} 'out-of-range', 'not-finite' or 'wrong-type'
 */
export function seenAngles(
  core: Core,
  trained: number,
  width: number,
  base?: number,
): Float32Array {
  return core.call((raw) => raw.seenAngles(int32('trained', trained), rawRatesSpec(width, base)))
    .data;
}
