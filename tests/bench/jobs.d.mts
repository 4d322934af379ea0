/**
 * The table as most pages compute it: frequencies first, then Math.sin and Math.cos for each pair,
 * into memory that is there already.
 * @param {Float32Array} out
 * @param {number} positions
 * @param {number} width
 */
export function plainTable(out: Float32Array, positions: number, width: number): void;
/**
 * One round of every job.
 * @param {{ table(positions: number, width: number): number, fill(positions: number, width: number): number }} core
 * @param {number} least milliseconds for each measurement
 * @returns {Record<string, { core: number, fill: number, plain: number }>} milliseconds by size
 */
export function runRound(
  core: {
    table(positions: number, width: number): number;
    fill(positions: number, width: number): number;
  },
  least: number,
): Record<
  string,
  {
    core: number;
    fill: number;
    plain: number;
  }
>;
/**
 * The jobs of `npm run bench` in an engine: the WebAssembly module and a plain JavaScript loop take
 * turns, so that both meet the same machine. Runs in Node and in a page alike.
 */
/** Sizes of tables, [positions, width]; the native side has the same. */
export const tableSizes: number[][];
