import { parseAddress } from '../components/address/address.ts';
import {
  announceStanding,
  isComplete,
  restoreStanding,
  standingItems,
  standingOf,
} from '../components/progress/standing.ts';
import { progress, stateFrom } from '../components/progress/progress.ts';
import { showChosenPart } from './chosen-part.ts';
import { applyColours } from './colours.ts';
import { H5pHeight } from './h5p-height.ts';
import { startHeadingsAt } from './heading-level.ts';
import { HeightWatch } from './height.ts';
import { watchLimits, type Limit } from './limits.ts';
import type { ToPage } from './messages.ts';
import { readOptions, type PageOptions } from './page-options.ts';
import { ParentLink } from './parent-link.ts';
import './embed.css';

type SetTheme = (theme: 'auto' | 'light' | 'dark') => void;

/** The events that a holding page is told of, as they are. */
const events = [
  'posenc-answer',
  'posenc-challenge',
  'posenc-progress',
  'posenc-complete',
  'posenc-error',
];

/**
 * Makes of the page what its address asks for and, in a frame, speaks to the page that holds it.
 * Called before anything in the page wakes.
 */
export function startEmbedded(setTheme: SetTheme): void {
  const options = readOptions(location.search);
  if (options.theme !== undefined) setTheme(options.theme);
  if (options.dir !== undefined) document.documentElement.dir = options.dir;
  if (options.at !== '') history.replaceState(history.state, '', `#${options.at}`);
  showChosenPart(options);
  if (options.headingLevel > 1) startHeadingsAt(options.headingLevel);
  document.documentElement.dataset['codeLanguages'] = options.challenges.join(' ');
  if (options.notKnown.length > 0) {
    console.info(`The lesson does not know ${options.notKnown.join(', ')}.`);
  }
  if (options.bare) openPlace();
  announceStanding();
  if (parent !== window) startFrame(options, setTheme);
  watchLimits(announceLimit);
}

/** Without the bar there is no navigation that would do it. Only this window scrolls. */
function openPlace(): void {
  const { id } = parseAddress(location.hash);
  const top = id === '' ? undefined : document.getElementById(id)?.getBoundingClientRect().top;
  if (top !== undefined) scrollTo(0, top + scrollY);
}

function announceLimit(code: Limit): void {
  const event = new CustomEvent('posenc-error', {
    detail: { code },
    bubbles: true,
    composed: true,
  });
  document.body.dispatchEvent(event);
}

function startFrame(options: PageOptions, setTheme: SetTheme): void {
  const link = new ParentLink(options.id);
  const height = new HeightWatch();
  const ours = {
    tell: (tall: number) => {
      link.tell({ type: 'height', height: tall });
    },
  };
  const h5p = options.resize ? new H5pHeight((message) => link.tellPlain(message)) : undefined;
  if (options.resize) {
    height.add({
      tell: (tall) => {
        link.tellPlain({ subject: 'lti.frameResize', height: tall });
      },
    });
  }

  let reports = false;
  const report = () => {
    if (!reports) return;
    const items = standingItems();
    const standing = standingOf(items);
    link.tell({ type: 'standing', items, standing, complete: isComplete(items) });
    link.tell({ type: 'state', state: { version: 1, entries: { ...progress.entries } } });
  };
  progress.addEventListener('change', report);
  for (const name of events) {
    document.addEventListener(name, (event) => {
      link.tell({ type: 'event', name, detail: (event as CustomEvent<unknown>).detail });
    });
  }

  const receive = (message: ToPage) => {
    switch (message.type) {
      case 'hello':
        if (options.mayResize) height.add(ours);
        if (message.reports === true && !reports) {
          reports = true;
          watchPlace((place) => link.tell({ type: 'place', place }));
        }
        link.tell({ type: 'ready', version: __POSENC_VERSION__ });
        report();
        break;
      case 'theme':
        if (['auto', 'light', 'dark'].includes(message.theme)) setTheme(message.theme);
        applyColours(message.colours ?? {});
        break;
      case 'set-state': {
        const entries = stateFrom(message.state);
        if (entries !== undefined) progress.replace({ entries, texts: progress.book().texts });
        break;
      }
      case 'restore':
        if (Array.isArray(message.items)) restoreStanding(message.items.filter(isKnown));
        break;
    }
  };
  link.listen(receive, (data) => {
    if (h5p?.receive(data) === true) height.add(h5p);
  });
  link.tell({ type: 'hello' });
}

/** Calls with the section that the reader has come to. */
function watchPlace(come: (id: string) => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) come(target.id);
    },
    // A section is where the reader is when it holds the middle of the window.
    { rootMargin: '-50% 0px' },
  );
  for (const section of document.querySelectorAll('.section')) observer.observe(section);
}

/** Whether an item of what was known elsewhere can be one. */
function isKnown(item: unknown): item is { id: string; right: boolean } {
  return typeof (item as { id?: unknown } | null)?.id === 'string';
}
