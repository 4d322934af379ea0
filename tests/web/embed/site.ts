/** A site on a port of its own, which holds the built lesson in its pages. */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
  /** what is posted to it */
  receive: (pathname: string, body: string) => void = () => undefined;

  readonly #server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        this.receive(pathname, body);
        response.end();
      });
      return;
    }
    void this.#answer(pathname).then(({ status, headers, body }) => {
      (status === 404 ? this.missing : this.served).push(pathname);
      const sent = Object.entries({ 'Cache-Control': 'no-store', ...headers });
      // One that is empty is not sent.
      response.writeHead(status, Object.fromEntries(sent.filter(([, value]) => value !== '')));
      response.end(body);
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

  file(name: string, type: string, text: string): void {
    this.pages.set(name, { html: text, headers: { 'Content-Type': type } });
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
