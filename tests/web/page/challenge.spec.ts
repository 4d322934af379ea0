import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  challenge,
  check,
  checkAndStop,
  folder,
  nextCheck,
  openChallenge,
  write,
} from './challenge-page.ts';
import { openLesson, test } from './lesson-page.ts';

const solution = await readFile(new URL('solution.js', folder), 'utf8');
const starter = await readFile(new URL('starter.js', folder), 'utf8');

test('nothing of editor, runner and interpreter is asked for before it is needed', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openLesson(page, '#challenge-sinusoidal-table');
  expect(asked.filter((path) => /editor|sandbox|quickjs|feedback/.test(path))).toEqual([]);
  await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
  await expect(page.getByRole('textbox', { name: 'Your solution' })).toBeVisible();
  expect(asked.filter((path) => path.includes('editor'))).toHaveLength(1);
  expect(asked.filter((path) => /sandbox|quickjs/.test(path))).toEqual([]);
});

test('a right solution passes', async ({ page }) => {
  await openChallenge(page);
  const told = nextCheck(page);
  await write(page, solution);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(
    /^Passed: all \d+ cases are right\.$/,
  );
  expect(await told).toEqual({ id: 'sinusoidal-table', passed: true, attempts: 1, lang: 'js' });
  await expect(challenge(page).locator('.challenge-solution')).toBeVisible();
});

const mistakes = [
  'sin-exponent-unpaired',
  'sin-exponent-doubled',
  'sin-exponent-halved',
  'sin-halves-layout',
  'sin-cos-swapped',
  'sin-positions-from-one',
  'sin-base-1000',
];

test('mistakes are named, each with its first differing cell beside the reference', async ({
  page,
}) => {
  test.slow(); // each is run
  await openChallenge(page);
  for (const mistake of mistakes) {
    await test.step(mistake, async () => {
      await write(page, await readFile(new URL(`mistakes/${mistake}.js`, folder), 'utf8'));
      await check(page);
      const result = challenge(page).locator('.challenge-result');
      await expect(result.locator('.challenge-headline')).toHaveAttribute('data-passed', 'false');
      await expect(result.locator(`[data-mistake="${mistake}"]`)).toBeVisible();
      const named = await result
        .locator('[data-mistake]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-mistake')));
      expect(named).toEqual([mistake]);
      await expect(result.locator(`[data-mistake="${mistake}"]`)).not.toContainText(/[{}]/);
      const tables = result.locator('.challenge-table');
      await expect(tables).toHaveCount(3);
      for (const table of await tables.all())
        await expect(table.locator('.challenge-ring')).toHaveCount(1);
      const values = await result.locator('.challenge-value').allTextContents();
      const [yours, reference, difference] = values.map((value) => Number(value.replace('−', '-')));
      expect(yours).not.toBe(reference);
      // Each is shown to five digits.
      expect(difference).toBeCloseTo(yours! - reference!, 4);
      await expect(result.locator('.challenge-steps li')).not.toHaveCount(0);
    });
  }
});

test('a convention of other libraries is not called a bug', async ({ page }) => {
  await openChallenge(page);
  await write(page, await readFile(new URL('mistakes/sin-halves-layout.js', folder), 'utf8'));
  await check(page);
  await expect(challenge(page).locator('.challenge-tag')).toHaveText(
    'A convention of other libraries, not a bug',
  );
});

test('an endless loop ends, the page stays awake, and the next check works', async ({ page }) => {
  await openChallenge(page);
  await write(page, 'function sinusoidalTable(n, d, base) { for (;;); }');
  // A page that the loop blocked would hear its clock once in the second that the loop is given;
  // how often a page that is awake hears it is the machine's affair.
  const stop = challenge(page).getByRole('button', { name: 'Stop' });
  await stop.evaluate((button) => {
    Object.assign(window, { ticks: 0 });
    setInterval(() => {
      const running = !(button as HTMLButtonElement).disabled;
      if (running) ++(window as unknown as { ticks: number }).ticks;
    }, 10);
  });
  await check(page);
  await expect(challenge(page).locator('.challenge-problem')).toContainText(/too long|second/i, {
    timeout: 15_000,
  });
  expect(await page.evaluate(() => (window as unknown as { ticks: number }).ticks)).toBeGreaterThan(
    3,
  );
  await write(page, solution);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
});

test('Stop ends a run at once and shows no result', async ({ page }) => {
  await openChallenge(page);
  await write(page, 'function sinusoidalTable() { for (;;); }');
  await checkAndStop(page);
  await expect(challenge(page).locator('.challenge-message')).toHaveText('Stopped.');
  await expect(challenge(page).getByRole('button', { name: 'Check' })).toBeEnabled();
  await page.waitForTimeout(1500);
  await expect(challenge(page).locator('.challenge-headline')).toHaveCount(0);
});

test('a memory bomb is refused in words', async ({ page }) => {
  await openChallenge(page);
  await write(
    page,
    'function sinusoidalTable() { const all = []; for (;;) all.push(new Array(1e5).fill(0.5)); }',
  );
  await check(page);
  await expect(challenge(page).locator('.challenge-problem')).toContainText(/memory/i, {
    timeout: 15_000,
  });
});

test('errors name the line, and never an engine frame', async ({ page }) => {
  await openChallenge(page);
  await write(
    page,
    'function sinusoidalTable(n, d, base) {\n  const rows = [];\n  return rows.map(;\n}\n',
  );
  await check(page);
  const result = challenge(page).locator('.challenge-result');
  await expect(result.locator('.challenge-problem')).toContainText('line 3');
  await expect(challenge(page).locator('.editor-marked-line')).toHaveText('  return rows.map(;');
  await expect(result).not.toContainText(/eval|at <|quickjs/i);
});

test('the text outlives a reload, is never run by itself, and can be reset with one undo', async ({
  page,
}) => {
  await openChallenge(page);
  const loop = 'function sinusoidalTable() { for (;;); } // mine <b>&amp;</b>';
  await write(page, loop);
  await check(page);
  await page.reload();
  await openChallenge(page);
  await expect(challenge(page).locator('[data-code="starter-js"]')).toHaveText(loop);
  await expect(page.locator('iframe')).toHaveCount(0);
  await challenge(page).getByRole('button', { name: 'Go on with your solution' }).click();
  const editor = page.getByRole('textbox', { name: 'Your solution' });
  await expect(editor).toHaveText(loop);

  await challenge(page).getByRole('button', { name: 'Reset code' }).click();
  await expect(editor).toHaveText(starter.replaceAll('\n', ''), { useInnerText: false });
  await challenge(page).getByRole('button', { name: 'Undo reset' }).click();
  await expect(editor).toHaveText(loop);
});

test('hints open one after another, the solution after the last', async ({ page }) => {
  await openChallenge(page);
  const hints = challenge(page).locator('.challenge-hint');
  const count = await hints.count();
  expect(count).toBeLessThanOrEqual(4);
  for (let i = 0; i < count; ++i) {
    await expect(challenge(page).locator('.challenge-hint:visible')).toHaveCount(i + 1);
    await expect(challenge(page).locator('.challenge-solution')).toBeHidden();
    await hints.nth(i).locator('summary').click();
  }
  await expect(challenge(page).locator('.challenge-solution')).toBeVisible();
});

test('markup and verdicts that code prints are text and nothing more', async ({ page }) => {
  await openChallenge(page);
  await write(
    page,
    'function sinusoidalTable() { console.log("<img src=x onerror=alert(1)> PASS"); return []; }',
  );
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveAttribute(
    'data-passed',
    'false',
  );
  await challenge(page).getByText('What your code printed').click();
  await expect(challenge(page).locator('.challenge-printed pre')).toContainText(
    '<img src=x onerror=alert(1)> PASS',
  );
  await expect(challenge(page).locator('.challenge-printed img')).toHaveCount(0);
});

test('nothing is lost when the connection is, and the next check works', async ({
  page,
  context,
  faults,
}) => {
  await openChallenge(page);
  await write(page, solution);
  await context.setOffline(true);
  await check(page);
  await expect(challenge(page).locator('.challenge-message')).not.toHaveText('Checking …', {
    timeout: 15_000,
  });
  await expect(challenge(page).locator('.challenge-message')).not.toHaveText('');
  await context.setOffline(false);
  expect(faults.splice(0).every((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
});

test('back from another page, the text is there and nothing runs', async ({ page }) => {
  await openChallenge(page);
  const loop = 'function sinusoidalTable() { for (;;); } // mine';
  await write(page, loop);
  await check(page);
  await page.goto('about:blank');
  await page.goBack();
  await expect(challenge(page)).toContainText(loop);
  await expect(challenge(page).locator('.challenge-message')).not.toHaveText('Checking …');
});
