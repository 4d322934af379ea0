/**
 * The environment that Emscripten's tools need, whoever installed them.
 */
import { accessSync, constants, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { delimiter } from 'node:path';
import { inProject } from './paths.mjs';
import { run } from './run.mjs';

/** Where Debian keeps the JavaScript packages that its Emscripten imports. */
const debianModules = '/usr/share/nodejs';

/**
 * Variables for emcmake, emcc and what they start.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function emscriptenEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const environment = {};
  if (existsSync(debianModules)) {
    // A Node that is not Debian's does not look there by itself.
    environment.NODE_PATH = [debianModules, process.env.NODE_PATH].filter(Boolean).join(delimiter);
  }
  const cache = await writableCache();
  if (cache !== null) environment.EM_CACHE = cache;
  return environment;
}

/**
 * A cache folder of our own where the system's cannot be used, else null. Debian's is frozen: it
 * comes complete and is never written to. Another one that belongs to an administrator has to be
 * copied, so that libraries can be added to it.
 * @returns {Promise<string | null>}
 */
async function writableCache() {
  if (process.env.EM_CACHE) return null;
  const [folder, frozen] = await Promise.all([askConfig('CACHE'), askConfig('FROZEN_CACHE')]);
  if (folder === null || frozen === 'True' || isWritable(folder)) return null;
  const own = inProject('build', 'emscripten-cache');
  if (!existsSync(own) && existsSync(folder)) {
    const partial = `${own}-partial`; // an interrupted copy must not pass for a whole one
    rmSync(partial, { recursive: true, force: true });
    cpSync(folder, partial, { recursive: true });
    renameSync(partial, own);
  }
  return own;
}

/**
 * @param {string} key
 * @returns {Promise<string | null>}
 */
async function askConfig(key) {
  const { code, text } = await run('em-config', [key], { output: 'keep' });
  return code === 0 ? text.trim() : null;
}

/**
 * @param {string} folder
 */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
