import { expect } from '@playwright/test';
import { test } from './lesson-page.ts';

test('formulas and figures follow one layout switch, which is remembered', async ({ page }) => {
  await page.goto('./#rates');
  const choice = page.locator('#rates posenc-layout-switch');
  const interleaved = page.locator('#rates .layout-interleaved');
  const split = page.locator('#rates .layout-split');
  const summary = page.locator('#playground .figure-summary');
  await expect(interleaved).toBeVisible();
  await expect(split).toBeHidden();

  await choice.getByRole('radio', { name: 'halves' }).check();
  await expect(split).toBeVisible();
  await expect(interleaved).toBeHidden();
  await page.locator('#playground').scrollIntoViewIfNeeded();
  await expect(summary).toContainText('layout halves');

  await page.reload();
  await expect(choice.getByRole('radio', { name: 'halves' })).toBeChecked();
  await expect(split).toBeVisible();
  await page.locator('#playground').scrollIntoViewIfNeeded();
  await expect(summary).toContainText('layout halves');

  // The figure's own control is the same switch.
  await page.locator('#playground').getByRole('radio', { name: 'interleaved' }).check();
  await expect(interleaved).toBeVisible();
  await expect(choice.getByRole('radio', { name: 'interleaved' })).toBeChecked();
});

test('a link to a layout shows it in its figure and leaves the choice', async ({ page }) => {
  await page.goto('./#playground?layout=split');
  await expect(page.locator('#playground .figure-summary')).toContainText('layout halves');
  await expect(page.locator('#rates .layout-interleaved')).toBeVisible();
});
