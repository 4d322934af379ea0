/** Bundles the command line into build/cli/, with everything that it needs but the core. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { engineFile } from '../web/sandbox/build/interpreter-files.ts';
import { kLanguages } from '../web/sandbox/protocol.ts';
import type { Language } from '../web/sandbox/protocol.ts';

const kHere = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: kHere,
  publicDir: false,
  plugins: [
    {
      name: 'posenc-engines-beside-command',
      generateBundle() {
        for (const [language, { engine }] of Object.entries(kLanguages)) {
          const source = engineFile(language as Language);
          this.emitFile({ type: 'asset', fileName: engine, source });
        }
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
        core: join(kHere, 'core.ts'),
      },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
});
