/** The worker of one Python run: starts MicroPython, runs the order, says `end`. */
import { bootMicroPython } from './micropython-session.ts';
import { serveOneRun } from './worker-scope.ts';

serveOneRun(bootMicroPython);
