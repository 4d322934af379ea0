/** The page of the training lab is made of the part of the section that has it. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../web/bindings/core.ts';
import { readContent } from '../../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../../web/publish/lesson-html.ts';
import { buildChanged, contentFolder } from '../../content/rendered-lesson.ts';
import { loadBuiltCore } from '../../wasm/core-under-test.ts';

let core: Core;
let lesson: LessonHtml;
beforeAll(async () => {
  core = await loadBuiltCore();
  lesson = renderLesson(readContent(contentFolder), core);
});

const labOf = (html: string) =>
  /<posenc-training-lab [\s\S]*?<\/posenc-training-lab>/.exec(html)?.[0];

test('has the very element of the section, and the words around it', () => {
  expect(labOf(lesson.lab)).toBeDefined();
  expect(labOf(lesson.lab)).toBe(labOf(lesson.sections));
  expect(lesson.lab.match(/<h2/g)).toHaveLength(1);
  expect(lesson.lab).not.toContain('<h3');
  expect(lesson.lab).toContain('One toy size');
});

test('leads to the section, and the section to it, neither to itself', () => {
  expect(lesson.lab).toContain('<a href="./index.html#limits">Section 12: ');
  expect(lesson.lab).not.toContain('lab.html');
  expect(lesson.sections.match(/href="\.\/lab\.html#lab"/g)).toHaveLength(1);
});

test('its links lead to the lesson', () => {
  const { lab } = buildChanged(core, '12-limits/text.md', (text) =>
    text.replace(
      /^These came out in all ten\./m,
      '[Pairs](term:pair) and [the lab](#lab?seed=2). $&',
    ),
  ).lesson;
  expect(lab).toContain('href="./index.html#term-pair"');
  expect(lab).toContain('href="#lab?seed=2"');
});

test('is empty where no section has the lab', () => {
  const { lab } = buildChanged(core, '12-limits/text.md', (text) =>
    text.replace(/^::: training-lab[\s\S]*?^:::$/m, ''),
  ).lesson;
  expect(lab).toBe('');
});
