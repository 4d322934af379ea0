import { html, svg, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import {
  rotaryRates,
  rotaryScalings,
  rotaryTables,
  type RotaryRates,
  type RotaryScaling,
  type RotarySpec,
} from '../../bindings/rotary.ts';
import { logSlider, radioGroup, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { evenWidthField } from '../figure/even-width.ts';
import {
  choiceField,
  leastBase,
  mostBase,
  numberField,
  wholeField,
  type Field,
} from '../figure/fields.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';
import { reachClock } from './reach-clock.ts';

/**
 * How each remedy slows the pairs for a longer text, and which pairs still come to angles that
 * training never showed.
 */
export interface ContextExtensionState {
  scaling: RotaryScaling;
  factor: number;
  trained: number;
  width: number;
  base: number;
}

interface Pair {
  k: number;
  /** radians per position */
  before: number;
  after: number;
  /** how many times slower */
  slowed: number;
  /** turns from position 0 to the last one of training, and to the far one */
  turnsTrained: number;
  turnsFar: number;
  /** where the hand stands at the far position */
  sine: number;
  cosine: number;
  /** whether the longer text passes over angles that training did not */
  beyond: boolean;
}

export interface ContextExtensionModel {
  state: ContextExtensionState;
  /** the position that is `factor` times as far as the last one of training */
  far: number;
  pairs: readonly Pair[];
  /** the pairs that have a column: evenly chosen, the first and the last among them */
  shown: readonly Pair[];
  /** how many times slower each pair is under each remedy */
  remedies: Readonly<Record<Remedy, readonly number[]>>;
  /** what YaRN multiplies queries and keys by; 1 for the others */
  attentionFactor: number;
}

type Remedy = (typeof remedies)[number];

const remedies = ['linear', 'ntk', 'yarn'] as const;
const listed = new Intl.ListFormat('en');
const turn = 2 * Math.PI;
const mostFactor = 16;
const leastTrained = 16;
const mostTrained = 65_536;
const leastWidth = 4;
const mostWidth = 128;
const mostColumns = 8;
/** Rates are right to 1e-15, so a reach that differs by less is the same. */
const same = 1 + 1e-9;

export const contextExtensionFigure: FigureDefinition<
  ContextExtensionState,
  ContextExtensionModel
> = {
  fields: {
    scaling: choiceField<RotaryScaling>('none', rotaryScalings),
    factor: wholeField(4, 1, mostFactor),
    trained: wholeField(4096, leastTrained, mostTrained),
    width: widthOfPairs(16),
    base: numberField(10_000, leastBase, mostBase),
  },

  model(core, state) {
    const { scaling, factor, trained } = state;
    const far = factor * (trained - 1);
    const rates = ratesOf(core, state);
    const { rates: before } = rates.none;
    const { rates: after, attentionFactor } = rates[scaling];
    // The angles alone: without what YaRN multiplies the vectors by.
    const { sines, cosines } = rotaryTables(core, Int32Array.of(far), {
      ...specOf(state, scaling),
      ...(scaling === 'yarn' ? { attentionFactor: 1 } : {}),
    });
    const pairs = Array.from(before, (rate, k): Pair => {
      const turnsTrained = ((trained - 1) * rate) / turn;
      const turnsFar = (far * after[k]!) / turn;
      return {
        k,
        before: rate,
        after: after[k]!,
        slowed: rate / after[k]!,
        turnsTrained,
        turnsFar,
        sine: sines.data[k]!,
        cosine: cosines.data[k]!,
        beyond: turnsTrained < 1 && turnsFar > turnsTrained * same,
      };
    });
    const slowed = (remedy: Remedy) =>
      Array.from(before, (rate, k) => rate / rates[remedy].rates[k]!);
    return {
      state,
      far,
      pairs,
      shown: evenly(pairs, mostColumns),
      remedies: { linear: slowed('linear'), ntk: slowed('ntk'), yarn: slowed('yarn') },
      attentionFactor,
    };
  },

  view(model, context) {
    return html`
      ${controlsView(model.state, context)} ${chartView(model)} ${factorView(model)}
      <p class="extension-legend">
        <span class="position" data-label
          >${swatch('clock-sector')}
          ${text('contextExtension.shown', { last: whole(model.state.trained - 1) })}</span
        >
        <span class="extension-new" data-label
          >${swatch('reach-new')} ${text('contextExtension.new', { far: whole(model.far) })}</span
        >
      </p>
      <div class="extension-pairs" data-count=${model.shown.length}>
        ${model.shown.map((pair) => pairView(pair))}
      </div>
      <p class="figure-note">
        ${text('contextExtension.note')}
        ${
          model.shown.length < model.pairs.length
            ? text('contextExtension.some', {
                shown: model.shown.length,
                total: model.pairs.length,
              })
            : ''
        }
      </p>
    `;
  },

  summary(model) {
    const { pairs, far, state } = model;
    const beyond = pairs.filter((pair) => pair.beyond).map((pair) => pair.k);
    const values = {
      far: whole(far),
      factor: state.factor,
      last: whole(state.trained - 1),
      pairs: spans(beyond),
    };
    const which =
      beyond.length === 0
        ? 'contextExtension.summary.none'
        : beyond.length === 1
          ? 'contextExtension.summary.one'
          : 'contextExtension.summary.some';
    return `${effect(model)} ${text(which, values)}`;
  },

  table(model) {
    return {
      caption: text('contextExtension.table', {
        scaling: text(`contextExtension.scaling.${model.state.scaling}`),
        far: whole(model.far),
      }),
      columns: [
        text('contextExtension.table.pair'),
        text('contextExtension.table.before'),
        text('contextExtension.table.after'),
        text('contextExtension.table.slowed'),
        text('contextExtension.table.turnsTrained'),
        text('contextExtension.table.turnsFar'),
        text('contextExtension.table.angle'),
        text('contextExtension.table.state'),
      ],
      rows: model.pairs.map((pair) => [
        pair.k,
        pair.before,
        pair.after,
        pair.slowed,
        pair.turnsTrained,
        pair.turnsFar,
        (Math.atan2(pair.sine, pair.cosine) + turn) % turn,
        text(pair.beyond ? 'contextExtension.beyond' : 'contextExtension.within'),
      ]),
    };
  },
};

/** NTK-aware scaling keeps the first pair and slows the last, so there must be two. */
function widthOfPairs(fallback: number): Field<number> {
  const field = evenWidthField(fallback, mostWidth);
  return {
    ...field,
    read(written) {
      const width = field.read(written);
      return width !== undefined && width >= leastWidth ? width : undefined;
    },
  };
}

function specOf(
  { width, base, factor, trained }: ContextExtensionState,
  scaling: RotaryScaling,
): RotarySpec {
  return {
    width,
    base,
    scaling,
    ...(scaling === 'none' ? {} : { factor }),
    ...(scaling === 'yarn' ? { trained } : {}),
  };
}

let latest: { of: string; rates: Record<RotaryScaling, RotaryRates> } | undefined;

/** Under each scaling; another choice among them changes none. */
function ratesOf(core: Core, state: ContextExtensionState): Record<RotaryScaling, RotaryRates> {
  const of = [state.width, state.base, state.factor, state.trained].join();
  if (latest?.of !== of) {
    const under = (scaling: RotaryScaling) => rotaryRates(core, specOf(state, scaling));
    latest = {
      of,
      rates: {
        none: under('none'),
        linear: under('linear'),
        ntk: under('ntk'),
        yarn: under('yarn'),
      },
    };
  }
  return latest.rates;
}

function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from(
    { length: most },
    (_, i) => items[Math.round((i * (items.length - 1)) / (most - 1))]!,
  );
}

function whole(value: number): string {
  return formatNumber(value, 0);
}

/** A rate with the three digits that a narrow column has room for. */
function rateOf(rate: number): string {
  return formatShort(Number(rate.toPrecision(3)));
}

/** Numbers in rising order, three or more neighbours as one span: 0, 2 and 5 to 7. */
function spans(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return listed.format(
    runs.flatMap(([from, to]) => {
      if (to - from < 2) return from === to ? [`${from}`] : [`${from}`, `${to}`];
      return [text('contextExtension.span', { from, to })];
    }),
  );
}

/** What the chosen scaling does, in a sentence. */
function effect({ state, pairs, attentionFactor }: ContextExtensionModel): string {
  const { scaling, factor, base, width } = state;
  const values = {
    factor,
    base: formatShort(base),
    // The second pair's rate is the base to the power of -2 / width.
    raised: formatShort(pairs[1]!.after ** (-width / 2)),
    last: pairs.length - 1,
    attention: formatNumber(attentionFactor, 3),
    kept: spans(pairs.filter((pair) => pair.slowed <= same).map((pair) => pair.k)),
    divided: spans(pairs.filter((pair) => pair.slowed * same >= factor).map((pair) => pair.k)),
  };
  if (scaling !== 'yarn' || factor === 1) return text(`contextExtension.effect.${scaling}`, values);
  return [
    ...(values.kept === '' ? [] : [text('contextExtension.kept', values)]),
    ...(values.divided === '' ? [] : [text('contextExtension.divided', values)]),
    text('contextExtension.effect.yarn', values),
  ].join(' ');
}

function controlsView(
  state: ContextExtensionState,
  context: ViewContext<ContextExtensionState>,
): TemplateResult {
  return html`<div class="controls extension-controls">
    ${radioGroup<RotaryScaling>({
      id: `${context.id}-scaling`,
      label: text('contextExtension.scaling'),
      value: state.scaling,
      options: rotaryScalings.map((name) => ({
        name,
        label: text(`contextExtension.scaling.${name}`),
      })),
      change: (scaling) => context.change({ scaling }),
    })}
    ${slider({
      id: `${context.id}-factor`,
      label: text('contextExtension.factor'),
      value: state.factor,
      least: 1,
      most: mostFactor,
      change: (factor) => context.change({ factor }),
    })}
    ${logSlider({
      id: `${context.id}-trained`,
      label: text('contextExtension.trained'),
      value: state.trained,
      least: leastTrained,
      most: mostTrained,
      change: (trained) => context.change({ trained: Math.round(trained) }),
    })}
    ${slider({
      id: `${context.id}-width`,
      label: text('contextExtension.width'),
      value: state.width,
      least: leastWidth,
      most: mostWidth,
      step: 2,
      change: (width) => context.change({ width: 2 * Math.round(width / 2) }),
    })}
    ${logSlider({
      id: `${context.id}-base`,
      label: text('contextExtension.base'),
      value: state.base,
      least: leastBase,
      most: mostBase,
      step: 'any',
      change: (base) => context.change({ base }),
    })}
  </div>`;
}

function swatch(part: string): TemplateResult {
  return html`<svg class="extension-swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect class=${part} width="1" height="1" />
  </svg>`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}

/** How many times slower each pair is; the chosen remedy's line is drawn over the others. */
function chartView(model: ContextExtensionModel): TemplateResult {
  const { state, pairs, shown } = model;
  const { scaling, factor } = state;
  // The middle of a pair's column below, and of its place between them where there are more pairs.
  const span = (shown.length - 1) / shown.length;
  const x = (k: number) => 0.5 / shown.length + (span * k) / (pairs.length - 1);
  const top = Math.max(2, factor);
  const y = (slowed: number) => 1 - (slowed - 1) / (top - 1);
  const path = (slowed: readonly number[]) =>
    `M${slowed.map((value, k) => `${(100 * x(k)).toFixed(3)} ${(100 * y(value)).toFixed(3)}`).join('L')}`;
  const drawn = remedies.filter((remedy) => remedy !== scaling);
  return html`<div class="extension-chart">
    <p class="extension-heading" data-label>${text('contextExtension.chart')}</p>
    <p class="extension-lines">
      ${remedies.map(
        (remedy) =>
          html`<span ?data-chosen=${remedy === scaling} data-label>
            <svg viewBox="0 0 28 4" aria-hidden="true">
              <path class="extension-line" data-remedy=${remedy} d="M0 2H28" />
            </svg>
            ${text(`contextExtension.scaling.${remedy}`)}
          </span>`,
      )}
    </p>
    <div class="extension-plot">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label=${text('contextExtension.chartName', {
          scaling: text(`contextExtension.scaling.${scaling}`),
          first: formatNumber(pairs[0]!.slowed, 2),
          last: formatNumber(pairs.at(-1)!.slowed, 2),
        })}
      >
        <path
          class="extension-grid"
          d="M0 100H100M0 ${100 * y(factor)}H100"
          vector-effect="non-scaling-stroke"
        />
        ${drawn.map(
          (remedy) => svg`<path
            class="extension-line"
            data-remedy=${remedy}
            d=${path(model.remedies[remedy])}
            vector-effect="non-scaling-stroke"
          />`,
        )}
        <path
          class="extension-line"
          data-remedy=${scaling}
          data-chosen
          d=${path(pairs.map((pair) => pair.slowed))}
          vector-effect="non-scaling-stroke"
        />
      </svg>
      <svg aria-hidden="true">
        ${shown.map(
          (pair) => svg`<circle
              class="extension-dot"
              cx=${percent(x(pair.k))}
              cy=${percent(y(pair.slowed))}
              r="5"
            />`,
        )}
      </svg>
    </div>
    <div class="extension-values" aria-hidden="true">
      ${shown.map((pair) => html`<span data-label>${formatNumber(pair.slowed, 2)}</span>`)}
    </div>
  </div>`;
}

/** What YaRN does beside slowing the pairs. */
function factorView({ state, attentionFactor }: ContextExtensionModel): TemplateResult | string {
  if (state.scaling !== 'yarn') return '';
  return html`<p class="extension-factor" data-label>
    ${text('contextExtension.factorOf', {
      attention: formatNumber(attentionFactor, 3),
      scores: formatNumber(attentionFactor ** 2, 3),
    })}
  </p>`;
}

function pairView(pair: Pair): TemplateResult {
  const shown = Math.min(1, pair.turnsTrained);
  const reached = pair.beyond ? Math.min(1, pair.turnsFar) : shown;
  const state = text(pair.beyond ? 'contextExtension.beyond' : 'contextExtension.within');
  return html`<div class="extension-pair" ?data-beyond=${pair.beyond}>
    <span class="extension-name" data-label
      >${text('contextExtension.pair', { pair: pair.k })}</span
    >
    ${reachClock({
      name: text('contextExtension.clock', {
        pair: pair.k,
        shown: formatNumber(100 * shown, shown < 1 ? 1 : 0),
        state,
      }),
      shown,
      reached,
      sine: pair.sine,
      cosine: pair.cosine,
    })}
    <strong class="extension-state" data-label>${state}</strong>
    <span class="extension-before" data-label>${rateOf(pair.before)}</span>
    <span data-label>${rateOf(pair.after)}</span>
  </div>`;
}
