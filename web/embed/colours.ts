/** The colours that a page around this one may choose, and what they are called here. */
const names: Record<string, string> = {
  accent: '--accent',
  bg: '--paper',
  panel: '--panel',
  surface: '--surface',
  ink: '--ink',
  muted: '--muted',
  rule: '--rule',
};

/** The names by which they are chosen: `--posenc-NAME` on an element. */
export const colourNames = Object.keys(names);

/** What is no colour changes nothing; an empty text gives the page's own back. */
export function applyColours(colours: Record<string, unknown>): void {
  const { style } = document.documentElement;
  for (const [name, property] of Object.entries(names)) {
    const value = colours[name];
    if (typeof value === 'string' && CSS.supports('color', value))
      style.setProperty(property, value);
    else style.removeProperty(property);
  }
}
