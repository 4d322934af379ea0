import { text } from '../components/strings/strings.ts';
import type { Content, SectionContent } from './content.ts';
import { escapeHtml } from './escape.ts';

/** A figure as it stands in its section. */
export interface PlacedFigure {
  section: SectionContent;
  /** the element in its first state */
  element: string;
  caption: string;
}

type Playgrounds = Content['lesson']['playgrounds'];

/** Links to the figures of the page for lectures, the first one marked as shown. */
export function switcherHtml(playgrounds: Playgrounds): string {
  return playgrounds
    .map(
      ({ id, title }, i) =>
        `<a href="#${id}"${i === 0 ? ' aria-current="true"' : ''}>${escapeHtml(title)}</a>`,
    )
    .join('\n');
}

/**
 * The figures of the page for lectures: the elements that stand in the sections, under the same ids,
 * so that addresses and what the reader left hold on both pages.
 * @throws {Error} for an id that no section has a figure for
 */
export function stagesHtml(
  playgrounds: Playgrounds,
  placed: ReadonlyMap<string, PlacedFigure>,
): string {
  const ids = playgrounds.map(({ id }) => id);
  const stages = playgrounds.map(({ id, title }, i) => {
    const figure = placed.get(id);
    if (figure === undefined || ids.indexOf(id) !== i) {
      const fault = figure === undefined ? 'stands in no section' : 'is listed twice';
      throw new Error(`playgrounds of lesson.json: the figure "${id}" ${fault}`);
    }
    const { section, caption, element } = figure;
    const place = text('playgrounds.section', { section: section.number, title: section.title });
    return (
      `<section class="stage" aria-labelledby="stage-${id}"${i === 0 ? ' data-shown' : ''}>\n` +
      `<h2 id="stage-${id}">${escapeHtml(title)}</h2>\n<div class="figure">\n${element}</div>\n` +
      `<details class="stage-more"><summary>${escapeHtml(text('playgrounds.try'))}</summary>\n` +
      `${linksFromOutside(caption, ids)}<p><a href="./index.html#${section.id}">${escapeHtml(place)}</a></p></details>\n` +
      `</section>`
    );
  });
  return stages.join('\n');
}

/** What a caption links to stands in the lesson, but for the figures that are here too. */
export function linksFromOutside(caption: string, ids: readonly string[]): string {
  return caption.replace(/href="#([^"?]*)/g, (link, id: string) =>
    ids.includes(id) ? link : `href="./index.html#${id}`,
  );
}
