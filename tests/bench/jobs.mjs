/**
 * The jobs of `npm run bench` in an engine: the WebAssembly module and plain JavaScript take turns,
 * so that both meet the same machine. Runs in Node and in a page alike.
 *
 * A job is measured in up to three ways: `core` is the core's own time; `limit` is what memory alone
 * costs, or for a crossing the same work without it; `plain` is plain JavaScript.
 */

/** @typedef {import('./jobs.mjs').BenchModule} BenchModule */
/** @typedef {import('./jobs.mjs').ShippedModule} ShippedModule */
/** @typedef {import('./jobs.mjs').Job} Job */

/** Sizes of tables, [positions, width]; the native side has the same. */
const tableSizes = [
  [8192, 1024],
  [65536, 128],
  [2048, 512],
  [128, 128],
];

/** Queries and keys of the attention jobs; the native side has the same. */
const attentionSizes = [256, 64];

/**
 * Every job, with its names in the native benchmark.
 * @type {readonly Job[]}
 */
export const jobs = [
  ...tableSizes.map(([positions = 0, width = 0]) => ({
    name: `table ${positions}x${width}`,
    limitedBy: 'memset',
    native: { core: `table/${positions}/${width}`, limit: `fill/${positions}/${width}` },
    /** @param {BenchModule} bench */
    prepare: (bench) => {
      const out = new Float32Array(positions * width);
      return {
        core: () => bench.table(positions, width),
        limit: () => bench.fill(positions, width),
        plain: () => plainTable(out, positions, width),
      };
    },
  })),
  {
    name: 'rotary, tables given',
    limitedBy: 'memcpy',
    native: { core: 'rotaryWithGivenTables', limit: 'copyTokens' },
    prepare: (bench) => {
      const rotary = plainRotary();
      return {
        core: () => bench.rotaryWithGivenTables(),
        limit: () => bench.copyTokens(),
        plain: () => rotary.turn(),
      };
    },
  },
  {
    name: 'rotary, tables made',
    limitedBy: 'memcpy',
    native: { core: 'rotaryWithMadeTables', limit: 'copyTokens' },
    prepare: (bench) => {
      const rotary = plainRotary();
      return {
        core: () => bench.rotaryWithMadeTables(),
        limit: () => bench.copyTokens(),
        plain: () => {
          rotary.makeTables();
          rotary.turn();
        },
      };
    },
  },
  ...attentionSizes.map((n) => ({
    name: `attention, n ${n}`,
    native: { core: `attention/${n}` },
    /** @param {BenchModule} bench */
    prepare: (bench) => ({ core: () => bench.attention(n), plain: plainAttention(n) }),
  })),
  {
    name: 'verdict with search',
    native: { core: 'verdict' },
    prepare: (bench) => ({ core: () => bench.verdict() }),
  },
  {
    // One step on 32 sequences of 8 and one on 32 of 16: 46.7 million operations, of which a run of
    // the lab has 200.
    name: 'training, 2 steps',
    native: { core: 'trainingSteps' },
    prepare: (bench) => ({ core: () => bench.trainingSteps() }),
  },
  {
    // A table through the shipped module's binding, into an array that JavaScript owns.
    name: 'crossing, 128x128',
    limitedBy: 'table alone',
    prepare: (bench, shipped) => ({
      core: () => shipped.sinusoidal({ positions: 128, width: 128 }).ok,
      limit: () => bench.table(128, 128),
    }),
  },
];

/**
 * The table as most pages compute it: frequencies first, then Math.sin and Math.cos for each pair,
 * into memory that is there already.
 * @param {Float32Array} out
 * @param {number} positions
 * @param {number} width
 */
function plainTable(out, positions, width) {
  const rates = plainRates(width);
  for (let p = 0; p < positions; ++p) {
    const row = p * width;
    for (let k = 0; k < rates.length; ++k) {
      const angle = p * (rates[k] ?? 0);
      out[row + 2 * k] = Math.sin(angle);
      out[row + 2 * k + 1] = Math.cos(angle);
    }
  }
}

/** @param {number} width */
function plainRates(width) {
  return Float64Array.from({ length: width / 2 }, (_, k) => Math.pow(10_000, (-2 * k) / width));
}

/**
 * Numbers in -1..1, the same as the core's.
 * @param {number} count
 */
function numbers(count) {
  return Float32Array.from({ length: count }, (_, i) => Math.sin(0.7 * i));
}

/** Rotary embedding of [4096 tokens, 8 heads, width 128], neighbouring pairs. */
function plainRotary() {
  const tokens = 4096;
  const heads = 8;
  const width = 128;
  const pairs = width / 2;
  const x = numbers(tokens * heads * width);
  const out = new Float32Array(x.length);
  const cosines = new Float32Array(tokens * pairs);
  const sines = new Float32Array(tokens * pairs);
  const makeTables = () => {
    const rates = plainRates(width);
    for (let p = 0; p < tokens; ++p) {
      for (let k = 0; k < pairs; ++k) {
        const angle = p * rates[k];
        cosines[p * pairs + k] = Math.cos(angle);
        sines[p * pairs + k] = Math.sin(angle);
      }
    }
  };
  const turn = () => {
    let at = 0;
    for (let p = 0; p < tokens; ++p) {
      for (let h = 0; h < heads; ++h) {
        for (let k = 0; k < pairs; ++k, at += 2) {
          const cosine = cosines[p * pairs + k];
          const sine = sines[p * pairs + k];
          const a = x[at];
          const b = x[at + 1];
          out[at] = a * cosine - b * sine;
          out[at + 1] = a * sine + b * cosine;
        }
      }
    }
  };
  makeTables();
  return { makeTables, turn };
}

/**
 * Causal attention with ALiBi, 8 heads of width 64; keys that the mask forbids are skipped.
 * @param {number} n
 */
function plainAttention(n) {
  const heads = 8;
  const width = 64;
  const row = heads * width;
  const tokens = numbers(n * row);
  const out = new Float32Array(n * row);
  const weights = new Float64Array(n);
  const scale = 1 / Math.sqrt(width);
  return () => {
    for (let h = 0; h < heads; ++h) {
      const slope = Math.pow(2, (-8 * (h + 1)) / heads);
      const head = h * width;
      for (let q = 0; q < n; ++q) {
        const query = q * row + head;
        let largest = -Infinity;
        for (let k = 0; k <= q; ++k) {
          const key = k * row + head;
          let product = 0;
          for (let c = 0; c < width; ++c) product += tokens[query + c] * tokens[key + c];
          const score = product * scale - slope * (q - k);
          weights[k] = score;
          if (score > largest) largest = score;
        }
        let sum = 0;
        for (let k = 0; k <= q; ++k) {
          const weight = Math.exp(weights[k] - largest);
          weights[k] = weight;
          sum += weight;
        }
        for (let c = 0; c < width; ++c) out[query + c] = 0;
        for (let k = 0; k <= q; ++k) {
          const weight = weights[k] / sum;
          const value = k * row + head;
          for (let c = 0; c < width; ++c) out[query + c] += weight * tokens[value + c];
        }
      }
    }
  };
}

/**
 * Milliseconds of one call: enough calls to fill `least` milliseconds, since a page's clock is coarse.
 * @param {() => unknown} call
 * @param {number} least
 */
function time(call, least) {
  if (call() === false) throw new Error('the core refused a job');
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
 * What runs one round of every job.
 * @param {BenchModule} bench
 * @param {ShippedModule} shipped
 */
export function rounds(bench, shipped) {
  const prepared = jobs.map((job) => ({ name: job.name, calls: job.prepare(bench, shipped) }));
  /** @param {number} least milliseconds for each measurement */
  return (least) =>
    Object.fromEntries(
      prepared.map(({ name, calls }) => [
        name,
        Object.fromEntries(Object.entries(calls).map(([way, call]) => [way, time(call, least)])),
      ]),
    );
}
