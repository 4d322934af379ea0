import { text } from '../components/strings/strings.ts';
import { readStored, writeStored } from '../components/storage/storage.ts';

const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/**
 * Light or dark by the system's wish, or by the reader's, which is kept.
 * @returns what changes it for this visit
 */
export function startTheme(): (chosen: Theme) => void {
  const button = document.querySelector<HTMLButtonElement>('.bar-theme')!;
  let theme = themes.find((name) => name === readStored(key)) ?? 'auto';
  const apply = (chosen: Theme) => {
    theme = chosen;
    if (chosen === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
    button.textContent = text(`page.theme.${chosen}`);
    button.setAttribute('aria-label', text('page.theme', { theme: button.textContent }));
  };
  apply(theme);
  button.addEventListener('click', () => {
    apply(themes[(themes.indexOf(theme) + 1) % themes.length]!);
    writeStored(key, theme);
  });
  return apply;
}
