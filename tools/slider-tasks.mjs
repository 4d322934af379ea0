/**
 * The tasks of the main thread while a slider of a figure moves, on the built page: the mouse drags
 * it, as fast as the page answers, in a Chromium that runs a quarter as fast as it could. Times are the
 * processor's, so that what else the machine does counts little.
 */
import { openBrowser } from './browser.mjs';
import { eventsOf, mainTasks } from './main-tasks.mjs';

const slowdown = 4;
const moves = 48;
/** The first moves find code that has not run yet. */
const warmUp = 4;
/** What is shorter, in milliseconds, is a message or a timer, and would only lower the percentiles. */
const leastTask = 1;
/** A mouse cannot take hold of the very ends; the share of a slider's length that it stays away. */
const margin = 0.04;

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {object} SliderTasks milliseconds
 * @property {string} figure
 * @property {string} slider
 * @property {number} p95 95 % of the tasks are shorter
 * @property {number} longest in 95 % of the moves the longest task is shorter
 * @param {string} folder of the built site
 * @param {(figure: string) => void} [progress]
 * @returns {Promise<SliderTasks[]>}
 */
export async function measureSliders(folder, progress = () => undefined) {
  const { browser, address, close } = await openBrowser(folder);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address);
    const figures = await page
      .locator('.section .figure > [data-hash]')
      .evaluateAll((all) => all.map(({ id }) => id));
    const session = await page.context().newCDPSession(page);
    /** @type {SliderTasks[]} */
    const results = [];
    for (const figure of figures) {
      progress(figure);
      // A heat map of 128 by 128 is what the budget names.
      const [state, largest] =
        figure === 'playground' ? ['?width=128&length=128', 128] : ['', Infinity];
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(`${address}#${figure}${state}`);
      await page.locator(`#${figure}[live]`).waitFor();
      await page.waitForTimeout(1000); // the address has been followed and kept in place
      const sliders = await page.locator(`#${figure} input[type="range"]`).evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map(({ id }) => ({
            id,
            name: document.querySelector(`label[for="${id}"]`)?.textContent?.trim() ?? id,
          })),
      );
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      for (const { id, name } of sliders) {
        const drag = await takeHold(page, id, largest);
        await browser.startTracing(page, {
          categories: ['toplevel', 'blink.user_timing', '__metadata'],
        });
        await drag();
        const all = tasksOfMoves(await browser.stopTracing());
        const byMove = all.slice(Math.min(warmUp, all.length / 2));
        await page.mouse.up();
        await putBack(page, id);
        results.push({
          figure,
          slider: name,
          p95: percentile95(byMove.flat()),
          longest: percentile95(byMove.map((tasks) => Math.max(0, ...tasks))),
        });
      }
    }
    return results;
  } finally {
    await close();
  }
}

/**
 * Presses the mouse at the low end of a slider; what it returns drags to the high end, or to `largest`
 * where that comes first, and back.
 * @param {Page} page @param {string} id @param {number} largest
 */
async function takeHold(page, id, largest) {
  const { left, top, width, height, share } = await page
    .locator(`#${id}`)
    .evaluate((element, limit) => {
      const slider = /** @type {HTMLInputElement} */ (element);
      slider.scrollIntoView({ block: 'center' });
      slider.dataset['home'] = slider.value;
      // The move that comes next is found in the recording by this mark.
      slider.addEventListener('input', () => performance.mark('move'));
      const { left, top, width, height } = slider.getBoundingClientRect();
      const [least, most] = [Number(slider.min), Number(slider.max)];
      return { left, top, width, height, share: (Math.min(most, limit) - least) / (most - least) };
    }, largest);
  const goTo = (/** @type {number} */ part) =>
    page.mouse.move(left + width * Math.max(margin, Math.min(1 - margin, part)), top + height / 2);
  await goTo(0);
  await page.mouse.down();
  await page.waitForTimeout(500); // what the first touch changed has come to rest
  return async () => {
    for (let i = 0; i <= moves; ++i) await goTo(share * (1 - Math.abs(1 - (2 * i) / moves)));
  };
}

/**
 * The next slider begins where this one did.
 * @param {Page} page @param {string} id
 */
async function putBack(page, id) {
  await page.locator(`#${id}`).evaluate((element) => {
    const slider = /** @type {HTMLInputElement} */ (element);
    slider.value = slider.dataset['home'] ?? '';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.waitForTimeout(500);
}

/**
 * The lengths of the tasks of each move, in milliseconds. A slider moves in the task that draws a frame,
 * so that task belongs to the move that it ends with.
 * @param {Buffer} trace
 */
function tasksOfMoves(trace) {
  const marks = eventsOf(trace)
    .filter(({ name }) => name === 'move')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const tasks = mainTasks(trace)
    .map(({ ts, dur = 0, tdur = 0 }) => ({ end: ts + dur, length: tdur / 1000 }))
    .filter(({ length }) => length >= leastTask);
  return marks.slice(1).map((next, i) => {
    const start = marks[i] ?? 0;
    return tasks.flatMap(({ end, length }) => (end >= start && end < next ? [length] : []));
  });
}

/** @param {number[]} values */
function percentile95(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? NaN;
}
