import { html, svg, type TemplateResult } from 'lit';

export interface SectorClock {
  name: string;
  /** the part of the circle that is filled: where it begins and how far it goes, in radians */
  from: number;
  by: number;
  /** the first is drawn thin and open, the last thick and full */
  hands: readonly { sine: number; cosine: number }[];
}

const turn = 2 * Math.PI;
/** A coil is drawn up to here; more turns would only fill its ring. */
const mostTurns = 12;

/**
 * A pair as a clock with a filled sector. Angles run from the right, counterclockwise, as on the
 * clock hands. More than one turn fills the circle and winds up in a coil.
 */
export function sectorClock(clock: SectorClock): TemplateResult {
  const last = clock.hands.length - 1;
  return html`<svg class="clock" viewBox="-1.2 -1.2 2.4 2.4" role="img" aria-label=${clock.name}>
    <circle class="clock-face" r="1" />
    <path class="clock-axes" d="M-1 0H1M0 -1V1" />
    ${
      Math.abs(clock.by) >= turn
        ? svg`<circle class="clock-sector" r="1" />`
        : svg`<path class="clock-sector" d=${sector(clock.from, clock.by)} />`
    }
    ${
      Math.abs(clock.by) > turn
        ? svg`<path class="clock-coil" d=${coil(clock.from, clock.by)} />`
        : ''
    }
    ${clock.hands.map(({ sine, cosine }, i) => {
      const before = i < last ? 'before' : '';
      return svg`<path class="clock-pointer ${before}" d="M0 0L${cosine} ${-sine}" />
        <circle class="clock-tip ${before}" cx=${cosine} cy=${-sine} r="0.09" />`;
    })}
  </svg>`;
}

function sector(from: number, by: number): string {
  const large = Math.abs(by) > turn / 2 ? 1 : 0;
  const sweep = by > 0 ? 0 : 1;
  return `M0 0L${point(from, 1)}A1 1 0 ${large} ${sweep} ${point(from + by, 1)}Z`;
}

/** From the hub's neighbourhood outwards, so that each turn has a line of its own. */
function coil(from: number, by: number): string {
  const wound =
    Math.sign(by) * Math.min(Math.abs(by), (mostTurns + ((Math.abs(by) / turn) % 1)) * turn);
  const steps = Math.ceil(Math.abs(wound) / (turn / 20));
  const points = Array.from({ length: steps + 1 }, (_, i) =>
    point(from + (wound * i) / steps, 0.2 + (0.65 * i) / steps),
  );
  return `M${points.join('L')}`;
}

function point(angle: number, radius: number): string {
  return `${(radius * Math.cos(angle)).toFixed(4)} ${(-radius * Math.sin(angle)).toFixed(4)}`;
}
