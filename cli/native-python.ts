/**
 * Runs one Python file with the user's own Python, in a process group and an empty folder of its own,
 * with an empty environment and limits of time. It is no sandbox: the file has the user's rights.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type {
  FromWorker,
  Limits,
  RunOrder,
  RunReport,
  RunRequest,
} from '../web/sandbox/protocol.ts';
import { kMaxCells, kMaxDepth, kProtocolVersion } from '../web/sandbox/protocol.ts';
import { RunCollector } from '../web/sandbox/run-collector.ts';
import { RunWatchdog } from '../web/sandbox/run-watchdog.ts';
import driver from './native-python.py?raw';

/** Loading the file may import PyTorch, which takes seconds. Memory is not limited. */
export const kNativeLimits: Limits = {
  boot: 20_000,
  perCase: 20_000,
  perRun: 60_000,
  memory: 0,
  stack: 0,
};

const kSourceName = 'solution.py';

/**
 * Never rejects for anything that the source does. The report is `blocked`, with the reason, where
 * `command` is no Python that can be started.
 */
export async function runNativePython(
  command: string,
  request: RunRequest,
  limits: Limits = kNativeLimits,
): Promise<RunReport> {
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'check-solution-'));
  try {
    return await runIn(folder, command, request, limits, began);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runIn(
  folder: string,
  command: string,
  request: RunRequest,
  limits: Limits,
  began: number,
): Promise<RunReport> {
  const order: RunOrder = {
    runId: 1,
    nonce: 'command-line',
    source: request.source,
    entry: request.entry,
    cases: request.cases.map(({ argumentsText }, id) => ({ id, argumentsText })),
  };
  const collector = new RunCollector(request, order.runId, order.nonce);
  return new Promise((resolve) => {
    const child = spawn(command, ['-B', '-X', 'utf8', '-c', driver], {
      cwd: folder,
      env: {},
      // A group of its own, so that what the file starts ends with it.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    const end = () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    };
    const watchdog = new RunWatchdog(
      {
        start: () => {
          child.stdin?.end(JSON.stringify(jobOf(order)));
        },
        terminate: end,
      },
      order,
      limits,
      (message) => {
        const reception = collector.receive(message);
        if (reception.kind !== 'ended') return;
        resolve(collector.report(reception.outcome, performance.now() - began, reception.reason));
      },
    );
    child.on('error', ({ message }) => {
      watchdog.stop();
      const reason = `${command} could not be started: ${message}`;
      resolve(collector.report('blocked', performance.now() - began, reason));
    });
    child.stdin?.on('error', () => undefined); // it ended before it read everything
    const lines = createInterface({ input: child.stdio[3] as Readable });
    lines.on('line', (line) => {
      watchdog.receive(messageOf(line, order));
    });
    lines.on('close', () => {
      watchdog.fail('Python ended before the last case.');
    });
    watchdog.start();
  });
}

function jobOf({ source, entry, cases }: RunOrder): object {
  return {
    source,
    entry,
    cases: cases.map(({ argumentsText }) => argumentsText),
    sourceName: kSourceName,
    maxCells: kMaxCells,
    maxDepth: kMaxDepth,
  };
}

/** A line of the driver as a message; null for what is none, since the file may write there too. */
function messageOf(line: string, { runId, nonce }: RunOrder): FromWorker | null {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof said !== 'object' || said === null) return null;
  const head = { v: kProtocolVersion, runId, nonce, printed: '', milliseconds: 0, limitFactor: 1 };
  const message = { ...said, ...head } as unknown as FromWorker & { cells?: unknown };
  if (message.type === 'out') {
    const cells = Array.isArray(message.cells) ? message.cells : [];
    // Python writes what is not finite as a word.
    message.data = Float64Array.from(cells, (cell) =>
      Number(typeof cell === 'string' ? cell.replace('inf', 'Infinity') : cell),
    );
  }
  return message;
}
