/** Forged, stale and broken messages: each is dropped, and a run without answers is never right. */
import { describe, expect, test } from 'vitest';
import { kProtocolVersion } from '../../../web/sandbox/protocol.ts';
import { RunCollector } from '../../../web/sandbox/run-collector.ts';

const kHead = { v: kProtocolVersion, runId: 7, nonce: 'n' };
const kStarted = { ...kHead, type: 'started', limitFactor: 1 };
const kLoaded = { ...kHead, type: 'loaded', printed: '' };
const kOut = {
  ...kHead,
  type: 'out',
  id: 0,
  shape: [2],
  data: Float64Array.of(1, 2),
  printed: '',
  milliseconds: 1,
};
const kErr = {
  ...kHead,
  type: 'err',
  id: 0,
  problem: 'threw',
  path: [],
  found: null,
  error: null,
  printed: '',
  milliseconds: 1,
};
const kEnd = { ...kHead, type: 'end' };
const kKilled = { ...kHead, type: 'killed', reason: 'timeout', detail: '' };

function collector(cases = 1): RunCollector {
  const request = {
    language: 'js',
    source: '',
    entry: 'f',
    cases: Array.from({ length: cases }, () => ({ argumentsText: '' })),
  } as const;
  return new RunCollector({ ...request, cases: [...request.cases] }, 7, 'n');
}

function begun(cases = 1): RunCollector {
  const one = collector(cases);
  one.receive(kStarted);
  one.receive(kLoaded);
  return one;
}

test('a whole run', () => {
  const one = begun();
  expect(one.receive(kOut)).toEqual({ kind: 'taken' });
  expect(one.receive(kEnd)).toEqual({ kind: 'ended', outcome: 'done' });
  expect(one.report('done', 5).answers).toEqual([
    { kind: 'cells', shape: [2], cells: Float64Array.of(1, 2) },
  ]);
});

describe('dropped', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'end'],
    ['a list', [kOut]],
    ['an object of a class', Object.assign(new Date(), kOut)],
    ['another version', { ...kOut, v: kProtocolVersion + 1 }],
    ['another run', { ...kOut, runId: 6 }],
    ['another nonce', { ...kOut, nonce: '' }],
    ['a case that was not asked', { ...kOut, id: 1 }],
    ['a case of no number', { ...kOut, id: 'length' }],
    ['half a case', { ...kOut, id: 0.5 }],
    ['a shape that the cells do not fill', { ...kOut, shape: [3] }],
    ['a negative side', { ...kOut, shape: [-1, -2] }],
    ['four levels', { ...kOut, shape: [2, 1, 1, 1] }],
    ['no shape', { ...kOut, shape: [] }],
    ['cells of another kind', { ...kOut, data: [1, 2] }],
    ['bytes', { ...kOut, data: new Uint8Array(2) }],
    ['ten million bytes', { ...kOut, shape: [1_250_000], data: new Float64Array(1_250_000) }],
    ['a flood of text', { ...kOut, printed: 'x'.repeat(100_000) }],
    ['a problem that does not exist', { ...kErr, problem: 'passed' }],
    ['a path of texts', { ...kErr, path: ['a'] }],
    ['a path that is too long', { ...kErr, path: [0, 0, 0, 0] }],
    ['an error of another form', { ...kErr, error: 'x' }],
    ['a kind that does not exist', { ...kErr, found: 'constructor' }],
    ['a second loaded', kLoaded],
    ['a second started', kStarted],
    [
      'a refusal after loading',
      { ...kHead, type: 'refused', problem: 'threw', error: null, printed: '' },
    ],
    ['an unknown type', { ...kHead, type: 'verdict', passed: true }],
  ])('%s', (_, message) => {
    const one = begun();
    expect(one.receive(message)).toEqual({ kind: 'dropped' });
    expect(one.receive(kOut)).toEqual({ kind: 'taken' });
  });

  test('an answer before the start, or before loading', () => {
    const one = collector();
    expect(one.receive(kOut)).toEqual({ kind: 'dropped' });
    one.receive(kStarted);
    expect(one.receive(kOut)).toEqual({ kind: 'dropped' });
  });

  test('a second answer for a case', () => {
    const one = begun();
    one.receive(kOut);
    expect(one.receive({ ...kOut, data: Float64Array.of(3, 4) })).toEqual({ kind: 'dropped' });
    expect(one.report('done', 0).answers).toMatchObject([{ cells: Float64Array.of(1, 2) }]);
  });

  test('anything after the end, after a kill, or after the report', () => {
    for (const last of [kEnd, kKilled]) {
      const one = begun();
      one.receive(last);
      expect(one.receive(kOut)).toEqual({ kind: 'dropped' });
      expect(one.receive(kEnd)).toEqual({ kind: 'dropped' });
    }
    const reported = begun();
    reported.report('stopped', 0);
    expect(reported.receive(kOut)).toEqual({ kind: 'dropped' });
  });
});

describe('fails closed', () => {
  test('an end without answers is a crash, and no answer is cells', () => {
    const one = begun(2);
    one.receive(kOut);
    expect(one.receive(kEnd)).toMatchObject({ kind: 'ended', outcome: 'crashed' });
    expect(one.report('crashed', 0).answers).toMatchObject([
      { kind: 'cells' },
      { kind: 'problem' },
    ]);
  });

  test('a kill leaves the open cases as timeouts', () => {
    const one = begun(2);
    one.receive(kOut);
    expect(one.receive(kKilled)).toEqual({ kind: 'ended', outcome: 'timeout' });
    expect(one.report('timeout', 0).answers).toMatchObject([
      { kind: 'cells' },
      { problem: 'timeout' },
    ]);
  });

  test('a worker that did not start is blocked; one that broke is crashed', () => {
    expect(collector().receive({ ...kKilled, reason: 'no-start' })).toMatchObject({
      outcome: 'blocked',
    });
    expect(begun().receive({ ...kKilled, reason: 'flood' })).toMatchObject({ outcome: 'crashed' });
    expect(begun().receive({ ...kKilled, reason: 'crashed' })).toMatchObject({
      outcome: 'crashed',
    });
  });

  test('a stopped or blocked run has no answers', () => {
    const one = begun();
    one.receive(kOut);
    expect(one.report('stopped', 0).answers).toEqual([]);
  });

  test('a refusal is the problem of every case', () => {
    const one = collector(3);
    one.receive(kStarted);
    const error = {
      kind: 'SyntaxError',
      message: "unexpected token in expression: ';'",
      line: 1,
      column: 4,
    };
    one.receive({ ...kHead, type: 'refused', problem: 'threw', error, printed: 'p' });
    expect(one.receive(kEnd)).toEqual({ kind: 'ended', outcome: 'done' });
    const report = one.report('done', 0);
    expect(report.answers).toMatchObject([
      { line: 1, atLoad: true },
      { atLoad: true },
      { atLoad: true },
    ]);
    expect(report.answers.map((answer) => answer.kind === 'problem' && answer.problem)).toEqual([
      'threw',
      'threw',
      'threw',
    ]);
    expect(report.error).toMatchObject({
      kind: 'SyntaxError',
      line: 1,
      original: `SyntaxError: ${error.message}`,
    });
    expect(report.printedAtLoad).toBe('p');
  });
});
