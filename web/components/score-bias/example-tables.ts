import type { Matrix } from '../../bindings/matrix.ts';

/**
 * Tables of the kind that training leaves behind, written down instead of learned, so that there is
 * something to look up. The figure calls them examples wherever it shows one.
 */

/** The width of the example's queries and vectors. */
export const exampleWidth = 4;

/** The two tokens that a query of the example may hold, as in the section on attention. */
export const exampleTokens = {
  red: [1, 0, 0, 0],
  blue: [0, 1, 0, 0],
} as const;

export type ExampleToken = keyof typeof exampleTokens;

const farthestT5 = 3;

/**
 * A number for each bucket and head, [buckets, chosen.length], of those heads that are `chosen`.
 * Every head favours a bucket: the first the nearest, the last the farthest, the others between.
 * Keys ahead are worth a little less.
 */
export function t5Example(
  buckets: number,
  bidirectional: boolean,
  heads: number,
  chosen: readonly number[],
): Matrix {
  const side = bidirectional ? buckets / 2 : buckets;
  const cols = chosen.length;
  const data = new Float32Array(buckets * cols);
  chosen.forEach((head, column) => {
    const favourite = heads > 1 ? Math.round((head * (side - 1)) / (heads - 1)) : 0;
    for (let bucket = 0; bucket < buckets; ++bucket) {
      const away = Math.abs((bucket % side) - favourite) / (side - 1);
      data[bucket * cols + column] = farthestT5 * (1 - 2 * away) - (bucket < side ? 0 : 1);
    }
  });
  return { rows: buckets, cols, data };
}

/**
 * A vector for each offset from -clip to clip, [2 clip + 1, width]. Red, which meets the first entry,
 * favours what is near; blue, which meets the second, what is far back.
 */
export function shawExample(clip: number): Matrix {
  const rows = 2 * clip + 1;
  const data = new Float32Array(rows * exampleWidth);
  for (let row = 0; row < rows; ++row) {
    const offset = row - clip;
    const away = clip === 0 ? 0 : Math.abs(offset) / clip;
    data[row * exampleWidth] = 4 - 6 * away - Math.sign(offset);
    data[row * exampleWidth + 1] = offset > 0 ? -2 - 2 * away : -2 + 6 * away;
  }
  return { rows, cols: exampleWidth, data };
}
