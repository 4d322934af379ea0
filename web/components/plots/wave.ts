import { html, svg, type TemplateResult } from 'lit';

export interface Wave {
  name: string;
  /** the curves, as waveCurve draws them */
  sine: string;
  /** absent for the lone last sine of an odd width */
  cosine: string | undefined;
  /** number of whole positions that the strip spans; each has a column of its own */
  length: number;
  /** the present position */
  marked: number;
  markedSine: number;
  markedCosine: number | undefined;
}

/**
 * The strip's own units, the same for any number of positions. Whole numbers are fine enough in them,
 * which a browser writes and reads several times as fast as others.
 */
const width = 10_000;
const height = 1000;
/** The strip's reach above and below zero: values from -1 to 1 and room for the line's width. */
const reach = 1.15 * height;

/** Sine and cosine of one pair over the positions, on the same columns as the heat map below. */
export function waveStrip(wave: Wave): TemplateResult {
  const at = across(wave.marked, wave.length);
  return html`<svg
    class="wave"
    viewBox="0 ${-reach} ${width} ${2 * reach}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${wave.name}
  >
    <line class="wave-zero" x2=${width} />
    <line class="wave-mark" x1=${at} y1=${-reach} x2=${at} y2=${reach} />
    ${wave.cosine === undefined ? '' : svg`<polyline class="cosine curve" points=${wave.cosine} />`}
    <polyline class="sine curve" points=${wave.sine} />
    ${wave.markedCosine === undefined ? '' : dot('cosine', at, wave.markedCosine)}
    ${dot('sine', at, wave.markedSine)}
  </svg>`;
}

/** A line of next to no length, whose round ends make it a dot that no stretching of the strip changes. */
function dot(name: string, at: number, value: number): TemplateResult<2> {
  const y = up(value);
  return svg`<line class="${name} dot" x1=${at} y1=${y} x2=${at + 0.1} y2=${y} />`;
}

/**
 * The curve through samples at `positions` (whole or not, ascending) as the points of a line in the
 * strip of `length` positions, where the middle of a column lies half a column behind its number. The
 * samples are every second of `values`: sines and cosines stand side by side.
 */
export function waveCurve(positions: Float64Array, values: Float32Array, length: number): string {
  const points = new Int32Array(2 * positions.length);
  for (let i = 0; i < positions.length; ++i) {
    points[2 * i] = Math.round(across(positions[i]!, length));
    points[2 * i + 1] = Math.round(up(values[2 * i]!));
  }
  return points.join(' ');
}

function across(position: number, length: number): number {
  return ((position + 0.5) / length) * width;
}

function up(value: number): number {
  return -height * value;
}
