/**
 * What the browser keeps for this page. Storage can be blocked, full or absent (a strict frame, a
 * private window): then it is memory for as long as the page is open, and nothing else changes.
 */
const memory = new Map<string, string>();

// `?state=none` keeps nothing, `?key=NAME` keeps apart what two frames of one site would share.
const query = new URLSearchParams(globalThis.location?.search);
const blocked = ['none', 'memory'].includes(query.get('state') ?? '');
const key = /^[\w-]{1,64}$/.exec(query.get('key') ?? '');
const prefix = key === null ? 'posenc:' : `posenc:${key[0]}:`;

function storage(): Storage {
  if (blocked) throw new Error('the address asks for nothing to be kept');
  return localStorage;
}

/** What the browser's own storage calls a key. */
export function storedName(key: string): string {
  return prefix + key;
}

/** The kept text of a key, or null. */
export function readStored(key: string): string | null {
  try {
    return storage().getItem(prefix + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps a text. @returns whether it outlives the page */
export function writeStored(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    storage().setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    storage().removeItem(prefix + key);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

/** The keys under which something is kept. */
export function storedKeys(): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const name of Object.keys(storage())) {
      if (name.startsWith(prefix)) keys.add(name.slice(prefix.length));
    }
  } catch {
    // What memory holds is all there is.
  }
  return [...keys];
}
