import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { oneFile } from './host-scripts.ts';

type Bundle = Rolldown.OutputBundle;

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const bootstrap = fileURLToPath(new URL('../embed/single/bootstrap.ts', import.meta.url));

/**
 * Makes of the whole bundle one page that opens from a disk, without a network: what the page itself
 * names stands in it, and every other file is held for whoever asks for it by its address. No file is
 * named here, so a new one needs no line.
 */
export function singleFile(fileName: string): Plugin {
  return {
    name: 'posenc-single-file',
    apply: 'build',
    generateBundle: {
      order: 'post', // after the fonts and the interpreters are in the bundle
      async handler(_options, bundle) {
        const page = bytesOf(bundle, 'index.html').toString();
        const held = new Set(Object.keys(bundle));
        held.delete('index.html');
        const policy = new Policy();
        const html = inlinePage(page, bundle, held, policy);
        const files = Object.fromEntries(
          [...held].sort().map((name) => {
            const whole = name.endsWith('.html')
              ? Buffer.from(inlineFrame(name, bundle, held, policy))
              : bytesOf(bundle, name);
            return [name, { type: typeOf(name), base64: whole.toString('base64') }];
          }),
        );
        const start = policy.script(
          await oneFile({ fileName, entry: bootstrap, format: 'iife', strings: [] }, {}),
        );
        const first =
          `<script id="posenc-files" type="application/json">${JSON.stringify(files)}</script>\n` +
          `<script>${start}</script>\n`;
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({
          type: 'asset',
          fileName,
          source: html
            .replace('<script type="module">', () => `${first}<script type="module">`)
            .replace(
              /(http-equiv="Content-Security-Policy" content=")[^"]*/,
              (_, before: string) => before + policy.text,
            ),
        });
      },
    },
  };
}

/** Allows the scripts and style sheets that stand in the page, by their content, and nothing else. */
class Policy {
  readonly #scripts: string[] = [];
  readonly #styles: string[] = [];

  /** A script as it can stand in a page: nothing in it ends it. */
  script(code: string): string {
    const safe = code.replace(/<(?=\/script|!--|script)/gi, '\\x3c');
    this.#scripts.push(hashOf(safe));
    return safe;
  }

  style(code: string): string {
    const safe = code.replace(/<(?=\/style)/gi, '\\3c ');
    this.#styles.push(hashOf(safe));
    return safe;
  }

  get text(): string {
    return [
      "default-src 'none'",
      // A frame of a held page lives under this policy and its own.
      `script-src ${this.#scripts.join(' ')} blob: 'wasm-unsafe-eval'`,
      `style-src ${this.#styles.join(' ')}`,
      "style-src-attr 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      'connect-src data: blob:',
      'worker-src blob:',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
  }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function bytesOf(bundle: Bundle, name: string): Buffer {
  const file = bundle[name];
  if (file === undefined) throw new Error(`the page names ${name}, which is not built`);
  return Buffer.from(file.type === 'chunk' ? file.code : file.source);
}

function typeOf(name: string): string {
  return types[path.extname(name)] ?? 'application/octet-stream';
}

function dataOf(bundle: Bundle, name: string): string {
  return `data:${typeOf(name)};base64,${bytesOf(bundle, name).toString('base64')}`;
}

/** The page with its style sheets, its script and its icon in it. */
function inlinePage(page: string, bundle: Bundle, held: Set<string>, policy: Policy): string {
  const take = (name: string) => {
    held.delete(name);
    return bytesOf(bundle, name).toString();
  };
  const sheet = (name: string): string => {
    const css = take(name).replace(/url\(['"]?(\.[^'")]*)['"]?\)/g, (_, address: string) => {
      const file = path.posix.join(path.posix.dirname(name), address);
      held.delete(file);
      return `url(${dataOf(bundle, file)})`;
    });
    return `<style>${policy.style(css)}</style>`;
  };
  return (
    page
      .replace(/<noscript><link[^>]*><\/noscript>\n?|<link rel="preload"[^>]*>\n?/g, '')
      // The page for lectures is another file.
      .replace(/<p class="figure-alone">.*?<\/p>\n?/g, '')
      .replace(/<link rel="stylesheet"[^>]*href="\.\/([^"]*)"[^>]*>/g, (_, name: string) =>
        sheet(name),
      )
      .replace(/(<link rel="icon" href=")\.\/([^"]*)/g, (_, before: string, name: string) => {
        held.delete(name);
        return before + dataOf(bundle, name);
      })
      .replace(
        /<script type="module"[^>]*src="\.\/([^"]*)"[^>]*><\/script>/g,
        (_, name: string) => `<script type="module">${policy.script(take(name))}</script>`,
      )
  );
}

/** A page that is framed, with its scripts in it and its policy allowing them. */
function inlineFrame(name: string, bundle: Bundle, held: Set<string>, policy: Policy): string {
  const folder = path.posix.dirname(name);
  const hashes: string[] = [];
  const html = bytesOf(bundle, name)
    .toString()
    .replace(/<script src="([^"]*)"><\/script>/g, (_, address: string) => {
      const file = path.posix.join(folder, address);
      held.delete(file);
      const code = policy.script(bytesOf(bundle, file).toString());
      hashes.push(hashOf(code));
      return `<script>${code}</script>`;
    });
  return html.replace(/script-src 'self'/, `script-src ${hashes.join(' ')}`);
}
