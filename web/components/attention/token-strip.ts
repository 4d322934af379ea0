import { html, type TemplateResult } from 'lit';
import { row, type Matrix } from '../../bindings/matrix.ts';
import { valueCell } from '../plots/value-cell.ts';
import { text } from '../strings/strings.ts';
import { tokenName } from './words.ts';

export interface TokenStrip {
  words: readonly string[];
  /** what enters attention, a row for each token */
  input: Matrix;
  /** whether the place of a token is part of that */
  positions: boolean;
  move(from: number, to: number): void;
}

/** Where the token is that a pointer holds, for each list in which one does. */
const held = new WeakMap<HTMLElement, number>();

/** The tokens in order. Buttons and a pointer that drags move a token to another place. */
export function tokenStrip(strip: TokenStrip): TemplateResult {
  const { words, input } = strip;
  const onDown = (event: PointerEvent) => {
    const target = event.target as Element;
    const list = event.currentTarget as HTMLElement;
    const token = target.closest('li');
    if (token === null || target.closest('button') !== null || event.button !== 0) return;
    list.setPointerCapture(event.pointerId);
    held.set(list, [...list.children].indexOf(token));
  };
  const onMove = (event: PointerEvent) => {
    const list = event.currentTarget as HTMLElement;
    const from = held.get(list);
    if (from === undefined) return;
    const to = [...list.children].findIndex((token) => isInside(token, event));
    if (to < 0 || to === from) return;
    held.set(list, to);
    strip.move(from, to);
  };
  const onUp = (event: PointerEvent) => held.delete(event.currentTarget as HTMLElement);
  const onButton = (event: Event, from: number, to: number) => {
    const list = (event.currentTarget as HTMLElement).closest('ol')!;
    strip.move(from, to);
    requestAnimationFrame(() => focusMoved(list, from, to));
  };
  return html`<ol
    class="token-strip"
    @pointerdown=${onDown}
    @pointermove=${onMove}
    @pointerup=${onUp}
    @pointercancel=${onUp}
  >
    ${words.map(
      (word, place) =>
        html`<li>
          <span class="token-word content" data-label>${word}</span>
          <span class="token-place ${strip.positions ? 'position' : ''}" data-label>${place}</span>
          <svg class="token-input" viewBox="0 0 ${input.cols} 1" aria-hidden="true">
            ${Array.from(row(input, place), (value, i) => valueCell(0, i, value))}
          </svg>
          ${moveButton('attention.left', '←', place - 1, place)}
          ${moveButton('attention.right', '→', place + 1, place)}
        </li>`,
    )}
  </ol>`;

  function moveButton(
    name: 'attention.left' | 'attention.right',
    sign: string,
    to: number,
    place: number,
  ): TemplateResult {
    return html`<button
      type="button"
      aria-label=${text(name, { token: tokenName(words, place) })}
      ?disabled=${to < 0 || to >= words.length}
      @click=${(event: Event) => onButton(event, place, to)}
    >
      ${sign}
    </button>`;
  }
}

function isInside(element: Element, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

/** The focus follows the token, so that the next press moves it on; at an end it may only go back. */
function focusMoved(list: Element, from: number, to: number): void {
  const [left, right] = list.children[to]?.querySelectorAll('button') ?? [];
  const onwards = to < from ? left : right;
  (onwards?.disabled ? (onwards === left ? right : left) : onwards)?.focus();
}
