/**
 * Whatever is handed to a function of web/bindings, it answers with a value of the promised shape or
 * with a CoreError, and goes on to answer others. Arguments that fit are made first; then up to two
 * places in them are spoilt by what a type checker would have refused, or a limit.
 *
 * FUZZ_SECONDS runs every property for its share of so many seconds instead of a few hundred times;
 * FUZZ_REPORT names a file that gets a line of JSON for each.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { alibiBias, alibiSlopes } from '../../web/bindings/alibi.ts';
import {
  attention,
  attentionBackward,
  attentionMasks,
  type AttentionPositions,
  type AttentionSpec,
} from '../../web/bindings/attention.ts';
import { checkClaim, claimIds } from '../../web/bindings/claims.ts';
import type { Core } from '../../web/bindings/core.ts';
import { difference, distance } from '../../web/bindings/difference.ts';
import { CoreError } from '../../web/bindings/errors.ts';
import {
  challengeCases,
  challengeReference,
  grade,
  gradingTolerance,
  runProblems,
  type Answer,
  type Grader,
} from '../../web/bindings/grading.ts';
import {
  learnedPositionsBackward,
  learnedPositionsForward,
} from '../../web/bindings/learned-positions.ts';
import {
  learnedLookup,
  learnedLookupBackward,
  learnedResize,
  learnedTable,
  type LearnedTableSpec,
} from '../../web/bindings/learned.ts';
import type { Matrix, Tensor3 } from '../../web/bindings/matrix.ts';
import {
  positionalEncodingBackward,
  positionalEncodingForward,
} from '../../web/bindings/positional-encoding.ts';
import {
  rotary,
  rotaryBackward,
  rotaryRates,
  rotaryScalings,
  rotaryTables,
  type RotarySpec,
} from '../../web/bindings/rotary.ts';
import {
  shawRows,
  shawScores,
  shawScoresBackward,
  shawValues,
  shawValuesBackward,
} from '../../web/bindings/shaw.ts';
import {
  closestPair,
  firstRise,
  seenAngles,
  shiftMatrix,
  sinusoidalPeriods,
  sinusoidalSimilarity,
} from '../../web/bindings/sinusoidal-geometry.ts';
import {
  pairLayouts,
  sinusoidal,
  sinusoidalAt,
  sinusoidalRates,
  type SinusoidalCode,
  type SinusoidalSpec,
} from '../../web/bindings/sinusoidal.ts';
import {
  t5Bias,
  t5BiasBackward,
  t5BucketMatrix,
  t5Buckets,
  type T5Spec,
} from '../../web/bindings/t5.ts';
import {
  beadDeck,
  chanceAccuracy,
  dropTraining,
  positionSchemes,
  resumeTraining,
  startTraining,
  train,
  trainingAccuracy,
  trainingAttention,
  trainingEquivariance,
  trainingLogits,
  trainingSnapshot,
  trainingTasks,
  type JudgedSequences,
  type StartedTraining,
  type TrainingLab,
  type TrainingSpec,
} from '../../web/bindings/training.ts';
import {
  relativeShift,
  transformerXlBackward,
  transformerXlDistances,
  transformerXlTerms,
  type TransformerXlInput,
} from '../../web/bindings/transformer-xl.ts';
import { loadBuiltCore, loadBuiltGrader, loadBuiltTrainingLab } from './core-under-test.ts';

let core: Core;
let grader: Grader;
let lab: TrainingLab;
beforeAll(async () => {
  core = await loadBuiltCore();
  grader = await loadBuiltGrader();
  lab = await loadBuiltTrainingLab();
  for (const scheme of positionSchemes) {
    snapshots.push(
      withRun({ ...smallTraining, scheme }, theRun, (run) => {
        train(lab, run, 1);
        return trainingSnapshot(lab, run);
      }),
    );
  }
});

// ---- Arguments that fit

const side = fc.integer({ min: 1, max: 5 });
const width = fc.integer({ min: 1, max: 8 });
const evenWidth = fc.integer({ min: 1, max: 4 }).map((half) => 2 * half);
const base = fc.constantFrom(10_000, 2, 1.0001, 1e8, 1e300);
const code: fc.Arbitrary<SinusoidalCode> = fc.record(
  { width, base, layout: fc.constantFrom(...pairLayouts) },
  { requiredKeys: ['width'] },
);
const sinusoidalSpec: fc.Arbitrary<SinusoidalSpec> = fc.record(
  {
    positions: fc.integer({ min: 0, max: 40 }),
    width,
    first: fc.oneof(fc.nat(9999), fc.constant(2_147_483_600)),
    base,
    layout: fc.constantFrom(...pairLayouts),
  },
  { requiredKeys: ['positions', 'width'] },
);
const t5Spec: fc.Arbitrary<T5Spec> = fc.record(
  {
    buckets: fc.constantFrom(8, 4, 32, 7),
    maxDistance: fc.constantFrom(128, 16, 2 ** 30),
    bidirectional: fc.boolean(),
  },
  { requiredKeys: [] },
);

const cell = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: -40, max: 40 }).map((n) => n / 8) },
  { weight: 1, arbitrary: fc.float() },
);
const cells = (size: number): fc.Arbitrary<Float32Array> =>
  fc.array(cell, { minLength: size, maxLength: size }).map((list) => Float32Array.from(list));
const matrix = (rows: number, cols: number): fc.Arbitrary<Matrix> =>
  cells(rows * cols).map((data) => ({ rows, cols, data }));
const tensor3 = (batch: number, rows: number, cols: number): fc.Arbitrary<Tensor3> =>
  cells(batch * rows * cols).map((data) => ({ batch, rows, cols, data }));
const anyMatrix = fc.tuple(side, side).chain(([rows, cols]) => matrix(rows, cols));
const positionList = (count: number): fc.Arbitrary<Int32Array> =>
  fc
    .array(fc.oneof(fc.nat(9), fc.nat(2_147_483_647)), { minLength: count, maxLength: count })
    .map((list) => Int32Array.from(list));
const numberList = fc
  .array(fc.oneof(fc.double(), fc.nat(9).map(Number)), { maxLength: 6 })
  .map((list) => Float64Array.from(list));

const rotarySpec = (headWidth: number): fc.Arbitrary<RotarySpec> =>
  fc.record(
    {
      width: fc.constant(headWidth),
      rotated: fc.constantFrom(0, 2, headWidth),
      base,
      layout: fc.constantFrom(...pairLayouts),
      scaling: fc.constantFrom(...rotaryScalings),
      factor: fc.constantFrom(1, 4),
      trained: fc.constantFrom(1, 2048),
      fastTurns: fc.constant(32),
      slowTurns: fc.constant(1),
      attentionFactor: fc.constantFrom(0, 1.5),
    },
    { requiredKeys: ['width'] },
  );
const rotaryCall = fc
  .tuple(side, side, evenWidth)
  .chain(([tokens, heads, headWidth]) =>
    fc.tuple(matrix(tokens, heads * headWidth), positionList(tokens), rotarySpec(headWidth)),
  );

const attentionPositions = (
  q: number,
  k: number,
  heads: number,
  headWidth: number,
  valueWidth: number,
): fc.Arbitrary<AttentionPositions> => {
  const columns = heads * headWidth;
  const scheme = <Name extends string>(name: Name): fc.Arbitrary<Name> => fc.constant(name);
  return fc.oneof(
    fc.record({ scheme: scheme('none') }),
    fc.record({
      scheme: scheme('added'),
      queries: matrix(q, columns),
      keys: matrix(k, columns),
    }),
    fc.record(
      {
        scheme: scheme('rotary'),
        spec: rotarySpec(headWidth),
        queries: positionList(q),
        keys: positionList(k),
      },
      { requiredKeys: ['scheme', 'spec'] },
    ),
    fc.record(
      {
        scheme: scheme('alibi'),
        slopes: fc
          .array(fc.nat(8), { minLength: heads, maxLength: heads })
          .map((list) => Float64Array.from(list)),
      },
      { requiredKeys: ['scheme'] },
    ),
    fc.record({
      scheme: scheme('t5'),
      spec: fc.constant({ buckets: 8, maxDistance: 16 }),
      table: matrix(8, heads),
    }),
    fc.record(
      {
        scheme: scheme('shaw'),
        keyTable: matrix(3, headWidth),
        valueTable: matrix(3, valueWidth),
      },
      { requiredKeys: ['scheme', 'keyTable'] },
    ),
    fc.record({
      scheme: scheme('transformer-xl'),
      distances: matrix(k + q - 1, columns),
      contentBias: matrix(1, columns),
      distanceBias: matrix(1, columns),
    }),
  );
};
const attentionCall = fc
  .record({
    q: side,
    past: fc.nat(2),
    heads: fc.integer({ min: 1, max: 3 }),
    half: fc.integer({ min: 1, max: 2 }),
    valueWidth: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ q, past, heads, half, valueWidth }) => {
    const k = q + past;
    const spec: fc.Arbitrary<AttentionSpec> = fc.record(
      {
        heads: fc.constant(heads),
        mask: fc.constantFrom(...attentionMasks),
        scale: fc.constantFrom(0, 0.5),
        padding: fc
          .array(fc.nat(1), { minLength: k, maxLength: k })
          .map((list) => Uint8Array.from(list)),
        trace: fc.boolean(),
      },
      { requiredKeys: ['heads'] },
    );
    return fc.tuple(
      matrix(q, 2 * half * heads),
      matrix(k, 2 * half * heads),
      matrix(k, valueWidth * heads),
      spec,
      attentionPositions(q, k, heads, 2 * half, valueWidth),
      matrix(q, valueWidth * heads),
    );
  });

const transformerXlInput = fc.tuple(side, fc.nat(3), side).chain(([q, past, columns]) =>
  fc.tuple(
    fc.record<TransformerXlInput>({
      queries: matrix(q, columns),
      keys: matrix(q + past, columns),
      distances: matrix(2 * q + past - 1, columns),
      contentBias: matrix(1, columns),
      distanceBias: matrix(1, columns),
    }),
    matrix(q, q + past),
  ),
);
const layerCall = fc
  .tuple(side, side, side)
  .chain(([batch, tokens, columns]) =>
    fc.tuple(matrix(tokens + 2, columns), tensor3(batch, tokens, columns), fc.nat(2)),
  );
const shawCall = fc
  .tuple(side, fc.nat(3), side, fc.nat(3))
  .chain(([q, past, columns, clip]) =>
    fc.tuple(
      matrix(q, columns),
      matrix(2 * clip + 1, columns),
      matrix(q, q + past),
      matrix(q, columns),
    ),
  );

// A run small enough for a thousand of them in a second.
const smallTraining = {
  width: 8,
  heads: 2,
  layers: 1,
  steps: 3,
  warmUp: 1,
  batch: 1,
  longLength: 8,
} as const satisfies TrainingSpec;
const trainingSpec: fc.Arbitrary<TrainingSpec> = fc
  .record(
    {
      task: fc.constantFrom(...trainingTasks),
      scheme: fc.constantFrom(...positionSchemes),
      mask: fc.constantFrom(...attentionMasks),
      seed: fc.nat(4_294_967_295),
      layers: fc.constantFrom(1, 2),
      batch: fc.constantFrom(1, 2),
      longLength: fc.constantFrom(8, 16),
      learningRate: fc.constantFrom(0.01, 1, 1e-9),
      gradientLimit: fc.constantFrom(1, 1e-6, 1e6),
      tableRows: fc.constantFrom(16, 1024),
      clip: fc.constantFrom(1, 64),
      buckets: fc.constantFrom(4, 8, 1024),
      maxDistance: fc.constantFrom(257, 2 ** 30),
      base,
      slopes: fc.constantFrom(new Float64Array(0), Float64Array.of(0, 1000)),
    },
    { requiredKeys: [] },
  )
  .map((chosen) => ({ ...smallTraining, ...chosen }));
const judgedSequences: fc.Arbitrary<JudgedSequences> = fc.record({
  length: fc.constantFrom(8, 16),
  sequences: fc.integer({ min: 1, max: 3 }),
  seed: fc.nat(4_294_967_295),
});
const beads = fc
  .constantFrom(8, 16)
  .chain((length) => fc.array(fc.nat(7), { minLength: length, maxLength: length }))
  .map((list) => Int32Array.from(list));

/** Stands for the number of the run that a property starts; no run ever has it. */
const theRun = 0;

/**
 * What `use` makes of a fresh run, which is dropped afterwards. `run` is mostly `theRun`. Whatever
 * is refused leaves the run as it was.
 */
function withRun<Value>(spec: TrainingSpec, run: number, use: (run: number) => Value): Value {
  const own = startTraining(lab, spec).run;
  try {
    const before = trainingSnapshot(lab, own);
    try {
      return use(run === theRun ? own : run);
    } catch (error) {
      if (error instanceof CoreError && error.code !== 'core-stopped') {
        expectSameBytes(trainingSnapshot(lab, own), before);
      }
      throw error;
    }
  } finally {
    outcome(() => {
      dropTraining(lab, own);
    });
  }
}

/** Of a run with each scheme, one step old. */
const snapshots: Uint8Array[] = [];
const spoiltSnapshot: fc.Arbitrary<Uint8Array> = fc
  .record({
    scheme: fc.nat(positionSchemes.length - 1),
    kept: fc.oneof(
      { weight: 9, arbitrary: fc.constant(Infinity) },
      { weight: 1, arbitrary: fc.nat(9999) },
    ),
    // The settings, and the first weights.
    changes: fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 3 }),
  })
  .map(({ scheme, kept, changes }) => {
    const bytes = snapshots[scheme]!.slice(0, kept);
    for (const [place, byte] of changes) if (place < bytes.length) bytes[place] = byte;
    return bytes;
  });

// ---- What spoils them

const otherNumbers = [
  ...[0, -0, -1, 1.5, NaN, Infinity, -Infinity, 5e-324, 1e300, -1e300, 65_536, 65_537],
  ...[2 ** 26 + 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32, 2 ** 53, 2 ** 53 + 2],
];

function detached<List extends Float32Array | Float64Array | Int32Array>(list: List): List {
  structuredClone(list.buffer, { transfer: [list.buffer as ArrayBuffer] });
  // How a failure prints it: its cells cannot be read.
  return Object.assign(list, { [fc.toStringMethod]: () => `detached ${list.constructor.name}` });
}

/** In place of any argument or field; undefined takes a field away. */
const spoiler: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...otherNumbers),
  fc.integer({ min: -2, max: 9 }),
  fc.constantFrom<unknown>(undefined, null, true, '', '3', 'split', 'yarn', 'no-such', 10n),
  fc.constantFrom<unknown>(Symbol('s'), [], {}, [1, 2, 3], [[1]], Object.create(null), /x/, Date),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.constantFrom(999, 1001, 100_000).map((length) => 'x'.repeat(length)),
  fc.nat(5).chain((size) => cells(size)),
  numberList,
  positionList(3),
  fc.constant(3).map((size) => detached(new Float32Array(size))),
  fc.constant(3).map((size) => detached(new Float64Array(size))),
  fc.constant(3).map((size) => detached(new Int32Array(size))),
  fc.constantFrom(new Uint8Array(3), new DataView(new ArrayBuffer(8)), new ArrayBuffer(8)),
  anyMatrix,
  fc.tuple(side, side).chain(([rows, cols]) => tensor3(2, rows, cols)),
  fc.constant({ rows: 2 ** 31 - 1, cols: 2 ** 31 - 1, data: new Float32Array(1) }),
  fc.constant({ rows: -1, cols: -4, data: new Float32Array(4) }),
  fc.constant({ batch: 2 ** 31 - 1, rows: 0, cols: 4, data: new Float32Array(0) }),
  fc.constant({ batch: 0, rows: 2 ** 31 - 1, cols: 2 ** 31 - 1, data: new Float32Array(0) }),
);

type Place = (string | number)[];
type Container = Record<string | number, unknown>;

/** Whether something has places of its own; a typed array is one value. */
function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
}

function placesIn(value: Container, above: Place = []): Place[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...above, key];
    return isContainer(inner) ? [place, ...placesIn(inner, place)] : [place];
  });
}

/** A copy with something else at a place; everything on the way is copied too. */
function replaced(value: Container, [key, ...rest]: Place, by: unknown): Container {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Container;
  if (key === undefined) return copy;
  const inner = copy[key];
  copy[key] = rest.length > 0 && isContainer(inner) ? replaced(inner, rest, by) : by;
  return copy;
}

function spoilt<Args extends unknown[]>(args: fc.Arbitrary<Args>): fc.Arbitrary<Args> {
  const spoils = fc.array(fc.tuple(fc.nat(), spoiler), { maxLength: 2 });
  return fc.tuple(args, spoils).map(([right, all]) =>
    all.reduce<Args>((wrong, [number, by]) => {
      const container = wrong as unknown as Container;
      const places = placesIn(container);
      if (places.length === 0) return wrong;
      // The type is a lie from here on: that is the point.
      return replaced(container, places[number % places.length]!, by) as unknown as Args;
    }, right),
  );
}

// ---- What is promised

const codes = [
  ...['out-of-range', 'not-finite', 'shape-mismatch', 'out-of-memory', 'unknown-name'],
  'wrong-type',
];

/** The value of a call; undefined for one that was refused as the bindings promise. */
function outcome<Value>(call: () => Value): { value: Value } | undefined {
  try {
    return { value: call() };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    expect(codes, error.message).toContain(error.code);
    expect(error.message).toMatch(/\S/);
    return undefined;
  }
}

function expectMatrix(got: Matrix, rows: number, cols: number): void {
  expect([got.rows, got.cols]).toEqual([rows + 0, cols + 0]); // -0 is a size of 0
  expect(got.data).toBeInstanceOf(Float32Array);
  expect(got.data).toHaveLength(rows * cols);
}

function expectTensor3(got: Tensor3, batch: number, rows: number, cols: number): void {
  expect([got.batch, got.rows, got.cols]).toEqual([batch + 0, rows + 0, cols + 0]);
  expect(got.data).toBeInstanceOf(Float32Array);
  expect(got.data).toHaveLength(batch * rows * cols);
}

const expectSame = (got: Matrix, as: Matrix): void => expectMatrix(got, as.rows, as.cols);
const expectSame3 = (got: Tensor3, as: Tensor3): void =>
  expectTensor3(got, as.batch, as.rows, as.cols);

/** As toEqual, which takes long for so many. */
function expectSameBytes(got: Uint8Array, expected: Uint8Array): void {
  expect(Buffer.compare(got, expected), 'the order of two snapshots').toBe(0);
}

function expectRow(got: Float32Array, size: number): void {
  expect(got).toBeInstanceOf(Float32Array);
  expect(got).toHaveLength(size);
}

interface Face {
  name: string;
  property: () => fc.IAsyncProperty<unknown>;
  runs: number;
}

/** One function of the bindings: arguments that fit, and what its value must look like. */
function face<Args extends unknown[], Value>(
  name: string,
  args: fc.Arbitrary<Args>,
  call: (...args: Args) => Value,
  promised: (value: Value, ...args: Args) => void,
  runs = 100,
): Face {
  return {
    name,
    runs,
    property: () =>
      fc.asyncProperty(spoilt(args), async (given) => {
        // After a module has stopped, the next attempt to shrink its input finds a living one.
        await Promise.all([core.ready, grader.ready, lab.ready]);
        const result = outcome(() => call(...given));
        if (result !== undefined) promised(result.value, ...given);
        // The module lives on, and its memory is whole: this is row 1 of width 2.
        const [sine, cosine] = sinusoidal(core, { positions: 1, first: 1, width: 2 }).data;
        expect([sine, cosine]).toEqual([Math.fround(Math.sin(1)), Math.fround(Math.cos(1))]);
        expect(chanceAccuracy(lab, 16)).toBe(2 / 15);
      }),
  };
}

const pairs = (columns: number): number => Math.ceil(columns / 2);

const faces: Face[] = [
  face(
    'difference',
    fc.tuple(side, side).chain(([rows, cols]) => fc.tuple(matrix(rows, cols), matrix(rows, cols))),
    (a, b) => difference(core, a, b),
    (got, first) => expectSame(got, first),
  ),
  face(
    'distance',
    fc.tuple(side, side).chain(([rows, cols]) => fc.tuple(matrix(rows, cols), matrix(rows, cols))),
    (a, b) => distance(core, a, b),
    (value) => expect(value).not.toBeLessThan(0),
  ),
  face(
    'sinusoidal',
    fc.tuple(sinusoidalSpec),
    (spec) => sinusoidal(core, spec),
    (table, spec) => {
      expectMatrix(table, spec.positions, spec.width);
      expect(table.data.every((value) => Math.abs(value) <= 1)).toBe(true);
    },
  ),
  face(
    'sinusoidalAt',
    fc.tuple(numberList, code),
    (positions, spec) => sinusoidalAt(core, positions, spec),
    (table, positions, spec) => expectMatrix(table, positions.length, spec.width),
  ),
  face(
    'sinusoidalRates',
    fc.tuple(width, base),
    (columns, at) => sinusoidalRates(core, columns, at),
    (rates, columns) => expectRow(rates, pairs(columns)),
  ),
  face(
    'sinusoidalPeriods',
    fc.tuple(width, base),
    (columns, at) => sinusoidalPeriods(core, columns, at),
    (periods, columns) => expectRow(periods, pairs(columns)),
  ),
  face(
    'shiftMatrix',
    fc.tuple(fc.integer({ min: -99, max: 99 }), code),
    (offset, spec) => shiftMatrix(core, offset, spec),
    (shift, _offset, spec) => expectMatrix(shift, spec.width, spec.width),
  ),
  face(
    'sinusoidalSimilarity',
    fc.tuple(fc.nat(40), evenWidth, base),
    (distances, columns, at) => sinusoidalSimilarity(core, distances, columns, at),
    (row, distances) => expectRow(row, distances),
  ),
  face(
    'firstRise',
    fc.tuple(evenWidth, base),
    // A valid width of 65,536 would walk over two billion pairs.
    (columns, at) => firstRise(core, (columns as unknown) === 65_536 ? 65_537 : columns, at),
    (rise) => expect(rise).toBeGreaterThan(0),
  ),
  face(
    'closestPair',
    fc.tuple(fc.integer({ min: 2, max: 40 }), evenWidth, base),
    (positions, columns, at) => closestPair(core, positions, columns, at),
    (pair, positions) => {
      expect(pair.first).toBe(0);
      expect(pair.second).toBeLessThan(positions);
      expect(pair.distance).toBeGreaterThanOrEqual(0);
    },
  ),
  face(
    'seenAngles',
    fc.tuple(fc.integer({ min: 1, max: 2048 }), width, base),
    (trained, columns, at) => seenAngles(core, trained, columns, at),
    (shares, _trained, columns) => expectRow(shares, pairs(columns)),
  ),
  face(
    'learnedTable',
    fc.tuple(
      fc.record<LearnedTableSpec>(
        {
          positions: side,
          width,
          deviation: fc.constantFrom(0.02, 0, 1000),
          seed: fc.nat(4_294_967_295),
        },
        { requiredKeys: ['positions', 'width'] },
      ),
    ),
    (spec) => learnedTable(core, spec),
    (table, spec) => expectMatrix(table, spec.positions, spec.width),
  ),
  face(
    'learnedLookup',
    fc.tuple(matrix(10, 3), positionList(4)),
    (table, positions) => learnedLookup(core, table, positions),
    (rows, table, positions) => expectMatrix(rows, positions.length, table.cols),
  ),
  face(
    'learnedLookupBackward',
    fc.tuple(fc.constant(10), positionList(2), matrix(2, 3)),
    (rows, positions, gradient) => learnedLookupBackward(core, rows, positions, gradient),
    (table, rows, _positions, gradient) => expectMatrix(table, rows, gradient.cols),
  ),
  face(
    'learnedResize',
    fc.tuple(anyMatrix, side),
    (table, positions) => learnedResize(core, table, positions),
    (resized, table, positions) => expectMatrix(resized, positions, table.cols),
  ),
  face(
    'alibiSlopes',
    fc.tuple(fc.integer({ min: 1, max: 40 })),
    (heads) => alibiSlopes(core, heads),
    (slopes, heads) => {
      expect(slopes).toBeInstanceOf(Float64Array);
      expect(slopes).toHaveLength(heads);
    },
  ),
  face(
    'alibiBias',
    fc.tuple(numberList, side, fc.integer({ min: 5, max: 9 })),
    (slopes, queries, keys) => alibiBias(core, slopes, queries, keys),
    (bias, slopes, queries, keys) => expectTensor3(bias, slopes.length, queries, keys),
  ),
  face(
    'shawRows',
    fc.tuple(side, fc.integer({ min: 5, max: 9 }), fc.nat(9)),
    (queries, keys, clip) => shawRows(core, queries, keys, clip),
    (rows, queries, keys) => expectMatrix(rows, queries, keys),
  ),
  face(
    'shawScores',
    shawCall.map(
      ([queries, table]) => [queries, table, queries.rows + 1] as [Matrix, Matrix, number],
    ),
    (queries, table, keys) => shawScores(core, queries, table, keys),
    (scores, queries, _table, keys) => expectMatrix(scores, queries.rows, keys),
  ),
  face(
    'shawScoresBackward',
    shawCall.map(
      ([queries, table, scores]) => [queries, table, scores] as [Matrix, Matrix, Matrix],
    ),
    (queries, table, gradient) => shawScoresBackward(core, queries, table, gradient),
    (gradient, queries, table) => {
      expectSame(gradient.queries, queries);
      expectSame(gradient.keyTable, table);
    },
  ),
  face(
    'shawValues',
    shawCall.map(([, table, weights]) => [weights, table] as [Matrix, Matrix]),
    (weights, table) => shawValues(core, weights, table),
    (output, weights, table) => expectMatrix(output, weights.rows, table.cols),
  ),
  face(
    'shawValuesBackward',
    shawCall.map(
      ([, table, weights, output]) => [weights, table, output] as [Matrix, Matrix, Matrix],
    ),
    (weights, table, gradient) => shawValuesBackward(core, weights, table, gradient),
    (gradient, weights, table) => {
      expectSame(gradient.weights, weights);
      expectSame(gradient.valueTable, table);
    },
  ),
  face(
    't5Buckets',
    fc.tuple(positionList(5), t5Spec),
    (offsets, spec) => t5Buckets(core, offsets, spec),
    (buckets, offsets) => {
      expect(buckets).toBeInstanceOf(Int32Array);
      expect(buckets).toHaveLength(offsets.length);
    },
  ),
  face(
    't5BucketMatrix',
    fc.tuple(side, fc.integer({ min: 5, max: 9 }), t5Spec),
    (queries, keys, spec) => t5BucketMatrix(core, queries, keys, spec),
    (buckets, queries, keys) => expectMatrix(buckets, queries, keys),
  ),
  face(
    't5Bias',
    fc.tuple(matrix(8, 2), side, fc.integer({ min: 5, max: 9 }), fc.constant({ buckets: 8 })),
    (table, queries, keys, spec) => t5Bias(core, table, queries, keys, spec),
    (bias, table, queries, keys) => expectTensor3(bias, table.cols, queries, keys),
  ),
  face(
    't5BiasBackward',
    fc.tuple(tensor3(2, 3, 4), fc.constant({ buckets: 8 })),
    (gradient, spec) => t5BiasBackward(core, gradient, spec),
    (table, gradient) => {
      expect(table.cols).toBe(gradient.batch);
      expect(table.data).toHaveLength(table.rows * table.cols);
    },
  ),
  face(
    'transformerXlDistances',
    fc.tuple(side, fc.integer({ min: 5, max: 9 }), code),
    (queries, keys, spec) => transformerXlDistances(core, queries, keys, spec),
    (codes_, queries, keys, spec) => expectMatrix(codes_, keys + queries - 1, spec.width),
  ),
  face(
    'transformerXlTerms',
    transformerXlInput.map(([input]) => [input] as [TransformerXlInput]),
    (input) => transformerXlTerms(core, input),
    (terms, { queries, keys }) => {
      for (const term of [terms.content, terms.distance, terms.contentBias, terms.distanceBias]) {
        expectMatrix(term, queries.rows, keys.rows);
      }
    },
  ),
  face(
    'transformerXlBackward',
    transformerXlInput,
    (input, gradient) => transformerXlBackward(core, input, gradient),
    (gradient, input) => {
      for (const part of ['queries', 'keys', 'distances', 'contentBias', 'distanceBias'] as const) {
        expectSame(gradient[part], input[part]);
      }
    },
  ),
  face(
    'relativeShift',
    fc.tuple(side.chain((rows) => matrix(rows, rows))),
    (scores) => relativeShift(core, scores),
    (got, first) => expectSame(got, first),
  ),
  face(
    'rotaryRates',
    fc.tuple(evenWidth.chain(rotarySpec)),
    (spec) => rotaryRates(core, spec),
    (rates) => {
      expect(rates.rates).toBeInstanceOf(Float64Array);
      expect(rates.attentionFactor).toBeGreaterThan(0);
    },
  ),
  face(
    'rotaryTables',
    fc.tuple(positionList(3), evenWidth.chain(rotarySpec)),
    (positions, spec) => rotaryTables(core, positions, spec),
    (tables, positions) => {
      expect(tables.cosines.rows).toBe(positions.length);
      expectSame(tables.sines, tables.cosines);
    },
  ),
  face(
    'rotary',
    rotaryCall,
    (x, positions, spec) => rotary(core, x, positions, spec),
    (got, first) => expectSame(got, first),
  ),
  face(
    'rotaryBackward',
    rotaryCall,
    (x, positions, spec) => rotaryBackward(core, x, positions, spec),
    (got, first) => expectSame(got, first),
  ),
  face(
    'positionalEncodingForward',
    layerCall.map(
      ([table, input, start]) =>
        [{ positions: table.rows, width: table.cols }, input, start] as [
          SinusoidalSpec,
          Tensor3,
          number,
        ],
    ),
    (spec, input, start) => positionalEncodingForward(core, spec, input, start),
    (output, _spec, input) => expectSame3(output, input),
  ),
  face(
    'positionalEncodingBackward',
    layerCall.map(
      ([table, input]) =>
        [{ positions: table.rows, width: table.cols }, input] as [SinusoidalSpec, Tensor3],
    ),
    (spec, gradient) => positionalEncodingBackward(core, spec, gradient),
    (output, _spec, gradient) => expectSame3(output, gradient),
  ),
  face(
    'learnedPositionsForward',
    layerCall,
    (table, input, start) => learnedPositionsForward(core, table, input, start),
    (output, _table, input) => expectSame3(output, input),
  ),
  face(
    'learnedPositionsBackward',
    layerCall,
    (table, gradient, start) => learnedPositionsBackward(core, table, gradient, start),
    (result, table, gradient) => {
      expectSame3(result.input, gradient);
      expectSame(result.table, table);
    },
  ),
  face(
    'attention',
    attentionCall.map(
      ([queries, keys, values, spec, positions]) =>
        [queries, keys, values, spec, positions] as [
          Matrix,
          Matrix,
          Matrix,
          AttentionSpec,
          AttentionPositions,
        ],
    ),
    (queries, keys, values, spec, positions) =>
      attention(core, queries, keys, values, spec, positions),
    (trace, queries, _keys, values) => {
      expectMatrix(trace.output, queries.rows, values.cols);
      expect(trace.output.data.every(Number.isFinite)).toBe(true);
      expect(trace.blind).toHaveLength(queries.rows);
      expect(trace.weights.data.every((weight) => weight >= 0 && weight < 1.000001)).toBe(true);
    },
  ),
  face(
    'attentionBackward',
    attentionCall,
    (queries, keys, values, spec, positions, gradient) =>
      attentionBackward(core, queries, keys, values, spec, positions, gradient),
    (gradient, queries, keys, values) => {
      expectSame(gradient.queries, queries);
      expectSame(gradient.keys, keys);
      expectSame(gradient.values, values);
    },
  ),
  face(
    'claimIds',
    fc.constant<[]>([]),
    () => claimIds(core),
    (ids) => expect(new Set(ids).size).toBe(ids.length),
    1,
  ),
  face(
    'checkClaim',
    fc.tuple(fc.constantFrom('no-such-claim', '')),
    (id) => checkClaim(core, id),
    (report, id) => expect(report.id).toBe(id),
  ),
  face(
    'challengeCases',
    fc.tuple(fc.constant('sinusoidal-table'), fc.nat(4_294_967_295)),
    (challenge, seed) => challengeCases(grader, challenge, seed),
    (cases) => expect(cases.length).toBeGreaterThan(0),
    100,
  ),
  face(
    'challengeReference',
    fc.tuple(fc.constant('sinusoidal-table'), fc.nat(4_294_967_295), fc.nat(20)),
    (challenge, seed, index) => challengeReference(grader, challenge, seed, index),
    ({ shape, cells: given }) =>
      expect(given).toHaveLength(shape.reduce((product, length) => product * length, 1)),
    100,
  ),
  face(
    'gradingTolerance',
    fc.constant<[]>([]),
    () => gradingTolerance(grader),
    (tolerance) => expect(tolerance.absolute).toBeGreaterThan(0),
    1,
  ),
  face(
    'grade',
    fc.tuple(
      fc.constant('sinusoidal-table'),
      fc.constantFrom(0, 7, 4_294_967_295),
      fc.array(
        fc.oneof(
          fc.tuple(fc.nat(3), fc.nat(3)).chain(([rows, cols]) =>
            fc
              .array(fc.double(), { minLength: rows * cols, maxLength: rows * cols })
              .map((list): Answer => ({
                kind: 'cells',
                shape: [rows, cols],
                cells: Float64Array.from(list),
              })),
          ),
          fc
            .tuple(fc.constantFrom(...runProblems), fc.array(fc.nat(5), { maxLength: 3 }))
            .map(([problem, path]): Answer => ({ kind: 'problem', problem, path })),
        ),
        { maxLength: 4 },
      ),
    ),
    (challenge, seed, answers) => grade(grader, challenge, seed, answers),
    (verdict) => {
      expect(verdict.casePassed).toHaveLength(verdict.casesTotal);
      expect(verdict.passed).toBe(verdict.casesPassed === verdict.casesTotal);
    },
    60,
  ),
  face(
    'startTraining',
    fc.tuple(trainingSpec),
    (spec) => {
      const started = startTraining(lab, spec);
      dropTraining(lab, started.run);
      return started;
    },
    ({ steps, stepsDone, parameters }, spec) => {
      expect([steps, stepsDone]).toEqual([spec.steps ?? 400, 0]);
      expect(parameters).toBeGreaterThan(0);
    },
  ),
  face(
    'resumeTraining',
    fc.tuple(spoiltSnapshot),
    (snapshot): [StartedTraining, Uint8Array, Uint8Array] => {
      const started = resumeTraining(lab, snapshot);
      try {
        const saved = trainingSnapshot(lab, started.run);
        const again = resumeTraining(lab, saved);
        const savedAgain = trainingSnapshot(lab, again.run);
        dropTraining(lab, again.run);
        return [started, saved, savedAgain];
      } finally {
        dropTraining(lab, started.run);
      }
    },
    ([{ steps, stepsDone }, saved, savedAgain], snapshot) => {
      expect(stepsDone).toBeGreaterThanOrEqual(0);
      expect(stepsDone).toBeLessThanOrEqual(steps);
      expect(saved).toHaveLength(snapshot.length);
      expectSameBytes(savedAgain, saved);
    },
  ),
  face(
    'train',
    fc.tuple(trainingSpec, fc.constant(theRun), fc.nat(3)),
    // So many steps are valid where the run has as many, and take seconds.
    (spec, run, steps) =>
      withRun(spec, run, (own) => train(lab, own, (steps as unknown) === 65_536 ? 65_537 : steps)),
    (losses, _spec, _run, steps) => {
      expectRow(losses, steps + 0);
      expect(losses.some((loss) => loss < 0)).toBe(false);
    },
  ),
  face(
    'trainingAccuracy',
    fc.tuple(trainingSpec, fc.constant(theRun), judgedSequences),
    (spec, run, judged) => withRun(spec, run, (own) => trainingAccuracy(lab, own, judged)),
    (share) => {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    },
  ),
  face(
    'trainingEquivariance',
    fc.tuple(trainingSpec, fc.constant(theRun), judgedSequences),
    (spec, run, judged) => withRun(spec, run, (own) => trainingEquivariance(lab, own, judged)),
    ({ error, largest }, spec) => {
      expect(error).toBeGreaterThanOrEqual(0);
      expect(largest).toBeGreaterThan(0);
      if ((spec.scheme ?? 'none') === 'none' && (spec.mask ?? 'none') === 'none') {
        expect(error).toBeLessThan(1e-4 * (1 + largest)); // float32 sums in another order
      }
    },
  ),
  face(
    'trainingLogits',
    fc.tuple(trainingSpec, fc.constant(theRun), beads),
    (spec, run, list) => withRun(spec, run, (own) => trainingLogits(lab, own, list)),
    (logits, _spec, _run, list) => expectMatrix(logits, list.length, 8),
  ),
  face(
    'trainingAttention',
    fc.tuple(trainingSpec, fc.constant(theRun), beads),
    (spec, run, list) => withRun(spec, run, (own) => trainingAttention(lab, own, list)),
    (maps, spec, _run, list) => {
      const count = (spec.layers ?? 2) * (spec.heads ?? 2);
      expectTensor3(maps, count, list.length, list.length);
      expect(maps.data.every((weight) => weight >= 0 && weight < 1.000001)).toBe(true);
    },
  ),
  face(
    'trainingSnapshot',
    fc.tuple(trainingSpec, fc.constant(theRun)),
    (spec, run) =>
      withRun(spec, run, (own) => {
        const saved = trainingSnapshot(lab, own);
        const resumed = resumeTraining(lab, saved).run;
        const both = [own, resumed].map((each) => ({
          losses: train(lab, each, 1),
          snapshot: trainingSnapshot(lab, each),
        }));
        dropTraining(lab, resumed);
        return both;
      }),
    ([one, other]) => {
      expect(other!.losses).toEqual(one!.losses);
      expectSameBytes(other!.snapshot, one!.snapshot);
    },
  ),
  face(
    'dropTraining',
    fc.tuple(trainingSpec, fc.constant(theRun)),
    (spec, run) =>
      withRun(spec, run, (own) => {
        dropTraining(lab, own);
        return own;
      }),
    (run) => {
      expect(() => train(lab, run, 0)).toThrow(CoreError);
    },
  ),
  face(
    'beadDeck',
    fc.tuple(fc.constantFrom(8, 16, 1024), fc.nat(4_294_967_295)),
    (length, seed) => beadDeck(lab, length, seed),
    (deck, length) =>
      expect([...deck].sort()).toEqual(
        Array.from({ length }, (_, i) => Math.floor((8 * i) / length)),
      ),
  ),
  face(
    'chanceAccuracy',
    fc.tuple(fc.constantFrom(8, 16, 1024)),
    (length) => chanceAccuracy(lab, length),
    (share, length) => expect(share).toBe(length / 8 / (length - 1)),
  ),
];

test.each([
  ['raw.ts', 'RawCore'],
  ['raw-grading.ts', 'RawGrading'],
  ['raw-training.ts', 'RawTraining'],
])('every function of %s is tried', (source, type) => {
  const text = readFileSync(new URL(`../../web/bindings/${source}`, import.meta.url), 'utf8');
  const body = new RegExp(`export interface ${type} \\{([^]*?)\\n\\}`).exec(text)?.[1] ?? '';
  const names = [...body.matchAll(/^ {2}(\w+)\(/gm)].map((match) => match[1]);
  expect(names).not.toEqual([]);
  expect(faces.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const report = process.env.FUZZ_REPORT;

describe('any arguments give a value of the promised shape or a CoreError', () => {
  const share = (seconds * 1000) / faces.length;
  const limits =
    seconds > 0
      ? { numRuns: 1_000_000_000, interruptAfterTimeLimit: share, markInterruptAsFailure: false }
      : {};
  test.each(faces)(
    '$name',
    async ({ name, property, runs }) => {
      const details = await fc.check(property(), { numRuns: runs, ...(runs > 1 ? limits : {}) });
      if (report !== undefined) {
        const { numRuns, failed } = details;
        appendFileSync(report, `${JSON.stringify({ name, runs: numRuns, failed })}\n`);
      }
      if (details.failed) {
        throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
      }
    },
    20_000 + share,
  );
});
