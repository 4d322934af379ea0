import { parseAddress } from '../components/address/address.ts';
import { onArrows } from './arrow-keys.ts';
import { defineFigureTag } from './define-figure.ts';
import { loadRestOfStrings } from './rest-of-strings.ts';

/**
 * The page for lectures: one figure at a time, chosen by the links in the bar, the arrow keys or the
 * address (`#figure?key=value`). A figure's code is fetched when it is first shown.
 */
const links = [...document.querySelectorAll<HTMLAnchorElement>('.switcher a')];
const ids = links.map((link) => link.hash.slice(1));
const figures = ids.map((id) => document.getElementById(id)!);
const woken = new Set<string>();
const page = document.title;
let current = 0;

function show(index: number): void {
  current = index;
  figures.forEach((figure, i) => {
    figure.closest('.stage')!.toggleAttribute('data-shown', i === index);
    if (i === index) links[i]!.setAttribute('aria-current', 'true');
    else links[i]!.removeAttribute('aria-current');
  });
  document.title = `${links[index]!.textContent} · ${page}`;
  const tag = figures[index]!.localName;
  if (woken.has(tag)) return;
  woken.add(tag);
  // Code that cannot be had leaves the picture as it is; the next visit tries again.
  loadRestOfStrings()
    .then(() => defineFigureTag(tag))
    .catch(() => woken.delete(tag));
}

/** Figures write their state into the address: the link of the one that is left keeps it. */
function keepAddress(): void {
  if (parseAddress(location.hash).id === ids[current])
    links[current]!.setAttribute('href', location.hash);
}

function go(index: number): void {
  const link = links[index];
  if (link === undefined || index === current) return;
  keepAddress();
  history.pushState(null, '', link.hash);
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function followAddress(): void {
  const index = ids.indexOf(parseAddress(location.hash).id);
  show(Math.max(index, 0));
  scrollTo(0, 0);
}

links.forEach((link, i) => {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(i);
  });
});
onArrows((by) => go(current + by));
window.addEventListener('hashchange', followAddress);
document.querySelector('.stages')!.toggleAttribute('data-live', true);
followAddress();
