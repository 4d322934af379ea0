/**
 * What the WebAssembly module exports, written by hand: embind's names and shapes, before checks and
 * defaults. A test holds these names to what the built module has.
 */

import type { Answer, ChallengeCase, Reference, Tolerance, Verdict } from './grading.ts';

/** An embind enum value: an opaque object that only its own module understands. */
export interface RawEnumValue {
  readonly value: number;
}

export interface RawMatrix {
  rows: number;
  cols: number;
  data: Float32Array;
}

export interface RawTensor3 extends RawMatrix {
  batch: number;
}

export type RawResult<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

export interface RawSinusoidalSpec {
  positions: number;
  first: number;
  width: number;
  base: number;
  layout: RawEnumValue;
}

export interface RawAttentionSpec {
  mask: RawEnumValue;
  scale: number;
}

export interface RawAttentionTrace {
  products: RawMatrix;
  scores: RawMatrix;
  masked: RawMatrix;
  weights: RawMatrix;
  output: RawMatrix;
}

export interface RawCore {
  difference(a: RawMatrix, b: RawMatrix): RawResult<RawMatrix>;
  distance(a: RawMatrix, b: RawMatrix): RawResult<number>;

  PairLayout: { interleaved: RawEnumValue; split: RawEnumValue };
  sinusoidalDefaults(): RawSinusoidalSpec;
  sinusoidal(spec: RawSinusoidalSpec): RawResult<RawMatrix>;
  sinusoidalAt(
    positions: Float64Array,
    width: number,
    base: number,
    layout: RawEnumValue,
  ): RawResult<RawMatrix>;
  sinusoidalRates(width: number, base: number): RawResult<RawMatrix>;

  positionalEncodingForward(
    spec: RawSinusoidalSpec,
    input: RawTensor3,
    start: number,
  ): RawResult<RawTensor3>;
  positionalEncodingBackward(
    spec: RawSinusoidalSpec,
    outputGradient: RawTensor3,
  ): RawResult<RawTensor3>;

  AttentionMask: { none: RawEnumValue; causal: RawEnumValue };
  attentionDefaults(): RawAttentionSpec;
  attention(
    queries: RawMatrix,
    keys: RawMatrix,
    values: RawMatrix,
    spec: RawAttentionSpec,
  ): RawResult<RawAttentionTrace>;

  challengeCases(challenge: string, seed: number): RawResult<ChallengeCase[]>;
  grade(challenge: string, seed: number, answers: Answer[]): RawResult<Verdict>;
  challengeReference(challenge: string, seed: number, caseIndex: number): RawResult<Reference>;
  gradingTolerance(): RawResult<Tolerance>;
}

/** Emscripten's factory for one instance; `wasmBinary` spares it the fetch. */
export type CreateRawCore = (options: {
  wasmBinary: ArrayBuffer | Uint8Array;
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ) => object;
}) => Promise<RawCore>;
