/** Runs a source in a real QuickJS session in this process, through the real collector. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FromWorker, RunReport } from '../../../web/sandbox/protocol.ts';
import { kLanguages } from '../../../web/sandbox/protocol.ts';
import { bootQuickJs } from '../../../web/sandbox/quickjs-session.ts';
import { RunCollector } from '../../../web/sandbox/run-collector.ts';

const kEngine = await WebAssembly.compile(
  readFileSync(createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
);

export interface RunOptions {
  entry?: string;
  cases?: string[];
  /** milliseconds, where a test must not meet the clock first */
  perCase?: number;
}

export async function run(
  source: string,
  { entry = 'answer', cases = [''], perCase = kLanguages.js.limits.perCase }: RunOptions = {},
): Promise<RunReport> {
  const request = {
    language: 'js',
    source,
    entry,
    cases: cases.map((argumentsText) => ({ argumentsText })),
  } as const;
  const { limits } = kLanguages.js;
  const perRun = Math.max(limits.perRun, perCase);
  const session = await bootQuickJs(kEngine, { ...limits, perCase, perRun });
  const collector = new RunCollector({ ...request, cases: [...request.cases] }, 1, 'test');
  const began = performance.now();
  let report: RunReport | undefined;
  session.run(
    {
      runId: 1,
      nonce: 'test',
      source,
      entry,
      cases: request.cases.map((one, id) => ({ ...one, id })),
    },
    (message: FromWorker) => {
      const reception = collector.receive(message);
      if (reception.kind === 'dropped') throw new Error(`dropped ${JSON.stringify(message)}`);
      if (reception.kind === 'ended') {
        report = collector.report(reception.outcome, performance.now() - began, reception.reason);
      }
    },
  );
  if (!report) throw new Error('the session did not end');
  return report;
}
