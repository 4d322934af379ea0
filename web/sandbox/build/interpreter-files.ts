/**
 * The interpreter files that go into the page, pinned by content. A package that changes under the
 * same version, or an upgrade that nobody looked at, stops the build here.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '../protocol.ts';

const require = createRequire(import.meta.url);

interface PinnedPackage {
  name: string;
  /** sha256 of each file that is used, beside the one that `import` would find. */
  files: Record<string, string>;
}

const kPinned: PinnedPackage[] = [
  {
    name: '@jitl/quickjs-wasmfile-release-sync',
    files: {
      'emscripten-module.wasm': '105c3bed22d457e43e3d1c3c1c6959fda62a8fe06f0fc8a985303c3a2be72232',
      'emscripten-module.browser.mjs':
        '3b8e916b3248062be4bbd3281c8d2832f074e6850596fc9951e93b846139ddea',
      'ffi.mjs': 'ccf8b3aa066c2be5755e3ea49d81b01dff5a671deb34b7ec3a1c983dd52e9335',
    },
  },
  {
    name: 'quickjs-emscripten-core',
    files: {
      'index.mjs': '5f7a507ca71ffbff0ec0bad88a9c38f717d34fd8ab9222b58deacc9de5644a3e',
      'chunk-V2S4ZYJR.mjs': '9601ad84160a56f1321e1ed67910a3b79a4e29312f11de129e6f94a5b3e17b9a',
      'module-ES6BEMUI.mjs': '289a200ab91f855ed79f75147eb674b81cea7adf032f9344bd8b29ff5e7a7d43',
    },
  },
  {
    // Only the engine: its glue stays out (see micropython-engine.ts).
    name: '@micropython/micropython-webassembly-pyscript',
    files: {
      'micropython.wasm': '06338c955b03c5700aa0069015d3e392d76836ef8e2ce25bedbe59b88ccd373c',
    },
  },
];

/** Throws when a pinned file is missing or is not, byte for byte, the one that was looked at. */
export function checkInterpreterFiles(pinned: readonly PinnedPackage[] = kPinned): void {
  for (const { name, files } of pinned) {
    for (const [file, expected] of Object.entries(files)) {
      const actual = createHash('sha256')
        .update(readFileSync(distFile(name, file)))
        .digest('hex');
      if (actual !== expected) {
        throw new Error(
          `${name}: ${file} has sha256 ${actual}; the pinned one is ${expected}. ` +
            'Read what changed, run the sandbox tests, then pin the new one.',
        );
      }
    }
  }
}

/** The WebAssembly engine of a language, checked. */
export function engineFile(language: Language): Buffer<ArrayBuffer> {
  checkInterpreterFiles();
  const [name, file] = kEngines[language];
  return Buffer.from(readFileSync(distFile(name, file)));
}

const kEngines: Record<Language, [string, string]> = {
  js: ['@jitl/quickjs-wasmfile-release-sync', 'emscripten-module.wasm'],
  python: ['@micropython/micropython-webassembly-pyscript', 'micropython.wasm'],
};

function distFile(name: string, file: string): string {
  return join(dirname(require.resolve(name)), file);
}
