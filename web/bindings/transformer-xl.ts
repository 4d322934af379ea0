import type { Core } from './core.ts';
import { fields, int32 } from './guards.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';
import { rawSinusoidalCode, type SinusoidalCode } from './sinusoidal.ts';

/**
 * The sinusoidal code of every distance that queries and keys can have, from keys - 1 down to
 * -(queries - 1), before the learned projection.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function transformerXlDistances(
  core: Core,
  queries: number,
  keys: number,
  spec: SinusoidalCode,
): Matrix {
  return core.call((raw) =>
    raw.transformerXlDistances(
      int32('queries', queries),
      int32('keys', keys),
      rawSinusoidalCode(spec),
    ),
  );
}

/** What a score is made of. */
export interface TransformerXlInput {
  queries: Matrix; // [q, width]
  keys: Matrix; // [k, width]
  distances: Matrix; // [k + q - 1, width], projected
  contentBias: Matrix; // [1, width]
  distanceBias: Matrix; // [1, width]
}

/** The four terms of the score, before the scale, each [q, k]. */
export interface TransformerXlTerms {
  content: Matrix;
  distance: Matrix;
  contentBias: Matrix;
  distanceBias: Matrix;
}

type Parts = [Matrix, Matrix, Matrix, Matrix, Matrix];

function parts(input: TransformerXlInput): Parts {
  fields('input', input);
  return [
    checkedMatrix('queries', input.queries),
    checkedMatrix('keys', input.keys),
    checkedMatrix('distances', input.distances),
    checkedMatrix('contentBias', input.contentBias),
    checkedMatrix('distanceBias', input.distanceBias),
  ];
}

/** @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type' */
export function transformerXlTerms(core: Core, input: TransformerXlInput): TransformerXlTerms {
  return core.call((raw) => raw.transformerXlTerms(...parts(input)));
}

/**
 * Gradients for an arriving gradient [q, k] of the sum of the four terms.
 * @throws {CoreError} 'out-of-range', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function transformerXlBackward(
  core: Core,
  input: TransformerXlInput,
  scoresGradient: Matrix,
): TransformerXlInput {
  return core.call((raw) =>
    raw.transformerXlBackward(...parts(input), checkedMatrix('scoresGradient', scoresGradient)),
  );
}

/**
 * Scores by distance turned into scores by key, the way the published code does it.
 * @throws {CoreError} 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function relativeShift(core: Core, byDistance: Matrix): Matrix {
  return core.call((raw) => raw.relativeShift(checkedMatrix('byDistance', byDistance)));
}
