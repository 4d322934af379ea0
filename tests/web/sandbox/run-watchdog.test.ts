/** Late, broken and talkative workers are ended. The worker port is scripted; the clock is real. */
import { expect, test } from 'vitest';
import type { FromWorker, KilledMessage, Limits, RunOrder } from '../../../web/sandbox/protocol.ts';
import { kKillGraceMs, kProtocolVersion } from '../../../web/sandbox/protocol.ts';
import { RunWatchdog } from '../../../web/sandbox/run-watchdog.ts';

const kLimits: Limits = { boot: 60, perCase: 60, perRun: 300, memory: 1 << 24, stack: 1 << 17 };
const kOrder: RunOrder = {
  runId: 3,
  nonce: 'n',
  source: '',
  entry: 'f',
  cases: [0, 1, 2, 3, 4, 5].map((id) => ({ id, argumentsText: '' })),
};
const kHead = { v: kProtocolVersion, runId: 3, nonce: 'n' } as const;
const kStarted = { ...kHead, type: 'started', limitFactor: 1 } as const;

function watched() {
  const relayed: (FromWorker | KilledMessage)[] = [];
  const port = {
    posted: 0,
    terminated: 0,
    start: () => void port.posted++,
    terminate: () => void port.terminated++,
  };
  const watchdog = new RunWatchdog(port, kOrder, kLimits, (message) => relayed.push(message));
  watchdog.start();
  return { relayed, port, watchdog };
}

const after = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test('a worker that does not start is ended', async () => {
  const { relayed, port } = watched();
  await after(kLimits.boot + 100);
  expect(port).toMatchObject({ posted: 1, terminated: 1 });
  expect(relayed).toMatchObject([{ type: 'killed', reason: 'no-start', runId: 3 }]);
});

test('a call that does not end is ended', async () => {
  const { relayed, port, watchdog } = watched();
  watchdog.receive(kStarted);
  await after(kLimits.perCase + kKillGraceMs + 100);
  expect(port.terminated).toBe(1);
  expect(relayed).toMatchObject([{ type: 'started' }, { type: 'killed', reason: 'timeout' }]);
});

test('each message gives the next call its time, the whole run still has an end', async () => {
  const { relayed, port, watchdog } = watched();
  watchdog.receive(kStarted);
  const until = performance.now() + kLimits.perRun + kKillGraceMs + 200;
  for (let id = 0; id < 6 && performance.now() < until; ++id) {
    await after(120);
    watchdog.receive({
      ...kHead,
      type: 'err',
      id,
      problem: 'threw',
      path: [],
      found: null,
      error: null,
      printed: '',
      milliseconds: 1,
    });
  }
  await after(Math.max(0, until - performance.now()));
  expect(port.terminated).toBe(1);
  expect(relayed.at(-1)).toMatchObject({ type: 'killed', reason: 'timeout' });
  expect(relayed.length).toBeGreaterThan(3);
});

test('a worker that dies is reported; one that never spoke did not start', () => {
  const early = watched();
  early.watchdog.fail('no');
  expect(early.relayed).toMatchObject([{ type: 'killed', reason: 'no-start', detail: 'no' }]);
  const late = watched();
  late.watchdog.receive(kStarted);
  late.watchdog.fail('no');
  expect(late.relayed.at(-1)).toMatchObject({ type: 'killed', reason: 'crashed' });
});

test('more messages than asked for, or one that is too large, end the worker', () => {
  const many = watched();
  for (let i = 0; i < 50; ++i) many.watchdog.receive(kStarted);
  expect(many.port.terminated).toBe(1);
  expect(many.relayed.at(-1)).toMatchObject({ type: 'killed', reason: 'flood' });
  expect(many.relayed.length).toBeLessThan(12);

  for (const data of [
    { type: 'out', data: new Float64Array(1e6) },
    { type: 'loaded', printed: 'x'.repeat(1e6) },
    'text',
    null,
  ]) {
    const large = watched();
    large.watchdog.receive(data);
    expect(large.relayed).toMatchObject([{ type: 'killed', reason: 'flood' }]);
  }
});

test('after the end nothing is passed on and nothing is killed', async () => {
  const { relayed, port, watchdog } = watched();
  watchdog.receive(kStarted);
  watchdog.receive({ ...kHead, type: 'end' });
  watchdog.receive(kStarted);
  watchdog.fail('late');
  await after(kLimits.perRun + kKillGraceMs + 50);
  expect(relayed.map(({ type }) => type)).toEqual(['started', 'end']);
  expect(port.terminated).toBe(1);
});

test('a stopped worker is ended without a word', () => {
  const { relayed, port, watchdog } = watched();
  watchdog.stop();
  watchdog.stop();
  watchdog.receive(kStarted);
  expect(relayed).toEqual([]);
  expect(port.terminated).toBe(1);
});
