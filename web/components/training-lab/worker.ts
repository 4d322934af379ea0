/** The thread that trains. It owns an instance of the lab, which ends with it. */
import { loadTrainingLab } from '../../bindings/load-in-page.ts';
import { nextTask } from '../next-task/next-task.ts';
import type { FromLab, ToLab } from './protocol.ts';
import { LabSession } from './session.ts';

/** What this file uses of the scope of a worker; the library for pages does not know it. */
interface WorkerScope {
  postMessage(message: FromLab): void;
  onmessage: ((event: MessageEvent<ToLab>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

const session = new LabSession({
  load: loadTrainingLab,
  post: (message) => scope.postMessage(message),
  breathe: nextTask,
  now: () => performance.now(),
});

scope.onmessage = ({ data }) => session.receive(data);
