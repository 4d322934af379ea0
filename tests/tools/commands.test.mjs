/**
 * The commands as a user meets them: exit codes, and which words go where.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProject } from '../../tools/paths.mjs';

/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posenc commands '));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * @param {string} tool file in tools/
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 */
function start(tool, parameters, env = {}) {
  return spawn(process.execPath, [inProject('tools', tool), ...parameters], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * @param {ReturnType<typeof start>} child
 * @returns {Promise<{ code: number | null, out: string, error: string }>}
 */
function finish(child) {
  return new Promise((resolve) => {
    let out = '';
    let error = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (error += String(chunk)));
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

/** A port that another server holds until `close` is called. */
async function holdPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { port, close: () => server.close() };
}

describe('serving', () => {
  it('prints the address, hands out the page and ends cleanly on Ctrl-C', async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>lesson</title>');
    const child = start('serve.mjs', ['.'], { PORT: '0' });
    const finished = finish(child);
    const address = await new Promise((resolve) => {
      child.stdout.on('data', (chunk) => {
        const found = /http:\S+/.exec(String(chunk));
        if (found) resolve(found[0]);
      });
    });
    const response = await fetch(String(address));
    expect(await response.text()).toContain('lesson');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 0, error: '' });
  });

  it('says how to build a page that is not there', async () => {
    const { code, error } = await finish(start('serve.mjs', ['.'], { PORT: '0' }));
    expect(code).toBe(1);
    expect(error).toMatch(/no page in .*npm run build/);
  });

  it.each(['serve.mjs', 'start.mjs'])(
    '%s names a busy port in one line, before any long work',
    async (tool) => {
      writeFileSync(join(folder, 'index.html'), '<!doctype html><title>lesson</title>');
      const held = await holdPort();
      try {
        const parameters = tool === 'serve.mjs' ? ['.'] : [];
        const { code, out, error } = await finish(
          start(tool, parameters, { PORT: `${held.port}` }),
        );
        expect([code, out]).toEqual([1, '']);
        expect(error.trimEnd().split('\n')).toHaveLength(1);
        expect(error).toContain(`Port ${held.port} is in use`);
        expect(error).toContain('PORT=8080 npm start');
      } finally {
        held.close();
      }
    },
  );
});

describe('set-up', () => {
  it('tells what to install where there is no apt-get, and goes no further', async () => {
    // An empty PATH: no compiler and no package manager, found missing by the real probes.
    const { code, out, error } = await finish(start('setup.mjs', ['build'], { PATH: folder }));
    expect([code, out]).toEqual([1, '']);
    for (const name of ['Emscripten 3.1.6', 'CMake 3.22', 'Ninja']) expect(error).toContain(name);
    expect(error).not.toContain('    at '); // no stack trace
  });

  it('refuses an unknown purpose', async () => {
    const { code, error } = await finish(start('setup.mjs', ['everything']));
    expect(code).toBe(1);
    expect(error).toContain('[build | test | fuzz]');
  });
});

describe('building', () => {
  it('refuses an unknown part and names the known ones', async () => {
    const { code, error } = await finish(start('build.mjs', ['pages']));
    expect(code).toBe(1);
    expect(error).toMatch(/no part "pages".*\[core\] \[page\] \[cli\]/);
  });
});

describe('check-solution', () => {
  it.each([
    ['nothing', []],
    ['a challenge without a file', ['sinusoidal-table']],
    ['an unknown option', ['sinusoidal-table', 'a.js', '--colour']],
  ])(
    'given %s exits with 2, says why on standard error and prints nothing',
    async (_, parameters) => {
      const { code, out, error } = await finish(start('check-solution.mjs', parameters));
      expect([code, out]).toEqual([2, '']);
      expect(error.trim()).not.toBe('');
      expect(error).not.toContain('    at ');
    },
    120_000, // the first of them may have to build
  );

  it('passes on what it is told and the exit code, and keeps standard output to itself', async () => {
    writeFileSync(join(folder, 'a b.js'), 'function sinusoidalTable() {}');
    const parameters = ['no-such-challenge', 'a b.js', '--json'];
    const { code, out } = await finish(start('check-solution.mjs', parameters));
    expect(code).toBe(2);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      challenge: 'no-such-challenge',
      file: 'a b.js',
      passed: false,
    });
  }, 120_000);
});
