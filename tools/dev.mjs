/**
 * Serves the page from its sources and reloads it when they change: `npm run dev`. The core is built
 * once, at the start.
 */
import './node-version.mjs';
import { build } from './build.mjs';
import { toolScripts } from './paths.mjs';
import { runMain, runNode } from './run.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp('build');
  await build(['core']);
  return (await runNode(toolScripts.vite, process.argv.slice(2))).code;
});
