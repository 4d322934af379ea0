/**
 * The training lab at a terminal: builds the native program, runs it once for each seed, as many at a
 * time as the machine has cores, and prints what the seeds have in common. Standard output holds
 * the numbers alone; every other word goes to standard error.
 */
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forgetOtherCopy, isConfigured } from './cmake.mjs';
import { inProject } from './paths.mjs';
import { isStartedScript, run, UserError } from './run.mjs';
import { setUp } from './setup.mjs';

const folder = inProject('build', 'lab');

/** Exit code for a setting that was refused, or a program that could not be had. */
const notRun = 2;

const mostSeeds = 1000;
const lastSeed = 2 ** 32 - 1;

export const usage =
  'usage: npm run -s lab -- --task T --scheme S --mask M [--seeds N] [--json], or --all';

const help = `${usage}

Trains a tiny Transformer once for each seed and prints how often it is right on sequences of several
lengths; training saw the lengths 8 and 16.

  --seeds N           runs, from seed 0 on (5)
  --seed N            the first seed instead
  --all               both tasks, with and without the mask, under all seven schemes
  --json              one JSON object on standard output; with --all the format of
                      web/components/training-lab/bands.json
  --help              this text
`;

const helpEnd = `
Exit code 0: done; 2: a setting was refused, or the program could not be built.
`;

/** In the order of the tables of the lesson, by the names that the page uses. */
export const configurations = ['back2', 'at0'].flatMap((task) =>
  ['none', 'causal'].flatMap((mask) =>
    ['none', 'sinusoidal', 'learned', 'shaw', 't5', 'rotary', 'alibi'].map((scheme) => ({
      task,
      mask,
      scheme,
    })),
  ),
);

/**
 * What the program prints of one run.
 * @typedef {object} RunReport
 * @property {string} task
 * @property {string} scheme
 * @property {string} mask
 * @property {number} seed
 * @property {number} parameters
 * @property {number} steps
 * @property {number | null} loss
 * @property {{ length: number, chance: number, share: number | null, refused?: string }[]} accuracy
 * @property {{ error: number | null, largest: number | null }} equivariance
 */

/**
 * @typedef {object} Asked
 * @property {boolean} all
 * @property {boolean} json
 * @property {boolean} help
 * @property {number} seeds
 * @property {number} firstSeed
 * @property {string[]} settings words for the program
 */

/**
 * Takes its own options out of the words; the program reads the others.
 * @param {readonly string[]} words
 * @returns {Asked}
 * @throws {UserError} for a number of seeds that cannot be
 */
export function readWords(words) {
  /** @type {Asked} */
  const asked = { all: false, json: false, help: false, seeds: 5, firstSeed: 0, settings: [] };
  for (let i = 0; i < words.length; ++i) {
    const word = words[i] ?? '';
    const [name = '', inline] = word.split('=', 2);
    const value = () => {
      const given = inline ?? words[++i];
      if (given === undefined || given === '') throw new UserError(`${name} needs a value`);
      return given;
    };
    if (word === '--help' || word === '-h') asked.help = true;
    else if (word === '--all') asked.all = true;
    else if (word === '--json') asked.json = true;
    else if (name === '--seeds') asked.seeds = whole('seeds', value(), 1, mostSeeds);
    else if (name === '--seed') asked.firstSeed = whole('seed', value(), 0, lastSeed);
    else if (inline === undefined && name.startsWith('--')) asked.settings.push(name, value());
    else asked.settings.push(word);
  }
  if (asked.firstSeed + asked.seeds - 1 > lastSeed) {
    throw new UserError(`the last seed would be above ${lastSeed}`);
  }
  if (asked.all && asked.settings.some((word) => /^--(task|scheme|mask)\b/.test(word))) {
    throw new UserError('--all runs every task, scheme and mask; leave those options out');
  }
  return asked;
}

/**
 * @param {string} name
 * @param {string} written
 * @param {number} least
 * @param {number} most
 */
function whole(name, written, least, most) {
  const value = Number(written);
  if (/^\d+$/.test(written) && value >= least && value <= most) return value;
  throw new UserError(`${name} is ${written}; it must be a whole number, ${least}..${most}`);
}

/**
 * Builds the program where it has changed.
 * @returns {Promise<string>} its path
 */
async function buildProgram() {
  /** @param {string[]} parameters */
  const cmake = async (parameters) => {
    const { code, text } = await run('cmake', parameters, { output: 'keep' });
    if (code !== 0) throw new UserError(`${text}\ncmake ended with exit code ${code}.`);
  };
  if (!isConfigured(folder)) {
    await setUp('test', console.error);
    forgetOtherCopy(folder);
    console.error('Building the training lab; this takes a minute or two, once ...');
    await cmake(['--preset', 'lab']);
  }
  await cmake(['--build', folder, '--target', 'lab']);
  return join(folder, 'lab', 'lab');
}

/**
 * Runs the program with some words and gives what it prints.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 * @throws {UserError} with the sentence by which a setting was refused
 */
function output(program, words, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], signal });
    let out = '';
    let error = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => (error += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new UserError(error.trim() || `the program ended with exit code ${code}`));
    });
  });
}

/**
 * Runs every list of words, some at a time. The first that fails ends the others.
 * @param {string} program
 * @param {readonly (readonly string[])[]} lists
 * @param {(done: number) => void} [tell] how many have come to an end
 * @returns {Promise<RunReport[]>} in the order of the lists
 */
export async function runEach(program, lists, tell = () => undefined) {
  const abort = new AbortController();
  /** @type {RunReport[]} */
  const reports = [];
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < lists.length) {
      const at = next++;
      const text = await output(program, lists[at] ?? [], abort.signal);
      reports[at] = /** @type {RunReport} */ (JSON.parse(text));
      tell(++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  } catch (error) {
    abort.abort();
    throw error;
  }
  return reports;
}

/**
 * What the runs of one configuration have in common. Shares are fractions of one.
 * @param {readonly RunReport[]} runs of one seed each
 */
export function summarise(runs) {
  const [first] = runs;
  if (first === undefined) throw new Error('no run');
  const { task, scheme, mask, steps, parameters } = first;
  return {
    task,
    scheme,
    mask,
    seeds: runs.length,
    firstSeed: first.seed,
    steps,
    parameters,
    loss: runs.map((one) => one.loss),
    accuracy: first.accuracy.map(({ length, chance, refused }, i) => {
      const shares = runs.flatMap((one) => one.accuracy[i]?.share ?? []);
      if (refused !== undefined || shares.length === 0) {
        return { length, chance, mean: null, min: null, max: null, perSeed: [], refused };
      }
      return {
        length,
        chance,
        mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
        min: Math.min(...shares),
        max: Math.max(...shares),
        perSeed: shares,
      };
    }),
    equivariance: runs.map((one) => one.equivariance),
  };
}

/** @typedef {ReturnType<typeof summarise>} Summary */

/**
 * The numbers of every configuration as the page stores them: shares with three digits behind the
 * point, a list for each length and in it one for each seed; null where the scheme has no row.
 * @param {readonly Summary[]} summaries
 */
export function asBands(summaries) {
  const [first] = summaries;
  if (first === undefined) throw new Error('no configuration');
  return {
    seeds: first.seeds,
    lengths: first.accuracy.map(({ length }) => length),
    chance: first.accuracy.map(({ chance }) => rounded(chance)),
    runs: summaries.map(({ task, mask, scheme, accuracy, equivariance }) => ({
      task,
      mask,
      scheme,
      accuracy: accuracy.map(({ mean, perSeed }) => (mean === null ? null : perSeed.map(rounded))),
      equivariance: equivariance.map(({ error }) => Number(error?.toPrecision(2))),
    })),
  };
}

/** @param {number} share */
const rounded = (share) => Number(share.toFixed(3));

/**
 * @param {Summary} summary
 */
function asText({ task, scheme, mask, seeds, firstSeed, accuracy }) {
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(1).padStart(7);
  const lines = accuracy.map(({ length, chance, mean, min, max, refused }) =>
    mean === null || min === null || max === null
      ? `${String(length).padStart(6)}  ${refused}`
      : `${String(length).padStart(6)}${percent(mean)}${percent(min)}${percent(max)}${percent(chance)}`,
  );
  const which = seeds === 1 ? `seed ${firstSeed}` : `seeds ${firstSeed}..${firstSeed + seeds - 1}`;
  return [
    `${task}, scheme ${scheme}, mask ${mask}, ${which}: right answers in percent`,
    'length   mean    min    max chance',
    ...lines,
  ].join('\n');
}

/** @param {readonly string[]} words */
async function main(words) {
  const asked = readWords(words);
  const program = await buildProgram();
  if (asked.help) {
    process.stdout.write(help + (await output(program, ['--help'], AbortSignal.timeout(10_000))));
    process.stdout.write(helpEnd);
    return;
  }
  const wanted = asked.all
    ? configurations.map((one) => Object.entries(one).map(([name, value]) => `--${name}=${value}`))
    : [[]];
  const seeds = Array.from({ length: asked.seeds }, (_, i) => asked.firstSeed + i);
  const lists = wanted.flatMap((names) =>
    seeds.map((seed) => [...names, ...asked.settings, `--seed=${seed}`]),
  );
  const reports = await runEach(program, lists, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${lists.length} runs `);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const summaries = wanted.map((_, i) =>
    summarise(reports.slice(i * seeds.length, (i + 1) * seeds.length)),
  );
  const [first] = summaries;
  if (asked.json) {
    process.stdout.write(`${JSON.stringify(asked.all ? asBands(summaries) : first)}\n`);
  } else {
    process.stdout.write(`${summaries.map(asText).join('\n\n')}\n`);
  }
}

if (isStartedScript(import.meta.url)) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = notRun;
  }
}
