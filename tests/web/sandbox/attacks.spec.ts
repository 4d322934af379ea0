/**
 * The 64 things that learners' code does, may do or tries, in a real browser: what must happen, by
 * number. Those that need no browser, or are tried by another test, name it; a test holds these
 * names to the files.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { complaints, kAttacks, kRight } from './attacks.ts';
import { expect, test } from './served-sandbox.ts';

/** Tried elsewhere: file and the beginning of a test's name, as they stand there. */
const kElsewhere: Record<number, [string, string][]> = {
  13: [['challenge-runner.spec.ts', 'of many runs at once the last one answers']],
  14: [['challenge-runner.spec.ts', 'Stop ends a run at once, in boot and in a loop']],
  15: [['challenge-runner.spec.ts', 'learner code finds no way out']],
  20: [['quickjs-session.test.ts', 'import() and Function lead nowhere']],
  21: [['challenge-runner.spec.ts', 'the frame has no origin, no storage, no network and no eval']],
  26: [
    ['quickjs-session.test.ts', '%s changes nothing'],
    ['micropython-session.test.ts', '%s changes nothing'],
  ],
  27: [['quickjs-session.test.ts', 'a getter of its name that changes is at most a wrong answer']],
  28: [
    ['quickjs-session.test.ts', 'a lying length'],
    ['quickjs-session.test.ts', 'a growing proxy'],
    ['quickjs-session.test.ts', 'a throwing trap'],
  ],
  31: [
    ['quickjs-session.test.ts', 'NaN and infinities'],
    ['micropython-session.test.ts', 'NaN and infinities'],
    ['../../cli/check-solution.test.ts', "['NaN',"],
  ],
  32: [
    ['quickjs-session.test.ts', 'a BigInt in a cell'],
    ['micropython-session.test.ts', 'None in a cell'],
  ],
  33: [
    ['quickjs-session.test.ts', 'Float32Array rows'],
    ['micropython-session.test.ts', 'a tuple of tuples'],
    ['micropython-session.test.ts', 'an array of 32 bits'],
  ],
  34: [
    [
      '../page/challenge.spec.ts',
      'mistakes are named, each with its first differing cell beside the reference',
    ],
  ],
  35: [
    [
      '../../cli/check-solution.test.ts',
      'the starter, constants and a memorised table do not pass',
    ],
  ],
  36: [['../../cli/check-solution.test.ts', 'rounded to twelve digits passes, to three is named']],
  37: [
    ['quickjs-session.test.ts', 'each case gets its own arguments, and a changed one is named'],
    ['micropython-session.test.ts', 'each case gets its own arguments, and a changed one is named'],
  ],
  38: [['../../cli/check-solution.test.ts', "'one row for all'"]],
  39: [
    ['quickjs-session.test.ts', 'expected values, graders and hosts are nowhere in its stack'],
    ['micropython-session.test.ts', 'nothing of the prelude is among its names'],
  ],
  41: [
    ['quickjs-session.test.ts', '%s is no-function'],
    ['micropython-session.test.ts', '%s is no-function'],
    ['micropython-session.test.ts', 'one that takes another number of values is wrong-arity'],
  ],
  42: [['run-collector.test.ts', 'ten million bytes']],
  43: [['challenge-runner.spec.ts', 'look-alike messages from windows are ignored']],
  45: [['micropython-session.test.ts', '%s is a syntax error with its line']],
  52: [
    ['quickjs-session.test.ts', 'text printed is kept apart for each case'],
    ['micropython-session.test.ts', 'text printed is kept apart for each case'],
  ],
  54: [['challenge-runner.spec.ts', 'says so when the site forbids frames']],
  57: [
    ['challenge-runner.spec.ts', 'a missing engine is named, and the next run tries again'],
    [
      '../page/challenge.spec.ts',
      'nothing is lost when the connection is, and the next check works',
    ],
  ],
  58: [['challenge-runner.spec.ts', 'a frame that is taken away or moved is built again']],
  59: [['../page/challenge.spec.ts', 'back from another page, the text is there and nothing runs']],
  61: [['../page/challenge.spec.ts', 'the text outlives a reload, is never run by itself']],
  55: [['../embed/single-file.spec.ts', 'a challenge is passed in ${language}']],
  62: [
    ['../page/challenge.spec.ts', 'nothing of editor, runner and interpreter is asked for before'],
  ],
  63: [['sandbox-assets.test.ts', 'a changed interpreter file stops the build and is named']],
  64: [
    ['../../cli/check-solution.test.ts', 'the solutions of every challenge pass in both languages'],
  ],
};

/** Below, by tests of their own. */
const kBelow = [22, 23, 24, 44, 53, 56];

/** Not tried: there is no way to hide a tab in a headless browser. */
const kOpen = [60];

test('each of the 64 has its place, and what is said to be elsewhere is there', () => {
  const numbers = new Set([
    ...kAttacks.map(({ number }) => number),
    ...Object.keys(kElsewhere).map(Number),
    ...kBelow,
    ...kOpen,
  ]);
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  for (const [number, places] of Object.entries(kElsewhere)) {
    for (const [file, name] of places) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect(text.includes(name), `${number}: ${file} has no ${name}`).toBe(true);
    }
  }
});

/** Every call of a course site's interface is noted: nothing may ever make one. */
async function watchCourseSite(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const calls: string[] = [];
    Object.assign(window, {
      calls,
      API: new Proxy(
        {},
        {
          get: (_, name) => {
            calls.push(String(name));
            return () => 'true';
          },
        },
      ),
    });
  });
  return () => page.evaluate(() => (window as unknown as { calls: string[] }).calls);
}

for (const number of new Set(kAttacks.map((attack) => attack.number))) {
  const attacks = kAttacks.filter((attack) => attack.number === number);
  test(`${number}: ${attacks.map(({ name, code }) => `${name} (${code.language})`).join(', ')}`, async ({
    page,
    sandbox,
  }) => {
    test.slow(); // a timeout is waited for; a slow device is given three times the time
    await sandbox.open();
    const courseSite = await watchCourseSite(page);
    for (const attack of attacks) {
      const { language, source } = attack.code;
      const report = await sandbox.run(source, { language });
      const next = await sandbox.run(kRight[language], { language });
      expect(complaints(attack, report, next)).toEqual([]);
    }
    expect(await courseSite()).toEqual([]);
    expect(sandbox.sink.hits).toEqual([]);
    await expect.poll(() => page.workers().length).toBe(0);
  });
}

test('13, 14: Python is stopped in boot and in a loop, and the last of many runs answers', async ({
  page,
  sandbox,
}) => {
  await sandbox.open();
  const outcomes = await page.evaluate(async () => {
    const run = (source: string) =>
      window.runner.run({
        language: 'python',
        source,
        entry: 'answer',
        cases: [{ argumentsText: '' }],
      });
    const first = run('def answer():\n    while True: pass\n');
    window.runner.stop();
    const second = run('def answer():\n    while True: pass\n');
    while (window.runner.state !== 'running') await new Promise((done) => setTimeout(done, 5));
    window.runner.stop();
    const many = Array.from({ length: 30 }, (_, i) => run(`def answer():\n    return [${i}]\n`));
    const all = await Promise.all([first, second, ...many]);
    const last = all.at(-1)?.answers[0];
    return {
      stopped: all.filter(({ outcome }) => outcome === 'stopped').length,
      last: last?.kind === 'cells' ? last.cells[0] : undefined,
      frames: document.querySelectorAll('iframe').length,
    };
  });
  expect(outcomes).toEqual({ stopped: 31, last: 29, frames: 1 });
  await expect.poll(() => page.workers().length).toBe(0);
});

test('22: a course site hears nothing from code that looks for it', async ({ page, sandbox }) => {
  await sandbox.open();
  const courseSite = await watchCourseSite(page);
  for (const expression of [
    'parent.API',
    'top.API.LMSSetValue("a", 1)',
    'window.API',
    'self.API',
  ]) {
    const report = await sandbox.run(`function answer() { ${expression}; return [1]; }`);
    expect(report.answers).toMatchObject([{ problem: 'threw' }]);
    const python = await sandbox.run(`def answer():\n    return ${expression}\n`, {
      language: 'python',
    });
    expect(python.answers).toMatchObject([{ problem: 'threw' }]);
  }
  expect(await courseSite()).toEqual([]);
});

test('23: a worker in the frame has no storage', async ({ page, sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight.js);
  const frame = page.frames().find((one) => one.url().endsWith('runner.html'));
  const found = await frame?.evaluate(
    () =>
      new Promise((resolve) => {
        const script = `
          const attempt = async (act) => {
            try { await act(); return 'open'; } catch (error) { return error.name; }
          };
          const opened = (request) => new Promise((done, fail) => {
            request.onsuccess = done;
            request.onerror = () => fail(request.error);
          });
          (async () => postMessage([
            await attempt(() => opened(indexedDB.open('x'))),
            await attempt(() => caches.open('x')),
            await attempt(() => navigator.storage.getDirectory()),
            await attempt(() => navigator.serviceWorker.register('x.js')),
            await attempt(() => localStorage.length),
          ]))();`;
        const worker = new Worker(URL.createObjectURL(new Blob([script])));
        worker.onmessage = ({ data }) => {
          resolve(data);
        };
      }),
  );
  expect(found).toHaveLength(5);
  expect(found).not.toContain('open');
});

test('24: right runs offend no policy', async ({ page, sandbox }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/policy|refused|violat/i.test(message.text())) complaints.push(message.text());
  });
  await sandbox.open('/strict/page.html');
  for (const language of ['js', 'python'] as const) {
    expect((await sandbox.run(kRight[language], { language })).outcome).toBe('done');
  }
  expect(complaints).toEqual([]);
});

test('44: two runners, one for each language, and one that changes its language', async ({
  page,
  sandbox,
}) => {
  await sandbox.open();
  const cells = await page.evaluate(async () => {
    const assets = new URL('/sandbox/', location.href);
    const sources = {
      js: (i: number) => `function answer() { return [${i}]; }`,
      python: (i: number) => `def answer():\n    return [${i}]\n`,
    };
    const run = (runner: typeof window.runner, language: 'js' | 'python', i: number) =>
      runner.run({
        language,
        source: sources[language](i),
        entry: 'answer',
        cases: [{ argumentsText: '' }],
      });
    const one = new window.ChallengeRunner({ assets });
    const two = new window.ChallengeRunner({ assets });
    const together = await Promise.all([run(one, 'js', 1), run(two, 'python', 2)]);
    // The language changes while the frame of the other is still being built.
    const three = new window.ChallengeRunner({ assets });
    const stopped = run(three, 'js', 3);
    const changed = await run(three, 'python', 4);
    const back = await run(three, 'js', 5);
    return [...together, await stopped, changed, back].map(({ outcome, answers: [only] }) =>
      only?.kind === 'cells' ? only.cells[0] : outcome,
    );
  });
  expect(cells).toEqual([1, 2, 'stopped', 4, 5]);
});

test('53: Python works under the policy default-src self', async ({ sandbox }) => {
  await sandbox.open('/strict/page.html');
  expect((await sandbox.run(kRight.python, { language: 'python' })).outcome).toBe('done');
});

test('56: an engine of another type works, a damaged one is named', async ({ page, sandbox }) => {
  await page.route('**/micropython.wasm', async (route) => {
    await route.fulfill({
      response: await route.fetch(),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  });
  await sandbox.open();
  expect((await sandbox.run(kRight.python, { language: 'python' })).outcome).toBe('done');
  await page.route('**/quickjs.wasm', (route) => route.fulfill({ body: '<!doctype html>' }));
  const report = await sandbox.run(kRight.js);
  expect(report.outcome).toBe('blocked');
  expect(report.reason).toContain('quickjs.wasm is not WebAssembly');
});

test('Python fetches nothing of JavaScript', async ({ sandbox }) => {
  await sandbox.open();
  await sandbox.run(kRight.python, { language: 'python' });
  expect(sandbox.requests.filter((path) => path.startsWith('/sandbox/')).sort()).toEqual([
    '/sandbox/micropython.wasm',
    '/sandbox/runner.html',
    '/sandbox/runner.js',
    '/sandbox/worker-micropython.js',
  ]);
});
