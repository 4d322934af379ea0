import { CoreError } from '../../bindings/errors.ts';
import {
  beadDeck,
  dropTraining,
  startTraining,
  train,
  trainingAccuracy,
  trainingAttention,
  trainingEquivariance,
  type TrainingLab,
} from '../../bindings/training.ts';
import { judged, moved } from './judging.ts';
import type { FromLab, ToLab, TrainOrder } from './protocol.ts';

/** What the session needs of its thread. */
export interface Surroundings {
  load(): Promise<TrainingLab>;
  post(message: FromLab): void;
  /** resolves after messages that have come meanwhile were handed over */
  breathe(): Promise<void>;
  now(): number;
}

/** Between two looks for messages, in milliseconds: Stop is answered within twice that. */
const chunkTime = 25;

/** Thrown inside when the page has forgotten the run that is under way. */
const forgotten = Symbol('forgotten');

/**
 * The worker's side of the lab: takes orders one after the other, trains a few steps at a time, and
 * listens in between.
 */
export class LabSession {
  readonly #around: Surroundings;
  #lab: TrainingLab | undefined;
  #orders: { order: TrainOrder; generation: number }[] = [];
  #working = false;
  #paused = false;
  #wake: (() => void) | undefined;
  /** grows with every `clear`: a run of an earlier number is forgotten */
  #generation = 0;
  /** numbers of the lab's runs, by the page's */
  #kept = new Map<number, number>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  receive(message: ToLab): void {
    switch (message.type) {
      case 'train':
        this.#orders.push({ order: message, generation: this.#generation });
        if (!this.#working) void this.#work();
        break;
      case 'pause':
        this.#paused = true;
        this.#around.post({ type: 'paused' });
        break;
      case 'resume':
        this.#goOn();
        break;
      case 'clear':
        this.#clear();
        break;
      case 'look':
        this.#look(message.id, message.length, message.seed);
        break;
    }
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let next = this.#orders.shift(); next; next = this.#orders.shift()) {
      try {
        this.#lab ??= await this.#around.load();
        await this.#lab.ready;
      } catch (error) {
        this.#orders = [];
        this.#around.post({ type: 'failed', reason: reasonOf(error) });
        break;
      }
      if (next.generation === this.#generation) await this.#run(this.#lab, next.order);
    }
    this.#working = false;
  }

  async #run(lab: TrainingLab, order: TrainOrder): Promise<void> {
    const { id } = order;
    const generation = this.#generation;
    let run: number | undefined;
    try {
      const started = startTraining(lab, order.spec);
      run = started.run;
      const { steps, parameters } = started;
      this.#around.post({ type: 'started', id, steps, parameters });
      await this.#trainAll(lab, order, run, steps, generation);
      for (const length of order.lengths) {
        await this.#judge(lab, order, run, length, generation);
      }
      const equivariance = trainingEquivariance(lab, run, moved);
      if (order.keep) {
        this.#kept.set(id, run);
        run = undefined;
      }
      this.#around.post({ type: 'finished', id, equivariance });
    } catch (error) {
      if (error !== forgotten) {
        this.#around.post({ type: 'refused', id, reason: reasonOf(error) });
      }
    }
    if (run !== undefined) this.#drop(run);
  }

  async #trainAll(
    lab: TrainingLab,
    { id }: TrainOrder,
    run: number,
    steps: number,
    generation: number,
  ): Promise<void> {
    let chunk = 1;
    for (let done = 0; done < steps;) {
      await this.#turn(generation);
      const count = Math.min(chunk, steps - done);
      const start = this.#around.now();
      const losses = train(lab, run, count);
      const each = Math.max(0.01, (this.#around.now() - start) / count);
      // A second at most doubles the first: one quick measurement is not yet a quick machine.
      chunk = Math.max(1, Math.min(2 * chunk, Math.floor(chunkTime / each)));
      done += count;
      this.#around.post({ type: 'progress', id, stepsDone: done, losses });
    }
  }

  async #judge(
    lab: TrainingLab,
    { id, spec }: TrainOrder,
    run: number,
    length: number,
    generation: number,
  ): Promise<void> {
    let sum = 0;
    for (let done = 0; done < judged.sequences; done += judged.atOnce) {
      await this.#turn(generation);
      const seed = judged.firstSeed + done / judged.atOnce;
      try {
        sum += trainingAccuracy(lab, run, { length, sequences: judged.atOnce, seed });
      } catch (error) {
        if (!(error instanceof CoreError) || error.code !== 'out-of-range') throw error;
        if (spec.scheme !== 'learned') throw error;
        this.#around.post({ type: 'no-row', id, length, reason: error.message });
        return;
      }
    }
    const share = (sum * judged.atOnce) / judged.sequences;
    this.#around.post({ type: 'accuracy', id, length, share });
  }

  /** Lets messages in. @throws `forgotten` when one of them has ended this run */
  async #turn(generation: number): Promise<void> {
    await this.#around.breathe();
    while (this.#paused && generation === this.#generation) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    if (generation !== this.#generation) throw forgotten;
  }

  #goOn(): void {
    this.#paused = false;
    this.#wake?.();
  }

  #clear(): void {
    this.#generation += 1;
    this.#orders = [];
    for (const run of this.#kept.values()) this.#drop(run);
    this.#kept.clear();
    this.#goOn();
  }

  /** A lab that stopped has taken its runs along. */
  #drop(run: number): void {
    try {
      dropTraining(this.#lab!, run);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
    }
  }

  #look(id: number, length: number, seed: number): void {
    const run = this.#kept.get(id);
    if (this.#lab === undefined || run === undefined) return;
    try {
      const beads = beadDeck(this.#lab, length, seed);
      const { batch, data } = trainingAttention(this.#lab, run, beads);
      this.#around.post({ type: 'attention', id, beads, maps: batch, weights: data });
    } catch (error) {
      this.#around.post({ type: 'refused', id, reason: reasonOf(error) });
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
