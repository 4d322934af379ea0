import { svg, html, type TemplateResult } from 'lit';

export interface ClockHand {
  name: string;
  sine: number;
  /** absent for the lone last sine of an odd width */
  cosine: number | undefined;
}

/**
 * A pair as a clock hand: its tip is the point (cosine, sine) of the unit circle, its shadows on the
 * two axes are the two entries of the row.
 */
export function clockHand(hand: ClockHand): TemplateResult {
  const y = -hand.sine;
  const x = hand.cosine;
  return html`<svg class="clock" viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${hand.name}>
    <circle class="clock-face" r="1" />
    <path class="clock-axes" d="M-1 0H1M0 -1V1" />
    ${
      x === undefined
        ? svg`<path class="sine thick" d="M0 0V${y}" />`
        : svg`
        <path class="sine dotted" d="M${x} ${y}H0" />
        <path class="cosine dotted" d="M${x} ${y}V0" />
        <path class="sine thick" d="M0 0V${y}" />
        <path class="cosine thick" d="M0 0H${x}" />
        <path class="clock-pointer" d="M0 0L${x} ${y}" />
        <circle class="clock-tip" cx=${x} cy=${y} r="0.09" />`
    }
  </svg>`;
}
