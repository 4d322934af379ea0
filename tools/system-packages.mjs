/**
 * Installs what is missing with apt-get, or says in one message what the user has to install.
 * `planInstall` decides from a description of the system and touches nothing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { findProgram, run, UserError } from './run.mjs';

/**
 * @typedef {import('./requirements.mjs').Requirement} Requirement
 */

/**
 * @typedef {object} System
 * @property {string} platform process.platform
 * @property {string} distribution ID of /etc/os-release, such as 'debian'; '' elsewhere
 * @property {boolean} hasApt whether apt-get is there
 * @property {'none' | 'root' | 'sudo'} administrator how packages can be installed
 * @property {string | undefined} chromium the browser that the user named with CHROMIUM
 */

/**
 * @typedef {object} Plan
 * @property {string[]} packages what apt-get is to install
 * @property {string[]} warnings what cannot be had here, and what to do; the work can go on
 * @property {string | null} refusal why the work cannot go on, and what to do
 */

/**
 * The system that this process runs on.
 * @returns {Promise<System>}
 */
export async function describeSystem() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const distribution = /^ID="?([^"\n]*)"?$/m.exec(release)?.[1] ?? '';
  return {
    platform: process.platform,
    distribution,
    hasApt: process.platform === 'linux' && findProgram('apt-get') !== null,
    administrator: await findAdministrator(),
    chromium: process.env.CHROMIUM,
  };
}

/** @returns {Promise<System['administrator']>} */
async function findAdministrator() {
  if (process.getuid?.() === 0) return 'root';
  if (!findProgram('sudo')) return 'none';
  // At a terminal sudo may ask for the password; elsewhere it must need none.
  if (process.stdin.isTTY) return 'sudo';
  return (await run('sudo', ['-n', 'true'], { output: 'keep' })).code === 0 ? 'sudo' : 'none';
}

/**
 * The command that installs packages, as an administrator would type it.
 * @param {string[]} packages
 */
const aptCommand = (packages) =>
  `apt-get update && apt-get install --no-install-recommends ${packages.join(' ')}`;

/**
 * What to do about missing requirements on a system.
 * @param {System} system
 * @param {Requirement[]} missing
 * @returns {Plan}
 */
export function planInstall(system, missing) {
  /** @type {Plan} */
  const plan = { packages: [], warnings: [], refusal: null };
  let needed = missing;

  const browser = missing.find((one) => one.id === 'chromium');
  if (browser && system.chromium) {
    plan.warnings.push(`CHROMIUM=${system.chromium} is not a program that can be run.`);
    needed = missing.filter((one) => one !== browser);
  } else if (browser && system.distribution === 'ubuntu') {
    plan.warnings.push(
      "Chromium, for the browser tests, is missing. Ubuntu's own is a snap, which the tests cannot " +
        'drive: install another, such as Google Chrome, or name one with CHROMIUM=/path/to/chromium.',
    );
    needed = missing.filter((one) => one !== browser);
  }
  if (needed.length === 0) return plan;

  const titles = needed.map((one) => `  ${one.title}`).join('\n');
  const packages = needed.map((one) => one.debian);
  if (system.platform === 'win32') {
    plan.refusal =
      'The build does not run on Windows itself. Run the same command inside WSL (Debian or Ubuntu) ' +
      'or in a Debian container.';
  } else if (!system.hasApt) {
    plan.refusal =
      `Missing:\n${titles}\nThey can be installed by this command on Debian and Ubuntu only. ` +
      'Install them yourself and run the command again.\n' +
      (system.platform === 'darwin'
        ? `  With Homebrew:    ${brewCommands(needed)}\n  Emscripten alone: `
        : `  In a container:   any image of Debian 12 or Ubuntu 24.04 with Node 20 will do\n` +
          '  Emscripten alone: ') +
      'emsdk, https://emscripten.org/docs/getting_started/downloads.html';
  } else if (system.administrator === 'none') {
    plan.refusal =
      `Missing:\n${titles}\nInstalling them needs an administrator, and sudo cannot be used here. ` +
      `Ask one to run\n  ${aptCommand(packages)}\nand run the command again.`;
  } else {
    plan.packages = packages;
  }
  return plan;
}

/**
 * @param {Requirement[]} needed
 */
function brewCommands(needed) {
  const casks = needed.filter((one) => one.brew.startsWith('--cask '));
  const formulas = needed.filter((one) => !casks.includes(one));
  return [
    ...(formulas.length > 0
      ? [`brew install ${[...new Set(formulas.map((one) => one.brew))].join(' ')}`]
      : []),
    ...casks.map((one) => `brew install ${one.brew}`),
  ].join(' && ');
}

/**
 * @typedef {object} Download
 * @property {Map<string, number>} sizes bytes to fetch for each package, dependencies included
 */

/**
 * What apt-get would fetch for some packages, or null when its lists do not know them all.
 * @param {string[]} packages
 * @returns {Promise<Download | null>}
 */
async function askDownload(packages) {
  const { code, text } = await run(
    'apt-get',
    ['install', '--print-uris', '--yes', '-qq', '--no-install-recommends', ...packages],
    { output: 'keep', env: { LC_ALL: 'C' } },
  );
  return code === 0 ? { sizes: parsePrintUris(text) } : null;
}

/**
 * Reads the lines of `apt-get --print-uris`: 'address' name_version_architecture.deb bytes checksum.
 * @param {string} text
 * @returns {Map<string, number>} bytes by package name
 */
export function parsePrintUris(text) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const match of text.matchAll(/^'[^']*' ([^_\s]+)_\S+ (\d+) \S*$/gm)) {
    sizes.set(match[1] ?? '', Number(match[2]));
  }
  return sizes;
}

/**
 * A number of bytes as people read it: '109 MB', '0.2 MB'.
 * @param {number} bytes
 */
export function megabytes(bytes) {
  const value = bytes / 1e6;
  return `${value >= 10 ? value.toFixed(0) : value.toFixed(1)} MB`;
}

/**
 * Installs packages with apt-get, after listing them with their sizes.
 * @param {System} system
 * @param {Requirement[]} needed requirements whose packages are to be installed
 * @param {(line: string) => void} say
 */
export async function installPackages(system, needed, say) {
  const packages = needed.map((one) => one.debian);
  let download = await askDownload(packages);
  let updated = false;
  if (!download) {
    say("Updating the system's list of packages ...");
    await updateLists(system);
    updated = true;
    download = await askDownload(packages);
    if (!download) {
      throw new UserError(
        `apt-get knows no package for some of: ${packages.join(', ')}. ` +
          'Check the package sources of this system, then run the command again.',
      );
    }
  }

  say('Missing, to be installed with apt-get:');
  const { sizes } = download;
  for (const one of needed) {
    say(
      `  ${one.debian.padEnd(17)} ${megabytes(sizes.get(one.debian) ?? 0).padStart(7)}  ${one.title}`,
    );
  }
  const others = [...sizes.keys()].filter((name) => !packages.includes(name));
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  say(`  ${others.length} packages that these need; ${megabytes(total)} to download in all`);

  say('Installing ...');
  const parameters = ['install', '--yes', '--no-install-recommends', ...packages];
  let result = await aptGet(system, parameters);
  if (result.code !== 0 && !updated) {
    say('That failed; trying once more with a fresh list of packages ...');
    await updateLists(system);
    result = await aptGet(system, parameters);
  }
  if (result.code !== 0) {
    throw new UserError(`${result.text}apt-get could not install ${packages.join(' ')}.`);
  }
}

/**
 * @param {System} system
 */
async function updateLists(system) {
  const result = await aptGet(system, ['update']);
  if (result.code !== 0) {
    throw new UserError(`${result.text}apt-get could not update its list of packages.`);
  }
}

/**
 * Runs apt-get as an administrator, without questions. At a terminal its progress is shown.
 * @param {System} system
 * @param {string[]} parameters
 */
function aptGet(system, parameters) {
  const command = [
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    'DPkg::Lock::Timeout=300', // another installation may be at work
    ...(process.stdout.isTTY ? [] : ['-qq']),
    ...parameters,
  ];
  if (system.administrator === 'sudo') command.unshift('sudo');
  const [program, ...rest] = /** @type {[string, ...string[]]} */ (command);
  return run(program, rest, { output: process.stdout.isTTY ? 'show' : 'keep' });
}
