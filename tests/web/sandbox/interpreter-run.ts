/** Runs a source in a real interpreter in this process, through the real collector. */
import type { FromWorker, Language, RunReport } from '../../../web/sandbox/protocol.ts';
import { kLanguages } from '../../../web/sandbox/protocol.ts';
import { engineFile } from '../../../web/sandbox/build/interpreter-files.ts';
import { bootMicroPython } from '../../../web/sandbox/micropython-session.ts';
import { bootQuickJs } from '../../../web/sandbox/quickjs-session.ts';
import { RunCollector } from '../../../web/sandbox/run-collector.ts';
import { runOrder } from '../../../web/sandbox/session.ts';

const kBoot = { js: bootQuickJs, python: bootMicroPython };
const kEngines = {
  js: await WebAssembly.compile(engineFile('js')),
  python: await WebAssembly.compile(engineFile('python')),
};

export interface RunOptions {
  entry?: string;
  cases?: string[];
  /** milliseconds, where a test must not meet the clock first */
  perCase?: number;
}

export async function runIn(
  language: Language,
  source: string,
  {
    entry = 'answer',
    cases = [''],
    perCase = kLanguages[language].limits.perCase,
  }: RunOptions = {},
): Promise<RunReport> {
  const request = {
    language,
    source,
    entry,
    cases: cases.map((argumentsText) => ({ argumentsText })),
  };
  const granted = kLanguages[language].limits;
  const limits = { ...granted, perCase, perRun: Math.max(granted.perRun, perCase) };
  const interpreter = await kBoot[language](kEngines[language], limits);
  const collector = new RunCollector(request, 1, 'test');
  const began = performance.now();
  let report: RunReport | undefined;
  const order = {
    runId: 1,
    nonce: 'test',
    source,
    entry,
    cases: request.cases.map((one, id) => ({ ...one, id })),
  };
  runOrder(interpreter, order, limits, (message: FromWorker) => {
    const reception = collector.receive(message);
    if (reception.kind === 'dropped') throw new Error(`dropped ${JSON.stringify(message)}`);
    if (reception.kind === 'ended') {
      report = collector.report(reception.outcome, performance.now() - began, reception.reason);
    }
  });
  if (!report) throw new Error('the interpreter did not end the run');
  return report;
}
