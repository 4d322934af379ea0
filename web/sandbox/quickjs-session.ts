/**
 * One QuickJS interpreter for one run: loads the learner's source, calls the function on each case
 * and reads numbers out.
 *
 * The interpreter's own clock stops learner's code between its steps. What it cannot stop (a
 * built-in that runs for ever) is ended by whoever holds the worker: see `run-watchdog.ts`.
 * A session is used once and never cleaned up: its memory goes with the worker.
 */
import { runProblems } from '../bindings/grading.ts';
import createEngine from '@jitl/quickjs-wasmfile-release-sync/emscripten-module';
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { EngineError, Limits } from './protocol.ts';
import {
  kMaxCells,
  kMaxDepth,
  kMaxPrinted,
  kMaxPrintedLine,
  kMaxPrintedLines,
  kSlowDeviceFactor,
  kValueKinds,
} from './protocol.ts';
import preludeSource from './quickjs-prelude.js?raw';
import type { CaseFailure, Cells, Failure, Interpreter } from './session.ts';
import { isStackOverflow, kNoMemory, kSlowCalibrationMs } from './session.ts';

/** The learner's file in stack traces; frames of any other file are not theirs. */
export const kSourceName = 'solution.js';

const kPageBytes = 65_536;
/** Memory grows in steps: one that no longer fits leaves up to this much unused. */
const kFullMargin = 8 * 1024 * 1024;
const kFirstPages = 256; // what the engine is linked for
/** Time for reading an error or a result when the time for the call is used up. */
const kReadingMs = 200;
const kCalibration = 'let s = 0; for (let i = 0; i < 20000; ++i) s += i * 1.0001; s';

const kTimedOut: Failure = {
  problem: 'timeout',
  error: { kind: 'InternalError', message: 'interrupted', line: 0, column: 0 },
  fatal: true,
};

interface Prelude {
  collect: QuickJSHandle;
  describe: QuickJSHandle;
  arity: QuickJSHandle;
  startCase: QuickJSHandle;
}

/** Starts an interpreter that can never hold more than `limits.memory` bytes. */
export async function bootQuickJs(
  engine: WebAssembly.Module | ArrayBuffer,
  limits: Limits,
): Promise<QuickJsSession> {
  const memory = new WebAssembly.Memory({
    initial: kFirstPages,
    maximum: Math.floor(limits.memory / kPageBytes),
  });
  const variant: QuickJSSyncVariant = {
    type: 'sync',
    importFFI: () => Promise.resolve(QuickJSFFI),
    importModuleLoader: () => Promise.resolve(createEngine),
  };
  const wasmModule = engine instanceof ArrayBuffer ? await WebAssembly.compile(engine) : engine;
  const quickJs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmModule,
      wasmMemory: memory,
      wasmLocation: 'unused',
      log: () => undefined,
    }),
  );
  const runtime = quickJs.newRuntime();
  runtime.setMaxStackSize(limits.stack);
  return new QuickJsSession(runtime, memory, limits);
}

export class QuickJsSession implements Interpreter {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  readonly #prelude: Prelude;
  readonly #limits: Limits;
  readonly limitFactor: number;
  #callable: QuickJSHandle | undefined;
  #deadline = Infinity;
  #overdue = false;
  #lines: string[] = [];

  constructor(runtime: QuickJSRuntime, memory: WebAssembly.Memory, limits: Limits) {
    this.#runtime = runtime;
    this.#memory = memory;
    this.#limits = limits;
    this.#context = runtime.newContext();
    runtime.setInterruptHandler(() => {
      if (performance.now() <= this.#deadline) return false;
      this.#overdue = true;
      return true;
    });
    this.#prelude = this.#install();
    this.limitFactor = this.#measureDevice();
  }

  load(source: string, entry: string, deadline: number): Failure | undefined {
    const loaded = this.#load(source, entry, deadline);
    if ('problem' in loaded) return loaded;
    this.#callable = loaded.callable;
    return undefined;
  }

  answer(argumentsText: string, deadline: number): Cells | CaseFailure {
    if (!this.#callable) throw new Error('answer() needs a load() that found the function');
    return this.#case(this.#callable, argumentsText, deadline);
  }

  takePrinted(): string {
    const printed = this.#lines.join('\n');
    this.#lines = [];
    return printed;
  }

  #install(): Prelude {
    const context = this.#context;
    const made = context.unwrapResult(
      context.evalCode(preludeSource, '<prelude>', { type: 'global' }),
    );
    const print = context.newFunction('print', (text) => {
      this.#lines.push(context.getString(text));
    });
    const numbers = [kMaxCells, kMaxDepth, kMaxPrinted, kMaxPrintedLine, kMaxPrintedLines];
    const parts = context.unwrapResult(
      context.callFunction(made, context.undefined, [
        print,
        ...numbers.map((number) => context.newNumber(number)),
      ]),
    );
    return {
      collect: context.getProp(parts, 'collect'),
      describe: context.getProp(parts, 'describe'),
      arity: context.getProp(parts, 'arity'),
      startCase: context.getProp(parts, 'startCase'),
    };
  }

  #measureDevice(): number {
    let fastest = Infinity; // the first loop also pays for compiling the engine
    for (let i = 0; i < 3 && fastest > kSlowCalibrationMs; ++i) {
      const began = performance.now();
      this.#context.evalCode(`{ ${kCalibration} }`, '<calibration>', { type: 'global' }).dispose();
      fastest = Math.min(fastest, performance.now() - began);
    }
    return fastest > kSlowCalibrationMs ? kSlowDeviceFactor : 1;
  }

  #load(source: string, entry: string, deadline: number): Failure | { callable: QuickJSHandle } {
    const isModule = /^\s*export\s/m.test(source);
    return this.#guarded<Failure | { callable: QuickJSHandle }>(deadline, () => {
      const context = this.#context;
      const result = context.evalCode(source, kSourceName, {
        type: isModule ? 'module' : 'global',
      });
      if (result.error) return this.#failure(result.error);
      const jobs = this.#runJobs();
      if (jobs) return jobs;

      let callable: QuickJSHandle | undefined;
      if (isModule) {
        callable = this.#exported(result.value, entry);
      } else if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(entry)) {
        const found = context.evalCode(
          `typeof ${entry} === "undefined" ? undefined : ${entry}`,
          '<entry>',
          { type: 'global' },
        );
        if (found.error) return this.#failure(found.error);
        callable = found.value;
      }
      if (!callable || context.typeof(callable) !== 'function') {
        return { problem: 'no-function', error: null, fatal: true };
      }
      return { callable };
    });
  }

  /** The named export, else the default one. */
  #exported(evaluated: QuickJSHandle, entry: string): QuickJSHandle | undefined {
    const context = this.#context;
    const state = context.getPromiseState(evaluated);
    if (state.type !== 'fulfilled') return undefined;
    const named = context.getProp(state.value, entry);
    if (context.typeof(named) === 'function') return named;
    return context.getProp(state.value, 'default');
  }

  #case(callable: QuickJSHandle, argumentsText: string, deadline: number): Cells | CaseFailure {
    const context = this.#context;
    const result = this.#guarded<Cells | CaseFailure | Failure>(deadline, () => {
      this.#call(this.#prelude.startCase, []);
      const list = context.evalCode(`[${argumentsText}]`, '<arguments>', { type: 'global' });
      if (list.error) return this.#failure(list.error);
      const count = context.getLength(list.value) ?? 0;
      const given = Array.from({ length: count }, (_, i) => context.getProp(list.value, i));
      const before = given.map((value) => this.#cellsOf(value));

      const arity = this.#call(this.#prelude.arity, [callable]);
      if ('problem' in arity) return arity;
      if (context.getNumber(arity.value) > count) {
        return { problem: 'wrong-arity', error: null, fatal: true };
      }
      const returned = this.#call(callable, given);
      if ('problem' in returned) return returned;
      const isPromise = !('notAPromise' in context.getPromiseState(returned.value));
      if (isPromise) return { problem: 'promise', error: null, fatal: false };
      const jobs = this.#runJobs();
      if (jobs) return jobs;

      const collected = this.#call(this.#prelude.collect, [returned.value]);
      if ('problem' in collected) return collected;
      const read = this.#unpack(collected.value);
      if (read.kind === 'cells' && given.some((value, i) => !this.#unchanged(value, before[i]))) {
        return { problem: 'mutated-input', error: null, fatal: false };
      }
      return read;
    });
    return 'kind' in result ? result : { kind: 'problem', path: [], found: null, ...result };
  }

  /** Calls a function inside; a throw becomes a failure. */
  #call(callable: QuickJSHandle, values: QuickJSHandle[]): Failure | { value: QuickJSHandle } {
    const result = this.#context.callFunction(callable, this.#context.undefined, values);
    return result.error ? this.#failure(result.error) : { value: result.value };
  }

  /**
   * Runs promise jobs until none is left or the time is over. Jobs that use up the memory are
   * dropped without an error.
   */
  #runJobs(): Failure | undefined {
    if (!this.#runtime.hasPendingJob()) return undefined;
    while (this.#runtime.hasPendingJob()) {
      if (performance.now() > this.#deadline) return kTimedOut;
      const ran = this.#runtime.executePendingJobs(256);
      if (ran.error) return this.#failure(ran.error);
    }
    if (this.#isFull()) return { problem: 'out-of-memory', error: kNoMemory, fatal: true };
    return undefined;
  }

  #unpack(buffer: QuickJSHandle): Cells | CaseFailure {
    const bytes = this.#context.getArrayBuffer(buffer).value;
    const numbers = new Float64Array(bytes.slice().buffer);
    const at = (index: number) => numbers[index] ?? 0;
    if (at(0) < 0) {
      const depth = at(6);
      return {
        kind: 'cells',
        shape: Array.from(numbers.subarray(7, 7 + depth)),
        data: numbers.slice(10),
      };
    }
    return {
      kind: 'problem',
      problem: runProblems[at(0)] ?? 'not-a-list',
      found: kValueKinds[at(1)] ?? null,
      path: Array.from(numbers.subarray(3, 3 + at(2))),
      error: null,
      fatal: false,
    };
  }

  /** The cells of a list argument; undefined for a plain number. */
  #cellsOf(value: QuickJSHandle): Cells | undefined {
    if (this.#context.typeof(value) !== 'object') return undefined;
    const collected = this.#call(this.#prelude.collect, [value]);
    if ('problem' in collected) return undefined;
    const read = this.#unpack(collected.value);
    return read.kind === 'cells' ? read : undefined;
  }

  #unchanged(value: QuickJSHandle, before: Cells | undefined): boolean {
    if (!before) return true;
    const after = this.#cellsOf(value);
    if (after?.shape.join() !== before.shape.join()) return false;
    return after.data.every((cell, i) => Object.is(cell, before.data[i]));
  }

  /**
   * Runs one step under a deadline. An exception of the engine itself (its own stack or memory ran
   * out) leaves it in an unknown state, so it ends the run.
   */
  #guarded<T extends object>(deadline: number, step: () => T): T | Failure {
    this.#deadline = deadline;
    this.#overdue = false;
    try {
      const result = step();
      // A promise job that was interrupted ends without an error of its own.
      return this.#overdue && !('problem' in result) ? kTimedOut : result;
    } catch (thrown) {
      if (this.#overdue) return kTimedOut;
      if (this.#isFull()) return { problem: 'out-of-memory', error: kNoMemory, fatal: true };
      const message = isStackOverflow(thrown) ? 'stack overflow' : 'the interpreter failed';
      const error = { kind: 'InternalError', message, line: 0, column: 0 };
      return { problem: 'threw', error, fatal: true };
    } finally {
      this.#deadline = Infinity;
    }
  }

  /** What a throw inside means. Reading it may run learner's code, so it has its own deadline. */
  #failure(thrown: QuickJSHandle): Failure {
    if (this.#overdue) {
      this.#deadline = performance.now() + kReadingMs;
      const { line, column } = this.#read(thrown);
      return {
        ...kTimedOut,
        error: { kind: 'InternalError', message: 'interrupted', line, column },
      };
    }
    this.#deadline = Math.min(this.#deadline, performance.now() + kReadingMs);
    const error = this.#read(thrown);
    if (this.#overdue) {
      this.#overdue = false; // the error could not be read in time; the call itself was
      return { problem: 'threw', error: { ...error, kind: '', message: '' }, fatal: true };
    }
    if (error.kind === 'InternalError' && /out of memory|string too long/.test(error.message)) {
      return { problem: 'out-of-memory', error, fatal: true };
    }
    // With no memory left for an error object, the engine throws null.
    if (error.kind === '' && this.#isFull()) {
      return { problem: 'out-of-memory', error: kNoMemory, fatal: true };
    }
    return { problem: 'threw', error, fatal: false };
  }

  #isFull(): boolean {
    return this.#memory.buffer.byteLength > this.#limits.memory - kFullMargin;
  }

  #read(thrown: QuickJSHandle): EngineError {
    const context = this.#context;
    const described = context.callFunction(this.#prelude.describe, context.undefined, [thrown]);
    if (described.error) return { kind: '', message: '', line: 0, column: 0 };
    const [kind = '', message = '', stack = ''] = [0, 1, 2].map((i) =>
      context.getString(context.getProp(described.value, i)),
    );
    const place = new RegExp(`${kSourceName.replace('.', '\\.')}:(\\d+)(?::(\\d+))?`).exec(stack);
    return { kind, message, line: Number(place?.[1] ?? 0), column: Number(place?.[2] ?? 0) };
  }
}
