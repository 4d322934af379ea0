import { checkClaim } from '../../bindings/claims.ts';
import { loadCore } from '../../bindings/load-in-page.ts';
import { progress } from '../progress/progress.ts';
import { onSubmit, putChoices } from '../question/fields.ts';
import { text } from '../strings/strings.ts';
import { claimVerdicts, evidenceTable } from './evidence.ts';

/** Detail of the event `posenc-claim`, which bubbles: a guess and what the experiment showed. */
export interface ClaimDetail {
  id: string;
  guess: string;
  verdict: string;
}

/**
 * A statement that the reader judges first and the core then tests. The build wrote the choices and the
 * explanation; the element runs the experiment and shows what it measured just now.
 */
export class ClaimElement extends HTMLElement {
  /** Called when the claim comes near; a second time does nothing. */
  wake(): void {
    if (this.hasAttribute('live')) return;
    this.toggleAttribute('live', true);
    putChoices(this, 'radio', (i) => claimVerdicts[i]!);
    onSubmit(this, this.#button, () => void this.#run());
    this.#restore();
    progress.addEventListener('restore', this.#restore);
  }

  /** Shows the guess that was kept, beside what the core measures now. */
  #restore = (): void => {
    for (const box of this.querySelectorAll('input')) box.checked = false;
    for (const option of this.querySelectorAll<HTMLElement>('.claim-options > li')) {
      delete option.dataset['state'];
    }
    this.toggleAttribute('answered', false);
    this.querySelector<HTMLDetailsElement>('.claim-answer')!.open = false;
    this.#say('');
    const guess = progress.of(this)?.['guess'];
    const box = [...this.querySelectorAll('input')].find(({ value }) => value === guess);
    if (box === undefined) return;
    box.checked = true;
    void this.#run(true);
  };

  get #button(): HTMLButtonElement {
    return this.querySelector<HTMLButtonElement>('button[data-action="run"]')!;
  }

  async #run(restoring = false): Promise<void> {
    const guess = this.querySelector<HTMLInputElement>('input:checked')?.value;
    if (guess === undefined) return this.#say(text('question.choose'));
    const id = this.dataset['claim']!;
    let report;
    try {
      report = checkClaim(await loadCore(), id);
    } catch (error) {
      return this.#say(error instanceof Error ? error.message : String(error));
    }
    const shown = this.querySelector('.claim-shown')!;
    shown.querySelector('.table-scroll')?.remove();
    shown.insertAdjacentHTML('beforeend', evidenceTable(report));
    this.querySelector<HTMLDetailsElement>('.claim-answer')!.open = !restoring;
    for (const option of this.querySelectorAll<HTMLElement>('.claim-options > li')) {
      const { value } = option.querySelector('input')!;
      if (value === report.verdict) option.dataset['state'] = 'right';
      else if (value === guess) option.dataset['state'] = 'wrong';
      else delete option.dataset['state'];
    }
    this.toggleAttribute('answered', true);
    const known = claimVerdicts.find((one) => one === guess)!;
    this.#say(
      text(guess === report.verdict ? 'claim.agrees' : 'claim.differs', {
        guess: text(`claim.verdict.${known}`).toLowerCase(),
        verdict: text(`claim.verdict.${report.verdict}`).toLowerCase(),
      }),
    );
    if (restoring) return;
    progress.keep(this, { guess, verdict: report.verdict });
    const detail: ClaimDetail = { id, guess, verdict: report.verdict };
    this.dispatchEvent(new CustomEvent('posenc-claim', { detail, bubbles: true, composed: true }));
  }

  #say(words: string): void {
    this.querySelector('.question-result')!.textContent = words;
  }
}
