import type { ChallengeSurroundings } from '../components/challenge/challenge-element.ts';

/** Feedback texts are content: each is a file of its own, fetched at the first check. */
const feedback = import.meta.glob<string>('../content/*/challenges/*/feedback.md', {
  query: '?raw',
  import: 'default',
});

export const challengeSurroundings: ChallengeSurroundings = {
  sandbox: new URL('sandbox/', document.baseURI),
  loadFeedback(challenge) {
    const load = feedback[`../content/en/challenges/${challenge}/feedback.md`];
    if (load === undefined) throw new Error(`there are no feedback texts for ${challenge}`);
    return load();
  },
};
