import coreUrl from '../../build/wasm/core.wasm?url';
import gradingUrl from '../../build/wasm/grading.wasm?url';
import trainingUrl from '../../build/wasm/training.wasm?url';
import type { Core } from './core.ts';
import { CoreError } from './errors.ts';
import type { Grader } from './grading.ts';
import { Instance } from './instance.ts';
import type { CreateRaw } from './module.ts';
import type { RawGrading } from './raw-grading.ts';
import type { RawTraining } from './raw-training.ts';
import type { RawCore } from './raw.ts';
import type { TrainingLab } from './training.ts';

/**
 * The page's one core, fetched and made at the first call. The bytes are fetched once, whatever
 * type the server gives them, and kept for a replacement.
 * @throws {CoreError} 'core-stopped' when the browser or the site's policy refuses WebAssembly, or
 *   the file cannot be had; the next call tries again
 */
export const loadCore: () => Promise<Core> = once(() =>
  load<RawCore>(coreUrl, () => import('../../build/wasm/core.mjs')),
);

/** The page's one grader, which nothing but a check of a challenge needs. @throws as loadCore */
export const loadGrader: () => Promise<Grader> = once(() =>
  load<RawGrading>(gradingUrl, () => import('../../build/wasm/grading.mjs')),
);

/** A training lab. Its calls take long: for workers. @throws as loadCore */
export const loadTrainingLab: () => Promise<TrainingLab> = once(() =>
  load<RawTraining>(trainingUrl, () => import('../../build/wasm/training.mjs')),
);

/** What was loaded by an earlier call, unless that failed. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load<Raw>(
  wasmUrl: string,
  importGlue: () => Promise<{ default: unknown }>,
): Promise<Instance<Raw>> {
  if (typeof WebAssembly !== 'object') {
    throw new CoreError('core-stopped', 'this browser has no WebAssembly, which the figures need');
  }
  const response = await fetch(new URL(wasmUrl, import.meta.url));
  if (!response.ok) {
    throw new CoreError(
      'core-stopped',
      `the core could not be fetched (status ${response.status})`,
    );
  }
  // Not before an answer is there: a browser remembers an import that failed, and the next call
  // could not try again.
  const [wasmBinary, glue] = await Promise.all([response.arrayBuffer(), importGlue()]);
  const createRaw = glue.default as CreateRaw<Raw>;
  return Instance.create(() => createRaw({ wasmBinary })).catch(() => {
    // Bytes that this browser understands were refused by the site's policy.
    throw new CoreError(
      'core-stopped',
      WebAssembly.validate(wasmBinary)
        ? 'this site does not let the page run WebAssembly, which the figures need'
        : 'this browser lacks WebAssembly SIMD, which the figures need',
    );
  });
}
