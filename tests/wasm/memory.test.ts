import { beforeAll, describe, expect, test } from 'vitest';
import { alibiBias } from '../../web/bindings/alibi.ts';
import { attention, attentionBackward } from '../../web/bindings/attention.ts';
import { checkClaim } from '../../web/bindings/claims.ts';
import type { Core } from '../../web/bindings/core.ts';
import { difference } from '../../web/bindings/difference.ts';
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
import {
  positionalEncodingBackward,
  positionalEncodingForward,
} from '../../web/bindings/positional-encoding.ts';
import type { RawCore } from '../../web/bindings/raw.ts';
import { rotary, rotaryBackward, rotaryRates, rotaryTables } from '../../web/bindings/rotary.ts';
import {
  shawRows,
  shawScores,
  shawScoresBackward,
  shawValues,
  shawValuesBackward,
} from '../../web/bindings/shaw.ts';
import { shiftMatrix, sinusoidalSimilarity } from '../../web/bindings/sinusoidal-geometry.ts';
import { sinusoidal, sinusoidalAt } from '../../web/bindings/sinusoidal.ts';
import { t5Bias, t5BiasBackward, t5BucketMatrix, t5Buckets } from '../../web/bindings/t5.ts';
import {
  relativeShift,
  transformerXlBackward,
  transformerXlDistances,
  transformerXlTerms,
} from '../../web/bindings/transformer-xl.ts';
import { expectRefusal, loadBuiltCore, loadSmallCore, zeros } from './core-under-test.ts';

describe('what does not fit is refused, and the module lives on', () => {
  // Of its 16 MiB a module that cannot grow has some 10 left: a square of this side takes 16 more.
  const side = 2048;
  const column = zeros(side, 1);
  const one = zeros(1, 1);
  const square = () => zeros(side, side);
  const batch = () => ({ batch: 1, ...square() });
  const half = () => zeros(1280, 1280); // fits once, 6.6 MB, but not twice

  const calls: Record<string, (core: Core) => unknown> = {
    difference: (core) => difference(core, half(), half()),
    sinusoidal: (core) => sinusoidal(core, { positions: side, width: side }),
    sinusoidalAt: (core) => sinusoidalAt(core, new Float64Array(side), { width: side }),
    'sinusoidalAt, positions': (core) =>
      sinusoidalAt(core, new Float64Array(side * 1024), { width: 1 }),
    shiftMatrix: (core) => shiftMatrix(core, 1, { width: side }),
    sinusoidalSimilarity: (core) => sinusoidalSimilarity(core, side * side, 2),
    learnedTable: (core) => learnedTable(core, { positions: side, width: side }),
    learnedLookup: (core) => learnedLookup(core, zeros(1, side), new Int32Array(side)),
    learnedLookupBackward: (core) =>
      learnedLookupBackward(core, side, new Int32Array(1), zeros(1, side)),
    learnedResize: (core) => learnedResize(core, zeros(1, side), side),
    alibiBias: (core) => alibiBias(core, Float64Array.of(1), side, side),
    rotaryTables: (core) => rotaryTables(core, new Int32Array(side), { width: 2 * side }),
    rotary: (core) => rotary(core, half(), new Int32Array(1280), { width: 1280 }),
    rotaryBackward: (core) => rotaryBackward(core, half(), new Int32Array(1280), { width: 1280 }),
    shawRows: (core) => shawRows(core, side, side, 1),
    shawScores: (core) => shawScores(core, column, one, side),
    shawScoresBackward: (core) => shawScoresBackward(core, column, one, square()),
    shawValues: (core) => shawValues(core, zeros(1024, 1024), zeros(1, 2 * side)),
    shawValuesBackward: (core) => shawValuesBackward(core, square(), one, column),
    transformerXlDistances: (core) => transformerXlDistances(core, side, side, { width: side }),
    transformerXlTerms: (core) =>
      transformerXlTerms(core, {
        queries: column,
        keys: column,
        distances: zeros(2 * side - 1, 1),
        contentBias: one,
        distanceBias: one,
      }),
    transformerXlBackward: (core) =>
      transformerXlBackward(
        core,
        {
          queries: column,
          keys: column,
          distances: zeros(2 * side - 1, 1),
          contentBias: one,
          distanceBias: one,
        },
        square(),
      ),
    relativeShift: (core) => relativeShift(core, half()),
    'a list of offsets': (core) => t5Buckets(core, new Int32Array(side * side)),
    t5BucketMatrix: (core) => t5BucketMatrix(core, side, side),
    t5Bias: (core) => t5Bias(core, zeros(32, 1), side, side),
    t5BiasBackward: (core) => t5BiasBackward(core, batch()),
    positionalEncodingForward: (core) =>
      positionalEncodingForward(core, { positions: 1280, width: 1280 }, { batch: 1, ...half() }),
    positionalEncodingBackward: (core) =>
      positionalEncodingBackward(core, { positions: 1, width: 1280 }, { batch: 1, ...half() }),
    learnedPositionsForward: (core) =>
      learnedPositionsForward(core, zeros(1, 1280 * 1280), { batch: 1, ...zeros(1, 1280 * 1280) }),
    learnedPositionsBackward: (core) =>
      learnedPositionsBackward(core, zeros(1, 1280 * 1280), { batch: 1, ...zeros(1, 1280 * 1280) }),
    attention: (core) => attention(core, column, column, column),
    attentionBackward: (core) =>
      attentionBackward(
        core,
        zeros(side, 512),
        zeros(side, 512),
        zeros(side, 512),
        {},
        { scheme: 'none' },
        zeros(side, 512),
      ),
  };

  let core: Core;
  let raw: RawCore;
  beforeAll(async () => {
    ({ core, raw } = await loadSmallCore());
  });

  test.each(Object.entries(calls))('%s', (_name, call) => {
    expectRefusal(() => call(core), 'out-of-memory', ';');
    expect([...sinusoidal(core, { positions: 1, width: 4 }).data]).toEqual([0, 1, 0, 1]);
  });

  test('checkClaim', () => {
    const { _malloc: take, _free: giveBack } = raw as unknown as {
      _malloc: (bytes: number) => number;
      _free: (address: number) => void;
    };
    // All but a megabyte, which is enough for everything small: the claim's biases need four.
    const taken: number[] = [];
    for (let bytes = 1 << 24; bytes >= 1 << 20; bytes /= 2) {
      for (let at = take(bytes); at !== 0; at = take(bytes)) taken.push(at);
    }
    expectRefusal(() => checkClaim(core, 'relative-free'), 'out-of-memory', ';');
    taken.forEach(giveBack);
    expect(checkClaim(core, 'relative-free').verdict).toBe('fails');
  });
});

test('an earlier result of any kind survives the growth of memory', async () => {
  const core = await loadBuiltCore();
  const results = {
    matrix: sinusoidal(core, { positions: 4, width: 4 }),
    tensor: alibiBias(core, Float64Array.of(1), 2, 3),
    doubles: rotaryRates(core, { width: 8 }),
    wholeNumbers: t5Buckets(core, Int32Array.of(-9, 0, 9)),
    trace: attention(core, zeros(2, 1), zeros(2, 1), zeros(2, 1)),
    claim: checkClaim(core, 'longest-wavelength'),
  };
  const before = structuredClone(results);
  sinusoidal(core, { positions: 8192, width: 1024 }); // 32 MiB: twice the initial memory
  expect(results).toEqual(before);
  expect(results.doubles.rates.buffer.byteLength).toBe(4 * 8); // copies, not views
  expect(results.wholeNumbers.buffer.byteLength).toBe(3 * 4);
});
