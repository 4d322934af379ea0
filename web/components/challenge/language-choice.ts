import { kLanguages, type Language } from '../../sandbox/protocol.ts';
import { readStored, writeStored } from '../storage/storage.ts';

const key = 'language';
export const allLanguages = Object.keys(kLanguages) as Language[];

/** Those to choose from: the page's address may leave one. */
export const offeredLanguages: readonly Language[] = (() => {
  const endings = (document.documentElement.dataset['codeLanguages'] ?? '').split(' ');
  const offered = allLanguages.filter((name) => endings.includes(kLanguages[name].ending));
  return offered.length > 0 ? offered : allLanguages;
})();

/** The language that the learner writes in: one choice for all challenges, kept. */
class LanguageChoice extends EventTarget {
  #language = offeredLanguages.find((name) => name === readStored(key)) ?? offeredLanguages[0]!;

  get language(): Language {
    return this.#language;
  }

  choose(language: Language): void {
    if (language === this.#language) return;
    this.#language = language;
    writeStored(key, language);
    this.dispatchEvent(new Event('change'));
  }
}

export const languageChoice = new LanguageChoice();
