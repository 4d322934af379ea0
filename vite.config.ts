import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { challengeFilesPlugin } from './web/publish/challenge-files-plugin.ts';
import { hostScripts } from './web/publish/host-scripts.ts';
import { licencesPlugin } from './web/publish/licences-plugin.ts';
import { lessonPlugin } from './web/publish/lesson-plugin.ts';
import { stringsPlugin } from './web/publish/strings-plugin.ts';
import { sandboxAssets } from './web/sandbox/build/sandbox-assets.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const define = { __POSENC_VERSION__: JSON.stringify(version) };

export default defineConfig({
  root: 'web/app',
  base: './',
  appType: 'mpa',
  plugins: [
    stringsPlugin(),
    lessonPlugin(),
    licencesPlugin(),
    challengeFilesPlugin(),
    sandboxAssets(),
    hostScripts(define),
  ],
  define,
  worker: { format: 'es' },
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['web/app/index.html', 'web/app/playground.html', 'web/app/lab.html'],
      // What all pages start with, in one file: two entries would cut it into small ones.
      output: { codeSplitting: { groups: [{ name: 'start', test: /app\/start\.ts$/ }] } },
    },
  },
});
