import type { MarkdownIt } from 'markdown-it';
import temml from 'temml';
import { text } from '../components/strings/strings.ts';
import { escapeHtml } from './escape.ts';

/** The roles that have a colour, in formulas as in the text: \sine{…}, \cosine{…}, ... */
const roles = ['sine', 'cosine', 'content', 'position', 'query', 'key', 'value', 'mask'];
const macros = Object.fromEntries(roles.map((role) => [`\\${role}`, `\\class{${role}}{#1}`]));

/** TeX as MathML, without style attributes, so that the page's policy can forbid them. */
export function renderMath(tex: string, displayMode: boolean): string {
  const mathml = temml.renderToString(tex, {
    displayMode,
    throwOnError: true,
    trust: true,
    macros,
  });
  return mathml.replace(/ style="[^"]*"/g, '');
}

/**
 * `$…$` in a line and `$$…$$` on its own. References inside are filled before TeX sees them.
 */
export function mathRule(md: MarkdownIt, fill: (source: string) => string): void {
  md.inline.ruler.before('escape', 'math', (state, silent) => {
    if (state.src[state.pos] !== '$') return false;
    const end = state.src.indexOf('$', state.pos + 1);
    if (end < 0 || end === state.pos + 1) return false;
    if (!silent) {
      state.push('math_inline', 'math', 0).content = state.src.slice(state.pos + 1, end);
    }
    state.pos = end + 1;
    return true;
  });

  md.block.ruler.before('fence', 'math_block', (state, startLine, endLine, silent) => {
    const lineAt = (line: number) =>
      state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
    if (!lineAt(startLine).startsWith('$$')) return false;
    let last = startLine;
    const lines = [lineAt(startLine).slice(2)];
    while (!lines.at(-1)!.trimEnd().endsWith('$$')) {
      last += 1;
      if (last >= endLine) return false;
      lines.push(lineAt(last));
    }
    if (silent) return true;
    const token = state.push('math_block', 'math', 0);
    token.content = lines.join('\n').trimEnd().slice(0, -2);
    token.map = [startLine, last + 1];
    state.line = last + 1;
    return true;
  });

  md.renderer.rules['math_inline'] = (tokens, i) => renderMath(fill(tokens[i]!.content), false);
  md.renderer.rules['math_block'] = (tokens, i) => {
    const tex = fill(tokens[i]!.content);
    return `<div class="formula" tabindex="0" role="group" aria-label="${escapeHtml(text('page.formula'))}">${renderMath(tex, true)}</div>\n`;
  };
}
