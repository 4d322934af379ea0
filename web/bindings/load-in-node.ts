import { readFile } from 'node:fs/promises';
import { Core } from './core.ts';
import type { CreateRawCore } from './raw.ts';

/**
 * A core for build, tests and command line, from the folder that holds core.mjs and core.wasm
 * (build/wasm/ of the repository; the URL ends with a slash).
 */
export async function loadCoreFrom(folder: URL): Promise<Core> {
  const moduleUrl = new URL('core.mjs', folder).href;
  const module = (await import(/* @vite-ignore */ moduleUrl)) as { default: CreateRawCore };
  const wasmBinary = await readFile(new URL('core.wasm', folder));
  return Core.create(() => module.default({ wasmBinary }));
}
