/** The sentences of every challenge, taken into the command at build. */
import { parseFeedback } from '../web/verdict/verdict-text.ts';
import type { FeedbackTexts } from '../web/verdict/verdict-text.ts';
import shared from '../web/content/en/challenges/feedback.md?raw';

const kFiles = import.meta.glob<string>('../web/content/en/challenges/*/feedback.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** By challenge id: the name of its folder. */
export const feedbackTexts: ReadonlyMap<string, FeedbackTexts> = new Map(
  Object.entries(kFiles).map(([path, markdown]) => [
    path.split('/').at(-2) ?? '',
    parseFeedback(shared, markdown),
  ]),
);
