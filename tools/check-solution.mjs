/**
 * Checks solution files from a terminal: builds what is missing, with every word of that on standard
 * error, then hands its arguments to the built command line and ends with its exit code.
 */
import './node-version.mjs';
import { constants } from 'node:os';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, isUpToDate } from './build.mjs';
import { commandLineFolder } from './paths.mjs';
import { UserError } from './run.mjs';
import { setUp } from './setup.mjs';

/** Exit code of `check-solution` for everything that could not be checked. */
const notChecked = 2;

/** Runs the built command line in the caller's place. */
function runCommandLine() {
  const script = join(commandLineFolder, 'check-solution.mjs');
  const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both; this process waits for the other one's exit code.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = notChecked;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
}

try {
  if (!isUpToDate('core') || !isUpToDate('cli')) {
    await setUp('build', console.error);
    await build(['core', 'cli'], { say: console.error });
  }
  runCommandLine();
} catch (error) {
  console.error(error instanceof UserError ? error.message : error);
  process.exitCode = notChecked;
}
