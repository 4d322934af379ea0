import create from '../../build/wasm/core.mjs';
import wasmUrl from '../../build/wasm/core.wasm?url';
import { Core } from './core.ts';
import { CoreError } from './errors.ts';
import type { CreateRawCore } from './raw.ts';

const createRawCore = create as CreateRawCore;

let loading: Promise<Core> | undefined;

/**
 * The page's one core, fetched and made at the first call. The bytes are fetched once, whatever
 * type the server gives them, and kept for a replacement.
 * @throws {CoreError} 'core-stopped' when the browser or the site's policy refuses WebAssembly, or
 *   the file cannot be had; the next call tries again
 */
export function loadCore(): Promise<Core> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Core> {
  if (typeof WebAssembly !== 'object') {
    throw new CoreError('core-stopped', 'this browser has no WebAssembly, which the figures need');
  }
  const response = await fetch(new URL(wasmUrl, import.meta.url));
  if (!response.ok) {
    throw new CoreError(
      'core-stopped',
      `the core could not be fetched (status ${response.status})`,
    );
  }
  const wasmBinary = await response.arrayBuffer();
  return Core.create(() => createRawCore({ wasmBinary })).catch(() => {
    // Bytes that this browser understands were refused by the site's policy.
    throw new CoreError(
      'core-stopped',
      WebAssembly.validate(wasmBinary)
        ? 'this site does not let the page run WebAssembly, which the figures need'
        : 'this browser lacks WebAssembly SIMD, which the figures need',
    );
  });
}
