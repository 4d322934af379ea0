/**
 * What the page, the runner frame and the interpreter worker say to each other, and the limits
 * that all three keep. Data only: nothing here runs code.
 *
 *   page  --init, run, stop-->  runner frame  --work-->  worker (one per run)
 *   page  <--connected, ready, failed, killed--  runner frame
 *   page  <--started, loaded, refused, out, err, end--  runner frame  <--  worker
 *
 * A language is one worker script and one engine file: adding one adds a row to `kLanguages` and a
 * worker that answers `work` with the same messages.
 */
import type { RunProblem } from '../bindings/grading.ts';

/** Raised when a message changes meaning; a message of another version is dropped. */
export const kProtocolVersion = 1;

export type Language = 'js' | 'python';

export interface Limits {
  /** Milliseconds to start the interpreter. */
  boot: number;
  /** Milliseconds to load the source, and then for each case. */
  perCase: number;
  /** Milliseconds for everything after the start. */
  perRun: number;
  /** Bytes of interpreter memory. */
  memory: number;
  /** Bytes of interpreter stack, where it can be set. */
  stack: number;
}

export interface LanguageFiles {
  /** How a file of the language ends. */
  ending: 'js' | 'py';
  /** The classic worker script. */
  worker: string;
  /** The WebAssembly engine. */
  engine: string;
  limits: Limits;
}

export const kLanguages: Record<Language, LanguageFiles> = {
  js: {
    ending: 'js',
    worker: 'worker-quickjs.js',
    engine: 'quickjs.wasm',
    limits: {
      boot: 5000,
      perCase: 1000,
      perRun: 5000,
      memory: 64 * 1024 * 1024,
      stack: 128 * 1024,
    },
  },
  python: {
    ending: 'py',
    worker: 'worker-micropython.js',
    engine: 'micropython.wasm',
    limits: {
      boot: 5000,
      perCase: 2000,
      perRun: 8000,
      memory: 64 * 1024 * 1024,
      stack: 0, // the engine's own: about 150 calls deep
    },
  },
};

/** The frame ends a worker that is this much over a limit: its own clock did not stop it. */
export const kKillGraceMs = 250;
/** The page removes a frame that is this much over a limit: the frame did not end its worker. */
export const kFrameGraceMs = 1500;
/** The page gives up on a frame that has not answered by then. */
export const kFrameAnswerMs = 3000;
/** A slow device gets this many times the time limits. */
export const kSlowDeviceFactor = 3;

export const kMaxSourceLength = 20_000;
export const kMaxCases = 256;
export const kMaxCells = 16_384;
export const kMaxDepth = 3;
/** Characters of printed text: of a run, of a line; and lines of a case. */
export const kMaxPrinted = 64 * 1024;
export const kMaxPrintedLine = 2000;
export const kMaxPrintedLines = 500;
/** The note that ends cut text is not counted in the limits above. */
export const kPrintedSlack = 256;

/** Why there are no cells to compare: the ids that the core knows. */
export type Problem = RunProblem;

/** What was found where a number or a list had to be. */
export const kValueKinds = [
  'number',
  'list',
  'string',
  'boolean',
  'bigint',
  'undefined',
  'hole',
  'null',
  'function',
  'symbol',
  'object',
  'none',
  'complex',
  'dictionary',
  'set',
] as const;
export type ValueKind = (typeof kValueKinds)[number];

/** An error as the engine tells it. Line and column count from 1; 0 is "not known". */
export interface EngineError {
  kind: string;
  message: string;
  line: number;
  column: number;
}

export interface CaseSource {
  id: number;
  /** The arguments as source text of the language, without the brackets of the call. */
  argumentsText: string;
}

export interface RunOrder {
  runId: number;
  nonce: string;
  source: string;
  entry: string;
  cases: CaseSource[];
}

interface Versioned {
  v: typeof kProtocolVersion;
}

/** Belongs to one run; anything else is stale. */
interface OfRun extends Versioned {
  runId: number;
  nonce: string;
}

// Page to frame.
export interface InitMessage extends Versioned {
  type: 'init';
  worker: ArrayBuffer;
  engine: ArrayBuffer;
  limits: Limits;
}
export interface RunMessage extends Versioned {
  type: 'run';
  order: RunOrder;
}
export interface StopMessage extends Versioned {
  type: 'stop';
}
export type ToFrame = InitMessage | RunMessage | StopMessage;

// Frame to worker.
export interface WorkMessage extends Versioned {
  type: 'work';
  engine: WebAssembly.Module;
  limits: Limits;
  order: RunOrder;
}

// Worker to frame to page.
export interface StartedMessage extends OfRun {
  type: 'started';
  /** Time limits are multiplied by this. */
  limitFactor: number;
}
/** The source has been read and holds the function. */
export interface LoadedMessage extends OfRun {
  type: 'loaded';
  printed: string;
}
/** The source could not be loaded or holds no such function: no case was run. */
export interface RefusedMessage extends OfRun {
  type: 'refused';
  problem: Problem;
  error: EngineError | null;
  printed: string;
}
export interface OutMessage extends OfRun {
  type: 'out';
  id: number;
  shape: number[];
  data: Float64Array;
  printed: string;
  milliseconds: number;
}
export interface ErrMessage extends OfRun {
  type: 'err';
  id: number;
  problem: Problem;
  path: number[];
  found: ValueKind | null;
  error: EngineError | null;
  printed: string;
  milliseconds: number;
}
export interface EndMessage extends OfRun {
  type: 'end';
}
export type FromWorker =
  StartedMessage | LoadedMessage | RefusedMessage | OutMessage | ErrMessage | EndMessage;

// Frame to page, of its own.
export interface ConnectedMessage extends Versioned {
  type: 'connected';
}
export interface ReadyMessage extends Versioned {
  type: 'ready';
}
export interface FailedMessage extends Versioned {
  type: 'failed';
  reason: string;
}
export type KillReason = 'no-start' | 'timeout' | 'crashed' | 'flood';
/** The worker was ended from outside. */
export interface KilledMessage extends OfRun {
  type: 'killed';
  reason: KillReason;
  detail: string;
}
export type FromFrame =
  FromWorker | ConnectedMessage | ReadyMessage | FailedMessage | KilledMessage;

/** The learner's numbers for one case, or why there are none. */
export type Answer =
  | { kind: 'cells'; shape: number[]; cells: Float64Array }
  | {
      kind: 'problem';
      problem: Problem;
      path: number[];
      found?: ValueKind;
      message?: string;
      line?: number;
      column?: number;
      /** The source itself could not be loaded: no case was run, and the error is of all of them. */
      atLoad?: true;
    };

export type Outcome = 'done' | 'timeout' | 'crashed' | 'blocked' | 'stopped';

export interface RunRequest {
  language: Language;
  source: string;
  /** The name of the function that is called. */
  entry: string;
  cases: { argumentsText: string }[];
}

/** An error in words for a beginner; `original` is the engine's own text. */
export interface RunError extends EngineError {
  original: string;
}

export interface RunReport {
  outcome: Outcome;
  /** The first error of the run: of the source, else of the first case that has one. */
  error?: RunError;
  /** One for each case asked, whatever happened; empty when `outcome` is blocked or stopped. */
  answers: Answer[];
  /** Printed text, one for each case; what the source prints while it is loaded is `printedAtLoad`. */
  printed: string[];
  printedAtLoad: string;
  milliseconds: number;
  /** Why nothing ran, in plain words, when `outcome` is blocked or crashed. */
  reason?: string;
}
