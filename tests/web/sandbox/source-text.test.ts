/** Pasted text is made fit to run without moving a line or changing what it says. */
import { expect, test } from 'vitest';
import { unclosedBracket } from '../../../web/sandbox/bracket-check.ts';
import { curlyQuote, normaliseSource } from '../../../web/sandbox/source-text.ts';

test.each([
  ['Windows line ends', 'a\r\nb\r\nc', 'a\nb\nc'],
  ['old Mac line ends', 'a\rb', 'a\nb'],
  ['a byte order mark', '\uFEFFlet a;', 'let a;'],
  ['non-breaking spaces', 'let\u00A0a\u202F= 1;', 'let a = 1;'],
  ['line separators', 'a\u2028b', 'a b'],
  ['curly quotes stay', '// it’s “right”', '// it’s “right”'],
])('%s', (_, pasted, plain) => {
  expect(normaliseSource(pasted)).toEqual({ ok: true, text: plain });
});

test('20 000 characters are run, 20 001 are not; an emoji is one', () => {
  expect(normaliseSource('x'.repeat(20_000)).ok).toBe(true);
  expect(normaliseSource('x'.repeat(20_001))).toEqual({ ok: false, length: 20_001 });
  expect(normaliseSource('😀'.repeat(20_000)).ok).toBe(true);
});

test('a curly quote is found with its column', () => {
  expect(curlyQuote('return “a”;')).toEqual({ quote: '“', column: 8 });
  expect(curlyQuote(`return "a";`)).toBeUndefined();
});

test.each([
  ['nothing open', 'f(a[1], {b: 2});', undefined],
  ['a round one', 'f(\n  g(1)\n;', '( 1:2'],
  ['an inner one closed by the outer', 'f([1, 2);', '[ 1:3'],
  [
    'brackets in text, comments and templates',
    '"(" + \'[\' + `{ ${"}"} (` // (\n/* [ */ ;',
    undefined,
  ],
  ['one inside a template', '`${f(}`', '( 1:5'],
  ['an escaped quote', '"\\"(";', undefined],
  ['one too many', 'f());', undefined],
  ['a brace of a later line', 'a();\nfunction f() {\n  b();\n', '{ 2:14'],
])('brackets: %s', (_, source, expected) => {
  const found = unclosedBracket(source);
  expect(found && `${found.bracket} ${found.line}:${found.column}`).toBe(expected);
});
