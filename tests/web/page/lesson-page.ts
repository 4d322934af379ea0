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

/** Waits until the figures, panels and questions have woken up. */
export async function openLesson(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await expect(page.locator('posenc-playground[live]')).toBeVisible();
  await expect(page.locator('posenc-add-subtract[live]')).toBeVisible();
  await expect(page.locator('posenc-sentence[live]')).toBeVisible();
}

/** The numbers in a text, real minus signs read as such. */
export function numbersIn(text: string): number[] {
  return [...text.replaceAll('−', '-').matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(',', '')),
  );
}
