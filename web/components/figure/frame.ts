import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { formatNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import type { Cursor, FigureDefinition, FigureTable, ViewContext } from './definition.ts';

export interface FrameActions {
  reset: () => void;
  copyLink: () => void;
  downloadTable: () => void;
  downloadPicture: () => void;
  /** the fold of table and downloads was opened or closed */
  fold: (open: boolean) => void;
}

export interface FrameState<Model> {
  /** what sentence and table speak of: the model, or while a slider moves the one before it moved */
  told: Model;
  cursor: Cursor | undefined;
  /** a short answer to the last action, announced */
  message: string;
  /** whether the table is drawn: not while its fold hides it from a moving slider */
  table: boolean;
}

/** What every figure has around its view: sentence, cell read-out, table, tools. */
export function figureFrame<State, Model>(
  definition: FigureDefinition<State, Model>,
  model: Model,
  context: ViewContext<State>,
  frame: FrameState<Model>,
  actions: FrameActions,
): TemplateResult {
  const cell =
    frame.cursor !== undefined && definition.cell ? definition.cell(model, frame.cursor) : '';
  return html`
    <div class="figure-body">${definition.view(model, context, frame.told)}</div>
    ${definition.cell ? html`<p class="figure-cell" role="status">${cell}</p>` : ''}
    <p class="figure-summary">${guard([frame.told], () => definition.summary(frame.told))}</p>
    <div class="figure-foot">
      <button type="button" class="figure-reset" @click=${actions.reset}>
        ${text('figure.reset')}
      </button>
      <details
        class="figure-more"
        @toggle=${(event: Event) => actions.fold((event.target as HTMLDetailsElement).open)}
      >
        <summary>${text('figure.more')}</summary>
        <div class="figure-tools" role="group" aria-label=${text('figure.tools')}>
          <button type="button" @click=${actions.copyLink}>${text('figure.link')}</button>
          <button type="button" @click=${actions.downloadTable}>${text('figure.csv')}</button>
          <button type="button" @click=${actions.downloadPicture}>${text('figure.picture')}</button>
        </div>
        ${guard([frame.table, frame.told], () =>
          frame.table ? tableView(definition.table(frame.told)) : '',
        )}
      </details>
      <span class="figure-message" role="status">${frame.message}</span>
    </div>
  `;
}

/** The first state of a figure, for the build: the same templates, nothing to do. */
export function staticFigure<State, Model>(
  definition: FigureDefinition<State, Model>,
  model: Model,
  context: Pick<ViewContext<State>, 'id' | 'picture'>,
): TemplateResult {
  const idle = () => undefined;
  return figureFrame(
    definition,
    model,
    { ...context, cursor: undefined, change: idle, moveCursor: idle },
    { told: model, cursor: undefined, message: '', table: true },
    { reset: idle, copyLink: idle, downloadTable: idle, downloadPicture: idle, fold: idle },
  );
}

/** A table of numbers that scrolls by itself; the first cell of a row is its heading. */
export function tableView(table: FigureTable): TemplateResult {
  return html`
    <div class="table-scroll" tabindex="0" role="group" aria-label=${table.caption}>
      <table>
        <caption>
          ${table.caption}
        </caption>
        <thead>
          <tr>
            ${table.columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (row) =>
              html`<tr>
                ${row.map((value, i) =>
                  i === 0
                    ? html`<th scope="row">${printed(value)}</th>`
                    : html`<td>${printed(value)}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function printed(value: string | number): string | typeof nothing {
  if (typeof value === 'string') return value === '' ? nothing : value;
  return formatNumber(value, Number.isInteger(value) ? 0 : 5);
}
