/**
 * Runs one solution in a worker thread of its own, under the limits that the page grants a slow device:
 * a terminal that judges many files is often busy, and nobody waits for a frozen page.
 */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type {
  Language,
  Limits,
  RunOrder,
  RunReport,
  RunRequest,
  WorkMessage,
} from '../web/sandbox/protocol.ts';
import { kLanguages, kProtocolVersion, kSlowDeviceFactor } from '../web/sandbox/protocol.ts';
import { RunCollector } from '../web/sandbox/run-collector.ts';
import { RunWatchdog } from '../web/sandbox/run-watchdog.ts';

const kEngines = new Map<Language, Promise<WebAssembly.Module>>();

/** The engine of a language, beside this file; compiled once for all runs. */
function engineOf(language: Language): Promise<WebAssembly.Module> {
  const known = kEngines.get(language);
  if (known) return known;
  const file = readFile(new URL(kLanguages[language].engine, import.meta.url));
  const engine = file.then((bytes) => WebAssembly.compile(bytes));
  kEngines.set(language, engine);
  return engine;
}

/** The source must be normalised. Never rejects for anything that the source does. */
export async function runSolution(request: RunRequest): Promise<RunReport> {
  const engine = await engineOf(request.language);
  const runId = 1;
  const nonce = 'command-line';
  const began = performance.now();
  const collector = new RunCollector(request, runId, nonce);
  const limits = patientLimits(request.language);
  const order: RunOrder = {
    runId,
    nonce,
    source: request.source,
    entry: request.entry,
    cases: request.cases.map(({ argumentsText }, id) => ({ id, argumentsText })),
  };
  return new Promise((resolve) => {
    const worker = new Worker(new URL('solution-worker.mjs', import.meta.url), {
      env: {},
      workerData: request.language,
    });
    const watchdog = new RunWatchdog(
      {
        start: () => {
          const work: WorkMessage = { v: kProtocolVersion, type: 'work', engine, limits, order };
          worker.postMessage(work);
        },
        terminate: () => {
          void worker.terminate();
        },
      },
      order,
      limits,
      (message) => {
        const reception = collector.receive(message);
        if (reception.kind !== 'ended') return;
        resolve(collector.report(reception.outcome, performance.now() - began, reception.reason));
      },
    );
    worker.on('message', (message) => {
      watchdog.receive(message);
    });
    worker.on('error', (error) => {
      watchdog.fail(error.message);
    });
    watchdog.start();
  });
}

function patientLimits(language: Language): Limits {
  const { boot, perCase, perRun, ...rest } = kLanguages[language].limits;
  return {
    boot: boot * kSlowDeviceFactor,
    perCase: perCase * kSlowDeviceFactor,
    perRun: perRun * kSlowDeviceFactor,
    ...rest,
  };
}
