import { parseAddress } from '../components/address/address.ts';
import { text } from '../components/strings/strings.ts';
import { onArrows } from './arrow-keys.ts';

/**
 * The reader's place: which section is in view, the steps to its neighbours in the bar, the contents
 * and on the arrow keys, and addresses with a state behind the id (`#figure?key=value`), which a
 * browser cannot scroll to by itself.
 */
export function startNavigation(): void {
  const sections = [...document.querySelectorAll<HTMLElement>('.section')];
  const place = document.querySelector<HTMLElement>('.bar-place');
  if (place === null) return; // a page without sections has its own way
  const steps = {
    previous: document.querySelector<HTMLAnchorElement>('[data-go="previous"]')!,
    next: document.querySelector<HTMLAnchorElement>('[data-go="next"]')!,
  };
  let current = 0;

  const show = (index: number) => {
    current = index;
    place.textContent = text('page.place', { section: index + 1, total: sections.length });
    for (const link of document.querySelectorAll<HTMLElement>('.contents a')) {
      if (link.dataset['section'] === sections[index]!.id)
        link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    point(steps.previous, sections[index - 1]);
    point(steps.next, sections[index + 1]);
  };

  const measure = () => {
    // The section that holds the line a third down the window; above the first one, the first.
    const line = window.innerHeight / 3;
    let index = 0;
    sections.forEach((section, i) => {
      if (section.getBoundingClientRect().top <= line) index = i;
    });
    if (index !== current) show(index);
  };

  let waiting = false;
  const onScroll = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      measure();
    });
  };

  const go = (by: 1 | -1) => {
    const index = current + by;
    const target = sections[index];
    if (target === undefined) return;
    visit(`#${target.id}`);
    show(index);
  };

  onArrows(go);
  for (const [name, link] of Object.entries(steps)) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go(name === 'next' ? 1 : -1);
    });
  }

  const followAddress = () => {
    const { id } = parseAddress(location.hash);
    const target = id === '' ? null : document.getElementById(id);
    if (target !== null) arrive(target);
    measure();
  };

  // Links inside the page are followed at once: the browser's own way is a task later, and a second
  // click in between would start from the old place.
  const visit = (hash: string) => {
    history.pushState(null, '', hash);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const hash = link?.getAttribute('href');
    if (!hash?.startsWith('#')) return;
    event.preventDefault();
    visit(hash);
  });
  window.addEventListener('hashchange', followAddress);
  window.addEventListener('scroll', onScroll, { passive: true });
  window.addEventListener('resize', onScroll, { passive: true });
  show(0);
  if (location.hash === '') measure();
  else followAddress();
}

/** Scrolls to an element and lets reading and tabbing go on from it. */
function arrive(target: HTMLElement): void {
  const start = target.matches('.section') ? target.querySelector<HTMLElement>('h2')! : target;
  if (!start.hasAttribute('tabindex')) start.tabIndex = -1;
  reveal(target, 'auto');
  // A frame that nobody is in leaves the focus to the page that holds it.
  if (parent === window || document.hasFocus()) start.focus({ preventScroll: true });
  holdInPlace(target);
}

/** Scrolls this window alone: scrollIntoView would move a page that holds it in a frame as well. */
function reveal(target: HTMLElement, behavior: ScrollBehavior): void {
  const margin = parseFloat(getComputedStyle(target).scrollMarginTop) || 0;
  scrollTo({ top: target.getBoundingClientRect().top + scrollY - margin, behavior });
}

/** What is held in its place at the moment; two would pull the page to and fro. */
let holding: AbortController | undefined;

/**
 * Sections are laid out when they come near and may then be taller than supposed. Until nothing has
 * moved for half a second, the reader does something, or another target is gone to (with the browser's
 * own way back, for one), the target is kept where it was wanted.
 */
function holdInPlace(target: HTMLElement): void {
  holding?.abort();
  const over = (holding = new AbortController());
  const { signal } = over;
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    // Capturing: a key that led here is past this and ends nothing.
    window.addEventListener(
      type,
      () => {
        over.abort();
      },
      { signal, capture: true, passive: true },
    );
  }
  let frames = 0;
  let still = 0;
  let last = NaN;
  const look = () => {
    if (signal.aborted) return;
    const moving = window.scrollY !== last; // smoothly on the way, or moved by the last look
    last = window.scrollY;
    still = moving ? 0 : still + 1;
    if (!moving) reveal(target, 'instant');
    if (still < 30 && ++frames < 600) requestAnimationFrame(look);
    else over.abort();
  };
  requestAnimationFrame(look);
}

function point(link: HTMLAnchorElement, section: HTMLElement | undefined): void {
  link.setAttribute('aria-disabled', String(section === undefined));
  if (section !== undefined) link.hash = section.id;
}
