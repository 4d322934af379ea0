/**
 * The jobs that the native core and the WebAssembly module both do, so that their answers can be
 * compared cell by cell. This is the one list: the native program reads it as lines of text.
 */

/** A function of the core, its numbers by name; matrices are made from `seed` by both sides. */
export interface Job {
  name: string;
  numbers: Record<string, number>;
}

const job = (name: string, numbers: Record<string, number> = {}): Job => ({ name, numbers });

/** Every combination of the values listed. */
function combinations(choices: Record<string, readonly number[]>): Record<string, number>[] {
  return Object.entries(choices).reduce<Record<string, number>[]>(
    (found, [name, values]) =>
      found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

const bases = [1.0001, 2, 10_000, 500_000, 1e8];
const layouts = [0, 1];
const scalings = [
  { scaling: 0, factor: 1 },
  { scaling: 1, factor: 4 },
  { scaling: 2, factor: 2.5 },
  { scaling: 3, factor: 8, trained: 4096 },
  { scaling: 3, factor: 16, trained: 2048, attentionFactor: 1.25 },
];
/** Three heads of width 8, values of width 6; as many queries as keys, and fewer. */
const attentions = combinations({ scheme: [0, 1, 2, 3, 4, 5, 6], mask: [0, 1], queries: [5, 33] });

export const jobs: Job[] = [
  ...combinations({
    width: [1, 2, 7, 64, 129],
    base: bases,
    layout: layouts,
    first: [0, 8000, 16_777_000, 2_147_483_147],
  }).map((numbers) => job('sinusoidal', { positions: 500, ...numbers })),
  job('sinusoidal', { positions: 4096, width: 300, first: 3, base: 10_000, layout: 0 }),
  job('sinusoidal', { positions: 1, width: 65_536, first: 2_147_483_647, base: 2, layout: 1 }),
  ...combinations({ width: [5, 64], base: bases, layout: layouts }).map((numbers) =>
    job('sinusoidalAt', { count: 200, seed: 3, ...numbers }),
  ),
  ...combinations({ width: [1, 5, 64, 512], base: bases }).flatMap((numbers) => [
    job('sinusoidalRates', numbers),
    job('sinusoidalPeriods', numbers),
    job('seenAngles', { trained: 512, ...numbers }),
  ]),
  ...combinations({ width: [4, 64], base: bases }).flatMap((numbers) => [
    job('sinusoidalSimilarity', { distances: 700, ...numbers }),
    job('closestPair', { positions: 700, ...numbers }),
    ...layouts.map((layout) => job('shiftMatrix', { offset: -2_147_483_647, layout, ...numbers })),
    ...layouts.map((layout) => job('shiftMatrix', { offset: 7, layout, ...numbers })),
  ]),
  ...[4, 64, 128, 512].map((width) => job('firstRise', { width, base: 10_000 })),

  job('learnedTable', { positions: 1000, width: 33, deviation: 0.02, seed: 4_294_967_295 }),
  job('learnedTable', { positions: 64, width: 64, deviation: 3, seed: 0 }),
  job('learnedLookup', { rows: 50, width: 9, count: 200, seed: 5 }),
  job('learnedLookupBackward', { rows: 50, width: 9, count: 200, seed: 6 }),
  ...[1, 2, 49, 51, 333].map((positions) =>
    job('learnedResize', { rows: 50, width: 9, positions, seed: 7 }),
  ),

  ...[1, 2, 3, 6, 8, 12, 48, 1000, 1024].map((heads) => job('alibiSlopes', { heads })),
  job('alibiBias', { heads: 12, queries: 20, keys: 70 }),

  ...scalings.flatMap((scaling) =>
    combinations({ width: [64, 128], base: [10_000, 500_000] }).map((numbers) =>
      job('rotaryRates', { ...scaling, ...numbers }),
    ),
  ),
  ...scalings.flatMap((scaling) =>
    combinations({ layout: layouts, rotated: [0, 12] }).flatMap((numbers) => {
      const all = { width: 16, heads: 3, tokens: 40, seed: 8, ...scaling, ...numbers };
      return [job('rotaryTables', all), job('rotary', all), job('rotaryBackward', all)];
    }),
  ),
  // A run of neighbouring positions, which may be filled as a table is.
  job('rotary', { width: 64, heads: 2, tokens: 600, first: 1_000_000, seed: 9 }),

  job('shawRows', { queries: 20, keys: 70, clip: 9 }),
  job('shawScores', { queries: 20, keys: 30, width: 17, clip: 9, seed: 10 }),
  job('shawScoresBackward', { queries: 20, keys: 30, width: 17, clip: 9, seed: 11 }),
  job('shawValues', { queries: 20, keys: 30, width: 17, clip: 9, seed: 12 }),
  job('shawValuesBackward', { queries: 20, keys: 30, width: 17, clip: 9, seed: 13 }),

  job('transformerXlDistances', { queries: 20, keys: 70, width: 33, base: 10_000, layout: 0 }),
  job('transformerXlTerms', { queries: 20, keys: 30, width: 17, seed: 14 }),
  job('transformerXlBackward', { queries: 20, keys: 30, width: 17, seed: 15 }),
  job('relativeShift', { side: 31, seed: 16 }),

  ...combinations({ buckets: [2, 32, 1024], bidirectional: [0, 1], maxDistance: [1025, 1 << 30] })
    .filter(({ buckets, bidirectional }) => buckets !== 2 || bidirectional === 0)
    .map((numbers) => job('t5Buckets', { count: 4000, seed: 17, ...numbers })),
  job('t5BucketMatrix', { queries: 200, keys: 300 }),
  job('t5Bias', { queries: 20, keys: 300, heads: 3, seed: 18 }),
  job('t5BiasBackward', { queries: 20, keys: 300, heads: 3, seed: 19 }),

  job('positionalEncodingForward', { batch: 3, tokens: 40, width: 33, start: 9, seed: 20 }),
  job('positionalEncodingBackward', { batch: 3, tokens: 40, width: 33, seed: 21 }),
  job('learnedPositionsForward', { batch: 3, tokens: 40, width: 33, start: 9, seed: 22 }),
  job('learnedPositionsBackward', { batch: 3, tokens: 40, width: 33, start: 9, seed: 23 }),

  job('difference', { rows: 30, cols: 17, seed: 24 }),
  job('distance', { rows: 30, cols: 17, seed: 25 }),

  ...attentions.map((numbers) => job('attention', { keys: 33, padding: 4, seed: 26, ...numbers })),
  job('attention', { scheme: 3, mask: 1, queries: 200, keys: 256, padding: 0, seed: 27 }),
  ...attentions.map((numbers) =>
    job('attentionBackward', { keys: 33, padding: 4, seed: 28, ...numbers }),
  ),

  ...Array.from({ length: 25 }, (_, index) => job('checkClaim', { index })),
];

/** `name key=value key=value` */
export const lineOf = ({ name, numbers }: Job): string =>
  [name, ...Object.entries(numbers).map(([key, value]) => `${key}=${value}`)].join(' ');

/** The whole numbers that both sides make their inputs of: 0 .. 2^24 - 1. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}
