import { expect, listen, settledHeight, test } from './course-site.ts';

const script = (base: string) => `<script type="module" src="${base}posenc.js"></script>`;

/** What a reader with a frame of this address does: the first question of its kind, rightly. */
const question = '#why-a-pair';

for (const where of ['this site', 'another site']) {
  test(`a lesson, a figure and a challenge on one page, from ${where}`, async ({
    page,
    course,
    other,
  }) => {
    const base = where === 'this site' ? '/posenc/' : `${other.origin}/posenc/`;
    if (where !== 'this site') other.headers = () => ({ 'Access-Control-Allow-Origin': '*' });
    await listen(page);
    course.page(
      '/course.html',
      `${script(base)}<posenc-lesson sections="rates"></posenc-lesson>
       <posenc-figure figure="playground" values="position=5"></posenc-figure>
       <posenc-challenge challenge="sinusoidal-table">A task in code.</posenc-challenge>`,
    );
    await page.goto(`${course.origin}/course.html`);
    for (const name of ['posenc-lesson', 'posenc-figure', 'posenc-challenge']) {
      await page.locator(name).scrollIntoViewIfNeeded();
      await page.evaluate(
        (name) => (document.querySelector(name) as unknown as { ready: Promise<void> }).ready,
        name,
      );
      const height = await settledHeight(page, `${name} >>> iframe`);
      expect(height).toBeGreaterThan(300);
      expect(height, 'not the height before it was told').not.toBe(480);
    }
    const lesson = page.locator('posenc-lesson').frameLocator('iframe');
    await lesson.locator(`${question} [data-correct="true"] input`).check();
    await lesson.locator(question).getByRole('button', { name: 'Check' }).click();
    const figure = page.locator('posenc-figure').frameLocator('iframe');
    await expect(figure.locator('.figure-summary')).toContainText('Position 5');
    await expect
      .poll(() => page.evaluate(() => window.heard))
      .toEqual(
        expect.arrayContaining([
          { name: 'posenc-ready', detail: {} },
          { name: 'posenc-answer', detail: { id: 'why-a-pair', correct: true, tries: 1 } },
        ]),
      );
    const progress = await page.evaluate(
      () => window.heard.find(({ name }) => name === 'posenc-progress')?.detail,
    );
    expect(progress).toMatchObject({ done: 1 });
  });
}

test('its state is plain JSON, can be put back, and is without code', async ({ page, course }) => {
  course.page(
    '/course.html',
    `${script('/posenc/')}<posenc-lesson sections="rates" state="memory"></posenc-lesson>`,
  );
  await page.goto(`${course.origin}/course.html`);
  const lesson = page.locator('posenc-lesson').frameLocator('iframe');
  await lesson.locator(`${question} [data-correct="true"] input`).check();
  await lesson.locator(question).getByRole('button', { name: 'Check' }).click();
  const state = () =>
    page.evaluate(
      () => (document.querySelector('posenc-lesson') as unknown as { state: unknown }).state,
    );
  await expect.poll(state).toMatchObject({ version: 1, entries: { 'why-a-pair': {} } });
  const kept = await state();
  expect(JSON.stringify(kept)).not.toContain('texts');
  await page.evaluate(() =>
    (document.querySelector('posenc-lesson') as unknown as { reset(): void }).reset(),
  );
  await expect(lesson.locator(`${question} .question-result`)).toHaveText('');
  await page.evaluate((kept) => {
    (document.querySelector('posenc-lesson') as unknown as { state: unknown }).state = kept;
  }, kept);
  await expect(lesson.locator(`${question} .question-result`)).toContainText('Right.');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('two instances with keys of their own know nothing of each other', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    `${script('/posenc/')}<posenc-lesson sections="rates" state-key="a"></posenc-lesson>
     <posenc-lesson sections="rates" state-key="b"></posenc-lesson>`,
  );
  await page.goto(`${course.origin}/course.html`);
  const first = page.locator('posenc-lesson').nth(0).frameLocator('iframe');
  await first.locator(`${question} [data-correct="true"] input`).check();
  await first.locator(question).getByRole('button', { name: 'Check' }).click();
  await expect(first.locator(`${question} .question-result`)).toHaveText('Right.');
  await page.reload();
  await expect(first.locator(`${question} .question-result`)).toContainText('Right.');
  await page.locator('posenc-lesson').nth(1).scrollIntoViewIfNeeded();
  const second = page.locator('posenc-lesson').nth(1).frameLocator('iframe');
  await expect(second.locator(question)).toHaveAttribute('live');
  await expect(second.locator(`${question} .question-result`)).toHaveText('');
});

test('a site that swaps its pages twenty times leaves no listener behind, and the answer stays', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    `<script>
       const add = EventTarget.prototype.addEventListener;
       window.listening = 0;
       EventTarget.prototype.addEventListener = function (type, listener, options) {
         if (this === window || this === document) {
           ++listening;
           options?.signal?.addEventListener('abort', () => --listening);
         }
         return add.call(this, type, listener, options);
       };
     </script>${script('/posenc/')}<main><posenc-lesson sections="rates" state="memory"></posenc-lesson></main>`,
  );
  await page.goto(`${course.origin}/course.html`);
  const lesson = page.locator('posenc-lesson').frameLocator('iframe');
  await lesson.locator(`${question} [data-correct="true"] input`).check();
  await lesson.locator(question).getByRole('button', { name: 'Check' }).click();
  await expect
    .poll(() =>
      page.evaluate(
        () => (document.querySelector('posenc-lesson') as unknown as { state: unknown }).state,
      ),
    )
    .toMatchObject({ entries: { 'why-a-pair': {} } });
  const [before, after] = await page.evaluate(async () => {
    const counts = () => (window as unknown as { listening: number }).listening;
    const main = document.querySelector('main')!;
    const element = main.firstElementChild!;
    const before = counts();
    for (let i = 0; i < 20; ++i) {
      element.remove();
      main.innerHTML = '<p>another page</p>';
      await new Promise((done) => setTimeout(done, 20));
      main.replaceChildren(element);
    }
    return [before, counts()];
  });
  expect(after).toBe(before);
  await expect(lesson.locator(`${question} .question-result`)).toContainText('Right.');
  expect(page.frames().length).toBe(2);
  await page.evaluate(() => document.querySelector('posenc-lesson')!.remove());
  await expect.poll(() => page.frames().length).toBe(1);
});

test('a page like MkDocs with instant loading: a new element in a swapped page wakes', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    `${script('/posenc/')}<div data-md-component="container"><p>First page</p></div>`,
  );
  await page.goto(`${course.origin}/course.html`);
  await page.evaluate(() => {
    const container = document.querySelector('[data-md-component="container"]')!;
    const next = new DOMParser().parseFromString(
      '<div data-md-component="container"><posenc-figure figure="playground"></posenc-figure></div>',
      'text/html',
    );
    container.replaceWith(next.body.firstElementChild!);
  });
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
});

test('a page like Docusaurus: drawn on the server, hydrated, its text shows until the lesson does', async ({
  page,
  course,
}) => {
  course.page(
    '/docs/course.html',
    `<div id="__docusaurus"><posenc-lesson sections="rates" base="/posenc/">An interactive lesson.</posenc-lesson></div>`,
  );
  await page.goto(`${course.origin}/docs/course.html`);
  await expect(page.getByText('An interactive lesson.')).toBeVisible();
  await page.evaluate(async () => {
    // What hydration leaves as it is, and what it sets as attributes.
    document.querySelector('posenc-lesson')!.setAttribute('theme', 'dark');
    await import(new URL('/posenc/posenc.js', location.href).href);
  });
  const lesson = page.locator('posenc-lesson').frameLocator('iframe');
  await expect(lesson.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The element is there as before; its text alone is not.
  await expect(page.locator('posenc-lesson slot')).toBeHidden();
});

test('a site that takes classic scripts alone has the elements from embed.js', async ({
  page,
  course,
}) => {
  course.page('/course.html', '<script src="/posenc/embed.js"></script><main></main>');
  await page.goto(`${course.origin}/course.html`);
  expect(course.served).not.toContain('/posenc/posenc.js');
  await page.locator('main').evaluate((main) => {
    main.innerHTML = '<posenc-figure figure="shift"></posenc-figure>';
  });
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#shift')).toHaveAttribute('live');
});

test('loaded twice, in two copies, nothing breaks', async ({ page, course }) => {
  const { dist } = await import('./course-site.ts');
  course.folders.set('/copy/', dist);
  course.page(
    '/course.html',
    `${script('/posenc/')}${script('/posenc/')}${script('/copy/')}<posenc-figure figure="playground"></posenc-figure>`,
  );
  await page.goto(`${course.origin}/course.html`);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
});

for (const [name, light, dark] of [
  ['data-theme', { 'data-theme': 'light' }, { 'data-theme': 'dark' }],
  ['MkDocs', { 'data-md-color-scheme': 'default' }, { 'data-md-color-scheme': 'slate' }],
  ['Bootstrap', { 'data-bs-theme': 'light' }, { 'data-bs-theme': 'dark' }],
  ['a class', { class: 'light' }, { class: 'dark' }],
] as const) {
  test(`the theme follows the page's: ${name}`, async ({ page, course }) => {
    course.page(
      '/course.html',
      `${script('/posenc/')}<script src="/posenc/embed.js"></script>
       <posenc-figure figure="playground"></posenc-figure>
       <iframe data-posenc src="/posenc/index.html?figure=shift" title="B"></iframe>`,
    );
    await page.goto(`${course.origin}/course.html`);
    const roots = [
      page.locator('posenc-figure').frameLocator('iframe').locator('html'),
      page.frameLocator('body > iframe').locator('html'),
    ];
    for (const [theme, attributes] of [
      ['dark', dark],
      ['light', light],
    ] as const) {
      await page.evaluate((attributes) => {
        for (const [name, value] of Object.entries(attributes))
          document.documentElement.setAttribute(name, value);
      }, attributes);
      for (const root of roots) await expect(root).toHaveAttribute('data-theme', theme);
    }
  });
}

test('an attribute for the theme wins, and colours of the page reach the lesson', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    `${script('/posenc/')}<posenc-figure figure="playground" theme="light" style="--posenc-accent: rgb(120, 20, 90)"></posenc-figure>`,
  );
  await page.goto(`${course.origin}/course.html`);
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  const root = page.locator('posenc-figure').frameLocator('iframe').locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect
    .poll(() => root.evaluate((root) => getComputedStyle(root).getPropertyValue('--accent').trim()))
    .toBe('rgb(120, 20, 90)');
});

test.describe('a strict site', () => {
  test('with scripts, styles and frames of its own alone: everything runs', async ({
    page,
    course,
  }) => {
    course.page(
      '/course.html',
      `${script('/posenc/')}<posenc-figure figure="playground"></posenc-figure>`,
      { 'Content-Security-Policy': "default-src 'self'; img-src data:" },
    );
    await page.goto(`${course.origin}/course.html`);
    const figure = page.locator('posenc-figure').frameLocator('iframe');
    await expect(figure.locator('#playground')).toHaveAttribute('live');
    expect(await settledHeight(page, 'posenc-figure >>> iframe')).toBeGreaterThan(480);
  });

  test('that refuses frames: a sentence, a link to the whole, and an event', async ({
    page,
    course,
    faults,
  }) => {
    await listen(page);
    course.page(
      '/course.html',
      `${script('/posenc/')}<posenc-lesson sections="rates"></posenc-lesson>`,
      { 'Content-Security-Policy': "default-src 'self'; frame-src 'none'; img-src data:" },
    );
    await page.goto(`${course.origin}/course.html`);
    const link = page.locator('posenc-lesson').getByRole('link');
    await expect(link).toHaveText('Open the lesson in a window of its own');
    await expect(link).toHaveAttribute('href', `${course.origin}/posenc/index.html?sections=rates`);
    expect(await page.evaluate(() => window.heard)).toContainEqual({
      name: 'posenc-error',
      detail: { code: 'no-frames' },
    });
    // The browser says what it refused.
    expect(faults.splice(0).join()).toMatch(/frame-src/);
  });

  test('that frames the lesson without an origin: it works, and says once that nothing is kept', async ({
    page,
    course,
  }) => {
    course.headers = () => ({ 'Access-Control-Allow-Origin': '*' });
    await listen(page);
    course.page(
      '/course.html',
      `<script src="/posenc/embed.js"></script><iframe data-posenc sandbox="allow-scripts" src="/posenc/index.html?embed=1" title="A" style="width: 100%"></iframe>`,
    );
    await page.goto(`${course.origin}/course.html`);
    const frame = page.frameLocator('iframe');
    // A frame of another origin does not know what is near, only what is in sight.
    await frame.locator(question).scrollIntoViewIfNeeded();
    await frame.locator(`${question} [data-correct="true"] input`).check();
    await frame.locator(question).getByRole('button', { name: 'Check' }).click();
    await expect(frame.locator(`${question} .question-result`)).toHaveText('Right.');
    await expect(frame.locator('.notice')).toContainText('keeps nothing');
    expect(await page.evaluate(() => window.heard)).toContainEqual({
      name: 'posenc-error',
      detail: { code: 'no-storage' },
    });
  });
});

test('a host that styles everything changes nothing inside', async ({ page, course }) => {
  course.page(
    '/course.html',
    `<style>* { all: revert; line-height: 5 !important; letter-spacing: 1em; box-sizing: content-box !important; font: 40px serif } button, iframe { display: none }</style>
     ${script('/posenc/')}<posenc-figure figure="playground"></posenc-figure>`,
  );
  await page.goto(`${course.origin}/course.html`);
  const figure = page.locator('posenc-figure').frameLocator('iframe');
  await expect(figure.locator('#playground')).toHaveAttribute('live');
  await expect(figure.getByRole('button').first()).toBeVisible();
  const size = await figure
    .locator('#playground')
    .evaluate((one) => getComputedStyle(one).lineHeight);
  expect(parseFloat(size)).toBeLessThan(60);
});

test('it adds nothing to the window of the page', async ({ page, course }) => {
  course.page('/course.html', '<posenc-figure figure="playground"></posenc-figure>');
  await page.goto(`${course.origin}/course.html`);
  const added = await page.evaluate(async () => {
    const before = new Set(Object.getOwnPropertyNames(window));
    const import_ = (file: string) => import(new URL(file, location.href).href);
    await import_('/posenc/posenc.js');
    await new Promise((done) => {
      const script = document.createElement('script');
      script.src = '/posenc/embed.js';
      script.onload = done;
      document.head.append(script);
    });
    await (document.querySelector('posenc-figure') as unknown as { ready: Promise<void> }).ready;
    return Object.getOwnPropertyNames(window).filter(
      (name) => !before.has(name) && !/^\d+$/.test(name),
    );
  });
  expect(added).toEqual([]);
});
