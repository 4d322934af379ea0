import type { FigureTable } from '../figure/definition.ts';
import { text } from '../strings/strings.ts';
import { lengths, storedRuns, storedSeeds } from './bands.ts';

/** Every stored run, a line for each length, in the columns of the learner's own. */
export function storedTable(): FigureTable {
  return {
    caption: text('lab.table', { runs: storedSeeds }),
    columns: ['task', 'mask', 'scheme', 'seed', 'length', 'accuracy'],
    rows: storedRuns.flatMap(({ task, mask, scheme, accuracy }) =>
      Array.from({ length: storedSeeds }, (_, seed) => seed).flatMap((seed) =>
        lengths.map((length, i) => [task, mask, scheme, seed, length, accuracy[i]?.[seed] ?? '']),
      ),
    ),
  };
}
