import { defineConfig } from '@playwright/test';

/** A port of this run's own, so that two copies of the project can be tested at once; workers inherit it. */
const port = (process.env['POSENC_TEST_PORT'] ??= String(20_000 + (process.pid % 20_000)));

/** Debian's Chromium, or the one that CHROMIUM names. Playwright's own browsers are never fetched. */
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: 'tests/web',
  testMatch: '**/*.spec.ts',
  outputDir: 'build/test-results/playwright',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: { executablePath },
    // What a worker fetches no test could answer for it; the test of offline allows it.
    serviceWorkers: 'block',
    // Smooth scrolling is for people; tests want to be there.
    contextOptions: { reducedMotion: 'reduce' },
    // A record of every step takes longer than the step: TRACE=1 for one that must be looked into.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
  webServer: {
    command: 'node tools/serve.mjs',
    env: { PORT: port },
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
