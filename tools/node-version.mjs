/**
 * Refuses an old Node with one clear line. Every command imports this module first, so nothing here
 * may be newer than what old releases of Node can read.
 */

/** The oldest major release of Node that the commands are written for. */
export const oldestNode = 20;

/**
 * What to tell someone whose Node is too old, or null when it is new enough.
 * @param {string} version such as process.version
 * @returns {string | null}
 */
export function nodeVersionProblem(version) {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  if (major >= oldestNode) return null;
  return (
    `This project needs Node ${oldestNode} or newer; this is Node ${version}. ` +
    'Install a newer one from https://nodejs.org/ and run the command again.'
  );
}

const problem = nodeVersionProblem(process.version);
if (problem) {
  console.error(problem);
  process.exit(1);
}
