/**
 * What the browser keeps for this page. Storage can be blocked, full or absent (a strict frame, a
 * private window): then it is memory for as long as the page is open, and nothing else changes.
 */
const prefix = 'posenc:';
const memory = new Map<string, string>();

/** The kept text of a key, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps a text. @returns whether it outlives the page */
export function writeStored(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    localStorage.setItem(prefix + key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}

/** The keys under which something is kept. */
export function storedKeys(): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix)) keys.add(name.slice(prefix.length));
    }
  } catch {
    // What memory holds is all there is.
  }
  return [...keys];
}
