/**
 * Vite plugin that puts what other sites use beside the page, under names that do not change:
 * `embed.js`, a classic script, `posenc.js`, a module, the pages that learning systems start, the embed
 * doctor, and the worker that keeps the site for offline. Each script is whole in one file.
 */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { text, type StringKey } from '../components/strings/strings.ts';
import { escapeHtml } from './escape.ts';
import { pagePolicy } from './policy.ts';
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
  { fileName: 'doctor.js', entry: 'doctor/doctor.ts', format: 'es', strings: ['doctor'] },
];

const launchPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

interface HostPage {
  fileName: string;
  /** from web/embed/ */
  template: string;
  /** what stands in its places `%NAME%`, beside the strings by their keys */
  values: Record<string, string>;
}

const pages: HostPage[] = [
  ...(['1.2', '2004'] as const).map((version) => ({
    fileName: `scorm${version.replace('.', '')}.html`,
    template: 'scorm/launch.html',
    values: { version, policy: launchPolicy },
  })),
  { fileName: 'doctor.html', template: 'doctor/doctor.html', values: {} },
];

const styles = ['scorm/scorm.css', 'doctor/doctor.css'];

export function hostScripts(define: Record<string, string>): Plugin {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const page = async ({ template, values }: HostPage) => {
    const own: Record<string, string> = { policy: await pagePolicy(), ...values };
    const fill = (_: string, name: string) => own[name] ?? escapeHtml(text(name as StringKey));
    return read(template).replace(/%([\w.]+)%/g, fill);
  };
  /** What makes each file, by its name. */
  const makers = new Map<string, () => string | Promise<string>>([
    ...styles.map((name) => [basename(name), () => read(name)] as const),
    ...pages.map((one) => [one.fileName, () => page(one)] as const),
    ...scripts.map((script) => [script.fileName, () => oneFile(script, define)] as const),
  ]);
  return {
    name: 'posenc-host-scripts',
    generateBundle: {
      order: 'post', // when nothing takes these pages for pages of the lesson any more
      async handler(_options, bundle) {
        for (const [fileName, make] of makers) {
          this.emitFile({ type: 'asset', fileName, source: await make() });
        }
        const fileName = 'service-worker.js';
        this.emitFile({ type: 'asset', fileName, source: await serviceWorker(bundle) });
      },
    },
    // In development each is made when it is asked for; there is nothing to keep for offline.
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? '').split('?')[0]!.slice(1);
        const make = makers.get(name);
        if (make === undefined) return next();
        Promise.resolve(make()).then((source) => {
          response.setHeader('Content-Type', types[extname(name)]!);
          response.end(source);
        }, next);
      });
    },
  };
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** The worker that keeps the site for offline, with the list of what there is to keep. */
function serviceWorker(bundle: Rolldown.OutputBundle): Promise<string> {
  const hash = createHash('sha256');
  const files = Object.keys(bundle).sort();
  for (const name of files) {
    const file = bundle[name]!;
    hash.update(name).update(file.type === 'chunk' ? file.code : file.source);
  }
  return oneFile(
    {
      fileName: 'service-worker.js',
      entry: 'offline/service-worker.ts',
      format: 'iife',
      strings: [],
    },
    {
      __POSENC_FILES__: JSON.stringify(files),
      __POSENC_CACHE__: JSON.stringify(hash.digest('hex').slice(0, 16)),
    },
  );
}

/** A script and all that it imports, as one text. */
export async function oneFile(script: HostScript, define: Record<string, string>): Promise<string> {
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
        input: resolve(folder, script.entry),
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
