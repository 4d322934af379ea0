import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from './lesson-page.ts';

interface Budget {
  name: string;
  path: string[];
}
const { 'size-limit': budgets } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  'size-limit': Budget[];
};

test('the first view fetches what its budget counts, and the core', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http')) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto('./');
  await expect(page.locator('#sentence')).toHaveAttribute('live');
  await page.waitForLoadState('networkidle');
  const counted = budgets.find(({ name }) => name.startsWith('First view'))!.path;
  const allowed = [...counted, 'dist/assets/core-*.{js,wasm}', 'dist/assets/icon-*.svg'];
  const uncounted = fetched
    .map((name) => `dist${name === '/' ? '/index.html' : name}`)
    .filter((name) => !allowed.some((pattern) => path.matchesGlob(name, pattern)));
  expect(uncounted).toEqual([]);
});
