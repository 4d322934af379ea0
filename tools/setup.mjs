/**
 * Installs what is missing for building (`node tools/setup.mjs build`), or for building and testing
 * (`test`) or fuzzing (`fuzz`). Does nothing, quickly, when all is there.
 */
import './node-version.mjs';
import { installNodePackages } from './node-packages.mjs';
import { findMissing } from './requirements.mjs';
import { isStartedScript, runMain, UserError } from './run.mjs';
import { describeSystem, installPackages, planInstall } from './system-packages.mjs';

/**
 * @param {import('./requirements.mjs').Purpose} purpose
 * @param {(line: string) => void} [say] where to tell what is done
 * @throws {UserError} when something is missing that cannot be installed here
 */
export async function setUp(purpose, say = console.log) {
  const missing = await findMissing(purpose);
  if (missing.length > 0) {
    const system = await describeSystem();
    const plan = planInstall(system, missing);
    for (const warning of plan.warnings) say(warning);
    if (plan.refusal !== null) throw new UserError(plan.refusal);
    const needed = missing.filter((one) => plan.packages.includes(one.debian));
    if (needed.length > 0) {
      await installPackages(system, needed, say);
      await checkInstalled(purpose, needed);
    }
  }
  await installNodePackages(say);
}

/**
 * A package may be installed and still be too old, or hidden by another one on PATH.
 * @param {import('./requirements.mjs').Purpose} purpose
 * @param {import('./requirements.mjs').Requirement[]} installed
 */
async function checkInstalled(purpose, installed) {
  const still = (await findMissing(purpose)).filter((one) => installed.includes(one));
  if (still.length === 0) return;
  throw new UserError(
    'apt-get has installed its packages, but what is found on PATH is too old or does not work:\n' +
      still.map((one) => `  ${one.title} (package ${one.debian})\n`).join('') +
      'Install a newer one, for Emscripten from https://emscripten.org/docs/getting_started/downloads.html',
  );
}

if (isStartedScript(import.meta.url)) {
  await runMain(async () => {
    const purpose = process.argv[2] ?? 'build';
    if (purpose !== 'build' && purpose !== 'test' && purpose !== 'fuzz') {
      throw new UserError('Usage: node tools/setup.mjs [build | test | fuzz]');
    }
    await setUp(purpose);
    console.log('Everything that is needed is installed.');
  });
}
