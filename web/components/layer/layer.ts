import { html, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import type { Matrix, Tensor3 } from '../../bindings/matrix.ts';
import {
  positionalEncodingBackward,
  positionalEncodingForward,
} from '../../bindings/positional-encoding.ts';
import { sinusoidal, type PairLayout } from '../../bindings/sinusoidal.ts';
import { slider } from '../figure/controls.ts';
import type { Cursor, FigureDefinition, ViewContext } from '../figure/definition.ts';
import { wholeField } from '../figure/fields.ts';
import { layoutField } from '../figure/pair-columns.ts';
import { numberGrid } from '../plots/number-grid.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/**
 * The layer over a batch: forward, one set of rows is added to every sequence; backward, the gradient
 * passes as it is, and a check through the forward pass alone finds the same numbers.
 */
export interface LayerState {
  batch: number;
  start: number;
  width: number;
  layout: PairLayout;
}

export interface LayerModel {
  state: LayerState;
  input: Tensor3;
  /** the rows of the positions start, start + 1, …: the same for every sequence */
  pattern: Matrix;
  output: Tensor3;
  arriving: Tensor3;
  leaving: Tensor3;
  /** central differences of the loss that has the arriving gradient, entry by entry */
  measured: Tensor3;
  /** how far what leaves is from what was measured, at most */
  gap: number;
}

const tokens = 2;
const mostSequences = 3;
const mostStart = 100;
const mostWidth = 5;
/** How far an entry is raised and lowered: any step will do, since the layer only adds. */
const step = 0.5;

/** Token by token, first sequence first; an entry past the fourth begins again with the first. */
const contents = [
  [1, 0, 1, 0],
  [0, 1, 1, 0],
  [0, 0, 1, 1],
  [1, 0, 1, 0],
  [1, 1, 0, 0],
  [0, 1, 0, 1],
];
const gradients = [
  [1, 0, -0.5, 0.25],
  [-0.25, 2, 0.5, -1],
  [0, -0.5, 1.5, 0.5],
  [0.5, -1, 0, 2],
  [-1, 0.25, 1, -0.5],
  [0.75, 0, -2, 1],
];

export const layerFigure: FigureDefinition<LayerState, LayerModel> = {
  fields: {
    batch: wholeField(2, 1, mostSequences),
    start: wholeField(0, 0, mostStart),
    width: wholeField(4, 1, mostWidth),
    layout: layoutField,
  },

  model(core, state) {
    const input = filled(state, contents);
    const arriving = filled(state, gradients);
    const { start, width, layout } = state;
    const spec = { positions: start + tokens, width, layout };
    const leaving = positionalEncodingBackward(core, spec, arriving);
    const measured = measuredGradient(core, state, input, arriving);
    return {
      state,
      input,
      pattern: sinusoidal(core, { positions: tokens, first: start, width, layout }),
      output: positionalEncodingForward(core, spec, input, start),
      arriving,
      leaving,
      measured,
      gap: leaving.data.reduce(
        (most, value, i) => Math.max(most, Math.abs(value - measured.data[i]!)),
        0,
      ),
    };
  },

  view(model, context) {
    const { state } = model;
    const rows = state.batch * tokens;
    const at = (first: number): Cursor | undefined => {
      const row = (context.cursor?.row ?? -1) - first;
      return row >= 0 && row < rows ? { row, column: context.cursor!.column } : undefined;
    };
    const [forward, backward] = [at(0), at(rows)];
    return html`
      <div class="controls">
        ${slider({
          id: `${context.id}-start`,
          label: text('layer.start'),
          value: state.start,
          least: 0,
          most: mostStart,
          change: (start) => context.change({ start }),
        })}
        ${slider({
          id: `${context.id}-width`,
          label: text('layer.width'),
          value: state.width,
          least: 1,
          most: mostWidth,
          change: (width) => context.change({ width }),
        })}
        ${slider({
          id: `${context.id}-batch`,
          label: text('layer.batch'),
          value: state.batch,
          least: 1,
          most: mostSequences,
          change: (batch) => context.change({ batch }),
        })}
      </div>
      <p class="layer-heading">${text('layer.forward')}</p>
      <div class="layer-blocks" data-width=${state.width}>
        ${block(
          {
            name: text('layer.input'),
            role: 'content',
            cells: model.input,
            ringed: forward,
          },
          context,
        )}
        <span class="layer-sign" aria-hidden="true">+</span>
        ${patternView(model, forward, context)}
        <span class="layer-sign" aria-hidden="true">=</span>
        ${block(
          {
            name: text('layer.output'),
            role: 'plain',
            cells: model.output,
            digits: digitsOf(state),
            firstRow: 0,
            ringed: forward,
          },
          context,
        )}
      </div>
      <p class="layer-heading">${text('layer.backward')}</p>
      <div class="layer-blocks" data-width=${state.width}>
        ${block(
          {
            name: text('layer.arriving'),
            role: 'plain',
            cells: model.arriving,
            ringed: backward,
          },
          context,
        )}
        <span class="layer-sign" aria-hidden="true">→</span>
        ${block(
          {
            name: text('layer.leaving'),
            role: 'plain',
            cells: model.leaving,
            firstRow: rows,
            ringed: backward,
          },
          context,
        )}
        <span class="layer-sign" aria-hidden="true">≈</span>
        ${block(
          {
            name: text('layer.measured'),
            role: 'plain',
            cells: model.measured,
            ringed: backward,
          },
          context,
        )}
      </div>
      <p class="figure-note">${text('layer.note', { step: formatNumber(step, 1) })}</p>
    `;
  },

  summary(model) {
    const { batch, start } = model.state;
    return text(batch === 1 ? 'layer.summaryOne' : 'layer.summary', {
      batch,
      first: start,
      second: start + 1,
      agreement: agreement(model.gap),
    });
  },

  table(model) {
    const { width, start } = model.state;
    return {
      caption: text('layer.table'),
      columns: [
        text('layer.sequence'),
        text('layer.token'),
        text('layer.entry'),
        text('layer.position'),
        text('layer.input'),
        text('layer.pattern'),
        text('layer.output'),
        text('layer.arriving'),
        text('layer.leaving'),
        text('layer.measured'),
      ],
      rows: Array.from(model.input.data, (value, i) => {
        const { sequence, token, entry } = placeOf(i, width);
        return [
          sequence,
          token,
          entry,
          start + token,
          value,
          model.pattern.data[token * width + entry]!,
          model.output.data[i]!,
          model.arriving.data[i]!,
          model.leaving.data[i]!,
          model.measured.data[i]!,
        ];
      }),
    };
  },

  cell(model, cursor) {
    const { batch, width } = model.state;
    const rows = batch * tokens;
    const i = (cursor.row % rows) * width + Math.min(cursor.column, width - 1);
    const { sequence, token, entry } = placeOf(i, width);
    const place = { sequence, token, entry };
    if (cursor.row < rows) {
      return text('layer.cellForward', {
        ...place,
        input: formatNumber(model.input.data[i]!, 0),
        pattern: formatNumber(model.pattern.data[token * width + entry]!),
        output: formatNumber(model.output.data[i]!),
      });
    }
    return text('layer.cellBackward', {
      ...place,
      arriving: formatNumber(model.arriving.data[i]!),
      leaving: formatNumber(model.leaving.data[i]!),
      measured: formatNumber(model.measured.data[i]!),
    });
  },
};

function filled({ batch, width }: LayerState, rows: readonly (readonly number[])[]): Tensor3 {
  const data = new Float32Array(batch * tokens * width);
  for (let i = 0; i < data.length; ++i) {
    const row = rows[Math.floor(i / width)]!;
    data[i] = row[(i % width) % row.length]!;
  }
  return { batch, rows: tokens, cols: width, data };
}

/**
 * The loss is the sum of arriving gradient times output. Each entry is raised and lowered by the step,
 * and the loss's change divided by twice the step. Nothing but the forward pass is asked; it takes
 * every changed copy of the input in one batch.
 */
function measuredGradient(
  core: Core,
  { start, width, layout }: LayerState,
  input: Tensor3,
  arriving: Tensor3,
): Tensor3 {
  const size = input.data.length;
  const copies = new Float32Array(2 * size * size);
  for (let i = 0; i < size; ++i) {
    copies.set(input.data, 2 * i * size);
    copies.set(input.data, (2 * i + 1) * size);
    copies[2 * i * size + i]! += step;
    copies[(2 * i + 1) * size + i]! -= step;
  }
  const spec = { positions: start + tokens, width, layout };
  const batch = { ...input, batch: 2 * size * input.batch, data: copies };
  const { data } = positionalEncodingForward(core, spec, batch, start);
  const loss = (copy: number) =>
    arriving.data.reduce((sum, gradient, j) => sum + gradient * data[copy * size + j]!, 0);
  const measured = Float32Array.from(
    { length: size },
    (_, i) => (loss(2 * i) - loss(2 * i + 1)) / (2 * step),
  );
  return { ...input, data: measured };
}

function placeOf(i: number, width: number): { sequence: number; token: number; entry: number } {
  const row = Math.floor(i / width);
  return { sequence: Math.floor(row / tokens), token: row % tokens, entry: i % width };
}

/** To the seventh digit, upwards: so far apart at most. */
function agreement(gap: number): string {
  if (gap === 0) return text('layer.exactly');
  return text('layer.within', { gap: formatNumber(Math.ceil(gap * 1e7) / 1e7, 7) });
}

function digitsOf({ width }: LayerState): number {
  return width > 4 ? 2 : 3;
}

interface Block {
  name: string;
  role: 'content' | 'plain';
  cells: Tensor3;
  digits?: number;
  firstRow?: number;
  ringed: Cursor | undefined;
}

/** A batch: its sequences under one another. */
function block(of: Block, context: ViewContext<LayerState>): TemplateResult {
  const { batch, rows, cols, data } = of.cells;
  return html`<div class="layer-block">
    <span class="layer-name ${of.role}" data-label>${of.name}</span>
    ${numberGrid(
      {
        cells: { rows: batch * rows, cols, data },
        name: of.name,
        rowNames: Array.from({ length: batch * rows }, (_, row) =>
          text('layer.rowName', { sequence: Math.floor(row / rows), token: row % rows }),
        ),
        ringed: of.ringed,
        ...(of.digits === undefined ? {} : { digits: of.digits }),
        ...(of.firstRow === undefined ? {} : { firstRow: of.firstRow }),
      },
      context,
    )}
  </div>`;
}

function patternView(
  model: LayerModel,
  ringed: Cursor | undefined,
  context: ViewContext<LayerState>,
): TemplateResult {
  const { start, batch } = model.state;
  return html`<div class="layer-block layer-pattern">
    <span class="layer-name position" data-label>${text('layer.pattern')}</span>
    ${numberGrid(
      {
        cells: model.pattern,
        name: text('layer.pattern'),
        digits: digitsOf(model.state),
        rowNames: Array.from({ length: tokens }, (_, t) =>
          text('layer.rowAt', { position: start + t }),
        ),
        ringed: ringed && { ...ringed, row: ringed.row % tokens },
      },
      context,
    )}
    ${
      batch > 1
        ? html`<span class="layer-shared position" data-label>${text('layer.shared')}</span>`
        : ''
    }
  </div>`;
}
