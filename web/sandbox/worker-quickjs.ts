/** The worker of one JavaScript run: starts QuickJS, runs the order, says `end`. */
import type { FromWorker, WorkMessage } from './protocol.ts';
import { kProtocolVersion } from './protocol.ts';
import { bootQuickJs } from './quickjs-session.ts';

interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkMessage>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  if (data.v !== kProtocolVersion || data.type !== 'work') return;
  void bootQuickJs(data.engine, data.limits).then((session) => {
    session.run(data.order, (message, transfer) => {
      scope.postMessage(message, transfer);
    });
  });
});
