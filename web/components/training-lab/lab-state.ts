import type { AttentionMask } from '../../bindings/attention.ts';
import {
  positionSchemes,
  trainingTasks,
  type PositionScheme,
  type TrainingTask,
} from '../../bindings/training.ts';
import { choiceField, wholeField, type Field, type Fields } from '../figure/fields.ts';

/** What the learner has chosen: all that a link holds. */
export interface LabState {
  task: TrainingTask;
  mask: AttentionMask;
  /** in the order of `positionSchemes`, one at least */
  schemes: readonly PositionScheme[];
  seed: number;
}

export const mostSeed = 2 ** 32 - 1;
/** As many as one press of a button trains under each scheme. */
export const manySeeds = 5;

export const labFields: Fields<LabState> = {
  task: choiceField<TrainingTask>('back2', trainingTasks),
  mask: choiceField<AttentionMask>('causal', ['none', 'causal']),
  schemes: schemesField(['sinusoidal', 'learned', 't5', 'rotary']),
  seed: wholeField(0, 0, mostSeed),
};

function schemesField(fallback: readonly PositionScheme[]): Field<readonly PositionScheme[]> {
  return {
    fallback,
    read(written) {
      const words = written.split(',');
      const known = inOrder(words);
      return known.length > 0 && known.length === words.length ? known : undefined;
    },
    write: (schemes) => schemes.join(','),
  };
}

/** Those schemes that a list names, in the order of all. */
export function inOrder(names: readonly string[]): PositionScheme[] {
  return positionSchemes.filter((scheme) => names.includes(scheme));
}

/** The seeds of one press: they wrap around, so that every first seed has as many. */
export function seedsFrom(seed: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (seed + i) % (mostSeed + 1));
}
