import type { FromLab, ToLab } from './protocol.ts';

/** What the page uses of a worker; a test brings its own. */
export interface WorkerLike {
  postMessage(message: ToLab): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromLab>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** @throws {DOMException} where the page may start no worker */
export function startWorker(): WorkerLike {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}

/** The page's side of the worker: made when it is first needed, and given up with all its memory. */
export class Trainer {
  readonly #start: () => WorkerLike;
  readonly #receive: (message: FromLab) => void;
  #worker: WorkerLike | undefined;

  constructor(receive: (message: FromLab) => void, start: () => WorkerLike = startWorker) {
    this.#receive = receive;
    this.#start = start;
  }

  get alive(): boolean {
    return this.#worker !== undefined;
  }

  post(message: ToLab): void {
    try {
      this.#worker ??= this.#listened(this.#start());
      this.#worker.postMessage(message);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends the worker in the middle of whatever it does. */
  release(): void {
    if (this.#worker === undefined) return;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#worker = undefined;
  }

  #listened(worker: WorkerLike): WorkerLike {
    worker.onmessage = ({ data }) => {
      // One that failed has nothing to keep; the next order starts another.
      if (data.type === 'failed') this.release();
      this.#receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      // A worker that may not be loaded says nothing.
      const { message } = event as Partial<ErrorEvent>;
      this.#fail(message ?? '');
    };
    return worker;
  }

  #fail(reason: string): void {
    this.release();
    this.#receive({ type: 'failed', reason });
  }
}
