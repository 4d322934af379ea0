/**
 * What the module `core` exports, written by hand: embind's names and shapes, before checks. A test
 * holds these names to what the built module has. In a spec a field that is left out has the default
 * of the C++ struct; an enum value crosses as its place in the enum, `guards.ts` has the names.
 */

import type { ClaimReport } from './claims.ts';
import type { RawResult } from './errors.ts';

export interface RawMatrix {
  rows: number;
  cols: number;
  data: Float32Array;
}

export interface RawTensor3 extends RawMatrix {
  batch: number;
}

export interface RawSinusoidalSpec {
  positions?: number | undefined;
  first?: number | undefined;
  width: number;
  base?: number | undefined;
  layout?: number | undefined;
}

export interface RawLearnedTableSpec {
  positions: number;
  width: number;
  deviation?: number | undefined;
  seed?: number | undefined;
}

export interface RawRotarySpec {
  width: number;
  rotated?: number | undefined;
  base?: number | undefined;
  layout?: number | undefined;
  scaling?: number | undefined;
  factor?: number | undefined;
  trained?: number | undefined;
  fastTurns?: number | undefined;
  slowTurns?: number | undefined;
  attentionFactor?: number | undefined;
}

export interface RawT5Spec {
  buckets?: number | undefined;
  maxDistance?: number | undefined;
  bidirectional?: boolean | undefined;
}

export interface RawAttentionSpec {
  heads?: number | undefined;
  mask?: number | undefined;
  scale?: number | undefined;
  padding?: Uint8Array | undefined;
  trace?: boolean | undefined;
}

/** `scheme` is the place of its alternative in AttentionPositions; the rest is what that one has. */
export interface RawAttentionPositions {
  scheme: number;
  queries?: RawMatrix | Int32Array | undefined;
  keys?: RawMatrix | Int32Array | undefined;
  spec?: RawRotarySpec | RawT5Spec | undefined;
  slopes?: Float64Array | undefined;
  table?: RawMatrix | undefined;
  keyTable?: RawMatrix | undefined;
  valueTable?: RawMatrix | undefined;
  distances?: RawMatrix | undefined;
  contentBias?: RawMatrix | undefined;
  distanceBias?: RawMatrix | undefined;
}

export interface RawAttentionTrace {
  queries: RawMatrix;
  keys: RawMatrix;
  products: RawTensor3;
  bias: RawTensor3;
  scores: RawTensor3;
  masked: RawTensor3;
  weights: RawTensor3;
  output: RawMatrix;
  blind: Uint8Array;
}

export interface RawAttentionGradient {
  queries: RawMatrix;
  keys: RawMatrix;
  values: RawMatrix;
  positions: Record<string, RawMatrix>;
}

export interface RawCore {
  difference(a: RawMatrix, b: RawMatrix): RawResult<RawMatrix>;
  distance(a: RawMatrix, b: RawMatrix): RawResult<number>;

  sinusoidal(spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  sinusoidalAt(positions: Float64Array, spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  sinusoidalRates(spec: RawSinusoidalSpec): RawResult<RawMatrix>;

  sinusoidalPeriods(spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  shiftMatrix(offset: number, spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  sinusoidalSimilarity(distances: number, spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  firstRise(spec: RawSinusoidalSpec): RawResult<number>;
  closestPair(
    spec: RawSinusoidalSpec,
  ): RawResult<{ first: number; second: number; distance: number }>;
  seenAngles(trained: number, spec: RawSinusoidalSpec): RawResult<RawMatrix>;

  learnedTable(spec: RawLearnedTableSpec): RawResult<RawMatrix>;
  learnedLookup(table: RawMatrix, positions: Int32Array): RawResult<RawMatrix>;
  learnedLookupBackward(
    rows: number,
    positions: Int32Array,
    outputGradient: RawMatrix,
  ): RawResult<RawMatrix>;
  learnedResize(table: RawMatrix, positions: number): RawResult<RawMatrix>;

  alibiSlopes(heads: number): RawResult<Float64Array>;
  alibiBias(slopes: Float64Array, queries: number, keys: number): RawResult<RawTensor3>;

  rotaryRates(spec: RawRotarySpec): RawResult<{ rates: Float64Array; attentionFactor: number }>;
  rotaryTables(
    positions: Int32Array,
    spec: RawRotarySpec,
  ): RawResult<{ cosines: RawMatrix; sines: RawMatrix }>;
  rotary(x: RawMatrix, positions: Int32Array, spec: RawRotarySpec): RawResult<RawMatrix>;
  rotaryBackward(
    outputGradient: RawMatrix,
    positions: Int32Array,
    spec: RawRotarySpec,
  ): RawResult<RawMatrix>;

  shawRows(queries: number, keys: number, clip: number): RawResult<RawMatrix>;
  shawScores(queries: RawMatrix, keyTable: RawMatrix, keys: number): RawResult<RawMatrix>;
  shawScoresBackward(
    queries: RawMatrix,
    keyTable: RawMatrix,
    scoresGradient: RawMatrix,
  ): RawResult<{ queries: RawMatrix; keyTable: RawMatrix }>;
  shawValues(weights: RawMatrix, valueTable: RawMatrix): RawResult<RawMatrix>;
  shawValuesBackward(
    weights: RawMatrix,
    valueTable: RawMatrix,
    outputGradient: RawMatrix,
  ): RawResult<{ weights: RawMatrix; valueTable: RawMatrix }>;

  transformerXlDistances(
    queries: number,
    keys: number,
    spec: RawSinusoidalSpec,
  ): RawResult<RawMatrix>;
  transformerXlTerms(
    queries: RawMatrix,
    keys: RawMatrix,
    distances: RawMatrix,
    contentBias: RawMatrix,
    distanceBias: RawMatrix,
  ): RawResult<{
    content: RawMatrix;
    distance: RawMatrix;
    contentBias: RawMatrix;
    distanceBias: RawMatrix;
  }>;
  transformerXlBackward(
    queries: RawMatrix,
    keys: RawMatrix,
    distances: RawMatrix,
    contentBias: RawMatrix,
    distanceBias: RawMatrix,
    scoresGradient: RawMatrix,
  ): RawResult<{
    queries: RawMatrix;
    keys: RawMatrix;
    distances: RawMatrix;
    contentBias: RawMatrix;
    distanceBias: RawMatrix;
  }>;
  relativeShift(byDistance: RawMatrix): RawResult<RawMatrix>;

  t5Buckets(offsets: Int32Array, spec: RawT5Spec): RawResult<Int32Array>;
  t5BucketMatrix(queries: number, keys: number, spec: RawT5Spec): RawResult<RawMatrix>;
  t5Bias(table: RawMatrix, queries: number, keys: number, spec: RawT5Spec): RawResult<RawTensor3>;
  t5BiasBackward(biasGradient: RawTensor3, spec: RawT5Spec): RawResult<RawMatrix>;

  positionalEncodingForward(
    spec: RawSinusoidalSpec,
    input: RawTensor3,
    start: number,
  ): RawResult<RawTensor3>;
  positionalEncodingBackward(
    spec: RawSinusoidalSpec,
    outputGradient: RawTensor3,
  ): RawResult<RawTensor3>;

  learnedPositionsForward(
    table: RawMatrix,
    input: RawTensor3,
    start: number,
  ): RawResult<RawTensor3>;
  learnedPositionsBackward(
    table: RawMatrix,
    outputGradient: RawTensor3,
    start: number,
  ): RawResult<{ input: RawTensor3; table: RawMatrix }>;

  attention(
    queries: RawMatrix,
    keys: RawMatrix,
    values: RawMatrix,
    spec: RawAttentionSpec,
    positions: RawAttentionPositions,
  ): RawResult<RawAttentionTrace>;
  attentionBackward(
    queries: RawMatrix,
    keys: RawMatrix,
    values: RawMatrix,
    spec: RawAttentionSpec,
    positions: RawAttentionPositions,
    outputGradient: RawMatrix,
  ): RawResult<RawAttentionGradient>;

  claimIds(): RawResult<string[]>;
  checkClaim(id: string): RawResult<ClaimReport>;
}
