import type { Band } from './bands.ts';

/** A share in percent, without its sign. */
export const percent = (share: number): string => `${Math.round(100 * share)}`;

/** From the least to the most, as one number where both print alike. */
export function range({ least, most }: Pick<Band, 'least' | 'most'>): string {
  const [low, high] = [percent(least), percent(most)];
  return low === high ? low : `${low}–${high}`;
}

/** The mean, and the range where there is one: 45 (28–62). Without a row, a dash. */
export function meanAndRange(band: Band | undefined): string {
  if (band === undefined) return '–';
  const [mean, all] = [percent(band.mean), range(band)];
  return mean === all ? mean : `${mean} (${all})`;
}
