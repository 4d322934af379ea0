import type { Equivariance } from '../../bindings/training.ts';
import type { FigureTable } from '../figure/definition.ts';
import { text } from '../strings/strings.ts';
import { lengths, type Configuration } from './bands.ts';
import type { FromLab } from './protocol.ts';

/** A run of the learner's: under way, or what came of it. */
export interface LabRun extends Configuration {
  id: number;
  seed: number;
  state: 'waiting' | 'running' | 'finished' | 'refused';
  steps: number;
  stepsDone: number;
  losses: number[];
  /** for each length; undefined before it is known, and where there is no row */
  shares: (number | undefined)[];
  /** what the core says about the lengths without a row */
  noRow: string;
  /** why it was not trained */
  refusal: string;
  equivariance: Equivariance | undefined;
}

export const defaultSteps = 400;

export function waitingRun(id: number, seed: number, configuration: Configuration): LabRun {
  return {
    ...configuration,
    id,
    seed,
    state: 'waiting',
    steps: defaultSteps,
    stepsDone: 0,
    losses: [],
    shares: lengths.map(() => undefined),
    noRow: '',
    refusal: '',
    equivariance: undefined,
  };
}

/** The runs after a message about one of them; the same list where it is about none. */
export function withMessage(runs: readonly LabRun[], message: FromLab): readonly LabRun[] {
  if (!('id' in message)) return runs;
  return runs.map((run) => (run.id === message.id ? changed(run, message) : run));
}

function changed(run: LabRun, message: FromLab): LabRun {
  switch (message.type) {
    case 'started':
      return { ...run, state: 'running', steps: message.steps };
    case 'progress':
      return {
        ...run,
        stepsDone: message.stepsDone,
        losses: [...run.losses, ...message.losses],
      };
    case 'accuracy':
      return {
        ...run,
        shares: run.shares.map((share, i) =>
          lengths[i] === message.length ? message.share : share,
        ),
      };
    case 'no-row':
      return { ...run, noRow: message.reason };
    case 'finished':
      return { ...run, state: 'finished', equivariance: message.equivariance };
    case 'refused':
      return run.state === 'finished' ? run : { ...run, state: 'refused', refusal: message.reason };
    default:
      return run;
  }
}

export const isUnderWay = ({ state }: LabRun): boolean =>
  state === 'waiting' || state === 'running';

/** Every finished run, a line for each length. */
export function runsTable(runs: readonly LabRun[]): FigureTable {
  return {
    caption: text('lab.table.runs'),
    columns: ['task', 'mask', 'scheme', 'seed', 'length', 'accuracy', 'loss', 'equivariance'],
    rows: runs
      .filter(({ state }) => state === 'finished')
      .flatMap((run) =>
        lengths.map((length, i) => [
          run.task,
          run.mask,
          run.scheme,
          run.seed,
          length,
          run.shares[i] ?? '',
          run.losses.at(-1) ?? '',
          run.equivariance?.error ?? '',
        ]),
      ),
  };
}
