import { html, svg, type TemplateResult } from 'lit';
import { attention } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { difference } from '../../bindings/difference.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { shiftMatrix } from '../../bindings/sinusoidal-geometry.ts';
import { sinusoidal, sinusoidalRates, type PairLayout } from '../../bindings/sinusoidal.ts';
import { logSlider, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { leastBase, mostBase, numberField, wholeField } from '../figure/fields.ts';
import { behindText } from '../plots/colour.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { numberGrid } from '../plots/number-grid.ts';
import { sectorClock } from '../plots/sector-clock.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { evenWidthField, evenWidthSlider } from '../figure/even-width.ts';
import { columnsOf, layoutField, partAt } from '../figure/pair-columns.ts';

/**
 * A move by some positions turns the hand of each pair by one angle, wherever it stood: the matrix
 * that does it to a whole row is the same for every start.
 */
export interface ShiftState {
  offset: number;
  start: number;
  width: number;
  base: number;
  layout: PairLayout;
}

interface Pair {
  k: number;
  /** where the hand stands at the start */
  angle: number;
  /** how far the move turns it */
  turn: number;
  before: { sine: number; cosine: number };
  after: { sine: number; cosine: number };
}

export interface ShiftModel {
  state: ShiftState;
  pairs: readonly Pair[];
  matrix: Matrix;
  /** the same, paler: its numbers are to be read on these colours */
  pale: Matrix;
  /** the rows as columns: PE[start], the matrix times it, and PE[start + offset] */
  before: Matrix;
  moved: Matrix;
  after: Matrix;
  /** how far the moved row is from PE[start + offset], at most */
  gap: number;
}

const farthest = 100;
const mostWidth = 16;
/** Wider matrices are colours alone; the cursor reads their numbers. */
const mostPrinted = 8;

export const shiftFigure: FigureDefinition<ShiftState, ShiftModel> = {
  fields: {
    offset: wholeField(3, 0, farthest),
    start: wholeField(0, 0, farthest),
    width: evenWidthField(4, mostWidth),
    base: numberField(10_000, leastBase, mostBase),
    layout: layoutField,
  },

  model(core, state) {
    const { offset, start, width, base, layout } = state;
    const { matrix, pale, rates } = move(core, state);
    const before = sinusoidal(core, { positions: 1, first: start, width, base, layout });
    const after = sinusoidal(core, { positions: 1, first: start + offset, width, base, layout });
    const moved = product(core, matrix, before);
    const gaps = difference(core, moved, after);
    return {
      state,
      pairs: Array.from(rates, (rate, k) => ({
        k,
        angle: start * rate,
        turn: offset * rate,
        before: handOf(before, layout, k),
        after: handOf(after, layout, k),
      })),
      matrix,
      pale,
      before: asColumn(before),
      moved: asColumn(moved),
      after: asColumn(after),
      gap: Math.max(...gaps.data.map(Math.abs)),
    };
  },

  view(model, context) {
    const { state } = model;
    return html`
      <div class="controls shift-controls">
        ${slider({
          id: `${context.id}-start`,
          label: text('shift.start'),
          value: state.start,
          least: 0,
          most: farthest,
          change: (start) => context.change({ start }),
        })}
        ${slider({
          id: `${context.id}-offset`,
          label: text('shift.offset'),
          value: state.offset,
          least: 0,
          most: farthest,
          change: (offset) => context.change({ offset }),
        })}
        ${evenWidthSlider({
          id: `${context.id}-width`,
          label: text('shift.width'),
          value: state.width,
          most: mostWidth,
          change: (width) => context.change({ width }),
        })}
        ${logSlider({
          id: `${context.id}-base`,
          label: text('shift.base'),
          value: state.base,
          least: leastBase,
          most: mostBase,
          step: 'any',
          change: (base) => context.change({ base }),
        })}
      </div>
      <p class="shift-legend">
        <span class="shift-before" data-label
          >○ ${text('shift.position', { position: state.start })}</span
        >
        <span data-label
          >● ${text('shift.position', { position: state.start + state.offset })}</span
        >
      </p>
      <div class="shift-clocks">${model.pairs.map((pair) => clockView(pair))}</div>
      ${equationView(model, context)}
    `;
  },

  summary(model) {
    const { offset, start, width } = model.state;
    const last = model.pairs.at(-1)!;
    return text('shift.summary', {
      offset,
      start,
      end: start + offset,
      width,
      first: formatNumber(model.pairs[0]!.turn, 3),
      last: last.k,
      slowest: formatNumber(last.turn, 3),
      agreement: agreement(model.gap),
    });
  },

  table(model) {
    const { offset, start, width } = model.state;
    return {
      caption: text('shift.table', { offset }),
      columns: [
        text('shift.table.entry'),
        ...Array.from({ length: width }, (_, column) => text('shift.table.from', { column })),
        `PE[${start}]`,
        text('shift.moved', { offset, start }),
        `PE[${start + offset}]`,
      ],
      rows: Array.from({ length: width }, (_, i) => [
        i,
        ...model.matrix.data.subarray(i * width, (i + 1) * width),
        model.before.data[i]!,
        model.moved.data[i]!,
        model.after.data[i]!,
      ]),
    };
  },

  cell(model, { row, column }) {
    const values = {
      row,
      column,
      from: entryName(model.state, column),
      to: entryName(model.state, row),
      value: formatNumber(model.matrix.data[row * model.state.width + column]!),
    };
    return text(areOfOnePair(model.state, row, column) ? 'shift.cell' : 'shift.cellZero', values);
  },

  paint(root, model) {
    paintHeatMap(root, model.pale);
  },
};

/** What does not depend on the start: kept, since the start is what moves first. */
interface Move {
  key: string;
  matrix: Matrix;
  pale: Matrix;
  rates: Float32Array;
}

let latest: Move | undefined;

function move(core: Core, { offset, width, base, layout }: ShiftState): Move {
  const key = [offset, width, base, layout].join();
  if (latest?.key !== key) {
    const matrix = inLayout(shiftMatrix(core, offset, { width, base }), layout);
    latest = {
      key,
      matrix,
      pale: { ...matrix, data: matrix.data.map((factor) => behindText * factor) },
      rates: sinusoidalRates(core, width, base),
    };
  }
  return latest;
}

/** Matrix times row, as attention takes products: queries are the matrix's rows, the row is the key. */
function product(core: Core, matrix: Matrix, row: Matrix): Matrix {
  const value: Matrix = { rows: 1, cols: 1, data: new Float32Array(1) };
  const { products } = attention(core, matrix, row, value, { scale: 1, trace: true });
  return { rows: 1, cols: matrix.rows, data: products.data };
}

/** The core's matrix, whose pairs are interleaved, with rows and columns in another order. */
function inLayout({ rows, cols, data }: Matrix, layout: PairLayout): Matrix {
  const from = Array.from({ length: cols }, (_, entry) => {
    const { pair, part } = partAt(layout, cols, entry);
    return 2 * pair + (part === 'sine' ? 0 : 1);
  });
  const cells = from.flatMap((row) => from.map((column) => data[row * cols + column]!));
  return { rows, cols, data: Float32Array.from(cells) };
}

function handOf({ cols, data }: Matrix, layout: PairLayout, k: number): Pair['before'] {
  const { sine, cosine } = columnsOf(layout, cols, k);
  return { sine: data[sine]!, cosine: data[cosine!]! };
}

function asColumn({ cols, data }: Matrix): Matrix {
  return { rows: cols, cols: 1, data };
}

/** To the seventh digit, upwards: so far apart at most. */
function agreement(gap: number): string {
  if (gap === 0) return text('shift.exactly');
  return text('shift.within', { gap: formatNumber(Math.ceil(gap * 1e7) / 1e7, 7) });
}

function entryName({ layout, width }: ShiftState, entry: number): string {
  const { pair, part } = partAt(layout, width, entry);
  return text(part === 'sine' ? 'shift.sineOf' : 'shift.cosineOf', { pair });
}

function areOfOnePair({ layout, width }: ShiftState, one: number, other: number): boolean {
  return partAt(layout, width, one).pair === partAt(layout, width, other).pair;
}

function clockView(pair: Pair): TemplateResult {
  const turn = formatNumber(pair.turn, 3);
  return html`<div class="shift-clock">
    ${sectorClock({
      name: text('shift.clock', { pair: pair.k, turn }),
      from: pair.angle,
      by: pair.turn,
      hands: [pair.before, pair.after],
    })}
    <span class="shift-pair" data-label>${text('shift.pair', { pair: pair.k })}</span>
    <span class="position" data-label>${text('shift.turn', { turn })}</span>
  </div>`;
}

/** The matrix times one column gives another, and beside it stands the row that it should be. */
function equationView(model: ShiftModel, context: ViewContext<ShiftState>): TemplateResult {
  const { offset, start, width, layout } = model.state;
  const digits = width > 4 ? 2 : 3;
  const column = (name: string, cells: Matrix, sign: string) => html`
    <span class="shift-sign" aria-hidden="true">${sign}</span>
    <div class="shift-column">
      <span class="shift-name position" data-label>${name}</span>
      ${numberGrid({ cells, name, digits }, context)}
    </div>
  `;
  return html`<div class="shift-equation" data-width=${width}>
    <div class="shift-matrix">
      <span class="shift-name" data-label>${text('shift.matrix', { offset })}</span>
      <div class="shift-rows">
        <div class="shift-entries" aria-hidden="true">
          ${Array.from({ length: width }, (_, i) => {
            const { pair, part } = partAt(layout, width, i);
            return html`<span class=${part} data-label>${text(`shift.${part}`, { pair })}</span>`;
          })}
        </div>
        <div class="shift-heat">
          ${heatMap({ cells: model.pale, name: text('shift.heat', { offset }) }, context)}
          ${blocksView(model.state)} ${width <= mostPrinted ? numbersView(model, digits) : ''}
        </div>
      </div>
    </div>
    <div class="shift-columns">
      ${column(`PE[${start}]`, model.before, '·')}
      ${column(text('shift.moved', { offset, start }), model.moved, '=')}
      ${column(`PE[${start + offset}]`, model.after, '≈')}
    </div>
  </div>`;
}

/** A frame around the block of each pair, or around its four cells where they are apart. */
function blocksView({ layout, width }: ShiftState): TemplateResult {
  const frame = (k: number) => {
    const { sine, cosine } = columnsOf(layout, width, k);
    if (cosine === sine + 1) return `M${sine} ${sine}h2v2h-2z`;
    const places = [sine, cosine!];
    return places.flatMap((y) => places.map((x) => `M${x} ${y}h1v1h-1z`)).join('');
  };
  return html`<svg
    class="shift-blocks"
    viewBox="0 0 ${width} ${width}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${Array.from(
      { length: width / 2 },
      (_, k) => svg`<path d=${frame(k)} vector-effect="non-scaling-stroke" />`,
    )}
  </svg>`;
}

function numbersView({ state, matrix }: ShiftModel, digits: number): TemplateResult {
  const { cols, data } = matrix;
  return html`<div class="shift-numbers" data-width=${cols} aria-hidden="true">
    ${Array.from({ length: cols }, (_, row) => {
      const cells = data.subarray(row * cols, (row + 1) * cols);
      return html`<div class="number-cells">
        ${Array.from(cells, (value, column) =>
          areOfOnePair(state, row, column)
            ? html`<div><span data-label>${formatNumber(value, digits)}</span></div>`
            : html`<div><span class="shift-zero" data-label>${formatShort(value)}</span></div>`,
        )}
      </div>`;
    })}
  </div>`;
}
