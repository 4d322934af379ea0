import type { PairLayout } from '../../bindings/sinusoidal.ts';
import { choiceField } from './fields.ts';

/** The field of a figure that follows the page's switch between the layouts. */
export const layoutField = choiceField<PairLayout>('interleaved', ['interleaved', 'split']);

/** Where sine and cosine of pair k stand; an odd width leaves out the last cosine. */
export function columnsOf(
  layout: PairLayout,
  width: number,
  k: number,
): { sine: number; cosine: number | undefined } {
  const interleaved = layout === 'interleaved';
  const sine = interleaved ? 2 * k : k;
  if (2 * k + 1 === width) return { sine, cosine: undefined };
  return { sine, cosine: interleaved ? 2 * k + 1 : Math.ceil(width / 2) + k };
}

/** The pair of an entry, and which part of it the entry is. */
export function partAt(
  layout: PairLayout,
  width: number,
  entry: number,
): { pair: number; part: 'sine' | 'cosine' } {
  const sines = Math.ceil(width / 2);
  if (layout === 'interleaved')
    return { pair: Math.floor(entry / 2), part: entry % 2 === 0 ? 'sine' : 'cosine' };
  return entry < sines ? { pair: entry, part: 'sine' } : { pair: entry - sines, part: 'cosine' };
}
