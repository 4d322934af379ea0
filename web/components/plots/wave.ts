import { line } from 'd3-shape';
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

/** The strip's height in its own units: values from -1 to 1 and room for the line's width. */
const reach = 1.15;

/** Sine and cosine of one pair over the positions, on the same columns as the heat map below. */
export function waveStrip(wave: Wave): TemplateResult {
  const at = wave.marked + 0.5;
  return html`<svg
    class="wave"
    viewBox="0 ${-reach} ${wave.length} ${2 * reach}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${wave.name}
  >
    <path class="wave-zero" d="M0 0H${wave.length}" />
    <line class="wave-mark" x1=${at} y1=${-reach} x2=${at} y2=${reach} />
    ${wave.cosine === undefined ? '' : svg`<path class="cosine curve" d=${wave.cosine} />`}
    <path class="sine curve" d=${wave.sine} />
    ${
      wave.markedCosine !== undefined
        ? svg`<line class="cosine dot" x1=${at} y1=${-wave.markedCosine} x2=${at + 0.001} y2=${-wave.markedCosine} />`
        : ''
    }
    <line
      class="sine dot"
      x1=${at}
      y1=${-wave.markedSine}
      x2=${at + 0.001}
      y2=${-wave.markedSine}
    />
  </svg>`;
}

/**
 * The curve through samples at `positions` (whole or not, ascending) as a path of the strip, where the
 * middle of a position's column lies half a unit behind its number.
 */
export function waveCurve(positions: Float64Array, values: Float32Array): string {
  return (
    line<number>()
      .digits(3)
      .x((_value, i) => positions[i]! + 0.5)
      .y((value) => -value)(values) ?? ''
  );
}
