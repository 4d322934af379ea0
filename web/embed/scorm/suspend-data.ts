import type { StandingItem } from '../../components/progress/standing.ts';

/**
 * What the learning system keeps for the next visit, as text of letters, digits, `.`, `-` and `_`:
 *
 *   1.BEST.RANK.PAGE.STANDING.ATTEMPTS
 *
 * best score (0 to 100), rank of the best status, a fingerprint of the things that count, two bits for
 * each (done, right), and a digit in base 36 for the attempts at each challenge.
 */
export interface Remembered {
  best: number;
  /** 0 incomplete, 1 completed, 2 passed */
  rank: 0 | 1 | 2;
  items: StandingItem[];
  /** checks of each challenge, by its id */
  attempts: Record<string, number>;
}

const version = '1';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function encode({ best, rank, items, attempts }: Remembered): string {
  let standing = '';
  for (let i = 0; i < items.length; i += 3) {
    const bits = items
      .slice(i, i + 3)
      .reduce(
        (sum, { done, right }, j) => sum | (((done ? 1 : 0) + (right ? 2 : 0)) << (2 * j)),
        0,
      );
    standing += letters[bits];
  }
  const tried = challengesOf(items)
    .map(({ id }) => Math.min(attempts[id] ?? 0, 35).toString(36))
    .join('');
  return [version, Math.round(best), rank, fingerprint(items), standing, tried].join('.');
}

/**
 * Reads a text for the things that count now. Of another version of the lesson only the best score and
 * status are left. @returns undefined for what `encode` did not write
 */
export function decode(text: string, now: readonly StandingItem[]): Remembered | undefined {
  const parts = /^1\.(\d{1,3})\.([012])\.([0-9a-z]+)\.([\w-]*)\.([0-9a-z]*)$/.exec(text);
  if (parts === null || Number(parts[1]) > 100) return undefined;
  const [, best, rank, page, standing, tried] = parts;
  const same = page === fingerprint(now) && standing!.length === Math.ceil(now.length / 3);
  const bits = (i: number) => (letters.indexOf(standing![Math.floor(i / 3)]!) >> (2 * (i % 3))) & 3;
  return {
    best: Number(best),
    rank: Number(rank) as 0 | 1 | 2,
    items: now.map((item, i) => ({
      ...item,
      done: same && (bits(i) & 1) !== 0,
      right: same && (bits(i) & 2) !== 0,
    })),
    attempts: Object.fromEntries(
      challengesOf(now).map(({ id }, i) => [id, same ? parseInt(tried![i] ?? '0', 36) : 0]),
    ),
  };
}

function challengesOf(items: readonly StandingItem[]): StandingItem[] {
  return items.filter(({ kind }) => kind === 'challenge');
}

/** FNV-1a over the ids: another order, another page. */
function fingerprint(items: readonly StandingItem[]): string {
  return hashText(items.map(({ id }) => id).join(' '));
}

export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
