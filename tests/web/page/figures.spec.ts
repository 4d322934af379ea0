import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { numbersIn, openLesson, test } from './lesson-page.ts';

/** The row of the present position as the playground's squares show it. */
async function row(page: Page): Promise<number[]> {
  const cells = await page
    .locator('#playground .playground-row .vector-cells span')
    .allTextContents();
  return cells.map((cell) => numbersIn(cell)[0]!);
}

async function setSlider(page: Page, name: string, value: string): Promise<void> {
  const box = page.locator('#playground').getByRole('textbox', { name });
  await box.fill(value);
  await box.press('Enter');
}

// The figures of the sources, printed with five digits: the page must show these very digits.
for (const [what, position, width, base, expected] of [
  ['d 4, p 0', '0', '4', '10000', [0, 1, 0, 1]],
  ['d 4, p 1', '1', '4', '10000', [0.84147, 0.5403, 0.01, 0.99995]],
  ['d 4, p 2', '2', '4', '10000', [0.9093, -0.41615, 0.02, 0.9998]],
  ['d 4, p 6', '6', '4', '10000', [-0.27942, 0.96017, 0.05996, 0.9982]],
  ['base 2', '1', '4', '2', [0.84147, 0.5403, 0.64964, 0.76024]],
  ['odd width', '1', '5', '10000', [0.84147, 0.5403, 0.02512, 0.99968, 0.00063]],
] as const) {
  test(`the playground shows the known row of ${what}`, async ({ page }) => {
    await openLesson(page, '#playground');
    await setSlider(page, 'Width d', width);
    await setSlider(page, 'Base B', base);
    await setSlider(page, 'Position p', position);
    await expect.poll(() => row(page)).toEqual(expected);
  });
}

test('the playground shows the known start of the row at width 512', async ({ page }) => {
  await openLesson(page, '#playground');
  await page.locator('#playground').getByLabel('Known model').selectOption('transformer');
  await setSlider(page, 'Position p', '1');
  const summary = page.locator('#playground .figure-summary');
  await expect(summary).toContainText('width 512');
  await expect(summary).toContainText('0.84147, 0.54030, 0.82186, 0.56970');
});

/** Where the marks of the playground stand, across the whole of its strip or map. */
function marks(page: Page): Promise<{ hand: number; wave: number; heat: number[] }> {
  return page.locator('#playground').evaluate((figure) => {
    const shareOf = (mark: SVGElement, x: number) =>
      x / mark.ownerSVGElement!.viewBox.baseVal.width;
    const wave = figure.querySelector<SVGLineElement>('.wave-mark')!;
    const heat = figure.querySelector<SVGPolygonElement>('.heat-map-mark')!;
    return {
      hand: figure.querySelector<SVGLineElement>('.clock-pointer')!.x2.baseVal.value,
      wave: shareOf(wave, wave.x1.baseVal.value),
      heat: Array.from(heat.points, ({ x }) => shareOf(heat, x)),
    };
  });
}

test('one slider moves hands, waves and heat map together', async ({ page }) => {
  await openLesson(page, '#playground');
  const slider = page.locator('#playground').getByRole('slider', { name: 'Position p' });
  await slider.focus();
  await slider.press('ArrowRight');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 7');
  const { hand, wave, heat } = await marks(page);
  expect(hand).toBeCloseTo(Math.cos(7), 6);
  expect(wave).toBeCloseTo(7.5 / 32, 6);
  expect(Math.min(...heat)).toBeCloseTo(7 / 32, 6);
  expect(Math.max(...heat)).toBeCloseTo(8 / 32, 6);
});

test('while a slider moves the drawing follows, and the words when it rests', async ({ page }) => {
  await openLesson(page, '#playground');
  const summary = page.locator('#playground .figure-summary');
  await expect(summary).toContainText('Position 6');
  const said = await page
    .locator('#playground')
    .evaluate(async (figure: HTMLElement & { updateComplete?: Promise<boolean> }) => {
      const slider = figure.querySelector<HTMLInputElement>('#playground-position')!;
      for (const place of ['7', '8', '9']) {
        slider.value = place;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await figure.updateComplete;
      return figure.querySelector('.figure-summary')!.textContent;
    });
  expect(said).toContain('Position 6');
  expect((await marks(page)).wave).toBeCloseTo(9.5 / 32, 6);
  await expect(summary).toContainText('Position 9');
  await expect(page.locator('#playground .playground-row')).toContainText('PE[9]');
});

test('a move is drawn in a task of its own', async ({ page }) => {
  await openLesson(page, '#playground');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 6');
  const inTheTask = await page.locator('#playground').evaluate(async (figure) => {
    const slider = figure.querySelector<HTMLInputElement>('#playground-position')!;
    slider.value = '20';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve().then(() => Promise.resolve());
    return figure.querySelector<SVGLineElement>('.wave-mark')!.x1.baseVal.value / 10_000;
  });
  expect(inTheTask).toBeCloseTo(6.5 / 32, 6);
  await expect.poll(async () => (await marks(page)).wave).toBeCloseTo(20.5 / 32, 6);
});

test('an odd width ends in a sine without its cosine', async ({ page }) => {
  await openLesson(page, '#playground?width=5');
  await expect(page.locator('#playground .playground-pair').last()).toContainText('no cosine');
});

test('the halves layout holds the same cells in other places', async ({ page }) => {
  await openLesson(page, '#playground?position=1');
  const interleaved = await row(page);
  await page.locator('#playground').getByLabel('halves').check();
  await expect(page.locator('#playground .figure-summary')).toContainText('halves');
  await expect.poll(() => row(page)).toEqual([0, 2, 1, 3].map((i) => interleaved[i]));
});

test('a model with a learned table says that there is no formula to draw', async ({ page }) => {
  await openLesson(page, '#playground');
  await page.locator('#playground').getByLabel('Known model').selectOption('gpt-2');
  await expect(page.locator('#playground .figure-note')).toContainText('1024 rows, 768 wide');
});

test('the heat map is painted, and its cells can be read by keyboard', async ({ page }) => {
  await openLesson(page, '#playground');
  const opacity = await page.locator('#playground canvas').evaluate((canvas: HTMLCanvasElement) => {
    const middle = { width: canvas.width / (2 * 32), height: canvas.height / (2 * 4) };
    const pixels = canvas.getContext('2d')!;
    return [0, 1].map(
      (row) => pixels.getImageData(middle.width, (2 * row + 1) * middle.height, 1, 1).data[3],
    );
  });
  expect(opacity).toEqual([0, 255]); // position 0: sine 0, cosine 1
  const map = page.locator('#playground .heat-map');
  await map.focus();
  await map.press('ArrowRight');
  await expect(page.locator('#playground .figure-cell')).toHaveText(
    'position 6, coordinate 0, sine of pair 0: −0.27942',
  );
  await map.press('ArrowDown');
  await expect(page.locator('#playground .figure-cell')).toHaveText(
    'position 6, coordinate 1, cosine of pair 0: 0.96017',
  );
  await expect(page.locator('.bar-place')).toHaveText('4 / 12');
});

test('a figure has a table, a CSV file, a picture, a link and a reset', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLesson(page, '#playground');
  const figure = page.locator('#playground');
  await setSlider(page, 'Position p', '2');
  await figure.getByText('Numbers, link and downloads').click();
  await expect(figure.getByRole('table')).toContainText('0.90930');

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: 'Numbers (CSV)' }).click(),
  ]);
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(Number(lines[1]!.split(',').at(-2))).toBeCloseTo(0.9092974, 6);

  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('button', { name: 'Picture (SVG)' }).click(),
  ]);
  const svg = await readFile(await picture.path(), 'utf8');
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg.match(/<(path|line) /g)!.length).toBeGreaterThan(10);
  expect(svg).toContain('data:image/png');

  await figure.getByRole('button', { name: 'Copy link' }).click();
  await expect(figure.locator('.figure-message')).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '#playground?position=2',
  );

  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(figure.locator('.figure-summary')).toContainText('Position 6');
});

test('adding: the known sums, and what cancels', async ({ page }) => {
  await openLesson(page, '#add-subtract');
  const figure = page.locator('posenc-add-subtract');
  const cells = async () =>
    (await figure.locator('.vector-cells').allTextContents()).map((text) =>
      numbersIn(text.replaceAll(/\s+/g, ' ')),
    );
  const vectors = await Promise.all(
    (await figure.locator('.vector-cells').all()).map(async (vector) =>
      (await vector.locator('span').allTextContents()).map((cell) => numbersIn(cell)[0]),
    ),
  );
  expect(vectors[2]).toEqual([1.84147, 0.5403, 1.01, 0.99995]);
  expect(vectors[5]).toEqual([1.9093, -0.41615, 1.02, 0.9998]);
  expect(vectors[6]).toEqual([0, 0, 0, 0]);
  expect(vectors[7]).toEqual(vectors[8]);
  await expect(figure.locator('.figure-summary')).toContainText('the content cancels');

  const other = figure.getByRole('textbox', { name: 'Token of the second occurrence, entry 1' });
  await other.fill('1');
  await other.press('Enter');
  await expect(figure.locator('.figure-summary')).toContainText('remains in the difference');
  expect((await cells()).length).toBe(9);
  await figure.getByRole('button', { name: 'Make both tokens equal' }).click();
  await expect(figure.locator('.figure-summary')).toContainText('the content cancels');
});

test('shuffling moves the words and leaves the rows and the bag', async ({ page }) => {
  await openLesson(page);
  const figure = page.locator('#sentence');
  const rows = () =>
    figure
      .locator('.sentence-row')
      .evaluateAll((all) => all.map((row) => row.innerHTML.replace(/<!--.*?-->/g, '')));
  const words = () => figure.locator('.sentence-word').allTextContents();
  const before = { rows: await rows(), words: (await words()).map((word) => word.trim()) };
  await figure.getByRole('button', { name: 'Shuffle' }).click();
  await expect(async () => {
    expect((await words()).map((word) => word.trim())).not.toEqual(before.words);
  }).toPass();
  expect(await rows()).toEqual(before.rows);
  await expect(figure.locator('.sentence-bag')).toContainText('cat, chased, dog');

  await figure.getByRole('textbox', { name: 'Sentence' }).fill('<b>one</b> & "two"');
  await expect(figure.locator('.sentence-word').first()).toHaveText('<b>one</b>');
  await figure.getByRole('textbox', { name: 'Sentence' }).fill('');
  await expect(figure.locator('.figure-summary')).toHaveText(
    'Type a sentence of one to twelve words.',
  );
});

test('a number that cannot be leaves the figure as it was', async ({ page }) => {
  await openLesson(page, '#playground');
  for (const [typed, kept] of [
    ['abc', '4'],
    ['', '4'],
    ['-3', '1'],
    ['99999', '512'],
    ['4.4', '4'],
  ] as const) {
    await setSlider(page, 'Width d', typed);
    await expect(page.locator('#playground').getByRole('textbox', { name: 'Width d' })).toHaveValue(
      kept,
    );
  }
});

test('dragging through every width and base never breaks the figure', async ({ page }) => {
  await openLesson(page, '#playground');
  for (const name of ['Width d', 'Base B', 'Positions shown', 'Position p']) {
    const slider = page.locator('#playground').getByRole('slider', { name });
    await slider.focus();
    for (const key of ['End', 'Home', 'PageUp', 'PageUp', 'ArrowLeft']) await slider.press(key);
  }
  await expect(page.locator('#playground .figure-message')).toHaveText('');
  await expect(page.locator('#playground .figure-summary')).toContainText('Position');
});
