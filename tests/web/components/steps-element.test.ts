// @vitest-environment happy-dom
/** The step panel: which step shows, and what the buttons and the address do. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StepsElement } from '../../../web/components/steps/steps-element.ts';

if (!customElements.get('posenc-steps')) customElements.define('posenc-steps', StepsElement);

const stepsHtml = ['One', 'Two', 'Three']
  .map(
    (title, i) =>
      `<section class="step"><h3 id="panel-${i + 1}" tabindex="-1">${title}</h3></section>`,
  )
  .join('');

beforeEach(() => {
  history.replaceState(null, '', '#');
});
afterEach(() => {
  document.body.replaceChildren();
});

/** The panel whole when it is connected, as in the page, whose scripts wait for its end. */
function open(): HTMLElement {
  const panel = document.createElement('posenc-steps');
  panel.id = 'panel';
  panel.innerHTML = stepsHtml;
  document.body.append(panel);
  return panel;
}

const titles = (panel: HTMLElement, selector: string) =>
  [...panel.querySelectorAll<HTMLElement>(selector)].map((step) => step.textContent.trim());
const shown = (panel: HTMLElement) => titles(panel, '.step:not([hidden]):not([data-waiting])');
const waiting = (panel: HTMLElement) => titles(panel, '.step[data-waiting]:not([hidden])');
const buttons = (panel: HTMLElement) => [...panel.querySelectorAll('button')];

test('the first step shows, the second waits and cannot be reached, the third is hidden', () => {
  const panel = open();
  expect(shown(panel)).toEqual(['One']);
  expect(waiting(panel)).toEqual(['Two']);
  expect(panel.querySelectorAll<HTMLElement>('.step')[1]!.inert).toBe(true);
  expect(titles(panel, '.step[hidden]')).toEqual(['Three']);
  expect(buttons(panel).map((button) => button.disabled)).toEqual([true, false]);
  expect(panel.querySelector('[role="status"]')!.textContent).toMatch(/1.*3/);
});

test('the buttons step to the ends, move the focus to the title, and write the address', () => {
  const panel = open();
  const [previous, next] = buttons(panel) as [HTMLButtonElement, HTMLButtonElement];
  next.click();
  expect(shown(panel)).toEqual(['Two']);
  expect(document.activeElement?.id).toBe('panel-2');
  expect(location.hash).toBe('#panel?step=2');
  next.click();
  expect(shown(panel)).toEqual(['Three']);
  expect(waiting(panel)).toEqual([]);
  expect(next.disabled).toBe(true);
  previous.click();
  previous.click();
  expect(shown(panel)).toEqual(['One']);
  expect(location.hash).toBe('#panel');
});

test('an address opens its step', () => {
  history.replaceState(null, '', '#panel?step=3');
  expect(shown(open())).toEqual(['Three']);
});

test.each(['#panel?step=0', '#panel?step=4', '#panel?step=1.5', '#panel?step=x', '#other?step=2'])(
  '%s opens the first step',
  (address) => {
    history.replaceState(null, '', address);
    expect(shown(open())).toEqual(['One']);
  },
);

test('a panel that is moved keeps its step and has one bar', () => {
  const panel = open();
  buttons(panel)[1]!.click();
  history.replaceState(null, '', '#elsewhere');
  document.body.append(panel);
  expect(shown(panel)).toEqual(['Two']);
  expect(panel.querySelectorAll('.steps-bar')).toHaveLength(1);
});
