import type { Page } from '@playwright/test';
import { expect, listen, settledHeight, test, type Site } from './course-site.ts';
import { canvas, h5p } from './hosts.ts';

const frameOf = (page: Page) => page.frameLocator('iframe');

/** A course page with one frame. */
async function hold(page: Page, site: Site, address: string, around = ''): Promise<void> {
  site.page(
    '/course.html',
    `${around}<iframe src="${address}" title="Lesson" style="width: 700px; height: 500px; border: 0"></iframe>`,
  );
  await page.goto(`${site.origin}/course.html`);
}

test('a range of sections is those sections and nothing else', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/index.html?sections=3-5`);
  await expect(page.locator('.section')).toHaveCount(3);
  await expect(page.locator('.section').first()).toHaveAttribute('data-number', '3');
  await expect(page.locator('.bar, .contents, .title, .back')).toHaveCount(0);
});

test('a figure alone moves', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/index.html?figure=playground&at=playground?position=5`);
  await expect(page.locator('#playground')).toHaveAttribute('live');
  await expect(page.locator('.figure')).toHaveCount(1);
  await expect(page.locator('posenc-question, .bar')).toHaveCount(0);
  await expect(page.locator('#playground .figure-summary')).toContainText('Position 5');
});

test('a challenge alone can be passed, and says so to the page around it', async ({
  page,
  course,
}) => {
  await listen(page);
  await hold(page, course, '/posenc/index.html?challenge=sinusoidal-table&id=c1');
  const frame = frameOf(page);
  await expect(frame.locator('.section > *')).toHaveCount(1);
  await passChallenge(page);
  await expect
    .poll(() => page.evaluate(() => window.messages))
    .toContainEqual({
      posenc: 1,
      id: 'c1',
      type: 'event',
      name: 'posenc-challenge',
      detail: { id: 'sinusoidal-table', passed: true, attempts: 1, lang: 'js' },
    });
  const messages = await page.evaluate(() => JSON.stringify(window.messages));
  expect(messages).toContain('"posenc-complete","detail":{"score":1}');
  expect(messages, "the learner's code stays where it is").not.toContain('Math.sin');
});

async function passChallenge(page: Page): Promise<void> {
  const frame = frameOf(page);
  await frame.getByRole('button', { name: /Write|Continue/ }).click();
  await frame.locator('.cm-content').fill(
    `function sinusoidalTable(n, d, base) {
  return Array.from({ length: n }, (_, p) => Array.from({ length: d }, (_, i) => {
    const angle = p / base ** (2 * Math.floor(i / 2) / d);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  }));
}`,
  );
  await frame.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(frame.locator('.challenge-message')).toContainText('Passed', { timeout: 30_000 });
}

test('what the address does not know changes nothing', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/index.html?figure=none-such&utm_source=x&theme=pink`);
  await expect(page.locator('.section')).toHaveCount(12);
});

test('links to what is not shown open the whole lesson outside the frame', async ({
  page,
  course,
}) => {
  await page.goto(`${course.origin}/posenc/index.html?sections=5`);
  await expect(page.locator('html')).toHaveAttribute('data-view', 'sections');
  const links = await page.locator('main a[href]').evaluateAll((all) =>
    (all as HTMLAnchorElement[]).map((link) => ({
      inside:
        link.hash !== '' &&
        link.href.split('#')[0] === location.href.split('#')[0] &&
        document.getElementById(decodeURIComponent(link.hash.slice(1).split('?')[0]!)) !== null,
      target: link.target,
    })),
  );
  expect(links.length).toBeGreaterThan(3);
  for (const { inside, target } of links) if (!inside) expect(target).toBe('_blank');
});

test('theme, direction and challenges are as the address says', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/index.html?embed=1&theme=dark&dir=rtl&challenges=none`);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('posenc-challenge')).toHaveCount(0);
});

test('a challenge offers the languages of the address alone', async ({ page, course }) => {
  await page.goto(
    `${course.origin}/posenc/index.html?challenge=sinusoidal-table&challenges=python`,
  );
  const challenge = page.locator('#challenge-sinusoidal-table');
  await expect(challenge.locator('[data-code="starter-py"]')).toBeVisible();
  await expect(challenge.locator('[data-code="starter-js"]')).toBeHidden();
  await expect(challenge.getByRole('radio')).toHaveCount(0);
});

test('headings begin at the level that the address names', async ({ page, course }) => {
  await page.goto(`${course.origin}/posenc/index.html?sections=rates&heading-level=3`);
  await expect(page.locator('h1')).toHaveAttribute('aria-level', '3');
  await expect(page.locator('h2')).toHaveAttribute('aria-level', '4');
  await expect(page.locator('h3:not([aria-level="5"])')).toHaveCount(0);
});

test('with state=none the browser keeps nothing, with a key it keeps it apart', async ({
  page,
  course,
}) => {
  const answer = async () => {
    const question = page.locator('#why-a-pair');
    await question.locator('[data-correct="true"] input').check();
    await question.getByRole('button', { name: 'Check' }).click();
    await expect(question.locator('.question-result')).toHaveText('Right.');
  };
  const address = `${course.origin}/posenc/index.html?sections=rates`;
  await page.goto(`${address}&state=none`);
  await answer();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.goto(`${address}&key=group-a`);
  await answer();
  expect(await page.evaluate(() => Object.keys(localStorage))).toContain('posenc:group-a:progress');
  await page.goto(`${address}&key=group-b`);
  await expect(page.locator('#why-a-pair .question-result')).toHaveText('');
});

test('two frames of one site do not lose what the other keeps', async ({ page, course }) => {
  course.page(
    '/course.html',
    `<iframe id="one" src="/posenc/index.html?sections=rates" title="A"></iframe>
     <iframe id="two" src="/posenc/index.html?sections=rotation" title="B"></iframe>`,
  );
  await page.goto(`${course.origin}/course.html`);
  for (const id of ['one', 'two', 'one']) {
    const frame = page.frameLocator(`#${id}`);
    const question = frame.locator('posenc-question[data-kind="single"]').first();
    await question.locator('input').first().check();
    await question.getByRole('button', { name: 'Check' }).click();
    await expect(question).toHaveAttribute('answered');
    await question.getByRole('button', { name: /again/i }).click();
  }
  const kept = await page.evaluate(
    () => Object.keys(JSON.parse(localStorage.getItem('posenc:progress')!) as object).length,
  );
  expect(kept).toBeGreaterThanOrEqual(2);
});

test('a frame below the fold moves neither the page around it nor the focus', async ({
  page,
  course,
  other,
}) => {
  course.page(
    '/course.html',
    `<input id="field"><div style="height: 3000px"></div>
     <iframe src="/posenc/index.html?at=rates" title="A" style="width: 700px; height: 500px"></iframe>
     <iframe src="${other.origin}/posenc/index.html?embed=1#rates" title="B" style="width: 700px; height: 500px"></iframe>`,
  );
  await page.goto(`${course.origin}/course.html`, { waitUntil: 'commit' });
  await page.locator('#field').focus();
  await page.locator('#field').pressSequentially('typing while it loads', { delay: 20 });
  for (const frame of page.frames().slice(1)) await frame.waitForLoadState('networkidle');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field');
  await expect(page.locator('#field')).toHaveValue('typing while it loads');
  for (const frame of page.frames().slice(1)) {
    await expect.poll(() => frame.evaluate(() => scrollY)).toBeGreaterThan(500);
  }
});

test.describe('a frame of fixed height', () => {
  for (const height of [400, 600, 800]) {
    test(`of ${height} pixels scrolls inside, and nothing is wider than it`, async ({
      page,
      course,
    }) => {
      course.page(
        '/course.html',
        `<iframe src="/posenc/index.html?sections=rates" title="A" style="width: 360px; height: ${height}px; border: 0"></iframe>`,
      );
      await page.goto(`${course.origin}/course.html`);
      const frame = page.frames()[1]!;
      await frame.waitForSelector('html[data-view]');
      const size = await frame.evaluate(() => ({
        over: document.documentElement.scrollWidth - innerWidth,
        rest: document.documentElement.scrollHeight - innerHeight,
      }));
      expect(size.over).toBeLessThanOrEqual(0);
      expect(size.rest).toBeGreaterThan(0);
    });
  }
});

test.describe('the height is told', () => {
  for (const [name, script] of [
    ['Canvas', canvas],
    ['the resizer of H5P', h5p],
    ['embed.js', '<script src="/posenc/embed.js"></script>'],
  ] as const) {
    test(`to ${name}: the frame is as tall as its content at every width`, async ({
      page,
      course,
    }) => {
      course.page(
        '/course.html',
        `${script}<iframe data-posenc src="/posenc/index.html?sections=rates" title="A" style="width: 100%; height: 500px; border: 0"></iframe>`,
      );
      await page.goto(`${course.origin}/course.html`);
      const frame = page.frames()[1]!;
      await frame.waitForSelector('#playground[live]');
      for (const width of [320, 480, 700, 900, 1200]) {
        await page.setViewportSize({ width, height: 700 });
        const height = await settledHeight(page, 'iframe');
        const content = await frame.evaluate(() => document.body.getBoundingClientRect().height);
        expect(Math.abs(height - content)).toBeLessThanOrEqual(2);
        expect(content).toBeGreaterThan(1000);
      }
    });
  }

  test('to nobody with resize=none, nor of a whole page in a fixed frame', async ({
    page,
    course,
  }) => {
    await listen(page);
    for (const address of ['?sections=rates&resize=none', '#rates']) {
      await hold(page, course, `/posenc/index.html${address}`, canvas + h5p);
      await page.frames()[1]!.waitForSelector('#playground[live]');
      expect(await settledHeight(page, 'iframe')).toBe(500);
    }
  });

  test('again when a closed part of the page is opened', async ({ page, course }) => {
    course.page(
      '/course.html',
      `<script src="/posenc/embed.js"></script><div id="tab" style="display: none">
       <iframe data-posenc src="/posenc/index.html?sections=rates" title="A" style="width: 100%; height: 300px; border: 0"></iframe></div>`,
    );
    await listen(page);
    await page.goto(`${course.origin}/course.html`);
    await page.frames()[1]!.waitForSelector('html[data-view]', { state: 'attached' });
    await page.locator('#tab').evaluate((tab) => (tab.style.display = 'block'));
    await expect.poll(() => settledHeight(page, 'iframe')).toBeGreaterThan(1000);
    const heights = await page.evaluate(() =>
      window.messages.flatMap((data) =>
        (data as { type: string }).type === 'height' ? [(data as { height: number }).height] : [],
      ),
    );
    expect(Math.min(...heights)).toBeGreaterThan(0);
  });

  test('no longer than twelve times to content that is taller than its own window', async ({
    page,
    course,
  }) => {
    await listen(page);
    await hold(page, course, '/posenc/index.html?figure=playground', canvas);
    const frame = page.frames()[1]!;
    await frame.waitForSelector('#playground[live]');
    await settledHeight(page, 'iframe');
    const told = () =>
      page.evaluate(
        () => window.messages.filter((data) => (data as { subject?: string }).subject).length,
      );
    const before = await told();
    await frame.evaluate(() => {
      const taller = document.createElement('div');
      taller.style.height = '101vh';
      document.body.append(taller);
    });
    const stopped = await settledHeight(page, 'iframe');
    // The first one is no answer to the frame's growth.
    expect((await told()) - before).toBeLessThanOrEqual(1 + 12);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await settledHeight(page, 'iframe')).toBe(stopped);
  });
});

test('a thousand odd messages do it no harm', async ({ page, course }) => {
  await hold(page, course, '/posenc/index.html?sections=rates');
  const frame = page.frames()[1]!;
  await frame.waitForSelector('html[data-view]');
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')!.contentWindow!;
    const odd = [
      null, undefined, 0, NaN, '', '{', '[iFrameSizer]', [], [null], {}, { posenc: 1 },
      { posenc: 1, type: 'set-state' }, { posenc: 1, type: 'set-state', state: { version: 1, entries: 3 } },
      { posenc: 1, type: 'restore', items: 5 }, { posenc: 1, type: 'restore', items: [null, {}] },
      { posenc: 1, type: 'theme', theme: 7, colours: { accent: {} } }, { posenc: 2, type: 'hello' },
      { context: 'h5p' }, { context: 'h5p', action: 'resizePrepared' }, new Map(), new Date(NaN),
    ]; // prettier-ignore
    for (let i = 0; i < 1000; ++i) frame.postMessage(odd[i % odd.length], '*');
  });
  const question = frameOf(page).locator('#why-a-pair');
  await question.locator('[data-correct="true"] input').check();
  await question.getByRole('button', { name: 'Check' }).click();
  await expect(question.locator('.question-result')).toHaveText('Right.');
});
