/**
 * `npm run bench`: the core natively and as WebAssembly, in Node and in Chromium, against a plain
 * JavaScript loop on the same jobs. Everything runs in interleaved rounds on one thread; a figure is
 * the median over the rounds of the ratio inside a round, since machines drift. Writes
 * build/bench.json and prints a table.
 */
import './node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runRound, tableSizes } from '../tests/bench/jobs.mjs';
import { emscriptenEnvironment } from './emscripten.mjs';
import { openBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { inProject, root, wasmFolder } from './paths.mjs';
import { run, runMain, UserError } from './run.mjs';
import { setUp } from './setup.mjs';

const rounds = 7;
const leastMilliseconds = 120;
const nativeFolder = inProject('build', 'native');
const resultFile = inProject('build', 'bench.json');

/** @typedef {Record<string, { core: number, fill: number, plain?: number }>} Round */

await runMain(async () => {
  await setUp('test');
  await build(['core']);
  await buildBenchmarks();

  const native = () => nativeRound();
  /** @type {{ default: (options: { wasmBinary: Uint8Array }) => Promise<Parameters<typeof runRound>[0]> }} */
  const module = await import(pathToFileURL(join(wasmFolder, 'bench.mjs')).href);
  const wasmBinary = readFileSync(join(wasmFolder, 'bench.wasm'));
  const core = await module.default({ wasmBinary });
  const chromium = await openChromium();

  /** @type {Record<string, Round[]>} */
  const results = { native: [], node: [], chromium: [] };
  try {
    // A first round warms every engine up and is thrown away.
    for (let round = 0; round <= rounds; ++round) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      const measured = {
        native: await native(),
        node: runRound(core, leastMilliseconds),
        chromium: await chromium.round(),
      };
      if (round === 0) continue;
      for (const [where, times] of Object.entries(measured)) results[where]?.push(times);
    }
  } finally {
    await chromium.close();
  }
  report(results);
});

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
  /** @type {{ benchmarks: { name: string, real_time: number }[] }} */
  const { benchmarks } = JSON.parse(text.slice(text.indexOf('{')));
  /** @param {string} job @param {number[]} size */
  const timeOf = (job, size) => {
    const name = `${job}/${size.join('/')}`;
    const found = benchmarks.find((one) => one.name === name);
    if (!found) throw new UserError(`the native benchmark has no job ${name}`);
    return found.real_time;
  };
  return Object.fromEntries(
    tableSizes.map((size) => [
      size.join('x'),
      { core: timeOf('table', size), fill: timeOf('fill', size) },
    ]),
  );
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

/** @param {Record<string, Round[]>} results */
function report(results) {
  const sizes = tableSizes.map((size) => size.join('x'));
  const jobs = sizes.map((size) => {
    /** @param {string} where @param {'core' | 'fill' | 'plain'} what */
    const times = (where, what) => results[where]?.map((round) => round[size]?.[what] ?? NaN) ?? [];
    /** @param {number[]} slow @param {number[]} fast */
    const ratio = (slow, fast) => median(slow.map((value, i) => value / (fast[i] ?? NaN)));
    return {
      job: `table ${size}`,
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
      timeOverMemset: {
        native: ratio(times('native', 'core'), times('native', 'fill')),
        wasmInNode: ratio(times('node', 'core'), times('node', 'fill')),
        wasmInChromium: ratio(times('chromium', 'core'), times('chromium', 'fill')),
      },
    };
  });
  mkdirSync(dirname(resultFile), { recursive: true });
  writeFileSync(resultFile, `${JSON.stringify({ rounds, jobs }, null, 2)}\n`);

  const lines = [
    ['', 'times as fast as plain JavaScript', '', '', 'time over memset', '', ''],
    ['job', 'native', 'Node', 'Chromium', 'native', 'Node', 'Chromium'],
    ...jobs.map((row) => [
      row.job,
      ...Object.values(row.timesAsFastAsJavascript).map((value) => value.toFixed(1)),
      ...Object.values(row.timeOverMemset).map((value) => value.toFixed(1)),
    ]),
  ];
  for (const [first = '', ...rest] of lines) {
    process.stdout.write(`${first.padEnd(20)}${rest.map((cell) => cell.padStart(10)).join('')}\n`);
  }
  process.stdout.write(
    `medians of ${rounds} interleaved rounds; all figures in build/bench.json\n`,
  );
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
