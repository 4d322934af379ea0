/** The command line of `check-solution`, read and checked. */

export const kUsage =
  'usage: npm run -s check-solution -- CHALLENGE FILE... [--json] [--junit F] [--seed N] [--python P]';

export interface Options {
  challenge: string;
  files: string[];
  json: boolean;
  /** Where a JUnit report goes, if one is wanted. */
  junit: string | undefined;
  seed: number | undefined;
  /** The Python that runs files of Python, in place of the one of the page. */
  python: string | undefined;
}

export type Arguments =
  { kind: 'check'; options: Options } | { kind: 'help' } | { kind: 'wrong'; message: string };

export const kMaxSeed = 2 ** 32 - 1;

export function readArguments(words: readonly string[]): Arguments {
  const plain: string[] = [];
  const options: Options = {
    challenge: '',
    files: [],
    json: false,
    junit: undefined,
    seed: undefined,
    python: undefined,
  };
  let optionsEnded = false;
  for (let i = 0; i < words.length; ++i) {
    const word = words[i] ?? '';
    if (optionsEnded || !word.startsWith('-') || word === '-') {
      plain.push(word);
      continue;
    }
    if (word === '--') {
      optionsEnded = true;
      continue;
    }
    const [name, inline] = splitAtEquals(word);
    if (name === '--help' || name === '-h') return { kind: 'help' };
    if (name === '--json' && inline === undefined) {
      options.json = true;
      continue;
    }
    if (name !== '--junit' && name !== '--seed' && name !== '--python')
      return wrong(`unknown option ${word}`);
    const value = inline ?? words[++i];
    if (value === undefined || value === '') return wrong(`${name} needs a value`);
    if (name === '--junit' || name === '--python') {
      options[name === '--junit' ? 'junit' : 'python'] = value;
      continue;
    }
    const seed = Number(value);
    if (!/^\d+$/.test(value) || seed > kMaxSeed) {
      return wrong(`--seed is ${value}; it must be a whole number from 0 to ${kMaxSeed}`);
    }
    options.seed = seed;
  }
  const [challenge, ...files] = plain;
  if (challenge === undefined) return wrong('no challenge given');
  if (files.length === 0) return wrong('no file given');
  return { kind: 'check', options: { ...options, challenge, files } };
}

function splitAtEquals(word: string): [string, string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function wrong(message: string): Arguments {
  return { kind: 'wrong', message };
}
