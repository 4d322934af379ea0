import { progress } from './progress.ts';

/** Where the reader stands with one thing that counts. */
export interface StandingItem {
  id: string;
  kind: 'section' | 'question' | 'challenge';
  /** a section read to its end, a question answered, a challenge passed */
  done: boolean;
  /** an answer that is right, a challenge that is passed */
  right: boolean;
}

/** Detail of the event `posenc-progress`. */
export interface Standing {
  /** things done, of all that count */
  done: number;
  total: number;
  /** right answers and passed challenges among all, 0 to 1; 0 where there are none */
  score: number;
}

/** Everything on the page that counts: predictions and statements are for thinking, not for points. */
export function standingItems(): StandingItem[] {
  const counting = document.querySelectorAll<HTMLElement>(
    '.section:has(.closing), posenc-question:not([data-kind="predict"]), posenc-challenge',
  );
  return [...counting].map((element): StandingItem => {
    const { id } = element;
    const kept = progress.of(element);
    if (element.localName === 'posenc-question') {
      const result = kept?.['result'];
      return { id, kind: 'question', done: result !== undefined, right: result === 'right' };
    }
    if (element.localName === 'posenc-challenge') {
      const passed = kept?.['passed'] === true;
      return { id, kind: 'challenge', done: passed, right: passed };
    }
    return { id, kind: 'section', done: kept?.['read'] === true, right: false };
  });
}

export function standingOf(items: readonly StandingItem[]): Standing {
  const scored = items.filter(({ kind }) => kind !== 'section');
  return {
    done: items.filter(({ done }) => done).length,
    total: items.length,
    score: scored.length === 0 ? 0 : scored.filter(({ right }) => right).length / scored.length,
  };
}

/** Read and answered to the end. A challenge is only asked for where nothing else is there to do. */
export function isComplete(items: readonly StandingItem[]): boolean {
  const reading = items.filter(({ kind }) => kind !== 'challenge');
  const asked = reading.length > 0 ? reading : items;
  return asked.length > 0 && asked.every(({ done }) => done);
}

/**
 * Announces from the page's main part what progress keeps: `posenc-progress` with every change of the
 * standing, `posenc-complete` once, when nothing is left to do.
 */
export function announceStanding(): void {
  const atFirst = standingItems();
  let told = JSON.stringify(standingOf(atFirst));
  let complete = isComplete(atFirst);
  const announce = (name: string, detail: unknown) => {
    const main = document.querySelector('main') ?? document.body;
    main.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  };
  progress.addEventListener('change', () => {
    const items = standingItems();
    const standing = standingOf(items);
    const written = JSON.stringify(standing);
    if (written !== told) announce('posenc-progress', standing);
    told = written;
    if (isComplete(items) && !complete) announce('posenc-complete', { score: standing.score });
    complete = isComplete(items);
  });
}

/**
 * Takes over what was known elsewhere about the things of this page. What is known here stays, unless
 * it is less.
 */
export function restoreStanding(known: readonly { id: string; right: boolean }[]): void {
  const now = new Map(standingItems().map((item) => [item.id, item]));
  let changed = false;
  for (const { id, right } of known) {
    const item = now.get(id);
    const element = document.getElementById(id);
    if (item === undefined || element === null || (item.done && (item.right || !right))) continue;
    changed = true;
    if (item.kind === 'section') progress.keep(element, { read: true });
    else if (item.kind === 'challenge') progress.keep(element, { passed: true });
    else progress.keep(element, { result: right ? 'right' : 'wrong', tries: 1 });
  }
  if (changed) progress.dispatchEvent(new Event('restore'));
}
