/**
 * Where things are. Paths are absolute, so that every command works from any folder.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * A path inside the project.
 * @param {...string} parts
 */
export const inProject = (...parts) => join(root, ...parts);

/** The static site. */
export const siteFolder = inProject('dist');
/** What a course takes away, beside the site. */
export const packagesFolder = inProject('dist', 'packages');
/** The core as WebAssembly modules: core, grading and training, each a .mjs and a .wasm. */
export const wasmFolder = inProject('build', 'wasm');
/** The native tests, built with sanitizers. */
export const nativeFolder = inProject('build', 'native-debug');
/** The bundled command line. */
export const commandLineFolder = inProject('build', 'cli');
/** Machine-readable results of the last test run. */
export const resultsFolder = inProject('build', 'test-results');

/** The scripts behind the tools of node_modules, to be run by this same Node. */
export const toolScripts = {
  vite: inProject('node_modules', 'vite', 'bin', 'vite.js'),
  vitest: inProject('node_modules', 'vitest', 'vitest.mjs'),
  playwright: inProject('node_modules', '@playwright', 'test', 'cli.js'),
  sizeLimit: inProject('node_modules', 'size-limit', 'bin.js'),
  eslint: inProject('node_modules', 'eslint', 'bin', 'eslint.js'),
  prettier: inProject('node_modules', 'prettier', 'bin', 'prettier.cjs'),
  stylelint: inProject('node_modules', 'stylelint', 'bin', 'stylelint.mjs'),
  htmlValidate: inProject('node_modules', 'html-validate', 'bin', 'html-validate.mjs'),
  typescript: inProject('node_modules', 'typescript', 'bin', 'tsc'),
};
