/** The code runner in a real browser: the frame, its policy, its limits, and what the page sees. */
import { expect, test } from './served-sandbox.ts';

const kRight = 'function answer() { return [1, 2, 3]; }';

test('runs a function and hands its numbers over', async ({ sandbox }) => {
  await sandbox.open();
  const report = await sandbox.run(
    'function answer(n) { console.log("n is", n); return [n, 2 * n]; }',
    {
      cases: [{ argumentsText: '1.5' }, { argumentsText: '4' }],
    },
  );
  expect(report.outcome).toBe('done');
  expect(report.answers).toEqual([
    { kind: 'cells', shape: [2], cells: [1.5, 3] },
    { kind: 'cells', shape: [2], cells: [4, 8] },
  ]);
  expect(report.printed).toEqual(['n is 1.5', 'n is 4']);
});

test('fetches nothing before the first run', async ({ page, sandbox }) => {
  await sandbox.open();
  expect(sandbox.requests.filter((path) => path.startsWith('/sandbox/'))).toEqual([]);
  await sandbox.run(kRight);
  expect(sandbox.requests).toContain('/sandbox/quickjs.wasm');
  const count = sandbox.requests.length;
  await sandbox.run(kRight);
  expect(sandbox.requests.length).toBe(count);
  expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(1);
});

test('goes through its states in order', async ({ page, sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight);
  expect(await page.evaluate(() => window.states)).toEqual(['booting', 'running', 'done']);
});

test('an endless loop ends, the page stays responsive, the next run works', async ({
  page,
  sandbox,
}) => {
  await sandbox.open();
  // A page that the loop blocked would hear its clock once in the second that the loop is given;
  // how often a page that is awake hears it is the machine's affair.
  await page.evaluate(() => {
    const dataset = document.documentElement.dataset;
    dataset.ticks = '0';
    setInterval(() => {
      if (window.states.at(-1) === 'running') dataset.ticks = String(Number(dataset.ticks) + 1);
    }, 20);
  });
  const report = await sandbox.run('function answer() { for (;;); }');
  expect(report.outcome).toBe('timeout');
  expect(report.answers).toMatchObject([{ kind: 'problem', problem: 'timeout' }]);
  expect(report.error?.message).toContain('took too long');
  expect(await page.evaluate(() => Number(document.documentElement.dataset.ticks))).toBeGreaterThan(
    3,
  );
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('a built-in that the interpreter cannot interrupt is ended from outside', async ({
  sandbox,
}) => {
  await sandbox.open();
  const report = await sandbox.run('function answer() { return Array(4e9).indexOf(1); }');
  expect(report.outcome).toBe('timeout');
  expect(report.answers).toMatchObject([{ problem: 'timeout' }]);
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('a memory bomb ends, and the next run works', async ({ sandbox }) => {
  await sandbox.open();
  const report = await sandbox.run(
    'function answer() { const a = []; for (;;) a.push(new Array(1e5).fill(1.5)); }',
  );
  expect(report.answers).toMatchObject([{ problem: 'out-of-memory' }]);
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('recursion that breaks the engine itself ends, and the next run works', async ({
  sandbox,
}) => {
  await sandbox.open();
  for (const source of [
    'function answer() { return answer(); }',
    'function answer() { return eval("(".repeat(1e5)); }',
    'function answer() { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return JSON.stringify(o); }',
  ]) {
    const report = await sandbox.run(source);
    expect(report.answers, source).toMatchObject([{ kind: 'problem', problem: 'threw' }]);
    expect((await sandbox.run(kRight)).outcome).toBe('done');
  }
});

test('Stop ends a run at once, in boot and in a loop', async ({ page, sandbox }) => {
  await sandbox.open();
  const stopped = await page.evaluate(async () => {
    const request = {
      language: 'js' as const,
      source: 'function answer() { for (;;); }',
      entry: 'answer',
      cases: [{ argumentsText: '' }],
    };
    const first = window.runner.run(request);
    window.runner.stop();
    const second = window.runner.run(request);
    while (window.runner.state !== 'running') await new Promise((done) => setTimeout(done, 5));
    window.runner.stop();
    return [(await first).outcome, (await second).outcome, window.runner.state];
  });
  expect(stopped).toEqual(['stopped', 'stopped', 'stopped']);
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('of many runs at once the last one answers, in one frame and one worker', async ({
  page,
  sandbox,
}) => {
  await sandbox.open();
  const outcomes = await page.evaluate(async () => {
    const reports = Array.from({ length: 100 }, (_, i) =>
      window.runner.run({
        language: 'js',
        source: `function answer() { return [${i}]; }`,
        entry: 'answer',
        cases: [{ argumentsText: '' }],
      }),
    );
    const all = await Promise.all(reports);
    const last = all.at(-1)?.answers[0];
    return {
      stopped: all.filter(({ outcome }) => outcome === 'stopped').length,
      last: last?.kind === 'cells' ? last.cells[0] : undefined,
      frames: document.querySelectorAll('iframe').length,
    };
  });
  expect(outcomes).toEqual({ stopped: 99, last: 99, frames: 1 });
  await expect.poll(() => page.workers().length).toBe(0);
});

test('two runners on one page do not hear each other', async ({ page, sandbox }) => {
  await sandbox.open();
  const cells = await page.evaluate(async () => {
    const assets = new URL('/sandbox/', location.href);
    const runners = [
      new window.ChallengeRunner({ assets }),
      new window.ChallengeRunner({ assets }),
    ];
    const reports = await Promise.all(
      runners.map((runner, i) =>
        runner.run({
          language: 'js',
          source: `function answer() { return [${i}]; }`,
          entry: 'answer',
          cases: [{ argumentsText: '' }],
        }),
      ),
    );
    return reports.map(({ answers: [only] }) =>
      only?.kind === 'cells' ? only.cells[0] : undefined,
    );
  });
  expect(cells).toEqual([0, 1]);
});

test('look-alike messages from windows are ignored', async ({ page, sandbox }) => {
  await sandbox.open();
  const report = await page.evaluate(async () => {
    const running = window.runner.run({
      language: 'js',
      source:
        'function answer() { const end = Date.now() + 300; while (Date.now() < end); return [1]; }',
      entry: 'answer',
      cases: [{ argumentsText: '' }],
    });
    for (let runId = 0; runId < 5; ++runId) {
      const head = { v: 1, runId, nonce: '' };
      for (const target of [
        window,
        ...Array.from(document.querySelectorAll('iframe'), (f) => f.contentWindow),
      ]) {
        target?.postMessage(
          { ...head, type: 'out', id: 0, shape: [1], data: new Float64Array(1), printed: '' },
          '*',
        );
        target?.postMessage({ ...head, type: 'end' }, '*');
      }
    }
    const { outcome, answers } = await running;
    return { outcome, cell: answers[0]?.kind === 'cells' ? answers[0].cells[0] : undefined };
  });
  expect(report).toEqual({ outcome: 'done', cell: 1 });
});

test('learner code finds no way out', async ({ sandbox }) => {
  await sandbox.open();
  for (const expression of [
    `fetch('${sandbox.sink.origin}/fetch')`,
    `new XMLHttpRequest()`,
    `new WebSocket('${sandbox.sink.origin.replace('http', 'ws')}/ws')`,
    `importScripts('${sandbox.sink.origin}/script')`,
    `postMessage(1)`,
    `self.close()`,
    `document.cookie`,
    `localStorage.length`,
    `new Worker('')`,
  ]) {
    const report = await sandbox.run(`function answer() { ${expression}; return [1]; }`);
    expect(report.answers, expression).toMatchObject([{ kind: 'problem', problem: 'threw' }]);
    expect(report.error?.original, expression).toContain('ReferenceError');
  }
  await sandbox.run(`function answer() { import('${sandbox.sink.origin}/import'); return [1]; }`);
  expect(sandbox.sink.hits).toEqual([]);
});

test('the frame has no origin, no storage, no network and no eval', async ({ page, sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight);
  const frame = page.frames().find((one) => one.url().endsWith('runner.html'));
  expect(frame).toBeDefined();
  const found = await frame?.evaluate(async (sink) => {
    await new Promise((later) => setTimeout(later, 0)); // the test's own call is exempt from the policy
    const attempt = async (act: () => unknown): Promise<string> => {
      try {
        await act();
        return 'open';
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      origin: window.origin,
      parent: await attempt(() => window.parent.document.title),
      storage: await attempt(() => window.localStorage.length),
      cookie: await attempt(() => document.cookie),
      database: await attempt(() => window.indexedDB.open('x').onerror),
      network: await attempt(() => fetch(`${sink}/frame`)),
      code: await attempt(() => (0, eval)('1')),
      worker: await new Promise((resolve) => {
        const script = `fetch('${sink}/worker').then(() => postMessage('open'), (e) => postMessage(e.name))`;
        const worker = new Worker(URL.createObjectURL(new Blob([script])));
        worker.onmessage = ({ data }) => {
          resolve(data);
        };
      }),
      image: await attempt(
        () =>
          new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = resolve;
            image.onerror = () => {
              reject(new TypeError('no image'));
            };
            image.src = `${sink}/image`;
          }),
      ),
    };
  }, sandbox.sink.origin);
  expect(found).toEqual({
    origin: 'null',
    parent: 'SecurityError',
    storage: 'SecurityError',
    cookie: 'SecurityError',
    database: 'SecurityError',
    network: 'TypeError',
    code: 'EvalError',
    worker: 'TypeError',
    image: 'TypeError',
  });
  expect(sandbox.sink.hits).toEqual([]);
});

test('works under the policy default-src self', async ({ sandbox }) => {
  await sandbox.open('/strict/page.html');
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('says so when the site forbids frames', async ({ sandbox }) => {
  await sandbox.open('/no-frames/page.html');
  const report = await sandbox.run(kRight);
  expect(report).toMatchObject({ outcome: 'blocked', answers: [] });
  expect(report.reason).toContain('does not let the page run code');
});

test('a missing engine is named, and the next run tries again', async ({ sandbox }) => {
  await sandbox.open();
  sandbox.missing.add('/sandbox/quickjs.wasm');
  const report = await sandbox.run(kRight);
  expect(report.outcome).toBe('blocked');
  expect(report.reason).toContain('quickjs.wasm answered 404');
  sandbox.missing.clear();
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('a frame that is taken away or moved is built again', async ({ page, sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight);
  await page.evaluate(() => {
    document.querySelector('iframe')?.remove();
  });
  expect((await sandbox.run(kRight)).outcome).toBe('done');

  const moved = await page.evaluate(async () => {
    const running = window.runner.run({
      language: 'js',
      source: 'function answer() { for (;;); }',
      entry: 'answer',
      cases: [{ argumentsText: '' }],
    });
    while (window.runner.state !== 'running') await new Promise((done) => setTimeout(done, 5));
    const frame = document.querySelector('iframe');
    if (frame) document.body.prepend(frame);
    return (await running).outcome;
  });
  expect(moved).toBe('crashed');
  expect((await sandbox.run(kRight)).outcome).toBe('done');
});

test('dispose takes the frame away', async ({ page, sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight);
  await page.evaluate(() => {
    window.runner.dispose();
  });
  expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  expect(page.frames().length).toBe(1);
});

test('20 001 characters are refused politely', async ({ sandbox }) => {
  await sandbox.open();
  const report = await sandbox.run(kRight.padEnd(20_001, ' '));
  expect(report.outcome).toBe('blocked');
  expect(report.reason).toContain('20001 characters');
});
