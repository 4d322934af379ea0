import type { ChallengeSurroundings } from '../components/challenge/challenge-element.ts';

/** Feedback texts are content: each is a file of its own, fetched at the first check. */
const feedback = import.meta.glob<string>('../content/*/challenges/*/feedback.md', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const challengeSurroundings: ChallengeSurroundings = {
  sandbox: new URL('sandbox/', document.baseURI),
  async loadFeedback(challenge) {
    const address = feedback[`../content/en/challenges/${challenge}/feedback.md`];
    if (address === undefined) throw new Error(`there are no feedback texts for ${challenge}`);
    const response = await fetch(new URL(address, import.meta.url));
    if (!response.ok) throw new Error(`the feedback texts answered ${response.status}`);
    return response.text();
  },
};
