/** The lesson on paper: everything to read, nothing to press. */
import { expect, type Page } from '@playwright/test';
import { openLesson, test } from './lesson-page.ts';

/** What stands on paper and what does not, of all elements that a selector finds. */
async function counts(page: Page, selector: string): Promise<{ shown: number; all: number }> {
  return page.evaluate((wanted) => {
    const found = [...document.querySelectorAll(wanted)];
    // Also false inside what content-visibility hides, such as a closed fold.
    const shown = found.filter((element) => element.checkVisibility());
    return { shown: shown.length, all: found.length };
  }, selector);
}

const read = [
  '.section',
  '.figure > [id]',
  '.figure-summary',
  '.figure svg, .figure canvas, .figure img',
  '.step > h3',
  '.question-answers > :not(summary)',
  '.claim-answer > :not(summary)',
];
const pressed = [
  '.bar',
  '.contents',
  '.steps-bar',
  '.question-actions',
  '.order button',
  '.figure .controls',
  '.figure-foot',
  '.figure-alone',
  '.section-report',
  '.progress',
];

async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const selector of read) {
    const { shown, all } = await counts(page, selector);
    expect(all, selector).toBeGreaterThan(0);
    expect(shown, selector).toBe(all);
  }
  for (const selector of pressed) {
    expect((await counts(page, selector)).shown, selector).toBe(0);
  }
}

test('every section, figure, step and answer is printed, and no bar or button', async ({
  page,
}) => {
  await openLesson(page);
  await expectPaper(page);
});

test('what nobody has scrolled to is printed too, in its first state', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('#sentence')).toHaveAttribute('live');
  await expectPaper(page);
});

test('a figure is printed in the state that it is in', async ({ page }) => {
  await openLesson(page, '#playground?position=9');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 9,');
  await expect(page.locator('#playground canvas, #playground img').first()).toBeVisible();
});

test('ink is dark, also where the reader has chosen the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLesson(page);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  const ink = () => page.locator('h1').evaluate((h1) => getComputedStyle(h1).color);
  expect(await ink()).toBe('rgb(233, 230, 223)');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await ink()).toBe('rgb(30, 29, 27)');
});

test('folds with answers are open while the browser prints, and closed again after', async ({
  page,
}) => {
  await page.goto('./');
  await page.locator('#why-a-pair').scrollIntoViewIfNeeded();
  const folds = '.question-answers, .claim-answer';
  await page.evaluate((selector) => {
    // Listens after the page's own: what it sees is what is printed.
    addEventListener('beforeprint', () => {
      const closed = [...document.querySelectorAll<HTMLDetailsElement>(selector)];
      Object.assign(window, { stillClosed: closed.filter((fold) => !fold.open).length });
    });
  }, folds);
  const file = await page.pdf({ format: 'A4' });
  const pages = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // Seventy sheets with every answer; a hidden part of the page would take most of them away.
  expect(pages).toBeGreaterThan(50);
  expect(
    await page.evaluate(() => (window as unknown as { stillClosed: number }).stillClosed),
  ).toBe(0);
  expect(await page.locator(`:is(${folds})[open]`).count()).toBe(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the answers are printed as well', async ({ page }) => {
    await page.goto('./');
    await page.emulateMedia({ media: 'print' });
    for (const id of ['why-a-pair', 'angle-of-pair-one']) {
      await expect(page.locator(`#${id} .question-answers > :not(summary)`).first()).toBeVisible();
    }
    await expect(page.locator('.claim-answer > .claim-shown').last()).toBeVisible();
    await expect(page.locator('.bar')).toBeHidden();
  });
});
