/**
 * The supervisor in the runner frame. The frame has an origin of its own and no way out (see
 * `runner.html`); this script makes one worker for each run, ends it in time, and passes its
 * messages to the page through the one port that the page handed over.
 */
import type { FromFrame, InitMessage, RunMessage, ToFrame, WorkMessage } from './protocol.ts';
import { kProtocolVersion } from './protocol.ts';
import { RunWatchdog } from './run-watchdog.ts';

interface Ready {
  workerUrl: string;
  engine: WebAssembly.Module;
  limits: InitMessage['limits'];
}

function supervise(port: MessagePort): void {
  let ready: Ready | undefined;
  let current: RunWatchdog | undefined;

  const tell = (message: FromFrame, transfer: ArrayBuffer[] = []): void => {
    port.postMessage(message, transfer);
  };

  async function init(message: InitMessage): Promise<void> {
    try {
      const engine = await WebAssembly.compile(message.engine);
      const script = new Blob([message.worker], { type: 'text/javascript' });
      ready = { workerUrl: URL.createObjectURL(script), engine, limits: message.limits };
      tell({ v: kProtocolVersion, type: 'ready' });
    } catch (error) {
      tell({ v: kProtocolVersion, type: 'failed', reason: String(error) });
    }
  }

  function run({ order }: RunMessage): void {
    current?.stop();
    if (!ready) return;
    const { engine, limits } = ready;
    const worker = new Worker(ready.workerUrl);
    const watchdog = new RunWatchdog(
      {
        start: () => {
          const work: WorkMessage = { v: kProtocolVersion, type: 'work', engine, limits, order };
          worker.postMessage(work);
        },
        terminate: () => {
          worker.terminate();
        },
      },
      order,
      limits,
      tell,
    );
    worker.onmessage = ({ data }) => {
      watchdog.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      watchdog.fail(event.message || 'the worker failed');
    };
    worker.onmessageerror = () => {
      watchdog.fail('a message could not be read');
    };
    current = watchdog;
    watchdog.start();
  }

  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.v !== kProtocolVersion) return;
    switch (data.type) {
      case 'init':
        void init(data);
        break;
      case 'run':
        run(data);
        break;
      case 'stop':
        current?.stop();
        current = undefined;
        break;
    }
  };
  tell({ v: kProtocolVersion, type: 'connected' });
}

function onHandOver(event: MessageEvent<{ v?: unknown; type?: unknown } | null>): void {
  const port = event.ports[0];
  if (event.source !== window.parent || !port || event.data?.type !== 'connect') return;
  window.removeEventListener('message', onHandOver);
  supervise(port);
}

window.addEventListener('message', onHandOver);
