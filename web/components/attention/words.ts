import { html, type TemplateResult } from 'lit';
import { textField, type Field } from '../figure/fields.ts';
import { text } from '../strings/strings.ts';
import { entriesOf, mostTokens, splitWords, widthFor } from './token-attention.ts';

const longestText = 120;

/** A sentence of one word or more. */
export function wordsField(fallback: string): Field<string> {
  const field = textField(fallback, longestText);
  return {
    ...field,
    read(written) {
      const words = field.read(written)!;
      return splitWords(words).length > 0 ? words : undefined;
    },
  };
}

/** The words that take part: the first ones of what was typed. */
export function tokensOf(written: string): string[] {
  return splitWords(written).slice(0, mostTokens);
}

/** "red at 0": a token by its word and its place. */
export function tokenName(words: readonly string[], place: number): string {
  return text('attention.token', { word: words[place] ?? '', place });
}

/** The box in which the learner types a sentence. */
export function wordsBox(box: {
  id: string;
  value: string;
  change(words: string): void;
}): TemplateResult {
  return html`<div class="control wide">
    <label for=${box.id}>${text('attention.words', { most: mostTokens })}</label>
    <input
      id=${box.id}
      type="text"
      maxlength=${longestText}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      .value=${box.value}
      @input=${(event: Event) => box.change((event.target as HTMLInputElement).value)}
    />
  </div>`;
}

/** Which entry each word has, how wide the vectors are, and what was left out. */
export function wordsNote(written: string): TemplateResult {
  const words = tokensOf(written);
  const entries = entriesOf(words);
  const width = widthFor(entries.size);
  const list = [...entries].map(([word, entry]) => text('attention.entry', { word, entry }));
  return html`<p class="figure-note" data-label>
    ${words.length > 0 ? text(width === mostTokens ? 'attention.contentsWide' : 'attention.contents', { list: list.join(', '), width }) : ''}
    ${splitWords(written).length > mostTokens ? text('attention.tooMany', { most: mostTokens }) : ''}
  </p>`;
}
