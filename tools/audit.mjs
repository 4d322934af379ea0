/**
 * `npm run audit`: Lighthouse on the built pages, as a phone would load them, in the Chromium of the
 * browser tests; the median of five runs of each. Prints a table, writes build/audit.json, and ends
 * with 1 when a score is below what is wanted.
 *
 * Lighthouse and what it brings take 186 MB, four fifths of what all other packages do: they have a
 * lock file of their own, tools/audit/, and are installed into build/audit when this is first run.
 */
import './node-version.mjs';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from './build.mjs';
import { countMissingPackages } from './node-packages.mjs';
import { inProject, siteFolder } from './paths.mjs';
import { findChromium } from './requirements.mjs';
import { isStartedScript, run, runMain, UserError } from './run.mjs';
import { setUp } from './setup.mjs';
import { host, serveFolder } from './static-server.mjs';

const runs = 5;
const pages = ['index.html', 'playground.html'];
const resultFile = inProject('build', 'audit.json');

/** The least score of each category, of 100. */
export const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The measurements behind the score for performance, and their units. */
const metrics = {
  'first-contentful-paint': 'ms',
  'largest-contentful-paint': 'ms',
  'total-blocking-time': 'ms',
  'speed-index': 'ms',
  'cumulative-layout-shift': '',
};

/**
 * What this tool reads of a Lighthouse result.
 * @typedef {object} Result
 * @property {Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>} categories
 * @property {Record<string, { score: number | null, numericValue?: number, title: string, details?: { items?: { node?: { snippet?: string } }[] } }>} audits
 * @property {{ code: string, message: string }} [runtimeError]
 */

/**
 * @typedef {object} Report
 * @property {string} page
 * @property {Record<string, number>} scores medians, of 100
 * @property {Record<string, number>} metrics medians
 * @property {string[]} faults what cost points in a category that wants all of them
 * @property {boolean} passed
 */

/**
 * The middle one of some numbers, or of two the mean.
 * @param {number[]} numbers
 */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

/**
 * The medians of a page's runs, held against what is wanted. A category without a score counts as 0:
 * what could not be judged has not passed.
 * @param {string} page
 * @param {Result[]} results
 * @returns {Report}
 */
export function judge(page, results) {
  const scores = Object.fromEntries(
    Object.keys(wanted).map((name) => [
      name,
      median(results.map(({ categories }) => Math.round(100 * (categories[name]?.score ?? 0)))),
    ]),
  );
  const measured = Object.fromEntries(
    Object.keys(metrics).map((name) => [
      name,
      median(results.map(({ audits }) => audits[name]?.numericValue ?? NaN)),
    ]),
  );
  /** @type {Set<string>} */
  const faults = new Set();
  for (const { categories, audits } of results) {
    for (const [name, least] of Object.entries(wanted)) {
      if (least < 100) continue;
      for (const { id, weight } of categories[name]?.auditRefs ?? []) {
        const audit = audits[id];
        if (weight === 0 || audit?.score == null || audit.score === 1) continue;
        const snippet = audit.details?.items?.[0]?.node?.snippet ?? '';
        faults.add(`${name}: ${audit.title} (${id}) ${snippet.slice(0, 120)}`.trim());
      }
    }
  }
  const passed = Object.entries(wanted).every(([name, least]) => (scores[name] ?? 0) >= least);
  return { page, scores, metrics: measured, faults: [...faults], passed };
}

/**
 * The reports as a table for people, the faults below it.
 * @param {Report[]} reports
 */
export function table(reports) {
  const names = [...Object.keys(wanted), ...Object.keys(metrics)];
  const title = (/** @type {string} */ name) =>
    ({
      'first-contentful-paint': 'first paint',
      'largest-contentful-paint': 'largest paint',
      'total-blocking-time': 'blocked',
      'speed-index': 'speed index',
      'cumulative-layout-shift': 'layout shift',
    })[name] ?? name;
  const wide = (/** @type {string} */ name) => Math.max(title(name).length, 9) + 2;
  const row = (/** @type {string} */ first, /** @type {(name: string) => string} */ cell) =>
    first.padEnd(17) + names.map((name) => cell(name).padStart(wide(name))).join('');
  const least = /** @type {Record<string, number>} */ (wanted);
  const units = /** @type {Record<string, string>} */ (metrics);
  return [
    row('', title),
    row('wanted', (name) => (least[name] === undefined ? '' : `${least[name]}`)),
    ...reports.map(({ page, scores, metrics: measured }) =>
      row(page, (name) => {
        const score = scores[name];
        if (score !== undefined) return `${score}${score < (least[name] ?? 0) ? ' LOW' : ''}`;
        const value = measured[name] ?? NaN;
        return units[name] === 'ms' ? `${Math.round(value)} ms` : value.toFixed(3);
      }),
    ),
    ...reports.flatMap(({ page, faults }) => faults.map((fault) => `${page}: ${fault}`)),
  ].join('\n');
}

/**
 * Serves a folder compressed, as hosts of static sites do; the server of `npm start` does not.
 * @param {string} folder
 */
export async function serveCompressed(folder) {
  const plain = await serveFolder(folder, 0);
  const server = createServer((request, response) => {
    fetch(new URL(request.url ?? '/', plain.address))
      .then(async (answer) => {
        const type = answer.headers.get('content-type') ?? '';
        let body = Buffer.from(await answer.arrayBuffer());
        /** @type {Record<string, string>} */
        const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
        if (/^text\/|javascript|json|svg|wasm/.test(type)) {
          // The quality that servers take who compress at each request.
          const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
          body = brotliCompressSync(body, { params });
          headers['Content-Encoding'] = 'br';
        }
        response.writeHead(answer.status, headers).end(body);
      })
      .catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, host, () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    address: `http://${host}:${port}/`,
    close: () => {
      for (const one of [server, plain.server]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

/** Installs Lighthouse as its lock file says, unless it is there. */
async function installLighthouse() {
  const folder = inProject('build', 'audit');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(inProject('tools', 'audit', name), join(folder, name));
  }
  const missing = countMissingPackages(folder);
  if (missing > 0) {
    console.log(`Installing Lighthouse (${missing} npm packages) into build/audit ...`);
    const { code, text } = await run(
      'npm',
      ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
      // No browser is ever fetched; the one of the tests is used.
      { cwd: folder, output: 'keep', env: { PUPPETEER_SKIP_DOWNLOAD: '1' } },
    );
    if (code !== 0) throw new UserError(`${text}npm could not install Lighthouse.`);
  }
  const load = (/** @type {string} */ file) =>
    import(pathToFileURL(join(folder, 'node_modules', file)).href);
  /** @type {{ default: (url: string, flags: object) => Promise<{ lhr: Result } | undefined> }} */
  const { default: lighthouse } = await load('lighthouse/core/index.js');
  /** @type {{ launch: (options: object) => Promise<{ port: number, kill: () => void }> }} */
  const { launch } = await load('chrome-launcher/dist/index.js');
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'lighthouse', 'package.json'), 'utf8'),
  );
  return { lighthouse, launch, version: String(version) };
}

if (isStartedScript(import.meta.url)) {
  await runMain(async () => {
    await setUp('test');
    const chromePath = findChromium();
    if (chromePath === null) {
      throw new UserError('no Chromium was found; name one: CHROMIUM=/path');
    }
    await build(['core', 'page']);
    const { lighthouse, launch, version } = await installLighthouse();
    const { address, close } = await serveCompressed(siteFolder);
    /** @type {Report[]} */
    const reports = [];
    try {
      for (const page of pages) {
        /** @type {Result[]} */
        const results = [];
        for (let i = 1; i <= runs; ++i) {
          process.stderr.write(`${page}: run ${i} of ${runs}\n`);
          // A browser of its own for each run: nothing is in any cache.
          const chrome = await launch({
            chromePath,
            chromeFlags: [
              '--headless=new',
              ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // it refuses root with one
            ],
            logLevel: 'silent',
          });
          try {
            const result = await lighthouse(address + page, {
              port: chrome.port,
              logLevel: 'error',
              onlyCategories: Object.keys(wanted),
            });
            const error = result?.lhr.runtimeError;
            if (result === undefined || error !== undefined) {
              throw new UserError(`Lighthouse could not judge ${page}: ${error?.message ?? ''}`);
            }
            results.push(result.lhr);
          } finally {
            chrome.kill();
          }
        }
        reports.push(judge(page, results));
      }
    } finally {
      close();
    }
    const summary = { lighthouse: version, runs, wanted, pages: reports };
    writeFileSync(resultFile, `${JSON.stringify(summary, null, 2)}\n`);
    console.log(table(reports));
    console.log(`Wrote ${resultFile}`);
    return reports.every(({ passed }) => passed) ? 0 : 1;
  });
}
