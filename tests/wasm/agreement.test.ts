import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { alibiBias, alibiSlopes } from '../../web/bindings/alibi.ts';
import {
  attention,
  attentionBackward,
  attentionMasks,
  type AttentionPositions,
} from '../../web/bindings/attention.ts';
import { checkClaim, claimIds } from '../../web/bindings/claims.ts';
import type { Core } from '../../web/bindings/core.ts';
import { difference, distance } from '../../web/bindings/difference.ts';
import {
  learnedPositionsBackward,
  learnedPositionsForward,
} from '../../web/bindings/learned-positions.ts';
import {
  learnedLookup,
  learnedLookupBackward,
  learnedResize,
  learnedTable,
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
  relativeShift,
  transformerXlBackward,
  transformerXlDistances,
  transformerXlTerms,
  type TransformerXlInput,
} from '../../web/bindings/transformer-xl.ts';
import { generator, jobs, lineOf, type Job } from '../agreement/jobs.ts';
import { loadBuiltCore } from './core-under-test.ts';

const heads = 3;
const headWidth = 8;
const valueWidth = 6;

/** The numbers of a job, and its inputs made from its seed in the order in which they are asked for. */
class Given {
  #numbers: Record<string, number>;
  #next: () => number;

  constructor(numbers: Record<string, number>) {
    this.#numbers = numbers;
    this.#next = generator(numbers['seed'] ?? 0);
  }

  number(name: string, otherwise = 0): number {
    return this.#numbers[name] ?? otherwise;
  }

  next(): number {
    return this.#next();
  }

  cells(count: number): Float32Array {
    return Float32Array.from({ length: count }, () => this.#next() / 8388608 - 1);
  }

  matrix(rows: number, cols: number): Matrix {
    return { rows, cols, data: this.cells(rows * cols) };
  }

  tensor(): Tensor3 {
    const [batch, rows, cols] = [this.number('batch'), this.number('tokens'), this.number('width')];
    return { batch, rows, cols, data: this.cells(batch * rows * cols) };
  }

  list(count: number, limit: number): Int32Array {
    return Int32Array.from({ length: count }, () => this.#next() % limit);
  }

  get sinusoidal(): SinusoidalSpec {
    return {
      positions: this.number('positions'),
      first: this.number('first'),
      width: this.number('width'),
      base: this.number('base', 10_000),
      layout: pairLayouts[this.number('layout')]!,
    };
  }

  get rotary(): RotarySpec {
    return {
      width: this.number('width'),
      rotated: this.number('rotated'),
      base: this.number('base', 10_000),
      layout: pairLayouts[this.number('layout')]!,
      scaling: rotaryScalings[this.number('scaling')]!,
      factor: this.number('factor', 1),
      trained: this.number('trained'),
      attentionFactor: this.number('attentionFactor'),
    };
  }

  get t5(): T5Spec {
    return {
      buckets: this.number('buckets', 32),
      maxDistance: this.number('maxDistance', 128),
      bidirectional: this.number('bidirectional', 1) !== 0,
    };
  }

  /** A run from `first`, or any positions. */
  turns(): Int32Array {
    const tokens = this.number('tokens');
    const first = this.number('first');
    return first === 0
      ? this.list(tokens, 1 << 24)
      : Int32Array.from({ length: tokens }, (_, t) => first + t);
  }

  tokens(): Matrix {
    return this.matrix(this.number('tokens'), this.number('heads') * this.number('width'));
  }

  transformerXl(): TransformerXlInput {
    const [q, k, width] = [this.number('queries'), this.number('keys'), this.number('width')];
    return {
      queries: this.matrix(q, width),
      keys: this.matrix(k, width),
      distances: this.matrix(k + q - 1, width),
      contentBias: this.matrix(1, width),
      distanceBias: this.matrix(1, width),
    };
  }

  attention() {
    const [q, k] = [this.number('queries'), this.number('keys')];
    const padding = this.number('padding');
    const [queries, keys, values] = [
      this.matrix(q, heads * headWidth),
      this.matrix(k, heads * headWidth),
      this.matrix(k, heads * valueWidth),
    ];
    const spec = {
      heads,
      mask: attentionMasks[this.number('mask')]!,
      ...(padding > 0
        ? { padding: Uint8Array.from({ length: k }, (_, i) => (i < padding ? 1 : 0)) }
        : {}),
    };
    const positions = this.#positions(q, k);
    return { queries, keys, values, spec, positions };
  }

  #positions(q: number, k: number): AttentionPositions {
    const width = heads * headWidth;
    switch (this.number('scheme')) {
      case 1:
        return { scheme: 'added', queries: this.matrix(q, width), keys: this.matrix(k, width) };
      case 2:
        return { scheme: 'rotary', spec: { width: headWidth } };
      case 3:
        return { scheme: 'alibi' };
      case 4:
        return { scheme: 't5', table: this.matrix(32, heads) };
      case 5:
        return {
          scheme: 'shaw',
          keyTable: this.matrix(9, headWidth),
          valueTable: this.matrix(9, valueWidth),
        };
      case 6:
        return {
          scheme: 'transformer-xl',
          distances: this.matrix(k + q - 1, width),
          contentBias: this.matrix(1, width),
          distanceBias: this.matrix(1, width),
        };
      default:
        return { scheme: 'none' };
    }
  }
}

type Part = number | ArrayLike<number> | { data: Float32Array };

/** What each job answers, part after part in the order of the C++ struct. */
const functions: Record<string, (core: Core, given: Given) => Part[]> = {
  sinusoidal: (core, given) => [sinusoidal(core, given.sinusoidal)],
  sinusoidalAt(core, given) {
    const positions = Float64Array.from(
      { length: given.number('count') },
      () => given.next() / 1024 - 8192,
    );
    return [sinusoidalAt(core, positions, given.sinusoidal)];
  },
  sinusoidalRates: (core, given) => [
    sinusoidalRates(core, given.number('width'), given.number('base')),
  ],
  sinusoidalPeriods: (core, given) => [
    sinusoidalPeriods(core, given.number('width'), given.number('base')),
  ],
  seenAngles: (core, given) => [
    seenAngles(core, given.number('trained'), given.number('width'), given.number('base')),
  ],
  sinusoidalSimilarity: (core, given) => [
    sinusoidalSimilarity(
      core,
      given.number('distances'),
      given.number('width'),
      given.number('base'),
    ),
  ],
  closestPair(core, given) {
    const [positions, width] = [given.number('positions'), given.number('width')];
    const pair = closestPair(core, positions, width, given.number('base'));
    return [pair.first, pair.second, pair.distance];
  },
  shiftMatrix: (core, given) => [shiftMatrix(core, given.number('offset'), given.sinusoidal)],
  firstRise: (core, given) => [firstRise(core, given.number('width'), given.number('base'))],

  learnedTable: (core, given) => [
    learnedTable(core, {
      positions: given.number('positions'),
      width: given.number('width'),
      deviation: given.number('deviation'),
      seed: given.number('seed'),
    }),
  ],
  learnedLookup(core, given) {
    const table = given.matrix(given.number('rows'), given.number('width'));
    return [learnedLookup(core, table, given.list(given.number('count'), table.rows))];
  },
  learnedLookupBackward(core, given) {
    const list = given.list(given.number('count'), given.number('rows'));
    const gradient = given.matrix(given.number('count'), given.number('width'));
    return [learnedLookupBackward(core, given.number('rows'), list, gradient)];
  },
  learnedResize(core, given) {
    const table = given.matrix(given.number('rows'), given.number('width'));
    return [learnedResize(core, table, given.number('positions'))];
  },

  alibiSlopes: (core, given) => [alibiSlopes(core, given.number('heads'))],
  alibiBias(core, given) {
    const slopes = alibiSlopes(core, given.number('heads'));
    return [alibiBias(core, slopes, given.number('queries'), given.number('keys'))];
  },

  rotaryRates(core, given) {
    const { rates, attentionFactor } = rotaryRates(core, given.rotary);
    return [rates, attentionFactor];
  },
  rotaryTables(core, given) {
    const { cosines, sines } = rotaryTables(core, given.turns(), given.rotary);
    return [cosines, sines];
  },
  rotary(core, given) {
    const positions = given.turns();
    return [rotary(core, given.tokens(), positions, given.rotary)];
  },
  rotaryBackward(core, given) {
    const positions = given.turns();
    return [rotaryBackward(core, given.tokens(), positions, given.rotary)];
  },

  shawRows: (core, given) => [
    shawRows(core, given.number('queries'), given.number('keys'), given.number('clip')),
  ],
  shawScores(core, given) {
    const queries = given.matrix(given.number('queries'), given.number('width'));
    const table = given.matrix(2 * given.number('clip') + 1, given.number('width'));
    return [shawScores(core, queries, table, given.number('keys'))];
  },
  shawScoresBackward(core, given) {
    const queries = given.matrix(given.number('queries'), given.number('width'));
    const table = given.matrix(2 * given.number('clip') + 1, given.number('width'));
    const gradient = given.matrix(given.number('queries'), given.number('keys'));
    const gradients = shawScoresBackward(core, queries, table, gradient);
    return [gradients.queries, gradients.keyTable];
  },
  shawValues(core, given) {
    const weights = given.matrix(given.number('queries'), given.number('keys'));
    const table = given.matrix(2 * given.number('clip') + 1, given.number('width'));
    return [shawValues(core, weights, table)];
  },
  shawValuesBackward(core, given) {
    const weights = given.matrix(given.number('queries'), given.number('keys'));
    const table = given.matrix(2 * given.number('clip') + 1, given.number('width'));
    const gradient = given.matrix(given.number('queries'), given.number('width'));
    const gradients = shawValuesBackward(core, weights, table, gradient);
    return [gradients.weights, gradients.valueTable];
  },

  transformerXlDistances: (core, given) => [
    transformerXlDistances(core, given.number('queries'), given.number('keys'), given.sinusoidal),
  ],
  transformerXlTerms(core, given) {
    const terms = transformerXlTerms(core, given.transformerXl());
    return [terms.content, terms.distance, terms.contentBias, terms.distanceBias];
  },
  transformerXlBackward(core, given) {
    const input = given.transformerXl();
    const gradient = given.matrix(given.number('queries'), given.number('keys'));
    const gradients = transformerXlBackward(core, input, gradient);
    return [
      gradients.queries,
      gradients.keys,
      gradients.distances,
      gradients.contentBias,
      gradients.distanceBias,
    ];
  },
  relativeShift: (core, given) => [
    relativeShift(core, given.matrix(given.number('side'), given.number('side'))),
  ],

  t5Buckets(core, given) {
    // Of every size: up to 2^23 either way, shifted down by 0..23 bits.
    const offsets = Int32Array.from({ length: given.number('count') }, () => {
      const offset = given.next() - (1 << 23);
      return Math.trunc(offset / (1 << (given.next() % 24)));
    });
    return [t5Buckets(core, offsets, given.t5)];
  },
  t5BucketMatrix: (core, given) => [
    t5BucketMatrix(core, given.number('queries'), given.number('keys'), given.t5),
  ],
  t5Bias(core, given) {
    const table = given.matrix(32, given.number('heads'));
    return [t5Bias(core, table, given.number('queries'), given.number('keys'), given.t5)];
  },
  t5BiasBackward(core, given) {
    const [batch, rows, cols] = [
      given.number('heads'),
      given.number('queries'),
      given.number('keys'),
    ];
    const data = given.cells(batch * rows * cols);
    return [t5BiasBackward(core, { batch, rows, cols, data }, given.t5)];
  },

  positionalEncodingForward(core, given) {
    const spec = { positions: 64, width: given.number('width') };
    return [positionalEncodingForward(core, spec, given.tensor(), given.number('start'))];
  },
  positionalEncodingBackward(core, given) {
    const spec = { positions: 64, width: given.number('width') };
    return [positionalEncodingBackward(core, spec, given.tensor())];
  },
  learnedPositionsForward(core, given) {
    const table = given.matrix(64, given.number('width'));
    return [learnedPositionsForward(core, table, given.tensor(), given.number('start'))];
  },
  learnedPositionsBackward(core, given) {
    const table = given.matrix(64, given.number('width'));
    const gradients = learnedPositionsBackward(core, table, given.tensor(), given.number('start'));
    return [gradients.input, gradients.table];
  },

  difference(core, given) {
    const a = given.matrix(given.number('rows'), given.number('cols'));
    return [difference(core, a, given.matrix(a.rows, a.cols))];
  },
  distance(core, given) {
    const a = given.matrix(given.number('rows'), given.number('cols'));
    return [distance(core, a, given.matrix(a.rows, a.cols))];
  },

  attention(core, given) {
    const { queries, keys, values, spec, positions } = given.attention();
    const trace = attention(core, queries, keys, values, spec, positions);
    return [
      trace.queries,
      trace.keys,
      trace.products,
      trace.bias,
      trace.scores,
      trace.masked,
      trace.weights,
      trace.output,
      trace.blind,
    ];
  },
  attentionBackward(core, given) {
    const { queries, keys, values, spec, positions } = given.attention();
    const gradient = given.matrix(queries.rows, heads * valueWidth);
    const gradients = attentionBackward(core, queries, keys, values, spec, positions, gradient);
    const { scheme: _scheme, ...parts } = gradients.positions;
    return [gradients.queries, gradients.keys, gradients.values, ...Object.values<Matrix>(parts)];
  },

  checkClaim(core, given) {
    const report = checkClaim(core, claimIds(core)[given.number('index')]!);
    const verdict = ['holds', 'fails', 'depends'].indexOf(report.verdict);
    return [verdict, ...report.evidence.map(({ value }) => value)];
  },
};

/** All parts as doubles: every float32 is one exactly. */
function flat(parts: Part[]): Float64Array {
  return Float64Array.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part];
      return Array.from('data' in part ? part.data : part);
    }),
  );
}

const program = fileURLToPath(
  new URL('../../build/native-debug/tests/agreement/core_answers', import.meta.url),
);

/** What the native core answers to each job. */
function nativeAnswers(): Float64Array[] {
  if (!existsSync(program)) {
    throw new Error(
      'the native side is not built: cmake --preset native-debug && cmake --build build/native-debug --target core_answers',
    );
  }
  const { status, stdout, stderr } = spawnSync(program, {
    input: jobs.map((job) => `${lineOf(job)}\n`).join(''),
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`core_answers ended with ${status}: ${stderr.toString()}`);
  const doubles = new Float64Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength),
  );
  const answers: Float64Array[] = [];
  for (let at = 0; at < doubles.length; at += 1 + doubles[at]!) {
    answers.push(doubles.subarray(at + 1, at + 1 + doubles[at]!));
  }
  return answers;
}

/**
 * How far two numbers may be apart where a function uses the standard library's own sine, power,
 * logarithm or exponential: twice what its header allows each. `largest` is the largest number of
 * the answer. All other functions agree to the last bit.
 */
const tolerances: Record<string, (job: Job, number: number, largest: number) => number> = {
  sinusoidalAt: () => 2 * (3e-8 + 4e-16 * 8192),
  alibiSlopes: (_job, slope) => 2e-15 * slope,
  rotaryRates: (_job, rate) => 2e-15 * rate,
  rotaryTables: yarnAlone,
  rotary: yarnAlone,
  rotaryBackward: yarnAlone,
  attentionBackward: (_job, _number, largest) => 2e-6 * largest,
  checkClaim: (_job, number) => 1e-6 * Math.max(1, Math.abs(number)),
};

/** YaRN's factor comes from a logarithm; its tables are within 6e-8 times the factor, cells below 2. */
function yarnAlone({ numbers }: Job): number {
  return numbers['scaling'] === 3 ? 4 * 6e-8 * 1.5 : 0;
}

describe('native and WebAssembly agree', () => {
  let core: Core;
  let native: Float64Array[];
  beforeAll(async () => {
    core = await loadBuiltCore();
    native = nativeAnswers();
  }, 120_000);

  test('every job is answered', () => {
    expect(native).toHaveLength(jobs.length);
    const tableCells = jobs.reduce(
      (sum, { name }, i) => sum + (name === 'sinusoidal' ? native[i]!.length : 0),
      0,
    );
    expect(tableCells).toBeGreaterThan(1_000_000);
  });

  test.each(Object.keys(functions))('%s', (name) => {
    const chosen = jobs.flatMap((job, i) => (job.name === name ? [{ job, i }] : []));
    expect(chosen.length).toBeGreaterThan(0);
    for (const { job, i } of chosen) {
      const expected = native[i]!;
      const got = flat(functions[name]!(core, new Given(job.numbers)));
      expect(got.length, lineOf(job)).toBe(expected.length);
      const tolerance = tolerances[name];
      const largest = expected.reduce((most, cell) => Math.max(most, Math.abs(cell)), 0);
      const off = got.findIndex((cell, c) =>
        tolerance === undefined
          ? !Object.is(cell, expected[c])
          : !(Math.abs(cell - expected[c]!) <= tolerance(job, expected[c]!, largest)),
      );
      expect(
        off,
        `${lineOf(job)}: cell ${off} is ${got[off]} here and ${expected[off]} natively`,
      ).toBe(-1);
    }
  });
});
