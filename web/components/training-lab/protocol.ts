import type { Equivariance, TrainingSpec } from '../../bindings/training.ts';

/** What the page and the worker that trains say to each other. A run is named by the page. */
export interface TrainOrder {
  type: 'train';
  id: number;
  spec: TrainingSpec;
  /** at which the trained model is judged */
  lengths: readonly number[];
  /** whether its attention will be asked for: else the run is dropped when it is done */
  keep: boolean;
}

export type ToLab =
  | TrainOrder
  | { type: 'pause' }
  | { type: 'resume' }
  /** forgets every run and gives the memory back */
  | { type: 'clear' }
  /** the attention of a kept run on one deck */
  | { type: 'look'; id: number; length: number; seed: number };

export type FromLab =
  | { type: 'started'; id: number; steps: number; parameters: number }
  | { type: 'progress'; id: number; stepsDone: number; losses: Float32Array }
  | { type: 'accuracy'; id: number; length: number; share: number }
  /** the scheme has no row for a position of this length */
  | { type: 'no-row'; id: number; length: number; reason: string }
  | { type: 'finished'; id: number; equivariance: Equivariance }
  | { type: 'paused' }
  | ({ type: 'attention' } & LookedAt)
  /** the core refused the settings, or a question about a run */
  | { type: 'refused'; id: number; reason: string }
  /** nothing can be trained here at all */
  | { type: 'failed'; reason: string };

export interface LookedAt {
  id: number;
  beads: Int32Array;
  /** [maps, length, length]; map layer * heads + head */
  maps: number;
  weights: Float32Array;
}
