/** A verdict becomes sentences; a place that nothing fills stays visible instead of vanishing. */
import { expect, test } from 'vitest';
import type { Change, Verdict } from '../../../web/bindings/grading.ts';
import { number, parseFeedback, placesOf, verdictText } from '../../../web/verdict/verdict-text.ts';

const kVerdict: Verdict = {
  passed: false,
  casesPassed: 1,
  casesTotal: 3,
  casePassed: [true, false, false],
  problem: null,
  firstDifference: null,
  explanations: [],
  explainedInPart: false,
  notes: [],
};

const change = (id: string, more: Partial<Change> = {}): Change => ({
  id,
  convention: false,
  caseIndex: 1,
  caseName: 'n = 2, d = 4, base 10000',
  index: [1, 2],
  expected: 0.00999983333,
  got: 0.5,
  values: {},
  ...more,
});

const kContext = { functionName: 'table', answers: [] };

test('feedback is read by its headings; lines of a text are joined', () => {
  const texts = parseFeedback('For authors.\n\n## one\n\nFirst\nline.\n\n## two-b\nSecond.\n');
  expect([...texts]).toEqual([
    ['one', 'First line.'],
    ['two-b', 'Second.'],
  ]);
});

test('a later file has the last word on an id, and only there', () => {
  const texts = parseFeedback('## one\n\nA.\n\n## two\n\nB.\n', '## two\n\nC.\n\n## three\n\nD.\n');
  expect([...texts]).toEqual([
    ['one', 'A.'],
    ['two', 'C.'],
    ['three', 'D.'],
  ]);
});

test.each([
  ['a heading without text', '## one\n\n## two\nText.', /no text for one/],
  ['a heading twice', '## one\nA.\n## one\nB.', /two texts for one/],
])('%s is refused', (_, markdown, message) => {
  expect(() => parseFeedback(markdown)).toThrow(message);
});

test('places are filled from the cell, the case, the values and the function', () => {
  const feedback = parseFeedback(
    '## m\n{function} with {case}: row {row}, column {column}, {index}: {got}, not {expected}; {base}, {other}.',
  );
  const verdict = {
    ...kVerdict,
    explanations: [{ convention: false, changes: [change('m', { values: { base: 1000 } })] }],
  };
  expect(verdictText(verdict, feedback, kContext).mistakes).toEqual([
    {
      id: 'm',
      convention: false,
      message:
        'table with n = 2, d = 4, base 10000: row 1, column 2, [1][2]: 0.5, not 0.00999983; 1000, {other}.',
    },
  ]);
  expect(placesOf('{a} and {b2} but not {1} or { c }')).toEqual(['a', 'b2']);
});

test.each([
  [[1, 2], 'row 1, column 2'],
  [[0, 1, 2], 'table 0, row 1, column 2'],
  [[3], 'entry 3'],
  [[], 'the result'],
])('the cell %j is "%s" in words', (index, words) => {
  const explanations = [{ convention: false, changes: [change('m', { index })] }];
  const verdict = { ...kVerdict, explanations };
  const { mistakes } = verdictText(verdict, parseFeedback('## m\n{cell}'), kContext);
  expect(mistakes[0]?.message).toBe(words);
});

test('explanations stay apart, mistakes are named once', () => {
  const feedback = parseFeedback('## a\nA.\n## b\nB.\n## c\nC.');
  const { explanations, mistakes } = verdictText(
    {
      ...kVerdict,
      explanations: [
        { convention: false, changes: [change('a'), change('b', { convention: true })] },
        { convention: false, changes: [change('a'), change('c')] },
      ],
    },
    feedback,
    kContext,
  );
  expect(explanations.map((one) => one.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ]);
  expect(mistakes.map(({ id, convention }) => [id, convention])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
});

test('a problem tells what was found and where', () => {
  const feedback = parseFeedback(
    '## not-a-number\n{index} is {found}.\n## threw\nLine {line}: {message}\n## wrong-row-count\n{got} rows, not {expected}.',
  );
  const text = (
    verdict: Partial<Verdict>,
    answers: { kind: string; found?: string; message?: string; line?: number }[],
  ) => verdictText({ ...kVerdict, ...verdict }, feedback, { functionName: 'f', answers }).problem;
  const problem = { caseIndex: 1, caseName: 'c', path: [0, 3], values: {} };
  const none = { kind: 'problem' };
  expect(
    text({ problem: { ...problem, id: 'not-a-number' } }, [
      none,
      { kind: 'problem', found: 'string' },
    ])?.message,
  ).toBe('[0][3] is a text.');
  expect(
    text({ problem: { ...problem, id: 'threw', path: [] } }, [
      none,
      { kind: 'problem', message: 'No.', line: 4 },
    ])?.message,
  ).toBe('Line 4: No.');
  expect(
    text({ problem: { ...problem, id: 'wrong-row-count', values: { expected: 2, got: 3 } } }, [])
      ?.message,
  ).toBe('3 rows, not 2.');
});

test('a problem that an explanation covers is not said twice', () => {
  const feedback = parseFeedback('## m\nM.\n## wrong-depth\nD.');
  const verdict: Verdict = {
    ...kVerdict,
    problem: { id: 'wrong-depth', caseIndex: 0, caseName: 'c', path: [], values: {} },
    explanations: [{ convention: false, changes: [change('m')] }],
  };
  expect(verdictText(verdict, feedback, kContext).problem).toBeNull();
  expect(
    verdictText({ ...verdict, explainedInPart: true }, feedback, kContext).problem?.message,
  ).toBe('D.');
  expect(verdictText({ ...verdict, explanations: [] }, feedback, kContext).problem?.message).toBe(
    'D.',
  );
});

test('an error of the whole source is told without a case', () => {
  const feedback = parseFeedback('## threw\n{function} stopped with {case}: {message}');
  const problem: Verdict['problem'] = {
    id: 'threw',
    caseIndex: 0,
    caseName: 'n = 1',
    path: [],
    values: {},
  };
  const answer = { kind: 'problem', message: 'No bracket.', line: 2, atLoad: true };
  expect(
    verdictText({ ...kVerdict, problem }, feedback, {
      functionName: 'f',
      answers: [answer],
    }).problem,
  ).toEqual({ id: 'threw', message: 'Line 2: No bracket.' });
});

test('the first difference names the cell and both numbers', () => {
  const firstDifference = {
    caseIndex: 0,
    caseName: 'n = 1, d = 1, base 2',
    index: [0, 0],
    expected: 0,
    got: NaN,
    tolerance: 1e-6,
    steps: [],
  };
  expect(verdictText({ ...kVerdict, firstDifference }, new Map(), kContext).firstDifference).toBe(
    'With n = 1, d = 1, base 2, row 0, column 0 should be 0; yours is NaN.',
  );
});

test('an id without a text still gives a sentence with the id', () => {
  const verdict = { ...kVerdict, notes: [{ id: 'new-note', values: {} }] };
  expect(verdictText(verdict, new Map(), kContext).notes[0]?.message).toContain('new-note');
});

test.each([
  [10000, '10000'],
  [0.1234567891, '0.123457'],
  [1e-9, '1e-9'],
  [-0.5, '-0.5'],
  [NaN, 'NaN'],
  [-Infinity, '-infinity'],
])('%d is written %s', (value, text) => {
  expect(number(value)).toBe(text);
});
