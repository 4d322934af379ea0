/**
 * Lets the lesson's title stand at another level than the first, and all headings below it, so that they
 * fit into the outline of the page around the lesson. What is drawn later asks `data-heading-level`.
 */
export function startHeadingsAt(first: number): void {
  document.documentElement.dataset['headingLevel'] = String(first);
  for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
    heading.setAttribute('aria-level', String(Number(heading.localName[1]) + first - 1));
  }
}
