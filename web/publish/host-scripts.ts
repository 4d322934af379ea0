/**
 * Vite plugin that puts the scripts for other sites' pages beside the page, under names that do not
 * change: `embed.js`, a classic script, and `posenc.js`, a module. Each is whole in one file.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
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
];

export function hostScripts(define: Record<string, string>): Plugin {
  return {
    name: 'posenc-host-scripts',
    apply: 'build',
    async generateBundle() {
      for (const script of scripts) {
        const source = await oneFile(script, define);
        this.emitFile({ type: 'asset', fileName: script.fileName, source });
      }
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
