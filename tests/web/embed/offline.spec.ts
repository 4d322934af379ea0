import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test, type Site } from './course-site.ts';

test.use({ serviceWorkers: 'allow' });
test.slow();

/** A page whose worker is there, and with it the button that keeps everything. */
async function openKeptPage(page: Page, course: Site): Promise<Locator> {
  await page.goto(`${course.origin}/posenc/#rates`);
  const button = page.getByRole('button', { name: 'Keep the whole lesson for offline' });
  await expect(button).toBeAttached({ timeout: 30_000 });
  return button;
}

/** The site goes away, and the network with it. */
async function goOffline(context: BrowserContext, course: Site): Promise<void> {
  await context.setOffline(true);
  course.stop();
}

async function check(page: Page, language: 'JavaScript' | 'Python'): Promise<Locator> {
  const challenge = page.locator('#challenge-sinusoidal-table');
  const write = challenge.getByRole('button', { name: /your solution$/ });
  const check = challenge.getByRole('button', { name: 'Check', exact: true });
  await expect(write.or(check)).toBeVisible();
  if (await write.isVisible()) await write.click();
  await challenge.getByRole('radio', { name: language }).check();
  await check.click();
  return challenge.locator('.challenge-message');
}

test('kept by a button, the lesson opens and checks code without a network', async ({
  page,
  context,
  course,
  faults,
}) => {
  const button = await openKeptPage(page, course);
  await button.click();
  await expect(page.getByText('opens without a network')).toBeVisible({ timeout: 30_000 });
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.startsWith('posenc:'))).toHaveLength(1);
  await goOffline(context, course);
  await page.goto(`${course.origin}/posenc/#context-extension`);
  const figures = page.locator('.section', { has: page.locator('#context-extension') });
  await expect(figures.locator('.figure > [data-hash]:not([live])')).toHaveCount(0);
  await page.goto(`${course.origin}/posenc/?sections=rates`);
  const question = page.locator('#angle-of-pair-one');
  await question.getByLabel('Your answer').fill('5');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question).toHaveAttribute('answered');
  await page.goto(`${course.origin}/posenc/?challenge=sinusoidal-table`);
  for (const language of ['JavaScript', 'Python'] as const) {
    await expect(await check(page, language)).toContainText('Not passed', { timeout: 30_000 });
  }
  // The browser tells of each look for a newer file.
  faults.splice(0);
});

test('an interpreter that was once used checks code without a network, another one does not', async ({
  page,
  context,
  course,
  faults,
}) => {
  await openKeptPage(page, course);
  const address = `${course.origin}/posenc/?challenge=sinusoidal-table`;
  await page.goto(address);
  await expect(await check(page, 'JavaScript')).toContainText('Not passed', { timeout: 30_000 });
  await goOffline(context, course);
  await page.goto(address);
  await expect(await check(page, 'JavaScript')).toContainText('Not passed', { timeout: 30_000 });
  await expect(await check(page, 'Python')).toContainText('could not be loaded');
  faults.splice(0);
});

test('a lesson in a frame registers nothing', async ({ page, course }) => {
  course.page(
    '/course.html',
    '<iframe src="/posenc/index.html#rates" title="A" style="width: 700px; height: 500px"></iframe>',
  );
  await page.goto(`${course.origin}/course.html`);
  const frame = page.frames()[1]!;
  await frame.waitForSelector('#playground[live]');
  await frame.evaluate(() => {
    scrollTo(0, 0);
    scrollTo(0, 2000);
  });
  await frame.waitForLoadState('networkidle');
  expect(
    await frame.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
});
