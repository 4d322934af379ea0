import { text } from '../../components/strings/strings.ts';
import { colourNames } from '../colours.ts';
import type { FromPage, KeptState } from '../messages.ts';
import { emit, follow, saidBy, tellFrame } from './frame-link.ts';
import { themeAround, watchThemeAround } from './host-theme.ts';

/** In Node, where pages are drawn beforehand, there are no elements: importing must do nothing there. */
const Base = globalThis.HTMLElement ?? class {};

/** What becomes part of the frame's address, by attribute. */
const inAddress: Record<string, string> = {
  lesson: 'lesson',
  sections: 'sections',
  figure: 'figure',
  challenge: 'challenge',
  lang: 'lang',
  dir: 'dir',
  challenges: 'challenges',
  'heading-level': 'heading-level',
  state: 'state',
  'state-key': 'key',
};

/** How long a frame that has loaded may be silent before it counts as refused. */
const silence = 15_000;

const styles = `
  :host { display: block; color-scheme: normal; }
  :host([hidden]) { display: none; }
  iframe { display: block; inline-size: 100%; block-size: var(--posenc-height, 30rem); border: 0; }
  iframe[hidden], slot[hidden] { display: none; }
  p { margin: 0; }
`;

/**
 * The lesson, or a part of it, in a page of another site. It is a frame of `index.html` that is as tall
 * as its content: so no style, script, policy or shadow root of the site gets into the lesson's way or
 * the other way round, and where the site refuses WebAssembly or workers the frame has a policy of its
 * own. Where the site refuses frames there is a sentence with a link instead.
 */
export class LessonElement extends Base {
  static observedAttributes = ['base', 'theme', 'values', ...Object.keys(inAddress)];
  /** the folder of index.html where the attribute `base` names none */
  static assets = '';

  // The attributes of these names; see the end of this file.
  declare base: string;
  declare theme: string;
  declare values: string;
  declare lesson: string;
  declare sections: string;
  declare figure: string;
  declare challenge: string;
  declare challenges: string;
  declare headingLevel: string;
  declare stateKey: string;

  #frame: HTMLIFrameElement | undefined;
  #slot: HTMLSlotElement | undefined;
  #notice: HTMLElement | undefined;
  #over: AbortController | undefined;
  #address = '';
  #kept: KeptState | undefined;
  #wanted: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resolveReady!: () => void;

  /** Resolves when the page in the frame has first answered. */
  readonly ready = new Promise<void>((resolve) => (this.#resolveReady = resolve));

  /** What the reader has done, as plain JSON with a version; never the learner's code. */
  get state(): KeptState | undefined {
    return this.#kept;
  }

  set state(state: unknown) {
    this.#wanted = state;
    if (this.#frame !== undefined) tellFrame(this.#frame, { type: 'set-state', state });
  }

  /** As at the beginning. */
  reset(): void {
    this.state = { version: 1, entries: {} };
  }

  connectedCallback(): void {
    this.#over = new AbortController();
    const { signal } = this.#over;
    window.addEventListener('message', (event) => this.#receive(event), { signal });
    document.addEventListener('securitypolicyviolation', (event) => this.#refusedBy(event), {
      signal,
    });
    const stopWatching = watchThemeAround(this, () => this.#tellTheme());
    signal.addEventListener('abort', stopWatching);
    this.#draw();
    this.#load();
  }

  disconnectedCallback(): void {
    this.#over?.abort();
    clearTimeout(this.#timer);
    // Nothing of the lesson goes on running; what was done is kept here and by the browser.
    this.#frame?.remove();
    this.#frame = undefined;
    this.#address = '';
  }

  attributeChangedCallback(name: string): void {
    if (this.#frame === undefined) return;
    if (name === 'theme') this.#tellTheme();
    else queueMicrotask(() => this.#load());
  }

  #draw(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    this.#slot = document.createElement('slot');
    this.#notice = document.createElement('p');
    this.#notice.part.add('notice');
    this.#notice.setAttribute('role', 'status');
    root.append(this.#slot, this.#notice);
  }

  #wantedAddress(): string {
    const base = new URL(this.getAttribute('base') ?? LessonElement.assets, document.baseURI);
    const address = new URL('index.html', base.href.replace(/[^/]*$/, ''));
    const query = new URLSearchParams({ embed: '1' });
    for (const [attribute, name] of Object.entries(inAddress)) {
      const value = this.getAttribute(attribute);
      if (value !== null) query.set(name, value);
    }
    const values = this.getAttribute('values');
    const figure = query.get('figure');
    if (values !== null && figure !== null) query.set('at', `${figure}?${values}`);
    address.search = query.toString();
    return address.href;
  }

  /** Makes the frame, or leads it to what the attributes now ask for. */
  #load(): void {
    if (!this.isConnected) return;
    const address = this.#wantedAddress();
    if (address === this.#address) return;
    this.#address = address;
    this.#frame?.remove();
    const frame = document.createElement('iframe');
    frame.part.add('frame');
    frame.title = this.getAttribute('aria-label') ?? text('embed.frame');
    frame.loading = 'lazy';
    frame.allow = 'fullscreen; clipboard-write';
    frame.addEventListener('load', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#refuse(), silence);
    });
    frame.src = address;
    this.#frame = frame;
    this.shadowRoot!.prepend(frame);
  }

  #receive(event: MessageEvent<unknown>): void {
    const frame = this.#frame;
    const message = frame && saidBy(frame, event);
    if (message === undefined) return;
    switch (message.type) {
      case 'hello':
        tellFrame(frame!, { type: 'hello', reports: true });
        this.#tellTheme();
        break;
      case 'ready':
        this.#greeted();
        break;
      case 'height':
        follow(frame!, message.height);
        break;
      case 'event':
        emit(this, message.name, message.detail);
        break;
      case 'state':
        this.#keep(message);
        break;
    }
  }

  #greeted(): void {
    clearTimeout(this.#timer);
    this.#slot!.hidden = true;
    this.#notice!.replaceChildren();
    this.#frame!.hidden = false;
    if (this.#wanted !== undefined)
      tellFrame(this.#frame!, { type: 'set-state', state: this.#wanted });
    this.#wanted = undefined;
    this.#resolveReady();
    emit(this, 'posenc-ready', {});
  }

  /** A frame that comes back with nothing, since its storage is refused, gets what it had. */
  #keep({ state }: FromPage & { type: 'state' }): void {
    const had = this.#kept;
    const fresh = this.#frame!.dataset['told'] === undefined;
    this.#frame!.dataset['told'] = '';
    if (fresh && had !== undefined && Object.keys(state.entries).length === 0) {
      if (Object.keys(had.entries).length > 0) {
        tellFrame(this.#frame!, { type: 'set-state', state: had });
        return;
      }
    }
    this.#kept = state;
  }

  #tellTheme(): void {
    const chosen = this.getAttribute('theme');
    const theme = chosen === 'light' || chosen === 'dark' ? chosen : themeAround(this);
    const style = getComputedStyle(this);
    const colours = Object.fromEntries(
      colourNames.map((name) => [name, style.getPropertyValue(`--posenc-${name}`).trim()]),
    );
    if (this.#frame !== undefined) tellFrame(this.#frame, { type: 'theme', theme, colours });
  }

  #refusedBy({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
    if (!['frame-src', 'child-src', 'default-src'].includes(effectiveDirective)) return;
    // The browser may tell the origin alone.
    if (this.#address.startsWith(blockedURI)) this.#refuse();
  }

  #refuse(): void {
    clearTimeout(this.#timer);
    if (this.#frame === undefined || this.#frame.hidden) return;
    this.#frame.hidden = true;
    const link = document.createElement('a');
    link.href = this.#address.replace('embed=1&', '').replace(/[?&]embed=1/, '');
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = text('embed.open');
    this.#notice!.replaceChildren(text('embed.refused'), ' ', link);
    emit(this, 'posenc-error', { code: 'no-frames' });
  }
}

/** One figure: `<posenc-figure figure="playground" values="position=6&width=4">`. */
export class FigureOfLessonElement extends LessonElement {}

/** One challenge: `<posenc-challenge challenge="sinusoidal-table">`. */
export class ChallengeOfLessonElement extends LessonElement {}

/** The attributes as properties: `stateKey` is `state-key`. `lang` and `dir` are every element's own. */
for (const name of LessonElement.observedAttributes) {
  if (['lang', 'dir', 'state'].includes(name)) continue;
  const property = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  Object.defineProperty(LessonElement.prototype, property, {
    configurable: true,
    get(this: LessonElement) {
      return this.getAttribute(name) ?? '';
    },
    set(this: LessonElement, value: string) {
      this.setAttribute(name, value);
    },
  });
}
