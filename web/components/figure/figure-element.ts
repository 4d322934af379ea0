import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import { CoreError } from '../../bindings/errors.ts';
import { loadCore } from '../../bindings/load-in-page.ts';
import type { PairLayout } from '../../bindings/sinusoidal.ts';
import { copyAddress, parseAddress, writeAddress } from '../address/address.ts';
import { layoutChoice } from '../layout-choice/layout-choice.ts';
import { nextTask } from '../next-task/next-task.ts';
import { progress } from '../progress/progress.ts';
import { text } from '../strings/strings.ts';
import type { Cursor, FigureDefinition, ViewContext } from './definition.ts';
import { readState, writeState } from './fields.ts';
import { figureFrame } from './frame.ts';

/** A slider rests when it has not moved for this long, in milliseconds. */
const restPause = 150;
/** The address is written when it has rested this much longer; browsers refuse floods. */
const addressPause = 150;

/**
 * The element of a figure. It holds the picture of its first state, drawn in the build, until the
 * core is there; then it draws the state that its attributes or the address ask for. It renders into
 * itself, so that the page's style sheet, ids and search reach it.
 */
export function defineFigure<State extends object, Model>(
  name: string,
  definition: FigureDefinition<State, Model>,
): void {
  class FigureElement extends LitElement {
    static override properties = {
      state: { attribute: false },
      cursor: { state: true },
      message: { state: true },
      unfolded: { state: true },
    };
    declare state: State;
    declare cursor: Cursor | undefined;
    declare message: string;
    declare unfolded: boolean;

    #core: Core | undefined;
    #home: State | undefined;
    #model: { of: State; model: Model } | undefined;
    #told: Model | undefined;
    #moving = false;
    #lastChange = -Infinity;
    #restTimer: ReturnType<typeof setTimeout> | undefined;
    #addressTimer: ReturnType<typeof setTimeout> | undefined;
    #followAddress = () => this.#readAddress();

    constructor() {
      super();
      this.message = '';
      this.unfolded = false;
    }

    protected override createRenderRoot(): HTMLElement {
      return this;
    }

    override connectedCallback(): void {
      // Not super's yet: the first update waits for the core and leaves the drawn picture alone.
      if (this.#core) super.connectedCallback();
      else void this.#start();
      window.addEventListener('hashchange', this.#followAddress);
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      window.removeEventListener('hashchange', this.#followAddress);
      clearTimeout(this.#restTimer);
      clearTimeout(this.#addressTimer);
      this.#restTimer = undefined;
      this.#rest();
    }

    async #start(): Promise<void> {
      try {
        this.#core = await loadCore();
      } catch (error) {
        this.#explain(error);
        return;
      }
      this.#home = readState(definition.fields, (key) => this.getAttribute(key));
      this.state ??= this.#inLayout(this.#kept() ?? this.#home);
      this.#readAddress();
      progress.addEventListener('restore', () => {
        this.state = this.#inLayout(this.#kept() ?? this.#home!);
      });
      layoutChoice.addEventListener('change', () => {
        this.state = this.#inLayout(this.state);
      });
      this.replaceChildren();
      this.toggleAttribute('live', true);
      if (this.isConnected) super.connectedCallback();
    }

    /** The picture stays; a line below says why it does not move. */
    #explain(error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error);
      const line = document.createElement('p');
      line.className = 'figure-unavailable';
      line.textContent = text('figure.unavailable', { reason });
      this.append(line);
    }

    /** The state in the page's layout, where the figure has one. */
    #inLayout(state: State): State {
      return 'layout' in definition.fields ? { ...state, layout: layoutChoice.layout } : state;
    }

    /** The state in which the reader left the figure. */
    #kept(): State | undefined {
      const written = progress.of(this)?.['state'];
      if (typeof written !== 'object' || written === null) return undefined;
      return this.#stateFrom((key) => {
        const value = (written as Record<string, unknown>)[key];
        return typeof value === 'string' ? value : undefined;
      });
    }

    /** Home, but for the fields that `lookup` has a readable text for. */
    #stateFrom(lookup: (key: string) => string | null | undefined): State {
      const home = this.#home!;
      return readState(
        definition.fields,
        (key) =>
          lookup(key) ?? definition.fields[key as keyof State]?.write(home[key as keyof State]),
      );
    }

    #keep(): void {
      const state = writeState(definition.fields, this.state, this.#home!);
      if (Object.keys(state).length === 0) progress.forget(this);
      else progress.keep(this, { state });
    }

    #readAddress(): void {
      const address = parseAddress(location.hash);
      if (this.#home === undefined || address.id !== this.id || [...address.values].length === 0)
        return;
      const asked = this.#stateFrom((key) => address.values.get(key));
      this.state = address.values.has('layout') ? asked : this.#inLayout(asked);
    }

    #address(): string {
      return writeAddress(this.id, writeState(definition.fields, this.state, this.#home!));
    }

    #change(patch: Partial<State>): void {
      this.state = { ...this.state, ...patch };
      const { layout } = patch as { layout?: PairLayout };
      if (layout !== undefined) layoutChoice.choose(layout);
      this.message = '';
      const now = performance.now();
      this.#moving = now - this.#lastChange < restPause;
      this.#lastChange = now;
      // One timer for a whole drag: to set it anew at each move takes as long as a small figure.
      this.#restTimer ??= setTimeout(() => this.#mayRest(), restPause);
    }

    #mayRest(): void {
      const left = this.#lastChange + restPause - performance.now();
      if (left > 0) {
        this.#restTimer = setTimeout(() => this.#mayRest(), left);
        return;
      }
      this.#restTimer = undefined;
      this.#rest();
      clearTimeout(this.#addressTimer);
      this.#addressTimer = setTimeout(() => {
        history.replaceState(history.state, '', this.#address());
        this.#keep();
      }, addressPause);
    }

    /** What waited while a slider moved is brought up to date. */
    #rest(): void {
      if (!this.#moving) return;
      this.#moving = false;
      this.requestUpdate();
    }

    /** The numbers of the present state; those of the last good one where the core refuses it. */
    #modelNow(): Model {
      if (this.#model?.of !== this.state) {
        try {
          this.#model = { of: this.state, model: definition.model(this.#core!, this.state) };
        } catch (error) {
          if (!(error instanceof CoreError) || this.#model === undefined) throw error;
          const refused = text('figure.refused', { reason: error.message });
          this.#model = { of: this.state, model: this.#model.model };
          if (error.code === 'core-stopped') {
            void this.#core!.ready.then(() => {
              this.#model = undefined;
              this.message = '';
              this.requestUpdate();
            });
          }
          queueMicrotask(() => (this.message = refused));
        }
      }
      return this.#model.model;
    }

    /**
     * Drawing anew is a task of its own, between the frame in which a slider moved and the one that
     * paints what follows: each stays short. It lays out too, so that the frame has only to paint.
     */
    protected override async scheduleUpdate(): Promise<void> {
      const anew = this.hasUpdated;
      if (anew) await nextTask();
      await super.scheduleUpdate();
      if (anew) this.getBoundingClientRect();
    }

    protected override render(): TemplateResult {
      const context: ViewContext<State> = {
        id: this.id,
        cursor: this.cursor,
        change: (patch) => this.#change(patch),
        moveCursor: (cursor) => (this.cursor = cursor),
      };
      const model = this.#modelNow();
      if (!this.#moving || this.#told === undefined) this.#told = model;
      return figureFrame(
        definition,
        model,
        context,
        { told: this.#told, cursor: this.cursor, message: this.message, table: this.unfolded },
        {
          reset: () => {
            this.cursor = undefined;
            this.#change(this.#inLayout(this.#home!));
          },
          copyLink: () => void this.#copyLink(),
          downloadTable: () => void this.#download('table'),
          downloadPicture: () => void this.#download('picture'),
          fold: (open) => (this.unfolded = open),
        },
      );
    }

    async #download(what: 'table' | 'picture'): Promise<void> {
      try {
        const { pictureOf, saveFile, tableAsCsv } = await import('./download.ts');
        const model = this.#modelNow();
        if (what === 'table') {
          saveFile(`${this.id}.csv`, 'text/csv', tableAsCsv(definition.table(model)));
        } else {
          const body = this.querySelector<HTMLElement>('.figure-body')!;
          const picture = pictureOf(body, definition.summary(model));
          saveFile(`${this.id}.svg`, 'image/svg+xml', picture);
        }
      } catch {
        this.message = text('figure.notLoaded');
      }
    }

    async #copyLink(): Promise<void> {
      clearTimeout(this.#addressTimer);
      const copied = await copyAddress(this.#address());
      this.message = text(copied ? 'figure.linkCopied' : 'figure.linkFailed');
    }

    protected override updated(_changed: PropertyValues): void {
      definition.paint?.(this, this.#modelNow());
    }
  }

  if (!customElements.get(name)) customElements.define(name, FigureElement);
}
