/**
 * Builds what a course takes away and says how large each is: `node tools/package.mjs`.
 */
import './node-version.mjs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build, parts } from './build.mjs';
import { packagesFolder } from './paths.mjs';
import { runMain } from './run.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('build');
  await build(parts);
  // Needs what only the set-up installs.
  const { namesIn } = await import('./packages.mjs');
  for (const name of namesIn(packagesFolder)) {
    const { size } = statSync(join(packagesFolder, name));
    console.log(`  ${name.padEnd(24)} ${(size / 1e6).toFixed(2)} MB`);
  }
});
