/**
 * Checks format, lint, types and tests: `node tools/check.mjs` all of them, `node tools/check.mjs
 * --fast` without sizes and browser. The last line of the output is `N passed, M failed`, where each
 * check counts as one test.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { listFiles } from './freshness.mjs';
import { packagesFolder, siteFolder, toolScripts } from './paths.mjs';
import { prepare } from './prepare-tests.mjs';
import { run, runMain, runNode } from './run.mjs';
import { listSources, nativeSources } from './sources.mjs';
import {
  allLayers,
  failure,
  printHeading,
  printSummary,
  quickLayers,
  runLayers,
} from './test-layers.mjs';

/** @typedef {import('./test-layers.mjs').Count} Count */

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {() => Promise<import('./run.mjs').RunResult | null>} run null when there is nothing to check
 */

/** @type {Check[]} */
const checks = [
  {
    title: 'Prettier',
    run: () =>
      runNode(toolScripts.prettier, ['--check', '--log-level', 'warn', '.'], { output: 'keep' }),
  },
  {
    title: 'clang-format',
    run: () =>
      run('clang-format', ['--dry-run', '-Werror', ...nativeSources()], { output: 'keep' }),
  },
  {
    title: 'ESLint',
    run: () => runNode(toolScripts.eslint, ['--max-warnings', '0', '.'], { output: 'keep' }),
  },
  {
    title: 'Stylelint',
    run: async () =>
      listSources(/\.css$/).length === 0
        ? null
        : runNode(toolScripts.stylelint, ['--max-warnings', '0', '**/*.css'], { output: 'keep' }),
  },
  {
    title: 'HTML-validate',
    run: async () => {
      if (!existsSync(siteFolder)) return null;
      const pages = listFiles([siteFolder]).filter(
        (file) => file.endsWith('.html') && !file.startsWith(packagesFolder),
      );
      return runNode(toolScripts.htmlValidate, ['--max-warnings', '0', ...pages], {
        output: 'keep',
      });
    },
  },
  {
    title: 'Types',
    run: () =>
      runNode(toolScripts.typescript, ['-b', '.', 'tools', 'tests/tools'], { output: 'keep' }),
  },
];

/** @returns {Promise<Count[]>} */
async function runChecks() {
  printHeading('Format, lint and types');
  /** @type {Count[]} */
  const counts = [];
  for (const check of checks) {
    const result = await check.run();
    if (result === null) {
      console.log(`  nothing  ${check.title}`);
      continue;
    }
    console.log(`  ${result.code === 0 ? 'passed ' : 'FAILED '}  ${check.title}`);
    if (result.code !== 0) console.log(result.text);
    counts.push(
      result.code === 0
        ? { layer: check.title, passed: 1, failed: 0, problems: [] }
        : failure(check.title, 'see above'),
    );
  }
  return counts;
}

await runMain(async () => {
  const fast = process.argv.includes('--fast');
  const { counts, runnable } = await prepare(
    fast ? quickLayers : allLayers,
    fast ? ['core', 'cli'] : ['core', 'page', 'cli', 'packages'],
  );
  if (runnable.length > 0) {
    counts.push(...(await runChecks()));
    counts.push(...(await runLayers(runnable, { full: false })));
  }
  return printSummary(counts);
});
