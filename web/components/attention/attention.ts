import { html, type TemplateResult } from 'lit';
import { attentionMasks, type AttentionMask } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { row } from '../../bindings/matrix.ts';
import { logSlider, radioGroup } from '../figure/controls.ts';
import type { Cursor, FigureDefinition, ViewContext } from '../figure/definition.ts';
import {
  choiceField,
  leastBase,
  mostBase,
  numberField,
  wholeField,
  type Field,
} from '../figure/fields.ts';
import { numberGrid } from '../plots/number-grid.ts';
import { weightMatrix } from '../plots/weight-matrix.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { arithmeticView, cellArithmetic, type CellArithmetic } from './cell-arithmetic.ts';
import { equalSentence, settingName } from './sentences.ts';
import {
  equalRows,
  equalWithin,
  gap,
  mostTokens,
  tokenAttention,
  type TokenAttention,
} from './token-attention.ts';
import { tokenStrip } from './token-strip.ts';
import { tokenName, tokensOf, wordsBox, wordsField, wordsNote } from './words.ts';

/**
 * Attention over the learner's own words, with two switches. A cell opens its arithmetic; a token that
 * is moved shows whether its output moves with it.
 */
export interface AttentionState {
  words: string;
  positions: 'off' | 'on';
  mask: AttentionMask;
  base: number;
  query: number;
  key: number;
  /** where each token stood before tokens were moved; empty when none was */
  order: readonly number[];
}

interface Moved {
  /** the words before the moves */
  words: readonly string[];
  /** how far the output of each token is from what it was */
  gaps: readonly number[];
}

export interface AttentionModel {
  /** with the chosen cell inside the matrix */
  state: AttentionState;
  words: readonly string[];
  /** undefined where no word was typed, as is the cell */
  now: TokenAttention | undefined;
  cell: CellArithmetic | undefined;
  moved: Moved | undefined;
  equal: readonly (readonly number[])[];
}

export const attentionFigure: FigureDefinition<AttentionState, AttentionModel> = {
  fields: {
    words: wordsField('red blue red'),
    positions: choiceField('off', ['off', 'on']),
    mask: choiceField('none', attentionMasks),
    base: numberField(10_000, leastBase, mostBase),
    query: wholeField(0, 0, mostTokens - 1),
    key: wholeField(1, 0, mostTokens - 1),
    order: orderField(),
  },

  model(core, asked) {
    const words = tokensOf(asked.words);
    if (words.length === 0) {
      return { state: asked, words, now: undefined, cell: undefined, moved: undefined, equal: [] };
    }
    const last = words.length - 1;
    const state = {
      ...asked,
      query: Math.min(asked.query, last),
      key: Math.min(asked.key, last),
    };
    const now = attend(core, state, words);
    return {
      state,
      words,
      now,
      cell: cellArithmetic(now, words, state.query, state.key),
      moved: movedSince(core, state, words, now),
      equal: equalRows(now.trace.weights),
    };
  },

  view(model, context) {
    const { state, now, cell } = model;
    return html`
      <div class="controls attention-controls">
        ${wordsBox({
          id: `${context.id}-words`,
          value: state.words,
          change: (words) => context.change({ words, order: [] }),
        })}
        ${radioGroup({
          id: `${context.id}-positions`,
          label: text('attention.positions'),
          options: [
            { name: 'off', label: text('attention.positions.off') },
            { name: 'on', label: text('attention.positions.on') },
          ],
          value: state.positions,
          change: (positions) => context.change({ positions }),
        })}
        ${radioGroup({
          id: `${context.id}-mask`,
          label: text('attention.mask'),
          options: attentionMasks.map((name) => ({
            name,
            label: text(`attention.mask.${name}`),
          })),
          value: state.mask,
          change: (mask) => context.change({ mask }),
        })}
        <div class="attention-base" data-positions=${state.positions}>
          ${logSlider({
            id: `${context.id}-base`,
            label: text('attention.base'),
            value: state.base,
            least: leastBase,
            most: mostBase,
            step: 'any',
            change: (base) => context.change({ base }),
          })}
        </div>
      </div>
      ${wordsNote(state.words)}
      ${now && cell ? [tokensView(model, now, context), tablesView(model, now, context), arithmeticView(cell)] : ''}
    `;
  },

  summary(model) {
    const { state, words, cell, moved } = model;
    if (cell === undefined) return text('attention.empty', { most: mostTokens });
    const values = {
      setting: settingName(state.positions, state.mask),
      query: cell.queryName,
      key: cell.keyName,
      weight: formatNumber(cell.weight),
    };
    return [
      text(cell.open ? 'attention.summary' : 'attention.summaryMasked', values),
      equalSentence(words, model.equal),
      moved ? movedSentence(words, moved) : '',
    ]
      .filter(Boolean)
      .join(' ');
  },

  table({ words, now }) {
    const width = now?.input.cols ?? 0;
    const keys = words.map((_, k) => tokenName(words, k));
    const entries = Array.from({ length: width }, (_, entry) => entry);
    return {
      caption: text('attention.table'),
      columns: [
        text('attention.table.token'),
        ...entries.map((entry) => text('attention.table.input', { entry })),
        ...keys.map((key) => text('attention.table.product', { key })),
        ...keys.map((key) => text('attention.table.score', { key })),
        ...keys.map((key) => text('attention.table.weight', { key })),
        ...entries.map((entry) => text('attention.table.output', { entry })),
      ],
      rows: now
        ? words.map((_, q) => [
            tokenName(words, q),
            ...row(now.input, q),
            ...row(now.trace.products, q),
            ...row(now.trace.masked, q),
            ...row(now.trace.weights, q),
            ...row(now.trace.output, q),
          ])
        : [],
    };
  },

  /** The chosen cell is part of the state, so that it follows its tokens. */
  cell({ cell }) {
    if (cell === undefined) return '';
    return text(cell.open ? 'attention.cell' : 'attention.cellMasked', {
      query: cell.queryName,
      key: cell.keyName,
      score: formatNumber(cell.score),
      weight: formatNumber(cell.weight),
    });
  },
};

function attend(core: Core, state: AttentionState, words: readonly string[]): TokenAttention {
  return tokenAttention(core, {
    words,
    positions: state.positions === 'on',
    mask: state.mask,
    base: state.base,
  });
}

/** The same settings for the words as they stood before, and what that changes for each token. */
function movedSince(
  core: Core,
  state: AttentionState,
  words: readonly string[],
  now: TokenAttention,
): Moved | undefined {
  const { order } = state;
  if (order.length !== words.length || order.every((from, to) => from === to)) return undefined;
  const wordsBefore = order.map((_, from) => words[order.indexOf(from)]!);
  const { output } = attend(core, state, wordsBefore).trace;
  return {
    words: wordsBefore,
    gaps: order.map((from, to) => gap(row(now.trace.output, to), row(output, from))),
  };
}

/** Where each token stood, as a list without gaps. */
function orderField(): Field<readonly number[]> {
  return {
    fallback: [],
    read(written) {
      const order = written === '' ? [] : written.split(',').map(Number);
      const places = order.map((_, place) => place);
      const whole = places.every((place) => order.includes(place));
      return whole && order.length <= mostTokens ? order : undefined;
    },
    write: (order) => order.join(','),
  };
}

/** A token goes to another place; the chosen cell goes with its tokens. */
export function moveToken(
  model: AttentionModel,
  from: number,
  to: number,
): Partial<AttentionState> {
  const { state, words } = model;
  const places = words.map((_, place) => place);
  const next = places.toSpliced(from, 1).toSpliced(to, 0, from);
  const before = model.moved ? state.order : places;
  const order = next.map((place) => before[place]!);
  return {
    words: next.map((place) => words[place]).join(' '),
    order: order.every((place, i) => place === i) ? [] : order,
    query: next.indexOf(state.query),
    key: next.indexOf(state.key),
  };
}

function tokensView(
  model: AttentionModel,
  now: TokenAttention,
  context: ViewContext<AttentionState>,
): TemplateResult {
  const { words, moved } = model;
  const positions = model.state.positions === 'on';
  return html`<div class="attention-tokens">
    <p class="attention-heading">
      <span data-label>${text('attention.enters')}</span>
      <span class="content" data-label>${text('attention.content')}</span>
      ${
        positions
          ? html`<span class="position" data-label>+ ${text('attention.position')}</span>`
          : ''
      }
    </p>
    ${tokenStrip({
      words,
      input: now.input,
      positions,
      move: (from, to) => context.change(moveToken(model, from, to)),
    })}
    <p class="figure-note attention-order">
      ${
        moved
          ? html`<span data-label
                >${text('attention.before', { words: moved.words.join(', ') })}</span
              >
              <button type="button" @click=${() => context.change(moveBack(model, moved))}>
                ${text('attention.back')}
              </button>`
          : html`<span>${text('attention.move')}</span>`
      }
    </p>
  </div>`;
}

export function moveBack({ state }: AttentionModel, { words }: Moved): Partial<AttentionState> {
  return {
    words: words.join(' '),
    order: [],
    query: state.order[state.query]!,
    key: state.order[state.key]!,
  };
}

/** Weights, and beside each row the output that it leads to. */
function tablesView(
  model: AttentionModel,
  now: TokenAttention,
  context: ViewContext<AttentionState>,
): TemplateResult {
  const { words, state, moved } = model;
  const { trace } = now;
  const choose = ({ row: query, column: key }: Cursor) => {
    context.change({ query, key });
    context.moveCursor({ row: query, column: key });
  };
  return html`<div class="attention-tables" data-count=${words.length} data-width=${now.input.cols}>
    <div class="attention-weights">
      <p class="attention-heading">
        <span data-label>${text('attention.weights')}</span>
        <span class="query" data-label>${text('attention.queries')}</span>
        <span class="key" data-label>${text('attention.keys')}</span>
      </p>
      ${weightMatrix({
        weights: trace.weights,
        open: (q, k) => trace.masked.data[q * words.length + k]! > -Infinity,
        words,
        name: text('attention.weightsName'),
        digits: digitsFor(words.length),
        chosenRow: state.query,
        chosenColumn: state.key,
        choose,
      })}
    </div>
    <div class="attention-outputs">
      <p class="attention-heading">
        <span data-label>${text('attention.outputs')}</span>
        <span class="value" data-label>${text('attention.values')}</span>
      </p>
      ${numberGrid(
        {
          cells: trace.output,
          name: text('attention.outputs'),
          digits: now.input.cols > 4 ? 2 : 3,
          rowNames: words.map(
            (word, place) =>
              html`<span class="attention-token">${word} ${place}</span> ${
                  moved ? keptView(moved.gaps[place]!) : ''
                }`,
          ),
        },
        context,
      )}
    </div>
  </div>`;
}

/** As many as the cells have room for; three tokens show what the text prints. */
function digitsFor(tokens: number): { wide: number; narrow: number } {
  if (tokens <= 3) return { wide: 5, narrow: 5 };
  if (tokens === 4) return { wide: 5, narrow: 3 };
  return { wide: tokens === 5 ? 3 : 2, narrow: 2 };
}

/** Whether an output is as it was, but for the rounding of its sum in another order. */
function isKept(change: number): boolean {
  return change <= equalWithin.outputs;
}

function keptView(change: number): TemplateResult {
  return isKept(change)
    ? html`<span class="attention-kept">${text('attention.kept')}</span>`
    : html`<span class="attention-changed">${text('attention.changed')}</span>`;
}

function movedSentence(words: readonly string[], { gaps }: Moved): string {
  const changed = gaps.flatMap((change, place) =>
    isKept(change) ? [] : [tokenName(words, place)],
  );
  if (changed.length > 0) {
    const all = changed.length === words.length;
    return text(all ? 'attention.summaryChangedAll' : 'attention.summaryChanged', {
      list: changed.join(', '),
      change: formatNumber(Math.max(...gaps)),
    });
  }
  // To the seventh digit, upwards: so far apart at most.
  const most = Math.ceil(Math.max(...gaps) * 1e7) / 1e7;
  return most === 0
    ? text('attention.summaryKept')
    : text('attention.summaryKeptWithin', { gap: formatNumber(most, 7) });
}
