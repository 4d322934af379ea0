import { html, type TemplateResult } from 'lit';
import { parseNumber } from '../strings/numbers.ts';

export interface NumberControl {
  id: string;
  label: string;
  value: number;
  least: number;
  most: number;
  /** whole numbers only, unless said otherwise */
  step?: number | 'any';
  change(value: number): void;
}

/** A slider with a box beside it: drag for a rough value, type for an exact one. */
export function slider(control: NumberControl): TemplateResult {
  return rangeAndBox(
    control,
    control.value,
    control.least,
    control.most,
    control.step ?? 1,
    (v) => v,
  );
}

/** The same for a quantity that spans powers of ten: the slider moves along its logarithm. */
export function logSlider(control: NumberControl): TemplateResult {
  return rangeAndBox(
    control,
    Math.log10(control.value),
    Math.log10(control.least),
    Math.log10(control.most),
    0.01,
    // Three figures are what a hand can aim at; the ends are met exactly.
    (log) => clamp(Number((10 ** log).toPrecision(3)), control),
  );
}

function rangeAndBox(
  control: NumberControl,
  at: number,
  least: number,
  most: number,
  step: number | 'any',
  valueOf: (place: number) => number,
): TemplateResult {
  const onSlide = (event: Event) => {
    control.change(valueOf((event.target as HTMLInputElement).valueAsNumber));
  };
  const onType = (event: Event) => {
    const box = event.target as HTMLInputElement;
    const typed = parseNumber(box.value);
    const whole = (control.step ?? 1) === 1;
    if (Number.isFinite(typed)) control.change(clamp(whole ? Math.round(typed) : typed, control));
    box.value = String(control.value);
  };
  return html`<div class="control">
    <label for=${control.id}>${control.label}</label>
    <input
      id=${control.id}
      type="range"
      min=${least}
      max=${most}
      step=${step}
      .value=${String(at)}
      aria-valuetext=${String(control.value)}
      @input=${onSlide}
    />
    <input
      type="text"
      inputmode="decimal"
      autocomplete="off"
      aria-label=${control.label}
      .value=${String(control.value)}
      @change=${onType}
    />
  </div>`;
}

/** A box for one number. */
export function numberBox(control: Omit<NumberControl, 'id'>): TemplateResult {
  const onType = (event: Event) => {
    const box = event.target as HTMLInputElement;
    const typed = parseNumber(box.value);
    if (Number.isFinite(typed)) control.change(clamp(typed, control));
    else box.value = String(control.value);
  };
  return html`<input
    type="text"
    class="number-box"
    inputmode="decimal"
    autocomplete="off"
    aria-label=${control.label}
    .value=${String(control.value)}
    @change=${onType}
  />`;
}

export interface Choice<Name extends string> {
  id: string;
  label: string;
  options: readonly { name: Name; label: string }[];
  value: Name;
  change(name: Name): void;
}

/** One of a few, all in sight. */
export function radioGroup<Name extends string>(choice: Choice<Name>): TemplateResult {
  return html`<fieldset class="control radio-group">
    <legend>${choice.label}</legend>
    ${choice.options.map(
      (option) =>
        html`<label>
          <input
            type="radio"
            name=${choice.id}
            value=${option.name}
            ?checked=${option.name === choice.value}
            .checked=${option.name === choice.value}
            @change=${() => choice.change(option.name)}
          />
          ${option.label}
        </label>`,
    )}
  </fieldset>`;
}

/** One of many. */
export function selectBox<Name extends string>(choice: Choice<Name>): TemplateResult {
  return html`<div class="control">
    <label for=${choice.id}>${choice.label}</label>
    <select
      id=${choice.id}
      @change=${(event: Event) => choice.change((event.target as HTMLSelectElement).value as Name)}
    >
      ${choice.options.map(
        (option) =>
          html`<option
            value=${option.name}
            ?selected=${option.name === choice.value}
            .selected=${option.name === choice.value}
          >
            ${option.label}
          </option>`,
      )}
    </select>
  </div>`;
}

function clamp(value: number, range: { least: number; most: number }): number {
  return Math.min(range.most, Math.max(range.least, value));
}
