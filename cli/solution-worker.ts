/** The worker thread of one run: the same interpreter session as the page's worker. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Language, WorkMessage } from '../web/sandbox/protocol.ts';
import { runOrder } from '../web/sandbox/session.ts';

const kBoot = {
  js: async () => (await import('../web/sandbox/quickjs-session.ts')).bootQuickJs,
  python: async () => (await import('../web/sandbox/micropython-session.ts')).bootMicroPython,
};

const port = parentPort;
port?.once('message', ({ engine, limits, order }: WorkMessage) => {
  void start(engine, limits).then((interpreter) => {
    runOrder(interpreter, order, limits, (message, transfer) => {
      port.postMessage(message, transfer);
    });
  });
});

async function start(engine: WebAssembly.Module, limits: WorkMessage['limits']) {
  const boot = await kBoot[workerData as Language]();
  return boot(engine, limits);
}
