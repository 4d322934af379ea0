import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPort, serveFolder } from '../../tools/static-server.mjs';

/** @type {string} */
let outside;
/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let served;

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'posenc static server '));
  folder = join(outside, 'site');
  mkdirSync(join(folder, 'part', 'deep.js'), { recursive: true });
  mkdirSync(join(outside, 'site-secret'));
  const files = {
    'secret.txt': 'secret',
    'site-secret/secret.txt': 'secret',
    'site/index.html': '<!doctype html><title>first</title>',
    'site/part/index.html': '<!doctype html><title>part</title>',
    'site/core.wasm': '\0asm',
    'site/core.mjs': 'export {};',
    'site/a b.css': 'p {}',
    'site/font.woff2': 'wOF2',
    'site/data.unheard-of': '?',
    'site/.hidden': 'secret',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(outside, name), text);
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  served = await serveFolder(folder, 0);
});

afterAll(() => {
  served.server.close();
  served.server.closeAllConnections();
  rmSync(outside, { recursive: true });
});

/**
 * Asks for a path exactly as written; fetch would tidy it first.
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string> }} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
function ask(path, options = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(served.address, { path, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (/** @type {string} */ chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a file', () => {
  it.each([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/core.wasm', 'application/wasm'],
    ['/core.mjs', 'text/javascript; charset=utf-8'],
    ['/a%20b.css', 'text/css; charset=utf-8'],
    ['/font.woff2', 'font/woff2'],
    ['/data.unheard-of', 'application/octet-stream'],
  ])('%s has the type %s', async (path, type) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is found whatever its query says', async () => {
    expect((await ask('/core.mjs?v=1&path=/../secret.txt')).text).toBe('export {};');
  });

  it('is sent again only when it has changed', async () => {
    const path = join(folder, 'core.mjs');
    const first = await ask('/core.mjs');
    const headers = { 'If-None-Match': String(first.headers.etag) };
    expect(first.headers['cache-control']).toBe('no-cache');
    const second = await ask('/core.mjs', { headers });
    expect([second.status, second.text]).toEqual([304, '']);
    utimesSync(path, new Date(), new Date(Date.now() + 10_000));
    expect((await ask('/core.mjs', { headers })).status).toBe(200);
  });

  it('answers HEAD without its content', async () => {
    const { status, headers, text } = await ask('/core.mjs', { method: 'HEAD' });
    expect([status, headers['content-length'], text]).toEqual([200, '10', '']);
  });
});

describe('a folder', () => {
  it.each([
    ['/', 'first'],
    ['/part/', 'part'],
    ['/?section=4', 'first'],
  ])('%s gives its index page', async (path, title) => {
    expect((await ask(path)).text).toContain(`<title>${title}</title>`);
  });

  it('without its final slash leads to the same with it', async () => {
    const { status, headers } = await ask('/part?step=2');
    expect([status, headers.location]).toEqual([301, '/part/?step=2']);
  });

  it('never leads to another server', async () => {
    expect((await ask('//part')).headers.location ?? '').not.toMatch(/^\/\//);
  });
});

describe('what is not there', () => {
  it.each(['/missing.html', '/part/missing/', '/part/deep.js/', '/index.html/'])(
    '%s is 404 with a page that says so',
    async (path) => {
      const { status, headers, text } = await ask(path);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('Not found');
    },
  );

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/part/../../secret.txt',
    '/..%5csecret.txt',
    '/../site-secret/secret.txt',
    '//../secret.txt',
    '/link.txt',
    '/.hidden',
    '/index.html%00.txt',
  ])('%s does not leave the folder', async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(404);
    expect(text).not.toContain('secret');
  });

  it('refuses a broken escape sequence', async () => {
    expect((await ask('/%E0%A4%A')).status).toBe(400);
  });

  it('refuses to be written to', async () => {
    const { status, headers } = await ask('/', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the port', () => {
  it.each([
    [undefined, 8080],
    ['', 8080],
    ['0', 0],
    ['65535', 65_535],
  ])('PORT=%s means %s', (text, port) => {
    expect(readPort(text)).toBe(port);
  });

  it.each(['65536', '-1', '80.5', 'http', '0x50', ' 80'])('PORT=%s is refused', (text) => {
    expect(() => readPort(text)).toThrow(/whole number from 0 to 65535/);
  });

  it('that is in use is named, with the way to another', async () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (served.server.address());
    await expect(serveFolder(folder, port)).rejects.toThrow(
      new RegExp(`^Port ${port} is in use.*PORT=8080 npm start$`),
    );
  });
});
