import type { Core } from './core.ts';
import { checkedMatrix, type Matrix } from './matrix.ts';

/** a - b, cell by cell. @throws {CoreError} 'shape-mismatch', 'out-of-memory' or 'wrong-type' */
export function difference(core: Core, a: Matrix, b: Matrix): Matrix {
  return core.call((raw) => raw.difference(checkedMatrix('a', a), checkedMatrix('b', b)));
}

/** The Euclidean distance of two matrices. @throws {CoreError} 'shape-mismatch' or 'wrong-type' */
export function distance(core: Core, a: Matrix, b: Matrix): number {
  return core.call((raw) => raw.distance(checkedMatrix('a', a), checkedMatrix('b', b)));
}
