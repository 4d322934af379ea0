import { beforeAll, describe, expect, test } from 'vitest';
import {
  beadDeck,
  chanceAccuracy,
  dropTraining,
  positionSchemes,
  resumeTraining,
  startTraining,
  train,
  trainingAccuracy,
  trainingAttention,
  trainingEquivariance,
  trainingLogits,
  trainingSnapshot,
  type PositionScheme,
  type TrainingLab,
  type TrainingSpec,
  type TrainingTask,
} from '../../web/bindings/training.ts';
import { expectRefusal, loadBuiltTrainingLab } from './core-under-test.ts';

let lab: TrainingLab;
beforeAll(async () => {
  lab = await loadBuiltTrainingLab();
});

/** What `use` makes of a run, which is dropped afterwards. */
function withRun<T>(spec: TrainingSpec, use: (run: number) => T): T {
  const { run } = startTraining(lab, spec);
  try {
    return use(run);
  } finally {
    dropTraining(lab, run);
  }
}

/** FNV-1a of 32 bits, as in tests/core/training/fingerprint.h. */
function fingerprint(bytes: Uint8Array): number {
  return bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261) >>> 0;
}

// The numbers of TrainingRun.TenStepsHaveTheBitsThatEveryBuildHas, the native test.
test.each<[PositionScheme, number]>([
  ['none', 27417986],
  ['sinusoidal', 2233020806],
  ['learned', 1473873732],
  ['shaw', 3408897815],
  ['t5', 34976014],
  ['rotary', 548520101],
  ['alibi', 2712990092],
])('ten steps with %s have the bits of the native build', (scheme, expected) => {
  const mask = positionSchemes.indexOf(scheme) % 2 === 0 ? 'none' : 'causal';
  withRun({ scheme, mask, seed: 3 }, (run) => {
    train(lab, run, 10);
    expect(fingerprint(trainingSnapshot(lab, run))).toBe(expected);
  });
});

describe('a whole run', () => {
  test('with Shaw keeps "two back" at twice the trained length', { timeout: 60_000 }, () => {
    withRun({ task: 'back2', scheme: 'shaw' }, (run) => {
      const losses = train(lab, run, 400);
      expect(losses[0]).toBeGreaterThan(2);
      expect(losses[399]).toBeLessThan(0.05);
      const judged = { sequences: 512, seed: 999 };
      expect(trainingAccuracy(lab, run, { ...judged, length: 16 })).toBeGreaterThanOrEqual(0.99);
      expect(trainingAccuracy(lab, run, { ...judged, length: 32 })).toBeGreaterThanOrEqual(0.95);
    });
  });

  test(
    'without positions and mask stays at chance, and outputs move with the beads',
    {
      timeout: 60_000,
    },
    () => {
      withRun({ task: 'at0' }, (run) => {
        train(lab, run, 400);
        for (const length of [8, 16, 24, 32, 64]) {
          const accuracy = trainingAccuracy(lab, run, { length, sequences: 512, seed: 999 });
          expect(Math.abs(accuracy - chanceAccuracy(lab, length)), `length ${length}`).toBeLessThan(
            0.04, // 512 first beads scatter by 1.5 points; two and a half times that
          );
        }
        const found = trainingEquivariance(lab, run, { length: 16, sequences: 32, seed: 5 });
        expect(found.error).toBeLessThan(1e-5);
        expect(found.largest).toBeGreaterThan(0.1);
      });
    },
  );
});

test('a snapshot goes on in another lab with the same losses', async () => {
  const other = await loadBuiltTrainingLab();
  withRun({ scheme: 'alibi', slopes: Float64Array.of(1, 0.5), seed: 4294967295 }, (run) => {
    train(lab, run, 3);
    const started = resumeTraining(other, trainingSnapshot(lab, run));
    expect(started).toMatchObject({ steps: 400, stepsDone: 3, parameters: 8840 });
    expect(train(other, started.run, 3)).toEqual(train(lab, run, 3));
  });
});

test('maps and logits of one sequence are copies with the shapes of the model', () => {
  withRun({ scheme: 't5', mask: 'causal', layers: 1, heads: 4 }, (run) => {
    const beads = beadDeck(lab, 24, 1);
    expect([...beads].sort()).toEqual(Array.from({ length: 24 }, (_, i) => Math.floor(i / 3)));
    const maps = trainingAttention(lab, run, beads);
    expect(maps).toMatchObject({ batch: 4, rows: 24, cols: 24 });
    expect(maps.data[0]).toBe(1);
    const logits = trainingLogits(lab, run, beads);
    expect(logits).toMatchObject({ rows: 24, cols: 8 });
    const before = [...logits.data];
    withRun({ batch: 64, longLength: 64, heads: 8, layers: 4 }, () => undefined); // memory grows
    expect([...logits.data]).toEqual(before);
  });
});

describe('refusals', () => {
  test.each<[string, TrainingSpec, string]>([
    ['heads that do not divide', { heads: 3 }, 'heads is 3; it must divide the width 32'],
    ['no heads', { heads: 0 }, 'heads is 0; it must be 1..64'],
    ['an odd head width', { scheme: 'rotary', heads: 32 }, 'rotary turns pairs'],
    ['a width off the tiles', { width: 12 }, 'width is 12; it must be a multiple of 8, 8..64'],
    ['a huge batch', { batch: 2147483647 }, 'batch is 2147483647; it must be 1..256'],
    ['a length that is no deck', { longLength: 17 }, 'long_length is 17; it must be a multiple'],
    ['a length without a row', { scheme: 'learned', longLength: 40 }, 'has 32 rows'],
    ['many steps', { steps: 100_001 }, 'steps is 100001; it must be 1..100000'],
    ['no rate', { learningRate: 0 }, 'learning_rate is 0'],
    ['odd buckets', { scheme: 't5', buckets: 5 }, 'buckets is 5'],
    ['a base of one', { scheme: 'sinusoidal', base: 1 }, 'base is 1'],
  ])('%s', (_, spec, words) => {
    expectRefusal(() => startTraining(lab, spec), 'out-of-range', words);
  });

  test('numbers that are none, lists that do not fit', () => {
    expectRefusal(() => startTraining(lab, { learningRate: NaN }), 'not-finite', 'is NaN');
    expectRefusal(
      () => startTraining(lab, { scheme: 'alibi', slopes: Float64Array.of(1) }),
      'shape-mismatch',
      'slopes has 1 entries; heads is 2',
    );
    expectRefusal(
      () => resumeTraining(lab, new Uint8Array(9)),
      'shape-mismatch',
      'no snapshot of a run',
    );
    expectRefusal(() => startTraining(lab, { heads: 1.5 }), 'wrong-type', 'heads is 1.5');
    expectRefusal(() => startTraining(lab, { task: 'back3' as TrainingTask }), 'wrong-type');
    expectRefusal(() => train(lab, 1, 0.5), 'wrong-type');
  });

  test('a run that was dropped, or never was', () => {
    const { run } = startTraining(lab, {});
    dropTraining(lab, run);
    expectRefusal(() => train(lab, run, 1), 'unknown-name', `run is ${run}`);
    expectRefusal(() => dropTraining(lab, run), 'unknown-name');
    expectRefusal(() => trainingSnapshot(lab, -1), 'unknown-name', 'run is -1');
    expect(startTraining(lab, {}).run).toBeGreaterThan(run);
  });

  test('a seventeenth run, until one is dropped', async () => {
    const own = await loadBuiltTrainingLab();
    const runs = Array.from({ length: 16 }, () => startTraining(own, {}).run);
    expectRefusal(() => startTraining(own, {}), 'out-of-range', '16 runs are held already');
    dropTraining(own, runs[7]!);
    startTraining(own, {});
  });

  test('memory that cannot be had', async () => {
    const own = await loadBuiltTrainingLab();
    // About 120 MB each: the module may have 1 GB.
    const large = { batch: 16, longLength: 512, heads: 1, layers: 4, width: 64 } as const;
    expectRefusal(
      () => Array.from({ length: 16 }, () => startTraining(own, large)),
      'out-of-memory',
    );
    // And the lab lives on.
    expectRefusal(() => train(own, 99, 1), 'unknown-name');
    expect(beadDeck(own, 8, 0)).toHaveLength(8);
  });
});
