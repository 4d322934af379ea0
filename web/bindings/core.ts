import type { Instance } from './instance.ts';
import type { RawCore } from './raw.ts';

/** A living instance of the core: everything but grading. */
export type Core = Instance<RawCore>;
