/**
 * Builds what has changed: the core as WebAssembly, the page, the command line and the packages, in this
 * order. `node tools/build.mjs` builds the first three, `node tools/build.mjs core cli` only the named ones.
 */
import './node-version.mjs';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { forgetOtherCopy, isConfigured } from './cmake.mjs';
import { emscriptenEnvironment } from './emscripten.mjs';
import { isFresh, refresh } from './freshness.mjs';
import {
  commandLineFolder,
  inProject,
  packagesFolder,
  root,
  siteFolder,
  toolScripts,
  wasmFolder,
} from './paths.mjs';
import { isStartedScript, run, runMain, UserError } from './run.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {'core' | 'page' | 'cli' | 'packages'} Part
 * @typedef {import('./freshness.mjs').Product} Product
 */

/** @type {Part[]} */
export const parts = ['core', 'page', 'cli', 'packages'];

const coreModules = ['core', 'grading', 'training'].flatMap((name) => [
  join(wasmFolder, `${name}.mjs`),
  join(wasmFolder, `${name}.wasm`),
]);

/** The settings in the project's own folder, which every bundle may depend on. */
const settings = readdirSync(root)
  .filter((name) => /\.(ts|js|json|html)$/.test(name))
  .map((name) => inProject(name));

const tools = [inProject('tools', 'build.mjs'), inProject('tools', 'emscripten.mjs')];

/** @type {Record<Part, Product>} */
const products = {
  core: {
    stamp: inProject('build', 'stamps', 'core'),
    inputs: [
      ...['core', 'wasm', 'tests/bench', 'CMakeLists.txt', 'CMakePresets.json'].map((path) =>
        inProject(path),
      ),
      ...tools,
    ],
    outputs: coreModules,
  },
  page: {
    stamp: inProject('build', 'stamps', 'page'),
    inputs: [inProject('web'), ...coreModules, ...settings, ...tools],
    outputs: [join(siteFolder, 'index.html')],
  },
  cli: {
    stamp: inProject('build', 'stamps', 'cli'),
    inputs: [inProject('cli'), inProject('web'), ...coreModules, ...settings, ...tools],
    outputs: [join(commandLineFolder, 'check-solution.mjs')],
  },
  packages: {
    stamp: inProject('build', 'stamps', 'packages'),
    inputs: [
      inProject('cli'),
      inProject('web'),
      inProject('tools', 'packages.mjs'),
      inProject('tools', 'scorm-manifest.mjs'),
      ...coreModules,
      ...settings,
      ...tools,
    ],
    outputs: [join(packagesFolder, 'posenc-single.html')],
  },
};

/** @type {Record<Part, string>} */
const titles = {
  core: 'the core (WebAssembly)',
  page: 'the page',
  cli: 'the command line',
  packages: 'the packages',
};

/** @type {Record<Part, (output: Output) => Promise<void>>} */
const builders = {
  core: buildCore,
  page: buildPage,
  cli: buildCommandLine,
  // Needs what only the set-up installs.
  packages: async () => (await import('./packages.mjs')).buildPackages(),
};

/**
 * @typedef {'quiet' | 'stderr'} Output
 *   'quiet' shows a tool's words only when it fails; 'stderr' sends every word to standard error
 */

/**
 * @param {string} program
 * @param {string[]} parameters
 * @param {Output} output
 * @param {NodeJS.ProcessEnv} [env]
 */
async function step(program, parameters, output, env = {}) {
  const { code, text } = await run(program, parameters, {
    output: output === 'stderr' ? 'stderr' : 'keep',
    env,
  });
  if (code !== 0) throw new UserError(`${text}\n${program} ended with exit code ${code}.`);
}

/**
 * @param {Output} output
 */
async function buildCore(output) {
  const environment = await emscriptenEnvironment();
  try {
    if (!isConfigured(wasmFolder)) {
      forgetOtherCopy(wasmFolder);
      await step('emcmake', ['cmake', '--preset', 'wasm'], output, environment);
    }
    await step('cmake', ['--build', wasmFolder], output, environment);
  } catch (error) {
    // A failed link leaves a new .wasm beside an old .mjs: neither may be used.
    for (const file of coreModules) rmSync(file, { force: true });
    throw error;
  }
}

/**
 * @param {Output} output
 */
async function buildPage(output) {
  await step(process.execPath, [toolScripts.vite, 'build'], output);
}

/**
 * @param {Output} output
 */
async function buildCommandLine(output) {
  const config = inProject('cli', 'vite.config.ts');
  await step(process.execPath, [toolScripts.vite, 'build', '--config', config], output);
}

/**
 * Whether a part needs no building.
 * @param {Part} part
 */
export const isUpToDate = (part) => isFresh(products[part]);

/**
 * Builds the parts that have changed.
 * @param {Part[]} wanted
 * @param {{ output?: Output, say?: (line: string) => void }} [options]
 */
export async function build(wanted, { output = 'quiet', say = console.log } = {}) {
  for (const part of parts.filter((one) => wanted.includes(one))) {
    const start = Date.now();
    if (!isUpToDate(part)) say(`Building ${titles[part]} ...`);
    const built = await refresh(products[part], () => builders[part](output));
    if (built) say(`Built ${titles[part]} in ${((Date.now() - start) / 1000).toFixed(1)} s.`);
  }
}

if (isStartedScript(import.meta.url)) {
  await runMain(async () => {
    const named = process.argv.slice(2);
    const unknown = named.find((name) => !parts.some((part) => part === name));
    if (unknown !== undefined) {
      throw new UserError(
        `There is no part "${unknown}". Usage: node tools/build.mjs [${parts.join('] [')}]`,
      );
    }
    await setUp('build');
    const wanted = named.length === 0 ? ['core', 'page', 'cli'] : named;
    await build(parts.filter((part) => wanted.includes(part)));
  });
}
