import { attention, attentionBackward } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { learnedLookup, learnedLookupBackward, learnedTable } from '../../bindings/learned.ts';
import type { Matrix } from '../../bindings/matrix.ts';

/**
 * The task: every trained position looks its row up, attention compares the rows, and each position
 * is to give its attention to itself and its neighbours. It needs nothing but the table, and a row
 * that no text reaches takes no part in it.
 */
export interface Task {
  trained: number;
  width: number;
}

/** Sharper than 1 / sqrt(width), so that entries between -1 and 1 can do it: the colours' range. */
const scale = 4;
const deviation = 0.2;
const seed = 1;
const learningRate = 0.6;
export const mostRows = 24;

interface Run extends Task {
  /** the table after 0, 1, 2, … steps, as far as it was asked for */
  tables: Matrix[];
}

let latest: Run | undefined;

/**
 * The first `rows` rows of the table after so many steps. A row that is not trained touches no other,
 * so the table is trained at its largest and cut; steps are kept for a slider that goes back.
 */
export function trainedTable(core: Core, task: Task, rows: number, steps: number): Matrix {
  const { trained, width } = task;
  if (latest?.trained !== trained || latest.width !== width) {
    const first = learnedTable(core, { positions: mostRows, width, deviation, seed });
    latest = { trained, width, tables: [first] };
  }
  const { tables } = latest;
  while (tables.length <= steps) tables.push(step(core, task, tables.at(-1)!));
  return { rows, cols: width, data: tables[steps]!.data.slice(0, rows * width) };
}

/** The attention that a trained position gives to itself and its neighbours, on average. */
export function attentionNearby(core: Core, { trained }: Task, table: Matrix): number {
  const looked = learnedLookup(core, table, places(trained));
  const { output } = attention(core, looked, looked, identity(trained), { scale });
  let sum = 0;
  output.data.forEach((weight, i) => {
    if (areNear(i, trained)) sum += weight;
  });
  return sum / trained;
}

/** One step of gradient descent through attention and lookup. */
function step(core: Core, { trained, width }: Task, table: Matrix): Matrix {
  const looked = learnedLookup(core, table, places(trained));
  // With the identity as values the output is the weights, and the loss their wanted part, negated.
  const arriving = square(trained, (i) => (areNear(i, trained) ? -1 / trained : 0));
  const { queries, keys } = attentionBackward(
    core,
    looked,
    looked,
    identity(trained),
    { scale },
    { scheme: 'none' },
    arriving,
  );
  // Each row served as query and as key, so that two gradients arrive at it.
  const data = new Float32Array(2 * trained * width);
  data.set(queries.data);
  data.set(keys.data, trained * width);
  const twice = Int32Array.from({ length: 2 * trained }, (_, i) => i % trained);
  const gradient = learnedLookupBackward(core, mostRows, twice, {
    rows: 2 * trained,
    cols: width,
    data,
  });
  return {
    ...table,
    data: table.data.map((value, i) => value - learningRate * gradient.data[i]!),
  };
}

function places(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, p) => p);
}

function identity(size: number): Matrix {
  return square(size, (i) => (i % (size + 1) === 0 ? 1 : 0));
}

function square(size: number, value: (i: number) => number): Matrix {
  return {
    rows: size,
    cols: size,
    data: Float32Array.from({ length: size * size }, (_, i) => value(i)),
  };
}

/** Whether cell i of a square of that size lies on the diagonal or beside it. */
function areNear(i: number, size: number): boolean {
  return Math.abs(Math.floor(i / size) - (i % size)) <= 1;
}
