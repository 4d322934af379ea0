import { svg, html, type TemplateResult } from 'lit';

export interface ClockHand {
  name: string;
  sine: number;
  /** absent for the lone last sine of an odd width */
  cosine: number | undefined;
}

/**
 * A pair as a clock hand: its tip is the point (cosine, sine) of the unit circle, its shadows on the
 * two axes are the two entries of the row. Lines, because the page's styles need not be worked out
 * again when their ends move, as they are for paths and circles.
 */
export function clockHand(hand: ClockHand): TemplateResult {
  const y = -hand.sine;
  const x = hand.cosine;
  return html`<svg class="clock" viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${hand.name}>
    <circle class="clock-face" r="1" />
    <path class="clock-axes" d="M-1 0H1M0 -1V1" />
    ${
      x === undefined
        ? svg`<line class="sine thick" y2=${y} />`
        : svg`
        <line class="sine dotted" x1=${x} y1=${y} y2=${y} />
        <line class="cosine dotted" x1=${x} y1=${y} x2=${x} />
        <line class="sine thick" y2=${y} />
        <line class="cosine thick" x2=${x} />
        <line class="clock-pointer" x2=${x} y2=${y} />
        <line class="clock-dot" x1=${x} y1=${y} x2=${x} y2=${y} />`
    }
  </svg>`;
}
