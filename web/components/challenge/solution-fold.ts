import { html, nothing, render, type TemplateResult } from 'lit';
import { text } from '../strings/strings.ts';

interface Solution {
  name: string;
  address: string;
  /** what ends its file name: js, py, numpy.py, ... */
  form: string;
  code: string;
}

/** The learner's code that passed. */
interface Yours {
  code: string;
  /** the form of solution it stands beside */
  form: string;
}

/**
 * The fold of the solutions. The page holds links; their code is fetched when the fold is opened, and
 * stands beside the learner's own after a pass.
 */
export class SolutionFold {
  #fold: HTMLDetailsElement;
  #links: Omit<Solution, 'code'>[];
  #list: HTMLElement;
  #place = document.createElement('div');
  #solutions: Solution[] | undefined;
  #yours: Yours | undefined;

  constructor(fold: HTMLDetailsElement) {
    this.#fold = fold;
    this.#list = fold.querySelector('ul')!;
    this.#links = [...fold.querySelectorAll('a')].map((link) => ({
      name: link.textContent,
      address: link.href,
      form: /\/solution\.(.+)$/.exec(link.href)?.[1] ?? '',
    }));
    fold.append(this.#place);
    fold.addEventListener('toggle', () => {
      if (fold.open) void this.#show();
    });
  }

  /** Opens the fold with the learner's code beside the solution of the same language. */
  compare(code: string, form: string): void {
    this.#yours = { code, form };
    if (this.#fold.open) void this.#show();
    else this.#fold.open = true;
  }

  async #show(): Promise<void> {
    try {
      this.#solutions ??= await Promise.all(
        this.#links.map(async (link) => {
          const response = await fetch(link.address);
          if (!response.ok) throw new Error(`${link.address} answered ${response.status}`);
          return { ...link, code: await response.text() };
        }),
      );
    } catch {
      render(html`<p role="status">${text('challenge.solution.notLoaded')}</p>`, this.#place);
      return;
    }
    this.#list.hidden = true;
    const yours = this.#yours;
    // What can be compared comes first.
    const ordered = [...this.#solutions].sort(
      (a, b) => Number(b.form === yours?.form) - Number(a.form === yours?.form),
    );
    render(
      ordered.map((solution) =>
        this.#solutionView(solution, solution.form === yours?.form ? yours : undefined),
      ),
      this.#place,
    );
  }

  #solutionView(solution: Solution, yours: Yours | undefined): TemplateResult {
    return html`<div class="challenge-beside">
      ${yours === undefined ? nothing : codeView(text('challenge.solution.yours'), yours.code)}
      ${codeView(solution.name, solution.code)}
    </div>`;
  }
}

function codeView(name: string, code: string): TemplateResult {
  return html`<section>
    <h4 aria-level=${3 + Number(document.documentElement.dataset['headingLevel'] ?? 1)}>${name}</h4>
    <pre tabindex="0"><code>${code}</code></pre>
  </section>`;
}
