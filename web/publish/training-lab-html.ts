import { bandPath } from '../components/training-lab/accuracy-path.ts';
import {
  bandsOf,
  lengths,
  longestTrained,
  storedSeeds,
  type Band,
  type Configuration,
} from '../components/training-lab/bands.ts';
import { meanAndRange } from '../components/training-lab/shares.ts';
import { positionSchemes, trainingTasks } from '../bindings/training.ts';
import { attentionMasks } from '../bindings/attention.ts';
import { text } from '../components/strings/strings.ts';
import type { SectionContent } from './content.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';
import { linksFromOutside } from './playgrounds-html.ts';

const questions = trainingTasks.flatMap((task) => attentionMasks.map((mask) => ({ task, mask })));

/**
 * The training lab before it wakes up, and all of it where there are no scripts: the stored runs under
 * every scheme as small pictures, and their numbers. What the container holds becomes the caption.
 */
export function trainingLabHtml(id: string): { open: string; close: string } {
  return {
    open: '<figure class="figure">\n<figcaption>\n',
    close:
      `</figcaption>\n<posenc-training-lab id="${escapeHtml(id)}" data-hash="${contentHash(['training-lab'])}">\n` +
      `${pictures()}${numbers()}</posenc-training-lab>\n${labPageLink(id)}</figure>\n`,
  };
}

const labPageLink = (id: string): string =>
  `<p class="figure-alone"><a href="./lab.html#${escapeHtml(id)}">${escapeHtml(text('lab.page.open'))}</a></p>\n`;

/**
 * The part of a section that has the lab, from the heading above it to the next, for a page of its
 * own: nothing, where the section has none.
 */
export function labPageHtml(section: SectionContent, body: string): string {
  const lab = /<posenc-training-lab id="([^"]*)"/.exec(body);
  if (lab === null) return '';
  const start = body.lastIndexOf('<h3', lab.index);
  const end = body.indexOf('<h3', lab.index);
  const part = body
    .slice(Math.max(start, 0), end < 0 ? undefined : end)
    .replace(/<(\/?)h3/g, '<$1h2')
    .replace(labPageLink(lab[1]!), '');
  const place = text('playgrounds.section', { section: section.number, title: section.title });
  return (
    `<section class="section" aria-label="${escapeHtml(text('lab.page.title'))}">\n` +
    `<p class="section-place"><a href="./index.html#${section.id}">${escapeHtml(place)}</a></p>\n` +
    `${linksFromOutside(part, [lab[1]!])}</section>`
  );
}

const heading = ({ task, mask }: Pick<Configuration, 'task' | 'mask'>): string =>
  escapeHtml(`${text(`lab.short.${task}`)}, ${text(`lab.short.mask.${mask}`)}`);

/** A row for each scheme, a column for each question. */
function pictures(): string {
  const tasks = trainingTasks.map(
    (task) =>
      `<th colspan="${attentionMasks.length}" scope="colgroup">${escapeHtml(text(`lab.short.${task}`))}</th>`,
  );
  const masks = questions.map(
    ({ mask }) => `<th scope="col">${escapeHtml(text(`lab.short.mask.${mask}`))}</th>`,
  );
  const rows = positionSchemes.map((scheme) => {
    const cells = questions.map((one) => `<td>${picture(bandsOf({ ...one, scheme }))}</td>`);
    return `<tr><th scope="row">${escapeHtml(text(`schemes.name.${scheme}`))}</th>${cells.join('')}</tr>\n`;
  });
  const caption = text('lab.static', {
    runs: storedSeeds,
    trained: longestTrained,
    first: lengths[0]!,
    last: lengths.at(-1)!,
  });
  return `<table class="lab-stored"><caption>${escapeHtml(caption)}</caption>\n<thead><tr><td rowspan="2"></td>${tasks.join('')}</tr>\n<tr>${masks.join('')}</tr></thead>\n<tbody>${rows.join('')}</tbody></table>\n`;
}

/** Its numbers are in the table below. */
function picture(bands: readonly (Band | undefined)[]): string {
  return `<svg viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden="true"><path class="lab-band" d="${bandPath(bands)}"/></svg>`;
}

function numbers(): string {
  const caption = escapeHtml(text('lab.table', { runs: storedSeeds }));
  const head = lengths.map((length) => `<th scope="col">${length}</th>`).join('');
  const groups = questions.map((one) => {
    const rows = positionSchemes.map((scheme) => {
      const cells = bandsOf({ ...one, scheme }).map((band) => `<td>${meanAndRange(band)}</td>`);
      return `<tr><th scope="row">${escapeHtml(text(`schemes.name.${scheme}`))}</th>${cells.join('')}</tr>\n`;
    });
    return `<tbody><tr><th colspan="${lengths.length + 1}" scope="rowgroup">${heading(one)}</th></tr>\n${rows.join('')}</tbody>`;
  });
  return (
    `<details class="figure-more"><summary>${escapeHtml(text('lab.numbers'))}</summary>\n` +
    `<div class="table-scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption>\n` +
    `<thead><tr><th scope="col">${escapeHtml(text('lab.column.scheme'))}</th>${head}</tr></thead>\n${groups.join('')}</table></div></details>\n`
  );
}
