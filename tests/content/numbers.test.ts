/** Every number that the core put into the prose, against the formulas. */
import { beforeAll, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { parseReference, printReference } from '../../web/components/reference/reference.ts';
import { readContent, type Content } from '../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../web/publish/lesson-html.ts';
import { numbersByFormula } from './formula.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { contentFolder } from './rendered-lesson.ts';

let core: Core;
let content: Content;
let lesson: LessonHtml;
beforeAll(async () => {
  core = await loadBuiltCore();
  content = readContent(contentFolder);
  lesson = renderLesson(content, core);
});

/** Holds a printed number to half a unit of its last digit, and float32's share of its size. */
function expectPrinted(printed: string, value: number, source: string): void {
  expect(printed, source).toMatch(/^−?\d+(,\d{3})*(\.\d+)?$/);
  const digits = printed.split('.')[1]?.length ?? 0;
  const read = Number(printed.replaceAll(',', '').replace('−', '-'));
  const room = 0.5 * 10 ** -digits + 1.2e-7 * Math.max(1, Math.abs(value));
  expect(Math.abs(read - value), `${source}: ${printed}, by the formula ${value}`).toBeLessThan(
    room,
  );
}

/** A row as its numbers: the comma between two is followed by a space, the one inside is not. */
function expectRow(printed: string, source: string): void {
  const cells = printed.split(', ');
  const values = numbersByFormula(source);
  expect(cells, source).toHaveLength(values.length);
  cells.forEach((cell, i) => {
    expectPrinted(cell, values[i]!, source);
  });
}

test('every reference of the page prints what the formula gives', () => {
  const printed = [
    ...(lesson.hero + lesson.sections + lesson.back).matchAll(
      /<data value="([^"]*)">([^<]*)<\/data>/g,
    ),
  ].filter(([, source]) => !/^(count|claim) /.test(source!)); // claims: tests/core/claims
  for (const [, source, figures] of printed) expectRow(figures!, source!);
  // What is written in running text of sections 2 to 4 alone is more than this.
  expect(printed.length).toBeGreaterThan(40);
});

test('so do the references inside formulas and code', () => {
  const written = content.sections
    .map((section) => section.text)
    .concat(content.challenges.map((challenge) => challenge.prompt))
    .flatMap((text) => [...text.matchAll(/```[\s\S]*?```|\$[^$]+\$/g)])
    .flatMap(([part]) => [...part.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, inner]) => inner!));
  for (const inner of written) {
    const reference = parseReference(inner.replaceAll('\\|', '|')); // as it stands in a table
    expectRow(printReference(core, reference), reference.source);
  }
  expect(written.length).toBeGreaterThan(1);
});

test('code shows a plain minus, prose a real one', () => {
  const code = [...lesson.sections.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(
    ([, text]) => text,
  );
  expect(code.length).toBeGreaterThan(3);
  for (const text of code) expect(text).not.toContain('−');
  // A hyphen before a figure, outside of tags and code, is a minus that was typed.
  const prose = lesson.sections
    .replace(/<pre[\s\S]*?<\/pre>|<code[\s\S]*?<\/code>|<script[\s\S]*?<\/script>/g, '')
    .replace(/<math[\s\S]*?<\/math>|<[^>]*>/g, ' ');
  expect(prose.match(/(^|[\s,(])-\d/g)).toBeNull();
});
