/**
 * From a fresh clone to the lesson in a browser: installs what is missing, builds what has changed,
 * serves the page on PORT or 8080.
 */
import './node-version.mjs';
import { build } from './build.mjs';
import { runMain } from './run.mjs';
import { serve } from './serve.mjs';
import { setUp } from './setup.mjs';
import { checkPort, readPort } from './static-server.mjs';

await runMain(async () => {
  await checkPort(readPort(process.env.PORT)); // before minutes of work, not after them
  await setUp('build');
  await build(['core', 'page']);
  await serve();
});
