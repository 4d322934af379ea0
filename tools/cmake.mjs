/**
 * Build folders of CMake. A folder remembers where it was configured; one that came along with a
 * copied or moved project is of no use and has to be configured anew.
 */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, root } from './paths.mjs';

/**
 * Whether a build folder was configured for this copy of the project and its present settings.
 * CMake itself notices every other change when it builds.
 * @param {string} folder
 */
export function isConfigured(folder) {
  try {
    const configured = statSync(join(folder, 'build.ninja')).mtimeMs;
    return homeOf(folder) === root && configured > statSync(inProject('CMakePresets.json')).mtimeMs;
  } catch {
    return false;
  }
}

/**
 * Prepares a folder for being configured: forgets what another copy of the project left there.
 * @param {string} folder
 */
export function forgetOtherCopy(folder) {
  try {
    if (homeOf(folder) !== root) rmSync(folder, { recursive: true });
  } catch {
    // Nothing was configured there.
  }
}

/**
 * @param {string} folder
 */
function homeOf(folder) {
  const cache = readFileSync(join(folder, 'CMakeCache.txt'), 'utf8');
  return /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(cache)?.[1];
}
