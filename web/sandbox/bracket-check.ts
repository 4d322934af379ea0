/** Finds the bracket that a parser's "expecting ')'" is really about: the one left open. */

export interface OpenBracket {
  bracket: string;
  line: number;
  column: number;
}

const kClosing: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/**
 * The first bracket that is closed by the wrong one or never. Text, comments and the fixed parts of
 * template texts are skipped; a pattern literal with a lone bracket can fool it, so ask only after
 * a parser has refused the source.
 */
export function unclosedBracket(source: string): OpenBracket | undefined {
  const open: OpenBracket[] = [];
  let line = 1;
  let column = 0;
  let mode: 'code' | 'line-comment' | 'block-comment' | "'" | '"' | '`' = 'code';
  const templates: number[] = [];
  for (let i = 0; i < source.length; ++i) {
    const here = source[i] ?? '';
    const next = source[i + 1] ?? '';
    column += 1;
    if (here === '\n') {
      line += 1;
      column = 0;
      if (mode !== 'block-comment' && mode !== '`') mode = 'code';
      continue;
    }
    if (mode === 'line-comment') continue;
    if (mode === 'block-comment') {
      if (here === '*' && next === '/') {
        mode = 'code';
        ++i;
        ++column;
      }
      continue;
    }
    if (mode !== 'code') {
      if (here === '\\') {
        if (next !== '\n') {
          ++i;
          ++column;
        }
      } else if (here === mode) {
        mode = 'code';
      } else if (mode === '`' && here === '$' && next === '{') {
        templates.push(open.length);
        open.push({ bracket: '{', line, column: column + 1 });
        mode = 'code';
        ++i;
        ++column;
      }
      continue;
    }
    if (here === '/' && next === '/') mode = 'line-comment';
    else if (here === '/' && next === '*') mode = 'block-comment';
    else if (here === "'" || here === '"' || here === '`') mode = here;
    else if (here in kClosing) open.push({ bracket: here, line, column });
    else if (here === ')' || here === ']' || here === '}') {
      const last = open.pop();
      if (!last) return undefined;
      if (kClosing[last.bracket] !== here) return last;
      if (templates.at(-1) === open.length) {
        templates.pop();
        mode = '`';
      }
    }
  }
  return open.at(-1);
}
