/**
 * Engine errors in words for a beginner. One table, keyed by language and pattern; the first row
 * that fits speaks, and the engine's own text is always kept beside it.
 */
import { unclosedBracket } from './bracket-check.ts';
import type { EngineError, Language, RunError } from './protocol.ts';
import { curlyQuote, lineOf } from './source-text.ts';

interface Place {
  /** The learner's line, and what stands directly before the column. */
  text: string;
  before: string;
}

interface Row {
  language: Language;
  /** Matched against "kind: message". */
  pattern: RegExp;
  say: (match: RegExpExecArray, place: Place) => string;
}

const kRows: Row[] = [
  {
    language: 'js',
    pattern: /^InternalError: interrupted/,
    say: () => 'This took too long and was stopped. Does a loop never end?',
  },
  {
    language: 'js',
    pattern: /stack overflow/,
    say: () => 'The calls are nested too deeply. Does a function call itself without an end?',
  },
  {
    language: 'js',
    pattern: /^InternalError: out of memory/,
    say: () => 'This needs more memory than there is. Does a list grow without an end?',
  },
  {
    language: 'js',
    pattern: /string too long/,
    say: () => 'A text became too long. Does it grow without an end?',
  },
  {
    language: 'js',
    pattern:
      /^ReferenceError: '(require|module|exports|process|window|document|fetch)' is not defined/,
    say: ([, name]) =>
      `${name} does not exist here: the code runs alone, without Node and without a page. Write the function at the top level of the file.`,
  },
  {
    language: 'js',
    pattern: /^ReferenceError: '?(.+?)'? is not defined/,
    say: ([, name]) =>
      `The name ${name} is used but was never defined. Is it spelled the same everywhere?`,
  },
  {
    language: 'js',
    pattern: /^ReferenceError: (.+?) is not initialized/,
    say: ([, name]) => `${name} is used before the line that gives it a value.`,
  },
  {
    language: 'js',
    pattern: /^TypeError: cannot (read|set) property '(.+?)' of (undefined|null)/,
    say: ([, verb, property, value]) =>
      verb === 'set'
        ? `This writes to ${spot(property)} of something that is ${value}. Was the list or row made before it is filled?`
        : `This reads ${spot(property)} of something that is ${value}. Does the list reach that far?`,
  },
  {
    language: 'js',
    pattern: /^TypeError: not a function/,
    say: (_, { before }) => {
      const name = /[\p{ID_Continue}$.]+$/u.exec(before.trimEnd())?.[0];
      return name
        ? `${name} is not a function, so it cannot be called.`
        : 'This is not a function, so it cannot be called.';
    },
  },
  {
    language: 'js',
    pattern: /^TypeError: '(.+?)' is read-only/,
    say: ([, name]) => `${name} was made with const, so it cannot get a new value. Use let.`,
  },
  {
    language: 'js',
    pattern: /^TypeError: .*(is not iterable|not iterable)/,
    say: () => 'This goes through something that is not a list.',
  },
  {
    language: 'js',
    pattern: /^TypeError: cannot (?:convert|mix) .*bigint/i,
    say: () => 'A BigInt (a number that ends in n) is mixed with ordinary numbers.',
  },
  {
    language: 'js',
    pattern: /^RangeError: invalid array length/,
    say: () => 'A list cannot have this length: it must be a whole number from 0.',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: unsupported keyword: (.+)/,
    say: ([, word]) => `${word} cannot be used here.`,
  },
  {
    language: 'js',
    pattern: /^SyntaxError: return not in a function/,
    say: () => 'return stands outside every function. Is a brace } one line too early?',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: (?:invalid )?redefinition of|^SyntaxError: invalid redefinition/,
    say: () => 'The same name is declared twice. Leave out the second let or const.',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: missing initializer/,
    say: () => 'A const needs its value at once: const name = value.',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: unexpected end of string/,
    say: () => 'A text in quotes is not closed on its line.',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: unexpected token in expression: ''|^SyntaxError: .*unexpected end/,
    say: () => 'The code ends in the middle of something. Is a bracket or brace missing?',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: unexpected token in expression: '(.*)'/,
    say: ([, token]) => `A value is missing before ${token}.`,
  },
  {
    language: 'js',
    pattern: /^SyntaxError: expecting '(.)'/,
    say: ([, token]) => `Here the code reader expected ${token}. Is something missing just before?`,
  },
  {
    language: 'js',
    pattern: /^SyntaxError: unexpected character/,
    say: () => 'This character cannot be used in code.',
  },
  {
    language: 'js',
    pattern: /^SyntaxError: (.+)/,
    say: ([, message]) => `The code cannot be read here: ${message}.`,
  },
];

function spot(property: string | undefined): string {
  return property !== undefined && /^\d+$/.test(property) ? `entry ${property}` : `.${property}`;
}

/** The error in plain words and, where a bracket was left open, at the place where it opens. */
export function explainError(language: Language, error: EngineError, source: string): RunError {
  const original = [error.kind, error.message].filter((part) => part !== '').join(': ');
  const text = lineOf(source, error.line);
  if (error.kind === 'SyntaxError') {
    const quote = curlyQuote(text);
    if (quote && error.message.includes('unexpected character')) {
      return {
        ...error,
        original,
        column: quote.column,
        message: `The curly quote ${quote.quote} is not a quote in code. Type a straight one: ' or ".`,
      };
    }
    const open = /expecting|unexpected token|unexpected end/.test(error.message)
      ? unclosedBracket(source)
      : undefined;
    if (open) {
      const { bracket, line, column } = open;
      const message = `The bracket ${bracket} that opens in line ${line} is not closed.`;
      return { kind: error.kind, original, message, line, column };
    }
  }
  const place: Place = { text, before: text.slice(0, Math.max(0, error.column - 1)) };
  for (const row of kRows) {
    const match = row.language === language ? row.pattern.exec(original) : null;
    if (match) return { ...error, original, message: row.say(match, place) };
  }
  const message =
    error.kind === ''
      ? error.message === ''
        ? 'The code threw something that cannot be read.'
        : `The code threw ${error.message}.`
      : `${original}.`;
  return { ...error, original, message };
}
