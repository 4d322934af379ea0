import { lengths, longestTrained, type Band } from './bands.ts';

/** The size of a drawing of accuracy against length, in its own units. */
export const across = 300;
export const high = 100;

const first = lengths[0]!;
const octaves = Math.log2(lengths.at(-1)! / first);

/** Where a length stands: each doubling takes the same room. */
export function xOf(length: number): number {
  return Math.round((across * Math.log2(length / first)) / octaves);
}

export const yOf = (share: number): number => Math.round(high * (1 - share));

/** Up to where training went. */
export const trainedX = xOf(longestTrained);

/** A line through the shares that there are, one for each length from the first. */
export function linePath(shares: readonly (number | undefined)[]): string {
  return `M${places(shares).join(' ')}`;
}

/** The area between the least and the most of each band. */
export function bandPath(bands: readonly (Band | undefined)[]): string {
  const above = places(bands.map((band) => band?.most));
  const below = places(bands.map((band) => band?.least));
  return `M${[...above, ...below.reverse()].join(' ')}z`;
}

function places(shares: readonly (number | undefined)[]): string[] {
  return shares.flatMap((share, i) =>
    share === undefined ? [] : [`${xOf(lengths[i]!)} ${yOf(share)}`],
  );
}
