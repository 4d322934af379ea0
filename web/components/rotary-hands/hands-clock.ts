import { html, svg, type TemplateResult } from 'lit';

/** The two entries of a pair: where the tip is, to the right and upwards. */
export interface Hand {
  x: number;
  y: number;
}

export interface HandsClock {
  name: string;
  query: Hand;
  key: Hand;
  /** from the key's hand to the query's, in radians; absent where a hand has no length */
  between: number | undefined;
  /** the length that reaches the rim */
  reach: number;
}

const sectorRadius = 0.45;
/** Letters nearer to each other than this angle are moved apart. */
const leastApart = 0.34;

/**
 * The hands of a query and a key on one clock, and the angle between them. Angles run from the right,
 * counterclockwise, as on the other clocks.
 */
export function handsClock({ name, query, key, between, reach }: HandsClock): TemplateResult {
  const at = (hand: Hand) => ({ x: hand.x / reach, y: -hand.y / reach });
  const [q, k] = [at(query), at(key)];
  const from = Math.atan2(key.y, key.x);
  const apart = between ?? Math.PI;
  const moved = Math.abs(apart) < leastApart ? (leastApart - Math.abs(apart)) / 2 : 0;
  const aside = apart < 0 ? -moved : moved;
  return html`<svg class="clock" viewBox="-1.35 -1.35 2.7 2.7" role="img" aria-label=${name}>
    <circle class="clock-face" r="1" />
    <path class="clock-axes" d="M-1 0H1M0 -1V1" />
    ${between === undefined ? '' : svg`<path class="clock-sector" d=${sector(from, between)} />`}
    <path class="hands-key" d="M0 0L${k.x} ${k.y}" />
    <rect class="hands-key-tip" x=${k.x - 0.075} y=${k.y - 0.075} width="0.15" height="0.15" />
    <path class="hands-query" d="M0 0L${q.x} ${q.y}" />
    <circle class="hands-query-tip" cx=${q.x} cy=${q.y} r="0.085" />
    ${letter('k', 'hands-key-letter', key, -aside)}
    ${letter('q', 'hands-query-letter', query, aside)}
  </svg>`;
}

function letter(name: string, role: string, hand: Hand, aside: number): TemplateResult<2> | '' {
  if (hand.x === 0 && hand.y === 0) return '';
  const angle = Math.atan2(hand.y, hand.x) + aside;
  return svg`<text
    class="hands-letter ${role}"
    x=${(1.2 * Math.cos(angle)).toFixed(3)}
    y=${(-1.2 * Math.sin(angle)).toFixed(3)}
    dy="0.08"
    text-anchor="middle"
  >${name}</text>`;
}

function sector(from: number, by: number): string {
  const end = (angle: number) =>
    `${(sectorRadius * Math.cos(angle)).toFixed(4)} ${(-sectorRadius * Math.sin(angle)).toFixed(4)}`;
  const sweep = by > 0 ? 0 : 1;
  return `M0 0L${end(from)}A${sectorRadius} ${sectorRadius} 0 0 ${sweep} ${end(from + by)}Z`;
}
