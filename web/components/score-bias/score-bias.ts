import { html, svg, type TemplateResult } from 'lit';
import { alibiSlopes } from '../../bindings/alibi.ts';
import { attention, type AttentionPositions } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { shawRows } from '../../bindings/shaw.ts';
import { t5BucketMatrix, type T5Spec } from '../../bindings/t5.ts';
import { radioGroup, slider } from '../figure/controls.ts';
import type { Cursor, FigureDefinition, ViewContext } from '../figure/definition.ts';
import { choiceField, wholeField, type Field } from '../figure/fields.ts';
import { fillOf } from '../plots/colour.ts';
import { insideGrid } from '../plots/cursor-keys.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import {
  exampleTokens,
  exampleWidth,
  shawExample,
  t5Example,
  type ExampleToken,
} from './example-tables.ts';

/**
 * What a scheme adds to the score of each query and key, and the weights that softmax makes of it
 * where all products are equal. A diagonal holds one offset, so it holds one number.
 */
export interface ScoreBiasState {
  scheme: Scheme;
  queries: number;
  keys: number;
  heads: number;
  head: number;
  clip: number;
  buckets: number;
  'max-distance': number;
  /** whether keys after the query are read; T5 shares out its buckets by it */
  bidirectional: 'yes' | 'no';
  /** what the query holds, which Shaw's vectors are multiplied by */
  token: ExampleToken;
}

type Scheme = (typeof schemes)[number];

export interface ScoreBiasModel {
  state: ScoreBiasState;
  /** where the first query stands: the last query and the last key share a position */
  first: number;
  /** [queries, keys], the bucket or the clipped offset; ALiBi looks nothing up */
  looked: Matrix | undefined;
  /** [queries, keys], what is added to the scores */
  added: Matrix;
  /** the same as shares of the largest that can occur, for the colours; nothing where masked */
  shares: Matrix;
  /** [queries, keys] */
  weights: Matrix;
  /** what is looked up: a number for each bucket or offset, a slope for each head */
  entries: Entries;
  /** the top of the scale of the weights */
  top: number;
}

interface Entries {
  values: ArrayLike<number>;
  /** the number under the first: offsets begin below zero */
  from: number;
  /** the size that has the full colour */
  full: number;
  /** the present head, where the entries are heads */
  chosen: number | undefined;
}

const schemes = ['shaw', 't5', 'alibi'] as const;
const mostKeys = 128;
const mostQueries = 16;
const mostHeads = 16;
const mostClip = 16;
const mostBuckets = 64;
const mostDistance = 256;
/** Wider matrices are colours alone; the cursor reads their numbers. */
const mostNumbers = 8;
const mostPrinted = 16;
const longestOnPhones = 4;
/** The part of the first row that must be masked for the mask to be named in it. */
const leastNamed = 0.3;
/** Tops of the scale of the weights; the least that holds them is taken. */
const tops = [0.02, 0.05, 0.1, 0.2, 0.5, 1];

export const scoreBiasFigure: FigureDefinition<ScoreBiasState, ScoreBiasModel> = {
  fields: {
    scheme: choiceField<Scheme>('alibi', schemes),
    queries: wholeField(8, 1, mostQueries),
    keys: wholeField(8, 1, mostKeys),
    heads: wholeField(8, 1, mostHeads),
    head: wholeField(0, 0, mostHeads - 1),
    clip: wholeField(4, 0, mostClip),
    buckets: evenBuckets(32),
    'max-distance': wholeField(128, 2, mostDistance),
    bidirectional: choiceField<'yes' | 'no'>('no', ['yes', 'no']),
    token: choiceField<ExampleToken>('red', ['red', 'blue']),
  },

  model(core, asked) {
    const state = possible(asked);
    const { queries, keys } = state;
    const entries = entriesOf(core, state);
    const of = ofHeads(core, state, [state.head]);
    const { added, weights } = equalProducts(core, state, queries, of);
    return {
      state,
      first: keys - queries,
      looked: lookedUpBy(core, state),
      added,
      shares: {
        ...added,
        data: added.data.map((value, i) =>
          masked(state, (i % keys) - (keys - queries) - Math.floor(i / keys))
            ? 0
            : value / entries.full,
        ),
      },
      weights,
      entries,
      top: topOf(core, state),
    };
  },

  view(model, context) {
    return html`
      ${controlsView(model.state, context)}
      <div class="bias-parts">
        ${plotView(model, context)} ${entriesView(model, context.cursor)}
      </div>
    `;
  },

  summary(model) {
    const { state, first, added, weights } = model;
    const last = state.queries - 1;
    const at = last * state.keys;
    const own = weights.data[at + state.keys - 1]!;
    const values = {
      head: state.head,
      heads: state.heads,
      clip: state.clip,
      buckets: state.buckets,
      token: text(`scoreBias.token.${state.token}`),
      position: first + last,
      keys: state.keys,
      slope: formatShort(model.entries.values[state.head] ?? 0),
      farthest: formatShort(-added.data[at]!),
      distinct: distinct(model, last),
      own: formatNumber(own, 3),
      far: formatNumber(weights.data[at]!, 3),
      even: formatNumber(1 / state.keys, 3),
    };
    const one = state.keys === 1;
    return `${text(`scoreBias.summary.${state.scheme}`, values)} ${text(
      one ? 'scoreBias.summary.one' : 'scoreBias.summary.weights',
      values,
    )}`;
  },

  table(model) {
    const { state, first } = model;
    const last = first + state.queries - 1;
    const row = state.queries - 1;
    const at = row * state.keys;
    const { looked } = model;
    return {
      caption: text('scoreBias.table', { position: last }),
      columns: [
        text('scoreBias.table.key'),
        text('scoreBias.table.offset'),
        ...(looked ? [lookedName(state.scheme)] : []),
        text('scoreBias.table.added'),
        text('scoreBias.table.weight'),
      ],
      rows: Array.from({ length: state.keys }, (_, key) => [
        key,
        key - last,
        ...(looked ? [looked.data[at + key]!] : []),
        model.added.data[at + key]!,
        model.weights.data[at + key]!,
      ]),
    };
  },

  cell(model, cursor) {
    const { state } = model;
    const { row, column } = insideGrid(cursor, state.queries, state.keys);
    const at = row * state.keys + column;
    const offset = column - (model.first + row);
    const values = {
      query: model.first + row,
      key: column,
      offset: formatNumber(offset, 0),
      looked: formatNumber(model.looked?.data[at] ?? 0, 0),
      added: formatNumber(model.added.data[at]!, 3),
      weight: formatNumber(model.weights.data[at]!, 3),
    };
    if (masked(state, offset)) return text('scoreBias.cell.masked', values);
    return text(`scoreBias.cell.${state.scheme}`, values);
  },

  paint(root, model) {
    paintHeatMap(root, model.shares);
  },
};

/** Buckets in an even number of at least 4, so that both sides can share them. */
function evenBuckets(fallback: number): Field<number> {
  const field = wholeField(fallback, 4, mostBuckets);
  return {
    ...field,
    read(written) {
      const buckets = field.read(written);
      return buckets !== undefined && buckets % 2 === 0 ? buckets : undefined;
    },
  };
}

/** Settings may contradict each other where one of them moves; the one that gives way is here. */
function possible(asked: ScoreBiasState): ScoreBiasState {
  return {
    ...asked,
    queries: Math.min(asked.queries, asked.keys),
    head: Math.min(asked.head, asked.heads - 1),
    'max-distance': Math.max(asked['max-distance'], leastDistance(asked)),
  };
}

/** T5 wants a largest distance beyond those that have a bucket of their own. */
function leastDistance({ buckets, bidirectional }: ScoreBiasState): number {
  const side = bidirectional === 'yes' ? buckets / 2 : buckets;
  return Math.floor(side / 2) + 1;
}

function t5Spec(state: ScoreBiasState): T5Spec {
  return {
    buckets: state.buckets,
    maxDistance: state['max-distance'],
    bidirectional: state.bidirectional === 'yes',
  };
}

/** What attention needs of some heads of a scheme: where positions enter, and what each query holds. */
interface OfHeads {
  heads: number;
  positions: AttentionPositions;
  query: readonly number[];
}

function ofHeads(core: Core, state: ScoreBiasState, chosen: readonly number[]): OfHeads {
  switch (state.scheme) {
    case 'alibi': {
      const all = alibiSlopes(core, state.heads);
      const slopes = Float64Array.from(chosen, (head) => all[head]!);
      return { heads: chosen.length, positions: { scheme: 'alibi', slopes }, query: [0] };
    }
    case 't5': {
      const spec = t5Spec(state);
      const table = t5Table(state, chosen);
      return { heads: chosen.length, positions: { scheme: 't5', spec, table }, query: [0] };
    }
    case 'shaw': {
      // All heads share the vectors, so one stands for them.
      const keyTable = shawExample(state.clip);
      const query = exampleTokens[state.token];
      return { heads: 1, positions: { scheme: 'shaw', keyTable }, query };
    }
  }
}

function t5Table(state: ScoreBiasState, chosen: readonly number[]): Matrix {
  return t5Example(state.buckets, state.bidirectional === 'yes', state.heads, chosen);
}

/** The bucket or the clipped offset of each score, for the schemes that look something up. */
function lookedUpBy(core: Core, state: ScoreBiasState): Matrix | undefined {
  const { queries, keys, clip } = state;
  switch (state.scheme) {
    case 'alibi':
      return undefined;
    case 't5':
      return t5BucketMatrix(core, queries, keys, t5Spec(state));
    case 'shaw': {
      const rows = shawRows(core, queries, keys, clip);
      return { ...rows, data: rows.data.map((row) => row - clip) };
    }
  }
}

function entriesOf(core: Core, state: ScoreBiasState): Entries {
  switch (state.scheme) {
    case 'alibi': {
      const values = alibiSlopes(core, state.heads);
      const full = Math.max(...values) * Math.max(1, state.keys - 1);
      return { values, from: 0, full, chosen: state.head };
    }
    case 't5': {
      const { data } = t5Table(state, [state.head]);
      return { values: data, from: 0, full: largest(data), chosen: undefined };
    }
    case 'shaw': {
      const values = vectorScores(core, state.token, shawExample(state.clip));
      return { values, from: 0 - state.clip, full: largest(values), chosen: undefined };
    }
  }
}

/**
 * Attention of the last `queries` queries over keys that are zeros, so that all products are equal;
 * of several heads one below the other.
 */
function equalProducts(
  core: Core,
  { keys, bidirectional }: ScoreBiasState,
  queries: number,
  { heads, positions, query }: OfHeads,
): { added: Matrix; weights: Matrix } {
  const cols = heads * query.length;
  const filled = Float32Array.from({ length: queries * cols }, (_, i) => query[i % query.length]!);
  const { bias, weights } = attention(
    core,
    { rows: queries, cols, data: filled },
    { rows: keys, cols, data: new Float32Array(keys * cols) },
    { rows: keys, cols: heads, data: new Float32Array(keys * heads) },
    { heads, mask: bidirectional === 'yes' ? 'none' : 'causal', trace: true },
    positions,
  );
  const shape = { rows: heads * queries, cols: keys };
  return { added: { ...shape, data: bias.data }, weights: { ...shape, data: weights.data } };
}

/** The product of a token with each vector of the example, scaled as a score is. */
function vectorScores(core: Core, token: ExampleToken, vectors: Matrix): Float32Array {
  const query = { rows: 1, cols: exampleWidth, data: Float32Array.from(exampleTokens[token]) };
  const values = { rows: vectors.rows, cols: 1, data: new Float32Array(vectors.rows) };
  return attention(core, query, vectors, values, { trace: true }).scores.data;
}

let latest: { of: string; top: number } | undefined;

/** Of the last query under every head, so that the scale stays where it is while the head moves. */
function topOf(core: Core, state: ScoreBiasState): number {
  const of = JSON.stringify({ ...state, head: 0, queries: 0 });
  if (latest?.of !== of) {
    const every = Array.from({ length: state.heads }, (_, head) => head);
    const { weights } = equalProducts(core, state, 1, ofHeads(core, state, every));
    const most = Math.max(...weights.data);
    latest = { of, top: tops.find((top) => most <= top) ?? 1 };
  }
  return latest.top;
}

function largest(values: Float32Array): number {
  return Math.max(1e-6, ...values.map(Math.abs));
}

function masked({ bidirectional }: ScoreBiasState, offset: number): boolean {
  return bidirectional === 'no' && offset > 0;
}

/** How many keys a query may read: the first ones. */
function readable({ state, first }: ScoreBiasModel, row: number): number {
  return state.bidirectional === 'yes' ? state.keys : first + row + 1;
}

interface Run {
  from: number;
  length: number;
  looked: number;
}

/** Neighbouring keys that look up the same, for one query. */
function runsOf(model: ScoreBiasModel, row: number): Run[] {
  const runs: Run[] = [];
  const { looked, state } = model;
  if (looked === undefined) return runs;
  for (let key = 0; key < readable(model, row); ++key) {
    const value = looked.data[row * state.keys + key]!;
    const run = runs.at(-1);
    if (run?.looked === value) ++run.length;
    else runs.push({ from: key, length: 1, looked: value });
  }
  return runs;
}

function distinct(model: ScoreBiasModel, row: number): number {
  return new Set(runsOf(model, row).map((run) => run.looked)).size;
}

function lookedName(scheme: Scheme): string {
  return text(scheme === 't5' ? 'scoreBias.bucket' : 'scoreBias.clipped');
}

function controlsView(state: ScoreBiasState, context: ViewContext<ScoreBiasState>): TemplateResult {
  const one = (
    key: 'queries' | 'keys' | 'heads' | 'head' | 'clip' | 'max-distance',
    least: number,
    most: number,
  ) =>
    slider({
      id: `${context.id}-${key}`,
      label: text(`scoreBias.${key}`),
      value: state[key],
      least,
      most,
      change: (value) => context.change({ [key]: value }),
    });
  const ofScheme = {
    alibi: () => [one('head', 0, state.heads - 1), one('heads', 1, mostHeads)],
    t5: () => [
      one('head', 0, state.heads - 1),
      one('heads', 1, mostHeads),
      slider({
        id: `${context.id}-buckets`,
        label: text('scoreBias.buckets'),
        value: state.buckets,
        least: 4,
        most: mostBuckets,
        step: 2,
        change: (buckets) => context.change({ buckets: 2 * Math.round(buckets / 2) }),
      }),
      one('max-distance', leastDistance(state), mostDistance),
    ],
    shaw: () => [
      one('clip', 0, mostClip),
      radioGroup<ExampleToken>({
        id: `${context.id}-token`,
        label: text('scoreBias.token'),
        value: state.token,
        options: [
          { name: 'red', label: text('scoreBias.token.red') },
          { name: 'blue', label: text('scoreBias.token.blue') },
        ],
        change: (token) => context.change({ token }),
      }),
    ],
  };
  return html`<div class="controls bias-controls">
    ${radioGroup<Scheme>({
      id: `${context.id}-scheme`,
      label: text('scoreBias.scheme'),
      value: state.scheme,
      options: schemes.map((name) => ({ name, label: text(`scoreBias.scheme.${name}`) })),
      change: (scheme) => context.change({ scheme }),
    })}
    ${radioGroup<'yes' | 'no'>({
      id: `${context.id}-bidirectional`,
      label: text('scoreBias.bidirectional'),
      value: state.bidirectional,
      options: [
        { name: 'no', label: text('scoreBias.bidirectional.no') },
        { name: 'yes', label: text('scoreBias.bidirectional.yes') },
      ],
      change: (bidirectional) => context.change({ bidirectional }),
    })}
    ${one('keys', 1, mostKeys)} ${one('queries', 1, Math.min(mostQueries, state.keys))}
    ${ofScheme[state.scheme]()}
  </div>`;
}

/** Weights, what is looked up, and what is added, all over the same keys. */
function plotView(model: ScoreBiasModel, context: ViewContext<ScoreBiasState>): TemplateResult {
  const { state, first } = model;
  const row = insideGrid(
    context.cursor ?? { row: state.queries - 1, column: 0 },
    state.queries,
    1,
  ).row;
  const position = first + row;
  return html`<div class="bias-plot">
    <p class="bias-heading" data-label>${text('scoreBias.weights', { position })}</p>
    <p class="bias-legend" data-label>
      <svg viewBox="0 0 28 4" aria-hidden="true"><path class="bias-even" d="M0 2H28" /></svg>
      ${text('scoreBias.even', { even: formatNumber(1 / readable(model, row), 3) })}
    </p>
    <div class="bias-top" aria-hidden="true"><span data-label>${formatShort(model.top)}</span></div>
    ${barsView(model, row)} ${state.keys <= mostNumbers ? weightsView(model, row) : ''}
    ${model.looked === undefined ? '' : runsView(model, row)}
    <p class="bias-heading" data-label>
      ${text(printsNumbers(model) ? `scoreBias.added.${state.scheme}` : 'scoreBias.added')}
    </p>
    <div class="bias-rows" ?data-many=${state.queries > mostNumbers} aria-hidden="true">
      ${Array.from(
        { length: state.queries },
        (_, i) => html`<span ?data-chosen=${i === row} data-label>${first + i}</span>`,
      )}
    </div>
    <div class="bias-heat" ?data-printed=${printsNumbers(model)}>
      ${heatMap(
        { cells: model.shares, name: text('scoreBias.heat', { scheme: schemeName(state) }) },
        context,
      )}
      ${overlayView(model, row)} ${printsNumbers(model) ? numbersView(model) : ''}
      ${
        state.bidirectional === 'no' && (state.queries - 1) / state.keys > leastNamed
          ? html`<span class="bias-mask-name mask" data-label>${text('scoreBias.masked')}</span>`
          : ''
      }
    </div>
    ${axisView(state.keys)}
  </div>`;
}

function schemeName(state: ScoreBiasState): string {
  return text(`scoreBias.scheme.${state.scheme}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}

function barsView(model: ScoreBiasModel, row: number): TemplateResult {
  const { keys } = model.state;
  const weights = model.weights.data.subarray(row * keys, (row + 1) * keys);
  const shown = readable(model, row);
  const even = 1 / shown;
  const gap = keys > 64 ? 0 : 0.08;
  const bars = Array.from(weights.subarray(0, shown), (weight, key) => {
    const height = (weight / model.top).toFixed(4);
    return `M${key + gap} 1v-${height}h${(1 - 2 * gap).toFixed(2)}v${height}z`;
  }).join('');
  return html`<div class="bias-bars">
    <svg
      viewBox="0 0 ${keys} 1"
      preserveAspectRatio="none"
      role="img"
      aria-label=${text('scoreBias.bars', { position: model.first + row })}
    >
      <path class="bias-bar" d=${bars} />
      <path
        class="bias-even"
        d="M0 ${1 - even / model.top}H${shown}"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  </div>`;
}

/** The weights that the bars stand for, each under its own. */
function weightsView(model: ScoreBiasModel, row: number): TemplateResult {
  const { keys } = model.state;
  const weights = model.weights.data.subarray(row * keys, (row + 1) * keys);
  const shown = readable(model, row);
  return html`<div class="bias-weights" aria-hidden="true">
    ${Array.from(
      weights,
      (weight, key) => html`<span data-label>${key < shown ? formatNumber(weight, 3) : ''}</span>`,
    )}
  </div>`;
}

/** A block for each run of keys that share a bucket or a vector. */
function runsView(model: ScoreBiasModel, row: number): TemplateResult {
  const { state } = model;
  return html`<p class="bias-heading position" data-label>
      ${text(state.scheme === 't5' ? 'scoreBias.runsOf.t5' : 'scoreBias.runsOf.shaw')}
    </p>
    <div class="bias-runs">
      <svg role="img" aria-label=${text('scoreBias.runs', { position: model.first + row })}>
        ${runsOf(model, row).map((run) => {
          const share = run.length / state.keys;
          return svg`<rect
              class="bias-run"
              x=${percent(run.from / state.keys)}
              y="1"
              width=${percent(share)}
              height="100%"
            />
            ${
              share < 0.025
                ? ''
                : svg`<text
                    class="bias-number ${share < 0.06 ? 'bias-narrow' : ''}"
                    x=${percent((run.from + run.length / 2) / state.keys)}
                    y="50%"
                    dy="0.35em"
                    text-anchor="middle"
                  >${formatNumber(run.looked, 0)}</text>`
            }`;
        })}
      </svg>
    </div>`;
}

/** The keys that the mask takes away, and a frame around the row whose weights stand above. */
function overlayView(model: ScoreBiasModel, row: number): TemplateResult {
  const { state, first } = model;
  const { queries, keys } = state;
  let stairs = '';
  for (let i = 0; i < queries && state.bidirectional === 'no'; ++i) {
    const from = first + i + 1;
    if (from < keys) stairs += `M${from} ${i}H${keys}V${i + 1}H${from}z`;
  }
  return html`<svg
    class="bias-overlay"
    viewBox="0 0 ${keys} ${queries}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path class="bias-masked" d=${stairs} />
    <path
      class="bias-chosen"
      d="M0 ${row}H${keys}V${row + 1}H0z"
      vector-effect="non-scaling-stroke"
    />
  </svg>`;
}

function printsNumbers({ state, looked }: ScoreBiasModel): boolean {
  return state.keys <= (looked ? mostPrinted : mostNumbers);
}

/** In each cell what is looked up, or what is added where nothing is. */
function numbersView(model: ScoreBiasModel): TemplateResult {
  const { state, first } = model;
  const { queries, keys } = state;
  const printed = Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, (_, key) => {
      if (masked(state, key - first - i)) return '';
      const at = i * keys + key;
      if (model.looked) return formatNumber(model.looked.data[at]!, 0);
      return formatShort(Number(model.added.data[at]!.toPrecision(3)));
    }),
  );
  const crowded =
    keys > mostNumbers ||
    printed.some((cells) => cells.some((cell) => cell.length > longestOnPhones));
  return html`<div class="bias-numbers" ?data-crowded=${crowded} aria-hidden="true">
    ${printed.map(
      (cells) => html`<div>${cells.map((cell) => html`<span data-label>${cell}</span>`)}</div>`,
    )}
  </div>`;
}

function axisView(keys: number): TemplateResult {
  const all = keys <= mostPrinted;
  const labels = all ? Array.from({ length: keys }, (_, key) => key) : [0, keys - 1];
  return html`<div class="bias-axis" ?data-ends=${!all} aria-hidden="true">
      ${labels.map((key) => html`<span data-label>${key}</span>`)}
    </div>
    <p class="bias-sides">
      <span class="query" data-label>${text('scoreBias.rows')}</span>
      <span class="key" data-label>${text('scoreBias.columns')}</span>
    </p>`;
}

/** What the scheme has: a slope for each head, or the example's number for each bucket or offset. */
function entriesView(model: ScoreBiasModel, cursor: Cursor | undefined): TemplateResult {
  const { state, entries } = model;
  const { values, from, full } = entries;
  const count = values.length;
  const chosen = entries.chosen ?? lookedUp(model, cursor);
  const all = Array.from(values);
  const upper = Math.max(0, ...all);
  const lower = Math.min(0, ...all);
  const span = Math.max(1e-6, upper - lower);
  const isSlope = state.scheme === 'alibi';
  const y = (value: number) => (upper - value) / span;
  return html`<div class="bias-entries">
    <p class="bias-heading" data-label>
      ${text(`scoreBias.entries.${state.scheme}`, { head: state.head })}
    </p>
    <svg
      class="bias-columns"
      viewBox="0 0 ${count} 1"
      preserveAspectRatio="none"
      role="img"
      aria-label=${text(`scoreBias.entries.${state.scheme}`, { head: state.head })}
    >
      ${all.map((value, i) => {
        const { fill, opacity } = fillOf(value / full);
        const top = Math.min(y(0), y(value));
        return svg`<rect
          class=${isSlope ? 'bias-slope' : ''}
          ?data-chosen=${i === chosen}
          x=${i + 0.1}
          y=${top}
          width="0.8"
          height=${Math.abs(y(0) - y(value))}
          fill=${fill}
          fill-opacity=${isSlope ? 1 : Math.max(0.25, Number(opacity))}
        />`;
      })}
      ${
        chosen === undefined
          ? ''
          : svg`<path
              class="bias-chosen-entry"
              d="M${chosen} 0h1v1h-1z"
              vector-effect="non-scaling-stroke"
            />`
      }
      <path class="bias-base" d="M0 ${y(0)}H${count}" vector-effect="non-scaling-stroke" />
    </svg>
    <div class="bias-axis" data-ends aria-hidden="true">
      <span data-label>${formatNumber(from, 0)}</span>
      <span data-label>${text(`scoreBias.entry.${state.scheme}`)}</span>
      <span data-label>${formatNumber(from + count - 1, 0)}</span>
    </div>
    <p class="bias-entry" data-label>
      ${
        chosen === undefined
          ? ''
          : text(`scoreBias.entryValue.${state.scheme}`, {
              entry: formatNumber(from + chosen, 0),
              value: formatShort(values[chosen]!),
            })
      }
    </p>
    <p class="figure-note">${text(`scoreBias.note.${state.scheme}`)}</p>
  </div>`;
}

function lookedUp(model: ScoreBiasModel, cursor: Cursor | undefined): number | undefined {
  const { state, looked } = model;
  if (looked === undefined) return undefined;
  const { row, column } = insideGrid(
    cursor ?? { row: state.queries - 1, column: 0 },
    state.queries,
    state.keys,
  );
  return looked.data[row * state.keys + column]! - model.entries.from;
}
