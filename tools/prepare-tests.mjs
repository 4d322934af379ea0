/**
 * Installs and builds what layers of tests need. What fails is counted, and the layers that need it
 * are left out: a test must never run against an older build.
 */
import { build } from './build.mjs';
import { UserError } from './run.mjs';
import { setUp } from './setup.mjs';
import { failure, printHeading, startNativeBuild } from './test-layers.mjs';

/**
 * @typedef {import('./test-layers.mjs').Count} Count
 * @typedef {import('./test-layers.mjs').Layer} Layer
 */

/**
 * Runs a step of the preparation.
 * @param {() => Promise<void>} step
 * @returns {Promise<boolean>} whether it went well
 */
async function succeeds(step) {
  try {
    await step();
    return true;
  } catch (error) {
    console.log(error instanceof UserError ? error.message : error);
    return false;
  }
}

/**
 * @param {Layer[]} layers
 * @param {import('./build.mjs').Part[]} parts what to build
 * @returns {Promise<{ counts: Count[], runnable: Layer[] }>}
 */
export async function prepare(layers, parts) {
  printHeading('Set-up and build');
  if (!(await succeeds(() => setUp('test')))) {
    return { counts: [failure('set-up', 'something is missing; see above')], runnable: [] };
  }
  void startNativeBuild(); // compiles while the page is built; its layer waits for it
  /** @type {Count[]} */
  const counts = [];
  let runnable = layers;
  for (const part of parts) {
    if (await succeeds(() => build([part]))) continue;
    counts.push(failure(`build ${part}`, 'the build failed; see above'));
    const without = runnable.filter((layer) => layer.needs.includes(part));
    counts.push(...without.map((layer) => failure(layer.title, 'not run without its build')));
    runnable = runnable.filter((layer) => !without.includes(layer));
    if (part === 'core') break; // the others are made from it
  }
  return { counts, runnable };
}
