import type { PairLayout } from '../../bindings/sinusoidal.ts';
import { readStored, writeStored } from '../storage/storage.ts';

const key = 'layout';
const layouts: readonly PairLayout[] = ['interleaved', 'split'];

/**
 * Which entries of a vector form a pair, for the whole page: one choice, kept, which figures and
 * formulas follow. The style sheet shows the formulas of the layout that `data-pair-layout` names.
 */
class LayoutChoice extends EventTarget {
  #layout = layouts.find((name) => name === readStored(key)) ?? 'interleaved';

  constructor() {
    super();
    this.#mark();
  }

  get layout(): PairLayout {
    return this.#layout;
  }

  choose(layout: PairLayout): void {
    if (layout === this.#layout) return;
    this.#layout = layout;
    writeStored(key, layout);
    this.#mark();
    this.dispatchEvent(new Event('change'));
  }

  #mark(): void {
    document.documentElement.dataset['pairLayout'] = this.#layout;
  }
}

export const layoutChoice = new LayoutChoice();
