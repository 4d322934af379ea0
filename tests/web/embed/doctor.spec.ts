import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from './course-site.ts';

const verdicts = async (place: Page | FrameLocator) => {
  await expect(place.getByRole('status')).toHaveText('Done.', { timeout: 20_000 });
  const rows = await place
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        (row as HTMLElement).dataset['check']!,
        (row as HTMLElement).dataset['verdict']!,
      ]),
    );
  return Object.fromEntries(rows) as Record<string, string>;
};

test('by itself everything works but what only a course has', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/doctor.html`);
  expect(await verdicts(page)).toEqual({
    files: 'works',
    webassembly: 'works',
    code: 'works',
    storage: 'works',
    framed: 'unused',
    heights: 'unused',
    scorm12: 'unused',
    scorm2004: 'unused',
  });
  await expect(page.getByLabel('Report')).toHaveValue(/^posenc \d[\s\S]*webassembly: works/);
});

test('in a frame with embed.js the height is followed, and a learning system is found', async ({
  page,
  course,
}) => {
  course.page(
    '/course.html',
    `<script>window.API = {}</script><script src="/posenc/embed.js"></script>
     <iframe data-posenc src="/posenc/doctor.html" title="A" style="width: 800px; height: 600px"></iframe>`,
  );
  await page.goto(`${course.origin}/course.html`);
  expect(await verdicts(page.frameLocator('iframe'))).toMatchObject({
    framed: 'works',
    heights: 'works',
    scorm12: 'works',
    scorm2004: 'unused',
  });
});

test('what a site refuses is named, with what would allow it', async ({ page, course, faults }) => {
  course.headers = (name) =>
    name === 'doctor.html'
      ? { 'Content-Security-Policy': "script-src 'self'; frame-src 'none'" }
      : { 'Access-Control-Allow-Origin': '*' };
  course.page(
    '/course.html',
    '<iframe sandbox="allow-scripts" src="/posenc/doctor.html" title="A" style="width: 800px; height: 600px"></iframe>',
  );
  await page.goto(`${course.origin}/course.html`);
  const frame = page.frameLocator('iframe');
  // A frame without an origin has no `self`: the policy that names it refuses its own scripts.
  await expect(frame.getByRole('heading')).toBeVisible();
  await page.goto(`${course.origin}/posenc/doctor.html`);
  expect(await verdicts(page)).toMatchObject({ webassembly: 'refused', code: 'refused' });
  await expect(page.locator('[data-check="webassembly"]')).toContainText('wasm-unsafe-eval');
  await expect(page.getByLabel('Report')).toHaveValue(/refused by policy: frame-src/);
  expect(faults.splice(0).length).toBeGreaterThan(0);
});
