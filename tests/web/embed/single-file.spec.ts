import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base } from '@playwright/test';
import { dist } from './course-site.ts';

/** The one file, alone in a folder of a disk, opened without a network. */
const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page, context }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'posenc ü '));
      const file = path.join(folder, 'lesson.html');
      copyFileSync(path.join(dist, 'packages', 'posenc-single.html'), file);
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('request', (request) => {
        if (/^(https?|file):/.test(request.url()) && request.url() !== page.url()) {
          if (!request.isNavigationRequest()) faults.push(`asked for ${request.url()}`);
        }
      });
      await context.setOffline(true);
      await page.goto(pathToFileURL(file).href);
      await use(faults);
      rmSync(folder, { recursive: true });
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

test('is read, moved and answered', async ({ page }) => {
  await expect(page.locator('.section')).toHaveCount(12);
  await page.locator('#playground').scrollIntoViewIfNeeded();
  await expect(page.locator('#playground')).toHaveAttribute('live');
  const slider = page.locator('#playground').getByRole('slider').first();
  await slider.focus();
  const before = await page.locator('#playground .figure-summary').textContent();
  await slider.press('ArrowRight');
  await expect(page.locator('#playground .figure-summary')).not.toHaveText(before!);
  const question = page.locator('#angle-of-pair-one');
  await question.getByLabel('Your answer').fill('0.01');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question).toHaveAttribute('answered');
});

const solutions = {
  JavaScript: `function sinusoidalTable(n, d, base) {
  return Array.from({ length: n }, (_, p) => Array.from({ length: d }, (_, i) => {
    const angle = p / base ** (2 * Math.floor(i / 2) / d);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  }));
}`,
  Python: `from math import cos, sin
def sinusoidal_table(n, d, base):
    return [[(sin, cos)[i % 2](p / base ** (i // 2 * 2 / d)) for i in range(d)] for p in range(n)]
`,
};

for (const [language, solution] of Object.entries(solutions)) {
  test(`a challenge is passed in ${language}, and the solutions are shown`, async ({ page }) => {
    await page.goto(`${page.url()}#challenge-sinusoidal-table`);
    const challenge = page.locator('#challenge-sinusoidal-table');
    await challenge.getByRole('radio', { name: language }).check();
    await challenge.getByRole('button', { name: /your solution$/ }).click();
    await challenge.locator('.cm-content').fill(solution);
    await challenge.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(challenge.locator('.challenge-message')).toContainText('Passed', {
      timeout: 30_000,
    });
    await expect(challenge.locator('.challenge-beside')).toHaveCount(4);
  });
}

test('the licences open from it', async ({ page, context }) => {
  const opened = context.waitForEvent('page');
  await page.locator('a', { hasText: 'licences of what this page contains' }).click();
  await expect((await opened).locator('body')).toContainText('lit-html');
});
