import { parseAddress } from '../components/address/address.ts';
import { text } from '../components/strings/strings.ts';
import { namesSection, type PageOptions } from './page-options.ts';

/**
 * Leaves of the page what the address asks for, before anything in it wakes. A part that there is
 * not leaves everything. Links to what is gone open the whole lesson in a window of its own.
 */
export function showChosenPart(options: PageOptions): void {
  const main = document.querySelector<HTMLElement>('#lesson');
  if (main === null) return; // the page for lectures is whole or nothing
  if (options.challenges.length === 0) {
    for (const challenge of main.querySelectorAll('posenc-challenge')) challenge.remove();
  }
  const chosen = options.part === undefined ? [] : findPart(main, options.part);
  if (chosen.length > 0) {
    const title = document.createElement('h1');
    title.className = 'visually-hidden';
    title.textContent = document.title;
    main.replaceChildren(title, ...chosen);
  }
  if (!options.bare) return;
  for (const around of document.querySelectorAll('.bar, .contents, .skip')) around.remove();
  document.documentElement.dataset['view'] = chosen.length > 0 ? options.part!.kind : 'lesson';
  leadOutside(main);
  if (parent !== window) addWayOut(main);
}

/** A frame prints no more than it shows: in a window of its own the same part is printed whole. */
function addWayOut(main: HTMLElement): void {
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = text('page.alone');
  const line = document.createElement('p');
  line.className = 'page-foot';
  line.append(link);
  main.append(line);
}

function findPart(main: HTMLElement, { kind, name }: { kind: string; name: string }): Element[] {
  if (kind === 'sections') {
    return [...main.querySelectorAll<HTMLElement>('.section')].filter((section) =>
      namesSection(name, section.id, Number(section.dataset['number'])),
    );
  }
  const id = kind === 'challenge' ? `challenge-${name}` : name;
  const element = document.getElementById(id);
  const part =
    kind === 'challenge'
      ? element?.closest('posenc-challenge')
      : element?.closest('.figure, posenc-steps');
  if (part == null || !main.contains(part)) return [];
  const section = part.closest<HTMLElement>('.section, .title')!;
  const heading = section.querySelector('h2');
  if (heading !== null) {
    section.removeAttribute('aria-labelledby');
    section.setAttribute('aria-label', heading.textContent);
  }
  section.replaceChildren(part);
  return [section];
}

/** A link must not lead the frame away from what its page holds it for. */
function leadOutside(main: HTMLElement): void {
  for (const link of main.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href')!;
    if (href.startsWith('#')) {
      if (document.getElementById(parseAddress(href).id) !== null) continue;
      // The lesson's own address, without what was asked of it.
      link.href = location.href.replace(/[?#].*$/s, '') + href;
    }
    link.target = '_blank';
    link.relList.add('noopener');
  }
}
