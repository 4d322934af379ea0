import { line } from 'd3-shape';
import { html, type TemplateResult } from 'lit';
import { attention } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { row, type Matrix } from '../../bindings/matrix.ts';
import { rotary } from '../../bindings/rotary.ts';
import type { PairLayout } from '../../bindings/sinusoidal.ts';
import { logSlider, radioGroup, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { evenWidthField, evenWidthSlider } from '../figure/even-width.ts';
import { choiceField, leastBase, mostBase, numberField, wholeField } from '../figure/fields.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { handsClock, type Hand } from './hands-clock.ts';

/**
 * A query and a key, each pair of their entries a hand that is turned by the position. Where both
 * move, the angles between the hands stay, and with them the product; where one moves, they change.
 */
export interface RotaryHandsState {
  /** positions */
  query: number;
  key: number;
  width: number;
  base: number;
  layout: PairLayout;
}

interface Pair {
  k: number;
  /** which entries of the vectors it is made of */
  entries: readonly [number, number];
  query: Hand;
  key: Hand;
  /** from the key's hand to the query's, in radians, more than -pi, pi at most; absent where a hand has no length */
  between: number | undefined;
  /** its part of the product */
  product: number;
}

export interface RotaryHandsModel {
  state: RotaryHandsState;
  pairs: readonly Pair[];
  product: number;
  /** the product over the root of the width */
  score: number;
  /** the product at the offsets -farthest to farthest */
  curve: Float32Array;
}

/** The vectors of the text, repeated to the width. */
const queryEntries = [1, 0, 1, 0] as const;
const keyEntries = [0, 1, 1, 0] as const;
const farthest = 127;
/** The curve shows offsets up to here while the present one is among them. */
const nearby = 32;
const mostWidth = 16;

export const rotaryHandsFigure: FigureDefinition<RotaryHandsState, RotaryHandsModel> = {
  fields: {
    query: wholeField(5, 0, farthest),
    key: wholeField(3, 0, farthest),
    width: evenWidthField(4, mostWidth),
    base: numberField(10_000, leastBase, mostBase),
    layout: choiceField<PairLayout>('interleaved', ['interleaved', 'split']),
  },

  model(core, state) {
    const query = turned(core, queryEntries, Int32Array.of(state.query), state);
    const key = turned(core, keyEntries, Int32Array.of(state.key), state);
    const trace = attention(core, query, key, nothing(1), { trace: true });
    return {
      state,
      pairs: pairsOf(core, state, row(query, 0), row(key, 0)),
      product: trace.products.data[0]!,
      score: trace.scores.data[0]!,
      curve: curveOf(core, state),
    };
  },

  view(model, context) {
    return html`
      ${controlsView(model.state, context)}
      <p class="hands-legend">
        <span class="query" data-label
          >${text('rotaryHands.queryAt', { position: model.state.query })}</span
        >
        <span class="key" data-label
          >${text('rotaryHands.keyAt', { position: model.state.key })}</span
        >
        <span class="position" data-label
          >${text('rotaryHands.offset', { offset: formatNumber(offsetOf(model.state), 0) })}</span
        >
      </p>
      <div class="hands-pairs">${pairsView(model)}</div>
      ${sumView(model)} ${curveView(model)}
    `;
  },

  summary(model) {
    const { state } = model;
    const whole = text('rotaryHands.summary', {
      query: state.query,
      key: state.key,
      offset: formatNumber(offsetOf(state), 0),
      product: formatNumber(model.product, 4),
      width: state.width,
      score: formatNumber(model.score, 4),
    });
    return `${whole} ${text('rotaryHands.summaryRest')}`;
  },

  table(model) {
    return {
      caption: text('rotaryHands.table', {
        query: model.state.query,
        key: model.state.key,
      }),
      columns: [
        text('rotaryHands.table.pair'),
        text('rotaryHands.table.entries'),
        text('rotaryHands.table.queryFirst'),
        text('rotaryHands.table.querySecond'),
        text('rotaryHands.table.keyFirst'),
        text('rotaryHands.table.keySecond'),
        text('rotaryHands.table.between'),
        text('rotaryHands.table.product'),
      ],
      rows: [
        ...model.pairs.map((pair) => [
          pair.k,
          pair.entries.join(', '),
          pair.query.x,
          pair.query.y,
          pair.key.x,
          pair.key.y,
          pair.between ?? '',
          pair.product,
        ]),
        [text('rotaryHands.table.all'), '', '', '', '', '', '', model.product],
      ],
    };
  },
};

/** Key less query: negative for a key before the query. */
function offsetOf({ query, key }: RotaryHandsState): number {
  return key - query;
}

function nothing(rows: number): Matrix {
  return { rows, cols: 1, data: new Float32Array(rows) };
}

/** One vector of the text at several positions, turned at each. */
function turned(
  core: Core,
  entries: readonly number[],
  positions: Int32Array,
  { width, base, layout }: RotaryHandsState,
): Matrix {
  const rows = positions.length;
  const data = Float32Array.from(
    { length: rows * width },
    (_, i) => entries[(i % width) % entries.length]!,
  );
  return rotary(core, { rows, cols: width, data }, positions, { width, base, layout });
}

function pairsOf(
  core: Core,
  { width, layout }: RotaryHandsState,
  query: Float32Array,
  key: Float32Array,
): Pair[] {
  const count = width / 2;
  const entries = Array.from({ length: count }, (_, k): [number, number] =>
    layout === 'interleaved' ? [2 * k, 2 * k + 1] : [k, k + count],
  );
  const asRows = (vector: Float32Array): Matrix => ({
    rows: count,
    cols: 2,
    data: Float32Array.from(entries.flatMap(([a, b]) => [vector[a]!, vector[b]!])),
  });
  // Each pair with itself is on the diagonal.
  const { products } = attention(core, asRows(query), asRows(key), nothing(count), { trace: true });
  return entries.map(([a, b], k) => {
    const hands = { query: { x: query[a]!, y: query[b]! }, key: { x: key[a]!, y: key[b]! } };
    return {
      k,
      entries: [a, b],
      ...hands,
      between: angleBetween(hands.key, hands.query),
      product: products.data[k * count + k]!,
    };
  });
}

function angleBetween(from: Hand, to: Hand): number | undefined {
  if (Math.hypot(from.x, from.y) === 0 || Math.hypot(to.x, to.y) === 0) return undefined;
  return Math.atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y);
}

let latest: { of: string; curve: Float32Array } | undefined;

/** The product at every offset: the same wherever query and key stand, so it is made once. */
function curveOf(core: Core, state: RotaryHandsState): Float32Array {
  const of = [state.width, state.base, state.layout].join();
  if (latest?.of !== of) {
    const positions = Int32Array.from({ length: 2 * farthest + 1 }, (_, i) => 2 * farthest - i);
    const queries = turned(core, queryEntries, positions, state);
    const key = turned(core, keyEntries, Int32Array.of(farthest), state);
    const { products } = attention(core, queries, key, nothing(1), { trace: true });
    latest = { of, curve: products.data };
  }
  return latest.curve;
}

function controlsView(
  state: RotaryHandsState,
  context: ViewContext<RotaryHandsState>,
): TemplateResult {
  const ahead = state.query - state.key;
  return html`<div class="controls hands-controls">
    ${slider({
      id: `${context.id}-both`,
      label: text('rotaryHands.both'),
      value: state.key,
      least: Math.max(0, -ahead),
      most: farthest - Math.max(0, ahead),
      change: (key) => context.change({ key, query: key + ahead }),
    })}
    ${slider({
      id: `${context.id}-query`,
      label: text('rotaryHands.query'),
      value: state.query,
      least: 0,
      most: farthest,
      change: (query) => context.change({ query }),
    })}
    ${evenWidthSlider({
      id: `${context.id}-width`,
      label: text('rotaryHands.width'),
      value: state.width,
      most: mostWidth,
      change: (width) => context.change({ width }),
    })}
    ${logSlider({
      id: `${context.id}-base`,
      label: text('rotaryHands.base'),
      value: state.base,
      least: leastBase,
      most: mostBase,
      step: 'any',
      change: (base) => context.change({ base }),
    })}
    ${radioGroup<PairLayout>({
      id: `${context.id}-layout`,
      label: text('rotaryHands.layout'),
      value: state.layout,
      options: [
        { name: 'interleaved', label: text('rotaryHands.layout.interleaved') },
        { name: 'split', label: text('rotaryHands.layout.split') },
      ],
      change: (layout) => context.change({ layout }),
    })}
  </div>`;
}

function pairsView({ pairs }: RotaryHandsModel): TemplateResult[] {
  // One scale for all clocks: a hand may be longer than 1 where both of its entries are 1.
  const reach = Math.max(
    1,
    ...pairs.flatMap(({ query, key }) => [Math.hypot(query.x, query.y), Math.hypot(key.x, key.y)]),
  );
  return pairs.map((pair) => {
    const between = pair.between === undefined ? '' : formatNumber(Math.abs(pair.between), 3);
    const name = text(pair.between === undefined ? 'rotaryHands.clockNone' : 'rotaryHands.clock', {
      pair: pair.k,
      between,
    });
    return html`<div class="hands-pair">
      ${handsClock({ name, query: pair.query, key: pair.key, between: pair.between, reach })}
      <div class="hands-values">
        <span class="hands-name" data-label>${text('rotaryHands.pair', { pair: pair.k })}</span>
        <span class="hands-entries" data-label
          >${text('rotaryHands.entries', { first: pair.entries[0], second: pair.entries[1] })}</span
        >
        <span class="query" data-label>${text('rotaryHands.queryHand', written(pair.query))}</span>
        <span class="key" data-label>${text('rotaryHands.keyHand', written(pair.key))}</span>
        <span class="position" data-label
          >${
            pair.between === undefined
              ? text('rotaryHands.noAngle')
              : text('rotaryHands.between', { between })
          }</span
        >
        <strong data-label
          >${text('rotaryHands.adds', { product: formatNumber(pair.product, 4) })}</strong
        >
      </div>
    </div>`;
  });
}

function written(hand: Hand): { x: string; y: string } {
  return { x: formatNumber(hand.x, 3), y: formatNumber(hand.y, 3) };
}

function sumView({ pairs, product, score, state }: RotaryHandsModel): TemplateResult {
  const parts = pairs.map((pair, i) => {
    const value = formatNumber(Math.abs(pair.product), 4);
    if (value !== formatNumber(pair.product, 4)) return i === 0 ? `−${value}` : ` − ${value}`;
    return i === 0 ? value : ` + ${value}`;
  });
  return html`<p class="hands-sum">
    <span data-label>${text('rotaryHands.product')}</span>
    <span data-label>${parts.join('')} =</span>
    <output data-label>${formatNumber(product, 4)}</output>
    <span class="hands-score" data-label
      >${text('rotaryHands.score', { width: state.width, score: formatNumber(score, 4) })}</span
    >
  </p>`;
}

/** The product against the offset, and where on it query and key stand. */
function curveView({ state, curve, product }: RotaryHandsModel): TemplateResult {
  const offset = offsetOf(state);
  const reach = Math.abs(offset) <= nearby ? nearby : farthest;
  const shown = curve.subarray(farthest - reach, farthest + reach + 1);
  const [least, most] = [Math.min(0, ...shown), Math.max(0, ...shown)];
  const room = Math.max(0.1 * (most - least), 1e-6);
  const [bottom, top] = [least - room, most + room];
  const path = line<number>()
    .digits(3)
    .x((_value, i) => i)
    .y((value) => top - value)(shown);
  const x = percent((offset + reach) / (2 * reach));
  const y = percent((top - product) / (top - bottom));
  return html`<div class="hands-curve">
    <p class="hands-heading" data-label>${text('rotaryHands.curve')}</p>
    <div class="hands-plot">
      <svg
        viewBox="0 0 ${2 * reach} ${(top - bottom).toFixed(4)}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${text('rotaryHands.curveName', {
          offset: formatNumber(offset, 0),
          product: formatNumber(product, 4),
        })}
      >
        <path class="hands-zero" d="M0 ${top}H${2 * reach}" vector-effect="non-scaling-stroke" />
        <path
          class="hands-zero"
          d="M${reach} 0V${top - bottom}"
          vector-effect="non-scaling-stroke"
        />
        <path class="hands-line" d=${path ?? ''} vector-effect="non-scaling-stroke" />
      </svg>
      <svg aria-hidden="true">
        <line class="hands-mark" x1=${x} x2=${x} y1=${y} y2="100%" />
        <circle class="hands-mark" cx=${x} cy=${y} r="6" />
      </svg>
    </div>
    <div class="hands-axis">
      <span data-label>${formatNumber(-reach, 0)}</span>
      <span data-label>${text('rotaryHands.zero')}</span>
      <span data-label>${formatShort(reach)}</span>
    </div>
  </div>`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}
