/**
 * One run in one interpreter, the same for every language: load the learner's source, call the
 * function on each case in order, report. The page's workers and the command line both run exactly
 * this.
 */
import type { EngineError, FromWorker, Limits, Problem, RunOrder, ValueKind } from './protocol.ts';
import { kProtocolVersion } from './protocol.ts';

export type Emit = (message: FromWorker, transfer: ArrayBuffer[]) => void;

export interface Cells {
  kind: 'cells';
  shape: number[];
  data: Float64Array<ArrayBuffer>;
}

export interface Failure {
  problem: Problem;
  error: EngineError | null;
  /** The interpreter cannot be trusted with another case. */
  fatal: boolean;
}

/** A failure of one case, and where in the returned value it is. */
export interface CaseFailure extends Failure {
  kind: 'problem';
  path: number[];
  found: ValueKind | null;
}

/**
 * An interpreter that is used for one run and never cleaned up: its memory goes with the worker. It
 * keeps deadlines (of `performance.now()`) as far as its own clock can; whoever holds the worker ends
 * what it cannot stop (see `run-watchdog.ts`).
 */
export interface Interpreter {
  /** How many times the time limits this device is given. */
  readonly limitFactor: number;
  /** Reads the source and finds the function. */
  load(source: string, entry: string, deadline: number): Failure | undefined;
  /** Calls the function on arguments written in its language. */
  answer(argumentsText: string, deadline: number): Cells | CaseFailure;
  /** What was printed since this was last asked. */
  takePrinted(): string;
}

/** What is said of code whose memory is used up; the engine may have none left to say it itself. */
export const kNoMemory: EngineError = {
  kind: 'InternalError',
  message: 'out of memory',
  line: 0,
  column: 0,
};

/** The calibration loop of every language takes about 3 ms on a desktop, more than this on a slow device. */
export const kSlowCalibrationMs = 15;

/** The host's own stack ran out under the engine: each browser says so in its way. */
export function isStackOverflow(thrown: unknown): boolean {
  return (
    thrown instanceof RangeError ||
    thrown instanceof WebAssembly.RuntimeError ||
    (thrown instanceof Error && thrown.message === 'too much recursion')
  );
}

/** Runs every case in order and reports through `emit`; the last message is `end`. */
export function runOrder(
  interpreter: Interpreter,
  order: RunOrder,
  limits: Limits,
  emit: Emit,
): void {
  const { limitFactor } = interpreter;
  const head = { v: kProtocolVersion, runId: order.runId, nonce: order.nonce } as const;
  emit({ ...head, type: 'started', limitFactor }, []);
  const runEnds = performance.now() + limits.perRun * limitFactor;
  const callEnds = () => Math.min(runEnds, performance.now() + limits.perCase * limitFactor);

  const failed = interpreter.load(order.source, order.entry, callEnds());
  if (failed) {
    const { problem, error } = failed;
    emit({ ...head, type: 'refused', problem, error, printed: interpreter.takePrinted() }, []);
    emit({ ...head, type: 'end' }, []);
    return;
  }
  emit({ ...head, type: 'loaded', printed: interpreter.takePrinted() }, []);

  for (const { id, argumentsText } of order.cases) {
    const began = performance.now();
    const outcome = interpreter.answer(argumentsText, callEnds());
    const printed = interpreter.takePrinted();
    const milliseconds = performance.now() - began;
    if (outcome.kind === 'cells') {
      const { shape, data } = outcome;
      emit({ ...head, type: 'out', id, shape, data, printed, milliseconds }, [data.buffer]);
    } else {
      const { problem, path, found, error, fatal } = outcome;
      emit({ ...head, type: 'err', id, problem, path, found, error, printed, milliseconds }, []);
      if (fatal) break;
    }
  }
  emit({ ...head, type: 'end' }, []);
}
