/**
 * Runs other programs: visibly, quietly, or with their output redirected to standard error.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';

/**
 * A problem that the user can act on. Commands print its message alone, without a stack trace.
 */
export class UserError extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] folder to run in; the project's by default
 * @property {NodeJS.ProcessEnv} [env] variables on top of this process's own; undefined removes one
 * @property {'show' | 'keep' | 'both' | 'stderr'} [output] show it as it comes (the default), keep it
 *   for the caller, both, or send all of it to standard error
 * @property {string} [input] text for standard input
 */

/**
 * @typedef {object} RunResult
 * @property {number} code exit code; 127 when the program is missing, 128 when a signal ended it
 * @property {string} text standard output and standard error in the order they came, when kept
 */

/** Some tools colour their words even where nobody sees colours. */
const plain =
  process.stdout.isTTY || process.env.FORCE_COLOR !== undefined ? {} : { NO_COLOR: '1' };

/**
 * Runs a program to its end. Never rejects: a program that cannot start has code 127.
 * @param {string} program
 * @param {string[]} parameters
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, parameters, options = {}) {
  const output = options.output ?? 'show';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = [
    options.input !== undefined ? 'pipe' : output === 'show' ? 'inherit' : 'ignore',
    ...(output === 'show'
      ? /** @type {const} */ (['inherit', 'inherit'])
      : output === 'stderr'
        ? [2, 2]
        : /** @type {const} */ (['pipe', 'pipe'])),
  ];
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...plain, ...options.env },
      stdio,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (/** @type {string} */ chunk) => {
        text += chunk;
        if (output === 'both') process.stdout.write(chunk);
      });
    }
    child.on('error', (error) => resolve({ code: 127, text: `${program}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 128, text }));
    child.stdin?.on('error', () => undefined); // the program may end before it has read its input
    if (options.input !== undefined) child.stdin?.end(options.input);
  });
}

/**
 * Runs a script with the Node that runs this process.
 * @param {string} script
 * @param {string[]} parameters
 * @param {RunOptions} [options]
 */
export function runNode(script, parameters, options) {
  return run(process.execPath, [script, ...parameters], options);
}

/**
 * The full path of a program on PATH, or null.
 * @param {string} name
 * @returns {string | null}
 */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder || '.', name);
    if (isProgram(path)) return path;
  }
  return null;
}

/**
 * Whether a path names a file that may be run.
 * @param {string} path
 */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a command's main function: a UserError becomes one message and exit code 1, anything else
 * keeps its stack trace.
 * @param {() => Promise<number | void>} main gives the exit code; none means 0
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Whether a module is the script that Node was started with, rather than imported by another.
 * @param {string} moduleUrl the module's import.meta.url
 */
export function isStartedScript(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl);
}
