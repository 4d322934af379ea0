import type { ClaimElement } from '../components/claim/claim-element.ts';
import type { QuestionElement } from '../components/question/question-element.ts';
import { progress } from '../components/progress/progress.ts';
import { defineFigureTag, figureTags } from './define-figure.ts';
import { startPrint } from './print.ts';
import { loadRestOfStrings } from './rest-of-strings.ts';

/**
 * Fetches the code of figures and challenges in chunks of their own, and the font of the formulas,
 * when the section in which they stand comes near. Until it is there each shows what the build drew.
 */
export function startLater(): void {
  if (document.querySelector('.stages') !== null) {
    // The page for lectures shows one figure at a time and has nothing else to wait for.
    import('./playground.ts').catch(() => undefined);
    return;
  }
  const loaders = new Map<string, () => Promise<void>>([['posenc-challenge', defineChallenge]]);
  for (const tag of figureTags) loaders.set(tag, () => defineFigureTag(tag));

  loaders.set('posenc-layout-switch', defineLayoutSwitch);
  loaders.set('posenc-training-lab', defineTrainingLab);
  loaders.set('.progress', showProgress);
  const firstEntry = () => {
    if (loaders.delete('.progress')) later(showProgress);
  };
  if (Object.keys(progress.entries).length > 0) firstEntry();
  else progress.addEventListener('change', firstEntry, { once: true });

  const mathFont = document.querySelector<HTMLLinkElement>('link[data-for="math"]');
  const wake = (part: Element): void => {
    for (const one of part.querySelectorAll<QuestionElement | ClaimElement>(
      'posenc-question, posenc-claim',
    )) {
      one.wake();
    }
    if (mathFont !== null && part.querySelector('math') !== null) mathFont.media = 'all';
    for (const [name, load] of loaders) {
      if (part.querySelector(name) === null) continue;
      loaders.delete(name);
      if (name === firstFigure) load().catch(() => undefined);
      else later(load);
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        wake(target);
      }
    },
    { rootMargin: '100% 0px' },
  );
  for (const part of document.querySelectorAll('.title, .section, .back')) observer.observe(part);
  recordReading();
  startPrint();
  // Only where the lesson has the window to itself, and after the first view is there.
  if (parent === window && 'serviceWorker' in navigator) {
    addEventListener('scroll', () => later(keepForOffline), { once: true });
  }
}

/** The words of this one are there from the start. */
const firstFigure = 'posenc-sentence';

/** Code that cannot be had leaves the picture as it is. */
function later(load: () => Promise<void>): void {
  loadRestOfStrings()
    .then(load)
    .catch(() => undefined);
}

/** A section counts as read when its end has been in view. */
function recordReading(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const section = target.closest<HTMLElement>('.section');
        if (!isIntersecting || section === null) continue;
        if (progress.of(section) === undefined) progress.keep(section, { read: true });
      }
    },
    { threshold: 1 },
  );
  for (const closing of document.querySelectorAll('.closing')) observer.observe(closing);
}

async function defineLayoutSwitch(): Promise<void> {
  const { LayoutSwitchElement } = await import('../components/layout-choice/layout-switch.ts');
  customElements.define('posenc-layout-switch', LayoutSwitchElement);
}

async function defineTrainingLab(): Promise<void> {
  const { TrainingLabElement } = await import('../components/training-lab/training-lab-element.ts');
  customElements.define('posenc-training-lab', TrainingLabElement);
}

/** The view of the progress is fetched when there is something to show, or its place is near. */
async function showProgress(): Promise<void> {
  const { startProgressView } = await import('../components/progress/progress-view.ts');
  startProgressView();
}

async function keepForOffline(): Promise<void> {
  const { startOffline } = await import('../embed/offline/offline.ts');
  await startOffline();
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
