/**
 * Serves the built page: `node tools/serve.mjs [FOLDER]`, on PORT or 8080.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { siteFolder } from './paths.mjs';
import { isStartedScript, runMain, UserError } from './run.mjs';
import { readPort, serveFolder } from './static-server.mjs';

/**
 * Serves a folder until Ctrl-C.
 * @param {string} [folder]
 */
export async function serve(folder = siteFolder) {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UserError(`There is no page in ${folder} yet. To build it: npm run build`);
  }
  const { server, address } = await serveFolder(folder, readPort(process.env.PORT));
  console.log(`The lesson is open at ${address} (Ctrl-C ends it)`);
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        server.close(done);
        server.closeAllConnections();
      });
    }
  });
}

if (isStartedScript(import.meta.url)) {
  await runMain(async () => {
    const named = process.argv[2];
    await serve(named === undefined ? siteFolder : resolve(process.env.INIT_CWD ?? '.', named));
  });
}
