import {
  readStored,
  removeStored,
  storedKeys,
  storedName,
  writeStored,
} from '../storage/storage.ts';

/**
 * What the reader has done, kept in the browser: for each element of the page by its id what it wants
 * to find again, with the hash of its content (`data-hash`, written by the build). What was kept for
 * another content is not found again. The learner's code is kept beside it, as text of its own.
 */
export interface Entry {
  hash: string;
  value: Record<string, unknown>;
}

/** Everything at once: what a file holds, and what an undo puts back. */
export interface Book {
  entries: Record<string, Entry>;
  /** the code of challenges, by its key in storage */
  texts: Record<string, string>;
}

/** How a question stands. A prediction is never right or wrong. */
export type Result = 'right' | 'wrong' | 'revealed';

const key = 'progress';
const textKeys = /^challenge:[\w-]+:\w+$/;
const fileFormat = 'posenc-progress';
const fileVersion = 1;

type Kept = HTMLElement & { id: string };

class Progress extends EventTarget {
  #entries = readEntries(readStored(key));
  #lasts = true;

  constructor() {
    super();
    // Another window or frame of this site has kept something: what this one keeps next comes on top.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === storedName(key)) this.#entries = readEntries(event.newValue);
    });
  }

  /** What was kept for this element and its present content. */
  of(element: Kept): Record<string, unknown> | undefined {
    const entry = this.#entries[element.id];
    return entry?.hash === element.dataset['hash'] ? entry?.value : undefined;
  }

  get entries(): Readonly<Record<string, Entry>> {
    return this.#entries;
  }

  keep(element: Kept, value: Record<string, unknown>): void {
    this.#entries[element.id] = { hash: element.dataset['hash'] ?? '', value };
    this.#write();
  }

  forget(element: Kept): void {
    if (!Object.hasOwn(this.#entries, element.id)) return;
    delete this.#entries[element.id];
    this.#write();
  }

  /** All that there is, as it is now. */
  book(): Book {
    const texts: Record<string, string> = {};
    for (const name of storedKeys()) {
      const value = textKeys.test(name) ? readStored(name) : null;
      if (value !== null) texts[name] = value;
    }
    return { entries: structuredClone(this.#entries), texts };
  }

  /** Puts a book in the place of all that there is; every element shows what it holds. */
  replace(book: Book): void {
    this.#entries = structuredClone(book.entries);
    for (const name of Object.keys(this.book().texts)) removeStored(name);
    for (const [name, value] of Object.entries(book.texts)) {
      if (textKeys.test(name)) writeStored(name, value);
    }
    this.#write();
    this.dispatchEvent(new Event('restore'));
  }

  /** Whether what was last kept outlives the page: storage can be blocked or full. */
  get lasts(): boolean {
    return this.#lasts;
  }

  #write(): void {
    this.#lasts = writeStored(key, JSON.stringify(this.#entries));
    this.dispatchEvent(new Event('change'));
  }
}

/** One page has one reader. */
export const progress = new Progress();

export function bookToFile(book: Book): string {
  return JSON.stringify({ format: fileFormat, version: fileVersion, ...book }, null, 2);
}

/** @throws {Error} saying what about the text is not a file that bookToFile wrote */
export function bookFromFile(written: string): Book {
  let file: unknown;
  try {
    file = JSON.parse(written);
  } catch {
    throw new Error('it is not JSON');
  }
  if (!isRecord(file) || file['format'] !== fileFormat) {
    throw new Error(`it does not say "format": "${fileFormat}"`);
  }
  if (file['version'] !== fileVersion) {
    throw new Error(`its version is ${JSON.stringify(file['version'])}, not ${fileVersion}`);
  }
  const { entries, texts } = file;
  if (!isRecord(entries) || !Object.values(entries).every(isEntry)) {
    throw new Error('its entries are damaged');
  }
  if (!isRecord(texts) || !Object.values(texts).every((one) => typeof one === 'string')) {
    throw new Error('its texts are damaged');
  }
  return { entries: entries as Record<string, Entry>, texts: texts as Record<string, string> };
}

/** The entries of what a page around this one kept as a frame's state, or nothing if it is no such thing. */
export function stateFrom(state: unknown): Record<string, Entry> | undefined {
  if (!isRecord(state) || state['version'] !== 1) return undefined;
  const { entries } = state;
  if (!isRecord(entries) || !Object.values(entries).every(isEntry)) return undefined;
  return entries as Record<string, Entry>;
}

/** What storage holds may be anything: another program's, an older version's, half a text. */
function readEntries(written: string | null): Record<string, Entry> {
  try {
    const read: unknown = JSON.parse(written ?? '{}');
    if (!isRecord(read)) return {};
    return Object.fromEntries(
      Object.entries(read).filter((pair): pair is [string, Entry] => isEntry(pair[1])),
    );
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['value']);
}
