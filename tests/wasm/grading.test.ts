import { beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../web/bindings/core.ts';
import {
  challengeCases,
  challengeReference,
  grade,
  runProblems,
  type Answer,
  type ChallengeCase,
  type Grader,
  type RunProblem,
  type Verdict,
} from '../../web/bindings/grading.ts';
import { sinusoidal } from '../../web/bindings/sinusoidal.ts';
import { expectRefusal, loadBuiltCore, loadBuiltGrader } from './core-under-test.ts';

const challenge = 'sinusoidal-table';
const seed = 7;

let core: Core;
let grader: Grader;
beforeAll(async () => {
  core = await loadBuiltCore();
  grader = await loadBuiltGrader();
});

type Cell = (p: number, column: number, n: number, d: number, base: number) => number;

const right: Cell = (p, column, _n, d, base) => {
  const angle = p / base ** ((2 * Math.floor(column / 2)) / d);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
};

/** Answers to every case, each cell from its formula. */
function answersOf(cell: Cell, cases = challengeCases(grader, challenge, seed)): Answer[] {
  return cases.map((one) => {
    const [n, d, base] = one.arguments.map((argument) => argument.cells[0]!) as [
      number,
      number,
      number,
    ];
    if (n === 0) return { kind: 'cells', shape: [0], cells: new Float64Array() };
    const cells = Float64Array.from({ length: n * d }, (_, i) =>
      cell(Math.floor(i / d), i % d, n, d, base),
    );
    return { kind: 'cells', shape: [n, d], cells };
  });
}

const ids = (verdict: Verdict) =>
  verdict.explanations.map(({ changes }) => changes.map(({ id }) => id).sort());

describe('cases', () => {
  test('have names, kinds and typed arguments', () => {
    const cases = challengeCases(grader, challenge, seed);
    expect(cases[0]).toEqual<ChallengeCase>({
      name: 'n = 3, d = 4, base 10000',
      kind: 'fixed',
      arguments: [
        { kind: 'integer', shape: [], cells: [3] },
        { kind: 'integer', shape: [], cells: [4] },
        { kind: 'number', shape: [], cells: [10000] },
      ],
    });
    expect(new Set(cases.map((one) => one.kind))).toEqual(new Set(['fixed', 'edge', 'random']));
  });

  test('come from the seed, up to its last bit', () => {
    const names = (value: number) =>
      challengeCases(grader, challenge, value).map((one) => one.name);
    expect(names(4294967295)).toEqual(names(4294967295));
    expect(names(4294967295)).not.toEqual(names(2147483647));
    expect(names(0)).not.toEqual(names(1));
  });
});

describe('the reference', () => {
  test('of a case, by its formula', () => {
    const cases = challengeCases(grader, challenge, seed);
    const answers = answersOf(right, cases);
    cases.forEach((one, i) => {
      const { shape, cells } = challengeReference(grader, challenge, seed, i);
      const answer = answers[i] as { shape: number[]; cells: Float64Array };
      expect(shape, one.name).toEqual(answer.shape);
      // An angle of up to 2100 radians is rounded to 2.3e-13 in double precision.
      const off = cells.reduce(
        (most, cell, j) => Math.max(most, Math.abs(cell - answer.cells[j]!)),
        0,
      );
      expect(off, one.name).toBeLessThan(2e-12);
    });
  });

  test('of no case', () => {
    const refuse = (i: number) => () => challengeReference(grader, challenge, seed, i);
    expectRefusal(refuse(-1), 'out-of-range', 'case is -1');
    expectRefusal(refuse(999), 'out-of-range', 'case is 999');
    expectRefusal(refuse(0.5), 'wrong-type', 'caseIndex');
    expectRefusal(() => challengeReference(grader, 'no-such', 1, 0), 'unknown-name');
  });
});

describe('verdicts', () => {
  test('the formula in double precision passes without a note', () => {
    const verdict = grade(grader, challenge, seed, answersOf(right));
    expect(verdict).toMatchObject({
      passed: true,
      problem: null,
      firstDifference: null,
      explanations: [],
      explainedInPart: false,
      notes: [],
    });
    expect(verdict.casesPassed).toBe(verdict.casesTotal);
    expect(verdict.casePassed).toEqual(Array<boolean>(verdict.casesTotal).fill(true));
  });

  test('float32 all through passes with a note', () => {
    const verdict = grade(
      grader,
      challenge,
      seed,
      answersOf((p, column, _n, d, base) => {
        const rate = Math.fround(1 / Math.fround(base ** ((2 * Math.floor(column / 2)) / d)));
        const angle = Math.fround(p * rate);
        return Math.fround(column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      }),
    );
    expect(verdict.passed).toBe(true);
    expect(verdict.notes.map(({ id }) => id)).toEqual(['sin-angle-float32']);
    expect(verdict.notes[0]!.values.deviation).toBeGreaterThan(1e-6);
  });

  test("the core's own table, rounded to float32, passes", () => {
    const answers = challengeCases(grader, challenge, seed).map((one): Answer => {
      const [positions, width, base] = one.arguments.map((argument) => argument.cells[0]!);
      const table = sinusoidal(core, { positions: positions!, width: width!, base: base! });
      const shape = positions === 0 ? [0] : [table.rows, table.cols];
      return { kind: 'cells', shape, cells: Float64Array.from(table.data) };
    });
    expect(grade(grader, challenge, seed, answers)).toMatchObject({ passed: true, notes: [] });
  });

  test('the first differing cell comes with the way to it', () => {
    const answers = answersOf((p, column, n, d, base) =>
      n === 5 && d === 8 && p === 2 && column === 3 ? 0.25 : right(p, column, n, d, base),
    );
    const { firstDifference } = grade(grader, challenge, seed, answers);
    expect(firstDifference).toMatchObject({
      caseIndex: 1,
      caseName: 'n = 5, d = 8, base 10000',
      index: [2, 3],
      got: 0.25,
    });
    expect(firstDifference!.expected).toBeCloseTo(Math.cos(0.2), 14);
    expect(firstDifference!.tolerance).toBeCloseTo(1.24e-6, 14);
    expect(firstDifference!.steps.map(({ name }) => name)).toEqual([
      'position',
      'pair',
      'exponent',
      'rate',
      'angle',
      'cosine',
    ]);
    expect(firstDifference!.steps[4]!.value).toBeCloseTo(0.2, 14);
  });

  test('three changes at once are named, each with its cell', () => {
    const verdict = grade(
      grader,
      challenge,
      seed,
      answersOf((p, column, _n, d) => {
        const angle = (p + 1) / 10000 ** (column / d);
        return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      }),
    );
    expect(ids(verdict)).toEqual([
      ['sin-base-hard-coded', 'sin-exponent-unpaired', 'sin-positions-from-one'],
    ]);
    const first = verdict.explanations[0]!.changes.find(
      ({ id }) => id === 'sin-positions-from-one',
    )!;
    expect(first.values).toMatchObject({ row: 0, rightRow: 1 });
    expect(first.got).toBeCloseTo(Math.sin(1), 14);
  });

  test('nothing is named for noise', () => {
    let state = 1;
    const noise = () => ((state = (state * 48271) % 2147483647) / 2147483647) * 2 - 1;
    const verdict = grade(grader, challenge, seed, answersOf(noise));
    expect(verdict.passed).toBe(false);
    expect(verdict.explanations).toEqual([]);
  });

  test('NaN, infinity and wrong shapes are verdicts', () => {
    for (const bad of [NaN, Infinity, -Infinity]) {
      const answers = answersOf(right);
      (answers[0] as { cells: Float64Array }).cells[5] = bad;
      const verdict = grade(grader, challenge, seed, answers);
      expect(verdict.problem).toMatchObject({ id: 'not-finite', caseIndex: 0, path: [1, 1] });
      expect(verdict.firstDifference!.got).toBe(bad);
    }
    const flat = answersOf(right).map((one): Answer =>
      one.kind === 'cells' ? { ...one, shape: [one.cells.length] } : one,
    );
    const verdict = grade(grader, challenge, seed, flat);
    expect(verdict.problem).toMatchObject({ id: 'wrong-depth', values: { expected: 2, got: 1 } });
    expect(ids(verdict)).toEqual([['shape-flat']]);
  });

  test.each(runProblems)('%s, as the runner reports it', (problem) => {
    const answers = answersOf(right);
    answers[2] = { kind: 'problem', problem, path: [1, 0] };
    const verdict = grade(grader, challenge, seed, answers);
    expect(verdict.passed).toBe(false);
    expect(verdict.problem).toMatchObject({ id: problem, caseIndex: 2, path: [1, 0] });
  });

  test('answers that are missing were not run', () => {
    const verdict = grade(grader, challenge, seed, answersOf(right).slice(0, 4));
    expect(verdict).toMatchObject({ passed: false, casesPassed: 4, problem: { id: 'not-run' } });
  });

  test('an earlier verdict survives memory growth', () => {
    const verdict = grade(
      grader,
      challenge,
      seed,
      answersOf((p) => p),
    );
    const before = structuredClone(verdict);
    sinusoidal(core, { positions: 8192, width: 1024 });
    expect(verdict).toEqual(before);
  });
});

describe('refusals', () => {
  test('a challenge that does not exist', () => {
    expectRefusal(() => challengeCases(grader, 'no-such', 1), 'unknown-name', 'sinusoidal-table');
    expectRefusal(() => grade(grader, 'no-such', 1, []), 'unknown-name', 'no-such');
  });

  test('a problem that no runner reports', () => {
    const problem = 'passed' as RunProblem;
    expectRefusal(
      () => grade(grader, challenge, 1, [{ kind: 'problem', problem, path: [] }]),
      'unknown-name',
      'passed',
    );
  });

  test('cells that do not fill their shape, too many answers', () => {
    const cells = new Float64Array(3);
    const three: Answer = { kind: 'cells', shape: [2, 2], cells };
    expectRefusal(() => grade(grader, challenge, 1, [three]), 'shape-mismatch', '2 x 2');
    const many = Array<Answer>(99).fill({ kind: 'problem', problem: 'threw', path: [] });
    expectRefusal(() => grade(grader, challenge, 1, many), 'shape-mismatch', '99 answers');
  });

  test('a negative side, a depth of four, more cells than an answer may have', () => {
    const refuse = (shape: number[], length: number, words: string) => {
      const answer: Answer = { kind: 'cells', shape, cells: new Float64Array(length) };
      expectRefusal(() => grade(grader, challenge, 1, [answer]), 'out-of-range', words);
    };
    refuse([-1, 2], 0, '-1');
    refuse([1, 1, 1, 1], 1, 'depth 4');
    refuse([16385], 16385, '16384');
  });

  test('a seed or an index that C++ cannot hold, cells of another type', () => {
    for (const bad of [-1, 1.5, 4294967296, NaN]) {
      expectRefusal(() => challengeCases(grader, challenge, bad), 'wrong-type', 'seed');
    }
    const shape = [1.5];
    const cells = new Float64Array(1);
    expectRefusal(
      () => grade(grader, challenge, 1, [{ kind: 'cells', shape, cells }]),
      'wrong-type',
      'shape',
    );
    const floats = new Float32Array(1) as unknown as Float64Array;
    expectRefusal(
      () => grade(grader, challenge, 1, [{ kind: 'cells', shape: [1], cells: floats }]),
      'wrong-type',
      'Float64Array',
    );
  });
});

describe.each([
  ['sinusoidal-table', ['integer', 'integer', 'number']],
  ['add-to-batch', ['list', 'integer', 'number']],
  ['causal-attention', ['list', 'list', 'number']],
  ['rotary', ['list', 'integer-list', 'number']],
  ['alibi-weights', ['list']],
  ['t5-bucket', ['integer-list', 'boolean', 'integer', 'integer']],
  ['shift-matrix', ['integer', 'integer', 'number']],
])('%s', (id, kinds) => {
  /** The reference's own cells, each changed. */
  const answered = (change: (cell: number) => number): Answer[] =>
    challengeCases(grader, id, seed).map((_, i) => {
      const { shape, cells } = challengeReference(grader, id, seed, i);
      return { kind: 'cells', shape, cells: Float64Array.from(cells, change) };
    });

  test('hands over arguments of its kinds, lists filled', () => {
    for (const one of challengeCases(grader, id, seed)) {
      expect(one.arguments.map((argument) => argument.kind)).toEqual(kinds);
      for (const { shape, cells } of one.arguments) {
        expect(cells).toHaveLength(shape.reduce((product, side) => product * side, 1));
      }
    }
  });

  test('passes its reference in both precisions and nothing else', () => {
    expect(
      grade(
        grader,
        id,
        seed,
        answered((cell) => cell),
      ).passed,
    ).toBe(true);
    expect(grade(grader, id, seed, answered(Math.fround)).passed).toBe(true);
    const verdict = grade(
      grader,
      id,
      seed,
      answered((cell) => cell + 0.01),
    );
    expect(verdict).toMatchObject({ passed: false, explanations: [] });
    expect(verdict.firstDifference!.steps.at(-1)!.value).toBe(verdict.firstDifference!.expected);
  });
});
