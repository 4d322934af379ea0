/** The worker's end of the protocol: waits for the one order, runs it, passes its messages on. */
import type { FromWorker, Limits, WorkMessage } from './protocol.ts';
import { kProtocolVersion } from './protocol.ts';
import type { Interpreter } from './session.ts';
import { runOrder } from './session.ts';

interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkMessage>) => void): void;
}

export function serveOneRun(
  boot: (engine: WebAssembly.Module, limits: Limits) => Promise<Interpreter>,
): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.addEventListener('message', ({ data }) => {
    if (data.v !== kProtocolVersion || data.type !== 'work') return;
    void boot(data.engine, data.limits).then((interpreter) => {
      runOrder(interpreter, data.order, data.limits, (message, transfer) => {
        scope.postMessage(message, transfer);
      });
    });
  });
}
