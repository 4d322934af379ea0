/**
 * Holds one worker for one run: passes its messages on, and ends it when it is late, fails or says
 * too much. Browser and Node workers differ only in the `WorkerPort`.
 */
import type { FromWorker, KilledMessage, KillReason, Limits, RunOrder } from './protocol.ts';
import {
  kKillGraceMs,
  kMaxCells,
  kMaxPrinted,
  kPrintedSlack,
  kProtocolVersion,
  kSlowDeviceFactor,
} from './protocol.ts';

export interface WorkerPort {
  /** Gives the worker its order. */
  start(): void;
  terminate(): void;
}

export type Relay = (message: FromWorker | KilledMessage, transfer: ArrayBuffer[]) => void;

/** Messages of a run beside one for each case: started, loaded or refused, end. */
const kOwnMessages = 3;
const kMaxMessageBytes = kMaxCells * 8 + 2 * (kMaxPrinted + kPrintedSlack);

export class RunWatchdog {
  readonly #port: WorkerPort;
  readonly #order: RunOrder;
  readonly #limits: Limits;
  readonly #relay: Relay;
  #messages = 0;
  #factor = 1;
  #over = false;
  #stepTimer: ReturnType<typeof setTimeout> | undefined;
  #runTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: WorkerPort, order: RunOrder, limits: Limits, relay: Relay) {
    this.#port = port;
    this.#order = order;
    this.#limits = limits;
    this.#relay = relay;
  }

  start(): void {
    this.#stepTimer = setTimeout(() => {
      this.#kill('no-start', `the interpreter did not start within ${this.#limits.boot} ms`);
    }, this.#limits.boot);
    this.#port.start();
  }

  /** A message of the worker. What it says is checked by `RunCollector`; how much, here. */
  receive(data: unknown): void {
    if (this.#over) return;
    this.#messages += 1;
    if (
      this.#messages > this.#order.cases.length + kOwnMessages ||
      bytesOf(data) > kMaxMessageBytes
    ) {
      this.#kill('flood', 'the interpreter sent more than it was asked for');
      return;
    }
    const message = data as FromWorker;
    if (message.type === 'end') {
      this.#finish();
    } else {
      if (message.type === 'started') this.#begin(message.limitFactor);
      this.#restartStep();
    }
    const transfer = message.type === 'out' ? [message.data.buffer as ArrayBuffer] : [];
    this.#relay(message, transfer);
  }

  /** The worker could not be made, or died. */
  fail(detail: string): void {
    this.#kill(this.#messages === 0 ? 'no-start' : 'crashed', detail);
  }

  /** Ends the worker without a word. */
  stop(): void {
    if (!this.#over) this.#finish();
  }

  #begin(limitFactor: number): void {
    this.#factor = Math.min(Math.max(1, limitFactor), kSlowDeviceFactor);
    this.#runTimer = setTimeout(
      () => {
        this.#kill('timeout', 'the whole run took too long');
      },
      this.#limits.perRun * this.#factor + kKillGraceMs,
    );
  }

  #restartStep(): void {
    clearTimeout(this.#stepTimer);
    this.#stepTimer = setTimeout(
      () => {
        this.#kill('timeout', 'one call took too long');
      },
      this.#limits.perCase * this.#factor + kKillGraceMs,
    );
  }

  #kill(reason: KillReason, detail: string): void {
    if (this.#over) return;
    this.#finish();
    const { runId, nonce } = this.#order;
    this.#relay({ v: kProtocolVersion, type: 'killed', runId, nonce, reason, detail }, []);
  }

  #finish(): void {
    this.#over = true;
    clearTimeout(this.#stepTimer);
    clearTimeout(this.#runTimer);
    this.#port.terminate();
  }
}

function bytesOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('type' in data)) return Infinity;
  let bytes = 0;
  for (const value of Object.values(data)) {
    if (typeof value === 'string') bytes += 2 * value.length;
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
  }
  return bytes;
}
