import type { TemplateResult } from 'lit';
import { slider } from './controls.ts';
import { wholeField, type Field } from './fields.ts';

/** A width made of whole pairs, 2 or more. */
export function evenWidthField(fallback: number, most: number): Field<number> {
  const field = wholeField(fallback, 2, most);
  return {
    ...field,
    read(written) {
      const width = field.read(written);
      return width !== undefined && width % 2 === 0 ? width : undefined;
    },
  };
}

/** Its slider, which moves by pairs. */
export function evenWidthSlider(control: {
  id: string;
  label: string;
  value: number;
  most: number;
  change(width: number): void;
}): TemplateResult {
  return slider({
    ...control,
    least: 2,
    step: 2,
    change: (width) => control.change(2 * Math.round(width / 2)),
  });
}
