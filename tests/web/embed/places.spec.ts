import type { Page } from '@playwright/test';
import { objections } from '../objections.ts';
import { dist, expect, listen, settledHeight, test } from './course-site.ts';

/** Everything that fetches: figures, a number that the core answers, and code that runs. */
async function useAll(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?sections=rates`);
  await expect(page.locator('#playground')).toHaveAttribute('live');
  const question = page.locator('#angle-of-pair-one');
  await question.getByLabel('Your answer').fill('5');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question).toHaveAttribute('answered');
  await page.goto(`${address}?challenge=sinusoidal-table`);
  const challenge = page.locator('#challenge-sinusoidal-table');
  await challenge.getByRole('button', { name: /your solution$/ }).click();
  await challenge.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(challenge.locator('.challenge-message')).toContainText(
    /Not passed: \d+ of \d+ cases/,
    {
      timeout: 30_000,
    },
  );
}

for (const folder of ['/', '/a/b/', '/a b/ü/']) {
  test(`served at ${folder} everything is found`, async ({ page, course }) => {
    course.folders.clear();
    course.folders.set(folder, dist);
    await useAll(page, `${course.origin}${encodeURI(folder)}index.html`);
  });
}

for (const type of ['application/octet-stream', 'text/plain', '']) {
  test(`WebAssembly that is served as ${type || 'nothing'} runs, and is fetched once`, async ({
    page,
    course,
  }) => {
    course.headers = (name): Record<string, string> =>
      name.endsWith('.wasm') ? { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' } : {};
    await page.goto(`${course.origin}/posenc/index.html?sections=rates`);
    await expect(page.locator('#playground')).toHaveAttribute('live');
    expect(course.served.filter((name) => /core-\w+\.wasm$/.test(name))).toHaveLength(1);
  });
}

test('the module in one folder and the page in another', async ({ page, course }) => {
  course.folders.set('/static/scripts/', dist);
  course.page(
    '/deep/er/course.html',
    '<script type="module" src="/static/scripts/posenc.js"></script><posenc-figure figure="playground" base="/posenc/"></posenc-figure>',
  );
  await page.goto(`${course.origin}/deep/er/course.html`);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
  expect(course.served.filter((name) => name.startsWith('/static/'))).toEqual([
    '/static/scripts/posenc.js',
  ]);
});

test('in a page that demands an embedder policy, with the two headers of the docs', async ({
  page,
  course,
  other,
}) => {
  other.headers = () => ({
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  course.page(
    '/course.html',
    `<iframe src="${other.origin}/posenc/index.html?figure=playground" title="A"></iframe>`,
    { 'Cross-Origin-Embedder-Policy': 'require-corp' },
  );
  await page.goto(`${course.origin}/course.html`);
  await expect(page.frameLocator('iframe').locator('#playground')).toHaveAttribute('live');
});

test('a site that refuses WebAssembly and workers to its own pages shows a lesson that works', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    '<script type="module" src="/posenc/posenc.js"></script><posenc-figure figure="playground"></posenc-figure>',
    {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; worker-src 'none'; frame-src 'self'; img-src data:",
    },
  );
  await page.goto(`${course.origin}/course.html`);
  const refused = await page.evaluate(() => {
    try {
      new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
});

test('a page from right to left keeps its own direction, and gives it on request', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    '<script type="module" src="/posenc/posenc.js"></script><div dir="rtl"><posenc-figure figure="playground" dir="rtl"></posenc-figure></div>',
  );
  await page.goto(`${course.origin}/course.html`);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
});

test('opening and closing everything in a figure brings the frame back to its height', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    '<script type="module" src="/posenc/posenc.js"></script><posenc-figure figure="playground"></posenc-figure>',
  );
  await page.goto(`${course.origin}/course.html`);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
  const before = await settledHeight(page, 'posenc-figure >>> iframe');
  for (let round = 0; round < 5; ++round) {
    for (const summary of await figure.locator('summary:visible').all()) await summary.click();
    for (const summary of (await figure.locator('details[open] > summary').all()).reverse())
      await summary.click();
  }
  const after = await settledHeight(page, 'posenc-figure >>> iframe');
  expect(Math.abs(after - before)).toBeLessThanOrEqual(2);
});

test('what comes two seconds late is in the height', async ({ page, course }) => {
  await listen(page);
  course.page(
    '/course.html',
    '<script src="/posenc/embed.js"></script><iframe data-posenc src="/posenc/index.html?figure=shift" title="A" style="width: 100%; border: 0"></iframe>',
  );
  await page.goto(`${course.origin}/course.html`);
  const frame = page.frames()[1]!;
  await frame.waitForSelector('#shift[live]');
  const before = await settledHeight(page, 'iframe');
  await frame.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 2000));
    const late = document.createElement('div');
    late.style.height = '333px';
    document.querySelector('main')!.append(late);
  });
  await expect.poll(() => settledHeight(page, 'iframe')).toBe(before + 333);
});

test('a frame in full screen tells no height', async ({ page, course }) => {
  await listen(page);
  course.page(
    '/course.html',
    '<script src="/posenc/embed.js"></script><iframe data-posenc allow="fullscreen" src="/posenc/index.html?figure=shift" title="A" style="width: 100%; border: 0"></iframe>',
  );
  await page.goto(`${course.origin}/course.html`);
  const frame = page.frames()[1]!;
  await frame.waitForSelector('#shift[live]');
  await settledHeight(page, 'iframe');
  const told = () =>
    page.evaluate(
      () => window.messages.filter((data) => (data as { type?: string }).type === 'height').length,
    );
  const before = await told();
  await frame.evaluate(async () => {
    // What a browser says while something of the page fills the screen.
    Object.defineProperty(document, 'fullscreenElement', { value: document.body });
    document.body.append(Object.assign(document.createElement('div'), { textContent: 'more' }));
    await new Promise((done) => setTimeout(done, 400));
  });
  expect(await told()).toBe(before);
});

for (const name of [
  'doctor.html',
  'scorm12.html',
  'index.html?figure=playground',
  'index.html?sections=rates',
]) {
  test(`${name} has nothing that axe objects to`, async ({ page, course }) => {
    await page.goto(`${course.origin}/posenc/${name}`);
    if (name.startsWith('index')) await expect(page.locator('#playground')).toHaveAttribute('live');
    else await expect(page.getByRole('status').first()).not.toBeEmpty();
    // The whole lesson, which the frame of a learning system holds, is looked at in reach.spec.ts.
    await page.locator('iframe').evaluateAll((frames) => {
      for (const frame of frames) frame.remove();
    });
    expect(await objections(page)).toEqual([]);
  });
}
