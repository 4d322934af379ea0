/**
 * From the click on Check to the verdict, on the built page from the local server: the first click,
 * which fetches interpreter and grader, and later ones. By the clock, so a busy machine counts.
 */
import { readFileSync } from 'node:fs';
import { openBrowser } from './browser.mjs';
import { inProject } from './paths.mjs';

const challenges = /** @type {const} */ (['sinusoidal-table', 'causal-attention', 'rotary']);
const languages = /** @type {const} */ ([
  ['JavaScript', 'js'],
  ['Python', 'py'],
]);
const laterClicks = 7;

/**
 * @typedef {{ challenge: string, language: string, cold: number, warm: number }} VerdictTime
 *   milliseconds; `warm` is a median
 * @param {string} folder of the built site
 * @returns {Promise<VerdictTime[]>}
 */
export async function measureVerdicts(folder) {
  const { browser, address, close } = await openBrowser(folder);
  try {
    /** @type {VerdictTime[]} */
    const times = [];
    for (const challenge of challenges) {
      for (const [language, ending] of languages) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(`${address}#challenge-${challenge}`);
        const place = page.locator(`#challenge-${challenge}`);
        await place.getByRole('radio', { name: language }).check();
        await place.getByRole('button', { name: /your solution$/ }).click();
        const editor = place.getByRole('textbox', { name: 'Your solution' });
        await editor.press('ControlOrMeta+a');
        const file = `web/content/en/challenges/${challenge}/solution.${ending}`;
        await page.keyboard.insertText(readFileSync(inProject(file), 'utf8'));
        await page.waitForTimeout(1000);
        const click = () => place.evaluate(verdictTime);
        const cold = await click();
        const warm = [];
        for (let i = 0; i < laterClicks; ++i) warm.push(await click());
        warm.sort((a, b) => a - b);
        times.push({ challenge, language, cold, warm: warm[laterClicks >> 1] ?? NaN });
        await context.close();
      }
    }
    return times;
  } finally {
    await close();
  }
}

/**
 * Runs in the page: clicks Check and waits for the words of the verdict.
 * @param {Element} challenge
 * @returns {Promise<number>}
 */
function verdictTime(challenge) {
  const message = challenge.querySelector('.challenge-message');
  const button = challenge.querySelector('.challenge-bar button');
  return new Promise((resolve) => {
    let checking = false;
    const began = performance.now();
    const observer = new MutationObserver(() => {
      const words = message?.textContent ?? '';
      if (words.startsWith('Passed')) {
        if (!checking) return;
        observer.disconnect();
        resolve(performance.now() - began);
      } else {
        checking = true;
      }
    });
    observer.observe(challenge, { subtree: true, childList: true, characterData: true });
    if (button instanceof HTMLElement) button.click();
  });
}
