/**
 * Vite plugin that puts the code runner beside the page, at fixed relative addresses:
 *   sandbox/runner.html  sandbox/runner.js
 *   sandbox/worker-quickjs.js  sandbox/quickjs.wasm
 *   sandbox/worker-micropython.js  sandbox/micropython.wasm
 *
 * Each script is bundled as one classic script: a frame of opaque origin can neither fetch
 * module scripts nor start module workers in every browser.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin } from 'vite';
import type { Language } from '../protocol.ts';
import { kLanguages } from '../protocol.ts';
import { engineFile } from './interpreter-files.ts';

export interface SandboxFile {
  /** Relative to the site. */
  fileName: string;
  type: string;
  source: string | Uint8Array;
}

const kSandbox = dirname(dirname(fileURLToPath(import.meta.url)));
const kFolder = 'sandbox';

const kInterpreters: readonly Language[] = ['js', 'python'];

const runnerScript = () => classicScript('runner.ts');

/** What a policy must name so that the frame's script may also stand in the text of a frame. */
export const runnerScriptHash = async () => hashOf(await runnerScript());

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** Every file of the code runner, built. */
export async function buildSandboxFiles(): Promise<SandboxFile[]> {
  const script = 'text/javascript';
  const runner = await runnerScript();
  if (/<\/script|<!--/i.test(runner)) throw new Error('runner.ts cannot stand in a page');
  const page = readFileSync(join(kSandbox, 'runner.html'), 'utf8');
  return [
    {
      fileName: `${kFolder}/runner.html`,
      type: 'text/html',
      source: page.replace("script-src 'self'", `script-src 'self' ${hashOf(runner)}`),
    },
    { fileName: `${kFolder}/runner.js`, type: script, source: runner },
    ...(await Promise.all(kInterpreters.map(interpreterFiles))).flat(),
  ];
}

async function interpreterFiles(language: Language): Promise<SandboxFile[]> {
  const { worker, engine } = kLanguages[language];
  return [
    {
      fileName: `${kFolder}/${worker}`,
      type: 'text/javascript',
      source: await classicScript(worker.replace(/\.js$/, '.ts')),
    },
    { fileName: `${kFolder}/${engine}`, type: 'application/wasm', source: engineFile(language) },
  ];
}

/** Emits the files at build; serves them in development, built again when a source changes. */
export function sandboxAssets(): Plugin {
  let isBuild = false;
  let files: Promise<SandboxFile[]> | undefined;
  return {
    name: 'posenc-sandbox-assets',
    config(_, { command }) {
      isBuild = command === 'build';
    },
    async generateBundle() {
      if (!isBuild) return;
      for (const { fileName, source } of await buildSandboxFiles()) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    configureServer(server) {
      server.watcher.on('change', (path) => {
        if (path.startsWith(kSandbox)) files = undefined;
      });
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0] ?? '';
        if (!path.includes(`/${kFolder}/`)) {
          next();
          return;
        }
        files ??= buildSandboxFiles();
        files.then((built) => {
          const file = built.find(({ fileName }) => path.endsWith(`/${fileName}`));
          if (!file) {
            next();
            return;
          }
          response.setHeader('Content-Type', file.type);
          response.end(file.source);
        }, next);
      });
    },
  };
}

async function classicScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    root: kSandbox,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutModuleAddress()],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(kSandbox, entry),
        transform: { define: { 'import.meta': '{}' } }, // Vite's own import() wrapper mentions it
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const outputs = 'output' in result ? [result] : Array.isArray(result) ? result : [];
  const chunks = outputs.flatMap(({ output }) => output);
  const [only, ...others] = chunks;
  if (only?.type !== 'chunk' || others.length > 0) {
    throw new Error(`${entry} must become one script; it became ${chunks.length} files`);
  }
  if (/\bimport\.meta\b|\bimport\(/.test(only.code)) {
    throw new Error(`${entry} holds import.meta or import(): it cannot run as a classic script`);
  }
  return only.code;
}

/**
 * The engine's glue asks for its own address to find the engine file. A classic script has none,
 * and the engine is handed over as bytes, so the questions are taken out; a glue that asks in
 * another way stops the build.
 */
function withoutModuleAddress(): Plugin {
  const questions = [
    'ba=import.meta.url',
    '(new URL("emscripten-module.wasm",import.meta.url)).href',
  ];
  return {
    name: 'posenc-classic-engine-glue',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('emscripten-module')) return null;
      let patched = code;
      for (const question of questions) {
        if (!patched.includes(question)) {
          throw new Error(
            `the engine glue no longer holds ${question}: look at it and patch again`,
          );
        }
        patched = patched.replace(question, question.startsWith('ba=') ? 'ba=""' : '""');
      }
      return { code: patched, map: null };
    },
  };
}
