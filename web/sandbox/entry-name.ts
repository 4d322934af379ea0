/** The name of a challenge's function, from the challenge's id: one rule for every challenge. */
import type { Language } from './protocol.ts';

/** `sinusoidal-table` is `sinusoidalTable` in JavaScript and `sinusoidal_table` in Python. */
export function entryName(language: Language, challenge: string): string {
  return language === 'js'
    ? challenge.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    : challenge.replaceAll('-', '_');
}

/**
 * The function that a source without `entry` probably means: the same name in other letters, else
 * the only one that it declares. Read from the text, so a hint and no more.
 */
export function nearestName(source: string, entry: string): string | undefined {
  const names = [kJavaScriptFunction, kPythonFunction].flatMap((pattern) =>
    Array.from(source.matchAll(pattern), (match) => match[1] ?? match[2] ?? ''),
  );
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  return (
    names.find((name) => name !== entry && plain(name) === plain(entry)) ??
    (names.length === 1 && names[0] !== entry ? names[0] : undefined)
  );
}

const kJavaScriptFunction =
  /(?:^|\n)[ \t]*(?:export[ \t]+)?(?:async[ \t]+)?(?:function[ \t]*\*?|const|let|var)[ \t]+([\p{ID_Start}$_][\p{ID_Continue}$]*)[ \t]*(?=\(|=[ \t]*(?:async\b|function\b|\(|[\p{ID_Start}$_][\p{ID_Continue}$]*[ \t]*=>))/gu;

const kPythonFunction =
  /(?:^|\n)[ \t]*(?:(?:async[ \t]+)?def[ \t]+([\p{ID_Start}_]\p{ID_Continue}*)|([\p{ID_Start}_]\p{ID_Continue}*)[ \t]*=[ \t]*lambda\b)/gu;
