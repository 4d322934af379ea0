import { html, render, type TemplateResult } from 'lit';
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
import type { RunReport } from '../../sandbox/protocol.ts';
import { parseFeedback, verdictText, type FeedbackTexts } from '../../verdict/verdict-text.ts';
import { progress } from '../progress/progress.ts';
import { readStored, removeStored, writeStored } from '../storage/storage.ts';
import { text } from '../strings/strings.ts';
import type { CodeEditor } from './editor.ts';
import { resultView, type CheckResult } from './result-view.ts';

/** What the page hands to every challenge: where things are, which no component knows. */
export interface ChallengeSurroundings {
  /** the folder of the code runner; ends in a slash */
  sandbox: URL;
  /** the text of the challenge's feedback.md */
  loadFeedback(challenge: string): Promise<string>;
}

/** Detail of the event `posenc-challenge`, which bubbles. It never holds the learner's code. */
export interface ChallengeDetail {
  id: string;
  passed: boolean;
  attempts: number;
  lang: 'js';
}

/** The learner's text is written to storage at most this often while it is typed. */
const savePause = 400;

type Phase = 'reading' | 'loading-editor' | 'editing' | 'checking';

/**
 * A challenge: the task and its starter are in the page from the build; the editor comes when it is
 * asked for, the code runner at the first check. Nothing runs by itself, and the text is kept before
 * anything runs.
 */
export class ChallengeElement extends HTMLElement {
  static surroundings: ChallengeSurroundings;

  #phase: Phase = 'reading';
  #starter = '';
  #work: HTMLElement | undefined;
  #editorPlace: HTMLElement | undefined;
  #editor: CodeEditor | undefined;
  #runner: ChallengeRunner | undefined;
  #beforeReset: string | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #message = '';
  #notKept = false;
  #result: CheckResult | undefined;
  #feedback: FeedbackTexts | undefined;
  #save = () => this.#saveNow();

  connectedCallback(): void {
    window.addEventListener('pagehide', this.#save);
    if (this.#work !== undefined) return;
    this.#work = this.querySelector<HTMLElement>('.challenge-work')!;
    this.#starter = this.#reading.textContent;
    this.#reading.querySelector('code')!.textContent = this.#text;
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
      this.#reading.querySelector('code')!.textContent = this.#text;
    });
    this.#draw();
  }

  disconnectedCallback(): void {
    window.removeEventListener('pagehide', this.#save);
    this.#saveNow();
    this.#runner?.dispose();
    this.#runner = undefined;
  }

  get #challenge(): string {
    return this.dataset['challenge']!;
  }

  get #storageKey(): string {
    return `challenge:${this.#challenge}:js`;
  }

  get #reading(): HTMLElement {
    return this.querySelector<HTMLElement>('[data-code="starter-js"]')!;
  }

  /** The learner's text: what is being edited, else what was kept, else the starter. */
  get #text(): string {
    return this.#editor?.text ?? readStored(this.#storageKey) ?? this.#starter;
  }

  /** Hints open one after another; the solution after the last one or after a pass. */
  #startHints(): void {
    const hints = [...this.querySelectorAll<HTMLDetailsElement>('.challenge-hint')];
    const solution = this.querySelector<HTMLDetailsElement>('.challenge-solution')!;
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
        <span class="challenge-language">${text('challenge.language')}</span>
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
      <span class="challenge-language">${text('challenge.language')}</span>
      <span class="challenge-message" role="status">${this.#message}</span>
    `;
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
        name: text('challenge.editorName'),
        changed: () => this.#changed(),
      });
    } catch {
      this.#phase = 'reading';
      this.#message = text('challenge.editorFailed');
      this.#draw();
      return;
    }
    this.#reading.hidden = true;
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
    const feedback = (this.#feedback ??= parseFeedback(await surroundings.loadFeedback(challenge)));
    const grader = await loadGrader();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const cases = challengeCases(grader, challenge, seed);
    this.#runner ??= new ChallengeRunner({ assets: surroundings.sandbox });
    const report = await this.#runner.run({
      language: 'js',
      source: this.#editor!.text,
      entry: entryName('js', challenge),
      cases: cases.map((one) => ({ argumentsText: argumentsText('js', one.arguments) })),
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
        functionName: entryName('js', challenge),
        answers: report.answers,
      }),
      cases,
      yours: yours?.kind === 'cells' ? yours : undefined,
      reference:
        differs === undefined ? undefined : challengeReference(grader, challenge, seed, differs),
      printed: printedText(report, cases),
      seed,
      challenge,
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
      lang: 'js',
    };
    if (verdict.passed) progress.keep(this, { passed: true });
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
