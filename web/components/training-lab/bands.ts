import type { AttentionMask } from '../../bindings/attention.ts';
import type { PositionScheme, TrainingTask } from '../../bindings/training.ts';
import stored from './bands.json' with { type: 'json' };

/** What is trained: everything else of a run is its seed. */
export interface Configuration {
  task: TrainingTask;
  mask: AttentionMask;
  scheme: PositionScheme;
}

/** The runs of one configuration that are stored, one for each seed from 0 on. */
export interface StoredRuns extends Configuration {
  /** for each length the share of right answers of each seed; null where the scheme has no row */
  accuracy: (number[] | null)[];
  /** of each seed: how far its outputs are from moving with the beads */
  equivariance: number[];
}

/** What the runs of one configuration have in common at one length. */
export interface Band {
  least: number;
  most: number;
  mean: number;
}

/**
 * Made by `npm run -s lab -- --all --seeds 10 --json`. A run with a stored seed gives the stored
 * numbers again, here as there.
 */
export const storedSeeds = stored.seeds;
export const lengths: readonly number[] = stored.lengths;
/** The best share without positions and without a mask, at each length. */
export const chance: readonly number[] = stored.chance;
export const storedRuns = stored.runs as StoredRuns[];

/** Training alternates between the two. */
export const trainedLengths = [8, 16] as const;
export const longestTrained = 16;

export function storedRunsOf({ task, mask, scheme }: Configuration): StoredRuns {
  const found = storedRuns.find(
    (one) => one.task === task && one.mask === mask && one.scheme === scheme,
  );
  if (found === undefined) throw new Error(`no runs are stored for ${task}, ${mask}, ${scheme}`);
  return found;
}

export function bandOf(shares: readonly number[]): Band {
  return {
    least: Math.min(...shares),
    most: Math.max(...shares),
    mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

/** The bands of a configuration at every length; undefined where there is no row. */
export function bandsOf(configuration: Configuration): (Band | undefined)[] {
  return storedRunsOf(configuration)
    .accuracy.map((shares) => shares && bandOf(shares))
    .map((band) => band ?? undefined);
}

/** From here on a scheme counts as still right at a length. */
export const holdsFrom = 0.9;

/** Whether the stored runs still answer right at a length: all of them, none, or it depends. */
export function holding(band: Band | undefined): 'all' | 'none' | 'some' | 'no-row' {
  if (band === undefined) return 'no-row';
  if (band.least >= holdsFrom) return 'all';
  return band.most < holdsFrom ? 'none' : 'some';
}
