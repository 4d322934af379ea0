/**
 * Sites of other people on ports of their own, which hold the built lesson in their pages. Every test
 * fails when the console shows an error, a script throws, or a file is asked for that is not there.
 */
import { expect, test as base, type Page } from '@playwright/test';
import { dist, Site } from './site.ts';

export { dist, Site };

/** An event of the lesson as a page of the site heard it. */
export interface Heard {
  name: string;
  detail: unknown;
}

declare global {
  interface Window {
    heard: Heard[];
    messages: unknown[];
  }
}

export const test = base.extend<{ course: Site; other: Site; faults: string[] }>({
  // What went wrong so far; a test that provokes something takes it out.
  faults: async ({}, use) => use([]),

  /** A course site with the lesson in its folder /posenc/. */
  course: async ({ page, faults }, use) => {
    const site = new Site();
    site.folders.set('/posenc/', dist);
    await site.start();
    listenForFaults(page, faults);
    await use(site);
    site.stop();
    expect([...faults, ...site.missing.map((name) => `nothing at ${name}`)]).toEqual([]);
  },

  /** A second site, to another origin. */
  other: async ({}, use) => {
    const site = new Site();
    site.folders.set('/posenc/', dist);
    await site.start();
    await use(site);
    site.stop();
    expect(site.missing).toEqual([]);
  },
});

function listenForFaults(page: Page, faults: string[]): void {
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
}

/** From now on the page keeps the lesson's events in `heard`, and what its windows are sent in `messages`. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (parent !== window) return;
    window.heard = [];
    window.messages = [];
    for (const name of ['ready', 'answer', 'challenge', 'progress', 'complete', 'error']) {
      document.addEventListener(`posenc-${name}`, (event) => {
        window.heard.push({ name: event.type, detail: (event as CustomEvent<unknown>).detail });
      });
    }
    addEventListener('message', ({ data }) => window.messages.push(data));
  });
}

/** The height that a frame of the page has, once it has been still for half a second. */
export async function settledHeight(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const find = (root: ParentNode): Element | null => {
      for (const part of selector.split(' >>> ')) {
        const found: Element | null = root.querySelector(part);
        if (found === null) return null;
        if (part === selector.split(' >>> ').at(-1)) return found;
        root = found.shadowRoot ?? found;
      }
      return null;
    };
    const frame = find(document)!;
    let last = -1;
    let still = 0;
    while (still < 10) {
      await new Promise((done) => setTimeout(done, 50));
      const { height } = frame.getBoundingClientRect();
      still = height === last ? still + 1 : 0;
      last = height;
    }
    return last;
  }, selector);
}

export { expect };
