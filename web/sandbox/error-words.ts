/**
 * Engine errors in words for a beginner. One table for each language, keyed by pattern; the first row
 * that fits speaks, and the engine's own text is always kept beside it.
 */
import { unclosedBracket } from './bracket-check.ts';
import { kJavaScriptErrors } from './javascript-errors.ts';
import type { EngineError, Language, RunError } from './protocol.ts';
import { pythonMistake } from './python-check.ts';
import { kPythonErrors } from './python-errors.ts';
import { curlyQuote, curlyQuoteMessage, lineOf } from './source-text.ts';

export interface ErrorPlace {
  /** The learner's line, and what stands directly before the column. */
  text: string;
  before: string;
}

export interface ErrorRow {
  /** Matched against "kind: message". */
  pattern: RegExp;
  say: (match: RegExpExecArray, place: ErrorPlace) => string;
}

/** What the session and the watchdog say of themselves, whatever the language. */
const kEveryLanguage: readonly ErrorRow[] = [
  {
    pattern: /^InternalError: interrupted/,
    say: () => 'This took too long and was stopped. Does a loop never end?',
  },
  {
    pattern: /stack overflow/,
    say: () => 'The calls are nested too deeply. Does a function call itself without an end?',
  },
  {
    pattern: /^InternalError: out of memory/,
    say: () => 'This needs more memory than there is. Does a list grow without an end?',
  },
];

const kRows: Record<Language, readonly ErrorRow[]> = {
  js: [...kEveryLanguage, ...kJavaScriptErrors],
  python: [...kEveryLanguage, ...kPythonErrors],
};

/** The error in plain words and, where a bracket was left open, at the place where it opens. */
export function explainError(language: Language, error: EngineError, source: string): RunError {
  const original = [error.kind, error.message].filter((part) => part !== '').join(': ');
  const text = lineOf(source, error.line);
  const found = language === 'python' ? pythonCause(error, source) : undefined;
  if (found) return { ...error, ...found, original };
  if (language === 'js' && error.kind === 'SyntaxError') {
    const quote = curlyQuote(text);
    if (quote && error.message.includes('unexpected character')) {
      return {
        ...error,
        original,
        column: quote.column,
        message: curlyQuoteMessage(quote.quote),
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
  const place: ErrorPlace = { text, before: text.slice(0, Math.max(0, error.column - 1)) };
  for (const row of kRows[language]) {
    const match = row.pattern.exec(original);
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

/**
 * MicroPython says "invalid syntax" of every text that it cannot read, sometimes a line late, and takes a
 * curly quote for a letter of a name; the text itself tells more.
 */
function pythonCause(
  error: EngineError,
  source: string,
): { message: string; line: number; column: number } | undefined {
  if (error.kind === 'SyntaxError' || error.kind === 'IndentationError') {
    const mistake = pythonMistake(source);
    // While it reads, the engine stops at the first mistake or behind it, and at a line that fits no
    // other one line before it; what is further down is another mistake. What it finds later has the
    // line of the whole function.
    const last =
      error.kind === 'IndentationError'
        ? error.line + 1
        : error.message === 'invalid syntax'
          ? error.line
          : Infinity;
    return mistake && mistake.line <= last ? mistake : undefined;
  }
  const quote =
    error.kind === 'NameError' && curlyQuote(error.message)
      ? curlyQuote(lineOf(source, error.line))
      : undefined;
  return (
    quote && { message: curlyQuoteMessage(quote.quote), line: error.line, column: quote.column }
  );
}
