import { expect, test as base, type Page } from '@playwright/test';

/**
 * A page that fails its test when the console shows an error, a script throws, or anything is asked
 * of another host.
 */
export const test = base.extend<{ page: Page; faults: string[] }>({
  // What went wrong so far; a test that provokes something takes it out.
  faults: async ({}, use) => use([]),
  page: async ({ page, faults }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1') {
        faults.push(`asked ${url.hostname}`);
      }
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** Passes every section, since figures wake up when theirs is near, and goes back to the address. */
export async function openLesson(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await page.evaluate(async () => {
    for (const section of document.querySelectorAll('.section')) {
      section.scrollIntoView();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
  await expect(page.locator('.figure > [id]:not(.steps, posenc-steps, [live])')).toHaveCount(0);
  await page.evaluate((id) => {
    const target = document.getElementById(id);
    if (target) target.scrollIntoView();
    else scrollTo(0, 0);
  }, hash.slice(1).split('?')[0]!);
}

/** The numbers in a text, real minus signs read as such. */
export function numbersIn(text: string): number[] {
  return [...text.replaceAll('−', '-').matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(',', '')),
  );
}
