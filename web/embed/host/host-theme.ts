type Theme = 'auto' | 'light' | 'dark';

/** The attributes by which course sites say light or dark, and what their words mean. */
const attributes = ['data-theme', 'data-bs-theme', 'data-md-color-scheme', 'data-color-mode'];
const meanings: Record<string, Theme> = {
  light: 'light',
  default: 'light',
  dark: 'dark',
  slate: 'dark',
};

function* ancestorsOf(element: Element): Generator<Element> {
  let one: Element | null = element;
  while (one !== null) {
    yield one;
    const root: Node = one.getRootNode();
    one = one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** The theme that the page says around an element: that of the nearest ancestor that says one. */
export function themeAround(element: Element): Theme {
  for (const one of ancestorsOf(element)) {
    for (const name of attributes) {
      const theme = meanings[one.getAttribute(name) ?? ''];
      if (theme !== undefined) return theme;
    }
    if (one.classList.contains('dark')) return 'dark';
    if (one.classList.contains('light')) return 'light';
  }
  return 'auto';
}

/** Calls when the page around an element may have changed its theme. @returns what ends it */
export function watchThemeAround(element: Element, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  for (const one of ancestorsOf(element)) {
    observer.observe(one, { attributeFilter: [...attributes, 'class'] });
  }
  return () => {
    observer.disconnect();
  };
}
