import { CoreError } from './errors.ts';
import { fields, int32, text, typedArray, uint32 } from './guards.ts';
import type { Instance } from './instance.ts';
import type { RawGrading } from './raw-grading.ts';

/** A living instance of the module that grades. */
export type Grader = Instance<RawGrading>;

/** One argument of a learner's function. `cells` is row-major; all kinds but lists hold one cell. */
export interface Argument {
  kind: 'integer' | 'number' | 'boolean' | 'list' | 'integer-list';
  shape: number[];
  cells: number[];
}

/** One call of a learner's function. `name` is for people: "n = 3, d = 4, base 10000". */
export interface ChallengeCase {
  name: string;
  kind: 'fixed' | 'edge' | 'random';
  arguments: Argument[];
}

/** What whoever runs a learner's function may report instead of cells. */
export const runProblems = [
  'no-function',
  'wrong-arity',
  'threw',
  'timeout',
  'out-of-memory',
  'not-a-list',
  'ragged',
  'not-a-number',
  'too-large',
  'promise',
  'generator',
  'nothing-returned',
  'mutated-input',
] as const;

export type RunProblem = (typeof runProblems)[number];

/** What the core finds in the numbers themselves. */
export type ComparisonProblem =
  | 'not-run'
  | 'wrong-depth'
  | 'wrong-length'
  | 'wrong-row-count'
  | 'wrong-column-count'
  | 'wrong-batch-count'
  | 'not-finite'
  | 'depends-on-calls';

/** The result of one call. An empty list has shape [0]; `path` says where: row, column, … */
export type Answer =
  | { kind: 'cells'; shape: number[]; cells: Float64Array }
  | { kind: 'problem'; problem: RunProblem; path: number[] };

/** Numbers that a text can refer to by name. */
export type NamedValues = Record<string, number>;

/** The first result that could not be compared cell by cell. */
export interface VerdictProblem {
  id: RunProblem | ComparisonProblem;
  caseIndex: number;
  caseName: string;
  path: number[];
  /** `expected` and `got` for a wrong depth, length or count */
  values: NamedValues;
}

/** The first cell that is not what it should be. Indices count from 0. */
export interface FirstDifference {
  caseIndex: number;
  caseName: string;
  index: number[];
  expected: number;
  got: number; // NaN or infinite where the learner's cell is
  tolerance: number;
  /** how the reference gets to the cell, the result last */
  steps: { name: string; value: number }[];
}

/** One thing that a learner's function does differently, with the cell that shows it. */
export interface Change {
  id: string;
  convention: boolean; // right in other libraries
  caseIndex: number;
  caseName: string;
  index: number[]; // empty when the shape of the result is the evidence
  expected: number; // NaN without a cell to compare with
  got: number;
  values: NamedValues;
}

/** Changes that together turn the right function into the learner's. */
export interface Explanation {
  convention: boolean; // every change is one
  changes: Change[];
}

export interface Verdict {
  passed: boolean;
  casesPassed: number;
  casesTotal: number;
  casePassed: boolean[];
  problem: VerdictProblem | null;
  firstDifference: FirstDifference | null;
  /** all with the fewest changes: the cases cannot tell them apart */
  explanations: Explanation[];
  /** the explanations leave out the cases that gave no table */
  explainedInPart: boolean;
  notes: { id: string; values: NamedValues }[];
}

/** A cell may differ by absolute + perPosition × its position. */
export interface Tolerance {
  absolute: number;
  perPosition: number;
}

/**
 * The calls that a learner's function must answer; the same for the same seed everywhere.
 * @throws {CoreError} 'unknown-name' or 'wrong-type'
 */
export function challengeCases(grader: Grader, challenge: string, seed: number): ChallengeCase[] {
  return grader.call((raw) =>
    raw.challengeCases(text('challenge', challenge), uint32('seed', seed)),
  );
}

/** What a right function returns: a nested list of this shape, row-major. */
export interface Reference {
  shape: number[];
  cells: number[];
}

/**
 * The right result for one of `challengeCases(grader, challenge, seed)`.
 * @throws {CoreError} 'unknown-name', 'out-of-range' or 'wrong-type'
 */
export function challengeReference(
  grader: Grader,
  challenge: string,
  seed: number,
  caseIndex: number,
): Reference {
  return grader.call((raw) =>
    raw.challengeReference(
      text('challenge', challenge),
      uint32('seed', seed),
      int32('caseIndex', caseIndex),
    ),
  );
}

/**
 * Judges the answers to `challengeCases(grader, challenge, seed)`, in that order; those missing at the
 * end count as not run.
 * @throws {CoreError} 'unknown-name', 'shape-mismatch', 'out-of-range' or 'wrong-type'
 */
export function grade(
  grader: Grader,
  challenge: string,
  seed: number,
  answers: readonly Answer[],
): Verdict {
  return grader.call((raw) =>
    raw.grade(
      text('challenge', challenge),
      uint32('seed', seed),
      Array.from(list('answers', answers), checkedAnswer),
    ),
  );
}

export function gradingTolerance(grader: Grader): Tolerance {
  return grader.call((raw) => raw.gradingTolerance());
}

function checkedAnswer(answer: Answer, i: number): Answer {
  const name = `answers[${i}]`;
  fields(name, answer);
  if (answer.kind === 'problem') {
    text(`${name}.problem`, answer.problem);
    checkIndices(`${name}.path`, answer.path);
    return answer;
  }
  typedArray(`${name}.cells`, Float64Array, answer.cells);
  checkIndices(`${name}.shape`, answer.shape);
  return { ...answer, kind: 'cells' };
}

function checkIndices(name: string, indices: readonly number[]): void {
  for (const index of list(name, indices)) int32(name, index);
}

function list<T>(name: string, value: readonly T[]): readonly T[] {
  const given: unknown = value;
  if (!Array.isArray(given)) throw new CoreError('wrong-type', `${name} is not a list`);
  return value;
}
