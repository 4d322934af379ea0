import { CoreError } from './errors.ts';
import { fields, int32, typedArray } from './guards.ts';
import type { RawMatrix, RawTensor3 } from './raw.ts';

/** A float32 table, row-major: cell (row, column) is data[row * cols + column]. A plain copy: nothing to free. */
export type Matrix = RawMatrix;

/** float32 cells in three dimensions: cell (b, row, column) is data[(b * rows + row) * cols + column]. */
export type Tensor3 = RawTensor3;

/** Row `r` of a matrix, as a view of its data. @throws {CoreError} 'out-of-range' */
export function row(matrix: Matrix, r: number): Float32Array {
  if (!Number.isInteger(r) || r < 0 || r >= matrix.rows) {
    throw new CoreError('out-of-range', `row is ${r}; it must be 0..${matrix.rows - 1}`);
  }
  return matrix.data.subarray(r * matrix.cols, (r + 1) * matrix.cols);
}

/** A matrix from rows of numbers. @throws {CoreError} 'shape-mismatch' when the rows differ in length */
export function fromRows(rows: readonly (readonly number[])[]): Matrix {
  const cols = rows[0]?.length ?? 0;
  rows.forEach((cells, r) => {
    if (cells.length !== cols) {
      throw new CoreError(
        'shape-mismatch',
        `row ${r} has ${cells.length} cells; row 0 has ${cols}`,
      );
    }
  });
  return { rows: rows.length, cols, data: Float32Array.from(rows.flat()) };
}

/** Checks what embind would bend: whole sides and typed cells. The core checks that they agree. */
export function checkedMatrix(name: string, matrix: Matrix): Matrix {
  fields(name, matrix);
  int32(`${name}.rows`, matrix.rows);
  int32(`${name}.cols`, matrix.cols);
  typedArray(`${name}.data`, Float32Array, matrix.data);
  return matrix;
}

export function checkedTensor3(name: string, tensor: Tensor3): Tensor3 {
  checkedMatrix(name, tensor);
  int32(`${name}.batch`, tensor.batch);
  return tensor;
}
