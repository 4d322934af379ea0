import { runnerScriptHash } from '../sandbox/build/sandbox-assets.ts';

/**
 * The policy of the published pages: nothing from elsewhere, no inline script or style sheet,
 * WebAssembly allowed, and the frame that runs code, by its address or, offline, by its text.
 */
export const pagePolicy = (): Promise<string> => (policy ??= makePolicy());

let policy: Promise<string> | undefined;

async function makePolicy(): Promise<string> {
  return [
    "default-src 'none'",
    // The text of a frame lives under the policy of its page, and its own.
    `script-src 'self' ${await runnerScriptHash()} 'wasm-unsafe-eval'`,
    "style-src 'self'",
    // Chromium's own text editing writes style attributes while it joins lines in the editor.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
