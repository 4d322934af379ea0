import { html, svg, type TemplateResult } from 'lit';
import { behindText, fillOf } from './colour.ts';

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

/**
 * The square that a number stands on, in a vector or a matrix; the number comes after it. It is neither
 * cut to shape nor made translucent as a whole: a browser would put each together for itself, at every
 * move of a slider.
 */
export function valueSquare(value: number, full = behindText): TemplateResult {
  const { fill, opacity } = fillOf(value, full);
  return html`<svg class="value-square" aria-hidden="true">
    <rect width="100%" height="100%" rx="3" fill=${fill} fill-opacity=${opacity} />
  </svg>`;
}
