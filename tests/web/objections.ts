import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe objects to in a page: the rule, and the elements. All its default rules, best practices among
 * them. The first rows of a table of numbers stand for the others, which look the same.
 */
export async function objections(page: Page): Promise<string[][]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('.table-scroll tbody tr:nth-child(n + 4)')
    .options({ resultTypes: ['violations'] })
    // Frames are pages of their own here: axe need not hand over half-done results from page to page.
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))]);
}
