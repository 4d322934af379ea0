import { figures } from '../components/figures.ts';

/**
 * Fetches the code of the figures and challenges that stand on this page, in chunks of their own: the
 * first view waits for none of it. Until it is there each shows what the build drew.
 */
export function startLater(): void {
  const loaders: Record<string, () => Promise<void>> = { 'posenc-challenge': defineChallenge };
  for (const [name, load] of Object.entries(figures)) {
    loaders[`posenc-${name}`] = async () => {
      const [{ defineFigure }, definition] = await Promise.all([
        import('../components/figure/figure-element.ts'),
        load(),
      ]);
      defineFigure(`posenc-${name}`, definition);
    };
  }
  for (const [name, load] of Object.entries(loaders)) {
    // Code that cannot be had leaves the picture as it is.
    if (document.querySelector(name) !== null) load().catch(() => undefined);
  }
}

async function defineChallenge(): Promise<void> {
  const [{ ChallengeElement }, { challengeSurroundings }] = await Promise.all([
    import('../components/challenge/challenge-element.ts'),
    import('./challenge-surroundings.ts'),
  ]);
  ChallengeElement.surroundings = challengeSurroundings;
  if (!customElements.get('posenc-challenge'))
    customElements.define('posenc-challenge', ChallengeElement);
}
