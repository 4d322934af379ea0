import { html, type TemplateResult } from 'lit';
import { seenAngles, sinusoidalPeriods } from '../../bindings/sinusoidal-geometry.ts';
import { sinusoidal } from '../../bindings/sinusoidal.ts';
import { logSlider, slider } from '../figure/controls.ts';
import type { FigureDefinition } from '../figure/definition.ts';
import { leastBase, mostBase, numberField, wholeField } from '../figure/fields.ts';
import { sectorClock } from '../plots/sector-clock.ts';
import { evenWidthField, evenWidthSlider } from '../figure/even-width.ts';
import { formatNumber, formatShort } from '../strings/numbers.ts';
import { text } from '../strings/strings.ts';

/**
 * For each pair the part of its circle that the trained positions passed over, and where the hand
 * stands at another position: inside that part or outside it.
 */
export interface SeenAnglesState {
  trained: number;
  position: number;
  width: number;
  base: number;
}

interface Pair {
  k: number;
  /** the part of the circle that training passed over, 0..1 */
  share: number;
  /** positions for one turn */
  period: number;
  /** where the hand stands, 0..2 pi */
  angle: number;
  sine: number;
  cosine: number;
  /** whether training passed over this angle */
  seen: boolean;
}

export interface SeenAnglesModel {
  state: SeenAnglesState;
  pairs: readonly Pair[];
}

const listed = new Intl.ListFormat('en');
const turn = 2 * Math.PI;
const mostTrained = 4096;
const mostPosition = 8191;
const mostWidth = 16;

export const seenAnglesFigure: FigureDefinition<SeenAnglesState, SeenAnglesModel> = {
  fields: {
    trained: wholeField(512, 1, mostTrained),
    position: wholeField(2000, 0, mostPosition),
    width: evenWidthField(8, mostWidth),
    base: numberField(10_000, leastBase, mostBase),
  },

  model(core, state) {
    const { trained, position, width, base } = state;
    const shares = seenAngles(core, trained, width, base);
    const periods = sinusoidalPeriods(core, width, base);
    const { data } = sinusoidal(core, { positions: 1, first: position, width, base });
    return {
      state,
      pairs: Array.from(shares, (share, k) => {
        const [sine, cosine] = [data[2 * k]!, data[2 * k + 1]!];
        const angle = (Math.atan2(sine, cosine) + turn) % turn;
        const seen = position < trained || share >= 1 || angle <= share * turn;
        return { k, share, period: periods[k]!, angle, sine, cosine, seen };
      }),
    };
  },

  view(model, context) {
    const { state } = model;
    return html`
      <div class="controls seen-controls">
        ${slider({
          id: `${context.id}-position`,
          label: text('seenAngles.position'),
          value: state.position,
          least: 0,
          most: mostPosition,
          change: (position) => context.change({ position }),
        })}
        ${slider({
          id: `${context.id}-trained`,
          label: text('seenAngles.trained'),
          value: state.trained,
          least: 1,
          most: mostTrained,
          change: (trained) => context.change({ trained }),
        })}
        ${evenWidthSlider({
          id: `${context.id}-width`,
          label: text('seenAngles.width'),
          value: state.width,
          most: mostWidth,
          change: (width) => context.change({ width }),
        })}
        ${logSlider({
          id: `${context.id}-base`,
          label: text('seenAngles.base'),
          value: state.base,
          least: leastBase,
          most: mostBase,
          step: 'any',
          change: (base) => context.change({ base }),
        })}
      </div>
      <p class="seen-legend">
        <svg viewBox="0 0 1 1" aria-hidden="true">
          <rect class="clock-sector" width="1" height="1" />
        </svg>
        <span data-label>${text('seenAngles.legend', { last: state.trained - 1 })}</span>
      </p>
      <div class="seen-pairs">${model.pairs.map(pairView)}</div>
    `;
  },

  summary(model) {
    const { trained, position } = model.state;
    const unseen = model.pairs.filter((pair) => !pair.seen).map((pair) => pair.k);
    const values = { position, last: trained - 1, pairs: listed.format(unseen.map(String)) };
    if (unseen.length === 0) return text('seenAngles.summaryNone', values);
    return text(unseen.length === 1 ? 'seenAngles.summaryOne' : 'seenAngles.summary', values);
  },

  table(model) {
    return {
      caption: text('seenAngles.table', {
        position: model.state.position,
        last: model.state.trained - 1,
      }),
      columns: [
        text('seenAngles.table.pair'),
        text('seenAngles.table.period'),
        text('seenAngles.table.share'),
        text('seenAngles.table.angle'),
        text('seenAngles.table.sine'),
        text('seenAngles.table.cosine'),
        text('seenAngles.table.state'),
      ],
      rows: model.pairs.map((pair) => [
        pair.k,
        pair.period,
        pair.share,
        pair.angle,
        pair.sine,
        pair.cosine,
        text(pair.seen ? 'seenAngles.seen' : 'seenAngles.new'),
      ]),
    };
  },
};

function pairView(pair: Pair): TemplateResult {
  const values = {
    pair: pair.k,
    share: formatNumber(100 * pair.share, pair.share < 1 ? 1 : 0),
    angle: formatNumber(pair.angle, 3),
    period: formatShort(pair.period),
  };
  const state = text(pair.seen ? 'seenAngles.seen' : 'seenAngles.new');
  return html`<div class="seen-pair" ?data-new=${!pair.seen}>
    ${sectorClock({
      name: text('seenAngles.clock', { ...values, state }),
      from: 0,
      by: pair.share * turn,
      hands: [pair],
    })}
    <span class="seen-name" data-label>${text('seenAngles.pair', values)}</span>
    <span class="position" data-label>${text('seenAngles.share', values)}</span>
    <span data-label>${text('seenAngles.angle', values)}</span>
    <strong class="seen-state" data-label>${state}</strong>
    <span class="seen-period" data-label>${text('seenAngles.period', values)}</span>
  </div>`;
}
