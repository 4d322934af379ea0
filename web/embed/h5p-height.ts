import type { HeightListener } from './height.ts';

/**
 * Speaks to the resizer of H5P pages, which answers `hello`, then makes the frame as tall as the
 * content after a word of preparation.
 */
export class H5pHeight implements HeightListener {
  readonly #send: (message: Record<string, unknown>) => void;
  #height = 0;

  constructor(send: (message: Record<string, unknown>) => void) {
    this.#send = send;
    this.#say('hello');
  }

  tell(height: number): void {
    this.#height = height;
    this.#say('prepareResize', { scrollHeight: height, clientHeight: height });
  }

  /** @returns whether the resizer asks for heights from now on, or for one again */
  receive(data: object): boolean {
    const { context, action } = data as { context?: unknown; action?: unknown };
    if (context !== 'h5p') return false;
    if (action === 'ready') this.#say('hello');
    if (action === 'resizePrepared') this.#say('resize', { scrollHeight: this.#height });
    return action === 'hello' || action === 'resize';
  }

  #say(action: string, more: Record<string, unknown> = {}): void {
    this.#send({ context: 'h5p', action, ...more });
  }
}
