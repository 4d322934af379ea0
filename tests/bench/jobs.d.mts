/** The module of wasm/bench: each function does its job once and says whether the core did it. */
export interface BenchModule {
  table(positions: number, width: number): boolean;
  fill(positions: number, width: number): boolean;
  rotaryWithGivenTables(): boolean;
  rotaryWithMadeTables(): boolean;
  copyTokens(): boolean;
  attention(n: number): boolean;
  verdict(): boolean;
  trainingSteps(): boolean;
}

/** What is measured of the module that pages load. */
export interface ShippedModule {
  sinusoidal(spec: { positions: number; width: number }): { ok: boolean };
}

/** The core's own time, what limits it, and plain JavaScript. */
export interface Ways<T> {
  core: T;
  limit?: T;
  plain?: T;
}

export interface Job {
  name: string;
  /** What `limit` measures. */
  limitedBy?: string;
  /** Names in the native benchmark; a job without them crosses a boundary that is not there. */
  native?: { core: string; limit?: string };
  prepare(bench: BenchModule, shipped: ShippedModule): Ways<() => unknown>;
}

/** Every job, with its names in the native benchmark. */
export const jobs: readonly Job[];

/** Milliseconds of one round, by name of the job. */
export type Round = Record<string, Ways<number>>;

/** What runs one round of every job, given the milliseconds that each measurement takes at least. */
export function rounds(bench: BenchModule, shipped: ShippedModule): (least: number) => Round;
