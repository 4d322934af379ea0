/** Where the page leads: its own anchors, the glossary, the sources. */
import { beforeAll, describe, expect, test } from 'vitest';
import { readContent, type Content } from '../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../web/publish/lesson-html.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { contentFolder } from './rendered-lesson.ts';

let content: Content;
let lesson: LessonHtml;
let page: string;
beforeAll(async () => {
  content = readContent(contentFolder);
  lesson = renderLesson(content, await loadBuiltCore());
  page = [lesson.head, lesson.hero, lesson.contents, lesson.sections, lesson.back].join('\n');
});

const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found]) => found!);

test('every id is there once', () => {
  const ids = all(page, /\sid="([^"]*)"/g);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test('every address inside the page has its place', () => {
  const ids = new Set(all(page, /\sid="([^"]*)"/g));
  const addresses = all(page, /href="#([^"?]*)[^"]*"/g);
  expect(addresses.filter((address) => !ids.has(address))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(50);
});

test('labels and descriptions name elements that are there', () => {
  const ids = new Set(all(page, /\sid="([^"]*)"/g));
  const named = all(page, /\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"/g);
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
});

test('every other address is https, but for what is published beside the page', () => {
  const others = all(page, /href="(?!\.\/playground\.html#)([^#"][^"]*)"/g).filter(
    (href) => !href.startsWith('https://'),
  );
  const solutions = content.challenges.flatMap(({ id }) =>
    ['js', 'py', 'numpy.py', 'pytorch.py'].map((end) => `challenges/${id}/solution.${end}`),
  );
  expect(others.sort()).toEqual(
    [...solutions, './lab.html#lab', './licence.txt', './third-party-licences.txt'].sort(),
  );
});

test('the contents list names every section in order', () => {
  expect(all(lesson.contents, /href="#([^"]*)"/g)).toEqual(
    content.sections.map((section) => section.id),
  );
});

test('every term of the glossary explains itself, and is linked from the text', () => {
  const linked = new Set(all(lesson.sections, /href="#term-([^"]*)"/g));
  for (const { id, term, text } of content.glossary) {
    expect(text.length, term).toBeGreaterThan(40);
    expect(linked.has(id), `${term} is never linked`).toBe(true);
  }
});

describe('the sources', () => {
  // Titles and years as the papers' own pages print them.
  test.each([
    ['Attention Is All You Need', 2017, 'arxiv.org/abs/1706.03762'],
    ['Convolutional Sequence to Sequence Learning', 2017, 'arxiv.org/abs/1705.03122'],
    ['Self-Attention with Relative Position Representations', 2018, 'aclanthology.org/N18-2074'],
    ['Transformer-XL: Attentive Language Models beyond a Fixed-Length Context', 2019, 'P19-1285'],
    [
      'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding',
      2019,
      'N19-1423',
    ],
    ['Language Models are Unsupervised Multitask Learners', 2019, 'openai.com/'],
    [
      'Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer',
      2020,
      'jmlr.org/papers/v21/20-074',
    ],
    ['RoFormer: Enhanced Transformer with Rotary Position Embedding', 2021, '2104.09864'],
    [
      'Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation',
      2022,
      '2108.12409',
    ],
    [
      'Transformer Language Models without Positional Encodings Still Learn Positional Information',
      2022,
      '2203.16634',
    ],
    [
      'The Impact of Positional Encoding on Length Generalization in Transformers',
      2023,
      '2305.19466',
    ],
    [
      'Extending Context Window of Large Language Models via Position Interpolation',
      2023,
      '2306.15595',
    ],
    ['YaRN: Efficient Context Window Extension of Large Language Models', 2023, '2309.00071'],
  ])('hold %s', (title, year, address) => {
    const source = Object.values(content.sources).find((one) => one.title === title);
    expect(source, title).toBeDefined();
    expect(source!.year).toBe(year);
    expect(source!.link).toMatch(/^https:\/\//);
    expect(source!.link).toContain(address);
    expect(source!.authors).not.toMatch(/et al/);
  });

  test('are each named by a section, and printed whole', () => {
    const named = new Set(content.sections.flatMap((section) => section.sources));
    for (const [id, source] of Object.entries(content.sources)) {
      expect(named.has(id), `${id} belongs to no section`).toBe(true);
      expect(lesson.back).toContain(`<li id="source-${id}">`);
      expect(lesson.back).toContain(`href="${source.link}"`);
    }
  });
});
