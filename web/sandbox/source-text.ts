/** Makes pasted text fit for an interpreter without changing what it says. */
import { kMaxSourceLength } from './protocol.ts';

export type SourceText = { ok: true; text: string } | { ok: false; length: number };

/**
 * The text with plain line ends, no byte order mark and plain spaces; never a line more or less, so
 * line numbers stay right. Curly quotes stay as they are: inside a comment or a text they are
 * right. `curlyQuote` names them when the interpreter stumbles.
 */
export function normaliseSource(text: string): SourceText {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00A0\u2007\u202F]/g, ' ')
    .replace(/[\u2028\u2029]/g, ' ');
  const length = Array.from(plain).length;
  return length > kMaxSourceLength ? { ok: false, length } : { ok: true, text: plain };
}

const kCurlyQuotes = /[\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u00AB\u00BB]/u;

/** The first curly quote of a line and its column from 1, if there is one. */
export function curlyQuote(line: string): { quote: string; column: number } | undefined {
  const match = kCurlyQuotes.exec(line);
  return match ? { quote: match[0], column: match.index + 1 } : undefined;
}

export function curlyQuoteMessage(quote: string): string {
  return `The curly quote ${quote} is not a quote in code. Type a straight one: ' or ".`;
}

export function lineOf(text: string, line: number): string {
  return text.split('\n')[line - 1] ?? '';
}

export function tooLongMessage(length: number): string {
  return `The code has ${length} characters; at most ${kMaxSourceLength} can be run.`;
}
