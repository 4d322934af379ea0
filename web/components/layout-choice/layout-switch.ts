import { html, render } from 'lit';
import { radioGroup } from '../figure/controls.ts';
import { text } from '../strings/strings.ts';
import { layoutChoice } from './layout-choice.ts';

/** The switch of the page's layout; every one on the page shows the same choice. */
export class LayoutSwitchElement extends HTMLElement {
  static #count = 0;
  #name = `layout-switch-${++LayoutSwitchElement.#count}`;
  #draw = () => {
    render(
      html`${radioGroup({
        id: this.#name,
        label: text('layout.switch'),
        value: layoutChoice.layout,
        options: [
          { name: 'interleaved', label: text('playground.layout.interleaved') },
          { name: 'split', label: text('playground.layout.split') },
        ],
        change: (layout) => {
          layoutChoice.choose(layout);
        },
      })}`,
      this,
    );
  };

  connectedCallback(): void {
    layoutChoice.addEventListener('change', this.#draw);
    this.#draw();
  }

  disconnectedCallback(): void {
    layoutChoice.removeEventListener('change', this.#draw);
  }
}
