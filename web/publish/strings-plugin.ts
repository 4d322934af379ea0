import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = fileURLToPath(new URL('../components/strings/en.json', import.meta.url));

/** What the first view and the elements that start with the page say; all else comes with its code. */
const first = ['page', 'figure', 'sentence', 'steps', 'question', 'claim'];

const firstId = '\0strings/first';
const restId = '\0strings/rest';

/** Of the one file of strings only those of a script that stands alone, by the first part of their keys. */
export function onlyStrings(wanted: readonly string[]): Plugin {
  return {
    name: 'only-strings',
    enforce: 'pre',
    resolveId: (source) => (source === './en.json' ? firstId : undefined),
    load: (id) => (id === firstId ? stringsModule((group) => wanted.includes(group)) : undefined),
  };
}

/** A module of the strings whose group, the first part of the key, is wanted. */
function stringsModule(wanted: (group: string) => boolean): string {
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const chosen = Object.entries(all).filter(([key]) => wanted(key.split('.', 1)[0]!));
  return `export default ${JSON.stringify(Object.fromEntries(chosen))};`;
}

/**
 * Splits the one file of strings in the page: `strings.ts` gets those of the first view, and
 * `virtual:rest-of-strings` holds the others.
 */
export function stringsPlugin(): Plugin {
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
      return stringsModule((group) => first.includes(group) === (id === firstId));
    },
  };
}
