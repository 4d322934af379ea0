import { attentionMasks, type AttentionMask } from './attention.ts';
import { enumPlace, fields, float64, int32, optional, typedArray, uint32 } from './guards.ts';
import type { Instance } from './instance.ts';
import type { Matrix, Tensor3 } from './matrix.ts';
import type { RawTraining, RawTrainingSpec } from './raw-training.ts';

/** A living instance of the training lab. Its runs end with it: keep a snapshot of what matters. */
export type TrainingLab = Instance<RawTraining>;

/** In the order of the C++ enum: two places to the left, and the first place. */
export const trainingTasks = ['back2', 'at0'] as const;

export type TrainingTask = (typeof trainingTasks)[number];

/** In the order of the C++ enum. */
export const positionSchemes = [
  'none',
  'sinusoidal',
  'learned',
  'shaw',
  't5',
  'rotary',
  'alibi',
] as const;

export type PositionScheme = (typeof positionSchemes)[number];

/** Everything that decides the course of a run. What is left out has the default of the core. */
export interface TrainingSpec {
  task?: TrainingTask;
  scheme?: PositionScheme;
  mask?: AttentionMask;
  seed?: number; // 0..4294967295

  width?: number; // of a token's vector, a multiple of 8
  heads?: number; // divides width
  layers?: number; // 1..4

  steps?: number; // the learning rate falls until the last one
  batch?: number; // sequences of a step
  shortLength?: number; // of steps 0, 2, 4, ...; a multiple of 8
  longLength?: number; // of steps 1, 3, 5, ...
  learningRate?: number; // at its highest
  warmUp?: number; // steps until it is reached
  gradientLimit?: number; // longest gradient that is not shortened

  tableRows?: number; // learned
  clip?: number; // shaw
  buckets?: number; // t5
  maxDistance?: number; // t5
  base?: number; // sinusoidal, rotary
  slopes?: Float64Array; // alibi: one per head; without, the published rule
}

/** A run that the lab holds, and how far it is. */
export interface StartedTraining {
  run: number; // names the run in every other call
  steps: number; // of the whole run
  stepsDone: number;
  parameters: number;
}

/** Which fresh sequences a model is judged by. */
export interface JudgedSequences {
  length: number; // a multiple of 8, of any size that the scheme can read
  sequences: number;
  seed: number; // 0..4294967295; the same for every run that is compared
}

export interface Equivariance {
  error: number; // how far the outputs of permuted beads are from the permuted outputs
  largest: number; // the largest output, to measure the error by
}

/**
 * A run before its first step. The lab holds 16 runs at most: drop what is done with.
 * @throws {CoreError} 'out-of-range', 'not-finite', 'shape-mismatch', 'out-of-memory' or 'wrong-type'
 */
export function startTraining(lab: TrainingLab, spec: TrainingSpec): StartedTraining {
  return lab.call((raw) => raw.startTraining(rawTrainingSpec(spec)));
}

/**
 * The run that a snapshot saved, at the same step, under a number of its own.
 * @throws {CoreError} as startTraining; 'shape-mismatch' for bytes that are no snapshot
 */
export function resumeTraining(lab: TrainingLab, snapshot: Uint8Array): StartedTraining {
  return lab.call((raw) => raw.resumeTraining(typedArray('snapshot', Uint8Array, snapshot)));
}

/**
 * Goes on by so many steps; the loss of each.
 * @throws {CoreError} 'unknown-name' for a run that was dropped, 'out-of-range' or 'wrong-type'
 */
export function train(lab: TrainingLab, run: number, steps: number): Float32Array {
  return lab.call((raw) => raw.train(int32('run', run), int32('steps', steps)));
}

/**
 * The share of right answers at the last 8 places that are asked about.
 * @throws {CoreError} 'unknown-name', 'out-of-range', 'out-of-memory' or 'wrong-type'
 */
export function trainingAccuracy(lab: TrainingLab, run: number, judged: JudgedSequences): number {
  return lab.call((raw) => raw.trainingAccuracy(int32('run', run), ...rawJudged(judged)));
}

/**
 * What becomes of the outputs when the beads change places: without positions and mask, the same.
 * @throws {CoreError} 'unknown-name', 'out-of-range', 'out-of-memory' or 'wrong-type'
 */
export function trainingEquivariance(
  lab: TrainingLab,
  run: number,
  judged: JudgedSequences,
): Equivariance {
  return lab.call((raw) => raw.trainingEquivariance(int32('run', run), ...rawJudged(judged)));
}

/**
 * The logits of one sequence, [beads, 8].
 * @throws {CoreError} 'unknown-name', 'out-of-range', 'out-of-memory' or 'wrong-type'
 */
export function trainingLogits(lab: TrainingLab, run: number, beads: Int32Array): Matrix {
  return lab.call((raw) =>
    raw.trainingLogits(int32('run', run), typedArray('beads', Int32Array, beads)),
  );
}

/**
 * The attention weights of one sequence: layer l and head h at l * heads + h.
 * @throws {CoreError} 'unknown-name', 'out-of-range', 'out-of-memory' or 'wrong-type'
 */
export function trainingAttention(lab: TrainingLab, run: number, beads: Int32Array): Tensor3 {
  return lab.call((raw) =>
    raw.trainingAttention(int32('run', run), typedArray('beads', Int32Array, beads)),
  );
}

/**
 * All that resumeTraining needs, in this lab or another.
 * @throws {CoreError} 'unknown-name', 'out-of-memory' or 'wrong-type'
 */
export function trainingSnapshot(lab: TrainingLab, run: number): Uint8Array {
  return lab.call((raw) => raw.trainingSnapshot(int32('run', run)));
}

/** Gives the memory of a run back. @throws {CoreError} 'unknown-name' or 'wrong-type' */
export function dropTraining(lab: TrainingLab, run: number): void {
  lab.call((raw) => raw.dropTraining(int32('run', run)));
}

/**
 * A shuffled deck: every kind of bead, 0..7, equally often.
 * @throws {CoreError} 'out-of-range' or 'wrong-type'
 */
export function beadDeck(lab: TrainingLab, length: number, seed: number): Int32Array {
  return lab.call((raw) => raw.beadDeck(int32('length', length), uint32('seed', seed)));
}

/**
 * The best accuracy without positions and mask, exactly.
 * @throws {CoreError} 'out-of-range' or 'wrong-type'
 */
export function chanceAccuracy(lab: TrainingLab, length: number): number {
  return lab.call((raw) => raw.chanceAccuracy(int32('length', length)));
}

const rawJudged = (judged: JudgedSequences) =>
  [
    int32('length', fields('judged', judged).length),
    int32('sequences', judged.sequences),
    uint32('seed', judged.seed),
  ] as const;

/** @throws {CoreError} 'wrong-type' */
function rawTrainingSpec(spec: TrainingSpec): RawTrainingSpec {
  fields('spec', spec);
  const place =
    <Name extends string>(names: readonly Name[]) =>
    (name: string, chosen: Name) =>
      enumPlace(name, names, chosen);
  return {
    task: optional(place(trainingTasks), 'task', spec.task),
    scheme: optional(place(positionSchemes), 'scheme', spec.scheme),
    mask: optional(place(attentionMasks), 'mask', spec.mask),
    seed: optional(uint32, 'seed', spec.seed),
    width: optional(int32, 'width', spec.width),
    heads: optional(int32, 'heads', spec.heads),
    layers: optional(int32, 'layers', spec.layers),
    steps: optional(int32, 'steps', spec.steps),
    batch: optional(int32, 'batch', spec.batch),
    shortLength: optional(int32, 'shortLength', spec.shortLength),
    longLength: optional(int32, 'longLength', spec.longLength),
    learningRate: optional(float64, 'learningRate', spec.learningRate),
    warmUp: optional(int32, 'warmUp', spec.warmUp),
    gradientLimit: optional(float64, 'gradientLimit', spec.gradientLimit),
    tableRows: optional(int32, 'tableRows', spec.tableRows),
    clip: optional(int32, 'clip', spec.clip),
    buckets: optional(int32, 'buckets', spec.buckets),
    maxDistance: optional(int32, 'maxDistance', spec.maxDistance),
    base: optional(float64, 'base', spec.base),
    slopes: optional(
      (name: string, slopes: Float64Array) => typedArray(name, Float64Array, slopes),
      'slopes',
      spec.slopes,
    ),
  };
}
