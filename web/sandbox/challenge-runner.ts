/**
 * Runs a learner's code for the page: builds the sealed frame when it is first needed, gives every
 * run a fresh interpreter, and never lets one outlive its limits.
 *
 *   idle -> booting -> running -> done | timeout | crashed | blocked | stopped
 *
 * A later run replaces an earlier one, whose report says `stopped`. Nothing is fetched before the
 * first run. The numbers in a report are the learner's; only the core may judge them.
 */
import type {
  FromFrame,
  Language,
  Outcome,
  RunOrder,
  RunReport,
  RunRequest,
  ToFrame,
} from './protocol.ts';
import {
  kFrameAnswerMs,
  kFrameGraceMs,
  kKillGraceMs,
  kLanguages,
  kMaxCases,
  kProtocolVersion,
  kSlowDeviceFactor,
} from './protocol.ts';
import { RunCollector } from './run-collector.ts';
import { normaliseSource, tooLongMessage } from './source-text.ts';

export type RunnerState = 'idle' | 'booting' | 'running' | Outcome;

export interface ChallengeRunnerOptions {
  /** The folder that holds `runner.html`, the workers and the engines; ends in a slash. */
  assets: URL;
  /** Where the hidden frame lives; the body by default. */
  parent?: HTMLElement;
  onStateChange?: (state: RunnerState) => void;
}

interface Connection {
  frame: HTMLIFrameElement;
  port: MessagePort;
  language: Language;
}

interface ActiveRun {
  runId: number;
  language: Language;
  began: number;
  collector: RunCollector;
  timer: ReturnType<typeof setTimeout> | undefined;
  over: boolean;
  finish: (outcome: Outcome, reason?: string) => void;
}

/** Why nothing can run, in words for the page. */
class Blocked extends Error {}

const kBlockedByPolicy =
  'This site does not let the page run code: the code runner did not answer. The rest of the lesson works.';

export class ChallengeRunner {
  readonly #options: ChallengeRunnerOptions;
  readonly #files = new Map<string, ArrayBuffer>();
  #state: RunnerState = 'idle';
  #lastRunId = 0;
  #active: ActiveRun | undefined;
  #connection: Connection | undefined;
  #connecting: { language: Language; connection: Promise<Connection> } | undefined;
  #disposed = false;

  constructor(options: ChallengeRunnerOptions) {
    this.#options = options;
  }

  get state(): RunnerState {
    return this.#state;
  }

  /** Always gives a report; never rejects for anything that the learner's code does. */
  run(request: RunRequest): Promise<RunReport> {
    if (this.#disposed) throw new Error('this ChallengeRunner has been disposed of');
    if (request.cases.length > kMaxCases) throw new RangeError(`at most ${kMaxCases} cases`);
    this.stop();
    const source = normaliseSource(request.source);
    const plain = { ...request, source: source.ok ? source.text : '' };
    const runId = ++this.#lastRunId;
    const nonce = randomText();
    return new Promise((resolve) => {
      const run: ActiveRun = {
        runId,
        language: plain.language,
        began: performance.now(),
        collector: new RunCollector(plain, runId, nonce),
        timer: undefined,
        over: false,
        finish: (outcome, reason) => {
          if (run.over) return;
          run.over = true;
          clearTimeout(run.timer);
          if (this.#active === run) this.#active = undefined;
          this.#setState(outcome);
          resolve(run.collector.report(outcome, performance.now() - run.began, reason));
        },
      };
      this.#active = run;
      if (!source.ok) {
        run.finish('blocked', tooLongMessage(source.length));
        return;
      }
      this.#setState('booting');
      const cases = plain.cases.map(({ argumentsText }, id) => ({ id, argumentsText }));
      void this.#start(run, {
        runId,
        nonce,
        source: plain.source,
        entry: plain.entry,
        cases,
      });
    });
  }

  /** Ends the current run, if there is one; its report says `stopped`. */
  stop(): void {
    const run = this.#active;
    if (!run) return;
    this.#send({ v: kProtocolVersion, type: 'stop' });
    run.finish('stopped');
  }

  /** Ends everything and takes the frame away. */
  dispose(): void {
    this.stop();
    this.#dropFrame();
    this.#disposed = true;
  }

  async #start(run: ActiveRun, order: RunOrder): Promise<void> {
    const { language } = run;
    let connection: Connection;
    try {
      connection = await this.#connect(language);
    } catch (error) {
      const known = error instanceof Blocked;
      run.finish(
        'blocked',
        known ? error.message : `The code runner could not start: ${String(error)}`,
      );
      return;
    }
    if (run.over) return;
    const { boot } = kLanguages[language].limits;
    this.#watch(run, boot + kFrameGraceMs, 'blocked', 'The code runner did not start.');
    const message: ToFrame = { v: kProtocolVersion, type: 'run', order };
    connection.port.postMessage(message);
  }

  /** The second line of defence: a frame that says nothing is taken away with all that runs in it. */
  #watch(run: ActiveRun, milliseconds: number, outcome: Outcome, reason?: string): void {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      this.#dropFrame();
      run.finish(outcome, reason);
    }, milliseconds);
  }

  #receive(data: FromFrame): void {
    const run = this.#active;
    if (!run) return;
    const reception = run.collector.receive(data);
    if (reception.kind === 'started') {
      this.#setState('running');
      const factor = Math.min(Math.max(1, reception.limitFactor), kSlowDeviceFactor);
      const { perRun } = kLanguages[run.language].limits;
      this.#watch(run, perRun * factor + kKillGraceMs + kFrameGraceMs, 'timeout');
    } else if (reception.kind === 'ended') {
      run.finish(reception.outcome, reception.reason);
    }
  }

  #connect(language: Language): Promise<Connection> {
    const { frame, language: connected } = this.#connection ?? {};
    if (this.#connection && frame?.isConnected && connected === language) {
      return Promise.resolve(this.#connection);
    }
    const earlier = this.#connecting;
    if (earlier?.language === language) return earlier.connection;
    // A frame that is still being built for the other language is let finish first: it becomes the
    // connection, and is then dropped.
    const connecting = {
      language,
      connection: (earlier?.connection.catch(() => undefined) ?? Promise.resolve()).then(() => {
        this.#dropFrame();
        return this.#build(language);
      }),
    };
    this.#connecting = connecting;
    const over = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connecting.connection.then(over, over);
    return connecting.connection;
  }

  async #build(language: Language): Promise<Connection> {
    const { worker, engine, limits } = kLanguages[language];
    const [workerBytes, engineBytes] = await Promise.all([this.#file(worker), this.#file(engine)]);
    if (this.#disposed) throw new Blocked('The code runner was closed.');

    const connection = await this.#open(language);
    const { port } = connection;
    try {
      const init: ToFrame = {
        v: kProtocolVersion,
        type: 'init',
        worker: workerBytes.slice(0),
        engine: engineBytes.slice(0),
        limits,
      };
      port.postMessage(init, [init.worker, init.engine]);
      await answer(port, 'ready', limits.boot, 'The interpreter could not be prepared in time.');
      if (this.#disposed) throw new Blocked('The code runner was closed.');
    } catch (error) {
      port.close();
      connection.frame.remove();
      throw error;
    }
    port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      this.#receive(data);
    };
    this.#connection = connection;
    return connection;
  }

  /**
   * A frame that has answered. It has no origin, so the worker that keeps the site for offline does not
   * serve it: where there is one and the frame cannot be had by its address, its text is.
   */
  async #open(language: Language): Promise<Connection> {
    const byAddress = (frame: HTMLIFrameElement) => {
      frame.src = new URL('runner.html', this.#options.assets).href;
    };
    // Outside secure contexts there is no such thing, whatever the types say.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (workers?.controller == null) return this.#hold(language, byAddress);
    try {
      if (navigator.onLine) return await this.#hold(language, byAddress);
    } catch (error) {
      if (!(error instanceof Blocked)) throw error;
    }
    const [page, script] = await Promise.all([this.#text('runner.html'), this.#text('runner.js')]);
    return this.#hold(language, (frame) => {
      frame.srcdoc = page.replace(
        '<script src="runner.js"></script>',
        () => `<script>${script}</script>`,
      );
    });
  }

  /** Puts a frame into the page and waits for its first word. */
  async #hold(language: Language, lead: (frame: HTMLIFrameElement) => void): Promise<Connection> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.title = 'Code runner';
    lead(frame);
    const { port1: port, port2: theirs } = new MessageChannel();
    const connection: Connection = { frame, port, language };

    let handedOver = false;
    frame.addEventListener('load', () => {
      if (handedOver) {
        this.#lost(connection); // moved or reloaded: what ran in it is gone
        return;
      }
      handedOver = true;
      frame.contentWindow?.postMessage({ v: kProtocolVersion, type: 'connect' }, '*', [theirs]);
    });
    (this.#options.parent ?? document.body).append(frame);

    try {
      await answer(port, 'connected', kFrameAnswerMs, kBlockedByPolicy);
    } catch (error) {
      port.close();
      frame.remove();
      throw error;
    }
    return connection;
  }

  async #text(name: string): Promise<string> {
    return new TextDecoder().decode(await this.#file(name));
  }

  async #file(name: string): Promise<ArrayBuffer> {
    const kept = this.#files.get(name);
    if (kept) return kept;
    let response: Response;
    try {
      response = await fetch(new URL(name, this.#options.assets));
    } catch {
      throw new Blocked(
        'The code runner could not be loaded. Is the connection gone? Run it again.',
      );
    }
    if (!response.ok) {
      throw new Blocked(
        `The code runner could not be loaded: ${name} answered ${response.status}.`,
      );
    }
    const bytes = await response.arrayBuffer();
    if (name.endsWith('.wasm') && new DataView(bytes).getUint32(0) !== 0x0061736d) {
      throw new Blocked(`The code runner arrived damaged: ${name} is not WebAssembly.`);
    }
    this.#files.set(name, bytes);
    return bytes;
  }

  #lost(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#dropFrame();
    this.#active?.finish('crashed', 'The code runner was reloaded while the code ran.');
  }

  #dropFrame(): void {
    this.#connection?.port.close();
    this.#connection?.frame.remove();
    this.#connection = undefined;
  }

  #send(message: ToFrame): void {
    this.#connection?.port.postMessage(message);
  }

  #setState(state: RunnerState): void {
    this.#state = state;
    this.#options.onStateChange?.(state);
  }
}

/** Waits for one message of the frame while it starts. */
function answer(
  port: MessagePort,
  type: 'connected' | 'ready',
  milliseconds: number,
  late: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Blocked(late));
    }, milliseconds);
    port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if (data.v !== kProtocolVersion) return;
      if (data.type === 'failed') {
        clearTimeout(timer);
        reject(new Blocked(`The interpreter could not be prepared: ${data.reason}`));
      } else if (data.type === type) {
        clearTimeout(timer);
        resolve();
      }
    };
  });
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join(
    '-',
  );
}
