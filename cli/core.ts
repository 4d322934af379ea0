/** The core for programs: what the npm package exports. */
import type { Core } from '../web/bindings/core.ts';
import type { Grader } from '../web/bindings/grading.ts';
import { loadCoreFrom, loadGraderFrom, loadTrainingLabFrom } from '../web/bindings/load-in-node.ts';
import type { TrainingLab } from '../web/bindings/training.ts';

const folder = new URL('../wasm/', import.meta.url);

/** What every function of the encodings takes first. */
export const loadCore = (): Promise<Core> => loadCoreFrom(folder);
export const loadGrader = (): Promise<Grader> => loadGraderFrom(folder);
export const loadTrainingLab = (): Promise<TrainingLab> => loadTrainingLabFrom(folder);

export * from '../web/bindings/alibi.ts';
export * from '../web/bindings/attention.ts';
export * from '../web/bindings/claims.ts';
export * from '../web/bindings/difference.ts';
export * from '../web/bindings/errors.ts';
export * from '../web/bindings/grading.ts';
export * from '../web/bindings/learned-positions.ts';
export * from '../web/bindings/learned.ts';
export * from '../web/bindings/matrix.ts';
export * from '../web/bindings/positional-encoding.ts';
export * from '../web/bindings/rotary.ts';
export * from '../web/bindings/shaw.ts';
export * from '../web/bindings/sinusoidal-geometry.ts';
export * from '../web/bindings/sinusoidal.ts';
export * from '../web/bindings/t5.ts';
export * from '../web/bindings/training.ts';
export * from '../web/bindings/transformer-xl.ts';
