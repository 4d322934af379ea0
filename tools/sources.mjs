/**
 * Which files of the project are its own sources, whether git knows them yet or not.
 */
import { readdirSync } from 'node:fs';
import { listFiles } from './freshness.mjs';
import { inProject, root } from './paths.mjs';

/** What is installed or built, and so not a source. */
const notSources = ['node_modules', 'build', 'dist', 'test-results', '.git'];

/**
 * The sources whose names end as given, such as /\.css$/.
 * @param {RegExp} ending
 */
export function listSources(ending) {
  const top = readdirSync(root).filter((name) => !notSources.includes(name));
  return listFiles(top.map((name) => inProject(name))).filter((file) => ending.test(file));
}

/** What clang-format looks after. */
export const nativeSources = () => listSources(/\.(h|cpp)$/);
