import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../../bindings/matrix.ts';
import { positionSchemes, type PositionScheme } from '../../bindings/training.ts';
import { copyAddress, parseAddress, writeAddress } from '../address/address.ts';
import { radioGroup, selectBox } from '../figure/controls.ts';
import type { Cursor } from '../figure/definition.ts';
import { readState, writeState } from '../figure/fields.ts';
import { tableView } from '../figure/frame.ts';
import { heatMap, paintHeatMap } from '../plots/heat-map.ts';
import { progress } from '../progress/progress.ts';
import { formatNumber, formatShort, parseNumber } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import {
  bandOf,
  bandsOf,
  holding,
  holdsFrom,
  lengths,
  longestTrained,
  storedRunsOf,
  storedSeeds,
  type Configuration,
} from './bands.ts';
import { inOrder, labFields, manySeeds, mostSeed, seedsFrom, type LabState } from './lab-state.ts';
import { oftenSaid } from './often-said.ts';
import { accuracyPicture, legend, lossPicture } from './pictures.ts';
import type { FromLab, LookedAt } from './protocol.ts';
import { isUnderWay, runsTable, waitingRun, withMessage, type LabRun } from './runs.ts';
import { meanAndRange, percent, range } from './shares.ts';
import { Trainer } from './trainer.ts';
import './live.css';

/** The lengths that the learner guesses about: twice and four times the longest of training. */
const guessed = [2 * longestTrained, 4 * longestTrained] as const;

/** Below this a difference between outputs is the rounding of float32. */
const rounding = 1e-5;

/** Lengths of the deck whose attention is shown. */
const lookLengths = ['16', '32', '64'] as const;
const lookSeed = 1;

/** What the learner expects: `scheme@length`, for each that will still be right. */
type Guess = ReadonlySet<string>;

/**
 * The training lab: choose, guess, train in a worker, compare with the stored runs. Whatever trains
 * ends when the section leaves the screen.
 */
export class TrainingLabElement extends LitElement {
  static override properties = {
    state: { attribute: false },
    runs: { state: true },
    guess: { state: true },
    revealed: { state: true },
    paused: { state: true },
    message: { state: true },
    fileMessage: { state: true },
    unfolded: { state: true },
    look: { state: true },
    looked: { state: true },
    cursor: { state: true },
  };
  declare state: LabState;
  declare runs: readonly LabRun[];
  declare guess: Guess;
  /** the questions whose stored runs have been shown: `task mask` */
  declare revealed: ReadonlySet<string>;
  declare paused: boolean;
  /** what became of training, and of a choice, beside the buttons */
  declare message: string;
  /** what became of a link or a download */
  declare fileMessage: string;
  declare unfolded: boolean;
  /** the run whose attention is shown, and on how long a deck */
  declare look: { id: number; length: (typeof lookLengths)[number] } | undefined;
  declare looked: LookedAt | undefined;
  declare cursor: Cursor | undefined;

  #home: LabState | undefined;
  #nextId = 1;
  /** the number of the first run of the last press */
  #firstAsked = 1;
  #trainer = new Trainer((message) => this.#receive(message));
  #watch: IntersectionObserver | undefined;
  #followAddress = () => this.#readAddress();
  #restore = () => this.#readKept();
  /** each map as a matrix of its own, so that a canvas is painted once */
  #maps: { of: LookedAt; matrices: Matrix[] } | undefined;

  constructor() {
    super();
    this.runs = [];
    this.guess = new Set();
    this.revealed = new Set();
    this.paused = false;
    this.message = '';
    this.fileMessage = '';
    this.unfolded = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    if (this.#home === undefined) {
      this.#home = readState(labFields, (key) => this.getAttribute(key));
      this.state = this.#home;
      this.replaceChildren();
      this.toggleAttribute('live', true);
      this.#readKept();
      this.#readAddress();
      setTimeout(makeFormats);
    }
    super.connectedCallback();
    window.addEventListener('hashchange', this.#followAddress);
    progress.addEventListener('restore', this.#restore);
    this.#watch = new IntersectionObserver((entries) => {
      if (!entries.at(-1)!.isIntersecting) this.#leave();
    });
    this.#watch.observe(this.closest('.section') ?? this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.#followAddress);
    progress.removeEventListener('restore', this.#restore);
    this.#watch?.disconnect();
    this.#leave();
  }

  // What is chosen, kept and linked.

  #readAddress(): void {
    const address = parseAddress(location.hash);
    if (address.id !== this.id || [...address.values].length === 0) return;
    this.state = readState(labFields, (key) => address.values.get(key) ?? this.getAttribute(key));
  }

  #readKept(): void {
    const kept = progress.of(this);
    const state = kept?.['state'];
    const guess = kept?.['guess'];
    const revealed = kept?.['revealed'];
    const words = (list: unknown): string[] =>
      Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    this.state = readState(labFields, (key) => {
      const written = (state as Record<string, unknown> | undefined)?.[key];
      return typeof written === 'string' ? written : this.getAttribute(key);
    });
    this.guess = new Set(words(guess));
    this.revealed = new Set(words(revealed));
  }

  #keep(): void {
    progress.keep(this, {
      state: writeState(labFields, this.state, this.#home!),
      guess: [...this.guess],
      revealed: [...this.revealed],
    });
  }

  #change(patch: Partial<LabState>): void {
    this.state = { ...this.state, ...patch };
    this.message = '';
    history.replaceState(history.state, '', this.#address());
    this.#keep();
  }

  #address(): string {
    return writeAddress(this.id, writeState(labFields, this.state, this.#home!));
  }

  get #question(): string {
    return `${this.state.task} ${this.state.mask}`;
  }

  #configuration(scheme: PositionScheme): Configuration {
    return { task: this.state.task, mask: this.state.mask, scheme };
  }

  /** The learner's runs of the present question under a scheme. */
  #runsOf(scheme: PositionScheme): LabRun[] {
    return this.runs.filter(
      (run) =>
        run.scheme === scheme && run.task === this.state.task && run.mask === this.state.mask,
    );
  }

  // Training.

  #train(count: number): void {
    const seeds = seedsFrom(this.state.seed, count);
    const orders = seeds.flatMap((seed) =>
      this.state.schemes.map((scheme) =>
        waitingRun(this.#nextId++, seed, this.#configuration(scheme)),
      ),
    );
    this.#firstAsked = orders[0]!.id;
    this.#show();
    this.paused = false;
    this.message = '';
    this.looked = undefined;
    this.cursor = undefined;
    const { length } = this.look ?? { length: lookLengths[0] };
    this.look = { id: orders[0]!.id, length };
    // What is asked anew takes the place of what was found; other questions keep theirs.
    this.runs = [
      ...this.runs.filter(
        (run) =>
          run.state === 'finished' &&
          !orders.some(
            (one) => one.task === run.task && one.mask === run.mask && one.scheme === run.scheme,
          ),
      ),
      ...orders,
    ];
    if (this.#trainer.alive) this.#trainer.post({ type: 'clear' });
    // A worker that starts takes the processor from the drawing of this answer.
    void painted().then(() => {
      const wanted = new Set(this.runs.map(({ id }) => id));
      for (const { id, task, mask, scheme, seed } of orders) {
        if (!wanted.has(id)) continue;
        this.#trainer.post({
          type: 'train',
          id,
          spec: { task, mask, scheme, seed },
          lengths,
          keep: seed === seeds[0],
        });
      }
    });
  }

  #receive(message: FromLab): void {
    switch (message.type) {
      case 'failed':
        this.runs = this.runs.filter((run) => !isUnderWay(run));
        this.message = text('lab.failed', { reason: message.reason || text('lab.noWorker') });
        break;
      case 'attention':
        if (message.id === this.look?.id) this.looked = message;
        break;
      case 'paused':
        this.paused = true;
        break;
      default:
        this.runs = withMessage(this.runs, message);
        if (message.type === 'finished') this.#finished(message.id);
    }
  }

  #finished(id: number): void {
    if (id === this.look?.id) this.#ask();
    if (!this.runs.some(isUnderWay)) this.message = text('lab.done');
  }

  #pause(): void {
    this.#trainer.post({ type: 'pause' });
  }

  #goOn(): void {
    this.paused = false;
    this.#trainer.post({ type: 'resume' });
  }

  /** Ends the worker with all that it holds; what was found stays. */
  #leave(): void {
    const stopped = this.runs.some(isUnderWay);
    if (!stopped && !this.#trainer.alive) return;
    this.#trainer.release();
    this.runs = this.runs.filter((run) => !isUnderWay(run));
    this.paused = false;
    if (stopped) this.message = text('lab.left');
  }

  #show(): void {
    this.revealed = new Set([...this.revealed, this.#question]);
    this.#keep();
  }

  /** Asks for the attention of the chosen run, which the worker has kept. */
  #ask(): void {
    if (this.look === undefined || !this.#trainer.alive) return;
    this.#trainer.post({
      type: 'look',
      id: this.look.id,
      length: Number(this.look.length),
      seed: lookSeed,
    });
  }

  // What is drawn.

  protected override render(): TemplateResult {
    const open = this.revealed.has(this.#question);
    return html`
      <div class="figure-body">
        ${this.#choices()}
        <p class="lab-heading" id="${this.id}-guess">
          ${text('lab.guess', { percent: percent(holdsFrom) })}
        </p>
        <div class="lab-setup">
          ${this.#guesses(open)}
          <div>
            ${this.#actions(open)}
            <p class="lab-message" role="status">${this.message}</p>
            ${this.#underWay()}
          </div>
        </div>
        ${open ? this.#results() : ''} ${this.#trained()}
      </div>
      ${this.#foot()}
    `;
  }

  #choices(): TemplateResult {
    const { task, mask, seed } = this.state;
    return html`<div class="controls lab-choices">
      ${radioGroup({
        id: `${this.id}-task`,
        label: text('lab.task'),
        value: task,
        options: (['back2', 'at0'] as const).map((name) => ({
          name,
          label: text(`lab.task.${name}`),
        })),
        change: (chosen) => this.#change({ task: chosen }),
      })}
      ${radioGroup({
        id: `${this.id}-mask`,
        label: text('lab.mask'),
        value: mask,
        options: (['none', 'causal'] as const).map((name) => ({
          name,
          label: text(`lab.mask.${name}`),
        })),
        change: (chosen) => this.#change({ mask: chosen }),
      })}
      <div class="lab-seed">
        <label class="lab-heading" for="${this.id}-seed">${text('lab.seed')}</label>
        <input
          id="${this.id}-seed"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          .value=${String(seed)}
          @change=${(event: Event) => this.#seed(event.target as HTMLInputElement)}
        />
      </div>
    </div>`;
  }

  /** What is no seed is refused; the one before it stays. */
  #seed(box: HTMLInputElement): void {
    const seed = parseNumber(box.value);
    if (Number.isInteger(seed) && seed >= 0 && seed <= mostSeed) this.#change({ seed });
    else this.message = text('lab.seed.refused', { typed: box.value, most: mostSeed });
    box.value = String(this.state.seed);
  }

  #guesses(open: boolean): TemplateResult {
    const { schemes } = this.state;
    return html`<table class="lab-guess" aria-labelledby="${this.id}-guess">
      <thead>
        <tr>
          <th scope="col">${text('lab.column.scheme')}</th>
          ${guessed.map(
            (length) => html`<th scope="col">${text('lab.column.length', { length })}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${positionSchemes.map((scheme) => {
          const chosen = schemes.includes(scheme);
          const name = nameOf(scheme);
          return html`<tr>
            <th scope="row">
              <label>
                <input
                  type="checkbox"
                  .checked=${chosen}
                  @change=${(event: Event) => this.#choose(scheme, event)}
                />
                ${name}
              </label>
            </th>
            ${guessed.map(
              (length) =>
                html`<td>
                  <label>
                    <input
                      type="checkbox"
                      aria-label=${text('lab.guess.one', { name, length })}
                      .checked=${this.#hasGuess(scheme, length)}
                      ?disabled=${open || !chosen}
                      @change=${() => this.#toggleGuess(scheme, length)}
                    />
                  </label>
                </td>`,
            )}
          </tr>`;
        })}
      </tbody>
    </table>`;
  }

  #guessKey(scheme: PositionScheme, length: number): string {
    return `${this.#question} ${scheme}@${length}`;
  }

  #hasGuess(scheme: PositionScheme, length: number): boolean {
    return this.guess.has(this.#guessKey(scheme, length));
  }

  /** Whether anything was guessed about the present question. */
  get #hasGuessed(): boolean {
    return [...this.guess].some((key) => key.startsWith(`${this.#question} `));
  }

  #toggleGuess(scheme: PositionScheme, length: number): void {
    const guess = new Set(this.guess);
    const key = this.#guessKey(scheme, length);
    if (!guess.delete(key)) guess.add(key);
    this.guess = guess;
    this.#keep();
  }

  #choose(scheme: PositionScheme, event: Event): void {
    const { schemes } = this.state;
    const box = event.target as HTMLInputElement;
    const wanted = schemes.includes(scheme)
      ? schemes.filter((one) => one !== scheme)
      : inOrder([...schemes, scheme]);
    if (wanted.length > 0) return this.#change({ schemes: wanted });
    box.checked = true;
    this.message = text('lab.one');
  }

  #actions(open: boolean): TemplateResult {
    const busy = this.runs.some(isUnderWay);
    return html`<div class="lab-actions">
      ${
        busy
          ? html`<button
              type="button"
              class="lab-stop"
              @click=${() => (this.paused ? this.#goOn() : this.#pause())}
            >
              ${text(this.paused ? 'lab.goOn' : 'lab.stop')}
            </button>`
          : html`<button type="button" class="lab-train" @click=${() => this.#train(1)}>
              ${text('lab.train')}
            </button>`
      }
      <button
        type="button"
        class="lab-many"
        ?disabled=${busy}
        @click=${() => this.#train(manySeeds)}
      >
        ${text('lab.many')}
      </button>
      ${
        open
          ? ''
          : html`<button type="button" class="lab-show" @click=${() => this.#show()}>
              ${text('lab.show')}
            </button>`
      }
    </div>`;
  }

  #underWay(): TemplateResult | typeof nothing {
    const waiting = this.runs.filter(isUnderWay);
    const run = waiting.find(({ state }) => state === 'running') ?? waiting[0];
    if (run === undefined) return this.#lastLoss();
    const asked = this.runs.filter(({ id }) => id >= this.#firstAsked);
    const done = asked.reduce((sum, one) => sum + (isUnderWay(one) ? one.stepsDone : one.steps), 0);
    const all = asked.reduce((sum, one) => sum + one.steps, 0);
    const loss = run.losses.at(-1);
    const words = {
      name: nameOf(run.scheme),
      seed: run.seed,
      step: run.stepsDone,
      steps: run.steps,
      loss: loss === undefined ? '–' : formatNumber(loss, 3),
    };
    const stage = this.paused
      ? 'lab.status.stopped'
      : run.stepsDone < run.steps
        ? 'lab.status.training'
        : 'lab.status.judging';
    return html`<div class="lab-status">
      <progress max=${all} value=${done} aria-label=${text('lab.progress')}></progress>
      <p class="lab-stage">${text(stage, words)}</p>
      <p class="lab-heading">${text('lab.loss')}</p>
      ${lossPicture(run)}
    </div>`;
  }

  /** The loss of the model that is looked at below. */
  #lastLoss(): TemplateResult | typeof nothing {
    const run = this.#shown;
    if (run === undefined) return nothing;
    const name = text('lab.inside.run', { name: nameOf(run.scheme), seed: run.seed });
    return html`<p class="lab-heading">${text('lab.loss.of', { name })}</p>
      ${lossPicture(run)}`;
  }

  /** The finished runs of the present question. */
  get #finishedRuns(): LabRun[] {
    const { task, mask } = this.state;
    return this.runs.filter(
      (run) => run.state === 'finished' && run.task === task && run.mask === mask,
    );
  }

  get #shown(): LabRun | undefined {
    const finished = this.#finishedRuns;
    return finished.find(({ id }) => id === this.look?.id) ?? finished[0];
  }

  #results(): TemplateResult {
    const { schemes } = this.state;
    const runs = Math.max(...schemes.map((scheme) => this.#runsOf(scheme).length));
    return html`
      ${legend(runs, schemes.includes('learned'))}
      <div class="lab-panels">${schemes.map((scheme) => this.#panel(scheme))}</div>
      ${this.#sayings()}
    `;
  }

  #panel(scheme: PositionScheme): TemplateResult {
    const bands = bandsOf(this.#configuration(scheme));
    const runs = this.#runsOf(scheme);
    const name = nameOf(scheme);
    const refused = runs.find(({ state }) => state === 'refused');
    return html`<section class="lab-panel">
      <p class="lab-heading" data-label>${name}</p>
      ${accuracyPicture({ name: text('lab.picture', { name }), bands, runs })}
      ${guessed.map((length) => html`<p class="lab-finding">${this.#finding(scheme, length)}</p>`)}
      ${
        refused === undefined
          ? ''
          : html`<p class="lab-refusal">${text('figure.refused', { reason: refused.refusal })}</p>`
      }
    </section>`;
  }

  #sayings(): TemplateResult {
    return html`<p class="lab-heading">${text('lab.often')}</p>
      <ul class="lab-sayings">
        ${oftenSaid(this.state.task, this.state.mask).map(
          ({ said, found }) => html`<li><q>${said}</q> ${found}</li>`,
        )}
      </ul>`;
  }

  /** A length of a panel in words: the guess, the stored runs, the learner's. */
  #finding(scheme: PositionScheme, length: number): string {
    const at = lengths.indexOf(length);
    const configuration = this.#configuration(scheme);
    const band = bandsOf(configuration)[at];
    const kind = holding(band);
    const runs = this.#runsOf(scheme);
    const own = runs.flatMap(({ shares }) => shares[at] ?? []);
    const stored = storedRunsOf(configuration).accuracy[at] ?? [];
    const values = {
      length,
      percent: percent(holdsFrom),
      runs: storedSeeds,
      holding: stored.filter((share) => share >= holdsFrom).length,
      band: band === undefined ? '' : range(band),
      own: own.length === 0 ? '' : range(bandOf(own)),
      count: own.length,
    };
    const reason = runs.find(({ noRow }) => noRow !== '')?.noRow;
    const parts = [text(`lab.finding.${kind}`, values)];
    if (kind === 'no-row' && reason !== undefined) parts.push(text('lab.finding.core', { reason }));
    if (own.length === 1) parts.push(text('lab.finding.own', values));
    if (own.length > 1) parts.push(text('lab.finding.many', values));
    if (this.#hasGuessed && kind !== 'some') {
      const guessed = this.#hasGuess(scheme, length) === (kind === 'all');
      parts.push(text(guessed ? 'lab.guess.asGuessed' : 'lab.guess.otherwise'));
    }
    return parts.join(' ');
  }

  /** What can be asked of the trained models themselves. */
  #trained(): TemplateResult | typeof nothing {
    const finished = this.#finishedRuns;
    const shown = this.#shown;
    if (shown === undefined) return nothing;
    const firsts = finished.filter(
      (run, i) => finished.findIndex(({ scheme }) => scheme === run.scheme) === i,
    );
    const { error, largest } = shown.equivariance!;
    const values = { error: formatShort(error), largest: formatShort(largest) };
    const choose = (patch: Partial<NonNullable<typeof this.look>>) => {
      this.look = { id: shown.id, length: this.look?.length ?? lookLengths[0], ...patch };
      this.cursor = undefined;
      this.#ask();
    };
    return html`<section class="lab-inside">
      <p class="lab-heading">${text('lab.inside')}</p>
      <div class="controls">
        ${selectBox({
          id: `${this.id}-look`,
          label: text('lab.inside.model'),
          value: String(shown.id),
          options: firsts.map(({ id, scheme, seed }) => ({
            name: String(id),
            label: text('lab.inside.run', { name: nameOf(scheme), seed }),
          })),
          change: (id) => choose({ id: Number(id) }),
        })}
        ${radioGroup({
          id: `${this.id}-length`,
          label: text('lab.inside.length'),
          value: this.look?.length ?? lookLengths[0],
          options: lookLengths.map((name) => ({ name, label: name })),
          change: (length) => choose({ length }),
        })}
      </div>
      <p>${text(error < rounding ? 'lab.moves' : 'lab.moves.not', values)}</p>
      ${this.#attention(shown)}
    </section>`;
  }

  #attention(run: LabRun): TemplateResult {
    const { looked } = this;
    if (looked?.id !== run.id) return html`<p class="figure-note">${text('lab.inside.gone')}</p>`;
    const maps = this.#mapsOf(looked);
    const heads = maps.length / 2;
    const context = {
      id: this.id,
      cursor: this.cursor,
      change: () => undefined,
      moveCursor: (cursor: Cursor) => (this.cursor = cursor),
    };
    const title = (map: number) =>
      text('lab.inside.map', { layer: Math.floor(map / heads) + 1, head: (map % heads) + 1 });
    return html`
      <div class="lab-maps">
        ${maps.map(
          (cells, map) =>
            html`<div class="lab-map">
              <p data-label>${title(map)}</p>
              ${heatMap({ cells, name: title(map) }, context)}
            </div>`,
        )}
      </div>
      <p class="figure-cell" role="status">${this.#cell(looked, maps)}</p>
      <p class="figure-note">${text('lab.inside.note')}</p>
    `;
  }

  #mapsOf(looked: LookedAt): Matrix[] {
    if (this.#maps?.of !== looked) {
      const side = looked.beads.length;
      const matrices = Array.from({ length: looked.maps }, (_, map) => ({
        rows: side,
        cols: side,
        data: looked.weights.subarray(map * side * side, (map + 1) * side * side),
      }));
      this.#maps = { of: looked, matrices };
    }
    return this.#maps.matrices;
  }

  #cell(looked: LookedAt, maps: readonly Matrix[]): string {
    if (this.cursor === undefined) return text('lab.inside.hint');
    const { row, column } = this.cursor;
    const side = looked.beads.length;
    if (row >= side || column >= side) return '';
    return text('lab.inside.cell', {
      query: row,
      key: column,
      bead: looked.beads[column]!,
      weights: maps.map(({ data }) => formatNumber(data[row * side + column]!, 2)).join(', '),
    });
  }

  #foot(): TemplateResult {
    const table = runsTable(this.runs);
    return html`<div class="figure-foot">
      <button type="button" class="figure-reset" @click=${() => this.#reset()}>
        ${text('figure.reset')}
      </button>
      <details
        class="figure-more"
        @toggle=${(event: Event) => (this.unfolded = (event.target as HTMLDetailsElement).open)}
      >
        <summary>${text('figure.more')}</summary>
        <div class="figure-tools" role="group" aria-label=${text('figure.tools')}>
          <button type="button" @click=${() => void this.#copyLink()}>
            ${text('figure.link')}
          </button>
          <button
            type="button"
            ?disabled=${table.rows.length === 0}
            @click=${() => void this.#download('runs')}
          >
            ${text('lab.download.runs')}
          </button>
          <button type="button" @click=${() => void this.#download('stored')}>
            ${text('lab.download.stored')}
          </button>
          <button type="button" @click=${() => void this.#download('picture')}>
            ${text('figure.picture')}
          </button>
        </div>
        ${this.unfolded ? this.#numbers() : ''}
      </details>
      <span class="figure-message" role="status">${this.fileMessage}</span>
    </div>`;
  }

  /** The bands of the present question, and the learner's runs beside them. */
  #numbers(): TemplateResult {
    if (!this.revealed.has(this.#question)) return html`<p>${text('lab.table.later')}</p>`;
    return tableView({
      caption: text('lab.table', { runs: storedSeeds }),
      columns: [text('lab.column.scheme'), ...lengths.map(String)],
      rows: this.state.schemes.flatMap((scheme) => [
        [nameOf(scheme), ...bandsOf(this.#configuration(scheme)).map(meanAndRange)],
        ...this.#runsOf(scheme)
          .filter(({ state }) => state === 'finished')
          .map((run) => [
            text('lab.inside.run', { name: nameOf(scheme), seed: run.seed }),
            ...run.shares.map((share) => (share === undefined ? '–' : percent(share))),
          ]),
      ]),
    });
  }

  #reset(): void {
    this.#trainer.release();
    this.runs = [];
    this.guess = new Set();
    this.revealed = new Set();
    this.paused = false;
    this.look = undefined;
    this.looked = undefined;
    this.cursor = undefined;
    this.#change(this.#home!);
    progress.forget(this);
  }

  async #copyLink(): Promise<void> {
    const copied = await copyAddress(this.#address());
    this.fileMessage = text(copied ? 'figure.linkCopied' : 'figure.linkFailed');
  }

  async #download(what: 'runs' | 'stored' | 'picture'): Promise<void> {
    try {
      const { pictureOf, saveFile, tableAsCsv } = await import('../figure/download.ts');
      if (what === 'picture') {
        const body = this.querySelector<HTMLElement>('.lab-panels') ?? this;
        saveFile(
          `${this.id}.svg`,
          'image/svg+xml',
          pictureOf(body, text('lab.table', { runs: storedSeeds })),
        );
      } else if (what === 'runs') {
        saveFile(`${this.id}.csv`, 'text/csv', tableAsCsv(runsTable(this.runs)));
      } else {
        const { storedTable } = await import('./stored-table.ts');
        saveFile(`${this.id}-stored.csv`, 'text/csv', tableAsCsv(storedTable()));
      }
    } catch {
      this.fileMessage = text('figure.notLoaded');
    }
  }

  protected override updated(): void {
    if (this.looked === undefined) return;
    const places = this.querySelectorAll<HTMLElement>('.lab-map');
    this.#mapsOf(this.looked).forEach((cells, map) => {
      const place = places[map];
      if (place !== undefined) paintHeatMap(place, cells);
    });
  }
}

/** The first number of a format takes tens of milliseconds: now nobody waits for the page. */
function makeFormats(): void {
  formatShort(0);
  for (const digits of [2, 3]) formatNumber(0, digits);
}

/** Resolves when the next frame is drawn. */
const painted = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

const nameOf = (scheme: PositionScheme): string => text(`schemes.name.${scheme}`);
