/**
 * posenc.js: `<posenc-lesson>`, `<posenc-figure>` and `<posenc-challenge>` for pages of other sites.
 * Everything else is fetched from the folder in which this module lies.
 */
import {
  ChallengeOfLessonElement,
  FigureOfLessonElement,
  LessonElement,
} from './lesson-element.ts';

// Not written inside `new URL`, where the build would look for a file of that name.
const here = import.meta.url;
LessonElement.assets = new URL('./', here).href;

declare global {
  interface HTMLElementTagNameMap {
    'posenc-lesson': LessonElement;
    'posenc-figure': FigureOfLessonElement;
    'posenc-challenge': ChallengeOfLessonElement;
  }
}

if (globalThis.customElements !== undefined) {
  const elements = {
    'posenc-lesson': LessonElement,
    'posenc-figure': FigureOfLessonElement,
    'posenc-challenge': ChallengeOfLessonElement,
  };
  for (const [name, element] of Object.entries(elements)) {
    if (customElements.get(name) === undefined) customElements.define(name, element);
    else console.info(`${name} is defined already; version ${__POSENC_VERSION__} leaves it alone`);
  }
}

export { ChallengeOfLessonElement, FigureOfLessonElement, LessonElement };
