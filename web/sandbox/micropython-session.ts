/**
 * One MicroPython interpreter for one run: loads the learner's source, calls the function on each
 * case and reads numbers out.
 *
 * The engine cannot look at a clock while Python runs, so it keeps no deadline: code that takes too
 * long is ended by whoever holds the worker (see `run-watchdog.ts`).
 */
import { runProblems } from '../bindings/grading.ts';
import { MicroPythonEngine, UncaughtError } from './micropython-engine.ts';
import type { PythonFunction } from './micropython-engine.ts';
import preludeSource from './micropython-prelude.py?raw';
import { PrintedText } from './printed-text.ts';
import type { EngineError, Limits } from './protocol.ts';
import { kMaxCells, kMaxDepth, kSlowDeviceFactor, kValueKinds } from './protocol.ts';
import type { CaseFailure, Cells, Failure, Interpreter } from './session.ts';
import { isStackOverflow, kNoMemory, kSlowCalibrationMs } from './session.ts';

/** The learner's file in tracebacks; places in any other file are not theirs. */
const kSourceName = 'solution.py';

/** What the functions of the prelude answer instead of an address. */
const kThrew = -1;
const kOutOfMemory = -2;
const kNoFunction = -3;

/** Numbers before the cells: status, kind, path length, path × 3, depth, shape × 3. */
const kHeadCells = 10;
const kCellBytes = 8;

interface Prelude {
  load: PythonFunction;
  answer: PythonFunction;
  describe: PythonFunction;
}

/** Starts an interpreter that can never hold more than `limits.memory` bytes. */
export async function bootMicroPython(
  engine: WebAssembly.Module | ArrayBuffer,
  limits: Limits,
): Promise<MicroPythonSession> {
  const module = engine instanceof ArrayBuffer ? await WebAssembly.compile(engine) : engine;
  const printed = new PrintedText();
  const python = await MicroPythonEngine.boot(module, limits.memory, (bytes) => {
    printed.write(bytes);
  });
  return new MicroPythonSession(python, printed);
}

export class MicroPythonSession implements Interpreter {
  readonly limitFactor: number;
  readonly #python: MicroPythonEngine;
  readonly #printed: PrintedText;
  readonly #prelude: Prelude;
  #isAsync = false;

  constructor(python: MicroPythonEngine, printed: PrintedText) {
    this.#python = python;
    this.#printed = printed;
    const names = ['_load', '_answer', '_describe', '_calibrate'] as const;
    python.run(
      `${preludeSource}\n${names.join(', ')} = _prelude(${kMaxCells}, ${kMaxDepth}, "${kSourceName}")\n`,
    );
    const [load, answer, describe, calibrate] = names.map((name) => python.function(name));
    if (!load || !answer || !describe || !calibrate) throw new Error('the prelude is incomplete');
    this.#prelude = { load, answer, describe };
    python.run(`del _prelude, ${names.join(', ')}`);
    this.limitFactor = this.#measureDevice(calibrate);
  }

  load(source: string, entry: string): Failure | undefined {
    this.#isAsync = new RegExp(`^[ \\t]*async[ \\t]+def[ \\t]+${entry}\\b`, 'm').test(source);
    const result = this.#guarded(() => this.#python.call(this.#prelude.load, source, entry));
    if (typeof result === 'object') return result;
    if (result === kNoFunction) return { problem: 'no-function', error: null, fatal: true };
    return result === kThrew || result === kOutOfMemory ? this.#failure(result) : undefined;
  }

  answer(argumentsText: string): Cells | CaseFailure {
    this.#printed.startCase();
    const result = this.#guarded(() => this.#python.call(this.#prelude.answer, argumentsText));
    if (typeof result === 'object') return inCase(result);
    if (result === kThrew || result === kOutOfMemory) {
      const failure = this.#failure(result);
      // An error of the call itself has no place in the learner's file.
      const { error } = failure;
      const isCall = error?.kind === 'TypeError' && error.line === 0;
      return inCase(
        isCall && error.message.includes('argument')
          ? { problem: 'wrong-arity', error: null, fatal: true }
          : failure,
      );
    }
    if (this.#isAsync) return inCase({ problem: 'promise', error: null, fatal: false });
    return this.#unpack(result);
  }

  takePrinted(): string {
    return this.#printed.take();
  }

  #measureDevice(calibrate: PythonFunction): number {
    let fastest = Infinity; // the first loop also pays for compiling the engine
    for (let i = 0; i < 3 && fastest > kSlowCalibrationMs; ++i) {
      const began = performance.now();
      this.#python.call(calibrate);
      fastest = Math.min(fastest, performance.now() - began);
    }
    return fastest > kSlowCalibrationMs ? kSlowDeviceFactor : 1;
  }

  #unpack(address: number): Cells | CaseFailure {
    const { memory } = this.#python;
    const numbers = (count: number) =>
      new Float64Array(memory.slice(address, address + count * kCellBytes));
    const head = numbers(kHeadCells);
    const at = (index: number) => head[index] ?? 0;
    if (at(0) < 0) {
      const shape = Array.from(head.subarray(7, 7 + at(6)));
      const count = shape.reduce((product, size) => product * size, 1);
      return { kind: 'cells', shape, data: numbers(kHeadCells + count).slice(kHeadCells) };
    }
    const problem = runProblems[at(0)] ?? 'not-a-list';
    return {
      kind: 'problem',
      problem,
      found: problem === 'mutated-input' ? null : (kValueKinds[at(1)] ?? null),
      path: Array.from(head.subarray(3, 3 + at(2))),
      error: null,
      fatal: false,
    };
  }

  /**
   * Runs one step. An exception of the engine itself (its own stack or memory ran out, or it was
   * made to ask for something that does not exist) leaves it in an unknown state, so it ends the run.
   */
  #guarded(step: () => number | string | null): number | Failure {
    try {
      return Number(step());
    } catch (thrown) {
      const noMemory = thrown instanceof UncaughtError && thrown.kind === 'MemoryError';
      if (noMemory || this.#python.isFull) {
        return { problem: 'out-of-memory', error: kNoMemory, fatal: true };
      }
      const message = isStackOverflow(thrown) ? 'stack overflow' : 'the interpreter failed';
      const error = { kind: 'InternalError', message, line: 0, column: 0 };
      return { problem: 'threw', error, fatal: true };
    }
  }

  #failure(status: number): Failure {
    let error: EngineError;
    try {
      error = errorOf(String(this.#python.call(this.#prelude.describe)));
    } catch {
      error = { kind: '', message: '', line: 0, column: 0 };
    }
    return status === kOutOfMemory
      ? { problem: 'out-of-memory', error: { ...kNoMemory, line: error.line }, fatal: true }
      : { problem: 'threw', error, fatal: false };
  }
}

/** Name, message and the innermost place in the learner's file. */
function errorOf(described: string): EngineError {
  const [kind = '', message = '', trace = ''] = described.split('\u0004');
  const places = Array.from(trace.matchAll(/^ {2}File "([^"]*)", line (\d+)/gm));
  const place = places.findLast(([, file]) => file === kSourceName);
  return { kind, message, line: Number(place?.[2] ?? 0), column: 0 };
}

function inCase(failure: Failure): CaseFailure {
  return { kind: 'problem', path: [], found: null, ...failure };
}
