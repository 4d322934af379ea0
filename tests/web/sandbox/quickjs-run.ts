/** Runs a JavaScript source in a real QuickJS in this process, through the real collector. */
import type { RunReport } from '../../../web/sandbox/protocol.ts';
import { runIn } from './interpreter-run.ts';
import type { RunOptions } from './interpreter-run.ts';

export const run = (source: string, options?: RunOptions): Promise<RunReport> =>
  runIn('js', source, options);
