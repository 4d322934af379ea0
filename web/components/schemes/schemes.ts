import { html, svg, type TemplateResult } from 'lit';
import type { Core } from '../../bindings/core.ts';
import { logSlider, radioGroup, slider } from '../figure/controls.ts';
import type { FigureDefinition, ViewContext } from '../figure/definition.ts';
import { choiceField, wholeField } from '../figure/fields.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text, type StringKey } from '../strings/strings.ts';
import { probe, type Probe } from './probe.ts';
import { reach, type Reach } from './reach.ts';
import { buckets, clip, maxDistance, schemeNames, shawVectors, type SchemeName } from './scheme.ts';
import { trainedNumbers, type TrainedNumbers } from './trained-numbers.ts';

/** Eight schemes beside each other: where they act, what they cost, what they can answer. */
export interface SchemesState {
  /** positions in training */
  length: number;
  width: number;
  heads: number;
  layers: number;
  /** what the reader looks for */
  matters: 'all' | Criterion;
}

/** The columns in which a scheme either does what is asked or does not, from left to right. */
const criteria = ['untrained', 'longer', 'distance', 'order', 'familiar'] as const;

type Criterion = (typeof criteria)[number];

interface Scheme {
  name: SchemeName;
  trained: number;
  reach: Reach;
  probe: Probe;
  fits: Readonly<Record<Criterion, boolean>>;
}

export interface SchemesModel {
  /** with a width that the heads divide into pairs */
  state: SchemesState;
  /** ten times as far as training went */
  far: number;
  schemes: readonly Scheme[];
}

/** Ten times as many are beyond T5's buckets and Shaw's clip. */
const leastLength = 16;
const mostLength = 4096;
const mostWidth = 4096;
const mostHeads = 32;
const mostLayers = 48;
/** With four pairs or more, 4096 positions do not lead the slowest around. */
const leastHeadWidth = 8;
const times = 10;

const listed = new Intl.ListFormat('en');

export const schemesFigure: FigureDefinition<SchemesState, SchemesModel> = {
  fields: {
    length: wholeField(512, leastLength, mostLength),
    width: wholeField(512, leastHeadWidth, mostWidth),
    heads: wholeField(8, 1, mostHeads),
    layers: wholeField(6, 1, mostLayers),
    matters: choiceField('all', ['all', ...criteria]),
  },

  model(core, asked) {
    const state = { ...asked, width: dividedWidth(asked.width, asked.heads) };
    const far = times * state.length;
    const found = findings(core, state, far);
    return {
      state,
      far,
      schemes: schemeNames.map((name, i) => {
        const { once, perLayer, perPosition } = found.trained[i]!;
        const trained = once + perLayer * state.layers + perPosition * state.length;
        const reached = found.reaches[i]!;
        const probed = found.probes[i]!;
        const fits = {
          untrained: trained === 0,
          longer: reached.answers,
          distance: probed.distance === 'alone',
          order: probed.order,
          familiar: !reached.fresh,
        };
        return { name, trained, reach: reached, probe: probed, fits };
      }),
    };
  },

  view(model, context) {
    return html`
      ${controls(model, context)}
      <p class="schemes-legend">
        ${stations('legend')} <span data-label>${text('schemes.legend')}</span>
      </p>
      <div class="schemes-frame">${tableView(model)}</div>
      ${model.schemes.map(({ name, reach: { refusal } }) =>
        refusal === undefined
          ? ''
          : html`<p class="schemes-refusal" data-label>
              ${text('schemes.refusal', { name: text(`schemes.name.${name}`), reason: refusal })}
            </p>`,
      )}
      <p class="figure-note">${text('schemes.note')}</p>
    `;
  },

  summary(model) {
    const { schemes, state } = model;
    const count = (criterion: Criterion) => schemes.filter(({ fits }) => fits[criterion]).length;
    const met = schemes.map(({ fits }) => criteria.filter((criterion) => fits[criterion]).length);
    const most = Math.max(...met);
    const dearest = schemes.reduce((a, b) => (b.trained > a.trained ? b : a));
    const values = { ...valuesOf(model), total: schemes.length };
    const first =
      state.matters === 'all'
        ? text('schemes.summary', {
            ...values,
            ...Object.fromEntries(criteria.map((criterion) => [criterion, count(criterion)])),
            largest: formatNumber(dearest.trained, 0),
            dearest: text(`schemes.name.${dearest.name}`),
          })
        : text('schemes.summaryChosen', {
            ...values,
            criterion: text(`schemes.matters.${state.matters}`, values),
            count: count(state.matters),
            names: namesOf(schemes.filter(({ fits }) => fits[state.matters as Criterion])),
          });
    const best = namesOf(schemes.filter((_, i) => met[i] === most));
    return `${first} ${text('schemes.summaryMost', { most, of: criteria.length, names: best })}`;
  },

  table(model) {
    const values = valuesOf(model);
    return {
      caption: text('schemes.table', values),
      columns: [
        text('schemes.column.name'),
        text('schemes.column.acts'),
        ...criteria.map((criterion) => text(`schemes.column.${criterion}`, values)),
        text('schemes.table.before'),
        text('schemes.table.after'),
      ],
      rows: model.schemes.map((scheme) => [
        text(`schemes.name.${scheme.name}`),
        inOneLine(linesOf(text(`schemes.acts.${scheme.name}`))),
        scheme.trained,
        ...criteria.slice(1).map((criterion) => inOneLine(answer(scheme, criterion, values))),
        scheme.probe.before,
        scheme.probe.after,
      ]),
    };
  },
};

/** Heads take equal parts, and RoPE turns pairs in each: the nearest width that allows both. */
function dividedWidth(width: number, heads: number): number {
  const step = 2 * heads;
  const most = Math.floor(mostWidth / step);
  return step * Math.min(most, Math.max(leastHeadWidth / 2, Math.round(width / step)));
}

/** What the core was asked for is kept, so that a slider pays only for what it changes. */
const kept = {
  probes: latest<readonly Probe[]>(),
  trained: latest<readonly TrainedNumbers[]>(),
  reaches: latest<readonly Reach[]>(),
};

function findings(core: Core, { length, width, heads }: SchemesState, far: number) {
  const shape = { width, heads };
  return {
    probes: kept.probes([heads], () => schemeNames.map((name) => probe(core, name, heads))),
    trained: kept.trained([width, heads], () =>
      schemeNames.map((name) => trainedNumbers(core, name, shape)),
    ),
    reaches: kept.reaches([width, heads, length], () =>
      schemeNames.map((name) => reach(core, name, shape, length, far)),
    ),
  };
}

/** Makes a value anew only when its causes change. */
function latest<Value>(): (causes: readonly number[], make: () => Value) => Value {
  let last: { of: string; value: Value } | undefined;
  return (causes, make) => {
    const of = causes.join();
    if (last?.of !== of) last = { of, value: make() };
    return last.value;
  };
}

type Values = Record<string, string | number>;

function valuesOf({ state, far }: SchemesModel): Values {
  const { length, width, heads, layers } = state;
  return {
    length,
    last: length - 1,
    far: formatNumber(far, 0),
    times,
    width,
    heads,
    headWidth: width / heads,
    layers,
    clip,
    vectors: shawVectors,
    buckets,
    maxDistance,
  };
}

function namesOf(schemes: readonly Scheme[]): string {
  return listed.format(schemes.map(({ name }) => text(`schemes.name.${name}`)));
}

function linesOf(written: string): string[] {
  return written.split('\n').filter(Boolean);
}

function inOneLine([first, ...rest]: readonly string[]): string {
  return rest.length > 0 ? `${first}: ${rest.join(' ')}` : first!;
}

/** What a cell says, line by line; the first line is the answer. */
function answer({ name, trained, reach, probe, fits }: Scheme, criterion: Criterion, all: Values) {
  const found: Values = { ...all };
  for (const [key, value] of Object.entries(reach.values)) {
    found[key] = formatShort(value);
  }
  switch (criterion) {
    case 'untrained':
      return [formatNumber(trained, 0), ...linesFor(made, name, found)];
    case 'longer':
      return linesOf(text(`schemes.far.${name}`, found));
    case 'distance':
      return linesOf(text(`schemes.distance.${probe.distance}`));
    case 'order':
      return linesOf(
        text(probe.order ? 'schemes.order.yes' : 'schemes.order.no', {
          before: formatNumber(probe.before, 2),
          after: formatNumber(probe.after, 2),
        }),
      );
    case 'familiar':
      if (!fits.familiar) return linesFor(news, name, found);
      return [text('schemes.nothing'), ...linesFor(familiar, name, found)];
  }
}

/** What not every scheme has: settings, shapes of what is trained, news, and why there are none. */
type Words = Partial<Record<SchemeName, StringKey>>;

const about: Words = {
  none: 'schemes.about.none',
  learned: 'schemes.about.learned',
  shaw: 'schemes.about.shaw',
  t5: 'schemes.about.t5',
};

const made: Words = {
  learned: 'schemes.made.learned',
  shaw: 'schemes.made.shaw',
  'transformer-xl': 'schemes.made.transformer-xl',
  t5: 'schemes.made.t5',
};

const news: Words = {
  sinusoidal: 'schemes.new.angles',
  learned: 'schemes.new.learned',
  shaw: 'schemes.new.shaw',
  'transformer-xl': 'schemes.new.angles',
  t5: 'schemes.new.t5',
  rotary: 'schemes.new.rotary',
  alibi: 'schemes.new.alibi',
};

const familiar: Words = {
  none: 'schemes.familiar.none',
  shaw: 'schemes.familiar.last',
  t5: 'schemes.familiar.last',
};

function linesFor(words: Words, name: SchemeName, values: Values): string[] {
  const key = words[name];
  return key === undefined ? [] : linesOf(text(key, values));
}

function controls(model: SchemesModel, context: ViewContext<SchemesState>): TemplateResult {
  const { state } = model;
  const { length, width, heads, layers } = state;
  const values = valuesOf(model);
  const step = 2 * heads;
  return html`<div class="controls schemes-controls">
    ${radioGroup({
      id: `${context.id}-matters`,
      label: text('schemes.matters'),
      options: (['all', ...criteria] as const).map((name) => ({
        name,
        label: text(`schemes.matters.${name}`, values),
      })),
      value: state.matters,
      change: (matters) => context.change({ matters }),
    })}
    ${logSlider({
      id: `${context.id}-length`,
      label: text('schemes.length'),
      value: length,
      least: leastLength,
      most: mostLength,
      change: (to) => context.change({ length: Math.round(to) }),
    })}
    ${slider({
      id: `${context.id}-width`,
      label: text('schemes.width'),
      value: width,
      least: leastHeadWidth * heads,
      most: step * Math.floor(mostWidth / step),
      step,
      change: (to) => context.change({ width: dividedWidth(to, heads) }),
    })}
    ${slider({
      id: `${context.id}-heads`,
      label: text('schemes.heads'),
      value: heads,
      least: 1,
      most: mostHeads,
      change: (to) => context.change({ heads: to }),
    })}
    ${slider({
      id: `${context.id}-layers`,
      label: text('schemes.layers'),
      value: layers,
      least: 1,
      most: mostLayers,
      change: (to) => context.change({ layers: to }),
    })}
  </div>`;
}

function tableView(model: SchemesModel): TemplateResult {
  const { state, schemes } = model;
  const values = valuesOf(model);
  return html`<table class="schemes-table" data-matters=${state.matters}>
    <caption class="visually-hidden">
      ${text('schemes.table', values)}
    </caption>
    <thead>
      <tr>
        <th scope="col"><span data-label>${text('schemes.column.name')}</span></th>
        <th scope="col"><span data-label>${text('schemes.column.acts')}</span></th>
        ${criteria.map(
          (criterion) =>
            html`<th scope="col" ?data-chosen=${criterion === state.matters}>
              ${linesView(linesOf(text(`schemes.head.${criterion}`, values)))}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${schemes.map((scheme) => schemeView(scheme, state, values))}
    </tbody>
  </table>`;
}

function schemeView(scheme: Scheme, { matters }: SchemesState, values: Values): TemplateResult {
  const { name, fits } = scheme;
  const chosen = matters === 'all' ? '' : fits[matters] ? 'fits' : 'misses';
  return html`<tr data-choice=${chosen}>
    <th scope="row">
      <span data-label>${text(`schemes.name.${name}`)}</span>
      ${linesView(linesFor(about, name, values))}
    </th>
    <td>${stations(name)} ${linesView(linesOf(text(`schemes.acts.${name}`)))}</td>
    ${criteria.map(
      (criterion) =>
        html`<td ?data-chosen=${criterion === matters} ?data-fits=${fits[criterion]}>
          <span class="schemes-label">${text(`schemes.label.${criterion}`, values)}</span>
          ${mark(fits[criterion])} ${linesView(answer(scheme, criterion, values))}
        </td>`,
    )}
  </tr>`;
}

function linesView(lines: readonly string[]): TemplateResult[] {
  return lines.map((line) => html`<span class="schemes-line" data-label>${line}</span>`);
}

/** A tick or a cross; what it says stands beside it in words. */
function mark(fits: boolean): TemplateResult {
  return html`<svg class="schemes-mark" viewBox="0 0 10 10" aria-hidden="true">
    ${svg`<path d=${fits ? 'M1 5.5L4 8.5L9 1.5' : 'M2 2L8 8M8 2L2 8'} />`}
  </svg>`;
}

/** The way of a token through a layer: token, query, key, value, score. */
const stops = ['x', 'q', 'k', 'v', 's'] as const;

const touched: Readonly<Record<SchemeName | 'legend', string>> = {
  none: '',
  sinusoidal: 'x',
  learned: 'x',
  shaw: 'kv',
  'transformer-xl': 's',
  t5: 's',
  rotary: 'qk',
  alibi: 's',
  legend: '',
};

/** The same way for every scheme, filled where positions enter. */
function stations(name: SchemeName | 'legend'): TemplateResult {
  return html`<svg class="schemes-stations" viewBox="0 0 96 20" aria-hidden="true">
    ${stops.map((stop, i) => {
      // The token stands before the layers and the score at their end.
      const x = 1 + 16 * i + (i > 0 ? 6 : 0) + (i > 3 ? 6 : 0);
      return svg`<g class=${touched[name].includes(stop) ? 'schemes-stop touched' : 'schemes-stop'}>
        <rect x=${x} y="2" width="16" height="16" />
        <text x=${x + 8} y="14" text-anchor="middle">${stop}</text>
      </g>`;
    })}
  </svg>`;
}
