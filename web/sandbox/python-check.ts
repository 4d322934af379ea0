/**
 * Finds what is wrong with a Python text that an interpreter has refused: the missing colon, the open
 * bracket, the indentation that does not fit, and the habits of other languages. It knows the
 * forms of lines, not the grammar, so ask only after a refusal.
 */
import { curlyQuote, curlyQuoteMessage } from './source-text.ts';

export interface PythonMistake {
  line: number;
  column: number;
  message: string;
}

/** A line as Python counts them: brackets and backslashes carry it over line ends. */
interface LogicalLine {
  line: number;
  indent: string;
  /** The code: texts are empty quotes, comments are gone. */
  code: string;
  /** The code with everything inside brackets left out. */
  flat: string;
}

const kClosing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The first mistake that can be named. */
export function pythonMistake(source: string): PythonMistake | undefined {
  const { lines, mistakes } = logicalLines(source);
  const all = [...indentMistakes(lines), ...lines.flatMap(lineMistakes), ...mistakes];
  return all.sort((a, b) => a.line - b.line)[0];
}

/** Words that can begin a statement and never a line inside a bracket. */
const kStatement =
  /^[ \t]*(?:def|return|class|while|import|try|except|finally|with|elif|pass|break|continue|raise|assert|global|nonlocal|print)\b/;
const kHeader = /^(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b/;

function logicalLines(source: string): { lines: LogicalLine[]; mistakes: PythonMistake[] } {
  const lines: LogicalLine[] = [];
  const mistakes: PythonMistake[] = [];
  const open: { bracket: string; line: number; column: number }[] = [];
  let current: LogicalLine | undefined;
  let longQuote = '';
  let continues = false;

  const unclosed = () => {
    const first = open[0];
    if (!first) return;
    const { bracket, line, column } = first;
    mistakes.push({
      line,
      column,
      message: `The bracket ${bracket} that opens in line ${line} is not closed.`,
    });
    open.length = 0;
  };

  source.split('\n').forEach((text, index) => {
    const line = index + 1;
    if (longQuote === '' && open.length > 0 && kStatement.test(text)) {
      unclosed();
      current = undefined;
    }
    let i = 0;
    if (longQuote === '' && open.length === 0 && !continues) {
      const indent = /^[ \t]*/.exec(text)?.[0] ?? '';
      if (/^\s*(?:#|$)/.test(text)) return;
      current = { line, indent, code: '', flat: '' };
      lines.push(current);
      i = indent.length;
    }
    continues = false;
    const add = (part: string) => {
      if (!current) return;
      current.code += part;
      if (open.length === 0) current.flat += part;
    };
    while (i < text.length) {
      const here = text[i] ?? '';
      if (longQuote !== '') {
        const end = text.indexOf(longQuote, i);
        if (end < 0) break;
        i = end + 3;
        longQuote = '';
        continue;
      }
      if (here === '#') break;
      if (here === '\\' && i === text.length - 1) {
        continues = true;
        break;
      }
      if (here === '"' || here === "'") {
        add('""');
        if (text.startsWith(here.repeat(3), i)) {
          longQuote = here.repeat(3);
          i += 3;
          continue;
        }
        const end = closingQuote(text, i);
        if (end < 0) {
          mistakes.push({
            line,
            column: i + 1,
            message: 'A text in quotes is not closed on its line.',
          });
          break;
        }
        i = end + 1;
        continue;
      }
      if (curlyQuote(here)) {
        mistakes.push({ line, column: i + 1, message: curlyQuoteMessage(here) });
        break;
      }
      if (here in kClosing) {
        add(here);
        open.push({ bracket: here, line, column: i + 1 });
      } else if (here === ')' || here === ']' || here === '}') {
        const last = open.pop();
        if (!last || kClosing[last.bracket] !== here) {
          mistakes.push({
            line: last?.line ?? line,
            column: last?.column ?? i + 1,
            message: last
              ? `The bracket ${last.bracket} that opens in line ${last.line} is not closed.`
              : `There is a ${here} too many: no bracket is open here.`,
          });
          open.length = 0;
        }
        add(here);
      } else {
        add(here);
      }
      i += 1;
    }
    if (open.at(-1)?.bracket === '{' && text.trimEnd().endsWith('{') && isJavaScriptBlock(text)) {
      mistakes.push({ line, column: text.trimEnd().length, message: kNoBraces });
    }
    if (current && (open.length > 0 || continues)) current.code += ' ';
  });
  unclosed();
  return { lines, mistakes };
}

function closingQuote(text: string, from: number): number {
  for (let i = from + 1; i < text.length; ++i) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[from]) return i;
  }
  return -1;
}

const kNumberAndName = /(?<![\w.])(\d[\d_.]*)([A-Za-z]\w*)/g;

const kNoBraces = 'Python marks a block with a colon and indentation, not with { and }.';

function isJavaScriptBlock(text: string): boolean {
  return /^[ \t]*(?:\}?[ \t]*else|if|for|while|def|function|class)\b/.test(text);
}

/** What is wrong with a line by itself. */
function lineMistakes({ line, indent, code, flat }: LogicalLine): PythonMistake[] {
  const at = (part: string, message: string) => [
    { line, column: indent.length + Math.max(0, code.indexOf(part)) + 1, message },
  ];
  const text = code.trimEnd();
  const plain = flat.trimEnd();
  const script = /^(function|const|let|var)\s+[\w$]/.exec(code)?.[1];
  if (script !== undefined) {
    const message =
      script === 'function'
        ? 'function is JavaScript. Python writes def name(values): and indents what follows.'
        : `${script} is JavaScript. Python writes name = value, with nothing before it.`;
    return at(script, message);
  }
  if (code.startsWith('//')) return at('//', 'A comment begins with # in Python.');
  if (/^else\s+if\b/.test(code)) return at('else', 'Python writes elif, in one word.');
  if (/^match\s+[\w([]/.test(code)) {
    return at('match', 'This Python does not know match. Use if and elif.');
  }
  if (/^print\s+[^\s(=.[]/.test(code)) {
    return at('print', 'print needs brackets: print(value).');
  }
  const increment = /(?:\+\+|--)$/.exec(plain)?.[0];
  if (increment !== undefined) {
    return at(increment, `Python has no ${increment}. Write ${increment[0]}= 1.`);
  }
  const words: [RegExp, string, string][] = [
    [/&&/, '&&', 'Python writes and, not &&.'],
    [/\|\|/, '||', 'Python writes or, not ||.'],
    [/===/, '===', 'Python compares with ==, not with ===.'],
    [/!==/, '!==', 'Python compares with !=, not with !==.'],
    [/!(?!=)/, '!', 'Python writes not, not !.'],
  ];
  for (const [pattern, part, message] of words) if (pattern.test(code)) return at(part, message);

  if (kHeader.test(code)) {
    if (/^(?:if|elif|while)\b/.test(code)) {
      const single = /[^=!<>:+\-*/%]=(?!=)/.exec(flat.replace(/:(?!=).*/, ''));
      if (single) return at('=', 'One = gives a name its value. A comparison is written ==.');
    }
    if (!/:(?!=)/.test(flat.replace(/\blambda\b[^:]*:/g, ''))) {
      const word = /^(?:async\s+)?\w+/.exec(code)?.[0] ?? '';
      return [
        {
          line,
          column: indent.length + text.length + 1,
          message: `A colon is missing at the end of this line: ${word} needs one.`,
        },
      ];
    }
    if (/^def\s+\w+\s*:/.test(code)) {
      return at(':', 'A function needs brackets after its name, even empty ones.');
    }
  }
  for (const [product, digits, letters = ''] of code.matchAll(kNumberAndName)) {
    if (/^(?:e\d*|j)$/i.test(letters) || (digits === '0' && /^[xob]/i.test(letters))) continue;
    return at(product, 'A product needs its sign: 2 * x, not 2x.');
  }
  if (/^(?:[\d.]+|""|[\w.]+\(\))\s*=(?!=)/.test(flat)) {
    return at('=', 'Only a name or an entry such as row[0] can stand on the left of =.');
  }
  const last = /(?:[+\-*/%=<>.]|\b(?:and|or|not|in|is))$/.exec(plain)?.[0];
  if (last !== undefined) {
    return [
      {
        line,
        column: indent.length + text.length,
        message: `The line ends in the middle: something is missing after ${last} here.`,
      },
    ];
  }
  return [];
}

/** What is wrong with how the lines stand below each other. */
function indentMistakes(lines: readonly LogicalLine[]): PythonMistake[] {
  const levels = [''];
  let opens: LogicalLine | undefined;
  let spaces = false;
  let tabs = false;
  for (const one of lines) {
    const { line, indent, flat } = one;
    const mistake = (message: string) => [{ line, column: 1, message }];
    spaces ||= indent.includes(' ');
    tabs ||= indent.includes('\t');
    if (spaces && tabs) {
      return mistake('Tabs and spaces are mixed at the beginnings of the lines. Use four spaces.');
    }
    const level = levels.at(-1) ?? '';
    if (opens) {
      if (indent.length <= level.length) {
        return mistake(
          `This line belongs under the one that ends in a colon (line ${opens.line}): indent it by four spaces.`,
        );
      }
      levels.push(indent);
    } else if (indent.length > level.length) {
      return mistake('This line is indented further than the one before it, which opens no block.');
    } else {
      while ((levels.at(-1) ?? '').length > indent.length) levels.pop();
      if ((levels.at(-1) ?? '').length !== indent.length) {
        return mistake('This line is indented like no line above it.');
      }
    }
    opens = flat.trimEnd().endsWith(':') ? one : undefined;
  }
  return opens
    ? [
        {
          line: opens.line,
          column: opens.indent.length + 1,
          message: `Nothing stands under line ${opens.line}, which ends in a colon. Write at least pass, indented by four spaces.`,
        },
      ]
    : [];
}
