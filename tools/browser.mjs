/**
 * A browser on a folder of the project, for the tools that need to see a page.
 */
import { findChromium } from './requirements.mjs';
import { UserError } from './run.mjs';
import { serveFolder } from './static-server.mjs';

/**
 * Serves `folder` and starts Chromium; `close` ends both.
 * @param {string} folder
 */
export async function openBrowser(folder) {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new UserError('no Chromium was found; name one: CHROMIUM=/path');
  }
  const { chromium } = await import('@playwright/test');
  const { server, address } = await serveFolder(folder, 0);
  const browser = await chromium.launch({ executablePath });
  return {
    browser,
    address,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
