import { expect, type Locator, type Page } from '@playwright/test';

/** The challenge that the tests of this folder work on. */
export const folder = new URL(
  '../../../web/content/en/challenges/sinusoidal-table/',
  import.meta.url,
);

/** The challenge alone, without the rest of the lesson around it. */
export const openChallenge = async (page: Page): Promise<void> => {
  await page.goto('./?challenge=sinusoidal-table');
  await expect(page.locator('#challenge-sinusoidal-table')).toHaveAttribute('live');
};

export function challenge(page: Page): Locator {
  return page.locator('#challenge-sinusoidal-table');
}

export function editorOf(page: Page): Locator {
  return challenge(page).getByRole('textbox', { name: 'Your solution' });
}

/** Opens the editor and puts `source` into it, as pasting would. */
export async function write(page: Page, source: string): Promise<void> {
  const editor = editorOf(page);
  if (!(await editor.isVisible())) {
    await challenge(page)
      .getByRole('button', { name: /your solution$/ })
      .click();
  }
  await expect(editor).toBeVisible();
  await editor.press('ControlOrMeta+a');
  await page.keyboard.insertText(source);
}

/** The detail of the next check that the page announces. Listens from now on. */
export function nextCheck(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener(
          'posenc-challenge',
          (event) => resolve((event as CustomEvent).detail),
          { once: true },
        );
      }),
  );
}

export async function check(page: Page): Promise<void> {
  await challenge(page).getByRole('button', { name: 'Check' }).click();
}

export async function choose(page: Page, language: 'JavaScript' | 'Python'): Promise<void> {
  await challenge(page).getByRole('radio', { name: language }).check();
}

/** Checks, and presses Stop as soon as there is something to stop: a run may end within a second. */
export async function checkAndStop(page: Page): Promise<void> {
  await challenge(page).evaluate(async (element) => {
    const button = (name: string) =>
      [...element.querySelectorAll('button')].find((one) => one.textContent.trim() === name)!;
    button('Check').click();
    while (button('Stop').disabled) await new Promise(requestAnimationFrame);
    button('Stop').click();
  });
}
