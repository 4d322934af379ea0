/** What was built into dist/: the page as it is published. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';

const dist = new URL('../../../dist/', import.meta.url);
const page = readFileSync(new URL('index.html', dist), 'utf8');

const pages = ['index.html', 'playground.html', 'lab.html'];

describe.each(pages)('the policy of %s', (name) => {
  const page = readFileSync(new URL(name, dist), 'utf8');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  const rules = new Map(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources];
    }),
  );

  test('stands before all that it governs', () => {
    const at = page.indexOf('Content-Security-Policy');
    expect(at).toBeGreaterThan(0);
    for (const governed of ['<script', '<link', '<style', '<img']) {
      const first = page.indexOf(governed);
      if (first >= 0) expect(first, governed).toBeGreaterThan(at);
    }
  });

  test('allows nothing but what it names, and no host beside its own', () => {
    expect(rules.get('default-src')).toEqual(["'none'"]);
    // The frame that runs code may stand in the page's text, with the script that is published.
    const runner = readFileSync(new URL('sandbox/runner.js', dist));
    const hash = `'sha256-${createHash('sha256').update(runner).digest('base64')}'`;
    expect(rules.get('script-src')).toEqual(["'self'", hash, "'wasm-unsafe-eval'"]);
    expect(rules.get('worker-src')).toEqual(["'self'", 'blob:']);
    expect(rules.get('base-uri')).toEqual(["'none'"]);
    expect(rules.get('form-action')).toEqual(["'none'"]);
    for (const [name, sources] of rules) {
      for (const source of sources) {
        if ([hash, 'blob:'].includes(source)) continue;
        expect(source, name).toMatch(/^('none'|'self'|'wasm-unsafe-eval'|'unsafe-inline'|data:)$/);
        if (source === "'unsafe-inline'") expect(name).toBe('style-src-attr');
        if (source === 'data:') expect(name).toBe('img-src');
      }
    }
  });

  test('is kept by the page itself: nothing inline', () => {
    expect(page).not.toMatch(/\son[a-z]+="|\sstyle="|<style|href="javascript:/);
    for (const [script] of page.matchAll(/<script[^>]*>/g)) {
      expect(script).toMatch(/ src="|type="application\/json"/);
    }
  });
});

// A browser that fills in forms lays out the section of every field that it finds at the start.
test.each(pages)('%s begins without fields', (file) => {
  const page = readFileSync(new URL(file, dist), 'utf8');
  expect(page).not.toMatch(/<(?:form|input|select|textarea)\b/);
});

test.each(pages)('every file that %s names is there', (file) => {
  const page = readFileSync(new URL(file, dist), 'utf8');
  const names = [...page.matchAll(/<(?:link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('data:'));
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) {
    expect(name, 'a relative address').toMatch(/^\.\//);
    expect(existsSync(new URL(name, dist)), name).toBe(true);
  }
});

test.each(pages)('no place of %s is left open', (file) => {
  expect(readFileSync(new URL(file, dist), 'utf8')).not.toMatch(
    /<!--(lesson|fonts)|%(lesson|string):/,
  );
});

test('the fonts of the style sheets are there, those of formulas also without scripts', () => {
  const sheets = [...page.matchAll(/href="\.\/(assets\/(fonts|math)-[^"]+\.css)"/g)];
  expect(sheets.map(([, , name]) => name)).toEqual(['fonts', 'math', 'math']);
  expect(page).toMatch(/<noscript><link rel="stylesheet" href="\.\/assets\/math-/);
  const css = sheets
    .slice(0, 2)
    .map(([, sheet]) => readFileSync(new URL(sheet!, dist), 'utf8'))
    .join('');
  const files = [...css.matchAll(/url\(['"]?\.\/([^'")]+)/g)].map(([, file]) => file!);
  expect(files).toHaveLength(4);
  for (const file of files) {
    expect(existsSync(new URL(`assets/${file}`, dist)), file).toBe(true);
  }
  expect(css.match(/font-display:\s*swap/g)).toHaveLength(4);
});

test('nothing is called what a site generator takes for a page of its own', () => {
  const names = readdirSync(dist, { recursive: true }).map(String);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => /\.(md|mdx|markdown|rst|adoc|ipynb)$/.test(name))).toEqual([]);
});

test('the licences of everything that is published lie beside it', () => {
  const licences = readFileSync(new URL('third-party-licences.txt', dist), 'utf8');
  const { dependencies } = createRequire(import.meta.url)('../../../package.json') as {
    dependencies: Record<string, string>;
  };
  const fonts = ['@fontsource/source-serif-4', '@fontsource/stix-two-math'];
  for (const name of [...Object.keys(dependencies), ...fonts]) {
    const entry = licences
      .split(`${'-'.repeat(72)}\n`)
      .find((one) => one.trim().startsWith(`${name} `));
    expect(entry, name).toBeDefined();
    // The shortest licence in use, ISC, has about seven hundred characters.
    expect(entry!.length, name).toBeGreaterThan(600);
  }
});
