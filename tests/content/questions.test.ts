/** Questions that mark what they should: one right answer, slips that cannot pass for it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import { markNumber } from '../../web/components/question/marking.ts';
import { evaluateReference, parseReference } from '../../web/components/reference/reference.ts';
import { readContent, type Question } from '../../web/publish/content.ts';
import { numbersByFormula } from './formula.ts';
import { loadBuiltCore } from '../wasm/core-under-test.ts';
import { contentFolder } from './rendered-lesson.ts';

let core: Core;
beforeAll(async () => {
  core = await loadBuiltCore();
});

const questions = readContent(contentFolder).sections.flatMap((section) => section.questions);
const ofKind = <Kind extends Question['kind']>(kind: Kind) =>
  questions.filter((one): one is Question & { kind: Kind } => one.kind === kind);

/** Every way to fill the places of a numeric question. */
function fillings(parameters: Record<string, number[]>): Record<string, number>[] {
  return Object.entries(parameters).reduce<Record<string, number>[]>(
    (list, [name, values]) =>
      list.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

const fill = (reference: string, values: Record<string, number>) =>
  parseReference(
    reference
      .replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
      .replace(/^\{\{|\}\}$/g, ''),
  );

describe.each(ofKind('number'))('$id', (question) => {
  const all = fillings(question.parameters);
  const slips = question.near ?? [];

  test('has an answer by the formula for every number that it may ask for', () => {
    for (const values of all) {
      const reference = fill(question.answer, values);
      const [answer, ...more] = evaluateReference(core, reference);
      expect(more, 'one number').toEqual([]);
      const [expected] = numbersByFormula(reference.source);
      expect(Math.abs(answer! - expected!), reference.source).toBeLessThan(
        1.2e-7 * Math.max(1, Math.abs(expected!)),
      );
    }
  });

  test('can be answered with five digits, and takes no slip for the answer', () => {
    for (const values of all) {
      const answer = evaluateReference(core, fill(question.answer, values))[0]!;
      const slipValues = slips.map((slip) => evaluateReference(core, fill(slip.value, values))[0]!);
      const mark = (given: number) => markNumber(given, answer, question.tolerance, slipValues);
      expect(mark(Number(answer.toFixed(5))).correct, JSON.stringify(values)).toBe(true);
      slipValues.forEach((slip, i) => {
        expect(mark(slip), `${slips[i]!.value} with ${JSON.stringify(values)}`).toEqual({
          correct: false,
          slip: i,
        });
      });
    }
  });

  test('asks for other numbers when it is taken again', () => {
    expect(all.length).toBeGreaterThan(1);
    for (const name of Object.keys(question.parameters)) {
      expect(question.prompt).toContain(`{${name}}`);
    }
    const places = [...question.prompt.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    expect(Object.keys(question.parameters)).toEqual(expect.arrayContaining(places));
  });
});

test('the items of an order differ', () => {
  for (const { id, items } of ofKind('order')) {
    expect(new Set(items.map((item) => item.text)).size, id).toBe(items.length);
  }
});

test('options differ in their words, and no question can be passed by ticking everything', () => {
  for (const question of questions) {
    if (!('options' in question)) continue;
    const texts = question.options.map((option) => option.text);
    expect(new Set(texts).size, question.id).toBe(texts.length);
  }
  for (const { id, options } of ofKind('several')) {
    expect(
      options.some((option) => !option.correct),
      id,
    ).toBe(true);
  }
});
