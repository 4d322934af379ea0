import { html, svg, type TemplateResult } from 'lit';

export interface ReachClock {
  name: string;
  /** share of the circle that training passed over, 0..1 */
  shown: number;
  /** share that the longer text passes over, 0..1; what it has beyond `shown` is new */
  reached: number;
  /** where the hand stands at the end */
  sine: number;
  cosine: number;
}

const turn = 2 * Math.PI;

/** A pair as a clock: the part of its circle known from training, the part that is new, and the hand. */
export function reachClock(clock: ReachClock): TemplateResult {
  const { shown, reached, sine, cosine } = clock;
  return html`<svg class="clock" viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${clock.name}>
    <circle class="clock-face" r="1" />
    ${
      shown >= 1
        ? svg`<circle class="clock-sector" r="1" />`
        : svg`<path class="clock-sector" d=${sector(0, shown)} />`
    }
    ${reached > shown ? svg`<path class="reach-new" d=${sector(shown, reached)} />` : ''}
    <path class="clock-pointer" d="M0 0L${cosine} ${-sine}" />
    <circle class="clock-tip" cx=${cosine} cy=${-sine} r="0.09" />
  </svg>`;
}

/** From one share of the circle to another, counterclockwise from the right. */
function sector(from: number, to: number): string {
  const large = to - from > 0.5 ? 1 : 0;
  return `M0 0L${point(from)}A1 1 0 ${large} 0 ${point(to)}Z`;
}

function point(share: number): string {
  return `${Math.cos(share * turn).toFixed(4)} ${(-Math.sin(share * turn)).toFixed(4)}`;
}
