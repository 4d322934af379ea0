import { html } from 'lit';
import type { Core } from '../../bindings/core.ts';
import { row, type Matrix } from '../../bindings/matrix.ts';
import { sinusoidal } from '../../bindings/sinusoidal.ts';
import type { FigureDefinition } from '../figure/definition.ts';
import { textField, wholeField } from '../figure/fields.ts';
import { valueCell } from '../plots/value-cell.ts';
import { formatRow } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/**
 * Words over their position rows. Shuffling moves the words; the rows stay, because a row belongs to
 * a position. The bag of words under it never changes.
 */
export interface SentenceState {
  words: string;
  /** the word whose row the sentence below spells out */
  position: number;
}

export interface SentenceModel {
  state: SentenceState;
  words: readonly string[];
  bag: string;
  rows: Matrix;
}

const width = 8;
const mostWords = 12;
const longestText = 120;

export const sentenceFigure: FigureDefinition<SentenceState, SentenceModel> = {
  fields: {
    words: textField('dog chased cat', longestText),
    position: wholeField(1, 0, mostWords - 1),
  },

  model(core: Core, state: SentenceState): SentenceModel {
    const words = split(state.words);
    return {
      state: { ...state, position: Math.min(state.position, Math.max(0, words.length - 1)) },
      words,
      bag: [...words].sort((a, b) => a.localeCompare(b, 'en')).join(', '),
      rows: sinusoidal(core, { positions: words.length, width }),
    };
  },

  view(model, context) {
    const shuffle = () => context.change({ words: shuffled(model.words).join(' ') });
    return html`
      <div class="controls sentence-controls">
        <div class="control wide">
          <label for="${context.id}-words">${text('sentence.words')}</label>
          <input
            id="${context.id}-words"
            type="text"
            maxlength=${longestText}
            autocomplete="off"
            spellcheck="false"
            .value=${model.state.words}
            @input=${(event: Event) =>
              context.change({ words: (event.target as HTMLInputElement).value })}
          />
        </div>
        <button type="button" @click=${shuffle}>${text('sentence.shuffle')}</button>
      </div>
      <ol class="sentence-words">
        ${model.words.map(
          (word, p) =>
            html`<li ?data-chosen=${p === model.state.position}>
              <button
                type="button"
                class="sentence-word"
                aria-pressed=${p === model.state.position ? 'true' : 'false'}
                @click=${() => context.change({ position: p })}
              >
                <span class="content" data-label>${word}</span>
              </button>
              <span class="sentence-position position" data-label>${p}</span>
              <svg class="sentence-row" viewBox="0 0 1 ${width}" aria-hidden="true">
                ${Array.from(row(model.rows, p), (value, i) => valueCell(i, 0, value))}
              </svg>
            </li>`,
        )}
      </ol>
      <p class="sentence-bag">
        <span>${text('sentence.bag')}</span> <strong class="content">${model.bag}</strong>
      </p>
    `;
  },

  summary(model) {
    const { position } = model.state;
    const word = model.words[position];
    if (word === undefined) return text('sentence.empty');
    return text('sentence.summary', {
      count: model.words.length,
      position,
      word,
      row: formatRow(row(model.rows, position).slice(0, 4)),
      bag: model.bag,
    });
  },

  table(model) {
    return {
      caption: text('sentence.table'),
      columns: [
        text('sentence.position'),
        text('sentence.word'),
        ...Array.from({ length: width }, (_, i) => String(i)),
      ],
      rows: model.words.map((word, p) => [p, word, ...row(model.rows, p)]),
    };
  },
};

function split(words: string): string[] {
  return words.trim().split(/\s+/).filter(Boolean).slice(0, mostWords);
}

/** Another order of the words, where there is one: a random one, unlike the present. */
function shuffled(words: readonly string[]): string[] {
  if (new Set(words).size < 2) return [...words];
  for (;;) {
    const order = [...words];
    for (let i = order.length - 1; i > 0; --i) {
      const j = Math.floor(Math.random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    if (order.some((word, i) => word !== words[i])) return order;
  }
}
