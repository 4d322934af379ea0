import type { MarkdownIt } from 'markdown-it';
import { text } from '../components/strings/strings.ts';
import { solutionAddress, solutionFiles } from './challenge-files-plugin.ts';
import type { ChallengeContent } from './content.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';

/**
 * A challenge as it reads before (and without) the editor: the task, the starter code, and the hints
 * and the solution, which is linked to, in folds. The element `<posenc-challenge>` takes its texts from here.
 */
export function challengeHtml(challenge: ChallengeContent, md: MarkdownIt): string {
  const code = (source: string, name: string, hidden = '') =>
    `<pre tabindex="0" data-code="${name}"${hidden}><code>${escapeHtml(source)}</code></pre>\n`;
  const fold = (title: string, className: string, body: string) =>
    `<details class="${className}"><summary>${escapeHtml(title)}</summary>\n${body}</details>\n`;
  const hints = challenge.hints.map((hint, i) =>
    fold(
      text('challenge.hint', { hint: i + 1, total: challenge.hints.length }),
      'challenge-hint',
      md.render(hint),
    ),
  );
  const solutions = solutionFiles.map(
    ([language, file]) =>
      `<li><a href="${solutionAddress(challenge.id, file)}">${escapeHtml(text(`challenge.language.${language}`))}</a></li>`,
  );
  return (
    `<posenc-challenge id="challenge-${challenge.id}" data-challenge="${challenge.id}" data-hash="${contentHash(challenge.prompt)}">\n` +
    `<div class="challenge-prompt">\n${md.render(challenge.prompt)}</div>\n` +
    `<div class="challenge-work">\n${code(challenge.starter.js, 'starter-js')}${code(challenge.starter.py, 'starter-py', ' hidden')}</div>\n` +
    `<div class="challenge-hints">\n${hints.join('')}</div>\n` +
    fold(text('challenge.solution'), 'challenge-solution', `<ul>${solutions.join('')}</ul>\n`) +
    `</posenc-challenge>\n`
  );
}
