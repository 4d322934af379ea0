/**
 * A small server for a folder of static files, on this machine only.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { UserError } from './run.mjs';

/** The only address that is listened on: nothing outside this machine can reach it. */
export const host = '127.0.0.1';

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.zip': 'application/zip',
};

/**
 * @typedef {object} Found
 * @property {string} path
 * @property {number} size
 * @property {string} tag changes whenever the file does
 */

/**
 * The file that an address names inside a folder. Links that lead out of the folder, hidden files
 * and addresses that climb out of it name nothing.
 * @param {string} folder real path
 * @param {string} pathname decoded, begins with a slash
 * @returns {Promise<Found | 'folder' | null>} 'folder' for one that is named without its final slash
 */
async function find(folder, pathname) {
  const names = pathname.split('/').slice(1);
  if (names.some((name) => name.startsWith('.') || /[\\\0]/.test(name))) return null;
  try {
    const path = await realpath(join(folder, ...names, pathname.endsWith('/') ? 'index.html' : ''));
    if (!path.startsWith(folder + sep)) return null;
    const entry = await stat(path);
    if (entry.isDirectory()) return 'folder';
    if (!entry.isFile()) return null;
    const tag = `"${entry.size.toString(36)}-${Math.round(entry.mtimeMs).toString(36)}"`;
    return { path, size: entry.size, tag };
  } catch {
    return null;
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} title
 * @param {string} text
 */
function sendPage(response, status, title, text) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
      `<h1>${title}</h1><p>${text}</p><p><a href="/">To the first page</a></p></html>\n`,
  );
}

/**
 * @param {string} folder
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, request, response) {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    sendPage(response, 405, 'Not allowed', 'This server only hands out files.');
    return;
  }
  const [address = '/', query] = (request.url ?? '/').split(/\?(.*)/s);
  let pathname;
  try {
    pathname = decodeURIComponent(address);
  } catch {
    sendPage(response, 400, 'Bad address', 'The address holds a broken escape sequence.');
    return;
  }
  const found = pathname.startsWith('/') ? await find(folder, pathname) : null;
  if (found === null) {
    sendPage(response, 404, 'Not found', 'There is nothing at this address.');
    return;
  }
  if (found === 'folder') {
    // One slash only: an address that begins with two would name another server.
    const target = `/${address.replace(/^\/+/, '')}/`;
    response.writeHead(301, { Location: query === undefined ? target : `${target}?${query}` });
    response.end();
    return;
  }
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', found.tag);
  if (request.headers['if-none-match'] === found.tag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'Content-Length': found.size,
    'Content-Type': types[extname(found.path).toLowerCase()] ?? 'application/octet-stream',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const file = createReadStream(found.path);
  file.on('error', () => response.destroy());
  response.on('close', () => file.destroy());
  file.pipe(response);
}

/**
 * Reads the port to serve on from PORT.
 * @param {string | undefined} text
 * @returns {number} 8080 when there is no text; 0 lets the system choose
 */
export function readPort(text) {
  if (text === undefined || text === '') return 8080;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new UserError(`PORT=${text} is not a port; it must be a whole number from 0 to 65535.`);
  }
  return port;
}

/**
 * Serves a folder until the server is closed.
 * @param {string} folder
 * @param {number} port
 * @returns {Promise<{ server: import('node:http').Server, address: string }>}
 * @throws {UserError} when the port cannot be had
 */
export async function serveFolder(folder, port) {
  const realFolder = await realpath(folder);
  const server = createServer((request, response) => {
    answer(realFolder, request, response).catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      reject(portProblem(error, port));
    });
    server.listen(port, host, () => resolve(undefined));
  });
  const bound = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  return { server, address: `http://${host}:${bound}/` };
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {number} port
 */
function portProblem(error, port) {
  if (error.code === 'EADDRINUSE') {
    return new UserError(
      `Port ${port} is in use, perhaps by this lesson already running at http://${host}:${port}/. ` +
        `For another port: PORT=${port === 8080 ? 8081 : 8080} npm start`,
    );
  }
  if (error.code === 'EACCES') {
    return new UserError(
      `Port ${port} is not open to this user. For another port: PORT=8081 npm start`,
    );
  }
  return error;
}

/**
 * Tells whether a port can be had, by taking and freeing it.
 * @param {number} port
 * @throws {UserError} when it cannot
 */
export async function checkPort(port) {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      reject(portProblem(error, port));
    });
    server.listen(port, host, () => server.close(resolve));
  });
}
