/**
 * `npm run bench`: the core natively and as WebAssembly, in Node and in Chromium, against plain
 * JavaScript on the same jobs. Everything runs in interleaved rounds on one thread; a figure is
 * the median over the rounds of the ratio inside a round, since machines drift. Then the sliders of
 * the page's figures, the checks of challenges and the training lab. Writes build/bench.json and prints
 * four tables.
 */
import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jobs, rounds as roundsOf } from '../tests/bench/jobs.mjs';
import { emscriptenEnvironment } from './emscripten.mjs';
import { openBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { measureLab } from './lab-times.mjs';
import { inProject, root, wasmFolder } from './paths.mjs';
import { run, runMain, UserError } from './run.mjs';
import { setUp } from './setup.mjs';
import { measureSliders } from './slider-tasks.mjs';
import { measureVerdicts } from './verdict-times.mjs';

const rounds = 7;
const leastMilliseconds = 120;
const nativeFolder = inProject('build', 'native');
const resultFile = inProject('build', 'bench.json');

/** @typedef {import('../tests/bench/jobs.mjs').Round} Round */

await runMain(async () => {
  await setUp('test');
  await build(['core', 'page']);
  await buildBenchmarks();

  /** @type {import('../tests/bench/jobs.mjs').BenchModule} */
  const bench = await loadModule('bench');
  /** @type {import('../tests/bench/jobs.mjs').ShippedModule} */
  const shipped = await loadModule('core');
  const nodeRound = roundsOf(bench, shipped);
  const chromium = await openChromium();

  /** @type {Record<string, Round[]>} */
  const results = { native: [], node: [], chromium: [] };
  try {
    // A first round warms every engine up and is thrown away.
    for (let round = 0; round <= rounds; ++round) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      const measured = {
        native: await nativeRound(),
        node: nodeRound(leastMilliseconds),
        chromium: await chromium.round(),
      };
      if (round === 0) continue;
      for (const [where, times] of Object.entries(measured)) results[where]?.push(times);
    }
  } finally {
    await chromium.close();
  }
  const sliders = await measureSliders(inProject('dist'), (figure) => {
    process.stderr.write(`sliders of ${figure}\n`);
  });
  process.stderr.write('checks of a challenge\n');
  const verdicts = await measureVerdicts(inProject('dist'));
  const lab = await measureLab(inProject('dist'), {
    progress: (words) => process.stderr.write(`training lab, ${words}\n`),
  });
  report(results, sliders, verdicts, lab);
});

/**
 * A module of the WebAssembly build.
 * @template T
 * @param {string} name
 * @returns {Promise<T>}
 */
async function loadModule(name) {
  /** @type {{ default: (options: { wasmBinary: Uint8Array }) => Promise<T> }} */
  const { default: create } = await import(pathToFileURL(join(wasmFolder, `${name}.mjs`)).href);
  return create({ wasmBinary: readFileSync(join(wasmFolder, `${name}.wasm`)) });
}

async function buildBenchmarks() {
  const environment = await emscriptenEnvironment();
  for (const [program, parameters, env] of /** @type {const} */ ([
    ['cmake', ['--preset', 'native'], {}],
    ['cmake', ['--build', nativeFolder, '--target', 'core_bench'], {}],
    ['cmake', ['--build', wasmFolder, '--target', 'bench'], environment],
  ])) {
    const { code, text } = await run(program, [...parameters], { output: 'keep', env });
    if (code !== 0) throw new UserError(`${text}\n${program} ended with exit code ${code}.`);
  }
}

/** @returns {Promise<Round>} */
async function nativeRound() {
  const program = join(nativeFolder, 'tests', 'bench', 'core_bench');
  const { code, text } = await run(
    program,
    ['--benchmark_format=json', `--benchmark_min_time=${leastMilliseconds / 1000}`],
    { output: 'keep' },
  );
  if (code !== 0)
    throw new UserError(`${text}\nthe native benchmark ended with exit code ${code}.`);
  /** @type {{ benchmarks: { name: string, real_time: number, error_occurred?: boolean }[] }} */
  const { benchmarks } = JSON.parse(text.slice(text.indexOf('{')));
  /** @param {string} name */
  const timeOf = (name) => {
    const found = benchmarks.find((one) => one.name === name);
    if (!found || found.error_occurred) {
      throw new UserError(`the native benchmark has no figure for ${name}`);
    }
    return found.real_time;
  };
  /** @type {Round} */
  const times = {};
  for (const { name, native } of jobs) {
    if (!native) continue;
    times[name] = { core: timeOf(native.core) };
    if (native.limit) times[name].limit = timeOf(native.limit);
  }
  return times;
}

async function openChromium() {
  const { browser, address, close } = await openBrowser(root);
  const page = await browser.newPage();
  await page.goto(`${address}tests/bench/bench.html`);
  await page.waitForFunction(() => 'runRound' in window);
  return {
    /** @returns {Promise<Round>} */
    round: () =>
      // bench.html puts the function there.
      page.evaluate((least) => {
        /** @type {(least: number) => Round} */
        const runRound = Reflect.get(window, 'runRound');
        return runRound(least);
      }, leastMilliseconds),
    close,
  };
}

/**
 * @param {Record<string, Round[]>} results
 * @param {import('./slider-tasks.mjs').SliderTasks[]} sliders
 * @param {import('./verdict-times.mjs').VerdictTime[]} verdicts
 * @param {import('./lab-times.mjs').LabTimes} lab
 */
function report(results, sliders, verdicts, lab) {
  const figures = jobs.map(({ name, limitedBy }) => {
    /** @param {string} where @param {'core' | 'limit' | 'plain'} what */
    const times = (where, what) => results[where]?.map((round) => round[name]?.[what] ?? NaN) ?? [];
    /** @param {number[]} slow @param {number[]} fast */
    const ratio = (slow, fast) => median(slow.map((value, i) => value / (fast[i] ?? NaN)));
    return {
      job: name,
      milliseconds: {
        native: median(times('native', 'core')),
        wasmInNode: median(times('node', 'core')),
        wasmInChromium: median(times('chromium', 'core')),
        javascriptInNode: median(times('node', 'plain')),
        javascriptInChromium: median(times('chromium', 'plain')),
      },
      timesAsFastAsJavascript: {
        native: ratio(times('node', 'plain'), times('native', 'core')),
        wasmInNode: ratio(times('node', 'plain'), times('node', 'core')),
        wasmInChromium: ratio(times('chromium', 'plain'), times('chromium', 'core')),
      },
      limit: limitedBy ?? null,
      timeOverLimit: {
        native: ratio(times('native', 'core'), times('native', 'limit')),
        wasmInNode: ratio(times('node', 'core'), times('node', 'limit')),
        wasmInChromium: ratio(times('chromium', 'core'), times('chromium', 'limit')),
      },
    };
  });
  mkdirSync(dirname(resultFile), { recursive: true });
  // What was not measured is NaN here and null in the file.
  writeFileSync(
    resultFile,
    `${JSON.stringify({ rounds, jobs: figures, sliders, verdicts, lab }, null, 2)}\n`,
  );

  /** @param {Record<string, number>} group @param {number} digits */
  const cells = (group, digits) =>
    Object.values(group).map((value) => (Number.isNaN(value) ? '-' : value.toFixed(digits)));
  const groups = ['milliseconds', 'times as fast as JS', 'time over limit'];
  const lines = [
    ['job', ...groups.flatMap(() => ['native', 'Node', 'Chromium']), 'limit'],
    ...figures.map((row) => [
      row.job,
      ...cells(row.milliseconds, 3).slice(0, 3),
      ...cells(row.timesAsFastAsJavascript, 1),
      ...cells(row.timeOverLimit, 2),
      row.limit ?? '-',
    ]),
  ];
  const heading = groups.map((group) => `   ${group}`.padEnd(30)).join('');
  process.stdout.write(`${''.padEnd(22)}${heading.trimEnd()}\n`);
  for (const [first = '', ...rest] of lines) {
    const limit = rest.pop() ?? '';
    const numbers = rest.map((cell) => cell.padStart(10)).join('');
    process.stdout.write(`${first.padEnd(22)}${numbers}  ${limit}\n`);
  }
  process.stdout.write(
    `medians of ${rounds} interleaved rounds; all figures in build/bench.json\n\n`,
  );
  process.stdout.write(
    'tasks while a slider moves, and the longest of each move, in milliseconds at the 95th percentile,\n' +
      'with the processor slowed down four times\n',
  );
  for (const { figure, slider, p95, longest } of sliders) {
    const times = [p95, longest].map((time) => time.toFixed(1).padStart(8)).join('');
    process.stdout.write(`${times}  ${figure}: ${slider}\n`);
  }
  process.stdout.write(
    '\nfrom the click to the verdict in milliseconds: the first, the median of later ones\n',
  );
  for (const { challenge, language, cold, warm } of verdicts) {
    const times = [cold, warm].map((time) => time.toFixed(0).padStart(8)).join('');
    process.stdout.write(`${times}  ${challenge}, ${language}\n`);
  }
  process.stdout.write(`\n${labReport(lab)}\n`);
}

/** @param {import('./lab-times.mjs').LabTimes} lab */
function labReport({ training, run, sevenSchemes, operationsPerSecond, ...mainThread }) {
  const { longestTask, longTasks, stop } = mainThread;
  /** @type {[number, string][]} */
  const lines = [
    [training, `400 steps without positions, ${(operationsPerSecond / 1e9).toFixed(1)} GFLOP/s`],
    [run, 'the same, and all that the model is asked afterwards'],
    [sevenSchemes, 'such a run under each of seven schemes'],
    [stop, 'until Stop is answered, at its slowest'],
    [longestTask, "the main thread's longest task meanwhile, in processor time"],
    [longTasks, 'tasks of the main thread above 50 ms by the clock, a number'],
  ];
  return [
    'training lab in Chromium, milliseconds of the best of three rounds; of Stop and of the main thread the worst',
    ...lines.map(
      ([value, what]) => `${value.toFixed(what.endsWith('number') ? 0 : 1).padStart(8)}  ${what}`,
    ),
  ].join('\n');
}

/** @param {number[]} values */
function median(values) {
  if (values.some(Number.isNaN)) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
