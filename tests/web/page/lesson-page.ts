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

/**
 * Opens an element of the page with the figures of its section awake; without one passes every
 * section, since figures wake up when theirs is near.
 */
export async function openLesson(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  const id = hash.slice(1).split('?')[0]!;
  const section = await page.evaluate(async (id) => {
    const section = document.getElementById(id)?.closest('.section');
    if (section) return section.id;
    for (const one of document.querySelectorAll('.section')) {
      one.scrollIntoView();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    scrollTo(0, 0);
    return undefined;
  }, id);
  const part = section === undefined ? page.locator('main') : page.locator(`#${section}`);
  await expect(part.locator('.figure > [data-hash]:not([live])')).toHaveCount(0);
  await expect(part.locator('posenc-challenge:not([live])')).toHaveCount(0);
}

/**
 * Lays the whole page out, from its top: what is skipped while it is far from view has places that
 * overlap, and what lies under the bar counts as too small to hit.
 */
export async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('.section, .back')) {
      part.style.contentVisibility = 'visible';
    }
    scrollTo(0, 0);
  });
}

/** The numbers in a text, real minus signs read as such. */
export function numbersIn(text: string): number[] {
  return [...text.replaceAll('−', '-').matchAll(/-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) =>
    Number(number.replaceAll(',', '')),
  );
}
