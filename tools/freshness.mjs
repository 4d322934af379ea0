/**
 * Tells whether something built is still up to date, by a fingerprint of the files that it was built
 * from. Names, sizes and times of files are compared, not their content: that takes milliseconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

/**
 * All files under some paths, sorted. Paths that do not exist give none.
 * @param {string[]} paths files or folders
 * @returns {string[]}
 */
export function listFiles(paths) {
  return paths.flatMap((path) => {
    const entry = statSync(path, { throwIfNoEntry: false });
    if (!entry) return [];
    if (!entry.isDirectory()) return [path];
    return listFiles(
      readdirSync(path)
        .sort()
        .map((name) => join(path, name)),
    );
  });
}

/**
 * @param {string[]} inputs files or folders
 */
function fingerprint(inputs) {
  const hash = createHash('sha256').update(`${process.version} ${root}\n`);
  for (const file of listFiles(inputs)) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @typedef {object} Product
 * @property {string} stamp file that remembers the fingerprint
 * @property {string[]} inputs files and folders that it is built from
 * @property {string[]} outputs files that it consists of, at least the ones that others use
 */

/**
 * @param {Product} product
 */
export function isFresh({ stamp, inputs, outputs }) {
  return (
    existsSync(stamp) &&
    outputs.every((file) => existsSync(file)) &&
    readFileSync(stamp, 'utf8') === fingerprint(inputs)
  );
}

/**
 * Builds a product when it is not fresh. The fingerprint is taken before, so that a file saved
 * during the build counts as changed after it.
 * @param {Product} product
 * @param {() => Promise<void>} build rejects when it fails
 * @returns {Promise<boolean>} whether it was built
 */
export async function refresh(product, build) {
  if (isFresh(product)) return false;
  const before = fingerprint(product.inputs);
  await build();
  mkdirSync(dirname(product.stamp), { recursive: true });
  writeFileSync(product.stamp, before);
  return true;
}
