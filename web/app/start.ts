import { defineFigure } from '../components/figure/figure-element.ts';
import { figures } from '../components/figures.ts';
import { ChallengeElement } from '../components/challenge/challenge-element.ts';
import { QuestionElement } from '../components/question/question-element.ts';
import { StepsElement } from '../components/steps/steps-element.ts';
import { challengeSurroundings } from './challenge-surroundings.ts';
import { startNavigation } from './navigation.ts';
import { startTheme } from './theme.ts';

startTheme();

for (const [name, definition] of Object.entries(figures)) {
  // Each definition fits its own state and model; the loop only hands them on.
  defineFigure(`posenc-${name}`, definition as Parameters<typeof defineFigure>[1]);
}
if (!customElements.get('posenc-steps')) customElements.define('posenc-steps', StepsElement);
if (!customElements.get('posenc-question'))
  customElements.define('posenc-question', QuestionElement);
ChallengeElement.surroundings = challengeSurroundings;
if (!customElements.get('posenc-challenge'))
  customElements.define('posenc-challenge', ChallengeElement);
// After the panels have folded their later steps away: only then do addresses lead to their places.
startNavigation();
