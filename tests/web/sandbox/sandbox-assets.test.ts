/** The built code runner: classic scripts, a closed policy, pinned engines, the size that was promised. */
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { checkInterpreterFiles } from '../../../web/sandbox/build/interpreter-files.ts';
import type { SandboxFile } from '../../../web/sandbox/build/sandbox-assets.ts';
import { buildSandboxFiles } from '../../../web/sandbox/build/sandbox-assets.ts';

let files: SandboxFile[];
beforeAll(async () => {
  files = await buildSandboxFiles();
});

test('the files have their fixed addresses', () => {
  expect(files.map(({ fileName }) => fileName)).toEqual([
    'sandbox/runner.html',
    'sandbox/runner.js',
    'sandbox/worker-quickjs.js',
    'sandbox/quickjs.wasm',
    'sandbox/worker-micropython.js',
    'sandbox/micropython.wasm',
  ]);
});

test('scripts are classic and know no address', () => {
  for (const { fileName, source } of files.filter(({ fileName }) => fileName.endsWith('.js'))) {
    expect(() => new Function(String(source)), fileName).not.toThrow();
    expect(source, fileName).not.toMatch(/import\.meta|https?:\/\//);
  }
});

test('the frame allows no network, no eval and no form', () => {
  const html = String(files[0]?.source);
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
  const rules = policy.split(';').map((rule) => rule.trim());
  expect(rules).toContain("default-src 'none'");
  expect(rules).toContain("connect-src 'none'");
  expect(rules).toContain('worker-src blob:');
  expect(policy).not.toMatch(/'unsafe-eval'|'unsafe-inline'|\*/);
  expect(html).toMatch(/<script src="runner\.js"><\/script>/);
});

test.each(['quickjs', 'micropython'])('%s and its worker stay below 220 KB brotli', (name) => {
  const bytes = files
    .filter(({ fileName }) => fileName.includes(name))
    .map(({ source }) => brotliCompressSync(source).length);
  expect(bytes).toHaveLength(2);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(220_000);
});

test('a changed interpreter file stops the build and is named', () => {
  checkInterpreterFiles();
  const changed = [{ name: 'quickjs-emscripten-core', files: { 'index.mjs': '0'.repeat(64) } }];
  expect(() => checkInterpreterFiles(changed)).toThrow(
    /quickjs-emscripten-core: index\.mjs has sha256/,
  );
});
