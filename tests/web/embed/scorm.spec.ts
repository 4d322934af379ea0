import type { Page } from '@playwright/test';
import { expect, test } from './course-site.ts';
import { scormAgain, serveSystem, systemScript, words } from './hosts.ts';

// Each visit loads the lesson twice over: a page in a page.
test.slow();

const lessonIn = (page: Page) => page.frameLocator('#sco').frameLocator('iframe');

async function answer(page: Page): Promise<void> {
  const question = lessonIn(page).locator('#why-a-pair');
  await question.locator('[data-correct="true"] input').check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.question-result')).toHaveText('Right.');
}

const told = (page: Page, element: string) =>
  page.evaluate((element) => window.told[element], element);

for (const version of ['1.2', '2004'] as const) {
  const { status, score, finish } = words[version];

  test(`SCORM ${version}: an answer is a score, the visit ends once, without the event unload`, async ({
    page,
    course,
  }) => {
    serveSystem(course, version, { 'Permissions-Policy': 'unload=()' });
    await page.goto(`${course.origin}/course.html`);
    await answer(page);
    await expect.poll(() => told(page, score)).toMatch(/^[1-9]\d?$/);
    expect(await told(page, status)).toBe('incomplete');
    expect(await told(page, 'cmi.suspend_data')).toMatch(/^1\./);
    await page.locator('#sco').evaluate((frame) => frame.remove());
    const calls = await page.evaluate(() => window.calls);
    expect(calls.filter(([name]) => name === finish)).toHaveLength(1);
    expect(calls.at(-1)![0]).toBe(finish);
    expect(
      calls.filter(([name, element]) => name.endsWith('GetValue') && element === score),
    ).toHaveLength(1);
    expect(JSON.stringify(calls), 'no answer of the learner').not.toContain('undefined');
  });

  test(`SCORM ${version}: the next visit marks what was done, in another browser too`, async ({
    page,
    course,
  }) => {
    serveSystem(course, version);
    await page.goto(`${course.origin}/course.html`);
    await answer(page);
    await expect.poll(() => told(page, score)).toBeTruthy();
    const before = await told(page, score);
    // What the lesson keeps in the browser is gone; what the system keeps is not.
    await page.evaluate(() => {
      localStorage.clear();
    });
    await page.reload();
    await expect
      .poll(() =>
        page
          .frames()
          .find((frame) => frame.url().includes('index.html'))
          ?.evaluate(() =>
            Object.entries(localStorage).some(
              ([name, value]) =>
                name.startsWith('posenc:scorm-') && String(value).includes('why-a-pair'),
            ),
          ),
      )
      .toBe(true);
    await expect.poll(() => told(page, score)).toBe(before);
  });
}

test('a system that comes two seconds late is found', async ({ page, course }) => {
  course.folders.set('/scorm-again/', scormAgain);
  course.page(
    '/course.html',
    `${systemScript('1.2', 2000)}<iframe id="sco" src="/posenc/scorm12.html?sections=rates" title="Lesson"></iframe>`,
  );
  await page.goto(`${course.origin}/course.html`);
  await expect.poll(() => page.evaluate(() => window.calls[0]?.[0])).toBe('LMSInitialize');
});

test('a system in the window that opened the lesson is found', async ({ page, course }) => {
  course.folders.set('/scorm-again/', scormAgain);
  course.page('/course.html', systemScript('2004'));
  await page.goto(`${course.origin}/course.html`);
  await page.evaluate(() => void open('/posenc/scorm2004.html?sections=rates'));
  await expect.poll(() => page.evaluate(() => window.calls[0]?.[0])).toBe('Initialize');
});

test('without a system, or with one of another site around it, the lesson runs and says so', async ({
  page,
  course,
  other,
}) => {
  course.page(
    '/course.html',
    `<iframe id="sco" src="${other.origin}/posenc/scorm12.html?sections=rates" title="Lesson" style="width: 800px; height: 600px"></iframe>`,
  );
  await page.goto(`${course.origin}/course.html`);
  await expect(page.frameLocator('#sco').getByRole('status')).toContainText(
    'not sent to the course',
  );
  await answer(page);
});

test('the whole lesson in a system has its bar and contents', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/scorm12.html`);
  const lesson = page.frameLocator('iframe');
  await expect(lesson.locator('.bar-place')).toHaveText('1 / 12');
  await expect(lesson.locator('.contents')).toBeVisible();
});
