/** The page for lectures: the lesson's figures one at a time, by the same ids. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { objections } from '../objections.ts';
import { openLesson, test } from './lesson-page.ts';

const { playgrounds } = JSON.parse(readFileSync('web/content/en/lesson.json', 'utf8')) as {
  playgrounds: { id: string; title: string }[];
};
const ids = playgrounds.map(({ id }) => id);

async function open(page: Page, hash = ''): Promise<void> {
  await page.goto(`./playground.html${hash}`);
  await expect(page.locator('.stages')).toHaveAttribute('data-live');
}

/** The only figure in sight, awake. */
async function expectShown(page: Page, id: string): Promise<void> {
  await expect(page.locator(`#${id}[live]`)).toBeVisible();
  await expect(page.locator('.stage:visible')).toHaveCount(1);
  await expect(page.locator('.switcher a[aria-current]')).toHaveAttribute(
    'href',
    new RegExp(`^#${id}(\\?|$)`),
  );
}

test('shows the first figure, and any other by its link', async ({ page }) => {
  await open(page);
  await expectShown(page, ids[0]!);
  for (const { id, title } of playgrounds.slice(1)) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await expectShown(page, id);
    await expect(page).toHaveTitle(`${title} · Playgrounds · Positional Encoding`);
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test('an address opens a figure in its state, at the top of the page', async ({ page }) => {
  await open(page, '#shift?offset=5&width=6');
  await expectShown(page, 'shift');
  await expect(page.locator('#shift').getByLabel('Offset m').first()).toHaveValue('5');
  await expect(page.locator('#shift .figure-summary')).toContainText('a move by 5 at width 6');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('an address that names no figure of the page shows the first', async ({ page }) => {
  await open(page, '#no-such-figure?width=4');
  await expectShown(page, ids[0]!);
});

test('the arrow keys go from figure to figure, but not while they move a slider', async ({
  page,
}) => {
  await open(page);
  await expectShown(page, ids[0]!);
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, ids[0]!);
  await page.keyboard.press('ArrowRight');
  await expectShown(page, ids[1]!);
  await page.locator('#shift').getByLabel('Offset m').first().focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, 'shift');
  await expect(page.locator('#shift .figure-summary')).toContainText('a move by 4');
});

test('a figure is found as it was left, by its link and by the way back', async ({ page }) => {
  await open(page, '#playground?position=9');
  await expectShown(page, 'playground');
  await page.getByRole('link', { name: 'Shift', exact: true }).click();
  await expectShown(page, 'shift');
  await page.goBack();
  await expectShown(page, 'playground');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 9,');
  await page.goForward();
  await page.getByRole('link', { name: playgrounds[0]!.title, exact: true }).click();
  await expect(page).toHaveURL(/#playground\?position=9$/);
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 9,');
});

test('the lesson leads to the page, and the page back to the section', async ({ page }) => {
  await openLesson(page, '#playground');
  for (const id of ids) {
    await expect(page.locator(`.figure:has(#${id}) .figure-alone a`)).toHaveAttribute(
      'href',
      `./playground.html#${id}`,
    );
  }
  await page.locator('.figure:has(#playground) .figure-alone a').click();
  await expectShown(page, 'playground');
  await page.getByText('What to try').filter({ visible: true }).click();
  await page.getByRole('link', { name: /^Section 4: / }).click();
  await expect(page).toHaveURL(/index\.html#rates$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme}`, async ({ page }) => {
    test.slow(); // a look at each figure
    await page.emulateMedia({ colorScheme });
    await open(page);
    for (const id of ids) {
      await page.evaluate((hash) => (location.hash = hash), id);
      await expectShown(page, id);
      expect(await objections(page)).toEqual([]);
    }
  });
}

for (const width of [320, 1280, 1920]) {
  test(`nothing runs out of the page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    for (const id of ids) {
      await page.evaluate((hash) => (location.hash = hash), id);
      await expectShown(page, id);
      const root = page.locator('html');
      expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth), id).toBe(0);
    }
  });
}

test('letters grow with the window: 25 px and more on a projector', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page);
  await expectShown(page, 'playground');
  const summary = page.locator('#playground .figure-summary');
  expect(
    await summary.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
  ).toBeGreaterThanOrEqual(25);
});

test('the theme is chosen here too, and is the one of the lesson', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.goto('./');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the layout stays where it was while the figure wakes up', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number };
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page);
  await expectShown(page, ids[0]!);
  await page.waitForLoadState('networkidle');
  expect(
    await page.evaluate(() => (window as unknown as { shift: number }).shift),
  ).toBeLessThanOrEqual(0.02);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every figure is there in its first state, under its title', async ({ page }) => {
    await page.goto('./playground.html#shift');
    for (const { id, title } of playgrounds) {
      await expect(page.locator(`#${id} .figure-summary`)).toBeVisible();
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Shift', exact: true })).toBeInViewport();
    await expect(page.locator('.bar-theme')).toBeHidden();
  });
});

test('where the script may not be loaded, the first figure and the addressed one are there', async ({
  page,
  faults,
}) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('./playground.html#similarity');
  await expect(page.locator('#similarity .figure-summary')).toBeVisible();
  await page.getByRole('link', { name: 'Shift', exact: true }).click();
  await expect(page.locator('#shift .figure-summary')).toBeVisible();
  faults.splice(0); // the refused script
});

test('its first view fetches what its budget counts, and the core', async ({ page }) => {
  const { 'size-limit': budgets } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    'size-limit': { name: string; path: string[] }[];
  };
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await open(page);
  await expectShown(page, ids[0]!);
  await page.waitForLoadState('networkidle');
  const counted = budgets.find(({ name }) => name.startsWith('Page for lectures'))!.path;
  const allowed = [...counted, 'dist/assets/core-*.{js,wasm}', 'dist/assets/icon-*.svg'];
  const uncounted = fetched
    .map((name) => `dist${name}`)
    .filter((name) => !allowed.some((pattern) => path.matchesGlob(name, pattern)));
  expect(uncounted).toEqual([]);
});
