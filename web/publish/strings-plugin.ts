import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = fileURLToPath(new URL('../components/strings/en.json', import.meta.url));

/** What the first view and the elements that start with the page say; all else comes with its code. */
const first = ['page', 'figure', 'sentence', 'steps', 'question', 'claim'];

const firstId = '\0strings/first';
const restId = '\0strings/rest';

/**
 * Splits the one file of strings in the page: `strings.ts` gets those of the first view, and
 * `virtual:rest-of-strings` holds the others.
 */
export function stringsPlugin(): Plugin {
  const part = (wanted: boolean): string => {
    const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const chosen = Object.entries(all).filter(
      ([key]) => first.includes(key.split('.', 1)[0]!) === wanted,
    );
    return `export default ${JSON.stringify(Object.fromEntries(chosen))};`;
  };
  return {
    name: 'strings',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'virtual:rest-of-strings') return restId;
      if (source === './en.json' && importer?.endsWith('/strings/strings.ts')) return firstId;
      return undefined;
    },
    load(id) {
      if (id !== firstId && id !== restId) return undefined;
      this.addWatchFile(file);
      return part(id === firstId);
    },
  };
}
