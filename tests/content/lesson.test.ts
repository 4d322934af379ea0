import { beforeAll, describe, expect, test } from 'vitest';
import { readContent, type Content } from '../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../web/publish/lesson-html.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { contentFolder, sectionHtml } from './rendered-lesson.ts';
import { sectionTitles as titles } from './section-titles.ts';

let content: Content;
let lesson: LessonHtml;
beforeAll(async () => {
  content = readContent(contentFolder);
  lesson = renderLesson(content, await loadBuiltCore());
});

/** The printed text of the reference that was written as `source`, in one section. */
function printed(section: string, source: string): string | undefined {
  const html = sectionHtml(lesson, section);
  return html.split(`<data value="${source}">`)[1]?.split('</data>')[0];
}

test('twelve sections stand in their order under their titles', () => {
  expect(content.sections.map((section) => section.title)).toEqual(titles);
  expect(content.sections.map((section) => section.number)).toEqual(
    titles.map((_title, i) => i + 1),
  );
  expect(content.lesson.title).toBe(
    'Positional Encoding: how a Transformer knows which word came first',
  );
});

test('every section opens with its question, closes, asks, and names its sources', () => {
  for (const section of content.sections) {
    const html = sectionHtml(lesson, section.id);
    expect(html.match(/<div class="opening">/g), section.id).toHaveLength(1);
    expect(html.match(/<div class="closing">/g), section.id).toHaveLength(1);
    expect(html.indexOf('<div class="opening">'), section.id).toBeLessThan(
      html.indexOf('<div class="closing">'),
    );
    expect(section.questions.length, section.id).toBeGreaterThan(0);
    expect(section.minutes, section.id).toBeGreaterThan(0);
  }
});

test('every option has feedback of its own', () => {
  for (const section of content.sections) {
    for (const question of section.questions) {
      if (!('options' in question)) continue;
      const texts = question.options.map((option) => option.feedback);
      expect(new Set(texts).size, question.id).toBe(texts.length);
    }
  }
});

test('questions are of at least three kinds', () => {
  const kinds = new Set(
    content.sections.flatMap((section) => section.questions.map((one) => one.kind)),
  );
  expect([...kinds].sort()).toEqual(['number', 'order', 'predict', 'several', 'single']);
});

test('the short path is marked', () => {
  const short = content.sections
    .filter((section) => section.shortPath)
    .map((section) => section.number);
  expect(short).toEqual([2, 3, 4, 7, 12]);
  const [, minutes] = /about (\d+) minutes/.exec(lesson.head)!;
  expect(Number(minutes)).toBeGreaterThanOrEqual(8);
  expect(Number(minutes)).toBeLessThanOrEqual(12);
  expect(sectionHtml(lesson, 'rates').match(/class="brief-mark"/g)).toHaveLength(2);
});

test('section 2 has its four steps', () => {
  const steps = [
    ...sectionHtml(lesson, 'same-words').matchAll(
      /<span class="step-number">(\d)<\/span> ([^<]+)<\/h3>/g,
    ),
  ];
  expect(steps.map(([, number, title]) => [number, title])).toEqual([
    ['1', 'Hold the words'],
    ['2', 'Look each word up'],
    ['3', 'Supply the position'],
    ['4', 'Order is not permission to look'],
  ]);
});

test('sections 3 and 4 have their figures and the first challenge', () => {
  expect(sectionHtml(lesson, 'content-and-position')).toContain('<posenc-add-subtract id=');
  expect(sectionHtml(lesson, 'rates')).toContain('<posenc-playground id=');
  expect(sectionHtml(lesson, 'rates')).toContain('data-challenge="sinusoidal-table"');
});

test('a figure is drawn in its first state', () => {
  const html = sectionHtml(lesson, 'rates');
  expect(html).toContain('the row is −0.27942, 0.96017, 0.05996, 0.99820');
  expect(html).toContain(encodeURIComponent('data:image/png;base64,'));
  expect(html).not.toMatch(/<!--/);
  expect(html).not.toMatch(/ style="/);
  expect(html).not.toMatch(/checked="|selected="(?!")/);
});

describe('the numbers of the prose are those of the sources', () => {
  test.each([
    ['rates', 'row p=0 d=4', '0.00000, 1.00000, 0.00000, 1.00000'],
    ['rates', 'row p=1 d=4', '0.84147, 0.54030, 0.01000, 0.99995'],
    ['rates', 'row p=6 d=4', '−0.27942, 0.96017, 0.05996, 0.99820'],
    ['rates', 'row p=1 d=5', '0.84147, 0.54030, 0.02512, 0.99968, 0.00063'],
    ['rates', 'row p=1 d=512 from=0 to=4', '0.84147, 0.54030, 0.82186, 0.56970'],
    ['rates', 'row p=2 d=512 from=0 to=4', '0.90930, −0.41615, 0.93641, −0.35090'],
    ['rates', 'row p=1 d=4 base=2 from=2 to=4', '0.64964, 0.76024'],
    ['rates', 'angle p=1 k=1 d=4 base=2', '0.70711'],
    ['rates', 'ratio d=512', '0.96466'],
    ['rates', 'ratio d=4', '0.01'],
    ['rates', 'period k=0 d=4', '6.28'],
    ['rates', 'period k=1 d=4', '628.3'],
    ['rates', 'period k=255 d=512', '60,611'],
    ['rates', 'distance p=0 q=710 d=4 from=0 to=2', '0.00006'],
    ['content-and-position', 'sum token=1,0,1,0 p=1', '1.84147, 0.54030, 1.01000, 0.99995'],
    ['content-and-position', 'sum token=1,0,1,0 p=2', '1.90930, −0.41615, 1.02000, 0.99980'],
    ['same-words', 'sum token=1,0,1,0 p=0', '1.00000, 1.00000, 1.00000, 1.00000'],
    ['rotation', 'similarity distance=1 d=4', '1.54025'],
    ['rotation', 'similarity distance=3 d=4', '0.00956'],
    ['attention', 'attention positions=off mask=none query=0', '0.38365, 0.23270, 0.38365'],
  ])('%s: %s', (section, source, figures) => {
    expect(printed(section, source)).toBe(figures);
  });
});

test('the head line counts the content', () => {
  const questions = content.sections.reduce((sum, section) => sum + section.questions.length, 0);
  const further = content.challenges.filter((challenge) => challenge.further).length;
  const main = content.challenges.length - further;
  expect(main).toBe(3);
  expect(lesson.head).toContain(
    `12 sections · ${questions} questions · ${main} coding challenges · ${further} more`,
  );
});

test('glossary and sources are whole', () => {
  const terms = content.glossary.map((entry) => entry.term);
  expect(terms).toEqual(
    expect.arrayContaining([
      'token',
      'embedding',
      'position',
      'width',
      'pair',
      'base',
      'phase',
      'mask',
      'query',
      'key',
      'value',
      'score',
      'equivariant',
    ]),
  );
  const all = Object.values(content.sources);
  expect(all.map((source) => source.title)).toEqual(
    expect.arrayContaining([
      'Attention Is All You Need',
      'Self-Attention with Relative Position Representations',
    ]),
  );
  expect(all.length).toBeGreaterThanOrEqual(13);
});

test('the place of the right option says nothing', () => {
  const places = [
    ...lesson.sections.matchAll(
      /<posenc-question id="[^"]*" data-kind="single"[^>]*>[\s\S]*?<\/ul>/g,
    ),
  ].map(([question]) =>
    [...question.matchAll(/data-correct="(true|false)"/g)].findIndex(
      ([, correct]) => correct === 'true',
    ),
  );
  expect(places.length).toBeGreaterThan(5);
  expect(new Set(places).size).toBeGreaterThan(2);
});
