import { attentionBackward } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { learnedLookupBackward } from '../../bindings/learned.ts';
import type { Matrix } from '../../bindings/matrix.ts';
import { positionsOf, type ModelShape, type SchemeName } from './scheme.ts';

export interface ModelSize extends ModelShape {
  /** positions in training, and rows of a learned table */
  length: number;
  layers: number;
}

/** How many numbers a scheme adds to what is trained: the cells for which the core has a gradient. */
export function trainedNumbers(core: Core, name: SchemeName, size: ModelSize): number {
  const { length, width, layers } = size;
  if (name === 'sinusoidal') return 0;
  if (name === 'learned') {
    // One column stands for all, or a large table would be made at every move of a slider.
    const gradient = learnedLookupBackward(core, length, new Int32Array(1), token(1));
    return cells(gradient) * width;
  }
  const { positions } = attentionBackward(
    core,
    token(width),
    token(width),
    token(width),
    { heads: size.heads },
    positionsOf(core, name, 1, size),
    token(width),
  );
  switch (positions.scheme) {
    case 'shaw':
      return layers * (cells(positions.keyTable) + cells(positions.valueTable));
    case 'transformer-xl':
      // The distances are computed; a matrix in each layer makes them what the query is multiplied by.
      return (
        layers * width * positions.distances.cols +
        cells(positions.contentBias) +
        cells(positions.distanceBias)
      );
    case 't5':
      return cells(positions.table);
    default:
      return 0;
  }
}

function token(width: number): Matrix {
  return { rows: 1, cols: width, data: new Float32Array(width) };
}

function cells({ rows, cols }: Matrix): number {
  return rows * cols;
}
