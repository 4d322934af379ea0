import type { AttentionMask } from '../../bindings/attention.ts';
import type { PositionScheme, TrainingTask } from '../../bindings/training.ts';
import { text, type StringKey } from '../strings/strings.ts';
import { bandsOf, chance, holdsFrom, lengths, longestTrained, type Band } from './bands.ts';
import { percent, range } from './shares.ts';

/** Something often said of a scheme, and what the stored runs of a question have to say to it. */
interface Saying {
  task: TrainingTask;
  masks: readonly AttentionMask[];
  said: StringKey;
  found: StringKey;
  scheme: PositionScheme;
  /** at which what was found is read */
  length: number;
  /** whether all stored runs allow to say so */
  allowed(at: (length: number, scheme?: PositionScheme) => Band): boolean;
}

const twice = 2 * longestTrained;
const fourTimes = 4 * longestTrained;
const bothMasks = ['none', 'causal'] as const;

export const sayings: readonly Saying[] = [
  {
    task: 'back2',
    masks: bothMasks,
    said: 'lab.said.sinusoidal',
    found: 'lab.found.sinusoidal',
    scheme: 'sinusoidal',
    length: twice,
    allowed: (at) => at(longestTrained).least >= holdsFrom && at(twice).most < holdsFrom / 2,
  },
  {
    task: 'back2',
    masks: bothMasks,
    said: 'lab.said.rotary',
    found: 'lab.found.rotary',
    scheme: 'rotary',
    length: twice,
    allowed: (at) => at(longestTrained).least >= holdsFrom && at(twice).most < holdsFrom,
  },
  {
    task: 'back2',
    masks: bothMasks,
    said: 'lab.said.alibi',
    found: 'lab.found.alibi',
    scheme: 'alibi',
    length: longestTrained,
    allowed: (at) => at(longestTrained).most < holdsFrom / 2 && at(fourTimes).most < holdsFrom / 2,
  },
  {
    task: 'back2',
    masks: ['causal'],
    said: 'lab.said.mask',
    found: 'lab.found.mask',
    scheme: 'none',
    length: longestTrained,
    allowed: (at) => {
      const { least, most } = at(longestTrained);
      return least > 2 * chanceAt(longestTrained) && most < holdsFrom / 2;
    },
  },
  {
    task: 'at0',
    masks: bothMasks,
    said: 'lab.said.learned',
    found: 'lab.found.learned',
    scheme: 'learned',
    length: twice,
    allowed: (at) => at(twice).least >= 0.8,
  },
  {
    task: 'at0',
    masks: ['causal'],
    said: 'lab.said.none',
    found: 'lab.found.none',
    scheme: 'none',
    length: fourTimes,
    allowed: (at) => at(fourTimes).least >= holdsFrom,
  },
  {
    task: 'at0',
    masks: ['causal'],
    said: 'lab.said.any',
    found: 'lab.found.any',
    scheme: 'rotary',
    length: fourTimes,
    allowed: (at) => at(fourTimes).most < at(fourTimes, 'none').least,
  },
];

const chanceAt = (length: number): number => chance[lengths.indexOf(length)]!;

const bandAt =
  (task: TrainingTask, mask: AttentionMask, scheme: PositionScheme) =>
  (length: number, other: PositionScheme = scheme): Band =>
    bandsOf({ task, mask, scheme: other })[lengths.indexOf(length)]!;

/** Whether the stored runs under a mask allow what a saying is answered with. */
export function isAllowed(saying: Saying, mask: AttentionMask): boolean {
  return saying.allowed(bandAt(saying.task, mask, saying.scheme));
}

/** What is often said about a question, and what came out; only where the stored runs allow it. */
export function oftenSaid(
  task: TrainingTask,
  mask: AttentionMask,
): { said: string; found: string }[] {
  return sayings
    .filter((one) => one.task === task && one.masks.includes(mask) && isAllowed(one, mask))
    .map(({ said, found, scheme, length }) => {
      const band = bandAt(task, mask, scheme)(length);
      const values = {
        length,
        band: range(band),
        mean: percent(band.mean),
        chance: percent(chanceAt(length)),
      };
      return { said: text(said), found: text(found, values) };
    });
}
