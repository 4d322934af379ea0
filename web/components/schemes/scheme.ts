import type { AttentionPositions } from '../../bindings/attention.ts';
import { alibiSlopes } from '../../bindings/alibi.ts';
import type { Core } from '../../bindings/core.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { sinusoidal } from '../../bindings/sinusoidal.ts';
import { transformerXlDistances } from '../../bindings/transformer-xl.ts';

/** From what enters at the token to what enters at the score. */
export const schemeNames = [
  'none',
  'sinusoidal',
  'learned',
  'shaw',
  'transformer-xl',
  't5',
  'rotary',
  'alibi',
] as const;

export type SchemeName = (typeof schemeNames)[number];

/** Shaw's largest offset with a vector of its own; the paper's models used 16 too. */
export const clip = 16;
export const shawVectors = 2 * clip + 1;

/** T5's published numbers; without a mask half of the buckets serve each side. */
export const buckets = 32;
export const maxDistance = 128;
export const t5Spec = { buckets, maxDistance, bidirectional: true };

/** What one layer looks like. */
export interface ModelShape {
  /** of a token's vector; a multiple of twice the heads */
  width: number;
  heads: number;
}

/** What attention takes for so many tokens under a scheme, with `trained` for what is trained. */
export function positionsOf(
  core: Core,
  name: SchemeName,
  tokens: number,
  { width, heads }: ModelShape,
  trained: (rows: number, cols: number, seed: number) => Matrix,
): AttentionPositions {
  const headWidth = width / heads;
  switch (name) {
    case 'none':
      return { scheme: 'none' };
    case 'sinusoidal':
      return added(sinusoidal(core, { positions: tokens, width }));
    case 'learned':
      return added(trained(tokens, width, 1));
    case 'shaw':
      return {
        scheme: 'shaw',
        keyTable: trained(shawVectors, headWidth, 1),
        valueTable: trained(shawVectors, headWidth, 2),
      };
    case 'transformer-xl':
      return {
        scheme: 'transformer-xl',
        distances: transformerXlDistances(core, tokens, tokens, { width }),
        contentBias: trained(1, width, 1),
        distanceBias: trained(1, width, 2),
      };
    case 't5':
      return { scheme: 't5', spec: t5Spec, table: trained(buckets, heads, 1) };
    case 'rotary':
      return { scheme: 'rotary', spec: { width: headWidth } };
    case 'alibi':
      return { scheme: 'alibi', slopes: alibiSlopes(core, heads) };
  }
}

function added(rows: Matrix): AttentionPositions {
  return { scheme: 'added', queries: rows, keys: rows };
}
