import { loadCore } from '../../bindings/load-in-page.ts';
import { progress, type Result } from '../progress/progress.ts';
import { formatNumber, parseNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { onSubmit, putChoices } from './fields.ts';
import { markChoice, markNumber, markOrder } from './marking.ts';

export type QuestionKind = 'single' | 'several' | 'number' | 'order' | 'predict';

/** What a numeric question needs at run time; the build writes it into the element. */
export interface NumberQuestion {
  parameters: Record<string, number[]>;
  answer: string;
  tolerance: number;
  feedback: { correct: string; wrong: string };
  near: { value: string; feedback: string }[];
}

/** What progress keeps of a question; without an answer it waits to be taken again. */
interface KeptAnswer {
  result: Result;
  tries: number;
  answer?: GivenAnswer | undefined;
}

interface GivenAnswer {
  chosen?: number[];
  order?: number[];
  given?: string;
  parameters?: Record<string, number>;
}

/** Detail of the event `posenc-answer`, which bubbles. A prediction is never an answer. */
export interface AnswerDetail {
  id: string;
  correct: boolean;
  tries: number;
}

/**
 * A question. The build writes the options and, for readers without scripts, the answers; once awake the
 * element marks, shows the feedback of every option, and announces the result.
 */
export class QuestionElement extends HTMLElement {
  #tries = 0;
  #parameters: Record<string, number> = {};
  #restoring = false;

  /** Called when the question comes near; a second time does nothing. */
  wake(): void {
    if (this.hasAttribute('live')) return;
    this.toggleAttribute('live', true);
    this.#putFields();
    onSubmit(this, this.#button('check'), () => void this.#check());
    this.#button('again').addEventListener('click', () => this.#retake());
    if (this.#kind === 'order') this.#startOrder();
    if (this.#kind === 'number') this.#chooseParameters(() => 0);
    this.#restore();
    progress.addEventListener('restore', this.#restore);
  }

  #putFields(): void {
    putChoices(this, this.#kind === 'several' ? 'checkbox' : 'radio', String);
    const drawn = this.querySelector('.in-text');
    if (drawn === null) return;
    const box = document.createElement('input');
    box.type = 'text';
    box.inputMode = 'decimal';
    box.autocomplete = 'off';
    box.dataset['answer'] = '';
    drawn.replaceWith(box);
  }

  /** Shows the answer that was kept, marked as it was; nothing is announced or counted again. */
  #restore = (): void => {
    if (this.hasAttribute('answered')) this.#clear();
    this.#tries = 0;
    const kept = progress.of(this) as Partial<KeptAnswer> | undefined;
    if (kept === undefined) return;
    this.#tries = Number(kept.tries) || 0;
    if (kept.answer === undefined || !this.#fill(kept.answer)) return;
    this.#restoring = true;
    void this.#check().finally(() => (this.#restoring = false));
  };

  /** @returns whether it is an answer that this question can have */
  #fill({ chosen, order, given, parameters }: GivenAnswer): boolean {
    const wholes = (list: unknown, most: number): list is number[] =>
      Array.isArray(list) && list.every((one) => Number.isInteger(one) && one >= 0 && one < most);
    switch (this.#kind) {
      case 'order': {
        const items = this.#orderItems();
        const places = new Map(items.map((item) => [Number(item.dataset['place']), item]));
        if (!wholes(order, items.length) || new Set(order).size !== items.length) return false;
        for (const place of order) places.get(place)!.parentElement!.append(places.get(place)!);
        return true;
      }
      case 'number': {
        if (typeof given !== 'string' || typeof parameters !== 'object') return false;
        this.#parameters = { ...this.#parameters, ...parameters };
        this.#chooseParameters((_count, present) => Math.max(present, 0));
        this.querySelector<HTMLInputElement>('input[data-answer]')!.value = given;
        return true;
      }
      default: {
        const options = this.#options;
        if (!wholes(chosen, options.length)) return false;
        for (const place of chosen) options[place]!.querySelector('input')!.checked = true;
        return true;
      }
    }
  }

  #answer(): GivenAnswer {
    if (this.#kind === 'order') {
      return { order: this.#orderItems().map((item) => Number(item.dataset['place'])) };
    }
    if (this.#kind === 'number') {
      const given = this.querySelector<HTMLInputElement>('input[data-answer]')!.value;
      return { given, parameters: { ...this.#parameters } };
    }
    return { chosen: [...this.#chosen()] };
  }

  #keep(result: Result): void {
    if (this.#restoring) return;
    const kept: KeptAnswer = { result, tries: this.#tries, answer: this.#answer() };
    progress.keep(this, { ...kept });
  }

  get #kind(): QuestionKind {
    return this.dataset['kind'] as QuestionKind;
  }

  get #options(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.options > li')];
  }

  #button(name: 'check' | 'again'): HTMLButtonElement {
    return this.querySelector<HTMLButtonElement>(`button[data-action="${name}"]`)!;
  }

  async #check(): Promise<void> {
    switch (this.#kind) {
      case 'single':
      case 'several':
        return this.#checkChoice();
      case 'predict':
        return this.#reveal();
      case 'order':
        return this.#checkOrder();
      case 'number':
        return this.#checkNumber();
    }
  }

  #chosen(): Set<number> {
    const boxes = this.#options.map((option) => option.querySelector('input')!);
    return new Set(boxes.flatMap((box, i) => (box.checked ? [i] : [])));
  }

  #checkChoice(): void {
    const chosen = this.#chosen();
    if (chosen.size === 0) return this.#say(text('question.choose'));
    const correct = this.#options.map((option) => option.dataset['correct'] === 'true');
    const marked = markChoice(chosen, correct);
    this.#options.forEach((option, i) => {
      option.dataset['state'] = correct[i] ? 'right' : chosen.has(i) ? 'wrong' : 'left';
      const words = [text(correct[i] ? 'question.correctOption' : 'question.wrongOption')];
      if (chosen.has(i)) words.push(text('question.chosen'));
      this.#showFeedback(option, words.join(', '));
    });
    this.#finish(
      marked.correct,
      marked.correct || this.#kind === 'single'
        ? ''
        : text('question.partly', { right: marked.right, total: marked.total }),
    );
  }

  #reveal(): void {
    const chosen = this.#chosen();
    if (chosen.size === 0) return this.#say(text('question.choose'));
    this.#options.forEach((option, i) => {
      option.dataset['state'] = 'left';
      this.#showFeedback(option, chosen.has(i) ? text('question.chosen') : '');
    });
    this.querySelector<HTMLElement>('.question-reveal')!.hidden = false;
    this.toggleAttribute('answered', true);
    this.#say('');
    this.#button('again').hidden = false;
    this.#keep('revealed');
  }

  /** Moves the option's own feedback, written in the build, from the answers to the option. */
  #showFeedback(option: HTMLElement, verdict: string): void {
    const place = option.querySelector<HTMLElement>('.option-feedback')!;
    const index = this.#options.indexOf(option);
    const written = this.querySelector(`.question-answers [data-option="${index}"]`);
    place.innerHTML = written?.innerHTML ?? '';
    if (verdict !== '') {
      const mark = document.createElement('strong');
      mark.className = 'option-verdict';
      mark.textContent = `${verdict}: `;
      place.prepend(mark);
    }
    place.hidden = false;
  }

  #startOrder(): void {
    for (const button of this.querySelectorAll<HTMLButtonElement>('.order button')) {
      button.addEventListener('click', () => {
        const item = button.closest('li')!;
        const up = button.dataset['move'] === 'up';
        const other = up ? item.previousElementSibling : item.nextElementSibling;
        if (other === null) return;
        if (up) other.before(item);
        else other.after(item);
        button.focus();
        const items = this.#orderItems();
        this.#say(
          text('question.moved', {
            item: item.querySelector('.order-text')!.textContent,
            place: items.indexOf(item) + 1,
            total: items.length,
          }),
        );
      });
    }
  }

  #orderItems(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('.order > li')];
  }

  #checkOrder(): void {
    const items = this.#orderItems();
    const order = items.map((item) => Number(item.dataset['place']));
    const marked = markOrder(order);
    items.forEach((item, place) => {
      item.dataset['state'] = order[place] === place ? 'right' : 'wrong';
    });
    for (const place of this.querySelectorAll<HTMLElement>('.order-feedback')) {
      place.hidden = (place.dataset['for'] === 'right') !== marked.correct;
    }
    this.#finish(marked.correct, '');
  }

  #numberQuestion(): NumberQuestion {
    return JSON.parse(this.querySelector('script')!.textContent) as NumberQuestion;
  }

  #chooseParameters(pick: (count: number, present: number) => number): void {
    const { parameters } = this.#numberQuestion();
    for (const [name, values] of Object.entries(parameters)) {
      const present = values.indexOf(this.#parameters[name] ?? values[0]!);
      const value = values[pick(values.length, present)]!;
      this.#parameters[name] = value;
      for (const place of this.querySelectorAll(`[data-parameter="${name}"]`)) {
        place.textContent = String(value);
      }
    }
  }

  async #checkNumber(): Promise<void> {
    const box = this.querySelector<HTMLInputElement>('input[data-answer]')!;
    const given = parseNumber(box.value);
    if (!Number.isFinite(given)) {
      return this.#say(text('question.typeNumber', { text: box.value.trim() }));
    }
    const question = this.#numberQuestion();
    // All that a reference can name is much code, which only these questions need.
    const loaded = await Promise.all([loadCore(), import('../reference/reference.ts')]).catch(
      (error: unknown) => {
        this.#say(error instanceof Error ? error.message : String(error));
      },
    );
    if (loaded === undefined) return;
    const [core, { evaluateReference, parseWholeReference }] = loaded;
    const value = (reference: string): number => {
      const filled = reference.replace(/\{(\w+)\}/g, (place, name: string) =>
        name in this.#parameters ? String(this.#parameters[name]) : place,
      );
      return evaluateReference(core, parseWholeReference(filled))[0]!;
    };
    const answer = value(question.answer);
    const marked = markNumber(
      given,
      answer,
      question.tolerance,
      question.near.map((slip) => value(slip.value)),
    );
    const feedback =
      marked.slip === undefined
        ? question.feedback[marked.correct ? 'correct' : 'wrong']
        : question.near[marked.slip]!.feedback;
    const place = this.querySelector<HTMLElement>('.number-feedback')!;
    place.innerHTML = feedback;
    if (!marked.correct && this.#tries >= 1) {
      const line = document.createElement('p');
      line.textContent = text('question.answerIs', {
        value: formatNumber(answer),
        tolerance: question.tolerance,
      });
      place.append(line);
    }
    place.hidden = false;
    this.#finish(marked.correct, '');
  }

  #finish(correct: boolean, more: string): void {
    this.toggleAttribute('answered', true);
    this.dataset['result'] = correct ? 'right' : 'wrong';
    this.#button('again').hidden = false;
    const verdict = text(correct ? 'question.right' : 'question.wrong');
    if (this.#restoring) return this.#say([text('question.restored'), verdict, more].join(' '));
    this.#tries += 1;
    this.#say([verdict, more].join(' ').trim());
    this.#keep(correct ? 'right' : 'wrong');
    const detail: AnswerDetail = { id: this.id, correct, tries: this.#tries };
    this.dispatchEvent(new CustomEvent('posenc-answer', { detail, bubbles: true, composed: true }));
  }

  #retake(): void {
    const kept = progress.of(this);
    if (kept?.['result'] === 'revealed') progress.forget(this);
    else if (kept !== undefined) progress.keep(this, { ...kept, answer: undefined });
    this.#clear();
    if (this.#kind === 'number') {
      this.#chooseParameters((count, present) =>
        count < 2 ? 0 : (present + 1 + Math.floor(Math.random() * (count - 1))) % count,
      );
    }
    this.querySelector<HTMLElement>('input, .order button')?.focus();
  }

  /** As it was before an answer. */
  #clear(): void {
    this.toggleAttribute('answered', false);
    delete this.dataset['result'];
    for (const option of this.querySelectorAll<HTMLElement>('[data-state]')) {
      delete option.dataset['state'];
    }
    for (const place of this.querySelectorAll<HTMLElement>(
      '.option-feedback, .number-feedback, .question-reveal, .order-feedback',
    )) {
      place.hidden = true;
    }
    for (const box of this.querySelectorAll('input')) {
      box.checked = false;
      if (box.type === 'text') box.value = '';
    }
    this.#say('');
    this.#button('again').hidden = true;
  }

  #say(words: string): void {
    this.querySelector('.question-result')!.textContent = words;
  }
}
