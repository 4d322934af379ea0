/** A challenge in Python: the switch, what each language keeps, and everything that can go wrong. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import {
  challenge,
  check,
  checkAndStop,
  choose,
  editorOf,
  folder,
  nextCheck,
  openChallenge,
  write,
} from './challenge-page.ts';
import { test } from './lesson-page.ts';

const solution = await readFile(new URL('solution.py', folder), 'utf8');
const starter = await readFile(new URL('starter.py', folder), 'utf8');
const inJavaScript = await readFile(new URL('solution.js', folder), 'utf8');

const edited = (from: string, to: string): string => {
  if (!solution.includes(from)) throw new Error(`the solution holds no ${from}`);
  return solution.replace(from, to);
};

test('the starter of the language is shown, and nothing is asked for before it is needed', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openChallenge(page);
  await choose(page, 'Python');
  const shown = challenge(page).locator('.challenge-work pre:visible');
  await expect(shown).toHaveText(starter.trim());
  await challenge(page).getByRole('button', { name: 'Write your solution' }).click();
  await expect(editorOf(page)).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(asked.filter((path) => /sandbox|quickjs|micropython/.test(path))).toEqual([]);
  await write(page, solution);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
  expect(asked.filter((path) => path.includes('micropython'))).toHaveLength(2);
  expect(asked.filter((path) => path.includes('quickjs'))).toEqual([]);
});

test('a right solution passes and says in which language', async ({ page }) => {
  await openChallenge(page);
  const told = nextCheck(page);
  await choose(page, 'Python');
  await write(page, solution);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(
    /^Passed: all \d+ cases are right\.$/,
  );
  expect(await told).toEqual({ id: 'sinusoidal-table', passed: true, attempts: 1, lang: 'py' });
});

test('a wrong solution is named, with its file for the terminal', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(page, edited('p / base', '(p + 1) / base'));
  await check(page);
  const result = challenge(page).locator('.challenge-result');
  await expect(result.locator('[data-mistake]')).toHaveAttribute(
    'data-mistake',
    'sin-positions-from-one',
  );
  await expect(result.locator('.challenge-ring')).toHaveCount(3);
  await expect(result.locator('.challenge-seed code')).toContainText('solution.py');
});

test('each language keeps its own text and undo, and the choice outlives a reload', async ({
  page,
}) => {
  await openChallenge(page);
  await write(page, inJavaScript);
  await choose(page, 'Python');
  await expect(editorOf(page)).toHaveText(starter.replaceAll('\n', ''), { useInnerText: false });
  await write(page, 'x = 1 # mine');
  await choose(page, 'JavaScript');
  await expect(editorOf(page)).toContainText('function sinusoidalTable');
  await choose(page, 'Python');
  await expect(editorOf(page)).toHaveText('x = 1 # mine');
  await editorOf(page).press('ControlOrMeta+z');
  await expect(editorOf(page)).toContainText('def sinusoidal_table');
  await editorOf(page).press('ControlOrMeta+Shift+z');
  await expect(editorOf(page)).toHaveText('x = 1 # mine');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('posenc:challenge:sinusoidal-table:py')))
    .toBe('x = 1 # mine');

  await page.reload();
  await openChallenge(page);
  await expect(challenge(page).getByRole('radio', { name: 'Python' })).toBeChecked();
  await expect(challenge(page).locator('[data-code="starter-py"]')).toHaveText('x = 1 # mine');
  await expect(challenge(page).locator('[data-code="starter-js"]')).toBeHidden();
  await challenge(page).getByRole('button', { name: 'Go on with your solution' }).click();
  await challenge(page).getByRole('button', { name: 'Reset code' }).click();
  await expect(editorOf(page)).toHaveText(starter.replaceAll('\n', ''), { useInnerText: false });
  await challenge(page).getByRole('button', { name: 'Undo reset' }).click();
  await expect(editorOf(page)).toHaveText('x = 1 # mine');
  await choose(page, 'JavaScript');
  await expect(editorOf(page)).toContainText('function sinusoidalTable');
});

test('Python is coloured and indented as Python', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(page, 'def f(x):  # comment\n    return 1');
  const colours = await challenge(page)
    .locator('.cm-line')
    .first()
    .locator('span')
    .evaluateAll((spans) => spans.map((span) => [span.textContent, getComputedStyle(span).color]));
  const colourOf = (word: string) => colours.find(([text]) => text === word)?.[1];
  expect(colourOf('def')).toBeDefined();
  expect(colourOf('# comment')).toBeDefined();
  expect(colourOf('def')).not.toBe(colourOf('# comment'));
});

test('an endless loop ends, and the next check works', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(page, edited('    return table', '    while True: pass'));
  await check(page);
  await expect(challenge(page).locator('.challenge-problem')).toContainText(/too long/i, {
    timeout: 20_000,
  });
  await write(page, solution);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
});

test('Stop ends a run at once; so does the switch', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(page, 'def sinusoidal_table(n, d, base):\n    while True: pass\n');
  await checkAndStop(page);
  await expect(challenge(page).locator('.challenge-message')).toHaveText('Stopped.');
  await check(page);
  await choose(page, 'JavaScript');
  await expect(challenge(page).getByRole('button', { name: 'Check' })).toBeEnabled();
  await expect(challenge(page).locator('.challenge-headline')).toHaveCount(0);
  await write(page, inJavaScript);
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
});

/** Each with what is said of it, and the line that is marked where it can be told. */
const errors = [
  ['a missing colon', edited('range(n):', 'range(n)'), /colon is missing/, '    for p in range(n)'],
  [
    'a missing bracket',
    edited('table = []', 'table = ['),
    /bracket \[ .* not closed/,
    '    table = [',
  ],
  [
    'a missing indent',
    edited('        row = []', '    row = []'),
    /indent it by four/,
    '    row = []',
  ],
  ['a misspelt name', edited('row.append(', 'rows.append('), /rows is used but/, undefined],
  ['NumPy', edited('import math', 'import numpy as np'), /no NumPy here/, 'import numpy as np'],
  [
    'the page',
    edited('import math', 'import math, js'),
    /js cannot be imported/,
    'import math, js',
  ],
  [
    'the system',
    edited('import math', 'import math, os'),
    /os cannot be imported/,
    'import math, os',
  ],
  ['a file', edited('    return table', '    open("x")'), /no files here/, '    open("x")'],
  [
    'recursion',
    edited('    return table', '    return sinusoidal_table(n, d, base)'),
    /nested too deeply/,
    undefined,
  ],
] as const;

test('errors are explained at their lines', async ({ page }) => {
  test.slow(); // each is run
  await openChallenge(page);
  await choose(page, 'Python');
  for (const [name, source, words, line] of errors) {
    await test.step(name, async () => {
      await write(page, source);
      await check(page);
      const result = challenge(page).locator('.challenge-result');
      await expect(result.locator('.challenge-problem')).toContainText(words);
      await expect(result).not.toContainText(/<stdin>|Traceback|micropython/i);
      const marked = challenge(page).locator('.editor-marked-line');
      if (line === undefined) await expect(marked).toHaveCount(1);
      else await expect(marked).toHaveText(line);
    });
  }
});

test('a memory bomb is refused in words', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(page, edited('table.append(row)', 'while True: table.append([0.5] * 100000)'));
  await check(page);
  await expect(challenge(page).locator('.challenge-problem')).toContainText(/memory/i, {
    timeout: 20_000,
  });
});

test('a flood of output is cut, shown as text, and the run is judged', async ({ page }) => {
  await openChallenge(page);
  await choose(page, 'Python');
  await write(
    page,
    `print("<img src=x onerror=alert(1)> PASS")\nfor i in range(20000):\n    print("line", i)\n${solution}`,
  );
  await check(page);
  await expect(challenge(page).locator('.challenge-headline')).toHaveText(/^Passed/);
  await challenge(page).getByText('What your code printed').click();
  const printed = challenge(page).locator('.challenge-printed pre');
  await expect(printed).toContainText('<img src=x onerror=alert(1)> PASS');
  await expect(printed).toContainText('only the beginning is kept');
  await expect(challenge(page).locator('.challenge-printed img')).toHaveCount(0);
});
