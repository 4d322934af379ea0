/** Every challenge folder keeps its promises: solutions pass, each mistake gets its own message. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  challengeCases,
  grade,
  gradingTolerance,
  runProblems,
  type Answer,
  type Grader,
} from '../../web/bindings/grading.ts';
import { entryName } from '../../web/sandbox/entry-name.ts';
import { argumentsText } from '../../web/sandbox/literals.ts';
import { parseFeedback, placesOf, verdictText } from '../../web/verdict/verdict-text.ts';
import { run } from '../web/sandbox/quickjs-run.ts';
import { loadBuiltGrader } from './core-under-test.ts';

const seed = 7;
const folder = new URL('../../web/content/en/challenges/', import.meta.url);
const grading = new URL('../../core/grading/', import.meta.url);
const challenges = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

const problems = [
  ...runProblems,
  'not-run',
  'wrong-depth',
  'wrong-length',
  'wrong-row-count',
  'wrong-column-count',
  'wrong-batch-count',
  'not-finite',
  'depends-on-calls',
];
const notes = ['sin-angle-float32'];

/** Mistakes that are the same numbers in every case: the verdict names all of them. */
const twins = [
  ['mask-zero-fill', 'mask-tiny-fill'],
  ['scale-inverted', 'add-scale-on-sum'],
  ['alibi-positive-sign', 'alibi-distance-from-first'],
  ['shift-transposed', 'sin-angle-negated', 'shift-cosine-first'],
];

/** What is no number on purpose: the message may say so. */
const notNumbers = new Set([
  'mask-own-key-blocked',
  'mask-plus-infinity',
  'mask-inverted-boolean',
  'softmax-not-stabilised',
]);

let grader: Grader;
beforeAll(async () => {
  grader = await loadBuiltGrader();
});

const shared = readFileSync(new URL('feedback.md', folder), 'utf8');

const idsIn = (source: string) =>
  [...source.matchAll(/"([a-z0-9]+(?:-[a-z0-9]+)+)"/g)].map(([, id]) => id!);

const source = (file: string) => readFileSync(new URL(file, grading), 'utf8');

/** The ids of mistakes that the core names for one challenge. */
const idsOfChallenge = (challenge: string) =>
  ['h', 'cpp'].flatMap((end) =>
    idsIn(source(`challenges/${challenge.replaceAll('-', '_')}_mistakes.${end}`)),
  );

/** Those that several challenges have: the axes that they share. */
const sharedIds = readdirSync(new URL('axes/', grading)).flatMap((file) =>
  idsIn(source(`axes/${file}`)),
);

test('every id of a shared axis has a shared text', () => {
  expect(sharedIds.length).toBeGreaterThan(60);
  for (const id of [...sharedIds, ...problems, ...notes]) {
    expect([...parseFeedback(shared).keys()]).toContain(id);
  }
});

test('every shared text belongs to an id that the core names', () => {
  const known = new Set([
    ...challenges.flatMap(idsOfChallenge),
    ...sharedIds,
    ...problems,
    ...notes,
  ]);
  for (const id of parseFeedback(shared).keys()) expect(known).toContain(id);
});

test('the shared texts use only places that every challenge fills', () => {
  const known = new Set(
    (
      'function case cell index expected got found message deviation row ' +
      'rightExponent rightRate yourRate base yourBase fill factor'
    ).split(' '),
  );
  for (const [id, written] of parseFeedback(shared)) {
    for (const place of placesOf(written)) expect(known, `${place} in ${id}`).toContain(place);
  }
});

describe.each(challenges)('%s', (challenge) => {
  const content = (name: string) => readFileSync(new URL(`${challenge}/${name}`, folder), 'utf8');
  const own = parseFeedback(content('feedback.md'));
  const feedback = parseFeedback(shared, content('feedback.md'));
  const mistakes = readdirSync(new URL(`${challenge}/mistakes/`, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.slice(0, -'.js'.length));

  /** What the page does: QuickJS runs a source on the cases, the core judges what comes back. */
  async function check(source: string, atSeed = seed) {
    const cases = challengeCases(grader, challenge, atSeed);
    const report = await run(source, {
      entry: entryName('js', challenge),
      cases: cases.map((one) => argumentsText('js', one.arguments)),
    });
    const verdict = grade(grader, challenge, atSeed, report.answers);
    const text = verdictText(verdict, feedback, {
      functionName: entryName('js', challenge),
      answers: report.answers,
    });
    return { verdict, text };
  }

  test('its JavaScript solution passes at every seed', async () => {
    for (const atSeed of [0, 1, 2, 3, 4294967295]) {
      const { verdict } = await check(content('solution.js'), atSeed);
      expect(verdict, `seed ${atSeed}`).toMatchObject({ passed: true, notes: [] });
    }
  });

  test('its Python solution passes', () => {
    const cases = challengeCases(grader, challenge, seed);
    const entry = entryName('python', challenge);
    const calls = cases.map((one) => `${entry}(${argumentsText('python', one.arguments)})`);
    const script = `${content('solution.py')}\nimport json\nprint(json.dumps([${calls.join(', ')}]))\n`;
    const results = JSON.parse(
      execFileSync('python3', ['-'], { input: script, encoding: 'utf8', maxBuffer: 1 << 26 }),
    ) as unknown[];
    expect(grade(grader, challenge, seed, results.map(answerOf))).toMatchObject({
      passed: true,
      notes: [],
    });
  });

  test('its starter fails', async () => {
    expect((await check(content('starter.js'))).verdict.passed).toBe(false);
  });

  // At one seed: tests/core/grading has every change at several.
  test.each(mistakes)('mistakes/%s.js gets its own message', async (id) => {
    const same = twins.find((ids) => ids.includes(id)) ?? [id];
    const { verdict, text } = await check(content(`mistakes/${id}.js`));
    expect(verdict.passed).toBe(false);
    const named = verdict.explanations.map(({ changes }) => changes.map((one) => one.id));
    expect(named).toContainEqual([id]);
    for (const ids of named) {
      expect(ids).toHaveLength(1);
      expect(same).toContain(ids[0]);
    }
    expect(verdict.explainedInPart).toBe(false);
    expect(text.mistakes).toHaveLength(named.length);
    for (const { message } of text.mistakes) {
      expect(message).not.toMatch(notNumbers.has(id) ? /[{}]|undefined/ : /[{}]|NaN|infinity is/);
    }
  });

  test('every id of the core has a text, every text of its own an id', () => {
    const ids = idsOfChallenge(challenge);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) expect([...feedback.keys()]).toContain(id);
    const known = [...ids, ...sharedIds, ...problems, ...notes];
    for (const id of [...own.keys(), ...mistakes]) expect(known).toContain(id);
  });

  test('the prompt states the tolerance of the core', () => {
    const tolerance = gradingTolerance(grader);
    const stated = /10\^\{(-?\d+)\} \+ ([\d.]+) \\cdot 10\^\{(-?\d+)\} \\cdot [a-z]/.exec(
      content('prompt.md'),
    );
    const isWhole = content('prompt.md').includes('whole numbers') && stated === null;
    if (isWhole) return; // nothing to round
    expect(Number(`1e${stated?.[1]}`)).toBe(tolerance.absolute);
    expect(Number(`${stated?.[2]}e${stated?.[3]}`)).toBe(tolerance.perPosition);
  });

  test('there are four hints at most, and all forms of the solution', () => {
    expect(content('hints.md').split(/^---$/m).length).toBeLessThanOrEqual(4);
    for (const name of ['starter.py', 'solution.numpy.py', 'solution.pytorch.py']) {
      expect(existsSync(new URL(`${challenge}/${name}`, folder)), name).toBe(true);
    }
  });
});

describe('sinusoidal-table', () => {
  const files = readdirSync(new URL('sinusoidal-table/mistakes/', folder));

  test('each of its mistakes has a wrong submission', () => {
    const named = new Set(files.map((name) => name.slice(0, -'.js'.length)));
    const ids = [
      ...idsOfChallenge('sinusoidal-table'),
      ...idsIn(source('axes/position_code.h')),
      ...idsIn(source('axes/position_code.cpp')),
    ];
    expect([...named].sort()).toEqual([...new Set(ids)].sort());
  });

  test('a table of the shown example alone fails', async () => {
    const cases = challengeCases(grader, 'sinusoidal-table', seed);
    const { answers } = await run(
      'const sinusoidalTable = () => [[0, 1, 0, 1], [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004]];',
      {
        entry: 'sinusoidalTable',
        cases: cases.map((one) => argumentsText('js', one.arguments)),
      },
    );
    const verdict = grade(grader, 'sinusoidal-table', seed, answers);
    expect(verdict.passed).toBe(false);
    expect(verdict.explanations).toEqual([]);
  });
});

/** A nested list as the core takes it. */
function answerOf(result: unknown): Answer {
  const shape: number[] = [];
  for (let level = result; Array.isArray(level); level = level[0]) shape.push(level.length);
  const cells = [result].flat(shape.length + 1) as number[];
  return { kind: 'cells', shape, cells: Float64Array.from(cells) };
}
