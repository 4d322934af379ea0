/**
 * Keeps node_modules as package-lock.json wants it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { inProject, root } from './paths.mjs';
import { run, runNode, UserError } from './run.mjs';
import { megabytes } from './system-packages.mjs';

/** Measured over the whole lock file, which does not hold sizes. */
const averagePackageBytes = 340_000;

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 */

/**
 * The packages of a lock file by folder.
 * @param {string} path
 * @returns {Map<string, LockedPackage>}
 */
function readLock(path) {
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(Object.entries(lock.packages).filter(([folder]) => folder !== ''));
}

/**
 * How many packages of the lock file are not installed as it says. npm writes down what it
 * installed when it has finished, so an interrupted installation counts as none. Packages for other
 * systems are optional and may be absent.
 * @param {string} [folder] the project's
 * @returns {number}
 */
export function countMissingPackages(folder = root) {
  const wanted = readLock(`${folder}/package-lock.json`);
  const record = `${folder}/node_modules/.package-lock.json`;
  /** @type {Map<string, LockedPackage>} */
  const installed = existsSync(record) ? readLock(record) : new Map();
  let missing = 0;
  for (const [path, locked] of wanted) {
    const have = installed.get(path);
    if (!have && locked.optional && installed.size > 0) continue;
    if (have?.version !== locked.version || have?.integrity !== locked.integrity) missing += 1;
  }
  return missing;
}

/**
 * Runs `npm ci` when node_modules is not what package-lock.json says.
 * @param {(line: string) => void} say
 */
export async function installNodePackages(say) {
  const missing = countMissingPackages();
  if (missing === 0) return;
  if (existsSync(inProject('node_modules', '.package-lock.json'))) {
    say(`Bringing node_modules up to date; out of date in it: ${missing} ...`);
  } else {
    const size = megabytes(missing * averagePackageBytes);
    say(`Installing ${missing} npm packages (about ${size} to download) into node_modules ...`);
  }
  // What builds and tests the page is a development dependency, also for users whose npm omits those.
  const parameters = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const script = process.env.npm_execpath;
  const byThisNpm = script !== undefined && /npm-cli\.c?js$/.test(script);
  const { code, text } = byThisNpm
    ? await runNode(script, parameters, { output: 'keep' })
    : await run('npm', parameters, { output: 'keep' });
  if (code !== 0) {
    throw new UserError(
      `${text}npm could not install the packages of ${inProject('package-lock.json')}.`,
    );
  }
}
