/**
 * Tests every layer: `node tools/test.mjs [--full]`. Installs and builds what is missing first.
 * The last line of the output is `N passed, M failed`.
 */
import './node-version.mjs';
import { prepare } from './prepare-tests.mjs';
import { runMain } from './run.mjs';
import { allLayers, printSummary, runLayers } from './test-layers.mjs';

await runMain(async () => {
  const full = process.argv.includes('--full');
  const { counts, runnable } = await prepare(allLayers, ['core', 'page', 'cli', 'packages']);
  counts.push(...(await runLayers(runnable, { full })));
  return printSummary(counts);
});
