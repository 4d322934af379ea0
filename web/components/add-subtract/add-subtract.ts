import { html, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import { difference } from '../../bindings/difference.ts';
import { fromRows, type Matrix } from '../../bindings/matrix.ts';
import { positionalEncodingForward } from '../../bindings/positional-encoding.ts';
import { sinusoidal, type PairLayout } from '../../bindings/sinusoidal.ts';
import { numberBox, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { vectorField, wholeField } from '../figure/fields.ts';
import { layoutField } from '../figure/pair-columns.ts';
import { vectorRow } from '../plots/vector-row.ts';
import { formatRow } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/**
 * Two occurrences of a token: content plus position gives a sum for each, and one sum less the other
 * shows what cancels.
 */
export interface AddSubtractState {
  token: readonly number[];
  other: readonly number[];
  first: number;
  second: number;
  layout: PairLayout;
}

interface Occurrence {
  content: Matrix;
  position: Matrix;
  sum: Matrix;
}

export interface AddSubtractModel {
  state: AddSubtractState;
  first: Occurrence;
  second: Occurrence;
  contentDifference: Matrix;
  positionDifference: Matrix;
  sumDifference: Matrix;
  /** whether every entry of the content difference is zero */
  cancels: boolean;
}

const width = 4;
const lastPosition = 64;
const largestEntry = 100;

export const addSubtractFigure: FigureDefinition<AddSubtractState, AddSubtractModel> = {
  fields: {
    token: vectorField([1, 0, 1, 0]),
    other: vectorField([1, 0, 1, 0]),
    first: wholeField(1, 0, lastPosition),
    second: wholeField(2, 0, lastPosition),
    layout: layoutField,
  },

  model(core, state) {
    const first = occurrence(core, state.token, state.first, state.layout);
    const second = occurrence(core, state.other, state.second, state.layout);
    const contentDifference = difference(core, second.content, first.content);
    return {
      state,
      first,
      second,
      contentDifference,
      positionDifference: difference(core, second.position, first.position),
      sumDifference: difference(core, second.sum, first.sum),
      cancels: contentDifference.data.every((entry) => entry === 0),
    };
  },

  view(model, context) {
    const { state } = model;
    return html`
      <div class="controls add-controls">
        ${slider({
          id: `${context.id}-first`,
          label: text('add.first'),
          value: state.first,
          least: 0,
          most: lastPosition,
          change: (first) => context.change({ first }),
        })}
        ${slider({
          id: `${context.id}-second`,
          label: text('add.second'),
          value: state.second,
          least: 0,
          most: lastPosition,
          change: (second) => context.change({ second }),
        })}
        ${tokenBoxes(text('add.token'), state.token, context, (token) =>
          // The second occurrence follows as long as it holds the same token.
          model.cancels ? { token, other: token } : { token },
        )}
        ${tokenBoxes(text('add.other'), state.other, context, (other) => ({ other }))}
        ${
          model.cancels
            ? ''
            : html`<button type="button" @click=${() => context.change({ other: state.token })}>
                ${text('add.same')}
              </button>`
        }
      </div>
      ${occurrenceView(model.first, state.first)} ${occurrenceView(model.second, state.second)}
      <p class="add-heading">${text('add.difference')}</p>
      ${vectorRow(
        text('add.contentDifference'),
        model.contentDifference.data,
        'content',
        contentDigits(model.contentDifference),
      )}
      ${vectorRow(text('add.positionDifference'), model.positionDifference.data, 'position')}
      ${vectorRow(text('add.total'), model.sumDifference.data, 'plain')}
    `;
  },

  summary(model) {
    const values = {
      difference: formatRow(model.sumDifference.data),
      content: formatRow(model.contentDifference.data, 2),
    };
    return text(model.cancels ? 'add.summaryCancels' : 'add.summaryRemains', values);
  },

  table(model) {
    const { first, second } = model;
    const at = (position: number) => [
      text('add.table.content', { position }),
      text('add.table.row', { position }),
      text('add.table.sum', { position }),
    ];
    return {
      caption: text('add.table'),
      columns: [
        text('add.table.entry'),
        ...at(model.state.first),
        ...at(model.state.second),
        text('add.table.difference'),
      ],
      rows: Array.from({ length: width }, (_, i) => [
        i,
        ...[
          first.content,
          first.position,
          first.sum,
          second.content,
          second.position,
          second.sum,
        ].map((vector) => vector.data[i]!),
        model.sumDifference.data[i]!,
      ]),
    };
  },
};

function occurrence(
  core: Core,
  token: readonly number[],
  position: number,
  layout: PairLayout,
): Occurrence {
  const content = fromRows([token]);
  const pattern = { positions: position + 1, width, layout };
  return {
    content,
    position: sinusoidal(core, { positions: 1, first: position, width, layout }),
    sum: positionalEncodingForward(core, pattern, { batch: 1, ...content }, position),
  };
}

function occurrenceView(given: Occurrence, position: number): TemplateResult {
  return html`
    <p class="add-heading">${text('add.occurrence', { position })}</p>
    ${vectorRow(text('add.content'), given.content.data, 'content', contentDigits(given.content))}
    ${vectorRow(html`+ ${text('add.position', { position })}`, given.position.data, 'position')}
    ${vectorRow(html`= ${text('add.sum')}`, given.sum.data, 'plain')}
  `;
}

/** Whole contents read as whole numbers. */
function contentDigits(content: Matrix): number {
  return content.data.every(Number.isInteger) ? 0 : 5;
}

function tokenBoxes(
  name: string,
  token: readonly number[],
  context: ViewContext<AddSubtractState>,
  patch: (token: readonly number[]) => Partial<AddSubtractState>,
): TemplateResult {
  return html`<fieldset class="control token-boxes">
    <legend>${name}</legend>
    ${token.map((value, i) =>
      numberBox({
        label: text('add.entry', { name, index: i }),
        value,
        least: -largestEntry,
        most: largestEntry,
        change: (entry) => context.change(patch(token.map((old, j) => (j === i ? entry : old)))),
      }),
    )}
  </fieldset>`;
}
