/** Builds the code runner alone, into build/sandbox/, for its browser tests. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { sandboxAssets } from './build/sandbox-assets.ts';

const kHere = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: kHere,
  base: './',
  publicDir: false,
  plugins: [sandboxAssets()],
  build: {
    outDir: join(kHere, '../../build/sandbox'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: join(kHere, 'challenge-runner.ts'),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'challenge-runner.js' },
    },
  },
});
