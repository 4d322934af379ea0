/** The page for lectures is made of the figures of the sections. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readContent, type Content } from '../../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../../web/publish/lesson-html.ts';
import { buildChanged, contentFolder } from '../../content/rendered-lesson.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
let content: Content;
let lesson: LessonHtml;
beforeAll(async () => {
  core = await loadBuiltCore();
  content = readContent(contentFolder);
  lesson = renderLesson(content, core);
});

const elementOf = (html: string, id: string) =>
  new RegExp(`<(posenc-[\\w-]+) id="${id}"[\\s\\S]*?</\\1>`).exec(html)?.[0];

test('each figure is the very element of its section', () => {
  for (const { id } of content.lesson.playgrounds) {
    const element = elementOf(lesson.sections, id);
    expect(element, id).toBeDefined();
    expect(elementOf(lesson.stages, id), id).toBe(element);
  }
});

test('the switcher has a link for each, in the order of the list', () => {
  const links = [...lesson.switcher.matchAll(/<a href="#([^"]*)"[^>]*>([^<]*)</g)];
  expect(links.map(([, id, title]) => ({ id, title }))).toEqual(content.lesson.playgrounds);
});

test('links of a caption lead to the lesson, unless their figure is here as well', () => {
  const { stages } = buildChanged(core, '04-rates/text.md', (text) =>
    text.replace(
      /^::: figure playground .*\n/m,
      '$&See [pairs](term:pair), [shift](#shift?offset=2), [steps](#words-steps?step=2).\n',
    ),
  ).lesson;
  expect(stages).toContain('href="./index.html#term-pair"');
  expect(stages).toContain('href="#shift?offset=2"');
  expect(stages).toContain('href="./index.html#words-steps?step=2"');
});

test('each leads back to its section', () => {
  expect(lesson.stages).toContain('<a href="./index.html#rates">Section 4: ');
});

test.each([
  ['"id": "shift"', '"id": "shift-of-old"', 'the figure "shift-of-old" stands in no section'],
  ['"id": "shift"', '"id": "playground"', 'the figure "playground" is listed twice'],
  ['"id": "shift", ', '', "must have required property 'id'"],
])('%s for %s is refused', (from, to, words) => {
  expect(() => buildChanged(core, 'lesson.json', (text) => text.replace(from, to))).toThrow(words);
});
