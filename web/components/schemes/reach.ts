import { alibiBias, alibiSlopes } from '../../bindings/alibi.ts';
import type { Core } from '../../bindings/core.ts';
import { CoreError } from '../../bindings/errors.ts';
import { learnedLookup, learnedTable } from '../../bindings/learned.ts';
import { rotaryRates } from '../../bindings/rotary.ts';
import { shawRows } from '../../bindings/shaw.ts';
import { seenAngles } from '../../bindings/sinusoidal-geometry.ts';
import { sinusoidal } from '../../bindings/sinusoidal.ts';
import { t5Buckets } from '../../bindings/t5.ts';
import { clip, t5Spec, type ModelShape, type SchemeName } from './scheme.ts';

/** What a scheme has for a text of any length, and what of it training has not touched. */
export interface Reach {
  /** whether there is an answer at the far position */
  answers: boolean;
  /** whether longer texts bring numbers of the scheme that training never met */
  fresh: boolean;
  /** what the sentences about it need */
  values: Record<string, number>;
  /** the core's words where there is no answer */
  refusal?: string | undefined;
}

/** A far query's answer to the first key; of schemes that count from the start, its own. */
export function reach(
  core: Core,
  name: SchemeName,
  { width, heads }: ModelShape,
  length: number,
  far: number,
): Reach {
  const headWidth = width / heads;
  const last = length - 1;
  switch (name) {
    case 'none':
      return { answers: true, fresh: false, values: {} };
    case 'sinusoidal':
    case 'transformer-xl': {
      // The code of a distance is that of the position.
      const { data } = sinusoidal(core, { positions: 1, first: far, width });
      const turning = withoutFullTurn(core, length, width);
      return withNews(turning.count, { ...turning, first: data[0]! });
    }
    case 'learned': {
      const table = learnedTable(core, { positions: length, width: 1 });
      const refusal = refusalOf(() => learnedLookup(core, table, Int32Array.of(far)));
      const missing = refusal !== undefined;
      return { answers: !missing, fresh: missing, values: { last }, refusal };
    }
    case 'shaw': {
      // Both sides alike, so the keys before the query count for two.
      const [reached, now] = [length, far + 1].map(
        (keys) => shawRows(core, 1, keys, clip).data[0]!,
      );
      return withNews(2 * (reached! - now!), { offset: now! - clip, vectors: 2 * clip + 1 });
    }
    case 't5': {
      const [back, ahead, farBack, farAhead] = t5Buckets(
        core,
        Int32Array.of(-last, last, -far, far),
        t5Spec,
      );
      return withNews(farBack! - back! + farAhead! - ahead!, {
        bucket: farBack!,
        buckets: t5Spec.buckets,
      });
    }
    case 'rotary': {
      const { rates } = rotaryRates(core, { width: headWidth });
      const turning = withoutFullTurn(core, length, headWidth);
      return withNews(turning.count, { ...turning, angle: rates.at(-1)! * far });
    }
    case 'alibi': {
      // The steepest slope is enough, and a bias of one head.
      const slopes = alibiSlopes(core, heads).subarray(0, 1);
      const [reached, now] = [length, far + 1].map(
        (keys) => alibiBias(core, slopes, 1, keys).data[0]!,
      );
      return { answers: true, fresh: now! < reached!, values: { reached: reached!, cost: -now! } };
    }
  }
}

function withNews(count: number, values: Record<string, number>): Reach {
  return { answers: true, fresh: count > 0, values: { ...values, count } };
}

/** The pairs that trained positions did not lead once around. */
function withoutFullTurn(core: Core, length: number, width: number) {
  const shares = seenAngles(core, length, width);
  return { count: shares.filter((share) => share < 1).length, pairs: shares.length };
}

function refusalOf(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (error instanceof CoreError && error.code === 'out-of-range') return error.message;
    throw error;
  }
}
