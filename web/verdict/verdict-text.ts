/**
 * A verdict in sentences, for the page and the command line alike. The sentences are content: the
 * feedback.md of all challenges and that of each one hold a text for each id, under a heading
 * `## id`, with places in braces that are filled from the verdict.
 *
 * Places that every sentence may use:
 *   {function}             the name of the learner's function
 *   {case}                 the call: "n = 3, d = 4, base 10000"
 *   {cell}                 where the cell is, in words: "row 1, column 2"
 *   {row} {column} {index} the same, each by itself, counted from 0; {index} is "[1][2]"
 *   {expected} {got}       what the cell, count or length should be, and is
 *   {found}                what stands where a number or list should be: "a text"
 *   {message} {line}       an error of the code, in plain words, and its line
 * and each name of the verdict's own values.
 */
import type { Change, NamedValues, Verdict } from '../bindings/grading.ts';

export type FeedbackTexts = ReadonlyMap<string, string>;

/** What the sandbox knows of an answer beside its numbers. */
export interface AnswerDetail {
  kind: string;
  found?: string;
  message?: string;
  line?: number;
  /** The code could not be loaded: the error is of no case. */
  atLoad?: boolean;
}

export interface VerdictContext {
  functionName: string;
  /** The answers that were judged, in the order of the cases. */
  answers: readonly AnswerDetail[];
}

export interface Sentence {
  id: string;
  message: string;
}

export interface MistakeSentence extends Sentence {
  /** Right in other libraries; the task states its own. */
  convention: boolean;
}

export interface VerdictText {
  /** Why the numbers could not be compared, if that is so and no explanation covers it. */
  problem: Sentence | null;
  /** What went wrong: each entry explains everything by itself; the cases cannot tell them apart. */
  explanations: MistakeSentence[][];
  /** Every mistake that is named above, once. */
  mistakes: MistakeSentence[];
  notes: Sentence[];
  /** Where the first cell differs, if one does. */
  firstDifference: string | null;
}

/**
 * The texts of one feedback.md after another by id: a later file may have another text for an id of
 * an earlier one. Text before the first heading is for authors.
 */
export function parseFeedback(...files: readonly string[]): FeedbackTexts {
  return new Map(files.flatMap((markdown) => [...parseFile(markdown)]));
}

function parseFile(markdown: string): FeedbackTexts {
  const texts = new Map<string, string>();
  const parts = markdown.replace(/\r\n?/g, '\n').split(/^##[ \t]+(\S+)[ \t]*$/m);
  for (let i = 1; i < parts.length; i += 2) {
    const id = parts[i] ?? '';
    if (texts.has(id)) throw new Error(`feedback has two texts for ${id}`);
    const text = (parts[i + 1] ?? '').trim().replace(/\s*\n\s*/g, ' ');
    if (text === '') throw new Error(`feedback has no text for ${id}`);
    texts.set(id, text);
  }
  return texts;
}

/** The names of the places in a text. */
export function placesOf(text: string): string[] {
  return Array.from(text.matchAll(kPlace), ([, name]) => name ?? '');
}

export function verdictText(
  verdict: Verdict,
  feedback: FeedbackTexts,
  context: VerdictContext,
): VerdictText {
  const sentence = (id: string, places: Places): string => {
    const text = feedback.get(id);
    if (text === undefined) return `The result is not the one that was asked for (${id}).`;
    return fill(text, { ...places, function: context.functionName });
  };
  const change = (one: Change): MistakeSentence => ({
    id: one.id,
    convention: one.convention,
    message: sentence(one.id, {
      ...cellPlaces(one.index),
      case: one.caseName,
      expected: number(one.expected),
      got: number(one.got),
      ...numbers(one.values),
    }),
  });

  const problemSentence = ({
    id,
    caseIndex,
    caseName,
    path,
    values,
  }: NonNullable<Verdict['problem']>): Sentence => {
    const detail = context.answers[caseIndex];
    if (detail?.atLoad && detail.message !== undefined) {
      const place = detail.line === undefined ? '' : `Line ${detail.line}: `;
      return { id, message: place + detail.message };
    }
    const places = { ...cellPlaces(path), ...detailPlaces(detail), ...numbers(values) };
    const message = sentence(id, { ...places, case: caseName });
    return { id, message: withHint(message, id === 'no-function' ? detail?.message : undefined) };
  };

  const { problem, firstDifference } = verdict;
  // A shape or a NaN that a named mistake brings about is no second mistake.
  const isExplained = verdict.explanations.length > 0 && !verdict.explainedInPart;
  const explanations = verdict.explanations.map(({ changes }) => changes.map(change));
  const mistakes = new Map(explanations.flat().map((mistake) => [mistake.id, mistake]));
  return {
    problem: isExplained ? null : problem && problemSentence(problem),
    explanations,
    mistakes: [...mistakes.values()],
    notes: verdict.notes.map(({ id, values }) => ({ id, message: sentence(id, numbers(values)) })),
    firstDifference:
      firstDifference &&
      `With ${firstDifference.caseName}, ${cellName(firstDifference.index)} should be ` +
        `${number(firstDifference.expected)}; yours is ${number(firstDifference.got)}.`,
  };
}

/** A number as people read it: whole ones whole, others with six significant digits. */
export function number(value: number): string {
  if (!Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'infinity' : '-infinity';
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(6)));
}

type Places = Record<string, string>;

const kPlace = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

/** What the sandbox calls a kind of value, in words. */
const kFound: Record<string, string> = {
  number: 'a single number',
  list: 'a list',
  string: 'a text',
  boolean: 'true or false',
  bigint: 'a BigInt (a number written with an n)',
  undefined: 'undefined (nothing)',
  hole: 'an empty place (never filled)',
  null: 'null',
  function: 'a function',
  symbol: 'a symbol',
  object: 'an object',
  none: 'None (nothing)',
  complex: 'a complex number',
  dictionary: 'a dictionary',
  set: 'a set',
};

function fill(text: string, places: Places): string {
  return text.replace(kPlace, (place, name: string) => places[name] ?? place);
}

function withHint(sentence: string, hint: string | undefined): string {
  return hint === undefined || sentence.includes(hint) ? sentence : `${sentence} ${hint}`;
}

function cellName(index: readonly number[]): string {
  switch (index.length) {
    case 0:
      return 'the result';
    case 1:
      return `entry ${index[0]}`;
    case 2:
      return `row ${index[0]}, column ${index[1]}`;
    default:
      return `table ${index[0]}, row ${index[1]}, column ${index[2]}`;
  }
}

function cellPlaces(index: readonly number[]): Places {
  const [row, column] = index.length === 3 ? index.slice(1) : index;
  const places: Places = {
    cell: cellName(index),
    index: index.map((one) => `[${one}]`).join('') || 'the top level',
  };
  if (index.length === 3) places.batch = String(index[0]);
  if (row !== undefined) places.row = String(row);
  if (column !== undefined) places.column = String(column);
  return places;
}

function detailPlaces(detail: AnswerDetail | undefined): Places {
  const places: Places = { message: detail?.message ?? 'The code threw an error.' };
  if (detail?.found !== undefined) places.found = kFound[detail.found] ?? detail.found;
  if (detail?.line !== undefined) places.line = String(detail.line);
  return places;
}

function numbers(values: NamedValues): Places {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number(value)]));
}
