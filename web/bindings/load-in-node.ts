import { readFile } from 'node:fs/promises';
import type { Core } from './core.ts';
import type { Grader } from './grading.ts';
import { Instance } from './instance.ts';
import type { CreateRaw } from './module.ts';
import type { RawGrading } from './raw-grading.ts';
import type { RawTraining } from './raw-training.ts';
import type { RawCore } from './raw.ts';
import type { TrainingLab } from './training.ts';

/**
 * A core for build, tests and command line, from the folder that holds core.mjs and core.wasm
 * (build/wasm/ of the repository; the URL ends with a slash).
 */
export const loadCoreFrom = (folder: URL): Promise<Core> => load<RawCore>('core', folder);

/** A grader from the folder that holds grading.mjs and grading.wasm. */
export const loadGraderFrom = (folder: URL): Promise<Grader> => load<RawGrading>('grading', folder);

/** A training lab from the folder that holds training.mjs and training.wasm. */
export const loadTrainingLabFrom = (folder: URL): Promise<TrainingLab> =>
  load<RawTraining>('training', folder);

async function load<Raw>(name: string, folder: URL): Promise<Instance<Raw>> {
  const moduleUrl = new URL(`${name}.mjs`, folder).href;
  const module = (await import(/* @vite-ignore */ moduleUrl)) as { default: CreateRaw<Raw> };
  const wasmBinary = await readFile(new URL(`${name}.wasm`, folder));
  return Instance.create(() => module.default({ wasmBinary }));
}
