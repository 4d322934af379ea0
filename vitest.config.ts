import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.mjs'],
    // The WebAssembly module and the interpreters start once a file; a slow machine needs the room.
    testTimeout: 20_000,
    // By itself it leaves a core free.
    maxWorkers: '100%',
  },
});
