import { html, nothing, render, type TemplateResult } from 'lit';
import { saveFile } from '../figure/download.ts';
import { text } from '../strings/strings.ts';
import { bookFromFile, bookToFile, progress, type Book } from './progress.ts';

/**
 * Shows what progress keeps: the panel at the end of the page with the redo list, a mark for each
 * section in the contents, a line under the title for a reader who comes back, and a notice with an
 * undo after everything was replaced. Without anything kept there is nothing to show.
 */
export function startProgressView(): void {
  const panel = document.querySelector<HTMLElement>('.progress');
  if (panel === null) return;
  let notice: { words: string; undo?: Book } | undefined;
  const returning = Object.keys(progress.entries).length > 0;

  const replace = (book: Book, words: string) => {
    const undo = progress.book();
    notice = { words, undo };
    progress.replace(book);
  };
  const actions: Actions = {
    reset: () => {
      replace({ entries: {}, texts: {} }, text('progress.wasReset'));
    },
    save: () => {
      saveFile(
        'positional-encoding-progress.json',
        'application/json',
        bookToFile(progress.book()),
      );
    },
    load: async (file) => {
      try {
        const book = bookFromFile(await file.text());
        const all = Object.entries(book.entries);
        const known = all.filter(
          ([id, { hash }]) => document.getElementById(id)?.dataset['hash'] === hash,
        );
        replace(book, text('progress.loaded', { known: known.length, total: all.length }));
      } catch (error) {
        notice = {
          words: text('progress.notLoaded', {
            name: file.name,
            reason: error instanceof Error ? error.message : String(error),
          }),
        };
        draw();
      }
    },
    undo: () => {
      const book = notice?.undo;
      notice = undefined;
      if (book !== undefined) progress.replace(book);
    },
    dismiss: () => {
      notice = undefined;
      draw();
    },
  };

  const noticePlace = document.createElement('div');
  noticePlace.className = 'notice';
  noticePlace.setAttribute('role', 'status');
  document.body.append(noticePlace);
  const welcome = document.createElement('p');
  welcome.className = 'welcome';
  document.querySelector('.title-text')?.append(welcome);

  let told = false;
  const draw = () => {
    if (!progress.lasts && !told) {
      told = true;
      notice ??= { words: text('progress.unkept') };
    }
    const found = tally();
    render(panelView(found, actions), panel);
    markContents(found);
    render(returning && found.answered > 0 ? welcomeView(found, actions) : nothing, welcome);
    render(notice === undefined ? nothing : noticeView(notice, actions), noticePlace);
  };
  progress.addEventListener('change', draw);
  progress.addEventListener('restore', draw);
  draw();
}

interface Actions {
  reset: () => void;
  save: () => void;
  load: (file: File) => Promise<void>;
  undo: () => void;
  dismiss: () => void;
}

interface Tally {
  questions: number;
  answered: number;
  right: number;
  claims: number;
  judged: number;
  read: number;
  /** questions that stand wrong, in the order of the page */
  redo: HTMLElement[];
  sections: { element: HTMLElement; read: boolean; questions: number; right: number }[];
}

/** Counts the page as it is: what was kept for other content does not count. */
function tally(): Tally {
  const result = (question: HTMLElement) => progress.of(question)?.['result'];
  const sections = [...document.querySelectorAll<HTMLElement>('.section')].map((element) => {
    const questions = [...element.querySelectorAll<HTMLElement>('posenc-question')];
    return {
      element,
      read: progress.of(element)?.['read'] === true,
      questions: questions.filter((one) => one.dataset['kind'] !== 'predict').length,
      right: questions.filter((one) => result(one) === 'right').length,
    };
  });
  const questions = [...document.querySelectorAll<HTMLElement>('posenc-question')];
  const claims = [...document.querySelectorAll<HTMLElement>('posenc-claim')];
  return {
    questions: questions.length,
    answered: questions.filter((one) => result(one) !== undefined).length,
    right: questions.filter((one) => result(one) === 'right').length,
    claims: claims.length,
    judged: claims.filter((one) => progress.of(one) !== undefined).length,
    read: sections.filter((one) => one.read).length,
    redo: questions.filter((one) => result(one) === 'wrong'),
    sections,
  };
}

function panelView(found: Tally, actions: Actions): TemplateResult {
  const counts = {
    read: found.read,
    sections: found.sections.length,
    answered: found.answered,
    questions: found.questions,
    right: found.right,
    judged: found.judged,
    claims: found.claims,
  };
  return html`
    <p>${text('progress.counts', counts)}</p>
    <h3>${text('progress.redo')}</h3>
    ${
      found.redo.length === 0
        ? html`<p>${text('progress.redoEmpty')}</p>`
        : html`<ul class="redo">
            ${found.redo.map(
              (question) =>
                html`<li>
                  <a href="#${question.id}">${question.querySelector('legend')!.textContent}</a>
                  ${sectionOf(question)}
                </li>`,
            )}
          </ul>`
    }
    <div class="progress-actions">
      <button type="button" @click=${actions.save}>${text('progress.save')}</button>
      <label class="button"
        >${text('progress.load')}
        <input
          type="file"
          accept=".json,application/json"
          class="visually-hidden"
          @change=${(event: Event) => {
            const input = event.currentTarget as HTMLInputElement;
            const file = input.files?.[0];
            if (file !== undefined) void actions.load(file);
            input.value = '';
          }}
      /></label>
      <button type="button" @click=${actions.reset}>${text('progress.reset')}</button>
    </div>
    <p class="progress-privacy">${text('progress.privacy')}</p>
  `;
}

function sectionOf(element: HTMLElement): string {
  const section = element.closest<HTMLElement>('.section');
  return section === null
    ? ''
    : text('progress.inSection', { section: section.dataset['number']! });
}

/** Where to go on: the first section that has not been read to its end. */
function welcomeView(found: Tally, actions: Actions): TemplateResult {
  const next = found.sections.find(({ read }) => !read)?.element;
  return html`${text('progress.welcome', { answered: found.answered, questions: found.questions })}
    ${
      next === undefined
        ? nothing
        : html`<a href="#${next.id}"
              >${text('progress.goOn', { section: next.dataset['number']! })}</a
            >
            · `
    }<button type="button" class="quiet" @click=${actions.reset}>
      ${text('progress.startOver')}
    </button>`;
}

function noticeView(notice: { words: string; undo?: Book }, actions: Actions): TemplateResult {
  return html`<p>${notice.words}</p>
    ${
      notice.undo === undefined
        ? nothing
        : html`<button type="button" class="primary" @click=${actions.undo}>
            ${text('progress.undo')}
          </button>`
    }
    <button type="button" @click=${actions.dismiss}>${text('progress.dismiss')}</button>`;
}

function markContents(found: Tally): void {
  for (const { element, read, questions, right } of found.sections) {
    const link = document.querySelector<HTMLElement>(`.contents a[data-section="${element.id}"]`);
    if (link === null) continue;
    let mark = link.querySelector('.contents-mark');
    if (mark === null) {
      mark = document.createElement('span');
      mark.className = 'contents-mark';
      link.append(mark);
    }
    const words = [
      ...(read ? [text('progress.read')] : []),
      ...(right > 0 ? [text('progress.rightOf', { right, questions })] : []),
    ];
    mark.textContent = words.join(' · ');
  }
}
