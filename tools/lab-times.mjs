/**
 * How long the training lab of the built page takes: one run, and one under each scheme, from the
 * worker's messages; how long the main thread is held up meanwhile; how soon Stop is answered.
 */
import { openBrowser } from './browser.mjs';
import { mainTasks } from './main-tasks.mjs';

/** Of 400 steps on 32 sequences of 8 and of 16 beads in turn; a multiplication and an addition are two. */
const operations = 200 * (14.5e6 + 32.2e6);
const steps = 400;
const schemes = ['none', 'sinusoidal', 'learned', 'shaw', 't5', 'rotary', 'alibi'];

/**
 * What is trained is the best of the rounds, what is waited for is the worst.
 * @typedef {object} LabTimes milliseconds
 * @property {number} training 400 steps of the fastest scheme's run, without positions
 * @property {number} run the same with all that the model is asked afterwards
 * @property {number} sevenSchemes a run under every scheme, from the press of the button
 * @property {number} operationsPerSecond while training
 * @property {number} longestTask of the main thread, in processor time
 * @property {number} longTasks of the main thread above 50 ms by the clock
 * @property {number} stop from the press of Stop to its answer, the longest
 */

/** @typedef {{ type: string, at: number, stepsDone?: number, id?: number }} Said */

/**
 * @param {string} folder of the built site
 * @param {{ rounds?: number, progress?: (words: string) => void }} [options]
 * @returns {Promise<LabTimes>}
 */
export async function measureLab(folder, { rounds = 3, progress = () => undefined } = {}) {
  const { browser, address, close } = await openBrowser(folder);
  try {
    /** @type {Omit<LabTimes, 'operationsPerSecond'>[]} */
    const found = [];
    for (let round = 1; round <= rounds; ++round) {
      progress(`round ${round} of ${rounds}`);
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.addInitScript(listenToWorkers);
      const one = await trainUnder(browser, page, `${address}lab.html`, ['none']);
      const all = await trainUnder(browser, page, `${address}lab.html`, schemes);
      found.push({
        training: one.training,
        run: one.whole,
        sevenSchemes: all.whole,
        longestTask: Math.max(one.longestTask, all.longestTask),
        longTasks: one.longTasks + all.longTasks,
        stop: await stopOften(page, `${address}lab.html`),
      });
      await page.close();
    }
    /** @param {keyof typeof found[number]} name */
    const best = (name) => Math.min(...found.map((times) => times[name]));
    /** @param {keyof typeof found[number]} name */
    const worst = (name) => Math.max(...found.map((times) => times[name]));
    return {
      training: best('training'),
      run: best('run'),
      sevenSchemes: best('sevenSchemes'),
      operationsPerSecond: (1000 * operations) / best('training'),
      longestTask: worst('longestTask'),
      longTasks: worst('longTasks'),
      stop: worst('stop'),
    };
  } finally {
    await close();
  }
}

/** Runs in the page before its own code: notes when a worker says what. */
function listenToWorkers() {
  /** @type {Said[]} */
  const said = [];
  Reflect.set(window, 'said', said);
  window.Worker = class extends Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      super(url, options);
      this.addEventListener('message', (event) => {
        /** @type {Said} */
        const message = event.data;
        said.push({ ...message, at: performance.now() });
      });
    }
  };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 * @param {readonly string[]} names
 */
async function openLab(page, address, names) {
  await page.goto('about:blank');
  await page.goto(`${address}#lab?schemes=${names.join(',')}`);
  await page.locator('#lab[live]').waitFor();
  await page.waitForTimeout(1000); // the address has been followed and kept in place
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 * @param {readonly string[]} names
 */
async function trainUnder(browser, page, address, names) {
  await openLab(page, address, names);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  const times = await page.evaluate(
    async ({ count, steps }) => {
      /** @type {Said[]} */
      const said = Reflect.get(window, 'said');
      const pressed = performance.now();
      /** @type {HTMLButtonElement | null} */
      const button = document.querySelector('#lab .lab-train');
      button?.click();
      const finished = () => said.filter(({ type }) => type === 'finished').length;
      while (finished() < count) await new Promise((done) => setTimeout(done, 20));
      const started = said.find(({ type }) => type === 'started');
      const trained = said.find(({ stepsDone }) => stepsDone === steps);
      const ended = said.findLast(({ type }) => type === 'finished');
      return {
        training: (trained?.at ?? NaN) - (started?.at ?? NaN),
        whole: (ended?.at ?? NaN) - pressed,
      };
    },
    { count: names.length, steps },
  );
  const tasks = mainTasks(await browser.stopTracing());
  return {
    ...times,
    longestTask: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000)),
    longTasks: tasks.filter(({ dur = 0 }) => dur > 50_000).length,
  };
}

/**
 * Presses Stop at ten moments of a run under every scheme, also while the models are judged.
 * @param {import('@playwright/test').Page} page
 * @param {string} address
 */
async function stopOften(page, address) {
  await openLab(page, address, schemes);
  return page.evaluate(async () => {
    /** @type {Said[]} */
    const said = Reflect.get(window, 'said');
    const wait = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));
    const press = (/** @type {string} */ name) => {
      /** @type {HTMLButtonElement | null} */
      const button = document.querySelector(`#lab ${name}`);
      button?.click();
    };
    press('.lab-train');
    while (!said.some(({ type }) => type === 'progress')) await wait(5);
    const answers = [];
    for (let i = 0; i < 10; ++i) {
      await wait(150 + 37 * i);
      const pressed = performance.now();
      press('.lab-stop');
      const isAnswer = (/** @type {Said} */ { type, at }) => type === 'paused' && at >= pressed;
      while (!said.some(isAnswer)) await wait(1);
      answers.push((said.find(isAnswer)?.at ?? NaN) - pressed);
      press('.lab-stop'); // which says "Go on" now, as soon as it is drawn
      await wait(50);
    }
    return Math.max(...answers);
  });
}
