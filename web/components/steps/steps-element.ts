import { html, render } from 'lit';
import { parseAddress, writeAddress } from '../address/address.ts';
import { text } from '../strings/strings.ts';

/**
 * A panel of steps. Without scripts every step is in sight; with them one is, the next one waits
 * dimmed below it, and the buttons keep their place above. The step is part of the address.
 */
export class StepsElement extends HTMLElement {
  #step = 1;
  #bar: HTMLElement | undefined;
  #followAddress = () => this.#readAddress();

  get #steps(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > .step')];
  }

  connectedCallback(): void {
    if (this.#bar === undefined) {
      this.#bar = document.createElement('div');
      this.#bar.className = 'steps-bar';
      this.prepend(this.#bar);
      this.toggleAttribute('live', true);
    }
    window.addEventListener('hashchange', this.#followAddress);
    this.#readAddress();
    this.#show();
  }

  disconnectedCallback(): void {
    window.removeEventListener('hashchange', this.#followAddress);
  }

  #readAddress(): void {
    const address = parseAddress(location.hash);
    if (address.id !== this.id) return;
    const step = Number(address.values.get('step') ?? 1);
    if (Number.isInteger(step) && step >= 1 && step <= this.#steps.length) {
      this.#step = step;
      this.#show();
    }
  }

  #go(step: number): void {
    this.#step = step;
    const address = writeAddress(this.id, step === 1 ? {} : { step: String(step) });
    history.replaceState(history.state, '', address);
    this.#show();
    this.#steps[step - 1]?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }

  #show(): void {
    const steps = this.#steps;
    steps.forEach((step, i) => {
      const place = i + 1;
      step.hidden = place < this.#step || place > this.#step + 1;
      step.toggleAttribute('data-waiting', place === this.#step + 1);
      // The dimmed step can be read ahead by eye; it is not announced twice.
      step.inert = place === this.#step + 1;
    });
    render(
      html`
        <button
          type="button"
          ?disabled=${this.#step === 1}
          @click=${() => this.#go(this.#step - 1)}
        >
          ${text('steps.previous')}
        </button>
        <span class="steps-count" role="status"
          >${text('steps.count', { step: this.#step, total: steps.length })}</span
        >
        <button
          type="button"
          class="primary"
          ?disabled=${this.#step === steps.length}
          @click=${() => this.#go(this.#step + 1)}
        >
          ${text('steps.next')}
        </button>
      `,
      this.#bar!,
    );
  }
}
