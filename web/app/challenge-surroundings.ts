import type { ChallengeSurroundings } from '../components/challenge/challenge-element.ts';

/** Feedback texts are content: each file is fetched at the first check that needs it. */
const feedback = import.meta.glob<string>('../content/*/challenges/**/feedback.md', {
  query: '?url',
  import: 'default',
  eager: true,
});

export const challengeSurroundings: ChallengeSurroundings = {
  sandbox: new URL('sandbox/', document.baseURI),
  loadFeedback(challenge) {
    return Promise.all(['feedback.md', `${challenge}/feedback.md`].map(loadFile));
  },
};

async function loadFile(name: string): Promise<string> {
  const address = feedback[`../content/en/challenges/${name}`];
  if (address === undefined) throw new Error(`there are no feedback texts in ${name}`);
  const response = await fetch(new URL(address, import.meta.url));
  if (!response.ok) throw new Error(`the feedback texts answered ${response.status}`);
  return response.text();
}
