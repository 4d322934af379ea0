import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFresh, refresh } from '../../tools/freshness.mjs';

/** @type {string} */
let folder;
/** @type {import('../../tools/freshness.mjs').Product} */
let product;
let builds = 0;

const build = () => {
  builds += 1;
  writeFileSync(join(folder, 'output'), 'built');
  return Promise.resolve();
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posenc freshness '));
  mkdirSync(join(folder, 'sources', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'sources', 'deep', 'one'), '1');
  product = {
    stamp: join(folder, 'stamps', 'product'),
    inputs: [join(folder, 'sources'), join(folder, 'not-there')],
    outputs: [join(folder, 'output')],
  };
  builds = 0;
  await refresh(product, build);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('is built once when nothing changes', async () => {
  expect(await refresh(product, build)).toBe(false);
  expect(builds).toBe(1);
});

it.each([
  ['an input is touched', () => utimesSync(join(folder, 'sources', 'deep', 'one'), 1, 1)],
  ['an input is added', () => writeFileSync(join(folder, 'sources', 'two'), '2')],
  ['an input is removed', () => rmSync(join(folder, 'sources', 'deep', 'one'))],
  ['an output is gone', () => rmSync(join(folder, 'output'))],
])('is built again when %s', async (_, change) => {
  change();
  expect(isFresh(product)).toBe(false);
  expect(await refresh(product, build)).toBe(true);
  expect(builds).toBe(2);
});

it('stays stale when the build fails', async () => {
  writeFileSync(join(folder, 'sources', 'two'), '2');
  await expect(refresh(product, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(isFresh(product)).toBe(false);
});

it('stays stale when an input changes during the build', async () => {
  writeFileSync(join(folder, 'sources', 'two'), '2');
  await refresh(product, () => {
    writeFileSync(join(folder, 'sources', 'two'), 'changed');
    return Promise.resolve();
  });
  expect(isFresh(product)).toBe(false);
});
