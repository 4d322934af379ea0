import { line } from 'd3-shape';
import { html, svg, type TemplateResult } from 'lit';

export interface Wave {
  name: string;
  /** places of the samples on the position axis, whole or not, ascending */
  positions: Float64Array;
  sines: Float32Array;
  /** absent for the lone last sine of an odd width */
  cosines: Float32Array | undefined;
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
    <path class="wave-mark" d="M${at} ${-reach}V${reach}" />
    ${wave.cosines && svg`<path class="cosine curve" d=${curve(wave.positions, wave.cosines)} />`}
    <path class="sine curve" d=${curve(wave.positions, wave.sines)} />
    ${
      wave.markedCosine !== undefined
        ? svg`<path class="cosine dot" d="M${at} ${-wave.markedCosine}h0.001" />`
        : ''
    }
    <path class="sine dot" d="M${at} ${-wave.markedSine}h0.001" />
  </svg>`;
}

function curve(positions: Float64Array, values: Float32Array): string {
  return (
    line<number>()
      .digits(3)
      .x((_value, i) => positions[i]! + 0.5)
      .y((value) => -value)(values) ?? ''
  );
}
