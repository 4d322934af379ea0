import type { MarkdownIt } from 'markdown-it';
import type { Core } from '../bindings/core.ts';
import {
  parseWholeReference,
  printReference,
  type Counts,
} from '../components/reference/reference.ts';
import { text } from '../components/strings/strings.ts';
import { checkClaim, claimIds } from '../bindings/claims.ts';
import { claimHtml } from './claim-html.ts';
import { challengeHtml } from './challenge-html.ts';
import type { Content, SectionContent } from './content.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';
import { figureHtml } from './figure-html.ts';
import { briefWords, createMarkdown, type Surroundings } from './markdown.ts';
import { stagesHtml, switcherHtml, type PlacedFigure } from './playgrounds-html.ts';
import { fillPlaces, questionHtml } from './question-html.ts';
import { labPageHtml, trainingLabHtml } from './training-lab-html.ts';
import { reportHtml } from './report-html.ts';

/** The lesson as the pieces that a page puts into its places. */
export interface LessonHtml {
  title: string;
  description: string;
  /** heading, tagline, counts */
  head: string;
  /** the figure beside the title */
  hero: string;
  /** ids of the first two sections, and the place in the bar before anything moves */
  first: string;
  second: string;
  place: string;
  /** list of the sections */
  contents: string;
  /** the twelve sections */
  sections: string;
  /** glossary and sources */
  back: string;
  /** the page of the playgrounds: links to each, and each in its first state */
  switcher: string;
  stages: string;
  /** the page of the training lab: the part of its section */
  lab: string;
}

/**
 * Renders the content of one locale. @throws {Error} naming the section, for a reference that the
 * core cannot answer, a dead link, a term without an entry, or a question that is never asked
 */
export function renderLesson(content: Content, core: Core): LessonHtml {
  const counts = countContent(content);
  const placed = new Map<string, PlacedFigure>();
  let lab = '';
  const sections = content.sections.map((section) => {
    try {
      const { html, body } = renderSection(section, content, core, counts, placed);
      lab ||= labPageHtml(section, body);
      return html;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`section ${section.id}: ${reason}`);
    }
  });
  const back = renderBack(content, core, counts);
  const hero = renderHero(content, core, counts);
  const whole = [hero, ...sections, back].join('');
  refuseTwice([...whole.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!));
  for (const { id } of content.challenges) {
    if (!whole.includes(` data-challenge="${id}"`)) {
      throw new Error(`the challenge "${id}" stands in no section`);
    }
  }
  for (const id of claimIds(core)) {
    if (!whole.includes(` data-claim="${id}"`)) {
      throw new Error(`the core tests the claim "${id}", which stands in no section`);
    }
  }
  return {
    title: content.lesson.title,
    description: content.lesson.description,
    head: renderHead(content, counts),
    hero,
    first: content.sections[0]?.id ?? '',
    second: content.sections[1]?.id ?? '',
    place: text('page.place', { section: 1, total: counts.sections }),
    contents: renderContents(content),
    sections: sections.join('\n'),
    back,
    switcher: switcherHtml(content.lesson.playgrounds),
    stages: stagesHtml(content.lesson.playgrounds, placed),
    lab,
  };
}

/**
 * A number with decimals comes from the core, by a reference. Code stays as it is: it shows what a
 * program prints.
 */
function refuseTypedNumbers(written: string): void {
  const typed = /\d+\.\d{2,}/.exec(written.replace(/```[\s\S]*?```|\{\{[^}]*\}\}/g, ''));
  if (typed) throw new Error(`${typed[0]} is typed; write a reference to the core for it`);
}

/** Ids are the page's addresses: each leads to one place. */
function refuseTwice(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new Error(`the id "${id}" stands on the page twice`);
    seen.add(id);
  }
}

/** What the head line counts: never typed, always what is there. */
export function countContent(
  content: Content,
): Record<'sections' | 'questions' | 'challenges', number> {
  return {
    sections: content.sections.length,
    questions: content.sections.reduce((sum, section) => sum + section.questions.length, 0),
    challenges: content.challenges.length,
  };
}

/** Unhurried reading, with numbers to look at. */
const wordsPerMinute = 180;

function renderHead(content: Content, counts: ReturnType<typeof countContent>): string {
  const [title, subtitle] = content.lesson.title.split(/: /, 2);
  const short = content.sections.filter((section) => section.shortPath);
  const whole = content.sections.reduce((sum, section) => sum + section.minutes, 0);
  const brief = short.reduce((sum, section) => sum + briefWords(section.text), 0);
  const further = content.challenges.filter((challenge) => challenge.further).length;
  const main = counts.challenges - further;
  const challenges =
    text(main === 1 ? 'page.challenges.one' : 'page.challenges.other', { count: main }) +
    (further === 0 ? '' : ` · ${text('page.challenges.further', { count: further })}`);
  const links = short.map((section) => `<a href="#${section.id}">${section.number}</a>`);
  const last = links.pop();
  return (
    `<h1>${escapeHtml(title!)}${subtitle ? `<span class="subtitle">${escapeHtml(subtitle)}</span>` : ''}</h1>\n` +
    `<p class="tagline">${escapeHtml(content.lesson.tagline)}</p>\n` +
    `<p class="counts">${escapeHtml(text('page.counts', { sections: counts.sections, questions: counts.questions, challenges }))}` +
    ` · ${escapeHtml(text('page.minutes', { minutes: whole }))}</p>\n` +
    `<p class="short-path">${text('page.shortPathLine', {
      sections: [links.join(', '), last].filter(Boolean).join(' and '),
      minutes: Math.max(1, Math.round(brief / wordsPerMinute)),
    })}</p>\n`
  );
}

function renderHero(content: Content, core: Core, counts: Counts): string {
  const { figure, id, values, caption } = content.lesson.hero;
  const md = createMarkdown(plainSurroundings(content, core, counts));
  const html = figureHtml(core, figure, id, values);
  return html.open + md.render(caption) + html.close;
}

function renderContents(content: Content): string {
  const items = content.sections.map(
    (section) =>
      `<li><a href="#${section.id}" data-section="${section.id}"><span class="contents-number">${section.number}</span> ` +
      `<span>${escapeHtml(section.title)}</span></a></li>`,
  );
  return `<ol>\n${items.join('\n')}\n</ol>`;
}

function renderSection(
  section: SectionContent,
  content: Content,
  core: Core,
  counts: Counts,
  placed: Map<string, PlacedFigure>,
): { html: string; body: string } {
  const figures: ({ id: string; alone: boolean } & ReturnType<typeof figureHtml>)[] = [];
  const asked = new Set<string>();
  const cited = new Set<string>();
  const md = createMarkdown({
    ...plainSurroundings(content, core, counts),
    link(kind, name) {
      if (kind === 'source') cited.add(name);
      return linkTo(kind, name, content);
    },
    figure(name, id, values, alone) {
      const figure = figureHtml(core, name, id, values);
      if (content.lesson.playgrounds.some((one) => one.id === id)) {
        const link = `<p class="figure-alone"><a href="./playground.html#${id}">${escapeHtml(text('playgrounds.open'))}</a></p>\n`;
        figure.close = figure.close.replace(/(?=<\/figure>\n$)/, link);
      }
      figures.push({ id, alone, ...figure });
      return figure;
    },
    question(id) {
      const question = section.questions.find((one) => one.id === id);
      if (question === undefined) throw new Error(`quiz.json has no question "${id}"`);
      asked.add(id);
      return fillPlaces(
        questionHtml(question, md, (written) =>
          printReference(core, parseWholeReference(written), counts),
        ),
      );
    },
    claim(id) {
      const claim = section.claims.find((one) => one.id === id);
      if (claim === undefined) throw new Error(`claims.json has no claim "${id}"`);
      asked.add(id);
      return claimHtml(claim, checkClaim(core, id), md);
    },
    challenge(id) {
      const challenge = content.challenges.find((one) => one.id === id);
      if (challenge === undefined) throw new Error(`there is no challenge "${id}"`);
      return challengeHtml(challenge, md);
    },
    trainingLab: trainingLabHtml,
  });
  const body = md.render(section.text);
  const alone: string[] = [];
  for (const figure of figures) {
    const { open, close } = figure;
    const end = body.indexOf(close);
    const start = body.lastIndexOf(open, end);
    const caption = body.slice(start + open.length, end);
    placed.set(figure.id, { section, element: figure.element, caption });
    if (figure.alone) alone.push(open + caption + close);
  }
  refuseTypedNumbers(section.text);
  for (const one of [...section.questions, ...section.claims]) {
    refuseTypedNumbers(JSON.stringify({ ...one, tolerance: undefined }));
  }
  const forgotten = [...section.questions, ...section.claims].filter(({ id }) => !asked.has(id));
  if (forgotten.length > 0) throw new Error(`"${forgotten[0]!.id}" is never asked`);
  const unlisted = [...cited].filter((id) => !section.sources.includes(id));
  if (unlisted.length > 0)
    throw new Error(`section.json does not list the source "${unlisted[0]}"`);

  const minutes = text('page.minutes', { minutes: section.minutes });
  const path = section.shortPath ? ` · ${text('page.shortPath')}` : '';
  const inside =
    `<p class="section-place">${escapeHtml(text('page.place', { section: section.number, total: content.sections.length }))} · ${escapeHtml(minutes + path)}</p>\n` +
    `<h2 id="${section.id}-title" tabindex="-1">${escapeHtml(section.title)}</h2>\n${body}` +
    sourceList(section.sources, content, text('page.sources')) +
    reportHtml(content.lesson.report, section, contentHash(section.text));
  const html =
    `<section class="section" id="${section.id}" aria-labelledby="${section.id}-title" data-number="${section.number}" data-size="${sizeOf(body)}" data-hash="${contentHash(section.text)}">\n` +
    `${inRuns(inside, alone)}</section>\n`;
  return { html, body };
}

/**
 * What stands between the figures of a section, each stretch in an element of its own: a browser then
 * has a few things to put together around a figure whose slider moves, not every paragraph. A figure
 * inside another block, such as a step, stays in its stretch.
 */
function inRuns(inside: string, figures: readonly string[]): string {
  const parts: string[] = [];
  let at = 0;
  const addRun = (run: string) => {
    if (run.trim() !== '') parts.push(`<div class="run">\n${run.trim()}\n</div>\n`);
  };
  for (const figure of figures) {
    const start = inside.indexOf(figure, at);
    addRun(inside.slice(at, start));
    parts.push(figure);
    at = start + figure.length;
  }
  addRun(inside.slice(at));
  return parts.join('');
}

/**
 * How tall a section will about be, in thousands of pixels on a wide screen, rather too much than too
 * little: for the scroll bar, and so that nothing that is measured overlaps before it is laid out.
 */
function sizeOf(body: string): number {
  const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0;
  const blocks = count(/<(?:p|li|h3)\b/g);
  const figures = count(/class="figure"/g);
  const challenges = count(/<posenc-challenge\b/g);
  return Math.min(12, Math.ceil((58 * blocks + 900 * figures + 700 * challenges) / 1000));
}

/** References and links, without the blocks that only a section has. */
function plainSurroundings(content: Content, core: Core, counts: Counts): Surroundings {
  const none = (): never => {
    throw new Error('figures, questions, claims, challenges and the lab stand in sections only');
  };
  return {
    reference: (reference) => printReference(core, reference, counts),
    link: (kind, name) => linkTo(kind, name, content),
    figure: none,
    question: none,
    claim: none,
    challenge: none,
    trainingLab: none,
  };
}

function linkTo(kind: string, name: string, content: Content): { href: string; className: string } {
  const targets: Record<string, string[]> = {
    term: content.glossary.map((entry) => entry.id),
    source: Object.keys(content.sources),
    section: content.sections.map((section) => section.id),
  };
  if (!targets[kind]?.includes(name)) throw new Error(`the link ${kind}:${name} leads nowhere`);
  if (kind === 'section') return { href: `#${name}`, className: 'section-link' };
  return { href: `#${kind}-${name}`, className: kind };
}

function sourceList(ids: readonly string[], content: Content, title: string): string {
  if (ids.length === 0) return '';
  const items = ids.map((id) => `<li>${sourceHtml(id, content)}</li>`);
  return `<details class="section-sources"><summary>${escapeHtml(title)}</summary>\n<ul>\n${items.join('\n')}\n</ul></details>\n`;
}

function sourceHtml(id: string, content: Content): string {
  const source = content.sources[id]!;
  return `${escapeHtml(source.authors)}: <a href="${escapeHtml(source.link)}" rel="noopener"><cite>${escapeHtml(source.title)}</cite></a>, ${source.year}`;
}

function renderBack(content: Content, core: Core, counts: Counts): string {
  const md: MarkdownIt = createMarkdown(plainSurroundings(content, core, counts));
  const terms = content.glossary.map(
    (entry) =>
      `<dt id="term-${entry.id}" tabindex="-1">${escapeHtml(entry.term)}</dt>\n<dd>${md.render(entry.text)}</dd>`,
  );
  const sources = Object.keys(content.sources).map(
    (id) => `<li id="source-${id}">${sourceHtml(id, content)}</li>`,
  );
  return (
    `<section class="back needs-script" aria-labelledby="progress"><h2 id="progress">${escapeHtml(text('progress.title'))}</h2>\n<div class="progress"></div></section>\n` +
    `<section class="back" aria-labelledby="glossary"><h2 id="glossary">${escapeHtml(text('page.glossary'))}</h2>\n<dl>\n${terms.join('\n')}\n</dl></section>\n` +
    `<section class="back" aria-labelledby="all-sources"><h2 id="all-sources">${escapeHtml(text('page.allSources'))}</h2>\n<ol class="source-list">\n${sources.join('\n')}\n</ol></section>\n` +
    `<p class="page-foot">${escapeHtml(text('page.keys'))}</p>\n<p class="page-foot">` +
    text('licence.line', {
      prose: `<a href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener">${escapeHtml(text('licence.prose'))}</a>`,
      code: `<a href="./licence.txt">${escapeHtml(text('licence.code'))}</a>`,
      others: `<a href="./third-party-licences.txt">${escapeHtml(text('licence.others'))}</a>`,
    }) +
    `</p>\n`
  );
}
