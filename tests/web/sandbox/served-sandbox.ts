/**
 * A page with nothing but the code runner, served from a port of its own, and a second listener
 * that counts what reaches it: the place where leaked data would arrive.
 */
import { createServer } from 'node:http';
import { test as base, expect } from '@playwright/test';
import type { ChallengeRunner } from '../../../web/sandbox/challenge-runner.ts';
import type { Language, RunReport } from '../../../web/sandbox/protocol.ts';
import { builtFiles, kPolicies, listen, type ServedFile } from './sandbox-files.ts';

declare global {
  interface Window {
    ChallengeRunner: typeof ChallengeRunner;
    runner: ChallengeRunner;
    states: string[];
  }
}

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

export const test = base.extend<{ sandbox: Sandbox }, { files: Map<string, ServedFile> }>({
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
