/**
 * How long the main thread is busy while a slider of a figure moves: from the input event to the end
 * of the frame that shows it, on the built page, with the processor slowed down four times.
 */
import { openBrowser } from './browser.mjs';

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
    const control = await page.context().newCDPSession(page);
    await page.goto(address);
    // A heat map of 128 by 128 is what the budget names.
    const figures = await page
      .locator('.section .figure > [id]')
      .evaluateAll((all) => all.filter((one) => one.matches('[data-hash]')).map(({ id }) => id));
    /** @type {SliderTask[]} */
    const results = [];
    for (const figure of figures) {
      progress(figure);
      await page.goto(
        `${address}#${figure}${figure === 'playground' ? '?width=128&length=128' : ''}`,
      );
      await page.locator(`#${figure}[live]`).waitFor();
      await control.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const measured = await page.evaluate(moveSliders, { id: figure, moves });
      await control.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      for (const { slider, times } of measured) {
        const sorted = times.sort((a, b) => a - b);
        const at = (/** @type {number} */ share) =>
          sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
        results.push({ figure, slider, median: at(0.5), p95: at(0.95) });
      }
    }
    return results;
  } finally {
    await close();
  }
}

/**
 * Runs in the page.
 * @param {{ id: string, moves: number }} what
 * @returns {Promise<{ slider: string, times: number[] }[]>}
 */
async function moveSliders({ id, moves }) {
  const figure = document.getElementById(id);
  if (figure === null) return [];
  const channel = new MessageChannel();
  /** @param {() => void} move */
  const busy = (move) =>
    new Promise((/** @type {(milliseconds: number) => void} */ done) => {
      requestAnimationFrame(() => {
        const begin = performance.now();
        move();
        // A message posted in a frame is delivered after the frame is drawn.
        channel.port1.onmessage = () => done(performance.now() - begin);
        channel.port2.postMessage(undefined);
      });
    });
  const results = [];
  for (const input of figure.querySelectorAll('input[type="range"]')) {
    const slider = /** @type {HTMLInputElement} */ (input);
    if (!slider.checkVisibility({ visibilityProperty: true })) continue;
    const name = figure.querySelector(`label[for="${slider.id}"]`)?.textContent ?? slider.id;
    const low = Number(slider.min);
    const range = Number(slider.max) - low;
    const home = slider.value;
    const times = [];
    for (let i = 0; i < moves; ++i) {
      times.push(
        await busy(() => {
          slider.value = String(low + (range * (i % 20)) / 20);
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      );
    }
    slider.value = home;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    results.push({ slider: name.trim(), times: times.slice(2) });
  }
  return results;
}
