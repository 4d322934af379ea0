import { line } from 'd3-shape';
import { html, svg, type TemplateResult } from 'lit';
import { attention } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { firstRise, sinusoidalSimilarity } from '../../bindings/sinusoidal-geometry.ts';
import { sinusoidal } from '../../bindings/sinusoidal.ts';
import { logSlider, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { leastBase, mostBase, numberField, wholeField } from '../figure/fields.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { evenWidthField, evenWidthSlider } from '../figure/even-width.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/**
 * The dot product of two position rows against their distance: it falls, and then it does not keep
 * falling. Beside it the products of every position with every other, which hold nothing but that.
 */
export interface SimilarityState {
  width: number;
  base: number;
  distances: number;
}

export interface SimilarityModel {
  state: SimilarityState;
  /** the dot product at the distances 0, 1, 2, … */
  curve: Float32Array;
  /** that of a row with itself */
  most: number;
  /** the first distance whose product is larger than the one before; the curve may end earlier */
  rise: number;
  /** every position with every other */
  products: Matrix;
  /** the same as shares of the largest, for the colours */
  shares: Matrix;
}

const mostWidth = 512;
const leastDistances = 8;
const mostDistances = 256;
/** The heat map shows the first positions alone: so that wide rows still follow a slider. */
const mostPositions = 48;
const mostDots = 64;

export const similarityFigure: FigureDefinition<SimilarityState, SimilarityModel> = {
  fields: {
    width: evenWidthField(64, mostWidth),
    base: numberField(10_000, leastBase, mostBase),
    distances: wholeField(64, leastDistances, mostDistances),
  },

  model(core, state) {
    const { width, base, distances } = state;
    const curve = sinusoidalSimilarity(core, distances, width, base);
    return {
      state,
      curve,
      most: curve[0]!,
      rise: firstRise(core, width, base),
      ...everyPair(core, width, base, Math.min(distances, mostPositions)),
    };
  },

  view(model, context) {
    const { state } = model;
    return html`
      <div class="controls">
        ${evenWidthSlider({
          id: `${context.id}-width`,
          label: text('similarity.width'),
          value: state.width,
          most: mostWidth,
          change: (width) => context.change({ width }),
        })}
        ${logSlider({
          id: `${context.id}-base`,
          label: text('similarity.base'),
          value: state.base,
          least: leastBase,
          most: mostBase,
          step: 'any',
          change: (base) => context.change({ base }),
        })}
        ${slider({
          id: `${context.id}-distances`,
          label: text('similarity.distances'),
          value: state.distances,
          least: leastDistances,
          most: mostDistances,
          change: (distances) => context.change({ distances }),
        })}
      </div>
      <div class="similarity-parts">${curveView(model, context)} ${heatView(model, context)}</div>
    `;
  },

  summary(model) {
    const { state, curve, rise } = model;
    const values = {
      width: state.width,
      most: formatShort(model.most),
      rise,
      last: state.distances - 1,
    };
    if (rise >= state.distances) return text('similarity.summaryBeyond', values);
    return text('similarity.summary', {
      ...values,
      before: formatNumber(curve[rise - 1]!),
      at: formatNumber(curve[rise]!),
      previous: rise - 1,
    });
  },

  table(model) {
    return {
      caption: text('similarity.table', { width: model.state.width }),
      columns: [text('similarity.distance'), text('similarity.product')],
      rows: Array.from(model.curve, (value, distance) => [distance, value]),
    };
  },

  cell(model, { row, column }) {
    return text('similarity.cell', {
      row,
      column,
      distance: Math.abs(row - column),
      value: formatNumber(model.products.data[row * model.products.cols + column]!, 3),
    });
  },

  paint(root, model) {
    paintHeatMap(root, model.shares);
  },
};

interface EveryPair {
  key: string;
  products: Matrix;
  shares: Matrix;
}

let latest: EveryPair | undefined;

/** The products of the rows themselves, as attention takes them. A longer curve leaves them alone. */
function everyPair(
  core: Core,
  width: number,
  base: number,
  positions: number,
): Omit<EveryPair, 'key'> {
  const key = [width, base, positions].join();
  if (latest?.key !== key) {
    const rows = sinusoidal(core, { positions, width, base });
    const values: Matrix = { rows: positions, cols: 1, data: new Float32Array(positions) };
    const { data } = attention(core, rows, rows, values, { scale: 1, trace: true }).products;
    const most = data[0]!;
    const shape = { rows: positions, cols: positions };
    latest = {
      key,
      products: { ...shape, data },
      shares: { ...shape, data: data.map((product) => product / most) },
    };
  }
  return latest;
}

/** Room above the largest value, where the mark's name stands. */
const headroom = 0.3;

function curveView(model: SimilarityModel, context: ViewContext<SimilarityState>): TemplateResult {
  const { curve, most, rise } = model;
  const last = curve.length - 1;
  const lowest = Math.min(0, ...curve.map((value) => value / most)) - 0.06;
  const height = 1 + headroom - lowest;
  const x = (distance: number) => `${((100 * distance) / last).toFixed(2)}%`;
  const y = (share: number) => `${((100 * (1 + headroom - share)) / height).toFixed(2)}%`;
  const at = (distance: number) => y(curve[distance]! / most);
  const path = line<number>()
    .digits(3)
    .x((_value, distance) => distance)
    .y((value) => 1 + headroom - value / most)(curve);
  const seen = rise <= last;
  const cursor = context.cursor;
  const pointed = cursor === undefined ? undefined : Math.abs(cursor.row - cursor.column);
  return html`<div class="similarity-curve">
    <p class="similarity-heading" data-label>${text('similarity.curve')}</p>
    <div class="similarity-plot">
      <svg
        viewBox="0 0 ${last} ${height.toFixed(3)}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${text(seen ? 'similarity.curveName' : 'similarity.curveNameBeyond', { rise })}
      >
        <path class="similarity-line" d=${path ?? ''} vector-effect="non-scaling-stroke" />
        ${
          curve.length <= mostDots
            ? svg`<path
                class="similarity-dots"
                d=${dots(curve, most)}
                vector-effect="non-scaling-stroke"
              />`
            : ''
        }
        ${
          seen
            ? svg`<path
                class="similarity-rise"
                d=${segment(curve, rise, most)}
                vector-effect="non-scaling-stroke"
              />`
            : ''
        }
      </svg>
      <svg aria-hidden="true">
        <line class="similarity-zero" x1="0" x2="100%" y1=${y(0)} y2=${y(0)} />
        <line class="similarity-zero faint" x1="0" x2="100%" y1=${y(1)} y2=${y(1)} />
        ${
          seen
            ? svg`<line class="similarity-mark" x1=${x(rise)} x2=${x(rise)} y1="1.4em" y2=${at(rise)} />
              <circle class="similarity-mark" cx=${x(rise)} cy=${at(rise)} r="5" />
              <text
                class="similarity-text"
                x=${x(rise)}
                y="1em"
                text-anchor=${anchor(rise, last)}
              >${text('similarity.rise', { rise })}</text>`
            : ''
        }
        ${
          pointed !== undefined && pointed <= last
            ? svg`<circle class="similarity-pointed" cx=${x(pointed)} cy=${at(pointed)} r="7" />`
            : ''
        }
        <text class="similarity-scale" x="100%" y=${y(1)} dy="-0.35em" text-anchor="end">
          ${text('similarity.self', { most: formatShort(most) })}
        </text>
        <text class="similarity-scale" x="100%" y=${y(0)} dy="-0.35em" text-anchor="end">0</text>
      </svg>
    </div>
    <div class="similarity-axis">
      <span data-label>0</span>
      <span data-label>${text('similarity.distanceAxis')}</span>
      <span data-label>${last}</span>
    </div>
    ${seen ? '' : html`<p class="figure-note">${text('similarity.beyond', { rise })}</p>`}
  </div>`;
}

function point(curve: Float32Array, distance: number, most: number): string {
  return `${distance} ${(1 + headroom - curve[distance]! / most).toFixed(4)}`;
}

/** A line of no length has round ends: a dot that does not stretch with the drawing. */
function dots(curve: Float32Array, most: number): string {
  return Array.from(curve, (_, distance) => `M${point(curve, distance, most)}h0.001`).join('');
}

function segment(curve: Float32Array, rise: number, most: number): string {
  return `M${point(curve, rise - 1, most)}L${point(curve, rise, most)}`;
}

function anchor(rise: number, last: number): 'start' | 'middle' | 'end' {
  if (rise < last / 4) return 'start';
  return rise > (3 * last) / 4 ? 'end' : 'middle';
}

function heatView(model: SimilarityModel, context: ViewContext<SimilarityState>): TemplateResult {
  const end = model.products.rows - 1;
  return html`<div class="similarity-heat">
    <p class="similarity-heading" data-label>${text('similarity.heatHeading')}</p>
    ${heatMap({ cells: model.shares, name: text('similarity.heat', { end }) }, context)}
    <div class="similarity-axis">
      <span data-label>0</span>
      <span data-label>${text('similarity.positionAxis')}</span>
      <span data-label>${end}</span>
    </div>
  </div>`;
}
