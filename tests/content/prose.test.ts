/** What every section's text must be, whoever writes it. */
import { beforeAll, expect, test } from 'vitest';
import { readContent, type Content } from '../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../web/publish/lesson-html.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { contentFolder, sectionHtml } from './rendered-lesson.ts';

let content: Content;
let lesson: LessonHtml;
beforeAll(async () => {
  content = readContent(contentFolder);
  lesson = renderLesson(content, await loadBuiltCore());
});

/** The words of a piece of HTML, without code and formulas. */
function wordsOf(html: string): string {
  return html
    .replace(/<(pre|code|math|script)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ');
}

test('an opening asks, a closing says what can be done and what is not claimed', () => {
  for (const { id } of content.sections) {
    const html = sectionHtml(lesson, id);
    const part = (name: string) =>
      wordsOf(html.split(`<div class="${name}">`)[1]!.split('</div>')[0]!);
    expect(part('opening'), id).toContain('?');
    expect(part('closing'), id).toMatch(/You (can )?now/);
    expect(part('closing'), id).toMatch(/\b(not|nothing|no)\b/i);
  }
});

test('nothing of the dialect is left in the page', () => {
  for (const { id } of content.sections) {
    const words = wordsOf(sectionHtml(lesson, id));
    expect(words.match(/:::|\{\{|\}\}|\{[.#]|\*\*|\]\(|\$\$/g), id).toBeNull();
  }
  expect(wordsOf(lesson.back).match(/:::|\{\{|\*\*|\]\(/g)).toBeNull();
});

test('no number went wrong on the way', () => {
  const words = wordsOf(lesson.hero + lesson.sections + lesson.back);
  expect(words.match(/NaN|undefined|∞|\[object/g)).toBeNull();
});

test('the voice: no reader is told that a thing is easy', () => {
  for (const { id, text, questions } of content.sections) {
    const written = text + JSON.stringify(questions);
    expect(
      written.match(/\b(simply|just|obviously|of course|trivial(ly)?|easily see)\b/gi),
      id,
    ).toBe(null);
  }
});

/** The words of the running text and its tables; figures, questions and what they hold aside. */
function proseWords(text: string): number {
  return text
    .replace(/```[\s\S]*?```|\$\$[\s\S]*?\$\$|\$[^$]*\$/g, '')
    .replace(/^::: (question|claim|challenge|figure|training-lab)[\s\S]*?^:::$/gm, '')
    .replace(/\{\{[^}]*\}\}/g, '0')
    .replace(/\]\([^)]*\)|\{\.[a-z]+\}|^:+.*$/gm, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length;
}

test('every section is long enough to teach and short enough to read', () => {
  for (const { id, text, minutes, questions } of content.sections) {
    const words = proseWords(text);
    expect(words, id).toBeGreaterThanOrEqual(350);
    expect(words, id).toBeLessThanOrEqual(900);
    // Two hundred and twenty words a minute, and a third of one for each question.
    expect(minutes, `${id}: ${words} words`).toBeGreaterThanOrEqual(
      Math.floor(words / 220 + questions.length / 3),
    );
  }
});

test('the made-up rows are added and subtracted as they should be', () => {
  const { text } = content.sections.find(({ id }) => id === 'content-and-position')!;
  const word = [2, 1];
  const sums = [
    [0, 1],
    [1, 0],
  ].map((row) => row.map((entry, i) => entry + word[i]!));
  expect(sums).toEqual([
    [2, 2],
    [3, 1],
  ]);
  expect(text).toContain('[[2 2]\n [3 1]]\n(2, 2)');
  expect(text).toContain('[[2, 2], [3, 1]]');
});
