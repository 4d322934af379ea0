/**
 * What comes out of whole runs in WebAssembly, with one seed: tests/core/training/bands_test.cpp says
 * the same of the native build, and tests/web/components/training-lab.test.ts of all stored runs.
 */
import { beforeAll, expect, test } from 'vitest';
import type { AttentionMask } from '../../web/bindings/attention.ts';
import {
  dropTraining,
  startTraining,
  train,
  trainingAccuracy,
  trainingEquivariance,
  type PositionScheme,
  type TrainingLab,
  type TrainingTask,
} from '../../web/bindings/training.ts';
import { loadBuiltTrainingLab } from './core-under-test.ts';

let lab: TrainingLab;
beforeAll(async () => {
  lab = await loadBuiltTrainingLab();
});

/** The least and the most at each length. */
type Bands = Record<number, [low: number, high: number]>;

const everywhere = (low: number, high: number): Bands =>
  Object.fromEntries([8, 16, 24, 32, 64].map((length) => [length, [low, high]]));

// The limits that the mean of five seeds kept in another implementation; one seed keeps them too.
const learned: Bands = { 16: [0.99, 1], 24: [0, 0.18], 32: [0, 0.18] };
const keeps: Bands = { 16: [0.99, 1], 32: [0.95, 1] };
const loses: Bands = { 16: [0.99, 1], 32: [0, 0.4] };

test.each<[TrainingTask, PositionScheme, AttentionMask, Bands]>([
  // Chance is 12.7 to 14.3 %; at the first place 512 decks scatter by 1.5 points.
  ['back2', 'none', 'none', everywhere(0.11, 0.16)],
  ['at0', 'none', 'none', everywhere(0.1, 0.18)],
  ['at0', 'none', 'causal', everywhere(0.99, 1)],
  ['back2', 'sinusoidal', 'none', loses],
  ['back2', 'sinusoidal', 'causal', loses],
  ['back2', 'learned', 'none', learned],
  ['back2', 'learned', 'causal', learned],
  ['back2', 'shaw', 'none', keeps],
  ['back2', 'shaw', 'causal', keeps],
  ['back2', 't5', 'none', keeps],
  ['back2', 't5', 'causal', keeps],
  ['back2', 'rotary', 'none', { 16: [0.99, 1] }],
  ['back2', 'rotary', 'causal', { 16: [0.99, 1] }],
])('%s, scheme %s, mask %s', { timeout: 60_000 }, (task, scheme, mask, bands) => {
  const { run, steps } = startTraining(lab, { task, scheme, mask, seed: 0 });
  train(lab, run, steps);
  for (const [length, [low, high]] of Object.entries(bands)) {
    const judged = { length: Number(length), sequences: 512, seed: 999 };
    const share = trainingAccuracy(lab, run, judged);
    expect(share, `length ${length}`).toBeGreaterThanOrEqual(low);
    expect(share, `length ${length}`).toBeLessThanOrEqual(high);
  }
  if (scheme === 'none' && mask === 'none') {
    const moved = trainingEquivariance(lab, run, { length: 16, sequences: 32, seed: 5 });
    expect(moved.error).toBeLessThan(1e-5);
  }
  dropTraining(lab, run);
});
