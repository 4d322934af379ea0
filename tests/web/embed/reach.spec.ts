/** An embedded lesson by keyboard alone, on paper, enlarged, on a narrow screen, and left alone. */
import type { Page } from '@playwright/test';
import { expect, settledHeight, test } from './course-site.ts';

const elements = '<script type="module" src="/posenc/posenc.js"></script>';

/** What has the focus, looked for in the frames of the course's own origin. */
function focused(page: Page): Promise<{ name: string; inEditor: boolean; visible: boolean }> {
  return page.evaluate(() => {
    let active: Element | null = document.activeElement;
    let inEditor = false;
    for (;;) {
      const inside: Element | null | undefined =
        active?.shadowRoot?.activeElement ??
        (active as HTMLIFrameElement | null)?.contentDocument?.activeElement;
      if (inside == null || inside === active?.ownerDocument.body) break;
      active = inside;
      inEditor ||= active.classList.contains('cm-content');
    }
    const box = active?.getBoundingClientRect();
    const name = `${active?.localName ?? ''}#${active?.id ?? ''} ${active?.textContent?.trim().slice(0, 30) ?? ''}`;
    return { name, inEditor, visible: box !== undefined && box.width > 0 && box.height > 0 };
  });
}

test('Tab goes through a section, a figure and a challenge, and out again', async ({
  page,
  course,
}) => {
  test.slow(); // some two hundred stops
  course.page(
    '/course.html',
    `${elements}<input id="before" aria-label="before"><posenc-lesson sections="same-words"></posenc-lesson>
     <posenc-figure figure="shift"></posenc-figure><posenc-challenge challenge="sinusoidal-table"></posenc-challenge>
     <input id="after" aria-label="after">`,
  );
  await page.goto(`${course.origin}/course.html`);
  const challenge = page.locator('posenc-challenge').frameLocator('iframe');
  await challenge.getByRole('button', { name: /your solution$/ }).click();
  await expect(challenge.getByRole('textbox', { name: 'Your solution' })).toBeVisible();
  for (const [key, start, end] of [
    ['Tab', '#before', 'after'],
    ['Shift+Tab', '#after', 'before'],
  ] as const) {
    await page.locator(start).focus();
    const stops = new Set<string>();
    let editor = 0;
    for (let i = 0; ; ++i) {
      expect(i, `Tab is trapped at ${[...stops].at(-1)}`).toBeLessThan(400);
      await page.keyboard.press(key);
      const { name, inEditor, visible } = await focused(page);
      if (name.includes(`#${end}`)) break;
      stops.add(name);
      if (inEditor) editor += 1;
      // A frame itself may have the focus for a step.
      if (!name.startsWith('posenc-') && !name.startsWith('iframe'))
        expect(visible, `${name} has the focus and is not to be seen`).toBe(true);
    }
    expect(stops.size).toBeGreaterThan(20);
    expect(editor, 'the editor is one stop').toBe(1);
  }
});

for (const [name, address, answers] of [
  ['a range of sections', '?sections=rates', true],
  ['a figure', '?figure=playground', false],
] as const) {
  test(`${name} by its address can be printed: figures and answers are on the paper`, async ({
    page,
    course,
  }) => {
    await page.goto(`${course.origin}/posenc/index.html${address}`);
    await expect(page.locator('#playground')).toHaveAttribute('live');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('#playground .figure-body')).toBeVisible();
    for (const fold of await page.locator('.question-answers, .claim-answer').all()) {
      await expect(fold.locator('li, p').first()).toBeVisible();
    }
    if (answers) expect(await page.locator('.question-answers').count()).toBeGreaterThan(2);
    const paper = await page.pdf({ format: 'A4' });
    const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
    const height = await page.evaluate(() => document.body.getBoundingClientRect().height);
    // A page of A4 shows about 1000 of these pixels; what is cut off would be missing here.
    expect(pages).toBeGreaterThanOrEqual(Math.floor(height / 1400));
  });
}

test('an element in a page that is printed is as tall as what it prints', async ({
  page,
  course,
}) => {
  course.page('/course.html', `${elements}<posenc-lesson sections="rates"></posenc-lesson>`);
  await page.goto(`${course.origin}/course.html`);
  const lesson = page.locator('posenc-lesson').frameLocator('iframe');
  await expect(lesson.locator('#playground')).toHaveAttribute('live');
  await page.emulateMedia({ media: 'print' });
  const height = await settledHeight(page, 'posenc-lesson >>> iframe');
  const content = await lesson.locator('body').evaluate((body) => body.scrollHeight);
  expect(content).toBeLessThanOrEqual(height + 2);
});

for (const [name, width, scale] of [
  ['320 px', 320, 1],
  ['200 % zoom', 640, 2],
] as const) {
  test(`at ${name} nothing runs out of a frame`, async ({ browser, course }) => {
    const context = await browser.newContext({
      viewport: { width, height: 400 },
      deviceScaleFactor: scale,
    });
    const page = await context.newPage();
    course.page(
      '/course.html',
      `<meta name="viewport" content="width=device-width">${elements}<posenc-lesson sections="rates"></posenc-lesson><posenc-figure figure="attention-playground"></posenc-figure><posenc-challenge challenge="sinusoidal-table"></posenc-challenge>`,
    );
    await page.goto(`${course.origin}/course.html`);
    for (const part of ['posenc-lesson', 'posenc-figure', 'posenc-challenge']) {
      await page.locator(part).scrollIntoViewIfNeeded();
      const frame = page.locator(part).frameLocator('iframe');
      await expect(frame.locator('[live]').first()).toBeAttached();
      await settledHeight(page, `${part} >>> iframe`);
      const { wide, inner } = await frame.locator('html').evaluate((root) => ({
        wide: root.scrollWidth,
        inner: root.clientWidth,
      }));
      expect(wide, part).toBeLessThanOrEqual(inner);
    }
    await context.close();
  });
}

test('what nobody touches costs no processor time', async ({ page, course }) => {
  course.page(
    '/course.html',
    `<div style="height: 3000px"></div>${elements}<posenc-lesson></posenc-lesson>`,
  );
  await page.goto(`${course.origin}/course.html`);
  await page.locator('posenc-lesson').scrollIntoViewIfNeeded();
  const lesson = page.locator('posenc-lesson').frameLocator('iframe');
  await expect(lesson.locator('[live]').first()).toBeAttached();
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(2000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const before = await busy();
  await page.waitForTimeout(3000);
  // Seconds; the measuring itself takes some milliseconds.
  expect((await busy()) - before).toBeLessThan(0.1);
});
