/**
 * Turns the messages of one run into its report. It believes none of them: a message of another
 * version or run, a second answer for a case, a shape that its numbers do not fill, or anything
 * after the end is dropped, and a case without an answer is never a right one.
 */
import { runProblems } from '../bindings/grading.ts';
import { nearestName } from './entry-name.ts';
import { explainError } from './error-words.ts';
import type {
  Answer,
  EngineError,
  ErrMessage,
  Outcome,
  OutMessage,
  Problem,
  RunReport,
  RunRequest,
  ValueKind,
} from './protocol.ts';
import {
  kMaxCells,
  kMaxDepth,
  kMaxPrinted,
  kPrintedSlack,
  kProtocolVersion,
  kValueKinds,
} from './protocol.ts';

/** What a message did: nothing, moved the run on, or ended it. */
export type Reception =
  | { kind: 'dropped' }
  | { kind: 'taken' }
  | { kind: 'started'; limitFactor: number }
  | { kind: 'ended'; outcome: Outcome; reason?: string };

type Fields = Record<string, unknown>;
type ProblemAnswer = Extract<Answer, { kind: 'problem' }>;

/** What the interpreter says when its own clock stops it, for when it had to be ended from outside. */
const kInterrupted: EngineError = {
  kind: 'InternalError',
  message: 'interrupted',
  line: 0,
  column: 0,
};

const kDropped: Reception = { kind: 'dropped' };
const kTaken: Reception = { kind: 'taken' };

export class RunCollector {
  readonly #request: RunRequest;
  readonly #runId: number;
  readonly #nonce: string;
  readonly #answers: (Answer | undefined)[];
  readonly #printed: string[];
  #printedAtLoad = '';
  #error: EngineError | undefined;
  #problem: Problem | undefined;
  #started = false;
  #loaded = false;
  #ended = false;

  constructor(request: RunRequest, runId: number, nonce: string) {
    this.#request = request;
    this.#runId = runId;
    this.#nonce = nonce;
    this.#answers = request.cases.map(() => undefined);
    this.#printed = request.cases.map(() => '');
  }

  receive(data: unknown): Reception {
    if (this.#ended || !isPlainObject(data)) return kDropped;
    if (data.v !== kProtocolVersion || data.runId !== this.#runId || data.nonce !== this.#nonce) {
      return kDropped;
    }
    if (data.type === 'killed') return this.#killed(data);
    if (data.type === 'started') {
      if (this.#started || typeof data.limitFactor !== 'number') return kDropped;
      this.#started = true;
      return { kind: 'started', limitFactor: data.limitFactor };
    }
    if (!this.#started) return kDropped;
    switch (data.type) {
      case 'loaded':
        if (this.#loaded || this.#problem || !isPrinted(data.printed)) return kDropped;
        this.#loaded = true;
        this.#printedAtLoad = data.printed;
        return kTaken;
      case 'refused':
        return this.#refused(data);
      case 'out':
      case 'err':
        return this.#answered(data);
      case 'end':
        return this.#end();
      default:
        return kDropped;
    }
  }

  /** The report as far as the run got. */
  report(outcome: Outcome, milliseconds: number, reason?: string): RunReport {
    this.#ended = true;
    if (outcome === 'timeout') this.#error ??= kInterrupted;
    const nothingRan = outcome === 'blocked' || outcome === 'stopped';
    const missing: Problem =
      this.#problem ?? (outcome === 'timeout' ? 'timeout' : (this.#lastProblem() ?? 'threw'));
    const report: RunReport = {
      outcome,
      answers: nothingRan ? [] : this.#answers.map((answer) => answer ?? this.#missing(missing)),
      printed: this.#printed,
      printedAtLoad: this.#printedAtLoad,
      milliseconds,
    };
    if (this.#error && !nothingRan) {
      report.error = explainError(this.#request.language, this.#error, this.#request.source);
    }
    if (reason !== undefined) report.reason = reason;
    return report;
  }

  #missing(problem: Problem): Answer {
    const answer: ProblemAnswer = { kind: 'problem', problem, path: [] };
    const { source, entry } = this.#request;
    if (this.#error && !this.#loaded) {
      answer.atLoad = true;
      this.#explain(answer, this.#error);
    }
    const name = problem === 'no-function' ? nearestName(source, entry) : undefined;
    if (name !== undefined) {
      answer.message = `The code has a function ${name}; the one that is called is ${entry}.`;
    }
    return answer;
  }

  #refused(data: Fields): Reception {
    const error = data.error === null ? null : engineError(data.error);
    if (this.#loaded || this.#problem || error === undefined || !isPrinted(data.printed)) {
      return kDropped;
    }
    if (!isOneOf(runProblems, data.problem)) return kDropped;
    this.#problem = data.problem;
    this.#printedAtLoad = data.printed;
    if (error) this.#error = error;
    return kTaken;
  }

  #answered(data: Fields): Reception {
    const { id, printed } = data;
    if (!this.#loaded || typeof id !== 'number' || !isPrinted(printed)) return kDropped;
    if (!(id in this.#answers) || this.#answers[id] !== undefined) return kDropped;
    const answer = data.type === 'out' ? cellsOf(data) : this.#problemOf(data);
    if (!answer) return kDropped;
    this.#answers[id] = answer;
    this.#printed[id] = printed;
    return kTaken;
  }

  #problemOf(data: Fields): Answer | undefined {
    const { problem, path, found } = data as Partial<ErrMessage>;
    const error = data.error === null ? null : engineError(data.error);
    if (error === undefined || !isOneOf(runProblems, problem) || !isPath(path)) return undefined;
    if (found !== null && !isOneOf(kValueKinds, found)) return undefined;
    const answer: ProblemAnswer = { kind: 'problem', problem, path };
    if (found) answer.found = found satisfies ValueKind;
    if (error) {
      this.#explain(answer, error);
      this.#error ??= error;
    }
    return answer;
  }

  #explain(answer: ProblemAnswer, error: EngineError): void {
    const { language, source } = this.#request;
    const { message, line, column } = explainError(language, error, source);
    answer.message = message;
    if (line > 0) answer.line = line;
    if (column > 0) answer.column = column;
  }

  #end(): Reception {
    this.#ended = true;
    if (this.#problem) return { kind: 'ended', outcome: outcomeOf(this.#problem) };
    const last = this.#lastProblem();
    if (last === 'timeout') return { kind: 'ended', outcome: 'timeout' };
    if (this.#answers.every((answer) => answer) || last) return { kind: 'ended', outcome: 'done' };
    return { kind: 'ended', outcome: 'crashed', reason: 'Some cases were left without an answer.' };
  }

  /** Why the run went no further: the problem of the last case that was answered. */
  #lastProblem(): Problem | undefined {
    const last = this.#answers.findLast((answer) => answer);
    return last?.kind === 'problem' ? last.problem : undefined;
  }

  #killed(data: Fields): Reception {
    this.#ended = true;
    const detail = typeof data.detail === 'string' ? data.detail : '';
    switch (data.reason) {
      case 'timeout':
        return { kind: 'ended', outcome: 'timeout' };
      case 'no-start':
        return {
          kind: 'ended',
          outcome: 'blocked',
          reason: `The code runner did not start: ${detail}.`,
        };
      default:
        return {
          kind: 'ended',
          outcome: 'crashed',
          reason: `The code runner broke off: ${detail}.`,
        };
    }
  }
}

function outcomeOf(problem: Problem): Outcome {
  return problem === 'timeout' ? 'timeout' : 'done';
}

function cellsOf(data: Fields): Answer | undefined {
  const { shape, data: cells } = data as Partial<OutMessage>;
  if (!(cells instanceof Float64Array) || !Array.isArray(shape)) return undefined;
  if (shape.length < 1 || shape.length > kMaxDepth || !shape.every(isCount)) return undefined;
  const count = shape.reduce((product, size) => product * size, 1);
  if (count !== cells.length || count > kMaxCells) return undefined;
  return { kind: 'cells', shape: [...shape], cells };
}

function engineError(value: unknown): EngineError | undefined {
  if (!isPlainObject(value)) return undefined;
  const { kind, message, line, column } = value;
  if (typeof kind !== 'string' || typeof message !== 'string') return undefined;
  if (!isCount(line) || !isCount(column)) return undefined;
  return { kind: kind.slice(0, 100), message: message.slice(0, 500), line, column };
}

function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isPath(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= kMaxDepth && value.every(isCount);
}

function isPrinted(value: unknown): value is string {
  return typeof value === 'string' && value.length <= kMaxPrinted + kPrintedSlack;
}

function isOneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return typeof value === 'string' && (names as readonly string[]).includes(value);
}
