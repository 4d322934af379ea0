/**
 * Writes every source in the project's format: `npm run format`. What `npm run check:fast` complains
 * about under Prettier and clang-format is gone after it.
 */
import './node-version.mjs';
import { toolScripts } from './paths.mjs';
import { run, runMain, runNode } from './run.mjs';
import { setUp } from './setup.mjs';
import { nativeSources } from './sources.mjs';

await runMain(async () => {
  await setUp('test');
  const web = await runNode(toolScripts.prettier, ['--write', '--log-level', 'warn', '.']);
  const native = await run('clang-format', ['-i', ...nativeSources()]);
  return web.code || native.code;
});
