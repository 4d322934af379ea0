/**
 * Vite plugin that puts what other sites use beside the page, under names that do not change:
 * `embed.js`, a classic script, `posenc.js`, a module, and the pages that learning systems start. Each
 * script is whole in one file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { text } from '../components/strings/strings.ts';
import { escapeHtml } from './escape.ts';
import { onlyStrings } from './strings-plugin.ts';

const folder = fileURLToPath(new URL('../embed/', import.meta.url));

export interface HostScript {
  fileName: string;
  /** from web/embed/ */
  entry: string;
  format: 'iife' | 'es';
  /** the groups of strings that it says */
  strings: string[];
}

const scripts: HostScript[] = [
  { fileName: 'embed.js', entry: 'host/embed.ts', format: 'iife', strings: [] },
  { fileName: 'posenc.js', entry: 'host/posenc.ts', format: 'es', strings: ['embed'] },
  { fileName: 'scorm.js', entry: 'scorm/launch.ts', format: 'es', strings: ['scorm'] },
];

/** The pages that a learning system starts, by the version of SCORM that they speak. */
const launchPages = { 'scorm12.html': '1.2', 'scorm2004.html': '2004' };

const launchPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function hostScripts(define: Record<string, string>): Plugin {
  return {
    name: 'posenc-host-scripts',
    apply: 'build',
    // Afterwards, so that nothing takes these pages for pages of the lesson.
    generateBundle: {
      order: 'post',
      async handler() {
        for (const script of scripts) {
          const source = await oneFile(script, define);
          this.emitFile({ type: 'asset', fileName: script.fileName, source });
        }
        const read = (name: string) => readFileSync(join(folder, 'scorm', name), 'utf8');
        this.emitFile({ type: 'asset', fileName: 'scorm.css', source: read('scorm.css') });
        for (const [fileName, version] of Object.entries(launchPages)) {
          const values: Record<string, string> = {
            version,
            policy: launchPolicy,
            title: escapeHtml(text('page.name')),
          };
          const source = read('launch.html').replace(
            /%(\w+)%/g,
            (_, name: string) => values[name]!,
          );
          this.emitFile({ type: 'asset', fileName, source });
        }
      },
    },
  };
}

async function oneFile(script: HostScript, define: Record<string, string>): Promise<string> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    publicDir: false,
    define,
    plugins: [onlyStrings(script.strings)],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, script.entry),
        preserveEntrySignatures: 'strict',
        output: { format: script.format, codeSplitting: false },
      },
    },
  });
  const outputs = 'output' in result ? [result] : Array.isArray(result) ? result : [];
  const [only, ...others] = outputs.flatMap(({ output }) => output);
  if (only?.type !== 'chunk' || others.length > 0) {
    throw new Error(`${script.entry} must become one script`);
  }
  return only.code;
}
