import { expect } from '@playwright/test';
import { openLesson, test } from './lesson-page.ts';

test('a single choice: every option gets its own feedback', async ({ page }) => {
  await openLesson(page, '#why-a-pair');
  const question = page.locator('#why-a-pair');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.getByRole('status')).toHaveText('Choose an answer first.');

  await question.locator('[data-correct="false"] input').first().check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.getByRole('status')).toHaveText('Not yet.');
  const feedback = question.locator('.option-feedback:visible');
  await expect(feedback).toHaveCount(await question.getByRole('radio').count());
  const texts = await feedback.allTextContents();
  expect(new Set(texts).size).toBe(texts.length);
  await expect(question.locator('[data-correct="false"] .option-feedback').first()).toContainText(
    'not correct, your choice',
  );

  await question.getByRole('button', { name: 'Try again' }).click();
  await expect(question.locator('.option-feedback:visible')).toHaveCount(0);
  await question.locator('[data-correct="true"] input').check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.getByRole('status')).toHaveText('Right.');
});

test('an answer is told to whoever listens', async ({ page }) => {
  await openLesson(page, '#why-a-pair');
  const told = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener(
          'posenc-answer',
          (event) => resolve((event as CustomEvent).detail),
          { once: true },
        );
      }),
  );
  await page.locator('#why-a-pair [data-correct="true"] input').check();
  await page.locator('#why-a-pair').getByRole('button', { name: 'Check' }).click();
  expect(await told).toEqual({ id: 'why-a-pair', correct: true, tries: 1 });
});

test('a number: marked by the core, slips named, taken again with another number', async ({
  page,
}) => {
  await openLesson(page, '#angle-of-pair-one');
  const question = page.locator('#angle-of-pair-one');
  const position = async () => Number(await question.locator('[data-parameter="p"]').textContent());
  const box = question.getByLabel('Your answer');
  const check = question.getByRole('button', { name: 'Check' });

  await box.fill('a third');
  await check.click();
  await expect(question.locator('.question-result')).toHaveText(
    'Type a number first; “a third” is none.',
  );

  const first = await position();
  await box.fill(String(first)); // the angle of pair 0
  await check.click();
  await expect(question.locator('.number-feedback')).toContainText('That is the angle of pair 0');

  // 10000^(2·1/4) = 100, so the angle is a hundredth of the position; a decimal comma will do.
  await box.fill((first / 100).toFixed(4).replace('.', ','));
  await check.click();
  await expect(question.locator('.question-result')).toHaveText('Right.');

  await question.getByRole('button', { name: 'New numbers' }).click();
  const second = await position();
  expect(second).not.toBe(first);
  await box.fill(String(second / 100));
  await check.click();
  await expect(question.locator('.question-result')).toHaveText('Right.');
});

test('an order: moved by keyboard, marked place by place', async ({ page }) => {
  await openLesson(page, '#fastest-first');
  const question = page.locator('#fastest-first');
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.question-result')).toHaveText('Not yet.');
  const items = question.locator('.order > li');
  const count = await items.count();
  for (let place = 0; place < count; ++place) {
    for (;;) {
      const places = await items.evaluateAll((all) =>
        all.map((item) => Number((item as HTMLElement).dataset['place'])),
      );
      const at = places.indexOf(place);
      if (at === place) break;
      await items
        .nth(at)
        .getByRole('button', { name: /^Move up/ })
        .focus();
      await page.keyboard.press('Enter');
    }
  }
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.question-result')).toHaveText('Right.');
  await expect(question.locator('.order-feedback[data-for="right"]')).toBeVisible();
});

test('several choices and a prediction', async ({ page }) => {
  await openLesson(page);
  const several = page.locator('posenc-question[data-kind="several"]').first();
  const boxes = several.getByRole('checkbox');
  for (let i = 0; i < (await boxes.count()); ++i) {
    const correct = await several.locator('.options > li').nth(i).getAttribute('data-correct');
    if (correct === 'true') await boxes.nth(i).check();
  }
  await several.getByRole('button', { name: 'Check' }).click();
  await expect(several.getByRole('status')).toHaveText('Right.');

  const predict = page.locator('posenc-question[data-kind="predict"]').first();
  await predict.getByRole('radio').nth(1).check();
  await predict.getByRole('button', { name: 'Reveal' }).click();
  await expect(predict.locator('.question-reveal')).toBeVisible();
  await expect(predict.locator('.question-result')).toHaveText('');
});
