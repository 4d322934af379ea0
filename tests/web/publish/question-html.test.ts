/** Questions as the elements wake them, and as text for those who have no scripts. */
import { describe, expect, test } from 'vitest';
import type { Question } from '../../../web/publish/content.ts';
import { createMarkdown } from '../../../web/publish/markdown.ts';
import { fillPlaces, questionHtml } from '../../../web/publish/question-html.ts';

const none = () => {
  throw new Error('not here');
};
const md = createMarkdown({
  reference: (one) => one.source,
  link: none,
  figure: none,
  question: none,
  claim: none,
  challenge: none,
  trainingLab: none,
});
const html = (question: Question) =>
  fillPlaces(questionHtml(question, md, (reference) => `printed ${reference}`));

test('a single choice: a place for each radio, feedback of every option below', () => {
  const page = html({
    id: 'q',
    kind: 'single',
    prompt: 'Which *one*?',
    options: [
      { text: 'this $x$', correct: true, feedback: 'Yes.' },
      { text: 'that <b>', correct: false, feedback: 'No.' },
    ],
  });
  expect(page.match(/<label><span class="in-choice"><\/span>/g)).toHaveLength(2);
  expect(page).toContain('<legend>Which <em>one</em>?</legend>');
  // Wherever the options stand, each has its own feedback under its number.
  const marks = [...page.matchAll(/data-correct="(true|false)"/g)].map(([, mark]) => mark);
  expect([...marks].sort()).toEqual(['false', 'true']);
  expect(page).toContain(`<span data-option="${marks.indexOf('true')}">Yes.</span>`);
  expect(page).toContain(`<span data-option="${marks.indexOf('false')}">No.</span>`);
  expect(page).toContain('<math>');
  expect(page).toContain('that &lt;b&gt;');
});

test('a place without its parameter is refused', () => {
  expect(() =>
    html({
      id: 'q',
      kind: 'number',
      prompt: 'At position {q}?',
      parameters: { p: [3] },
      answer: '{{angle p={p} k=1 d=4}}',
      tolerance: 0.5,
      feedback: { correct: 'Yes.', wrong: 'No.' },
    }),
  ).toThrow('the prompt asks for {q}');
});

describe('feedback of a number is the same for all its parameters', () => {
  const number = (feedback: { correct?: string; wrong?: string; slip?: string }) =>
    html({
      id: 'q',
      kind: 'number',
      prompt: 'At position {p}?',
      parameters: { p: [3] },
      answer: '{{angle p={p} k=1 d=4}}',
      tolerance: 0.5,
      feedback: { correct: feedback.correct ?? 'Yes.', wrong: feedback.wrong ?? 'No.' },
      near: [{ value: '{{angle p={p} k=0 d=4}}', feedback: feedback.slip ?? 'Pair 0.' }],
    });

  test.each([
    [{ correct: 'Yes, at {p}.' }, 'question q: the feedback "correct" has the place {p}'],
    [
      { wrong: 'It is {{angle p={p} k=1 d=4}}.' },
      'question q: the feedback "wrong" has the place {p}',
    ],
    [{ slip: 'Not {q}.' }, 'the feedback to {{angle p={p} k=0 d=4}} has the place {q}'],
  ])('a place in %j is refused', (feedback, complaint) => {
    expect(() => number(feedback)).toThrow(complaint);
  });

  test('braces of a formula, of a reference and of a role are none', () => {
    const page = number({ correct: 'It is $B^{p}$, {{count sections}} of **them**{.sine}.' });
    expect(page).toContain('It is <math');
  });
});

test('several choices are boxes; a prediction has nothing that is right or wrong', () => {
  const several = html({
    id: 'q',
    kind: 'several',
    prompt: 'Which?',
    options: [
      { text: 'a', correct: true, feedback: 'A.' },
      { text: 'b', correct: false, feedback: 'B.' },
    ],
  });
  expect(several.match(/<label><span class="in-choice in-box"><\/span>/g)).toHaveLength(2);
  const predict = html({
    id: 'q',
    kind: 'predict',
    prompt: 'What then?',
    options: [
      { text: 'a', feedback: 'A.' },
      { text: 'b', feedback: 'B.' },
    ],
    reveal: 'This.',
  });
  expect(predict).not.toContain('data-correct');
  expect(predict).toMatch(/<div class="question-reveal" hidden><p>This\.<\/p>/);
});

test('a number: its places are spans, its data cannot end the script', () => {
  const page = html({
    id: 'q',
    kind: 'number',
    prompt: 'At position {p}?',
    parameters: { p: [3, 7] },
    answer: '{{angle p={p} k=1 d=4}}',
    tolerance: 0.5,
    feedback: { correct: 'Yes.', wrong: 'No </script><b>.' },
    near: [{ value: '{{angle p={p} k=0 d=4}}</script>', feedback: 'Slip.' }],
  });
  expect(page).toContain('At position <span data-parameter="p">3</span>?');
  expect(page).toContain('printed {{angle p=3 k=1 d=4}}');
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  const data = /<script type="application\/json">(.*)<\/script>/.exec(page)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    parameters: { p: [3, 7] },
    answer: '{{angle p={p} k=1 d=4}}',
    feedback: { correct: 'Yes.' },
    near: [{ value: '{{angle p={p} k=0 d=4}}</script>', feedback: 'Slip.' }],
  });
});

test.each([3, 4, 5, 6])('an order of %d: no item starts at its place, all are there', (count) => {
  const items = Array.from({ length: count }, (_, i) => ({ text: `item ${i}`, why: `why ${i}` }));
  const page = html({
    id: 'q',
    kind: 'order',
    prompt: 'In which order?',
    items,
    feedback: { correct: 'Yes.', wrong: 'No.' },
  });
  const places = [...page.matchAll(/<li data-place="(\d)">/g)].map(([, place]) => Number(place));
  expect([...places].sort()).toEqual(items.map((_, i) => i));
  places.forEach((place, i) => {
    expect(place).not.toBe(i);
  });
  expect(page.match(/aria-label="[^"]*item 1[^"]*"/g)).toHaveLength(2); // up and down
});
