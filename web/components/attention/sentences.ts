import type { AttentionMask } from '../../bindings/attention.ts';
import { text } from '../strings/strings.ts';
import { tokenName } from './words.ts';

export function settingName(positions: 'off' | 'on', mask: AttentionMask): string {
  return text(`attention.setting.${positions}.${mask}`);
}

/** Which rows are equal, in a sentence for each group; nothing to say about a single token. */
export function equalSentence(
  words: readonly string[],
  groups: readonly (readonly number[])[],
): string {
  if (words.length < 2) return '';
  if (groups.length === 0) return text('attention.equalNone');
  return groups
    .map((group) =>
      text('attention.equal', { list: group.map((r) => tokenName(words, r)).join(', ') }),
    )
    .join(' ');
}
