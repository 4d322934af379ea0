import type { Standing, StandingItem } from '../../components/progress/standing.ts';
import { dialects, type Dialect, type Interaction } from './dialect.ts';
import type { Api, ScormVersion } from './find-api.ts';
import { decode, encode, hashText, type Remembered } from './suspend-data.ts';

/** How long the learning system is left alone between two commits. */
export const commitPause = 15_000;

/** How many refusals in a row end the trying. */
const patience = 3;

export interface SessionOptions {
  api: Api;
  version: ScormVersion;
  /** milliseconds; the browser's clock by default */
  now?: () => number;
  /** whether a score never makes the status "passed" */
  completedOnly?: boolean;
  /** the learning system has refused three times in a row */
  onTrouble?: () => void;
}

/**
 * One visit, told to a learning system: idle, open, closed. Score and status are never told lower than
 * they once were, the score before the status, nothing in a mode for looking only, and nothing after
 * the end.
 */
export class ScormSession {
  readonly #options: SessionOptions;
  readonly #say: Dialect;
  readonly #now: () => number;
  #phase: 'idle' | 'open' | 'closed' = 'idle';
  #began = 0;
  #lastAnswer = 0;
  #lastCommit = -Infinity;
  #unsaved = false;
  #refusals = 0;
  #interactions: number | undefined;
  #silent = false;
  #suspended = '';
  #mastery: number | undefined;
  #known: Remembered = { best: 0, rank: 0, items: [], attempts: {} };
  /** what the system was last told, so that nothing is told twice */
  readonly #told = new Map<string, string>();
  #resumed = false;

  /** whether what the system had kept could not be read */
  unreadable = false;
  /** the place where the last visit ended */
  location = '';
  /** tells apart what the browser keeps for those who share it; not the learner's name */
  learnerKey = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#say = dialects[options.version];
    this.#now = options.now ?? (() => Date.now());
  }

  /** @returns whether the system lets the lesson speak */
  open(): boolean {
    if (this.#phase !== 'idle') return this.#phase === 'open';
    if (!this.#call('open', '')) {
      this.#phase = 'closed';
      return false;
    }
    this.#phase = 'open';
    this.#began = this.#lastAnswer = this.#now();
    const say = this.#say;
    this.#silent = ['browse', 'review'].includes(this.#get(say.mode));
    this.learnerKey = `scorm-${hashText(this.#get(say.learner))}`;
    this.location = this.#get(say.location);
    this.#suspended = this.#get(say.suspend);
    this.#mastery = say.mastery((element) => this.#get(element));
    this.#interactions = Number(this.#get('cmi.interactions._count')) || 0;
    const rank = say.rankOf(say.statuses.map((element) => this.#get(element)));
    const score = Number(this.#get(say.readScore));
    this.#known.rank = rank ?? 0;
    this.#known.best = score >= 0 && score <= 100 ? score : 0;
    const earlier = decode(this.#suspended, []);
    if (earlier !== undefined) {
      this.#known.rank = Math.max(this.#known.rank, earlier.rank) as 0 | 1 | 2;
      this.#known.best = Math.max(this.#known.best, earlier.best);
    }
    this.unreadable = this.#suspended !== '' && earlier === undefined;
    // A system that says no status may count silence as completion.
    if (rank === undefined && this.#known.rank === 0 && !this.#silent) {
      this.#setAll(say.tellRank(0));
      this.#commit();
    }
    return true;
  }

  /** What is known of these things from earlier visits. */
  remembered(items: readonly StandingItem[]): StandingItem[] {
    this.#resume(items);
    return this.#known.items.filter(({ done }) => done);
  }

  /** Tells where the learner stands; what stood better before stays as it was. */
  report(items: readonly StandingItem[], standing: Standing, complete: boolean): void {
    if (this.#phase !== 'open' || this.#silent) return;
    this.#resume(items);
    const known = new Map(this.#known.items.map((item) => [item.id, item]));
    this.#known.items = items.map((item) => ({
      ...item,
      done: item.done || known.get(item.id)?.done === true,
      right: item.right || known.get(item.id)?.right === true,
    }));
    const say = this.#say;
    const before = this.#known.best;
    const best = Math.max(before, Math.round(100 * standing.score));
    this.#known.best = best;
    if (complete) {
      const passed =
        this.#mastery !== undefined &&
        best >= this.#mastery &&
        this.#options.completedOnly !== true;
      this.#known.rank = Math.max(this.#known.rank, passed ? 2 : 1) as 1 | 2;
    }
    const { rank } = this.#known;
    // Some systems look at the score only when a status is told.
    if (best > before && rank > 0) for (const element of say.statuses) this.#told.delete(element);
    const done = this.#known.items.filter((item) => item.done);
    this.#setAll([
      ...(best > 0 || rank > 0 ? say.score(best) : []),
      ...(say.progress === undefined || items.length === 0
        ? []
        : [
            [say.progress, String(Math.round((1000 * done.length) / items.length) / 1000)] as const,
          ]),
      [say.suspend, encode(this.#known)],
      ...say.tellRank(rank),
    ]);
  }

  /** Where to go on at the next visit. */
  place(id: string): void {
    if (this.#phase !== 'open' || this.#silent || !/^[\w-]{1,255}$/.test(id)) return;
    this.location = id;
    this.#setAll([[this.#say.location, id]]);
  }

  answered(id: string, right: boolean, response: string): void {
    if (this.#phase !== 'open' || this.#silent || this.#interactions === undefined) return;
    const now = this.#now();
    const one: Interaction = {
      id,
      right,
      response: response.replace(/[^\x20-\x7e]/g, '').slice(0, 250),
      latency: now - this.#lastAnswer,
      time: new Date(now),
    };
    this.#lastAnswer = now;
    const taken = this.#say
      .interaction(this.#interactions, one)
      .every(([element, value]) => this.#call('set', element, value));
    // Not every system keeps them; the score does not depend on it.
    this.#interactions = taken ? this.#interactions + 1 : undefined;
    this.#unsaved = true;
  }

  /** One more check of a challenge. */
  tried(id: string): void {
    this.#known.attempts[id] = (this.#known.attempts[id] ?? 0) + 1;
  }

  /** In how many milliseconds the next commit may be; undefined when there is nothing to commit. */
  get commitDue(): number | undefined {
    if (this.#phase !== 'open' || !this.#unsaved || this.#refusals >= patience) return undefined;
    return Math.max(0, this.#lastCommit + commitPause - this.#now());
  }

  /** Commits what is due; with `now` also what is not, as when the page is being hidden. */
  commit(now = false): void {
    const due = this.commitDue;
    if (due !== undefined && (now || due === 0)) this.#commit();
  }

  /**
   * Ends the visit. It is always one that can be gone on with: a system that takes a normal end for the
   * end of the attempt would show a learner who comes back nothing of what was done.
   */
  close(): void {
    if (this.#phase !== 'open') return;
    const say = this.#say;
    this.#call('set', say.time, say.duration(this.#now() - this.#began));
    this.#call('set', say.exit, 'suspend');
    this.#call('commit', '');
    this.#call('close', '');
    this.#phase = 'closed';
  }

  #resume(items: readonly StandingItem[]): void {
    if (this.#resumed) return;
    this.#resumed = true;
    const earlier = decode(this.#suspended, items);
    if (earlier === undefined) return;
    this.#known.items = earlier.items;
    this.#known.attempts = { ...earlier.attempts, ...this.#known.attempts };
  }

  #setAll(values: readonly (readonly [element: string, value: string])[]): void {
    let refused = false;
    for (const [element, value] of values) {
      if (this.#told.get(element) === value) continue;
      this.#unsaved = true;
      if (this.#call('set', element, value)) this.#told.set(element, value);
      else refused = true;
    }
    if (refused) this.#refuse();
  }

  #commit(): void {
    this.#lastCommit = this.#now();
    if (this.#call('commit', '')) {
      this.#unsaved = false;
      this.#refusals = 0;
    } else this.#refuse();
  }

  #refuse(): void {
    this.#refusals += 1;
    if (this.#refusals === patience) this.#options.onTrouble?.();
  }

  #get(element: string): string {
    const value = this.#raw('get', element);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  #call(name: keyof Dialect['calls'], ...values: string[]): boolean {
    return String(this.#raw(name, ...values)) === 'true';
  }

  #raw(name: keyof Dialect['calls'], ...values: string[]): unknown {
    try {
      return this.#options.api[this.#say.calls[name]]!(...values);
    } catch {
      return undefined;
    }
  }
}
