/** The training lab in the page: choose, guess, train, stop, leave; and without scripts. */
import { expect, type Page } from '@playwright/test';
import { objections } from '../objections.ts';
import { openLesson, test } from './lesson-page.ts';

/** How many workers the page has now. */
const workers = (page: Page): number => page.workers().length;

test('trains, draws the runs over the stored ones, and shows a model from the inside', async ({
  page,
}) => {
  await openLesson(page, '#lab?task=back2&mask=causal&schemes=learned,rotary&seed=3');
  const lab = page.locator('#lab');
  await expect(lab.locator('.lab-panel')).toHaveCount(0);
  expect(workers(page)).toBe(0);
  await lab.getByLabel('I expect RoPE to be right at length 32').check();
  await lab.getByRole('button', { name: 'Train', exact: true }).click();
  await expect(lab.locator('progress')).toBeVisible();
  await expect(lab.locator('.lab-message')).toContainText('Trained.', { timeout: 50_000 });

  const panels = lab.locator('.lab-panel');
  await expect(panels).toHaveCount(2);
  await expect(panels.nth(0)).toContainText('At 64: no row for the last positions.');
  await expect(panels.nth(0)).toContainText('the learned table has 32 rows');
  await expect(panels.nth(1)).toContainText(
    'At 32: right in none of 10 stored runs (17–88 %). Yours: 88 %. You guessed otherwise.',
  );
  await expect(panels.locator('.lab-run')).toHaveCount(2);
  // Seed 3 is one of the ten stored runs, and the same bits come out here.
  await expect(panels.locator('.lab-band')).toHaveCount(2);
  await expect(lab.locator('.lab-sayings')).toContainText('none was right 90 times in 100: 17–88');
  await expect(lab.locator('.lab-inside')).toContainText('Some order reaches it');
  await expect(lab.locator('.lab-map canvas')).toHaveCount(4);
  await lab.locator('.lab-map .heat-map').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(lab.locator('.figure-cell')).toContainText('From place 1 to place 0');

  await lab.locator('.figure-more > summary').click();
  await expect(lab.locator('.figure-more td').first()).toContainText('100');
  const download = page.waitForEvent('download');
  await lab.getByRole('button', { name: 'Your runs (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('lab.csv');
});

test('stops within a moment, goes on, and ends when the section is left', async ({ page }) => {
  await openLesson(page, '#lab?schemes=none,shaw,t5');
  const lab = page.locator('#lab');
  await lab.getByRole('button', { name: 'Train five seeds' }).click();
  await expect(lab.locator('.lab-stage')).toContainText(/step [1-9]/);
  expect(workers(page)).toBe(1);

  // A slice of training takes 25 ms; the rest is room for a busy machine.
  await lab.getByRole('button', { name: 'Stop' }).click();
  await expect(lab.locator('.lab-stage')).toContainText('Stopped at step', { timeout: 2000 });
  const stopped = await lab.locator('.lab-stage').textContent();
  await page.waitForTimeout(300);
  expect(await lab.locator('.lab-stage').textContent()).toBe(stopped);

  await lab.getByRole('button', { name: 'Go on' }).click();
  await expect(lab.locator('.lab-stage')).not.toContainText('Stopped');
  await expect(lab.locator('.lab-stage')).not.toHaveText(stopped!);

  await page.locator('#top').scrollIntoViewIfNeeded();
  await expect(lab.locator('.lab-message')).toContainText('Training ended when the section left');
  await expect.poll(() => workers(page)).toBe(0);
  await expect(lab.getByRole('button', { name: 'Train', exact: true })).toBeEnabled();
});

test('memory returns: ten runs, each left in the middle, and no worker is left', async ({
  page,
}) => {
  await openLesson(page, '#lab?schemes=none');
  const lab = page.locator('#lab');
  for (let run = 0; run < 10; ++run) {
    await lab.scrollIntoViewIfNeeded();
    await lab.getByRole('button', { name: 'Train', exact: true }).click();
    await expect(lab.locator('.lab-stage')).toContainText(/step [1-9]/);
    expect(workers(page)).toBe(1);
    await page.locator('#top').scrollIntoViewIfNeeded();
    await expect.poll(() => workers(page)).toBe(0);
  }
});

test('a seed that is none is refused with a sentence', async ({ page }) => {
  await openLesson(page, '#lab?seed=7');
  const seed = page.locator('#lab').getByLabel('Seed');
  for (const typed of ['-1', '1.5', '4294967296', 'many', '']) {
    await seed.fill(typed);
    await seed.press('Tab');
    await expect(page.locator('#lab .lab-message')).toHaveText(
      `The seed ${typed} was refused; it must be a whole number, 0 to 4294967295.`.replace(
        / +/g,
        ' ',
      ),
    );
    await expect(seed).toHaveValue('7');
  }
});

test('what was chosen and guessed is found again, and a reset forgets it', async ({ page }) => {
  await openLesson(page, '#lab');
  const lab = page.locator('#lab');
  await lab.getByLabel('first?').check();
  await lab.getByRole('rowheader', { name: 'ALiBi' }).getByRole('checkbox').check();
  await lab.getByLabel('I expect ALiBi to be right at length 64').check();
  await lab.getByRole('button', { name: 'Only show the stored runs' }).click();
  await expect(lab.locator('.lab-panel')).toHaveCount(5);
  await page.goto('about:blank'); // the address holds the choice too: without it
  await openLesson(page, '#lab');
  await expect(lab.locator('.lab-panel')).toHaveCount(5);
  await expect(lab.locator('.lab-panel').last()).toContainText(
    'At 64: right in all 10 stored runs (100 %). As you guessed.',
  );
  await lab.getByRole('button', { name: 'Reset' }).click();
  await expect(lab.locator('.lab-panel')).toHaveCount(0);
  await expect(lab.getByLabel('I expect ALiBi to be right at length 64')).not.toBeChecked();
});

test.describe('the page of the lab', () => {
  test('has the section around it, and trains as the link says', async ({ page }) => {
    await page.goto('./lab.html#lab?task=at0&mask=none&schemes=none&seed=2');
    const lab = page.locator('#lab[live]');
    await expect(lab.getByLabel('first?')).toBeChecked();
    await lab.getByRole('button', { name: 'Train', exact: true }).click();
    await expect(lab.locator('.lab-message')).toContainText('Trained.', { timeout: 50_000 });
    // Without positions and mask the proof is a number, of the size of float32's rounding.
    await expect(lab.locator('.lab-inside')).toContainText('to this model a sequence has no order');
    await expect(page.getByText('These came out in all ten.')).toBeVisible();
    await page.getByRole('link', { name: /^Section 12/ }).click();
    await expect(page).toHaveURL(/index\.html#limits$/);
  });

  test('is led to by the section, and accessible', async ({ page }) => {
    await page.goto('./index.html');
    await expect(page.locator('a[href="./lab.html#lab"]')).toHaveCount(1);
    await page.goto('./lab.html');
    await page.locator('#lab[live]').waitFor();
    await page.getByRole('button', { name: 'Only show the stored runs' }).click();
    expect(await objections(page)).toEqual([]);
  });

  for (const width of [320, 360]) {
    test(`fits a screen of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto('./lab.html');
      await page.locator('#lab[live]').waitFor();
      await page.getByRole('button', { name: 'Only show the stored runs' }).click();
      const over = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      expect(await over()).toBe(0);
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the stored runs stand there as pictures and numbers', async ({ page }) => {
    await page.goto('./#lab');
    const lab = page.locator('#lab');
    await expect(lab.locator('.lab-stored svg')).toHaveCount(28);
    await lab.locator('summary').click();
    await expect(lab.locator('.figure-more tbody tr')).toHaveCount(4 * 8);
    await expect(lab.locator('.figure-more')).toBeVisible();
  });
});
