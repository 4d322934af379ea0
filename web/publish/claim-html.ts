import type { MarkdownIt } from 'markdown-it';
import type { ClaimReport } from '../bindings/claims.ts';
import { claimVerdicts } from '../components/claim/evidence.ts';
import { text } from '../components/strings/strings.ts';
import type { Claim } from './content.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';
import { choiceStandIn } from './stand-in.ts';

/**
 * A statement in circulation as a form that `<posenc-claim>` brings to life: what the reader thinks,
 * then the experiment. Without scripts, and on paper, the verdict that the build got stands in a fold.
 */
export function claimHtml(claim: Claim, report: ClaimReport, md: MarkdownIt): string {
  const options = claimVerdicts.map(
    (verdict) =>
      `<li><label>${choiceStandIn} <span>${escapeHtml(text(`claim.verdict.${verdict}`))}</span></label></li>\n`,
  );
  return (
    `<posenc-claim id="claim-${claim.id}" data-claim="${claim.id}" data-hash="${contentHash(claim.statement)}">\n` +
    `<p class="question-kind">${escapeHtml(text('claim.label'))}</p>\n` +
    `<fieldset><legend><q>${md.renderInline(claim.statement)}</q></legend>\n` +
    `<p class="claim-ask">${escapeHtml(text('claim.ask'))}</p>\n<ul class="options claim-options">\n${options.join('')}</ul></fieldset>\n` +
    `<div class="question-actions"><button type="button" class="primary" data-action="run">${escapeHtml(text('claim.run'))}</button>` +
    `<p class="question-result" role="status"></p></div>\n` +
    `<details class="claim-answer"><summary>${escapeHtml(text('claim.answer'))}</summary>\n` +
    `<div class="claim-shown"><p><strong>${escapeHtml(text(`claim.verdict.${report.verdict}`))}.</strong> ${md.renderInline(claim.explanation)}</p></div></details>\n</posenc-claim>\n`
  );
}
