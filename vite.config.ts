import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { challengeFilesPlugin } from './web/publish/challenge-files-plugin.ts';
import { hostScripts } from './web/publish/host-scripts.ts';
import { licencesPlugin } from './web/publish/licences-plugin.ts';
import { lessonPlugin } from './web/publish/lesson-plugin.ts';
import { singleFile } from './web/publish/single-file.ts';
import { stringsPlugin } from './web/publish/strings-plugin.ts';
import { sandboxAssets } from './web/sandbox/build/sandbox-assets.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const define = { __POSENC_VERSION__: JSON.stringify(version) };

/** `--mode single` makes the one file that holds everything, into build/single/. */
export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  // Names that every system keeps apart, whatever it thinks of capitals; the worker's as the page's.
  const names = {
    hashCharacters: 'base36',
    // Site generators take Markdown in their folders for pages of their own.
    assetFileNames: ({ names }: { names: string[] }) =>
      `${single ? '' : 'assets/'}[name]-[hash]${names[0]?.endsWith('.md') ? '.txt' : '[extname]'}`,
  } as const;
  const output = { ...names, codeSplitting: false } as const;
  return {
    root: 'web/app',
    base: './',
    appType: 'mpa',
    plugins: [
      stringsPlugin(),
      lessonPlugin(),
      licencesPlugin(),
      challengeFilesPlugin(),
      sandboxAssets(),
      single ? singleFile('posenc-single.html') : hostScripts(define),
    ],
    define,
    // Opened from a disk a page has no origin, and such a page may start no module as a worker.
    worker: {
      format: single ? 'iife' : 'es',
      rolldownOptions: { output: single ? output : names },
    },
    build: {
      outDir: single ? '../../build/single' : '../../dist',
      emptyOutDir: true,
      // Beside the page, so that what names a file beside itself names it beside the page.
      assetsDir: single ? '' : 'assets',
      target: 'es2022',
      assetsInlineLimit: single ? Infinity : 0,
      modulePreload: single ? false : { polyfill: false },
      rolldownOptions: {
        input: single
          ? ['web/app/index.html']
          : ['web/app/index.html', 'web/app/playground.html', 'web/app/lab.html'],
        output: single
          ? output
          : {
              ...names,
              // What all pages start with, in one file: two entries would cut it into small ones.
              codeSplitting: { groups: [{ name: 'start', test: /app\/start\.ts$/ }] },
            },
      },
    },
  };
});
