/**
 * Sites of other people on ports of their own, which hold the built lesson in their pages. Every test
 * fails when the console shows an error, a script throws, or a file is asked for that is not there.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';

export const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

interface SitePage {
  html: string;
  headers?: Record<string, string>;
}

export class Site {
  origin = '';
  /** pages of the site itself, by path */
  readonly pages = new Map<string, SitePage>();
  /** folders of files, by the path under which they lie; both end with a slash */
  readonly folders = new Map<string, string>();
  /** headers of every file of a folder, which may take the place of its type */
  headers: (name: string) => Record<string, string> = () => ({});
  /** paths that were answered */
  readonly served: string[] = [];
  /** paths that there is nothing at */
  readonly missing: string[] = [];

  readonly #server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    void this.#answer(pathname).then(({ status, headers, body }) => {
      (status === 404 ? this.missing : this.served).push(pathname);
      response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** A page of the site; what is given is what stands in its body. */
  page(name: string, body: string, headers: Record<string, string> = {}): void {
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Course</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;
    this.pages.set(name, { html, headers });
  }

  async #answer(
    pathname: string,
  ): Promise<{ status: number; headers: Record<string, string>; body: string | Buffer }> {
    const page = this.pages.get(pathname);
    if (page !== undefined) {
      const headers = { 'Content-Type': 'text/html; charset=utf-8', ...page.headers };
      return { status: 200, headers, body: page.html };
    }
    for (const [prefix, folder] of this.folders) {
      if (!pathname.startsWith(prefix)) continue;
      const name = pathname.slice(prefix.length) || 'index.html';
      const file = path.join(folder, name);
      if (!file.startsWith(folder) || !(await stat(file).catch(() => undefined))?.isFile())
        continue;
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      const headers = { 'Content-Type': type, ...this.headers(name) };
      return { status: 200, headers, body: await readFile(file) };
    }
    return { status: 404, headers: {}, body: 'nothing here' };
  }
}

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
