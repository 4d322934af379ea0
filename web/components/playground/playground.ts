import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Core } from '../../bindings/core.ts';
import { row, type Matrix } from '../../bindings/matrix.ts';
import {
  sinusoidal,
  sinusoidalAt,
  sinusoidalRates,
  type PairLayout,
} from '../../bindings/sinusoidal.ts';
import { logSlider, radioGroup, selectBox, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { choiceField, leastBase, mostBase, numberField, wholeField } from '../figure/fields.ts';
import { columnsOf, layoutField } from '../figure/pair-columns.ts';
import { clockHand } from '../plots/clock-hand.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { vectorRow } from '../plots/vector-row.ts';
import { waveCurve, waveStrip } from '../plots/wave.ts';
import { formatNumber, formatRow, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { presets } from './presets.ts';

/**
 * One position slider joins the clock hands, the waves and the table. Positions run from left to
 * right in the waves and in the heat map alike, so that one vertical line marks the position in all.
 */
export interface PlaygroundState {
  position: number;
  width: number;
  base: number;
  length: number;
  layout: PairLayout;
  preset: string;
}

interface Pair {
  k: number;
  rate: number;
  period: number;
  angle: number;
  sine: number;
  cosine: number | undefined;
  sineColumn: number;
  cosineColumn: number | undefined;
}

/** The waves of one pair at places along the strip, and the curves through them. */
interface Waves {
  /** what they depend on */
  key: string;
  positions: Float64Array;
  /** sine and cosine at the first place, at the second, and so on */
  values: Float32Array;
  /** the cosine's is absent for the lone last sine of an odd width */
  curves: { sine: string; cosine: string | undefined };
}

export interface PlaygroundModel {
  state: PlaygroundState;
  pairs: readonly Pair[];
  /** the pairs that have a clock and a wave: evenly chosen, the first and the last among them */
  shown: readonly Pair[];
  /** the waves of the shown pairs, in their order */
  waves: readonly Waves[];
  /** the row of the present position */
  row: Float32Array;
  /** the window of the table that the heat map shows, a row for each coordinate */
  window: Matrix;
}

const mostWidth = 512;
const mostLength = 256;
const mostClocks = 4;
const mostCoordinates = 128;
/** Straight pieces of a wave: a turn looks round, narrow ones with fewer; the slowest has a few too. */
const piecesOfTurn = 24;
const piecesOfNarrowTurn = 8;
const roundTurns = 10;
const leastPieces = 16;
const mostCells = 8;
const ownPreset = 'own';

export const playgroundFigure: FigureDefinition<PlaygroundState, PlaygroundModel> = {
  fields: {
    position: wholeField(6, 0, mostLength - 1),
    width: wholeField(4, 1, mostWidth),
    base: numberField(10_000, leastBase, mostBase),
    length: wholeField(32, 2, mostLength),
    layout: layoutField,
    preset: choiceField(ownPreset, [ownPreset, ...presets.map((preset) => preset.id)]),
  },

  model(core, asked) {
    const state = { ...asked, position: Math.min(asked.position, asked.length - 1) };
    const { table, rates, shown, waves, window } = pattern(core, state);
    const current = row(table, state.position);
    const pairs = Array.from(rates, (rate, k) => pairOf(state, rate, k, current));
    return {
      state,
      pairs,
      shown: shown.map((k) => pairs[k]!),
      waves,
      row: current,
      window,
    };
  },

  view(model, context, told) {
    const { state } = model;
    const own = (patch: Partial<PlaygroundState>) =>
      context.change({ ...patch, preset: ownPreset });
    return html`
      <div class="controls playground-controls">
        ${slider({
          id: `${context.id}-width`,
          label: text('playground.width'),
          value: state.width,
          least: 1,
          most: mostWidth,
          change: (width) => own({ width }),
        })}
        ${logSlider({
          id: `${context.id}-base`,
          label: text('playground.base'),
          value: state.base,
          least: leastBase,
          most: mostBase,
          step: 'any',
          change: (base) => own({ base }),
        })}
        ${slider({
          id: `${context.id}-length`,
          label: text('playground.length'),
          value: state.length,
          least: 2,
          most: mostLength,
          change: (length) => context.change({ length }),
        })}
        ${selectBox({
          id: `${context.id}-preset`,
          label: text('playground.preset'),
          value: state.preset,
          options: [
            { name: ownPreset, label: text('playground.preset.own') },
            ...presets.map((preset) => ({ name: preset.id, label: preset.name })),
          ],
          change: (id) => context.change(presetPatch(id)),
        })}
        ${radioGroup<PairLayout>({
          id: `${context.id}-layout`,
          label: text('playground.layout'),
          value: state.layout,
          options: [
            { name: 'interleaved', label: text('playground.layout.interleaved') },
            { name: 'split', label: text('playground.layout.split') },
          ],
          change: (layout) => context.change({ layout }),
        })}
      </div>
      ${presetNote(state.preset)}
      <div class="playground-position">
        ${slider({
          id: `${context.id}-position`,
          label: text('playground.position'),
          value: state.position,
          least: 0,
          most: state.length - 1,
          change: (position) => context.change({ position }),
        })}
      </div>
      ${model.shown.map((pair, i) =>
        pairView(pair, model.waves[i]!.curves, state, told.shown[i] ?? pair),
      )}
      ${
        model.shown.length < model.pairs.length
          ? html`<p class="figure-note">
              ${text('playground.pairsShown', {
                shown: model.shown.length,
                total: model.pairs.length,
              })}
            </p>`
          : ''
      }
      ${tableView(model, context)} ${guard([told], () => rowView(told))}
    `;
  },

  summary(model) {
    const last = model.pairs.at(-1)!;
    return text('playground.summary', {
      position: model.state.position,
      width: model.state.width,
      base: formatShort(model.state.base),
      layout: text(`playground.layout.${model.state.layout}`),
      row: formatRow(model.row.slice(0, mostCells)) + (model.row.length > mostCells ? ' …' : ''),
      first: formatNumber(model.pairs[0]!.angle, 3),
      last: last.k,
      slowest: formatNumber(last.angle, 3),
    });
  },

  table(model) {
    return {
      caption: text('playground.table', { position: model.state.position }),
      columns: [
        text('playground.table.pair'),
        text('playground.table.columns'),
        text('playground.table.rate'),
        text('playground.table.period'),
        text('playground.table.angle'),
        text('playground.table.sine'),
        text('playground.table.cosine'),
      ],
      rows: model.pairs.map((pair) => [
        pair.k,
        pair.cosineColumn === undefined
          ? `${pair.sineColumn}`
          : `${pair.sineColumn}, ${pair.cosineColumn}`,
        pair.rate,
        pair.period,
        pair.angle,
        pair.sine,
        pair.cosine ?? '',
      ]),
    };
  },

  cell(model, cursor) {
    const pair = model.pairs.find(
      (one) => one.sineColumn === cursor.row || one.cosineColumn === cursor.row,
    )!;
    const part = pair.sineColumn === cursor.row ? 'sine' : 'cosine';
    return text('playground.cell', {
      position: cursor.column,
      coordinate: cursor.row,
      part: text(`playground.part.${part}`),
      pair: pair.k,
      value: formatNumber(model.window.data[cursor.row * model.window.cols + cursor.column]!),
    });
  },

  paint(root, model) {
    paintHeatMap(root, model.window);
  },
};

/** What depends on everything but the position: kept, since the position is what moves most. */
interface Pattern {
  key: string;
  table: Matrix;
  rates: Float32Array;
  /** indices of the shown pairs */
  shown: readonly number[];
  waves: readonly Waves[];
  window: Matrix;
}

let latest: Pattern | undefined;

function pattern(core: Core, state: PlaygroundState): Pattern {
  const { width, base, layout, length } = state;
  const key = [width, base, layout, length].join();
  if (latest?.key === key) return latest;
  const table = sinusoidal(core, { positions: length, width, base, layout });
  const rates = sinusoidalRates(core, width, base);
  const shown = evenly([...rates.keys()], mostClocks);
  latest = {
    key,
    table,
    rates,
    shown,
    waves: wavesOf(core, state, rates, shown),
    window: turned(table, Math.min(width, mostCoordinates)),
  };
  return latest;
}

/** The first `rows` columns of a table as rows: positions then run from left to right. */
function turned(table: Matrix, rows: number): Matrix {
  const data = new Float32Array(rows * table.rows);
  let at = 0;
  for (let i = 0; i < rows; ++i) {
    for (let from = i; from < table.data.length; from += table.cols) data[at++] = table.data[from]!;
  }
  return { rows, cols: table.rows, data };
}

/** Those that were drawn last are taken over: pair 0 turns as fast in every width and base. */
function wavesOf(
  core: Core,
  state: PlaygroundState,
  rates: Float32Array,
  shown: readonly number[],
): Waves[] {
  const { length, layout, width, base } = state;
  const pairs = shown.map((k) => {
    const rate = rates[k]!;
    const whole = columnsOf(layout, width, k).cosine !== undefined;
    return { rate, whole, key: [rate, whole, length].join() };
  });
  const known = new Map(latest?.waves.map((one) => [one.key, one]));
  const strips = pairs
    .filter(({ key }) => !known.has(key))
    .map((pair) => ({ ...pair, positions: placesAlong(length, pair.rate) }));
  // Pair 0 turns by one radian a position, so at the position that is the angle it stands as pair k does.
  const angles = new Float64Array(strips.reduce((sum, { positions }) => sum + positions.length, 0));
  let filled = 0;
  for (const { rate, positions } of strips) {
    for (const position of positions) angles[filled++] = position * rate;
  }
  const { data } = sinusoidalAt(core, angles, { width: 2, base, layout });
  let read = 0;
  for (const { key, whole, positions } of strips) {
    const values = data.subarray(read, read + 2 * positions.length);
    read += values.length;
    known.set(key, {
      key,
      positions,
      values,
      curves: {
        sine: waveCurve(positions, values, length),
        cosine: whole ? waveCurve(positions, values.subarray(1), length) : undefined,
      },
    });
  }
  return pairs.map(({ key }) => known.get(key)!);
}

/** From the first position to the last, close enough for a curve that turns at `rate` to look round. */
function placesAlong(length: number, rate: number): Float64Array {
  const last = length - 1;
  const turns = (last * rate) / (2 * Math.PI);
  const pieces = Math.max(
    leastPieces,
    Math.ceil(
      piecesOfTurn * Math.min(turns, roundTurns) +
        piecesOfNarrowTurn * Math.max(0, turns - roundTurns),
    ),
  );
  const positions = new Float64Array(pieces + 1);
  for (let i = 0; i <= pieces; ++i) positions[i] = (i * last) / pieces;
  return positions;
}

function pairOf(state: PlaygroundState, rate: number, k: number, current: Float32Array): Pair {
  const { sine: sineColumn, cosine: cosineColumn } = columnsOf(state.layout, state.width, k);
  return {
    k,
    rate,
    period: (2 * Math.PI) / rate,
    angle: state.position * rate,
    sine: current[sineColumn]!,
    cosine: cosineColumn === undefined ? undefined : current[cosineColumn]!,
    sineColumn,
    cosineColumn,
  };
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, i) => items[Math.round((i * (items.length - 1)) / (most - 1))]!,
  );
}

function presetPatch(id: string): Partial<PlaygroundState> {
  const preset = presets.find((one) => one.id === id);
  if (preset === undefined || preset.kind === 'learned') return { preset: id };
  return { preset: id, width: preset.width, base: preset.base };
}

function presetNote(id: string): TemplateResult | string {
  const preset = presets.find((one) => one.id === id);
  if (preset === undefined || preset.kind === 'added') return '';
  const note =
    preset.kind === 'learned'
      ? text('playground.learned', { model: preset.name, rows: preset.rows, width: preset.width })
      : text('playground.rotary', { model: preset.name });
  return html`<p class="figure-note">${note}</p>`;
}

function pairView(
  pair: Pair,
  curves: Waves['curves'],
  state: PlaygroundState,
  told: Pair,
): TemplateResult {
  return html`<div class="playground-pair">
    <div class="playground-clock">
      ${clockHand({
        name: text('playground.clock', { pair: told.k, angle: formatNumber(told.angle, 3) }),
        sine: pair.sine,
        cosine: pair.cosine,
      })}
    </div>
    ${guard([told], () => pairValues(told))}
    <div class="playground-wave">
      ${waveStrip({
        name: text('playground.wave', { pair: pair.k }),
        ...curves,
        length: state.length,
        marked: state.position,
        markedSine: pair.sine,
        markedCosine: pair.cosine,
      })}
    </div>
  </div>`;
}

function pairValues(pair: Pair): TemplateResult {
  return html`<div class="playground-values">
    <span class="playground-name" data-label>${text('playground.pair', { pair: pair.k })}</span>
    <span data-label>${text('playground.angle', { angle: formatNumber(pair.angle, 3) })}</span>
    <span class="sine" data-label
      >${text('playground.sine', { value: formatNumber(pair.sine) })}</span
    >
    <span class="cosine" data-label
      >${
        pair.cosine === undefined
          ? text('playground.noCosine')
          : text('playground.cosine', { value: formatNumber(pair.cosine) })
      }</span
    >
    <span class="playground-period" data-label
      >${text('playground.turns', { period: formatShort(pair.period) })}</span
    >
  </div>`;
}

function tableView(model: PlaygroundModel, context: ViewContext<PlaygroundState>): TemplateResult {
  const { window, state } = model;
  return html`<div class="playground-table">
    <div class="playground-axis" data-label>
      ${
        window.rows < state.width
          ? text('playground.heatWindow', {
              first: 0,
              last: window.rows - 1,
              total: state.width,
            })
          : text('playground.coordinates')
      }
    </div>
    <div class="playground-heat">
      ${heatMap(
        { cells: window, name: text('playground.heat'), marked: state.position, steady: true },
        context,
        (cursor) => context.change({ position: cursor.column }),
      )}
    </div>
  </div>`;
}

function rowView(model: PlaygroundModel): TemplateResult {
  const cells = model.row.slice(0, mostCells);
  const hidden = model.row.length - cells.length;
  return html`<div class="playground-row" data-cells=${cells.length}>
    ${vectorRow(
      text('playground.row', { position: model.state.position }),
      cells,
      'position',
      cells.length > 5 ? 3 : 5,
    )}
    ${
      hidden > 0
        ? html`<p class="figure-note">${text('playground.rowMore', { count: hidden })}</p>`
        : ''
    }
  </div>`;
}
