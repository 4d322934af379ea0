/** What the module `training` exports, written by hand as in raw.ts. */

import type { RawResult } from './errors.ts';
import type { RawMatrix, RawTensor3 } from './raw.ts';
import type { Equivariance, StartedTraining } from './training.ts';

export interface RawTrainingSpec {
  task?: number | undefined;
  scheme?: number | undefined;
  mask?: number | undefined;
  seed?: number | undefined;
  width?: number | undefined;
  heads?: number | undefined;
  layers?: number | undefined;
  steps?: number | undefined;
  batch?: number | undefined;
  shortLength?: number | undefined;
  longLength?: number | undefined;
  learningRate?: number | undefined;
  warmUp?: number | undefined;
  gradientLimit?: number | undefined;
  tableRows?: number | undefined;
  clip?: number | undefined;
  buckets?: number | undefined;
  maxDistance?: number | undefined;
  base?: number | undefined;
  slopes?: Float64Array | undefined;
}

export interface RawTraining {
  startTraining(spec: RawTrainingSpec): RawResult<StartedTraining>;
  resumeTraining(snapshot: Uint8Array): RawResult<StartedTraining>;
  train(run: number, steps: number): RawResult<Float32Array>;
  trainingAccuracy(run: number, length: number, sequences: number, seed: number): RawResult<number>;
  trainingEquivariance(
    run: number,
    length: number,
    sequences: number,
    seed: number,
  ): RawResult<Equivariance>;
  trainingLogits(run: number, beads: Int32Array): RawResult<RawMatrix>;
  trainingAttention(run: number, beads: Int32Array): RawResult<RawTensor3>;
  trainingSnapshot(run: number): RawResult<Uint8Array>;
  dropTraining(run: number): RawResult<undefined>;
  beadDeck(length: number, seed: number): RawResult<Int32Array>;
  chanceAccuracy(length: number): RawResult<number>;
}
