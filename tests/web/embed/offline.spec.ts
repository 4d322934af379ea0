import { expect, test } from './course-site.ts';

test.use({ serviceWorkers: 'allow' });
test.slow();

test('kept by a button, the lesson opens without a network, but for checking code', async ({
  page,
  context,
  course,
  faults,
}) => {
  await page.goto(`${course.origin}/posenc/#rates`);
  const button = page.getByRole('button', { name: 'Keep the whole lesson for offline' });
  await button.click({ timeout: 30_000 });
  await expect(page.getByText('opens without a network')).toBeVisible({ timeout: 30_000 });
  const names = await page.evaluate(() => caches.keys());
  expect(names.filter((name) => name.startsWith('posenc:'))).toHaveLength(1);
  await context.setOffline(true);
  course.stop();
  await page.goto(`${course.origin}/posenc/#context-extension`);
  const figures = page.locator('.section', { has: page.locator('#context-extension') });
  await expect(figures.locator('.figure > [data-hash]:not([live])')).toHaveCount(0);
  await page.goto(`${course.origin}/posenc/?sections=rates`);
  const question = page.locator('#angle-of-pair-one');
  await question.getByLabel('Your answer').fill('5');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question).toHaveAttribute('answered');
  // The frame of learners' code has no origin, and so nothing that keeps its files for it.
  await page.goto(`${course.origin}/posenc/?challenge=sinusoidal-table`);
  const challenge = page.locator('#challenge-sinusoidal-table');
  await challenge.getByRole('button', { name: /Write|Continue/ }).click();
  await challenge.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(challenge.locator('.challenge-message')).toContainText('did not answer');
  // The browser tells of each look for a newer file.
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
