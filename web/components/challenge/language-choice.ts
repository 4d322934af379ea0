import { kLanguages, type Language } from '../../sandbox/protocol.ts';
import { readStored, writeStored } from '../storage/storage.ts';

const key = 'language';
const languages = Object.keys(kLanguages) as Language[];

/** The language that the learner writes in: one choice for all challenges, kept. */
class LanguageChoice extends EventTarget {
  #language = languages.find((name) => name === readStored(key)) ?? 'js';

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
