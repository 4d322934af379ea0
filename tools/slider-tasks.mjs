/**
 * The longest task of the main thread while a slider of a figure moves, for each move, on the built page.
 * It is the processor's time, so that a busy machine does not count, and four times what it took, as if
 * the processor were slowed down that much.
 */
import { openBrowser } from './browser.mjs';
import { eventsOf, mainTasks } from './main-tasks.mjs';

const slowdown = 4;
const moves = 40;

/**
 * @typedef {{ figure: string, slider: string, median: number, p95: number }} SliderTask milliseconds
 * @param {string} folder of the built site
 * @param {(figure: string) => void} [progress]
 * @returns {Promise<SliderTask[]>}
 */
export async function measureSliders(folder, progress = () => undefined) {
  const { browser, address, close } = await openBrowser(folder);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address);
    const figures = await page
      .locator('.section .figure > [data-hash]')
      .evaluateAll((all) => all.map(({ id }) => id));
    /** @type {SliderTask[]} */
    const results = [];
    for (const figure of figures) {
      progress(figure);
      // A heat map of 128 by 128 is what the budget names.
      const [state, largest] =
        figure === 'playground' ? ['?width=128&length=128', 128] : ['', Infinity];
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
      for (const { id, name } of sliders) {
        await browser.startTracing(page, {
          categories: ['toplevel', 'blink.user_timing', '__metadata'],
        });
        await page.evaluate(moveOften, { id, moves, largest });
        const times = longestTasks(await browser.stopTracing());
        // The first moves find code that has not run yet.
        const sorted = times.slice(4).sort((a, b) => a - b);
        const at = (/** @type {number} */ share) =>
          sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
        results.push({ figure, slider: name, median: at(0.5), p95: at(0.95) });
      }
    }
    return results;
  } finally {
    await close();
  }
}

/**
 * Runs in the page: drags a slider from its low end to its high end and back, a move a frame, each
 * marked in the trace.
 * @param {{ id: string, moves: number, largest: number }} to
 */
async function moveOften({ id, moves, largest }) {
  const slider = document.getElementById(id);
  if (!(slider instanceof HTMLInputElement)) return;
  const home = slider.value;
  const low = Number(slider.min);
  const high = Math.min(Number(slider.max), largest);
  const moveTo = (/** @type {string} */ place) => {
    slider.value = place;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (let i = 0; i <= moves; ++i) {
    performance.mark('move');
    await new Promise((drawn) => {
      const { port1, port2 } = new MessageChannel();
      requestAnimationFrame(() => {
        moveTo(String(high - (high - low) * Math.abs(1 - (2 * i) / moves)));
        // A message posted in a frame is delivered after the frame is drawn.
        port1.onmessage = drawn;
        port2.postMessage(undefined);
      });
    });
  }
  moveTo(home); // the next slider begins where this one did
}

/**
 * The longest task of each move, as long as it were on the slow machine.
 * @param {Buffer} trace
 */
function longestTasks(trace) {
  const marks = eventsOf(trace)
    .filter(({ name }) => name === 'move')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const tasks = mainTasks(trace);
  return marks.slice(1).map((end, i) => {
    const start = marks[i] ?? 0;
    const times = tasks.flatMap(({ ts, tdur = 0 }) => (ts >= start && ts < end ? [tdur] : []));
    return (slowdown * Math.max(0, ...times)) / 1000;
  });
}
