/** What a server needs for a page with nothing but the code runner. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildSandboxFiles } from '../../../web/sandbox/build/sandbox-assets.ts';

/** Content security policies of the embedding page, by address. */
export const kPolicies: Record<string, string> = {
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

export interface ServedFile {
  type: string;
  body: string | Uint8Array;
}

export async function builtFiles(): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
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

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
