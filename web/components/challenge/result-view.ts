import { html, type TemplateResult } from 'lit';
import type { ChallengeCase, FirstDifference, Verdict } from '../../bindings/grading.ts';
import type { VerdictText } from '../../verdict/verdict-text.ts';
import { valueCell } from '../plots/value-cell.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/** A table of numbers of any depth up to three, as the sandbox and the core hand it over. */
export interface NumberTable {
  shape: readonly number[];
  cells: ArrayLike<number>;
}

/** Everything that a finished check has to show. */
export interface CheckResult {
  verdict: Verdict;
  words: VerdictText;
  cases: readonly ChallengeCase[];
  /** the learner's table and the right one for the case of the first differing cell */
  yours: NumberTable | undefined;
  reference: NumberTable | undefined;
  printed: string;
  seed: number;
  challenge: string;
  /** what the learner's file would be called */
  file: string;
}

/** A window of at most this many rows and columns is drawn around the differing cell. */
const mostRows = 12;
const mostColumns = 12;

export function resultView(result: CheckResult): TemplateResult {
  const { verdict, words } = result;
  const headline = verdict.passed
    ? text('challenge.passed', { total: verdict.casesTotal })
    : text('challenge.failed', { passed: verdict.casesPassed, total: verdict.casesTotal });
  return html`
    <p class="challenge-headline" data-passed=${String(verdict.passed)}>${headline}</p>
    ${words.problem ? html`<p class="challenge-problem">${words.problem.message}</p>` : ''}
    ${explanationsView(words, verdict)}
    ${verdict.firstDifference ? differenceView(result, verdict.firstDifference) : ''}
    ${words.notes.map((note) => html`<p class="challenge-note">${note.message}</p>`)}
    ${verdict.passed ? html`<p>${text('challenge.compare')}</p>` : ''}
    <details class="challenge-cases">
      <summary>
        ${text('challenge.cases', { passed: verdict.casesPassed, total: verdict.casesTotal })}
      </summary>
      <ul>
        ${result.cases.map(
          (one, i) =>
            html`<li data-passed=${String(verdict.casePassed[i] ?? false)}>
              <span aria-hidden="true">${verdict.casePassed[i] ? '✓' : '✗'}</span>
              <span class="visually-hidden"
                >${text(verdict.casePassed[i] ? 'challenge.casePassed' : 'challenge.caseFailed')}</span
              >
              ${one.name}
            </li>`,
        )}
      </ul>
    </details>
    ${
      result.printed === ''
        ? ''
        : html`<details class="challenge-printed">
            <summary>${text('challenge.printed')}</summary>
            <pre tabindex="0">${result.printed}</pre>
          </details>`
    }
    ${
      verdict.passed
        ? ''
        : html`<p class="challenge-seed">
            ${text('challenge.seed', { seed: result.seed })}
            <code
              >npm run -s check-solution -- ${result.challenge} ${result.file} --seed
              ${result.seed}</code
            >
          </p>`
    }
  `;
}

/** One explanation is named; several that the cases cannot tell apart are all named. */
function explanationsView(words: VerdictText, verdict: Verdict): TemplateResult {
  const several = words.explanations.length > 1;
  return html`
    ${several ? html`<p>${text('challenge.either')}</p>` : ''}
    ${words.explanations.map((changes, i) => {
      const convention = verdict.explanations[i]?.convention ?? false;
      return html`<div class="challenge-explanation" data-convention=${String(convention)}>
        ${convention ? html`<p class="challenge-tag">${text('challenge.convention')}</p>` : ''}
        ${changes.map((change) => html`<p data-mistake=${change.id}>${change.message}</p>`)}
      </div>`;
    })}
    ${verdict.explainedInPart ? html`<p>${text('challenge.inPart')}</p>` : ''}
  `;
}

function differenceView(result: CheckResult, difference: FirstDifference): TemplateResult {
  return html`<div class="challenge-difference">
    <p>${result.words.firstDifference}</p>
    <div class="challenge-tables">
      ${tableView(text('challenge.yours'), result.yours, difference)}
      ${tableView(text('challenge.reference'), result.reference, difference)}
      ${tableView(text('challenge.difference'), differenceOf(result), difference)}
    </div>
    <details class="challenge-steps" open>
      <summary>${text('challenge.steps')}</summary>
      <ol>
        ${difference.steps.map(
          (step) =>
            html`<li>
              <span>${inWords(step.name)}</span> = <strong>${formatShort(step.value)}</strong>
            </li>`,
        )}
      </ol>
    </details>
  </div>`;
}

/** Yours less the reference, where both are of one shape. */
function differenceOf({ yours, reference }: CheckResult): NumberTable | undefined {
  if (yours === undefined || reference === undefined) return undefined;
  if (String(yours.shape) !== String(reference.shape)) return undefined;
  return {
    shape: yours.shape,
    cells: Float64Array.from(yours.cells, (cell, i) => cell - (reference.cells[i] ?? NaN)),
  };
}

/** The core's name of a value as words: queryPosition is "query position". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A matrix as coloured cells, the differing one ringed; a window of a large one around it. */
function tableView(
  name: string,
  table: NumberTable | undefined,
  difference: FirstDifference,
): TemplateResult {
  if (table === undefined || table.shape.length < 1) return html``;
  const columns = table.shape.at(-1)!;
  const rows = table.cells.length / Math.max(1, columns);
  const atColumn = difference.index.at(-1) ?? 0;
  const atRow = difference.index
    .slice(0, -1)
    .reduce((flat, index, axis) => flat * table.shape[axis]! + index, 0);
  const fromRow = windowStart(atRow, rows, mostRows);
  const fromColumn = windowStart(atColumn, columns, mostColumns);
  const height = Math.min(mostRows, rows - fromRow);
  const width = Math.min(mostColumns, columns - fromColumn);
  const cell = (row: number, column: number) => table.cells[row * columns + column] ?? NaN;
  const value = cell(atRow, atColumn);
  return html`<figure class="challenge-table">
    <figcaption>
      ${name}
      <span class="challenge-window"
        >${text('challenge.window', {
          rows: `${fromRow}–${fromRow + height - 1}`,
          columns: `${fromColumn}–${fromColumn + width - 1}`,
        })}</span
      >
    </figcaption>
    <svg
      viewBox="-0.1 -0.1 ${width + 0.2} ${height + 0.2}"
      role="img"
      aria-label=${text('challenge.tableLabel', {
        name,
        row: atRow,
        column: atColumn,
        value: formatNumber(value),
      })}
    >
      ${Array.from({ length: height * width }, (_, i) => {
        const row = Math.floor(i / width);
        const column = i % width;
        return valueCell(row, column, cell(fromRow + row, fromColumn + column));
      })}
      <rect
        class="challenge-ring"
        x=${atColumn - fromColumn}
        y=${atRow - fromRow}
        width="1"
        height="1"
      />
    </svg>
    <p class="challenge-value">${formatNumber(value)}</p>
  </figure>`;
}

function windowStart(at: number, size: number, most: number): number {
  return Math.max(0, Math.min(at - Math.floor(most / 2), size - most));
}
