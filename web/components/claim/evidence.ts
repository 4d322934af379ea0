import type { ClaimReport, ClaimVerdict } from '../../bindings/claims.ts';
import { formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/** What a reader may think of a statement, in the order in which the page asks. */
export const claimVerdicts = ['holds', 'fails', 'depends'] as const satisfies ClaimVerdict[];

/**
 * What an experiment measured, as a table.
 * Ids and sources are the core's own words, in letters, digits and signs that HTML leaves alone.
 */
export function evidenceTable(report: ClaimReport): string {
  const rows = report.evidence.map(
    ({ id, value, source }) =>
      `<tr><th scope="row">${id.replaceAll('-', ' ')}</th><td>${formatShort(value)}</td><td><code>${source}</code></td></tr>\n`,
  );
  const heads = (['measured', 'value', 'source'] as const).map(
    (name) => `<th scope="col">${text(`claim.${name}`)}</th>`,
  );
  return (
    `<div class="table-scroll" tabindex="0" role="group" aria-label="${text('claim.evidence')}">` +
    `<table class="claim-evidence"><thead><tr>${heads.join('')}</tr></thead>\n<tbody>\n${rows.join('')}</tbody></table></div>\n`
  );
}
