import { expect, type Page } from '@playwright/test';
import { test } from './lesson-page.ts';

/** A page of a course site that holds the lesson in a frame with these attributes. */
async function openHost(page: Page, attributes: string): Promise<void> {
  await page.route('**/host.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Course</title>
        <iframe src="./index.html#why-a-pair" title="Lesson" ${attributes} style="width: 900px; height: 700px"></iframe>`,
    }),
  );
  await page.goto('./host.html');
}

test('questions are marked in a frame that may not submit forms', async ({ page }) => {
  await openHost(page, 'sandbox="allow-scripts allow-same-origin"');
  const question = page.frameLocator('iframe').locator('#why-a-pair');
  await question.locator('[data-correct="true"] input').check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.question-result')).toHaveText('Right.');
});

test('a number is also checked by the Enter key there', async ({ page }) => {
  await openHost(page, 'sandbox="allow-scripts allow-same-origin"');
  const question = page.frameLocator('iframe').locator('#angle-of-pair-one');
  await question.getByLabel('Your answer').fill('none');
  await question.getByLabel('Your answer').press('Enter');
  await expect(question.locator('.question-result')).toContainText('Type a number first');
});

test('where the script may not be loaded, every step and every figure can be read', async ({
  page,
  faults,
}) => {
  await openHost(page, 'sandbox="allow-scripts"');
  const frame = page.frameLocator('iframe');
  for (const step of await frame.locator('#words-steps .step').all())
    await expect(step).toBeVisible();
  await expect(frame.locator('#playground .figure-summary')).toContainText('Position 6');
  // The browser tells what it refused to load.
  expect(faults.splice(0).length).toBeGreaterThan(0);
});

test('a site that forbids WebAssembly is told so in a sentence', async ({ page }) => {
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'self'" };
    await route.fulfill({ response, headers });
  });
  await page.goto('./#playground');
  await expect(page.locator('#playground .figure-unavailable')).toContainText(
    'this site does not let the page run WebAssembly',
  );
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 6');
});
