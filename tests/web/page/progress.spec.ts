import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './lesson-page.ts';

async function answer(page: Page, option: number): Promise<void> {
  const question = page.locator('#why-a-pair');
  await question.getByRole('radio').nth(option).check();
  await question.getByRole('button', { name: 'Check' }).click();
}

/** The place of the right option, as the element itself knows it. */
async function placeOf(page: Page, correct: boolean): Promise<number> {
  return page
    .locator('#why-a-pair .options > li')
    .evaluateAll(
      (options, wanted) =>
        options.findIndex((one) => (one as HTMLElement).dataset['correct'] === String(wanted)),
      correct,
    );
}

test('answers, statements, figures and read sections are there again, and said to be', async ({
  page,
}) => {
  await page.goto('./#rates');
  await answer(page, await placeOf(page, false));
  const claim = page.locator('#claim-zero-is-zeros');
  await claim.getByRole('radio').first().check();
  await claim.getByRole('button', { name: 'Run the experiment' }).click();
  await expect(claim).toHaveAttribute('answered');
  const slider = page.locator('#playground').getByRole('slider', { name: 'Position p' });
  await expect(page.locator('#playground')).toHaveAttribute('live');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/playground\?position=7/);

  await page.goto('./');
  await page.reload();
  await expect(page.locator('.welcome')).toContainText('1 of');
  await page.locator('#rates').scrollIntoViewIfNeeded();
  await expect(page.locator('#why-a-pair .question-result')).toContainText('As you left it.');
  await expect(page.locator('#why-a-pair [data-state="wrong"]')).toHaveCount(1);
  await expect(claim).toHaveAttribute('answered');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 7');

  // The redo list leads to it; taken again and right, it is off the list.
  const redo = page.locator('.redo a');
  await redo.click();
  await expect(page.locator('#why-a-pair')).toBeInViewport();
  await page.locator('#why-a-pair').getByRole('button', { name: 'Try again' }).click();
  await expect(redo).toHaveCount(1);
  await answer(page, await placeOf(page, true));
  await expect(redo).toHaveCount(0);
  await expect(page.locator('.contents a[data-section="rates"]')).toContainText('1 of');
});

test('everything is reset, undone, saved and loaded', async ({ page }) => {
  await page.goto('./#rates');
  await answer(page, await placeOf(page, true));
  const panel = page.locator('.progress');
  await panel.scrollIntoViewIfNeeded();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save to a file' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');

  await panel.getByRole('button', { name: 'Reset everything' }).click();
  await expect(page.locator('#why-a-pair')).not.toHaveAttribute('answered');
  await expect(panel).toContainText('0 of them right');
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('#why-a-pair')).toHaveAttribute('answered');

  await panel.getByRole('button', { name: 'Reset everything' }).click();
  const load = (name: string, text: string) =>
    panel
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await load('broken.json', file.slice(0, 40));
  await expect(page.locator('.notice')).toContainText('“broken.json” was not loaded');
  await load('mine.json', file);
  await expect(page.locator('.notice')).toContainText('Loaded.');
  await expect(page.locator('#why-a-pair')).toHaveAttribute('answered');
  await expect(panel).toContainText('1 of them right');
});

test('blocked storage is told once and costs nothing else', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await page.goto('./#rates');
  await answer(page, await placeOf(page, true));
  await expect(page.locator('.notice')).toContainText('Your browser keeps nothing');
  await page.locator('.notice').getByRole('button', { name: 'Close' }).click();
  await page.locator('#beyond-the-base').getByRole('radio').first().check();
  await page.locator('#beyond-the-base').getByRole('button', { name: 'Check' }).click();
  await expect(page.locator('#beyond-the-base')).toHaveAttribute('answered');
  await expect(page.locator('.notice')).toBeHidden();
});
