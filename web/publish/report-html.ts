import { text } from '../components/strings/strings.ts';
import type { SectionContent } from './content.ts';
import { escapeHtml } from './escape.ts';

/**
 * The way to report an error of a section: a link to the address that `report` of lesson.json
 * describes, its places `{section}`, `{title}` and `{version}` filled; for 'copy', lines to send by
 * hand, which need no server; nothing without it.
 * @throws {Error} for a place that does not exist
 */
export function reportHtml(
  report: string | undefined,
  section: Pick<SectionContent, 'id' | 'number' | 'title'>,
  version: string,
): string {
  if (report === undefined) return '';
  const summary = escapeHtml(text('report.link'));
  if (report === 'copy') {
    const lines = text('report.lines', { ...section, section: section.id, version });
    return (
      `<details class="section-report"><summary>${summary}</summary>\n` +
      `<p>${escapeHtml(text('report.how'))}</p>\n<pre tabindex="0">${escapeHtml(lines)}</pre></details>\n`
    );
  }
  const places: Record<string, string> = { section: section.id, title: section.title, version };
  const address = report.replace(/\{(\w*)\}/g, (place, name: string) => {
    if (!Object.hasOwn(places, name)) {
      const known = Object.keys(places).map((one) => `{${one}}`);
      throw new Error(`report of lesson.json has no place ${place}; it has ${known.join(', ')}`);
    }
    return encodeURIComponent(places[name]!);
  });
  return `<p class="section-report"><a href="${escapeHtml(address)}" rel="noopener">${summary}</a></p>\n`;
}
