/** The user's own Python under limits that no test would wait for. */
import { expect, test } from 'vitest';
import { kNativeLimits, runNativePython } from '../../cli/native-python.ts';

const run = (source: string, perCase: number) =>
  runNativePython(
    'python3',
    {
      language: 'python',
      source,
      entry: 'answer',
      cases: [{ argumentsText: '1' }, { argumentsText: '2' }],
    },
    { ...kNativeLimits, perCase },
  );

test('an endless loop is ended, and the cases before it keep their answers', async () => {
  const { outcome, answers } = await run(
    'def answer(x):\n    while x == 2: pass\n    return [x]\n',
    500,
  );
  expect(outcome).toBe('timeout');
  expect(answers).toMatchObject([{ kind: 'cells', shape: [1] }, { problem: 'timeout' }]);
});

test('a loop that catches everything is ended', async () => {
  const source =
    'import signal\nfor one in (signal.SIGTERM, signal.SIGINT): signal.signal(one, signal.SIG_IGN)\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass\n';
  expect((await run(source, 500)).outcome).toBe('timeout');
});

test('numbers arrive as they are: the last bit, what is not finite, what is huge', async () => {
  const { answers } = await run(
    'def answer(x):\n    return [0.1, 5e-324, -0.0, float("inf"), float("-inf"), float("nan"), 10 ** 400]\n',
    5000,
  );
  expect(answers[0]).toEqual({
    kind: 'cells',
    shape: [7],
    cells: Float64Array.of(0.1, 5e-324, -0, Infinity, -Infinity, NaN, Infinity),
  });
});

test('an input that is changed is noticed', async () => {
  const report = await runNativePython('python3', {
    language: 'python',
    source: 'def answer(rows):\n    rows[0][0] = 5\n    return rows\n',
    entry: 'answer',
    cases: [{ argumentsText: '[[1.0, 2.0]]' }],
  });
  expect(report.answers).toMatchObject([{ problem: 'mutated-input' }]);
});

test('lines of another shape are not believed', async () => {
  const source =
    'import os\nos.write(3, b\'nonsense\\n{"type":"out","id":0,"shape":[1],"cells":["x"]}\\n[]\\n\')\ndef answer(x):\n    return [x]\n';
  const { outcome } = await run(source, 5000);
  expect(outcome).not.toBe('done');
});
