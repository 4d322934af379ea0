import { HeightGuard } from './height-guard.ts';

/** At most ten messages a second. */
const pause = 100;

/** What a height is told to. */
export interface HeightListener {
  tell(height: number): void;
}

/**
 * Tells the height of the content whenever it changes by two pixels or more: of what lies in the
 * body, never of the window, which the listener makes as tall as it is told.
 */
export class HeightWatch {
  readonly #body = document.body;
  readonly #guard = new HeightGuard();
  readonly #listeners = new Set<HeightListener>();
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastTime = -Infinity;
  #size = { width: innerWidth, height: innerHeight };
  #resized = false;

  constructor() {
    new ResizeObserver(() => this.#soon()).observe(this.#body);
    addEventListener('resize', () => {
      if (innerWidth !== this.#size.width) this.#guard.reset();
      else if (innerHeight !== this.#size.height) this.#resized = true;
      this.#size = { width: innerWidth, height: innerHeight };
      this.#soon();
    });
    for (const moment of ['beforeprint', 'pageshow']) {
      addEventListener(moment, () => {
        this.again();
      });
    }
  }

  add(listener: HeightListener): void {
    this.#listeners.add(listener);
    this.again();
  }

  /** Tells the height whether or not it has changed. */
  again(): void {
    this.#told = 0;
    this.#soon();
  }

  get height(): number {
    // A hidden frame has no width, and what is measured in it is nothing or far too tall.
    return innerWidth === 0 ? 0 : Math.ceil(this.#body.getBoundingClientRect().height);
  }

  #soon(): void {
    if (this.#listeners.size === 0 || this.#timer !== undefined) return;
    const wait = Math.max(0, pause - (performance.now() - this.#lastTime));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#tell();
    }, wait);
  }

  #tell(): void {
    if (document.fullscreenElement !== null) return;
    const { height } = this;
    if (height === 0) {
      this.#told = 0; // shown again, it has to be told again
      return;
    }
    if (Math.abs(height - this.#told) < 2) return;
    const now = performance.now();
    const resized = this.#resized;
    this.#resized = false;
    if (!this.#guard.allows(height, resized, now)) return;
    this.#told = height;
    this.#lastTime = now;
    for (const listener of this.#listeners) listener.tell(height);
  }
}
