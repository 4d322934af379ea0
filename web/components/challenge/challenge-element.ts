import { html, nothing, render, type TemplateResult } from 'lit';
import {
  challengeCases,
  challengeReference,
  grade,
  type ChallengeCase,
} from '../../bindings/grading.ts';
import { loadGrader } from '../../bindings/load-in-page.ts';
import { ChallengeRunner } from '../../sandbox/challenge-runner.ts';
import { entryName } from '../../sandbox/entry-name.ts';
import { argumentsText } from '../../sandbox/literals.ts';
import { kLanguages, type Language, type RunReport } from '../../sandbox/protocol.ts';
import { parseFeedback, verdictText, type FeedbackTexts } from '../../verdict/verdict-text.ts';
import { radioGroup } from '../figure/controls.ts';
import { progress } from '../progress/progress.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';
import { text } from '../strings/strings.ts';
import type { CodeEditor } from './editor.ts';
import { allLanguages, languageChoice, offeredLanguages } from './language-choice.ts';
import { resultView, type CheckResult } from './result-view.ts';
import { SolutionFold } from './solution-fold.ts';

/** What the page hands to every challenge: where things are, which no component knows. */
export interface ChallengeSurroundings {
  /** the folder of the code runner; ends in a slash */
  sandbox: URL;
  /** the texts of the feedback.md of all challenges and of the challenge's own */
  loadFeedback(challenge: string): Promise<string[]>;
}

/** Detail of the event `posenc-challenge`, which bubbles. It never holds the learner's code. */
export interface ChallengeDetail {
  id: string;
  passed: boolean;
  attempts: number;
  lang: 'js' | 'py';
}

/** The learner's text is written to storage at most this often while it is typed. */
const savePause = 400;

type Phase = 'reading' | 'loading-editor' | 'editing' | 'checking';

/**
 * A challenge: the task and its starters are in the page from the build; the editor comes when it is
 * asked for, the code runner at the first check. Nothing runs by itself, and the text is kept before
 * anything runs, one for each language.
 */
export class ChallengeElement extends HTMLElement {
  static surroundings: ChallengeSurroundings;

  #phase: Phase = 'reading';
  #language = languageChoice.language;
  #starters = new Map<Language, string>();
  #work: HTMLElement | undefined;
  #editorPlace: HTMLElement | undefined;
  #editor: CodeEditor | undefined;
  #runner: ChallengeRunner | undefined;
  #beforeReset: string | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  /** checks asked for and stopped: one that is not the last any more goes no further */
  #orders = 0;
  #message = '';
  #notKept = false;
  #result: CheckResult | undefined;
  #feedback: FeedbackTexts | undefined;
  #solution: SolutionFold | undefined;
  #save = () => this.#saveNow();
  #follow = () => this.#switchTo(languageChoice.language);

  connectedCallback(): void {
    window.addEventListener('pagehide', this.#save);
    languageChoice.addEventListener('change', this.#follow);
    if (this.#work !== undefined) {
      this.#follow();
      return;
    }
    this.#work = this.querySelector<HTMLElement>('.challenge-work')!;
    for (const language of allLanguages) {
      this.#starters.set(language, this.#readingOf(language).textContent);
    }
    this.#showReading();
    this.#editorPlace = document.createElement('div');
    this.#editorPlace.className = 'challenge-editor';
    const bar = document.createElement('div');
    bar.className = 'challenge-bar';
    const result = document.createElement('div');
    result.className = 'challenge-result';
    this.#work.append(this.#editorPlace, bar, result);
    this.#startHints();
    this.toggleAttribute('live', true);
    progress.addEventListener('restore', () => {
      this.#editor?.replace(readStored(this.#storageKey) ?? this.#starter);
      this.#showReading();
    });
    this.#draw();
  }

  disconnectedCallback(): void {
    window.removeEventListener('pagehide', this.#save);
    languageChoice.removeEventListener('change', this.#follow);
    this.#saveNow();
    this.#runner?.dispose();
    this.#runner = undefined;
  }

  get #challenge(): string {
    return this.dataset['challenge']!;
  }

  get #storageKey(): string {
    return `challenge:${this.#challenge}:${kLanguages[this.#language].ending}`;
  }

  get #starter(): string {
    return this.#starters.get(this.#language)!;
  }

  #readingOf(language: Language): HTMLElement {
    return this.querySelector<HTMLElement>(`[data-code="starter-${kLanguages[language].ending}"]`)!;
  }

  /** What stands where the editor will be: the learner's text in the language of the moment. */
  #showReading(): void {
    for (const language of allLanguages) {
      this.#readingOf(language).hidden = this.#editor !== undefined || language !== this.#language;
    }
    this.#readingOf(this.#language).querySelector('code')!.textContent = this.#text;
  }

  /** The learner's text: what is being edited, else what was kept, else the starter. */
  get #text(): string {
    return this.#editor?.text ?? readStored(this.#storageKey) ?? this.#starter;
  }

  /** Hints open one after another; the solution after the last one or after a pass. */
  #startHints(): void {
    const hints = [...this.querySelectorAll<HTMLDetailsElement>('.challenge-hint')];
    const solution = this.querySelector<HTMLDetailsElement>('.challenge-solution')!;
    this.#solution = new SolutionFold(solution);
    const update = () => {
      const opened = hints.filter(
        (hint) => hint.open || hint.dataset['opened'] !== undefined,
      ).length;
      hints.forEach((hint, i) => {
        if (hint.open) hint.dataset['opened'] = '';
        hint.hidden = i > opened;
      });
      solution.hidden = opened < hints.length && this.#result?.verdict.passed !== true;
    };
    for (const hint of hints) hint.addEventListener('toggle', update);
    this.addEventListener('posenc-challenge', update);
    update();
  }

  #draw(): void {
    render(this.#barView(), this.#work!.querySelector<HTMLElement>('.challenge-bar')!);
    render(
      this.#result ? resultView(this.#result) : html``,
      this.#work!.querySelector<HTMLElement>('.challenge-result')!,
    );
  }

  #barView(): TemplateResult {
    if (this.#phase === 'reading' || this.#phase === 'loading-editor') {
      return html`
        <button
          type="button"
          class="primary"
          ?disabled=${this.#phase === 'loading-editor'}
          @click=${() => void this.#openEditor()}
        >
          ${text(readStored(this.#storageKey) === null ? 'challenge.write' : 'challenge.continue')}
        </button>
        ${this.#languageView()}
        <span class="challenge-message" role="status">${this.#message}</span>
      `;
    }
    const checking = this.#phase === 'checking';
    return html`
      <button
        type="button"
        class="primary"
        ?disabled=${checking}
        @click=${() => void this.#check()}
      >
        ${text('challenge.check')}
      </button>
      <button type="button" ?disabled=${!checking} @click=${() => this.#stop()}>
        ${text('challenge.stop')}
      </button>
      ${
        this.#beforeReset === undefined
          ? html`<button type="button" ?disabled=${checking} @click=${() => this.#reset()}>
              ${text('challenge.reset')}
            </button>`
          : html`<button type="button" ?disabled=${checking} @click=${() => this.#undoReset()}>
              ${text('challenge.undoReset')}
            </button>`
      }
      ${this.#languageView()}
      <span class="challenge-message" role="status">${this.#message}</span>
    `;
  }

  #languageView(): TemplateResult {
    const choice = radioGroup({
      id: `${this.id}-language`,
      label: text('challenge.language'),
      options: offeredLanguages.map((name) => ({
        name,
        label: text(`challenge.language.${name}`),
      })),
      value: this.#language,
      change: (name) => languageChoice.choose(name),
    });
    return html`${offeredLanguages.length > 1 ? choice : nothing}
      <span class="challenge-note">${text(`challenge.note.${this.#language}`)}</span>`;
  }

  /** Keeps the text of the one language and takes up that of the other. */
  #switchTo(language: Language): void {
    if (language === this.#language) return;
    this.#saveNow();
    this.#stop();
    this.#language = language;
    this.#beforeReset = undefined;
    this.#result = undefined;
    this.#message = '';
    this.#editor?.show(readStored(this.#storageKey) ?? this.#starter, language);
    this.#showReading();
    this.#draw();
  }

  async #openEditor(): Promise<void> {
    this.#phase = 'loading-editor';
    this.#message = '';
    this.#draw();
    try {
      const { createEditor } = await import('./editor.ts');
      this.#editor = createEditor({
        parent: this.#editorPlace!,
        text: this.#text,
        language: this.#language,
        name: text('challenge.editorName'),
        changed: () => this.#changed(),
      });
    } catch {
      this.#phase = 'reading';
      this.#message = text('challenge.editorFailed');
      this.#draw();
      return;
    }
    this.#showReading();
    this.#phase = 'editing';
    this.#draw();
    this.#editor.focus();
  }

  #changed(): void {
    if (this.#beforeReset !== undefined && this.#editor!.text !== this.#starter) {
      this.#beforeReset = undefined;
      this.#draw();
    }
    this.#editor!.markLine(null);
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#saveNow(), savePause);
  }

  #saveNow(): void {
    clearTimeout(this.#saveTimer);
    if (this.#editor === undefined) return;
    const kept = writeStored(this.#storageKey, this.#editor.text);
    if (!kept && !this.#notKept) {
      this.#notKept = true;
      this.#message = text('challenge.notKept');
      this.#draw();
    }
  }

  #reset(): void {
    this.#beforeReset = this.#editor!.text;
    this.#editor!.replace(this.#starter);
    removeStored(this.#storageKey);
    this.#message = text('challenge.wasReset');
    this.#result = undefined;
    this.#draw();
  }

  #undoReset(): void {
    const before = this.#beforeReset!;
    this.#beforeReset = undefined;
    this.#editor!.replace(before);
    this.#message = '';
    this.#draw();
  }

  #stop(): void {
    ++this.#orders;
    this.#runner?.stop();
  }

  async #check(): Promise<void> {
    this.#saveNow();
    this.#phase = 'checking';
    this.#message = text('challenge.checking');
    this.#editor!.markLine(null);
    this.#draw();
    try {
      await this.#runAndGrade();
    } catch (error) {
      // What the browser says of a lost connection is no sentence for a learner.
      const lost = error instanceof TypeError;
      this.#message = lost
        ? text('challenge.notLoaded')
        : String(error instanceof Error ? error.message : error);
    }
    this.#phase = 'editing';
    this.#draw();
  }

  async #runAndGrade(): Promise<void> {
    const { surroundings } = ChallengeElement;
    const challenge = this.#challenge;
    const language = this.#language;
    const entry = entryName(language, challenge);
    const order = ++this.#orders;
    const feedback = (this.#feedback ??= parseFeedback(
      ...(await surroundings.loadFeedback(challenge)),
    ));
    const grader = await loadGrader();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const cases = challengeCases(grader, challenge, seed);
    if (order !== this.#orders) {
      // Stopped or switched while this was loading.
      if (language === this.#language) this.#message = text('challenge.stopped');
      return;
    }
    this.#runner ??= new ChallengeRunner({ assets: surroundings.sandbox });
    const source = this.#editor!.text;
    const report = await this.#runner.run({
      language,
      source,
      entry,
      cases: cases.map((one) => ({ argumentsText: argumentsText(language, one.arguments) })),
    });
    if (report.outcome === 'stopped') {
      this.#message = text('challenge.stopped');
      return;
    }
    if (report.outcome === 'blocked') {
      this.#result = undefined;
      this.#message = report.reason ?? text('challenge.blocked');
      return;
    }
    const verdict = grade(grader, challenge, seed, report.answers);
    const differs = verdict.firstDifference?.caseIndex;
    const yours = differs === undefined ? undefined : report.answers[differs];
    this.#attempts += 1;
    this.#result = {
      verdict,
      words: verdictText(verdict, feedback, {
        functionName: entry,
        answers: report.answers,
      }),
      cases,
      yours: yours?.kind === 'cells' ? yours : undefined,
      reference:
        differs === undefined ? undefined : challengeReference(grader, challenge, seed, differs),
      printed: printedText(report, cases),
      seed,
      challenge,
      file: `solution.${kLanguages[language].ending}`,
    };
    this.#message = text(verdict.passed ? 'challenge.announcePass' : 'challenge.announceFail', {
      passed: verdict.casesPassed,
      total: verdict.casesTotal,
    });
    if (report.error !== undefined && report.error.line > 0)
      this.#editor!.markLine(report.error.line);
    this.#draw();
    const detail: ChallengeDetail = {
      id: challenge,
      passed: verdict.passed,
      attempts: this.#attempts,
      lang: kLanguages[language].ending,
    };
    if (verdict.passed) {
      progress.keep(this, { passed: true });
      this.#solution!.compare(source, kLanguages[language].ending);
    }
    this.dispatchEvent(
      new CustomEvent('posenc-challenge', { detail, bubbles: true, composed: true }),
    );
  }
}

/** What the code printed, case by case where it printed anything. */
function printedText(report: RunReport, cases: readonly ChallengeCase[]): string {
  const parts = report.printed.flatMap((printed, i) =>
    printed === '' ? [] : [`— ${cases[i]?.name ?? ''}\n${printed}`],
  );
  return [report.printedAtLoad, ...parts].filter(Boolean).join('\n');
}
