import { expect } from '@playwright/test';
import { objections } from '../objections.ts';
import { challenge } from './challenge-page.ts';
import { layOutAll, openLesson, test } from './lesson-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme}`, async ({ page }) => {
    test.setTimeout(240_000); // axe goes through the whole page with every fold open
    await page.emulateMedia({ colorScheme });
    await openLesson(page);
    // Answered questions, opened folds and the editor are part of the page too.
    await page.locator('#why-a-pair').getByRole('radio').nth(1).check();
    await page.locator('#why-a-pair').getByRole('button', { name: 'Check' }).click();
    await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
    await expect(page.getByRole('textbox', { name: 'Your solution' })).toBeVisible();
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    await layOutAll(page);
    expect(await objections(page)).toEqual([]);
  });
}

for (const width of [320, 360, 768, 1280]) {
  test(`nothing runs out of the page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLesson(page);
    await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true;
    });
    const overflow = await page.evaluate(() => {
      const page = document.documentElement;
      // What a drawing does not show beyond its edge is not wide.
      const wide = [...document.querySelectorAll('body *:not(svg *)')].filter((element) => {
        const box = element.getBoundingClientRect();
        const scrolled = element.closest(
          '.table-scroll, .formula, pre, .cm-scroller, .visually-hidden',
        );
        return box.right > page.clientWidth + 1 && box.width > 0 && scrolled === null;
      });
      return {
        page: page.scrollWidth - page.clientWidth,
        wide: wide.map((e) => e.outerHTML.slice(0, 120)),
      };
    });
    expect(overflow).toEqual({ page: 0, wide: [] });
  });
}

test('the editor lets the Tab key out', async ({ page }) => {
  await openLesson(page);
  await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
  const editor = page.getByRole('textbox', { name: 'Your solution' });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('the layout stays where it was while the figures wake up', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput)
          Object.assign(window, {
            shift: (window as unknown as { shift: number }).shift + shift.value,
          });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openLesson(page);
  await page.waitForTimeout(500);
  expect(
    await page.evaluate(() => (window as unknown as { shift: number }).shift),
  ).toBeLessThanOrEqual(0.02);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the whole lesson reads, with its figures, steps, questions and answers', async ({
    page,
  }) => {
    await page.goto('./');
    await expect(page.locator('section.section')).toHaveCount(12);
    for (const step of await page.locator('#words-steps .step').all())
      await expect(step).toBeVisible();
    await expect(page.locator('#playground .figure-summary')).toContainText(
      '−0.27942, 0.96017, 0.05996, 0.99820',
    );
    await expect(page.locator('#playground img')).toBeVisible();
    await expect(page.locator('#playground .clock').first()).toBeVisible();
    await expect(page.locator('#playground .playground-controls')).toBeHidden();
    await expect(page.locator('#why-a-pair').getByRole('button', { name: 'Check' })).toBeHidden();
    await page.locator('#why-a-pair .question-answers summary').click();
    await expect(page.locator('#why-a-pair .question-answers')).toContainText('correct:');
    await expect(page.locator('posenc-challenge pre').first()).toBeVisible();
  });
});

test('blocked storage costs nothing but the keeping', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openLesson(page);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
  await page.getByRole('textbox', { name: 'Your solution' }).pressSequentially('// mine');
  await expect(challenge(page).locator('.challenge-message')).toContainText(
    'does not keep your text',
  );
});

test('a browser without WebAssembly says so once, and the picture stays', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'WebAssembly', { value: undefined });
  });
  await page.goto('./#playground');
  await expect(page.locator('#playground .figure-unavailable')).toContainText('no WebAssembly');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 6');
});

test('print shows every step, every answer and the pictures', async ({ page }) => {
  await openLesson(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.bar')).toBeHidden();
  for (const step of await page.locator('#words-steps .step').all())
    await expect(step).toBeVisible();
  await expect(page.locator('#playground .clock').first()).toBeVisible();
  await expect(page.locator('#why-a-pair .question-answers')).toBeVisible();
});

test('the published policy forbids eval and foreign hosts', async ({ page }) => {
  await openLesson(page);
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("'unsafe-eval'");
  expect(policy!.replace("style-src-attr 'unsafe-inline'", '')).not.toContain("'unsafe-inline'");
  // Playwright's own evaluate is above the policy; what a timer calls later is not.
  const outcome = await page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve((Reflect.construct(Function, ['return 1']) as () => number)());
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
  );
  expect(outcome).toBe('EvalError');
});
