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
 * What a square of a vector or a matrix holds: the colour of the value, and its number on it. No part
 * of it is cut to shape or made translucent as a whole: a browser would put each together for itself,
 * at every move of a slider.
 */
export function numberSquare(value: number, printed: string): TemplateResult {
  const { fill, opacity } = fillOf(value, behindText);
  return html`<svg class="number-square" aria-hidden="true">
      <rect width="100%" height="100%" rx="3" fill=${fill} fill-opacity=${opacity} />
    </svg>
    <span data-label>${printed}</span>`;
}
