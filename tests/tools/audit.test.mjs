/** The audit's judgement of what Lighthouse says; Lighthouse itself runs only in `npm run audit`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judge, median, serveCompressed, table, wanted } from '../../tools/audit.mjs';
import { inProject } from '../../tools/paths.mjs';

/**
 * A result with these scores, as fractions of one.
 * @param {Partial<Record<keyof typeof wanted, number | null>>} scores
 */
const result = (scores = {}) => ({
  categories: Object.fromEntries(
    Object.keys(wanted).map((name) => [
      name,
      {
        score: name in scores ? (scores[/** @type {keyof typeof wanted} */ (name)] ?? null) : 1,
        auditRefs: name === 'accessibility' ? [{ id: 'label', weight: 7 }] : [],
      },
    ]),
  ),
  audits: {
    'total-blocking-time': { score: 1, numericValue: 40, title: 'Blocked' },
    label: {
      score: scores.accessibility === undefined ? 1 : 0,
      title: 'Fields have no labels',
      details: { items: [{ node: { snippet: '<input id="nameless">' } }] },
    },
  },
});

it('takes the middle of the runs, in any order', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

it('passes a page whose medians are as wanted, also when a run was slower', () => {
  const runs = [0.96, 0.7, 0.95, 0.99, 0.94].map((performance) => result({ performance }));
  expect(judge('index.html', runs)).toMatchObject({
    scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
    metrics: { 'total-blocking-time': 40 },
    faults: [],
    passed: true,
  });
});

it('fails a page below one of them, and names the element', () => {
  const report = judge('index.html', [result({ accessibility: 0.97 })]);
  expect(report.passed).toBe(false);
  expect(report.faults).toEqual([
    'accessibility: Fields have no labels (label) <input id="nameless">',
  ]);
  expect(table([report])).toMatch(/^index\.html +100 +97 LOW +100 +100 .* 40 ms /m);
  expect(table([report])).toContain('index.html: accessibility: Fields have no labels');
});

it('does not pass what Lighthouse could not judge', () => {
  expect(judge('index.html', [result({ seo: null })]).passed).toBe(false);
  expect(judge('index.html', []).passed).toBe(false);
});

it('wants what the design asks for', () => {
  expect(wanted).toEqual({ performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 });
});

it('serves text compressed and pictures as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc audit '));
  writeFileSync(join(folder, 'index.html'), 'lesson '.repeat(500));
  writeFileSync(join(folder, 'a.png'), 'no text');
  const { address, close } = await serveCompressed(folder);
  try {
    const page = await fetch(address);
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(await page.text()).toBe('lesson '.repeat(500));
    expect((await fetch(`${address}a.png`)).headers.get('content-encoding')).toBeNull();
    expect((await fetch(`${address}none`)).status).toBe(404);
  } finally {
    close();
    rmSync(folder, { recursive: true });
  }
});

it('names exact versions, which the lock file holds', () => {
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(inProject('tools/audit/package.json'), 'utf8'));
  /** @type {{ packages: Record<string, { version?: string, hasInstallScript?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(inProject('tools/audit/package-lock.json'), 'utf8'));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  }
  const scripts = Object.entries(packages).filter(([, one]) => one.hasInstallScript);
  expect(scripts).toEqual([]);
});
