import { ClaimElement } from '../components/claim/claim-element.ts';
import { QuestionElement } from '../components/question/question-element.ts';
import { StepsElement } from '../components/steps/steps-element.ts';
import { startLater } from './start-later.ts';
import { startNavigation } from './navigation.ts';
import { startTheme } from './theme.ts';

const setTheme = startTheme();

function start(): void {
  for (const [name, element] of [
    ['posenc-steps', StepsElement],
    ['posenc-question', QuestionElement],
    ['posenc-claim', ClaimElement],
  ] as const) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
  startLater();
  // After the panels have folded their later steps away: only then do addresses lead to their places.
  startNavigation();
}

// What an address or a frame asks for is cut out before anything wakes.
if (location.search === '' && parent === window) start();
else {
  void import('../embed/embedded-page.ts')
    .then(({ startEmbedded }) => startEmbedded(setTheme))
    .catch(() => undefined)
    .then(start);
}
