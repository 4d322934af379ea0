/**
 * `npm run picture`: the first screen of the built page at 1280 × 800, for the README.
 */
import './node-version.mjs';
import { statSync } from 'node:fs';
import { openBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { inProject, siteFolder } from './paths.mjs';
import { runMain, UserError } from './run.mjs';
import { setUp } from './setup.mjs';

/** What a reader of the README should have to fetch at most. */
const mostBytes = 160_000;

await runMain(async () => {
  await setUp('test');
  await build(['core', 'page']);
  const { browser, address, close } = await openBrowser(siteFolder);
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    await page.goto(address);
    await page.locator('.title posenc-sentence[live]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    const path = inProject('docs', 'first-screen.png');
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > mostBytes) {
      throw new UserError(`${path} has ${size} bytes; at most ${mostBytes} are wanted`);
    }
    console.log(`Wrote ${path}, ${size} bytes`);
  } finally {
    await close();
  }
});
