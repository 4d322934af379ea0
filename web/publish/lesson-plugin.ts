import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { loadCoreFrom } from '../bindings/load-in-node.ts';
import { readContent } from './content.ts';
import { text, type StringKey } from '../components/strings/strings.ts';
import { escapeHtml } from './escape.ts';
import { pageFonts } from './fonts.ts';
import { renderLesson, type LessonHtml } from './lesson-html.ts';
import { pagePolicy } from './policy.ts';

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

const fontFaces: Record<string, string> = {
  'text-regular': "font-family: 'Source Serif 4'; font-weight: 400;",
  'text-italic': "font-family: 'Source Serif 4'; font-weight: 400; font-style: italic;",
  'text-bold': "font-family: 'Source Serif 4'; font-weight: 600;",
  math: "font-family: 'STIX Two Math'; font-weight: 400;",
};

/** `<!--lesson:sections-->` in text, `%lesson:title%` in attributes, `%string:page.skip%` for the page's own words. */
const places = /<!--lesson:(\w+)-->|%lesson:(\w+)%|%string:([\w.]+)%/g;

/** The page with its policy, which has to stand before anything that it governs. */
function withPolicy(html: string, policy: string): string {
  const charset = /<meta charset="utf-8"\s*\/?>/;
  if (!charset.test(html))
    throw new Error('the page has no <meta charset="utf-8"> to put its policy after');
  return html.replace(
    charset,
    (found) => `${found}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

/**
 * Turns the content into the pages: fills the places `<!--lesson:NAME-->` of each HTML file, writes the
 * policy, cuts the fonts to the characters in use.
 */
export function lessonPlugin(): Plugin {
  const contentFolder = path.join(root, 'web/content/en');
  let building = false;
  let built: Promise<LessonHtml> | undefined;
  const render = async (): Promise<LessonHtml> => {
    const core = await loadCoreFrom(new URL('../../build/wasm/', import.meta.url));
    return renderLesson(readContent(contentFolder), core);
  };

  return {
    name: 'posenc-lesson',
    config: (_config, env) => {
      building = env.command === 'build';
    },
    configureServer(server) {
      server.watcher.add(contentFolder);
      server.watcher.on('change', (file) => {
        if (file.startsWith(contentFolder)) server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        // A build draws the lesson once for all pages; in development each visit sees the content anew.
        const lesson = await (building ? (built ??= render()) : render());
        const pieces: Record<string, string> = {
          ...lesson,
          title: escapeHtml(lesson.title),
          description: escapeHtml(lesson.description),
        };
        const filled = html.replace(
          places,
          (_place, inText?: string, inAttribute?: string, key?: string) => {
            if (key !== undefined) return escapeHtml(text(key as StringKey));
            const name = inText ?? inAttribute ?? '';
            const piece = pieces[name];
            if (piece === undefined)
              throw new Error(`the page asks for lesson:${name}, which there is not`);
            return piece;
          },
        );
        // In development the tools need inline scripts; the policy belongs to what is published.
        return building ? withPolicy(filled, await pagePolicy()) : filled;
      },
    },
    generateBundle: {
      order: 'post', // after the page itself is in the bundle
      async handler(_options, bundle) {
        // Not the sandbox's frame, which lies in a folder of its own and shows nothing.
        const pages = Object.values(bundle).flatMap((file) =>
          file.type === 'asset' && /^[^/]+\.html$/.test(file.fileName) ? [file] : [],
        );
        if (pages.length === 0) throw new Error('the build has no page');
        const html = pages.map((page) => String(page.source));
        const rules = { text: [] as string[], math: [] as string[] };
        const preloads: string[] = [];
        for (const font of await pageFonts(html.join('\n'))) {
          const reference = this.emitFile({
            type: 'asset',
            name: `${font.name}.woff2`,
            source: font.bytes,
          });
          const file = this.getFileName(reference);
          rules[font.name === 'math' ? 'math' : 'text'].push(
            `@font-face { ${fontFaces[font.name]} src: url('./${path.basename(file)}') format('woff2'); font-display: swap; }`,
          );
          // What the first screen is set in; slanted text and formulas come further down.
          if (font.name === 'text-regular' || font.name === 'text-bold') {
            preloads.push(
              `<link rel="preload" href="./${file}" as="font" type="font/woff2" crossorigin>`,
            );
          }
        }
        const sheet = (name: string, faces: readonly string[]) =>
          this.getFileName(this.emitFile({ type: 'asset', name, source: faces.join('\n') }));
        const text = sheet('fonts.css', rules.text);
        // Formulas stand further down: their font waits for them (start-later.ts), except in print.
        const math = sheet('math.css', rules.math);
        const sheets = [
          `<link rel="stylesheet" href="./${text}">`,
          `<link rel="stylesheet" href="./${math}" media="print" data-for="math">`,
          `<noscript><link rel="stylesheet" href="./${math}"></noscript>`,
        ];
        pages.forEach((page, i) => {
          const written = html[i]!;
          if (!written.includes('<!--fonts-->'))
            throw new Error(`${page.fileName} has no place for <!--fonts-->`);
          const links = written.includes('<math') ? sheets : sheets.slice(0, 1);
          page.source = written
            .replace('<!--fonts-->', [...preloads, ...links].join('\n'))
            // A style sheet needs no permission from its server: so it also reaches a frame without an origin.
            .replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"');
        });
      },
    },
  };
}
