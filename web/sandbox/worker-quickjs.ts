/** The worker of one JavaScript run: starts QuickJS, runs the order, says `end`. */
import { bootQuickJs } from './quickjs-session.ts';
import { serveOneRun } from './worker-scope.ts';

serveOneRun(bootQuickJs);
