import { svg, type TemplateResult } from 'lit';
import { fillOf } from './colour.ts';

/** A number as a coloured square of a drawing whose unit is a cell; what is no number has no colour. */
export function valueCell(row: number, column: number, value: number): TemplateResult<2> {
  const { fill, opacity } = fillOf(Number.isFinite(value) ? value : 0);
  return svg`<rect
    class="value-cell"
    x=${column + 0.04}
    y=${row + 0.04}
    width="0.92"
    height="0.92"
    fill=${fill}
    fill-opacity=${opacity}
  />`;
}
