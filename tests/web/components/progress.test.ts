import { beforeEach, expect, test, vi } from 'vitest';
import type {
  bookFromFile,
  bookToFile,
  progress,
} from '../../../web/components/progress/progress.ts';

interface Module {
  progress: typeof progress;
  bookToFile: typeof bookToFile;
  bookFromFile: typeof bookFromFile;
}

const stored = new Map<string, string>();
let full = false;

beforeEach(() => {
  stored.clear();
  full = false;
  vi.resetModules();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('no room', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  };
  // Object.keys(localStorage) lists what is kept.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});

/** The page as it is opened: everything in memory is gone. */
async function openPage(): Promise<Module> {
  vi.resetModules();
  return import('../../../web/components/progress/progress.ts');
}

const element = (id: string, hash: string) => ({ id, dataset: { hash } }) as unknown as HTMLElement;

test('what was kept is there when the page is opened again', async () => {
  (await openPage()).progress.keep(element('q', 'a'), { result: 'right' });
  expect((await openPage()).progress.of(element('q', 'a'))).toEqual({ result: 'right' });
});

test('what was kept for another content is not found', async () => {
  const { progress } = await openPage();
  progress.keep(element('q', 'a'), { result: 'right' });
  expect(progress.of(element('q', 'b'))).toBeUndefined();
});

test('full storage is said, and what was kept lasts as long as the page', async () => {
  const { progress } = await openPage();
  full = true;
  progress.keep(element('q', 'a'), { result: 'right' });
  expect(progress.lasts).toBe(false);
  expect(progress.of(element('q', 'a'))).toEqual({ result: 'right' });
});

test.each([
  'null',
  '[]',
  '{"q":1}',
  '{"q":{"hash":1,"value":{}}}',
  '{"q":{"hash":"a","value":[]}}',
  '{"q',
])('storage that holds %s is an empty book', async (written) => {
  stored.set('posenc:progress', written);
  const { progress } = await openPage();
  expect(progress.entries).toEqual({});
});

test('a file holds answers and code, and brings both back', async () => {
  stored.set('posenc:challenge:sinusoidal-table:js', 'function f() {}');
  stored.set('posenc:theme', 'dark');
  const first = await openPage();
  first.progress.keep(element('q', 'a'), { chosen: [1] });
  const file = first.bookToFile(first.progress.book());
  expect(file).not.toContain('dark');

  stored.clear();
  const second = await openPage();
  let restored = 0;
  second.progress.addEventListener('restore', () => ++restored);
  second.progress.replace(second.bookFromFile(file));
  expect(restored).toBe(1);
  expect(second.progress.of(element('q', 'a'))).toEqual({ chosen: [1] });
  expect(stored.get('posenc:challenge:sinusoidal-table:js')).toBe('function f() {}');
});

test('a reset can be undone whole, code included', async () => {
  stored.set('posenc:challenge:sinusoidal-table:js', 'mine');
  const { progress } = await openPage();
  progress.keep(element('q', 'a'), { chosen: [1] });
  const before = progress.book();
  progress.replace({ entries: {}, texts: {} });
  expect(progress.of(element('q', 'a'))).toBeUndefined();
  expect(stored.has('posenc:challenge:sinusoidal-table:js')).toBe(false);
  progress.replace(before);
  expect(progress.book()).toEqual(before);
});

test.each([
  ['', 'not JSON'],
  ['{}', '"format": "posenc-progress"'],
  ['{"format":"posenc-progress","version":2}', 'version is 2, not 1'],
  ['{"format":"posenc-progress","version":1,"entries":{"q":3},"texts":{}}', 'entries are damaged'],
  ['{"format":"posenc-progress","version":1,"entries":{},"texts":{"a":1}}', 'texts are damaged'],
])('the file %s is refused: %s', async (written, reason) => {
  const { bookFromFile } = await openPage();
  expect(() => bookFromFile(written)).toThrow(reason);
});

test('a file cannot write keys that are not code of a challenge', async () => {
  const { progress } = await openPage();
  progress.replace({ entries: {}, texts: { theme: 'dark', 'challenge:rope:js': 'x' } });
  expect([...stored.keys()].sort()).toEqual(['posenc:challenge:rope:js', 'posenc:progress']);
});
