/** Walks the whole lesson: what each section must hold is there and works. */
import { expect, type Page } from '@playwright/test';
import { objections } from '../objections.ts';
import { layOutAll, openLesson, test } from './lesson-page.ts';

type Verdict = 'holds' | 'fails' | 'depends';
interface Section {
  figures?: string[];
  steps?: number;
  challenges?: string[];
  claims?: Record<string, Verdict>;
  sources?: number;
  /** words that its headings or text must have */
  says: string[];
}

const lesson: Record<string, Section> = {
  'which-word': {
    figures: ['sentence'],
    claims: { 'makes-parallel': 'fails' },
    sources: 2,
    says: ['recurren', 'convolution', 'learned', 'fixed', 'address'],
  },
  'same-words': {
    steps: 4,
    says: ['Hold the words', 'Look each word up', 'Supply the position', 'permission to look'],
  },
  'content-and-position': {
    figures: ['add-subtract'],
    claims: { 'more-coordinates': 'fails', 'rotates-the-word': 'fails' },
    sources: 1,
    says: ['Concatenating', 'numpy', 'cancels'],
  },
  rates: {
    figures: ['playground'],
    challenges: ['sinusoidal-table'],
    claims: {
      'independent-rows': 'holds',
      'zero-is-zeros': 'fails',
      'frequency-ratio-10000': 'fails',
      'low-turns-slowly': 'fails',
      'longest-wavelength': 'fails',
      'base-is-length': 'fails',
    },
    sources: 1,
    says: ['Whole numbers', 'Fractions', 'Bits', 'A wave', 'odd width', 'the cat sat'],
  },
  rotation: {
    figures: ['shift', 'similarity'],
    challenges: ['shift-matrix'],
    claims: {
      'same-map-everywhere': 'holds',
      'similarity-falls': 'fails',
      'unique-vectors': 'depends',
    },
    sources: 1,
    says: ['shift matrix', 'distance alone'],
  },
  layer: {
    figures: ['layer'],
    steps: 4,
    challenges: ['add-to-batch'],
    claims: { 'layer-learns': 'fails' },
    says: ['broadcasting', 'frozen', 'gradient', 'odd width'],
  },
  attention: {
    figures: ['attention'],
    claims: { 'order-blind-without-positions': 'depends' },
    sources: 1,
    says: ['Softmax', 'equivariant', 'invariant'],
  },
  masks: {
    figures: ['four-ways'],
    challenges: ['causal-attention'],
    claims: { 'mask-is-not-encoding': 'fails' },
    sources: 1,
    says: ['removes columns', 'Why a mask lets some order through'],
  },
  learned: {
    figures: ['learned-table'],
    claims: {
      'gpt2-bert-sines': 'fails',
      'learned-past-its-end': 'fails',
      'extrapolates-better-than-learned': 'depends',
    },
    sources: 4,
    says: ['The last row', 'Rows that training never reached', 'stretched'],
  },
  distance: {
    figures: ['score-bias'],
    challenges: ['t5-bucket', 'alibi-weights'],
    claims: { 'relative-free': 'fails' },
    sources: 4,
    says: ['clipped', 'bucket', 'slope', 'Transformer-XL'],
  },
  rotary: {
    figures: ['rotary-hands', 'context-extension'],
    challenges: ['rotary'],
    claims: { 'rotary-values': 'fails', 'rotary-near-first': 'fails', 'layouts-differ': 'fails' },
    sources: 3,
    says: ['Values', 'halves', 'NTK-aware', 'YaRN'],
  },
  limits: {
    figures: ['seen-angles', 'schemes'],
    claims: {
      'extrapolates-any-length': 'depends',
      interpolates: 'depends',
      'long-sequences': 'depends',
    },
    sources: 4,
    says: ['The schemes side by side', 'What to read next'],
  },
};

test('every section holds what it must', async ({ page }) => {
  await page.goto('./');
  await expect(page.locator('.section')).toHaveCount(12);
  expect(await page.locator('.section').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    Object.keys(lesson),
  );
  for (const [id, wanted] of Object.entries(lesson)) {
    const section = page.locator(`#${id}`);
    const { figures = [], claims = {} } = wanted;
    await expect(section.locator('.opening'), id).toHaveCount(1);
    await expect(section.locator('.closing'), id).toHaveCount(1);
    for (const figure of figures) {
      await expect(section.locator(`posenc-${figure}`), `${id}: ${figure}`).toHaveCount(1);
    }
    await expect(section.locator('.step'), id).toHaveCount(wanted.steps ?? 0);
    expect(
      await section
        .locator('posenc-challenge')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['challenge'])),
      id,
    ).toEqual(wanted.challenges ?? []);
    expect(
      await section
        .locator('posenc-claim')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['claim'])),
      id,
    ).toEqual(expect.arrayContaining(Object.keys(claims)));
    await expect(section.locator('posenc-claim'), id).toHaveCount(Object.keys(claims).length);
    expect(await section.locator('posenc-question').count(), id).toBeGreaterThan(1);
    expect(await section.locator('.section-sources a').count(), id).toBeGreaterThanOrEqual(
      wanted.sources ?? 0,
    );
    const words = (await section.textContent())!;
    for (const word of wanted.says) expect(words, id).toContain(word);
  }
});

/** Moves the first control of a figure that can be moved. */
async function moveFigure(page: Page, id: string): Promise<void> {
  await page.locator(`#${id}`).evaluate((figure) => {
    const control = figure.querySelector<HTMLInputElement>(
      'input[type="range"], input[type="radio"]',
    );
    if (control === null) return figure.querySelector('button')!.click();
    if (control.type === 'radio') return otherOf(control).click();
    const { value } = control;
    control.stepUp();
    if (control.value === value) control.stepDown();
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));

    function otherOf(radio: HTMLInputElement): HTMLInputElement {
      const group = [...radio.closest('fieldset')!.querySelectorAll('input')];
      return group.find(({ checked }) => !checked)!;
    }
  });
}

test('every figure moves, every claim is tested, every question answers, and axe agrees', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openLesson(page);
  for (const { claims = {}, figures = [] } of Object.values(lesson)) {
    for (const [id, verdict] of Object.entries(claims)) {
      const claim = page.locator(`#claim-${id}`);
      await claim.evaluate((element, guess) => {
        element.querySelector<HTMLInputElement>(`input[value="${guess}"]`)!.checked = true;
        element.querySelector<HTMLButtonElement>('button[data-action="run"]')!.click();
      }, verdict);
      await expect(claim, id).toHaveAttribute('answered');
      await expect(claim.locator('[data-state="right"] input'), id).toHaveValue(verdict);
      await expect(claim.locator('[data-state="wrong"]'), id).toHaveCount(0);
    }
    for (const name of figures) {
      const figure = page.locator(`posenc-${name}`).last();
      const id = (await figure.getAttribute('id'))!;
      const before = await figure.innerHTML();
      await moveFigure(page, id);
      await expect.poll(() => figure.innerHTML(), { message: name }).not.toBe(before);
    }
  }
  for (const question of await page.locator('posenc-question').all()) {
    await question.evaluate((element) => {
      const box = element.querySelector<HTMLInputElement>('input[data-answer]');
      if (box) box.value = '1';
      else element.querySelector<HTMLInputElement>('input')?.click();
      element.querySelector<HTMLButtonElement>('button[data-action="check"]')!.click();
    });
    await expect(question).toHaveAttribute('answered');
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await layOutAll(page);
    expect(await objections(page)).toEqual([]);
  }
});

test('Tab reaches every control, shows where it is, and is never trapped', async ({ page }) => {
  test.setTimeout(180_000);
  await openLesson(page);
  const expected = await page.evaluate(() => {
    const reached = new Set<Element>();
    const faults: string[] = [];
    let over = false; // behind the last control the walk would begin again
    addEventListener('focusout', ({ relatedTarget }) => {
      over ||= relatedTarget === null;
    });
    addEventListener('focusin', ({ target }) => {
      if (over || !(target instanceof Element)) return;
      const { outlineStyle, boxShadow } = getComputedStyle(target);
      const what = target.outerHTML.slice(0, 120);
      if (outlineStyle === 'none' && boxShadow === 'none') faults.push(`unseen: ${what}`);
      if (reached.has(target)) faults.push(`again: ${what}`);
      reached.add(target);
    });
    Object.assign(window, { reached, faults });
    scrollTo(0, 0);
    return document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]').length;
  });
  for (let press = 0; press < expected; press += 25) {
    for (let i = 0; i < 25; ++i) await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) break;
  }
  expect(await page.evaluate(() => (window as unknown as { faults: string[] }).faults)).toEqual([]);
  const missed = await page.evaluate(() => {
    const { reached } = window as unknown as { reached: Set<Element> };
    const group = (input: HTMLInputElement) => [
      ...document.querySelectorAll<HTMLInputElement>(`input[name="${input.name}"]`),
    ];
    return [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null,
      )
      .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled'))
      .filter((one) =>
        one instanceof HTMLInputElement && one.type === 'radio'
          ? !group(one).some((other) => reached.has(other))
          : !reached.has(one),
      )
      .map((one) => one.outerHTML.slice(0, 120));
  });
  expect(missed).toEqual([]);
});

test('a section is its figures and the stretches of text between them', async ({ page }) => {
  await openLesson(page);
  const others = await page
    .locator('.section > :not(.run, .figure)')
    .evaluateAll((all) => all.map(({ localName }) => localName));
  expect(others).toEqual([]);
  await expect(page.locator('.section > .run')).not.toHaveCount(0);
  // The figure of the training lab starts by itself and has no slider to follow.
  await expect(page.locator('.run .figure:not(:has(posenc-training-lab))')).toHaveCount(0);
});
