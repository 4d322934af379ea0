/**
 * embed.js: gives every `<iframe data-posenc>` of a course page the height of its content, the page's
 * theme, and the lesson's events. `data-posenc="https://host"` names the only origin it may be. Where the
 * page has elements of posenc.js, that is fetched too: so sites that take classic scripts alone can use them.
 */
import { emit, follow, saidBy, tellFrame } from './frame-link.ts';
import { themeAround, watchThemeAround } from './host-theme.ts';

const selector = 'iframe[data-posenc]';
const elements = 'posenc-lesson, posenc-figure, posenc-challenge';
const here = (document.currentScript as HTMLScriptElement | null)?.src;
let asked = false;
const upgraded = new WeakSet<HTMLIFrameElement>();

function tellTheme(frame: HTMLIFrameElement): void {
  // An address that names a theme means it.
  if (/[?&]theme=/.test(frame.src)) return;
  tellFrame(frame, { type: 'theme', theme: themeAround(frame) });
}

function greet(frame: HTMLIFrameElement): void {
  tellFrame(frame, { type: 'hello' });
  tellTheme(frame);
}

function upgrade(frame: HTMLIFrameElement): void {
  if (upgraded.has(frame)) return;
  upgraded.add(frame);
  watchThemeAround(frame, () => {
    tellTheme(frame);
  });
  greet(frame);
}

function upgradeAll(): void {
  document.querySelectorAll<HTMLIFrameElement>(selector).forEach(upgrade);
  if (asked || here === undefined || document.querySelector(elements) === null) return;
  asked = true;
  void import(/* @vite-ignore */ new URL('posenc.js', here).href);
}

function receive(event: MessageEvent<unknown>): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>(selector)) {
    const message = saidBy(frame, event);
    const origin = frame.dataset['posenc'];
    if (message === undefined || (origin && origin !== event.origin)) continue;
    if (message.type === 'hello') greet(frame);
    else if (message.type === 'height') follow(frame, message.height);
    else if (message.type === 'event') emit(frame, message.name, message.detail);
  }
}

addEventListener('message', receive);
// Frames of sites that swap their pages without loading them anew.
new MutationObserver(upgradeAll).observe(document, { childList: true, subtree: true });
upgradeAll();
