/**
 * The jobs of `npm run bench` in an engine: the WebAssembly module and a plain JavaScript loop take
 * turns, so that both meet the same machine. Runs in Node and in a page alike.
 */

/** Sizes of tables, [positions, width]; the native side has the same. */
export const tableSizes = [
  [8192, 1024],
  [65536, 128],
  [2048, 512],
  [128, 128],
];

/**
 * The table as most pages compute it: frequencies first, then Math.sin and Math.cos for each pair,
 * into memory that is there already.
 * @param {Float32Array} out
 * @param {number} positions
 * @param {number} width
 */
export function plainTable(out, positions, width) {
  const pairs = width / 2;
  const rates = new Float64Array(pairs);
  for (let k = 0; k < pairs; ++k) rates[k] = Math.pow(10_000, (-2 * k) / width);
  for (let p = 0; p < positions; ++p) {
    const row = p * width;
    for (let k = 0; k < pairs; ++k) {
      const angle = p * rates[k];
      out[row + 2 * k] = Math.sin(angle);
      out[row + 2 * k + 1] = Math.cos(angle);
    }
  }
}

/**
 * Milliseconds of one call: enough calls to fill `least` milliseconds, since a page's clock is coarse.
 * @param {() => void} call
 * @param {number} least
 */
function time(call, least) {
  let calls = 1;
  for (;;) {
    const began = performance.now();
    for (let i = 0; i < calls; ++i) call();
    const took = performance.now() - began;
    if (took >= least) return took / calls;
    calls = Math.ceil(calls * Math.min(10, Math.max(2, (1.2 * least) / Math.max(took, 0.01))));
  }
}

/**
 * One round of every job.
 * @param {{ table(positions: number, width: number): number, fill(positions: number, width: number): number }} core
 * @param {number} least milliseconds for each measurement
 * @returns {Record<string, { core: number, fill: number, plain: number }>} milliseconds by size
 */
export function runRound(core, least) {
  /** @type {Record<string, { core: number, fill: number, plain: number }>} */
  const times = {};
  for (const [positions, width] of tableSizes) {
    const out = new Float32Array(positions * width);
    times[`${positions}x${width}`] = {
      core: time(() => core.table(positions, width), least),
      fill: time(() => core.fill(positions, width), least),
      plain: time(() => plainTable(out, positions, width), least),
    };
  }
  return times;
}
