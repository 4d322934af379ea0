import { html, svg, type TemplateResult } from 'lit';
import { text } from '../strings/strings.ts';
import { across, bandPath, high, linePath, trainedX, xOf, yOf } from './accuracy-path.ts';
import { chance, lengths, longestTrained, type Band } from './bands.ts';
import type { LabRun } from './runs.ts';

export interface AccuracyPicture {
  name: string;
  bands: readonly (Band | undefined)[];
  runs: readonly LabRun[];
}

/** Marks of the axis; 24 stands too near to its neighbours. */
const marks = lengths.filter((length) => Number.isInteger(Math.log2(length)));

/**
 * Accuracy against length: the stored runs as an area, the learner's as lines, chance dashed, and what
 * training showed shaded. A table that ends has its end drawn.
 */
export function accuracyPicture({ name, bands, runs }: AccuracyPicture): TemplateResult {
  const rows = bands.findIndex((band) => band === undefined);
  const end = rows > 0 ? xOf(lengths[rows - 1]!) : undefined;
  return html`<div class="lab-plot">
    <span class="lab-top" data-label>${text('lab.percent', { value: 100 })}</span>
    <svg viewBox="0 0 ${across} ${high}" preserveAspectRatio="none" role="img" aria-label=${name}>
      <path class="lab-trained" d="M0 0H${trainedX}V${high}H0z" />
      ${end === undefined ? '' : svg`<path class="lab-beyond" d="M${end} 0H${across}V${high}H${end}z" />`}
      <path class="lab-chance" d=${linePath(chance)} />
      <path class="lab-band" d=${bandPath(bands)} />
      <path class="lab-mean" d=${linePath(bands.map((band) => band?.mean))} />
      ${end === undefined ? '' : svg`<path class="lab-end" d="M${end} 0V${high}" />`}
      ${runs
        .filter(({ shares }) => shares.some((share) => share !== undefined))
        .map(
          (run) => svg`<path class="lab-run" d=${linePath(run.shares)} />
            ${runs.length === 1 ? svg`<path class="lab-dots" d=${dots(run.shares)} />` : ''}`,
        )}
    </svg>
    <div class="lab-axis" aria-hidden="true">
      ${marks.map((length) => html`<span data-label>${length}</span>`)}
    </div>
  </div>`;
}

/** Points are lines without a length, drawn with round ends: so they stay round in a stretched picture. */
function dots(shares: readonly (number | undefined)[]): string {
  return shares
    .map((share, i) => (share === undefined ? '' : `M${xOf(lengths[i]!)} ${yOf(share)}h0`))
    .join('');
}

/** What a model loses that answers each of the eight kinds as often: its logarithm. */
const evenLoss = Math.log(8);
/** The top of the loss's scale: what a model loses before it has learned, and some room. */
const topLoss = 3;

/** The loss of a run, step by step, as far as it has come. */
export function lossPicture(run: LabRun): TemplateResult {
  const points = run.losses.map((loss, i) => {
    const x = (across * (i + 1)) / run.steps;
    const y = high * (1 - Math.min(loss, topLoss) / topLoss);
    return `${x.toFixed(1)} ${Number.isNaN(loss) ? 0 : y.toFixed(1)}`;
  });
  const even = Math.round(high * (1 - evenLoss / topLoss));
  return html`<div class="lab-plot lab-loss">
    <span class="lab-top" data-label>${topLoss}</span>
    <svg viewBox="0 0 ${across} ${high}" preserveAspectRatio="none" aria-hidden="true">
      <path class="lab-chance" d="M0 ${even}H${across}" />
      ${points.length === 0 ? '' : svg`<path class="lab-run" d="M${points.join('L')}" />`}
    </svg>
    <div class="lab-axis" aria-hidden="true">
      <span data-label>0</span><span data-label>${text('lab.step', { step: run.steps })}</span>
    </div>
  </div>`;
}

/** What the marks of a picture mean, beside samples of them. */
export function legend(runs: number, withTable: boolean): TemplateResult {
  const sample = (name: string, d: string) =>
    html`<svg viewBox="0 0 30 12" aria-hidden="true"><path class=${name} d=${d} /></svg>`;
  return html`<p class="lab-legend">
    <span
      >${sample('lab-trained', 'M0 0H30V12H0z')}
      ${text('lab.legend.trained', { length: longestTrained })}</span
    >
    <span>${sample('lab-band', 'M0 1L30 5V11L0 5z')} ${text('lab.legend.band')}</span>
    ${
      runs === 0
        ? ''
        : html`<span
            >${sample('lab-run', 'M0 6H30')}
            ${text(runs === 1 ? 'lab.legend.run' : 'lab.legend.runs')}</span
          >`
    }
    <span>${sample('lab-chance', 'M0 6H30')} ${text('lab.legend.chance')}</span>
    ${withTable ? html`<span>${sample('lab-beyond', 'M0 0H30V12H0z')} ${text('lab.legend.end')}</span>` : ''}
  </p>`;
}
