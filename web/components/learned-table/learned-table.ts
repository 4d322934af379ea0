import { html, svg, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import { distance } from '../../bindings/difference.ts';
import { CoreError } from '../../bindings/errors.ts';
import { learnedLookup } from '../../bindings/learned.ts';
import { row, type Matrix } from '../../bindings/matrix.ts';
import { sinusoidal, type PairLayout } from '../../bindings/sinusoidal.ts';
import { slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { wholeField } from '../figure/fields.ts';
import { layoutField } from '../figure/pair-columns.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { vectorRow } from '../plots/vector-row.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { attentionNearby, mostRows, trainedTable } from './training.ts';

/**
 * A table trained here, beside the formula's. Rows that training reaches move; the rest keep the
 * numbers that they began with; and behind the last row there is nothing to look up.
 */
export interface LearnedTableState {
  rows: number;
  trained: number;
  width: number;
  steps: number;
  /** the position to look up in both */
  position: number;
  layout: PairLayout;
}

export interface LearnedTableModel {
  state: LearnedTableState;
  table: Matrix;
  computed: Matrix;
  /** how far each row is from where it began */
  moved: readonly number[];
  /** the attention that a trained position gives to itself and its neighbours, at first and now */
  nearbyBefore: number;
  nearbyNow: number;
  /** the table's row at the position, or why the core refuses it */
  found: { row: Matrix } | { refusal: string };
  computedRow: Matrix;
}

const mostWidth = 8;
const mostSteps = 40;
const lastPosition = 31;

export const learnedTableFigure: FigureDefinition<LearnedTableState, LearnedTableModel> = {
  fields: {
    rows: wholeField(16, 2, mostRows),
    trained: wholeField(8, 2, mostRows),
    width: wholeField(8, 1, mostWidth),
    steps: wholeField(30, 0, mostSteps),
    position: wholeField(16, 0, lastPosition),
    layout: layoutField,
  },

  model(core, asked) {
    const state = { ...asked, trained: Math.min(asked.trained, asked.rows) };
    const { rows, width, steps, position, layout } = state;
    const first = trainedTable(core, state, rows, 0);
    const table = trainedTable(core, state, rows, steps);
    return {
      state,
      table,
      computed: sinusoidal(core, { positions: rows, width, layout }),
      moved: Array.from({ length: rows }, (_, p) =>
        distance(core, rowOf(table, p), rowOf(first, p)),
      ),
      nearbyBefore: attentionNearby(core, state, first),
      nearbyNow: attentionNearby(core, state, table),
      found: lookUp(core, table, position),
      computedRow: sinusoidal(core, { positions: 1, first: position, width, layout }),
    };
  },

  view(model, context) {
    const { state } = model;
    return html`
      <div class="controls learned-controls">
        ${slider({
          id: `${context.id}-steps`,
          label: text('learnedTable.steps'),
          value: state.steps,
          least: 0,
          most: mostSteps,
          change: (steps) => context.change({ steps }),
        })}
        ${slider({
          id: `${context.id}-trained`,
          label: text('learnedTable.trained'),
          value: state.trained,
          least: 2,
          most: state.rows,
          change: (trained) => context.change({ trained }),
        })}
        ${slider({
          id: `${context.id}-rows`,
          label: text('learnedTable.rows'),
          value: state.rows,
          least: 2,
          most: mostRows,
          change: (rows) => context.change({ rows }),
        })}
        ${slider({
          id: `${context.id}-width`,
          label: text('learnedTable.width'),
          value: state.width,
          least: 1,
          most: mostWidth,
          change: (width) => context.change({ width }),
        })}
      </div>
      ${tablesView(model, context)} ${lookupView(model, context)}
    `;
  },

  summary(model) {
    const { rows, trained, steps } = model.state;
    const values = {
      steps,
      last: trained - 1,
      rest: trained,
      end: rows - 1,
      before: formatNumber(100 * model.nearbyBefore, 1),
      now: formatNumber(100 * model.nearbyNow, 1),
    };
    const whole = text(steps === 0 ? 'learnedTable.summaryStart' : 'learnedTable.summary', values);
    if (trained === rows) return `${whole} ${text('learnedTable.summaryAll')}`;
    const rest = trained + 1 === rows ? 'learnedTable.summaryOne' : 'learnedTable.summaryRest';
    return `${whole} ${text(rest, values)}`;
  },

  table(model) {
    const { rows, width } = model.state;
    const entries = Array.from({ length: width }, (_, i) => i);
    return {
      caption: text('learnedTable.table'),
      columns: [
        text('learnedTable.table.position'),
        text('learnedTable.moved'),
        ...entries.map((entry) => text('learnedTable.table.learned', { entry })),
        ...entries.map((entry) => text('learnedTable.table.computed', { entry })),
      ],
      rows: Array.from({ length: rows }, (_, p) => [
        p,
        model.moved[p]!,
        ...row(model.table, p),
        ...row(model.computed, p),
      ]),
    };
  },

  cell(model, { row: position, column }) {
    const { rows, width, trained } = model.state;
    const at = Math.min(position, rows - 1);
    const learned = column < width;
    const entry = Math.min(column - (learned ? 0 : width), width - 1);
    const { data } = learned ? model.table : model.computed;
    const values = { position: at, entry, value: formatNumber(data[at * width + entry]!) };
    if (!learned) return text('learnedTable.cellComputed', values);
    return text(at < trained ? 'learnedTable.cellTrained' : 'learnedTable.cellUntrained', values);
  },

  paint(root, model) {
    paintHeatMap(root.querySelector('.learned-heat')!, model.table);
    paintHeatMap(root.querySelector('.learned-computed')!, model.computed);
  },
};

function rowOf(table: Matrix, p: number): Matrix {
  return { rows: 1, cols: table.cols, data: row(table, p) };
}

function lookUp(core: Core, table: Matrix, position: number): LearnedTableModel['found'] {
  try {
    return { row: learnedLookup(core, table, Int32Array.of(position)) };
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'out-of-range') throw error;
    return { refusal: error.message };
  }
}

/** Both tables with a row for each position, and between them how far training has moved each row. */
function tablesView(
  model: LearnedTableModel,
  context: ViewContext<LearnedTableState>,
): TemplateResult {
  const { rows, trained, width } = model.state;
  const positions = Array.from({ length: rows }, (_, p) => p);
  const farthest = Math.max(1, ...model.moved);
  // The cursor counts on from the learned table's columns into those of the other.
  const { cursor } = context;
  const beyond = cursor !== undefined && cursor.column >= width;
  const left = { ...context, cursor: beyond ? undefined : cursor };
  const right = {
    ...context,
    cursor: beyond ? { ...cursor, column: cursor.column - width } : undefined,
    moveCursor: (to: { row: number; column: number }) =>
      context.moveCursor({ ...to, column: to.column + width }),
  };
  return html`<div class="learned-tables">
    <span class="learned-heading" data-label>${text('learnedTable.positionAxis')}</span>
    <span class="learned-heading" data-label>${text('learnedTable.learned')}</span>
    <span class="learned-heading" data-label>${text('learnedTable.moved')}</span>
    <span class="learned-heading" data-label>${text('learnedTable.sinusoidal')}</span>
    <div class="learned-rows" aria-hidden="true">
      ${positions.map((p) => html`<span ?data-rest=${p >= trained} data-label>${p}</span>`)}
    </div>
    <div class="learned-heat">
      ${heatMap({ cells: model.table, name: text('learnedTable.learned') }, left)}
      <svg
        class="learned-frame"
        viewBox="0 0 ${width} ${rows}"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M0 0H${width}V${trained}H0Z" vector-effect="non-scaling-stroke" />
      </svg>
    </div>
    <div class="learned-rows">
      ${positions.map(
        (p) =>
          html`<span class="learned-moved" ?data-rest=${p >= trained}>
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              ${svg`<rect y="0.2" width=${model.moved[p]! / farthest} height="0.6" />`}
            </svg>
            <span data-label>${formatNumber(model.moved[p]!, model.moved[p] === 0 ? 0 : 2)}</span>
          </span>`,
      )}
    </div>
    <div class="learned-computed">
      ${heatMap({ cells: model.computed, name: text('learnedTable.sinusoidal') }, right)}
    </div>
    ${
      trained < rows
        ? html`<p class="learned-note" data-label>
            ${text('learnedTable.note', { last: trained - 1 })}
          </p>`
        : ''
    }
  </div>`;
}

function lookupView(
  model: LearnedTableModel,
  context: ViewContext<LearnedTableState>,
): TemplateResult {
  const { position, width } = model.state;
  const digits = width > 4 ? 2 : 3;
  return html`<div class="learned-lookup">
    <div class="controls learned-controls">
      ${slider({
        id: `${context.id}-position`,
        label: text('learnedTable.position'),
        value: position,
        least: 0,
        most: lastPosition,
        change: (to) => context.change({ position: to }),
      })}
    </div>
    ${
      'row' in model.found
        ? vectorRow(text('learnedTable.foundLearned'), model.found.row.data, 'position', digits)
        : html`<div class="vector">
            <div class="vector-label position" data-label>${text('learnedTable.foundLearned')}</div>
            <p class="learned-refusal" data-label>
              ${text('learnedTable.refusal', { reason: model.found.refusal })}
            </p>
          </div>`
    }
    ${vectorRow(text('learnedTable.foundComputed'), model.computedRow.data, 'position', digits)}
  </div>`;
}
