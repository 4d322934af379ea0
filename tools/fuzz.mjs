/**
 * `npm run fuzz [-- --minutes N]`: libFuzzer on every header of the core, with sanitizers, then
 * random arguments for every function of web/bindings. Takes N minutes (2 by default) on top of the
 * builds. The last line of the output is `N inputs, M findings`; what was found is kept in
 * build/fuzz/findings/, and what the fuzzer has learnt about the code in build/fuzz/corpus/.
 */
import './node-version.mjs';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { forgetOtherCopy, isConfigured } from './cmake.mjs';
import { inProject, root, toolScripts } from './paths.mjs';
import { isStartedScript, run, runMain, runNode, UserError } from './run.mjs';
import { setUp } from './setup.mjs';

const fuzzFolder = inProject('build', 'fuzz');
const nativeFolder = join(fuzzFolder, 'native');
const program = join(nativeFolder, 'tests', 'fuzz', 'core_fuzz');
const findingsFolder = join(fuzzFolder, 'findings');
const propertyTest = 'tests/wasm/boundary.property.test.ts';

/** The share of the time that goes to the native targets; the rest goes to the bindings. */
const nativeShare = 0.75;

/**
 * An input may take so long and so much. The largest result of the core has 2^26 float32 cells,
 * which is 256 MiB: a larger block at once was not bounded before it was asked for.
 */
const limits = ['-timeout=20', '-rss_limit_mb=3072', '-malloc_limit_mb=300'];

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} inputs
 * @property {string[]} findings how to see each again
 */

/**
 * How long to run.
 * @param {string[]} parameters
 * @returns {number} seconds
 */
export function parseSeconds(parameters) {
  const [name, value, ...rest] = parameters;
  if (name === undefined) return 120;
  const minutes = value === undefined || value.trim() === '' ? NaN : Number(value);
  if (name !== '--minutes' || rest.length > 0 || !(minutes > 0 && minutes <= 1440)) {
    throw new UserError('Usage: npm run fuzz [-- --minutes N], with N above 0 and up to 1440');
  }
  return minutes * 60;
}

/**
 * Runs jobs, so many at a time.
 * @template T
 * @param {number} workers
 * @param {(() => Promise<T>)[]} jobs
 * @returns {Promise<T[]>} in the order of the jobs
 */
export async function inParallel(workers, jobs) {
  /** @type {T[]} */
  const results = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < jobs.length; i = next++) {
      const job = /** @type {() => Promise<T>} */ (jobs[i]);
      results[i] = await job();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, work));
  return results;
}

/**
 * How many inputs a run of libFuzzer tried: its last statistics, or its last line of progress where
 * it found something and printed none.
 * @param {string} log
 */
export function inputsIn(log) {
  const statistics = /^stat::number_of_executed_units: *(\d+)/m.exec(log);
  if (statistics) return Number(statistics[1]);
  return Number([...log.matchAll(/^#(\d+)\t/gm)].at(-1)?.[1] ?? 0);
}

async function buildFuzzer() {
  console.log('Building the fuzzer ...');
  if (!isConfigured(nativeFolder)) {
    forgetOtherCopy(nativeFolder);
    await must('cmake', ['--preset', 'fuzz']);
  }
  await must('cmake', ['--build', nativeFolder, '--target', 'core_fuzz']);
}

/**
 * Runs a program that has to succeed.
 * @param {string} name
 * @param {string[]} parameters
 */
async function must(name, parameters) {
  const { code, text } = await run(name, parameters, { output: 'keep' });
  if (code !== 0) throw new UserError(`${text}\n${name} ended with exit code ${code}.`);
  return text;
}

/**
 * A folder of the fuzzer's for one target, made where it is missing.
 * @param {...string} parts
 */
function folder(...parts) {
  const path = join(fuzzFolder, ...parts);
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * The findings kept for a target, by name, with the time when each was written.
 * @param {string} target
 */
function kept(target) {
  const names = readdirSync(findingsFolder).filter((name) => name.startsWith(`${target}-`));
  return new Map(names.map((name) => [name, statSync(join(findingsFolder, name)).mtimeMs]));
}

/**
 * @param {string} target
 * @param {number} seconds
 * @returns {Promise<Outcome>}
 */
async function fuzzTarget(target, seconds) {
  const before = kept(target);
  const { code, text } = await run(
    program,
    [
      ...[`--target=${target}`, ...limits, `-max_total_time=${Math.max(1, Math.round(seconds))}`],
      ...['-max_len=512', '-print_funcs=0', '-print_final_stats=1'],
      `-artifact_prefix=${join(findingsFolder, `${target}-`)}`,
      folder('corpus', target),
      inProject('tests', 'fuzz', 'corpus', target),
    ],
    { output: 'keep' },
  );
  const log = join(folder('logs'), `${target}.txt`);
  writeFileSync(log, text);
  // One that was known comes again with the same name.
  const fresh = [...kept(target)].filter(
    ([name, time]) => /-(crash|timeout|oom|leak)-/.test(name) && before.get(name) !== time,
  );
  const findings = fresh.map(([name]) => {
    const input = relative(root, join(findingsFolder, name));
    return `${relative(root, program)} --target=${target} ${limits.join(' ')} ${input}`;
  });
  if (code !== 0 && findings.length === 0) findings.push(`see ${relative(root, log)}`);
  const inputs = inputsIn(text);
  console.log(`  ${target.padEnd(28)} ${String(inputs).padStart(9)} inputs`);
  if (findings.length > 0) {
    const lines = text.match(/^(Promise broken|.*ERROR:|.*runtime error:|SUMMARY).*$/gm) ?? [];
    for (const line of lines) console.log(`    ${line}`);
  }
  return { name: target, inputs, findings };
}

/**
 * @param {number} seconds
 * @returns {Promise<Outcome[]>}
 */
async function fuzzNative(seconds) {
  const targets = (await must(program, ['--targets'])).trim().split('\n');
  const workers = Math.min(availableParallelism(), targets.length);
  const each = (seconds * workers) / targets.length;
  console.log(`\nThe core, ${targets.length} targets, ${each.toFixed(0)} s each:`);
  return inParallel(
    workers,
    targets.map((target) => () => fuzzTarget(target, each)),
  );
}

/**
 * @param {number} seconds
 * @returns {Promise<Outcome[]>}
 */
async function fuzzBindings(seconds) {
  console.log(`\nThe bindings, ${seconds.toFixed(0)} s together:`);
  const report = join(fuzzFolder, 'bindings.jsonl');
  rmSync(report, { force: true });
  const { code, text } = await runNode(toolScripts.vitest, ['run', propertyTest], {
    output: 'keep',
    env: { FUZZ_SECONDS: String(seconds), FUZZ_REPORT: report },
  });
  const log = join(folder('logs'), 'bindings.txt');
  writeFileSync(log, text);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  const outcomes = lines.map((line) => {
    /** @type {{ name: string, runs: number, failed: boolean }} */
    const { name, runs, failed } = JSON.parse(line);
    console.log(`  ${name.padEnd(28)} ${String(runs).padStart(9)} inputs`);
    return { name, inputs: runs, findings: failed ? [`see ${relative(root, log)}`] : [] };
  });
  if (code === 0 && outcomes.length > 0) return outcomes;
  console.log(text);
  if (!outcomes.some((one) => one.findings.length > 0)) {
    outcomes.push({ name: 'bindings', inputs: 0, findings: [`see ${relative(root, log)}`] });
  }
  return outcomes;
}

if (isStartedScript(import.meta.url)) {
  await runMain(async () => {
    const seconds = parseSeconds(process.argv.slice(2));
    await setUp('fuzz');
    await build(['core']);
    await buildFuzzer();
    mkdirSync(findingsFolder, { recursive: true });
    const outcomes = [
      ...(await fuzzNative(seconds * nativeShare)),
      ...(await fuzzBindings(seconds * (1 - nativeShare))),
    ];
    const inputs = outcomes.reduce((sum, one) => sum + one.inputs, 0);
    const findings = outcomes.flatMap(({ name, findings }) => findings.map((how) => [name, how]));
    if (findings.length > 0) console.log('\nTo see them again:');
    for (const [name, how] of findings) console.log(`  ${name}: ${how}`);
    console.log(`\n${inputs} inputs, ${findings.length} findings`);
    return findings.length > 0 ? 1 : 0;
  });
}
