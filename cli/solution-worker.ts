/** The worker thread of one run: the same interpreter session as the page's worker. */
import { parentPort } from 'node:worker_threads';
import type { WorkMessage } from '../web/sandbox/protocol.ts';
import { bootQuickJs } from '../web/sandbox/quickjs-session.ts';

const port = parentPort;
port?.once('message', (work: WorkMessage) => {
  void bootQuickJs(work.engine, work.limits).then((session) => {
    session.run(work.order, (message, transfer) => {
      port.postMessage(message, transfer);
    });
  });
});
