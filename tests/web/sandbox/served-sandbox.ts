/**
 * A page with nothing but the code runner, served from a port of its own, and a second listener
 * that counts what reaches it: the place where leaked data would arrive.
 */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { build } from 'vite';
import type { ChallengeRunner } from '../../../web/sandbox/challenge-runner.ts';
import type { Language, RunReport } from '../../../web/sandbox/protocol.ts';
import { buildSandboxFiles } from '../../../web/sandbox/build/sandbox-assets.ts';

declare global {
  interface Window {
    ChallengeRunner: typeof ChallengeRunner;
    runner: ChallengeRunner;
    states: string[];
  }
}

/** Content security policies of the embedding page, by address. */
const kPolicies: Record<string, string> = {
  '/page.html': '',
  '/strict/page.html': "default-src 'self'",
  '/no-frames/page.html': "default-src 'self'; frame-src 'none'",
};

const kPage = `<!doctype html><html lang="en"><title>Runner</title><body><script type="module" src="/page.js"></script></body></html>`;
const kPageScript = `
import { ChallengeRunner } from '/challenge-runner.js';
window.ChallengeRunner = ChallengeRunner;
window.states = [];
window.runner = new ChallengeRunner({
  assets: new URL('/sandbox/', location.href),
  onStateChange: (state) => window.states.push(state),
});
document.documentElement.dataset.ready = '';
`;

export interface Sandbox {
  origin: string;
  /** Requests that were answered, by path. */
  requests: string[];
  /** Paths that answer 404 from now on. */
  missing: Set<string>;
  /** Where nothing may arrive. */
  sink: { origin: string; hits: string[] };
  open: (path?: string) => Promise<void>;
  run: (
    source: string,
    options?: { language?: Language; entry?: string; cases?: { argumentsText: string }[] },
  ) => Promise<RunReport>;
}

interface Answer {
  type: string;
  body: string | Uint8Array;
}

async function builtFiles(): Promise<Map<string, Answer>> {
  const files = new Map<string, Answer>();
  for (const { fileName, type, source } of await buildSandboxFiles()) {
    files.set(`/${fileName}`, { type, body: source });
  }
  const entry = fileURLToPath(new URL('../../../web/sandbox/challenge-runner.ts', import.meta.url));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const [chunk] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk') throw new Error('challenge-runner.ts gave no script');
  files.set('/challenge-runner.js', { type: 'text/javascript', body: chunk.code });
  files.set('/page.js', { type: 'text/javascript', body: kPageScript });
  for (const path of Object.keys(kPolicies)) files.set(path, { type: 'text/html', body: kPage });
  return files;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const test = base.extend<{ sandbox: Sandbox }, { files: Map<string, Answer> }>({
  files: [async ({}, use) => use(await builtFiles()), { scope: 'worker' }],

  sandbox: async ({ page, files }, use) => {
    const requests: string[] = [];
    const missing = new Set<string>();
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      const file = missing.has(path) ? undefined : files.get(path);
      if (!file) {
        response.writeHead(404).end();
        return;
      }
      requests.push(path);
      const policy = kPolicies[path];
      if (policy) response.setHeader('Content-Security-Policy', policy);
      response.setHeader('Content-Type', file.type);
      response.setHeader('Cache-Control', 'no-store');
      response.end(file.body);
    });
    const hits: string[] = [];
    const sinkServer = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.end('reached');
    });
    const origin = await listen(server);
    const sink = { origin: await listen(sinkServer), hits };
    await use({
      origin,
      requests,
      missing,
      sink,
      open: async (path = '/page.html') => {
        await page.goto(origin + path);
        await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
      },
      run: (source, { language = 'js', entry = 'answer', cases = [{ argumentsText: '' }] } = {}) =>
        page.evaluate(
          async (request) => {
            const report = await window.runner.run(request);
            // Typed arrays do not survive the way out of the page.
            for (const answer of report.answers) {
              if (answer.kind === 'cells') {
                answer.cells = Array.from(answer.cells) as unknown as Float64Array;
              }
            }
            return report;
          },
          { language, source, entry, cases },
        ),
    });
    server.closeAllConnections();
    server.close();
    sinkServer.closeAllConnections();
    sinkServer.close();
  },
});

export { expect };
