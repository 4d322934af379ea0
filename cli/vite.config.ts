/** Bundles the command line into build/cli/, with everything that it needs but the core. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { quickJsEngine } from '../web/sandbox/build/interpreter-files.ts';

const kHere = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: kHere,
  publicDir: false,
  plugins: [
    {
      name: 'posenc-engine-beside-command',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'quickjs.wasm', source: quickJsEngine() });
      },
    },
  ],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    outDir: join(kHere, '../build/cli'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        'check-solution': join(kHere, 'check-solution.ts'),
        'solution-worker': join(kHere, 'solution-worker.ts'),
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
