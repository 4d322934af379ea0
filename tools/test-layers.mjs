/**
 * The layers of tests. Each runs one tool, reads its machine-readable report and counts: what
 * cannot run, dies or finds no test counts as a failure, so that silence never looks like success.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { forgetOtherCopy, isConfigured } from './cmake.mjs';
import { nativeFolder, resultsFolder, root, toolScripts } from './paths.mjs';
import { findChromium } from './requirements.mjs';
import { run, runNode } from './run.mjs';

/**
 * @typedef {object} Count
 * @property {string} layer
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} problems why something failed beyond the tests themselves
 */

/**
 * @typedef {object} Layer
 * @property {string} title
 * @property {import('./build.mjs').Part[]} needs what must have been built
 * @property {(options: { full: boolean }) => Promise<Count[]>} run
 */

/**
 * The path for a report, with no earlier report in it.
 * @param {string} name
 */
function freshReport(name) {
  mkdirSync(resultsFolder, { recursive: true });
  const path = join(resultsFolder, name);
  rmSync(path, { force: true });
  return path;
}

/**
 * A count whose failures agree with how its tool ended.
 * @param {string} layer
 * @param {number} passed
 * @param {number} failed
 * @param {number} code exit code of the tool
 * @returns {Count}
 */
export function countOf(layer, passed, failed, code) {
  /** @type {Count} */
  const count = { layer, passed, failed, problems: [] };
  if (passed + failed === 0) {
    count.failed = 1;
    count.problems.push(`${layer}: no test ran (exit code ${code})`);
  } else if (code !== 0 && failed === 0) {
    count.failed = 1;
    count.problems.push(`${layer}: every test passed, and yet the exit code is ${code}`);
  }
  return count;
}

/**
 * The count of something that could not be done at all.
 * @param {string} layer
 * @param {string} reason
 * @returns {Count}
 */
export const failure = (layer, reason) => ({
  layer,
  passed: 0,
  failed: 1,
  problems: [`${layer}: ${reason}`],
});

/**
 * Adds up the test suites of a report as GoogleTest writes it.
 * @param {string} xml
 */
export function readGoogleTest(xml) {
  const sum = { passed: 0, failed: 0 };
  for (const [suite] of xml.matchAll(/<testsuite\b[^>]*>/g)) {
    const number = (/** @type {string} */ name) =>
      Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
    const failed = number('failures') + number('errors');
    sum.passed += number('tests') - failed - number('skipped') - number('disabled');
    sum.failed += failed;
  }
  return sum;
}

/**
 * What CTest prints, less a line for the start of each program and a line for each that passed.
 * @param {string} text
 */
export const withoutPassedTests = (text) =>
  text.replace(/^ *(Start +\d+: |\d+\/\d+ Test +#\d+: .* Passed ).*\n/gm, '').trim();

/** Builds the native tests; its output is shown only when it fails. */
export async function buildNative() {
  if (!isConfigured(nativeFolder)) {
    forgetOtherCopy(nativeFolder);
    const configured = await run('cmake', ['--preset', 'native-debug'], { output: 'keep' });
    if (configured.code !== 0) return configured;
  }
  return run('cmake', ['--build', nativeFolder], { output: 'keep' });
}

/** @type {Promise<import('./run.mjs').RunResult> | null} */
let nativeBuild = null;

/** Starts building the native tests before their turn comes. */
export function startNativeBuild() {
  nativeBuild ??= buildNative();
  return nativeBuild;
}

/** @returns {Promise<Count[]>} */
async function runNative() {
  const built = await startNativeBuild();
  if (built.code !== 0) {
    console.log(built.text);
    return [countOf('native', 0, 0, built.code)];
  }
  // Where tests/native-tests.cmake has every program leave what it found.
  const reports = join(nativeFolder, 'test-results');
  rmSync(reports, { recursive: true, force: true });
  const { code, text } = await run(
    'ctest',
    [
      ...['--test-dir', nativeFolder, '--output-on-failure', '--no-tests=error'],
      ...['--parallel', '2', '--timeout', '600'],
    ],
    { output: 'keep' },
  );
  console.log(withoutPassedTests(text));
  const found = existsSync(reports) ? readdirSync(reports) : [];
  const sums = found.map((name) => readGoogleTest(readFileSync(join(reports, name), 'utf8')));
  const total = (/** @type {'passed' | 'failed'} */ name) =>
    sums.reduce((sum, one) => sum + one[name], 0);
  return [countOf('native', total('passed'), total('failed'), code)];
}

/**
 * The layers that share one run of Vitest, by the folders that hold their tests.
 * @type {Record<string, string[]>}
 */
const vitestLayers = {
  WebAssembly: ['tests/wasm'],
  components: ['tests/web'],
  content: ['tests/content'],
  commands: ['tests/cli', 'tests/tools'],
};

/**
 * The layer that a test file belongs to.
 * @param {string} file absolute path
 */
function vitestLayerOf(file) {
  const path = relative(root, file).split(sep).join('/');
  const found = Object.entries(vitestLayers).find(([, folders]) =>
    folders.some((folder) => path.startsWith(`${folder}/`)),
  );
  return found?.[0] ?? 'other';
}

/**
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * Counts a Vitest report layer by layer. A file that could not be loaded is one failure.
 * @param {VitestReport} report
 * @param {number} code exit code of Vitest
 * @returns {Count[]}
 */
export function countVitest(report, code) {
  /** @type {Map<string, { passed: number, failed: number }>} */
  const sums = new Map(Object.keys(vitestLayers).map((layer) => [layer, { passed: 0, failed: 0 }]));
  for (const file of report.testResults) {
    const layer = vitestLayerOf(file.name);
    const sum = sums.get(layer) ?? { passed: 0, failed: 0 };
    sums.set(layer, sum);
    const failed = file.assertionResults.filter((test) => test.status === 'failed').length;
    sum.passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    sum.failed += failed > 0 || file.status === 'passed' ? failed : 1;
  }
  const counts = [...sums].map(([layer, sum]) => countOf(layer, sum.passed, sum.failed, 0));
  if (code !== 0 && counts.every((count) => count.failed === 0)) {
    counts.push(countOf('Vitest', 0, 0, code));
  }
  return counts;
}

/**
 * @param {{ full: boolean }} options
 * @returns {Promise<Count[]>}
 */
async function runVitest({ full }) {
  const report = freshReport('vitest.json');
  const { code } = await runNode(
    toolScripts.vitest,
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { env: full ? { FULL: '1' } : {} },
  );
  if (!existsSync(report)) return [countOf('Vitest', 0, 0, code)];
  /** @type {VitestReport} */
  const results = JSON.parse(readFileSync(report, 'utf8'));
  return countVitest(results, code);
}

/**
 * @typedef {object} SizeEntry
 * @property {string} name
 * @property {boolean} [passed]
 * @property {number} [size]
 * @property {number} [sizeLimit]
 */

/**
 * Counts what size-limit measured. To it a file that is missing has no bytes, and so fits; here it
 * does not.
 * @param {SizeEntry[]} entries
 * @param {number} code exit code of size-limit
 * @returns {Count}
 */
export function countSizes(entries, code) {
  const good = entries.filter(({ passed, size = 0 }) => passed && size > 0);
  const count = countOf('sizes', good.length, entries.length - good.length, code);
  for (const { name, size = 0 } of entries) {
    if (size === 0) count.problems.push(`sizes: no file for "${name}"`);
  }
  return count;
}

/** @returns {Promise<Count[]>} */
async function runSizes() {
  const { code, text } = await runNode(toolScripts.sizeLimit, ['--json'], { output: 'keep' });
  /** @type {SizeEntry[]} */
  let entries = [];
  try {
    entries = JSON.parse(text);
  } catch {
    console.log(text);
  }
  for (const { name, passed, size = 0, sizeLimit = 0 } of entries) {
    const sizes = `${(size / 1000).toFixed(1)} of ${(sizeLimit / 1000).toFixed(0)} KB`;
    const judgement = size === 0 ? 'MISSING  ' : passed ? 'fits     ' : 'TOO LARGE';
    console.log(`  ${judgement}  ${sizes.padStart(18)}  ${name}`);
  }
  return [countSizes(entries, code)];
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 */

/**
 * @param {{ full: boolean }} options
 * @returns {Promise<Count[]>}
 */
async function runBrowser({ full }) {
  const chromium = findChromium();
  if (chromium === null) {
    console.log('No Chromium was found. Name one with CHROMIUM=/path/to/chromium.');
    return [countOf('browser', 0, 0, 127)];
  }
  const report = freshReport('browser.json');
  const { code } = await runNode(toolScripts.playwright, ['test', '--reporter=list,json'], {
    env: {
      CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(full ? { FULL: '1' } : {}),
    },
  });
  if (!existsSync(report)) return [countOf('browser', 0, 0, code)];
  /** @type {PlaywrightReport} */
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  // A test that passes at the second try has failed once: it is not counted as passed.
  return [countOf('browser', stats.expected, stats.unexpected + stats.flaky, code)];
}

/** @type {Layer[]} */
export const quickLayers = [
  { title: 'Native core, with sanitizers', needs: [], run: runNative },
  { title: 'WebAssembly, components, content, commands', needs: ['core', 'cli'], run: runVitest },
];

/** @type {Layer[]} */
export const allLayers = [
  ...quickLayers,
  { title: 'Sizes', needs: ['core', 'page'], run: runSizes },
  { title: 'Browser', needs: ['core', 'page', 'packages'], run: runBrowser },
];

/**
 * Prints a heading between the parts of a long output.
 * @param {string} title
 */
export const printHeading = (title) => console.log(`\n==== ${title} ====\n`);

/**
 * Runs layers one after the other.
 * @param {Layer[]} layers
 * @param {{ full: boolean }} options
 * @returns {Promise<Count[]>}
 */
export async function runLayers(layers, options) {
  /** @type {Count[]} */
  const counts = [];
  for (const layer of layers) {
    printHeading(layer.title);
    counts.push(...(await layer.run(options)));
  }
  return counts;
}

/**
 * Prints a line for each layer, what went wrong beyond the tests, and last `N passed, M failed`.
 * @param {Count[]} counts
 * @returns {number} exit code
 */
export function printSummary(counts) {
  printHeading('Summary');
  for (const { layer, passed, failed } of counts) {
    console.log(`  ${layer.padEnd(12)} ${passed} passed, ${failed} failed`);
  }
  const problems = counts.flatMap((count) => count.problems);
  if (problems.length > 0) console.log(`\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
