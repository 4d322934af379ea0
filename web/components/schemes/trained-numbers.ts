import { attentionBackward } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { learnedLookupBackward } from '../../bindings/learned.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { positionsOf, type ModelShape, type SchemeName } from './scheme.ts';

/** How many numbers a scheme adds to what is trained, and how often. */
export interface TrainedNumbers {
  once: number;
  perLayer: number;
  perPosition: number;
}

const nothing: TrainedNumbers = { once: 0, perLayer: 0, perPosition: 0 };

/** Counted in the gradients that the core gives for one token. */
export function trainedNumbers(core: Core, name: SchemeName, shape: ModelShape): TrainedNumbers {
  if (name === 'sinusoidal') return nothing;
  if (name === 'learned') {
    const gradient = learnedLookupBackward(core, 1, Int32Array.of(0), zeros(1, shape.width));
    return { ...nothing, perPosition: cells(gradient) };
  }
  const least = leastShape(name, shape);
  const token = zeros(1, least.width);
  const { positions } = attentionBackward(
    core,
    token,
    token,
    token,
    { heads: least.heads },
    positionsOf(core, name, 1, least, zeros),
    token,
  );
  switch (positions.scheme) {
    case 'shaw':
      return { ...nothing, perLayer: cells(positions.keyTable) + cells(positions.valueTable) };
    case 'transformer-xl':
      return {
        ...nothing,
        once: cells(positions.contentBias) + cells(positions.distanceBias),
        // The row of a distance is computed; a matrix in each layer turns it into what queries meet.
        perLayer: shape.width * positions.distances.cols,
      };
    case 't5':
      return { ...nothing, once: cells(positions.table) };
    default:
      return nothing;
  }
}

/** The smallest layer that trains the same: heads share Shaw's tables; T5 has a column a head. */
function leastShape(name: SchemeName, shape: ModelShape): ModelShape {
  const { width, heads } = shape;
  if (name === 'transformer-xl') return shape;
  return name === 'shaw' ? { width: width / heads, heads: 1 } : { width: 2 * heads, heads };
}

function zeros(rows: number, cols: number): Matrix {
  return { rows, cols, data: new Float32Array(rows * cols) };
}

function cells({ rows, cols }: Matrix): number {
  return rows * cols;
}
