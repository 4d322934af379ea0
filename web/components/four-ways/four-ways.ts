import { html, type TemplateResult } from 'lit';
import type { AttentionMask } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { row } from '../../bindings/matrix.ts';
import {
  equalRows,
  equalWithin,
  gap,
  mostTokens,
  tokenAttention,
  type TokenAttention,
} from '../attention/token-attention.ts';
import { tokenName, tokensOf, wordsBox, wordsField } from '../attention/words.ts';
import { radioGroup } from '../figure/controls.ts';
import type { Cursor, FigureDefinition, ViewContext } from '../figure/definition.ts';
import { wholeField } from '../figure/fields.ts';
import { weightMatrix } from '../plots/weight-matrix.ts';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/** Positions off and on, mask off and on: the same words under all four, and one query through them. */
export interface FourWaysState {
  words: string;
  query: number;
}

interface Way {
  letter: string;
  positions: 'off' | 'on';
  mask: AttentionMask;
}

interface Panel extends Way {
  trace: TokenAttention['trace'];
  /** the row of the query that is followed */
  followed: Float32Array;
  /** the first panel whose followed row is equal to this one's, by its place; often this one itself */
  sameAs: number;
  equal: readonly (readonly number[])[];
}

export interface FourWaysModel {
  state: FourWaysState;
  words: readonly string[];
  /** none where no word was typed */
  panels: readonly Panel[];
}

const base = 10_000;

const ways: readonly Way[] = [
  { letter: 'A', positions: 'off', mask: 'none' },
  { letter: 'B', positions: 'on', mask: 'none' },
  { letter: 'C', positions: 'off', mask: 'causal' },
  { letter: 'D', positions: 'on', mask: 'causal' },
];

export const fourWaysFigure: FigureDefinition<FourWaysState, FourWaysModel> = {
  fields: {
    words: wordsField('red blue red'),
    query: wholeField(1, 0, mostTokens - 1),
  },

  model(core, asked) {
    const words = tokensOf(asked.words);
    const query = Math.max(0, Math.min(asked.query, words.length - 1));
    return {
      state: { ...asked, query },
      words,
      panels: words.length > 0 ? panelsOf(core, words, query) : [],
    };
  },

  view(model, context) {
    const { state, words, panels } = model;
    return html`
      <div class="controls four-ways-controls">
        ${wordsBox({
          id: `${context.id}-words`,
          value: state.words,
          change: (typed) => context.change({ words: typed }),
        })}
        ${radioGroup({
          id: `${context.id}-query`,
          label: text('fourWays.query'),
          options: words.map((word, place) => ({ name: String(place), label: `${word} ${place}` })),
          value: String(state.query),
          change: (query) => context.change({ query: Number(query) }),
        })}
      </div>
      <div class="four-ways" data-count=${words.length}>
        ${panels.map((panel, place) => panelView(model, panel, place, context))}
      </div>
    `;
  },

  summary({ state, words, panels }) {
    const [plain, placed, masked, both] = panels;
    if (!plain || !placed || !masked || !both) {
      return text('attention.empty', { most: mostTokens });
    }
    const query = tokenName(words, state.query);
    const later = words.flatMap((_, k) => (k > state.query ? [tokenName(words, k)] : []));
    return [
      later.length > 0
        ? text('fourWays.empties', { query, list: later.join(', ') })
        : text('fourWays.emptiesNone', { query }),
      positionsSentence(gap(plain.followed, placed.followed), gap(masked.followed, both.followed)),
      sharedSentence(panels),
      ...panels.flatMap(({ letter, equal }) =>
        equal.length > 0
          ? [text('fourWays.equalIn', { letter, rows: groupNames(words, equal) })]
          : [],
      ),
    ].join(' ');
  },

  table({ words, panels }) {
    return {
      caption: text('fourWays.table'),
      columns: [
        text('fourWays.table.panel'),
        text('attention.positions'),
        text('attention.mask'),
        text('fourWays.table.query'),
        ...words.map((_, k) => text('attention.table.weight', { key: tokenName(words, k) })),
      ],
      rows: panels.flatMap((panel) =>
        words.map((_, q) => [
          panel.letter,
          text(`attention.positions.${panel.positions}`),
          text(`attention.mask.${panel.mask}`),
          tokenName(words, q),
          ...row(panel.trace.weights, q),
        ]),
      ),
    };
  },

  cell({ words, panels }, cursor) {
    const last = words.length - 1;
    const panel = panels[Math.floor(cursor.row / mostTokens)];
    if (panel === undefined) return '';
    const q = Math.min(cursor.row % mostTokens, last);
    const k = Math.min(cursor.column, last);
    const open = isOpen(panel, q, k);
    return text(open ? 'fourWays.cell' : 'fourWays.cellMasked', {
      letter: panel.letter,
      query: tokenName(words, q),
      key: tokenName(words, k),
      weight: formatNumber(row(panel.trace.weights, q)[k]!),
    });
  },
};

function panelsOf(core: Core, words: readonly string[], query: number): Panel[] {
  const panels: Panel[] = [];
  for (const way of ways) {
    const spec = { words, positions: way.positions === 'on', mask: way.mask, base };
    const { trace } = tokenAttention(core, spec);
    const followed = row(trace.weights, query);
    const earlier = panels.findIndex((other) => isEqual(other.followed, followed));
    panels.push({
      ...way,
      trace,
      followed,
      sameAs: earlier < 0 ? panels.length : earlier,
      equal: equalRows(trace.weights),
    });
  }
  return panels;
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  return gap(a, b) <= equalWithin.weights;
}

function isOpen({ trace }: Panel, q: number, k: number): boolean {
  return row(trace.masked, q)[k]! > -Infinity;
}

function positionsSentence(without: number, under: number): string {
  const changes = (change: number) =>
    change <= equalWithin.weights
      ? text('fourWays.notAtAll')
      : text('fourWays.upTo', { change: formatNumber(change) });
  return text('fourWays.positions', { without: changes(without), under: changes(under) });
}

function groupNames(words: readonly string[], groups: Panel['equal']): string {
  return groups.map((group) => group.map((r) => tokenName(words, r)).join(', ')).join('; ');
}

/** In which panels the followed row is one and the same. */
function sharedSentence(panels: readonly Panel[]): string {
  const groups = panels
    .map((_, first) => panels.filter(({ sameAs }) => sameAs === first))
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ letter }) => letter).join(', '));
  return groups.length > 0
    ? text('fourWays.shared', { groups: groups.join('; ') })
    : text('fourWays.sharedNone');
}

function panelView(
  { state, words, panels }: FourWaysModel,
  panel: Panel,
  place: number,
  context: ViewContext<FourWaysState>,
): TemplateResult {
  const { letter, positions, mask } = panel;
  const choose = (to: Cursor) => {
    context.change({ query: to.row });
    context.moveCursor({ row: place * mostTokens + to.row, column: to.column });
  };
  const { cursor } = context;
  const here = cursor !== undefined && Math.floor(cursor.row / mostTokens) === place;
  const name = text('fourWays.panel', {
    letter,
    positions: text(`attention.positions.${positions}`),
    mask: text(`attention.mask.${mask}`),
  });
  return html`<div class="four-ways-panel">
    <p class="four-ways-name">
      <strong data-label>${letter}</strong>
      <span class=${positions === 'on' ? 'position' : 'four-ways-off'} data-label
        >${text(`fourWays.positions.${positions}`)}</span
      >
      <span class=${mask === 'causal' ? 'mask' : 'four-ways-off'} data-label
        >${text(`fourWays.mask.${mask}`)}</span
      >
    </p>
    ${weightMatrix({
      weights: panel.trace.weights,
      open: (q, k) => isOpen(panel, q, k),
      words,
      name,
      digits: { wide: words.length > 5 ? 2 : 3, narrow: 2 },
      chosenRow: state.query,
      ...(here ? { chosenColumn: Math.min(cursor.column, words.length - 1) } : {}),
      choose,
    })}
    <p class="four-ways-change" data-label>${changeOf(panel, place, panels, state, words)}</p>
  </div>`;
}

/** What became of the followed row, beside the panels before. */
function changeOf(
  panel: Panel,
  place: number,
  panels: readonly Panel[],
  { query }: FourWaysState,
  words: readonly string[],
): string {
  if (place === 0) return text('fourWays.start');
  if (panel.sameAs !== place) {
    return text('fourWays.same', { letter: panels[panel.sameAs]!.letter });
  }
  const emptied = panel.mask === 'causal' ? words.length - 1 - query : 0;
  const parts = [];
  if (emptied > 0) {
    parts.push(
      text(emptied === 1 ? 'fourWays.emptiedOne' : 'fourWays.emptied', { count: emptied }),
    );
  }
  if (panel.positions === 'on') parts.push(text('fourWays.changed'));
  else if (emptied > 0) parts.push(text('fourWays.enlarged'));
  return parts.join(', ');
}
