/** What QuickJS says of JavaScript, in words for a beginner. */
import type { ErrorRow } from './error-words.ts';

export const kJavaScriptErrors: readonly ErrorRow[] = [
  {
    pattern: /string too long/,
    say: () => 'A text became too long. Does it grow without an end?',
  },
  {
    pattern:
      /^ReferenceError: '(require|module|exports|process|window|document|fetch)' is not defined/,
    say: ([, name]) =>
      `${name} does not exist here: the code runs alone, without Node and without a page. Write the function at the top level of the file.`,
  },
  {
    pattern: /^ReferenceError: '?(.+?)'? is not defined/,
    say: ([, name]) =>
      `The name ${name} is used but was never defined. Is it spelled the same everywhere?`,
  },
  {
    pattern: /^ReferenceError: (.+?) is not initialized/,
    say: ([, name]) => `${name} is used before the line that gives it a value.`,
  },
  {
    pattern: /^TypeError: cannot (read|set) property '(.+?)' of (undefined|null)/,
    say: ([, verb, property, value]) =>
      verb === 'set'
        ? `This writes to ${spot(property)} of something that is ${value}. Was the list or row made before it is filled?`
        : `This reads ${spot(property)} of something that is ${value}. Does the list reach that far?`,
  },
  {
    pattern: /^TypeError: not a function/,
    say: (_, { before }) => {
      const name = /[\p{ID_Continue}$.]+$/u.exec(before.trimEnd())?.[0];
      return name
        ? `${name} is not a function, so it cannot be called.`
        : 'This is not a function, so it cannot be called.';
    },
  },
  {
    pattern: /^TypeError: '(.+?)' is read-only/,
    say: ([, name]) => `${name} was made with const, so it cannot get a new value. Use let.`,
  },
  {
    pattern: /^TypeError: .*(is not iterable|not iterable)/,
    say: () => 'This goes through something that is not a list.',
  },
  {
    pattern: /^TypeError: cannot (?:convert|mix) .*bigint/i,
    say: () => 'A BigInt (a number that ends in n) is mixed with ordinary numbers.',
  },
  {
    pattern: /^RangeError: invalid array length/,
    say: () => 'A list cannot have this length: it must be a whole number from 0.',
  },
  {
    pattern: /^SyntaxError: unsupported keyword: (.+)/,
    say: ([, word]) => `${word} cannot be used here.`,
  },
  {
    pattern: /^SyntaxError: return not in a function/,
    say: () => 'return stands outside every function. Is a brace } one line too early?',
  },
  {
    pattern: /^SyntaxError: (?:invalid )?redefinition of|^SyntaxError: invalid redefinition/,
    say: () => 'The same name is declared twice. Leave out the second let or const.',
  },
  {
    pattern: /^SyntaxError: missing initializer/,
    say: () => 'A const needs its value at once: const name = value.',
  },
  {
    pattern: /^SyntaxError: unexpected end of string/,
    say: () => 'A text in quotes is not closed on its line.',
  },
  {
    pattern: /^SyntaxError: unexpected token in expression: ''|^SyntaxError: .*unexpected end/,
    say: () => 'The code ends in the middle of something. Is a bracket or brace missing?',
  },
  {
    pattern: /^SyntaxError: unexpected token in expression: '(.*)'/,
    say: ([, token]) => `A value is missing before ${token}.`,
  },
  {
    pattern: /^SyntaxError: expecting '(.)'/,
    say: ([, token]) => `Here the code reader expected ${token}. Is something missing just before?`,
  },
  {
    pattern: /^SyntaxError: unexpected character/,
    say: () => 'This character cannot be used in code.',
  },
  {
    pattern: /^SyntaxError: (.+)/,
    say: ([, message]) => `The code cannot be read here: ${message}.`,
  },
];

function spot(property: string | undefined): string {
  return property !== undefined && /^\d+$/.test(property) ? `entry ${property}` : `.${property}`;
}
