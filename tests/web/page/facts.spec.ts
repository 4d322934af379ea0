/** The numbers that the lesson must teach, each read from the section where it belongs. */
import { expect, type Page } from '@playwright/test';
import { test } from './lesson-page.ts';

/** Computed independently, at high precision; see tests/golden for how. */
const facts: Record<string, string[]> = {
  'content-and-position': [
    // The token 1, 0, 1, 0 at positions 0, 1 and 2, and the rows that it is added to.
    '0.84147, 0.54030, 0.01000, 0.99995',
    '0.90930, −0.41615, 0.02000, 0.99980',
    '1.00000, 1.00000, 1.00000, 1.00000',
    '1.84147, 0.54030, 1.01000, 0.99995',
    '1.90930, −0.41615, 1.02000, 0.99980',
    // Made-up rows.
    '[[2, 2], [3, 1]]',
  ],
  rates: [
    '0.00000, 1.00000, 0.00000, 1.00000',
    '0.84147, 0.54030, 0.01000, 0.99995',
    '−0.27942, 0.96017, 0.05996, 0.99820',
    '6.28',
    '628.3',
    '0.70711',
    '0.64964, 0.76024',
    '0.84147, 0.54030, 0.02512, 0.99968, 0.00063',
    '0.84147, 0.54030, 0.82186, 0.56970',
    '0.90930, −0.41615, 0.93641, −0.35090',
    '0.96466',
    '60,611',
    '1.037', // how many times slower the next pair is at width 512
  ],
  rotation: [
    ...['2.00000', '1.54025', '0.58365', '0.00956', '0.34556', '1.28241', '1.95837', '1.75145'],
    ...['32.00000', '30.91683', '28.30386', '25.58703', '23.93436', '23.50397', '23.55940'],
    '23.26433',
    'distance 4 for width 4, 6 for 64, 12 for 128 and 44 for 512',
    'positions 0 and 710 differ by 0.000060',
    '622, 0.072 apart, where neighbours are 0.959 apart',
    'which are 1.472 apart',
  ],
  attention: [
    '0.38365, 0.23270, 0.38365',
    '0.33486, 0.40527, 0.25987',
    '0.34354, 0.48723, 0.16923',
    '0.20132, 0.15466, 0.64402',
  ],
  masks: [
    '0.38365, 0.23270, 0.38365',
    '0.27407, 0.45186, 0.27407',
    '1.00000, 0.00000, 0.00000',
    '0.37754, 0.62246, 0.00000',
    '0.41352, 0.58648, 0.00000',
    '0.20132, 0.15466, 0.64402',
  ],
  limits: [
    // float32 angles against the exact ones, as the core counts them near the front and far out.
    'off by up to 0.00044',
    'near position 1,000,000 by up to 0.055',
    'Of 100 entries in rows up to 8191, 7.5 are rounded',
    'and up to 1,000,000, 0.6.',
  ],
};

async function sectionText(page: Page, id: string): Promise<string> {
  return page.locator(`#${id}`).evaluate((section) => {
    const copy = section.cloneNode(true) as HTMLElement;
    for (const unseen of copy.querySelectorAll('script, annotation')) unseen.remove();
    return copy.textContent.replace(/\s+/g, ' ');
  });
}

test('every section shows the numbers that belong to it', async ({ page }) => {
  await page.goto('./');
  for (const [id, numbers] of Object.entries(facts)) {
    const words = await sectionText(page, id);
    for (const number of numbers) expect.soft(words, id).toContain(number);
  }
});

test('the numbers that a figure holds are reached by its address', async ({ page }) => {
  // The ratio of neighbouring rates at width 64 is 10000^(-2/64): 0.74989 of a turn's speed.
  await page.goto('./#playground?width=64&position=1&base=10000');
  const playground = page.locator('#playground');
  await expect(playground.locator('.figure-summary')).toContainText('width 64');
  await playground.getByText('Numbers, link and downloads').click();
  await expect(playground.locator('table')).toContainText('0.74989');

  await page.goto('./#similarity?width=512');
  await expect(page.locator('#similarity .figure-summary')).toContainText('44');
});
