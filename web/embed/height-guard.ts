/** How many growths in a row, each caused by the frame's own growth, end the following. */
const most = 12;
const within = 2000; // milliseconds from one to the next, since a busy browser resizes frames late

/**
 * Ends the following of a height that chases itself: content that is as tall as its window, and a
 * bit, makes the frame grow for ever.
 */
export class HeightGuard {
  #growths: number[] = [];
  #last = 0;
  #stopped = false;

  /**
   * Whether a height may be told.
   * @param resized whether the window's height has changed since the last one
   * @param time in milliseconds
   */
  allows(height: number, resized: boolean, time: number): boolean {
    if (this.#stopped) return false;
    const chasing = resized && height > this.#last;
    if (!chasing) this.#growths = [];
    else if (time - (this.#growths.at(-1) ?? time) > within) this.#growths = [time];
    else this.#growths.push(time);
    this.#last = height;
    this.#stopped = this.#growths.length > most;
    return !this.#stopped;
  }

  /** Another width is another layout: following starts anew. */
  reset(): void {
    this.#growths = [];
    this.#stopped = false;
  }
}
