import { expect } from '@playwright/test';
import { openLesson, test } from './lesson-page.ts';
import { sectionTitles as titles } from '../../content/section-titles.ts';

test('the head line counts what is on the page', async ({ page }) => {
  await openLesson(page);
  await expect(page.locator('h1')).toContainText('how a Transformer knows which word came first');
  const sections = await page.locator('section.section').count();
  const questions = await page.locator('posenc-question').count();
  // Three are the main path; the rest are further ones.
  const further = (await page.locator('posenc-challenge').count()) - 3;
  expect(sections).toBe(12);
  expect(questions).toBeGreaterThanOrEqual(3);
  await expect(page.locator('.counts')).toContainText(
    `${sections} sections · ${questions} questions · 3 coding challenges · ${further} more`,
  );
});

test('the arrow keys walk through all twelve sections and back', async ({ page }) => {
  await openLesson(page);
  await expect(page.locator('.bar-place')).toHaveText('1 / 12');
  for (let section = 2; section <= 12; ++section) {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.bar-place')).toHaveText(`${section} / 12`);
    await expect(page.locator('h2:focus')).toHaveText(titles[section - 1]!);
    await expect(page.locator('h2:focus')).toBeInViewport();
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.bar-place')).toHaveText('12 / 12');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.bar-place')).toHaveText('11 / 12');
  await page.goBack();
  await expect(page.locator('.bar-place')).toHaveText('12 / 12');
});

test('arrow keys belong to a slider that has the focus', async ({ page }) => {
  await openLesson(page, '#rates');
  const slider = page.locator('#playground').getByRole('slider', { name: 'Position p' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveJSProperty('value', '7');
  await expect(page.locator('.bar-place')).toHaveText('4 / 12');
});

test('contents, previous and next lead to sections', async ({ page }) => {
  await openLesson(page);
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'The layer' })
    .click();
  await expect(page.locator('.bar-place')).toHaveText('6 / 12');
  await expect(page).toHaveURL(/#layer$/);
  await page.getByRole('link', { name: 'Next section' }).click();
  await expect(page.locator('.bar-place')).toHaveText('7 / 12');
  await page.getByRole('link', { name: 'Previous section' }).click();
  await expect(page.locator('.bar-place')).toHaveText('6 / 12');
  await expect(page.locator('.contents [aria-current]')).toHaveText(/The layer/);
});

test('a deep link opens a section, a step, and a state of a figure', async ({ page }) => {
  await openLesson(page, '#rotation');
  await expect(page.locator('.bar-place')).toHaveText('5 / 12');

  await page.goto('./#words-steps?step=3');
  await page.reload();
  await expect(page.locator('#words-steps .steps-count')).toHaveText('Step 3 of 4');
  await expect(page.getByRole('heading', { name: 'Supply the position' })).toBeInViewport();

  await page.goto('./#playground?position=2&width=5&base=100&layout=split');
  await page.reload();
  await expect(page.locator('#playground .figure-summary')).toContainText(
    'Position 2, width 5, base 100, layout halves',
  );
  await expect(page.locator('#playground')).toBeInViewport();
});

test('of addresses in quick succession the last one holds', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await openLesson(page);
  const away = await page.evaluate(async () => {
    // As the browser's own way back and forward leads: nobody presses anything in the page.
    for (const id of ['shift', 'schemes', 'add-subtract']) {
      location.hash = id;
      await new Promise((done) => setTimeout(done, 400));
    }
    const target = document.getElementById('add-subtract')!;
    const seen: number[] = [];
    for (let frame = 0; frame < 150; ++frame) {
      await new Promise(requestAnimationFrame);
      seen.push(target.getBoundingClientRect().top);
    }
    return seen.filter((top) => top < 0 || top > innerHeight);
  });
  expect(away).toEqual([]);
});

test('an address that says nonsense leaves the page as it is', async ({ page }) => {
  await openLesson(page, '#playground?position=-3&width=nine&base=1e99&colour=red');
  await expect(page.locator('#playground .figure-summary')).toContainText(
    'Position 6, width 4, base 10,000, layout interleaved',
  );
  await page.goto('about:blank');
  await openLesson(page, '#%E0%A4%A');
  await expect(page.locator('.bar-place')).toHaveText('1 / 12');
});

test('the step panel steps, keeps its buttons, and writes its address', async ({ page }) => {
  await openLesson(page, '#words-steps');
  const panel = page.locator('#words-steps');
  const next = panel.getByRole('button', { name: 'Next step' });
  const place = await next.boundingBox();
  await expect(panel.locator('.step:not([hidden]):not([data-waiting])')).toHaveCount(1);
  for (const step of [2, 3, 4]) {
    await next.click();
    await expect(panel.locator('.steps-count')).toHaveText(`Step ${step} of 4`);
    await expect(page).toHaveURL(new RegExp(`#words-steps\\?step=${step}$`));
    expect((await next.boundingBox())!.x).toBe(place!.x);
  }
  await expect(next).toBeDisabled();
  await expect(
    panel.getByRole('heading', { name: 'Order is not permission to look' }),
  ).toBeVisible();
  await panel.getByRole('button', { name: 'Previous step' }).click();
  await expect(panel.locator('.steps-count')).toHaveText('Step 3 of 4');
});

test('the theme is kept', async ({ page }) => {
  await openLesson(page);
  const button = page.getByRole('button', { name: /^Theme/ });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await button.click();
  await button.click();
  await expect(button).toHaveAccessibleName('Theme: dark');
  expect(await paper()).not.toBe(light);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await paper()).not.toBe(light);
});
