import { alibiBias, alibiSlopes } from '../../bindings/alibi.ts';
import { attention, attentionMasks } from '../../bindings/attention.ts';
import { checkClaim } from '../../bindings/claims.ts';
import type { Core } from '../../bindings/core.ts';
import { difference, distance } from '../../bindings/difference.ts';
import { learnedResize } from '../../bindings/learned.ts';
import { fromRows, row, type Matrix } from '../../bindings/matrix.ts';
import {
  positionalEncodingBackward,
  positionalEncodingForward,
} from '../../bindings/positional-encoding.ts';
import { rotary, rotaryRates } from '../../bindings/rotary.ts';
import {
  closestPair,
  firstRise,
  seenAngles,
  shiftMatrix,
  sinusoidalPeriods,
} from '../../bindings/sinusoidal-geometry.ts';
import { sinusoidal, sinusoidalRates, type SinusoidalSpec } from '../../bindings/sinusoidal.ts';
import { t5Buckets } from '../../bindings/t5.ts';
import { splitWords, tokenAttention } from '../attention/token-attention.ts';
import type { Reference } from './reference.ts';

/** Numbers that the content gives rather than the core: how many sections, questions, challenges. */
export type Counts = Readonly<Record<string, number>>;

/** The arguments of one reference; what is never asked for is a fault. */
export class Arguments {
  #asked = new Set<string>();
  #reference: Reference;

  constructor(reference: Reference) {
    this.#reference = reference;
  }

  text(name: string, fallback?: string): string {
    this.#asked.add(name);
    const value = this.#reference.values[name] ?? fallback;
    if (value === undefined) throw new Error(`{{${this.#reference.source}}} needs ${name}=`);
    return value;
  }

  number(name: string, fallback?: number): number {
    const value = Number(this.text(name, fallback?.toString()));
    if (Number.isNaN(value)) {
      throw new Error(`{{${this.#reference.source}}}: ${name} is not a number`);
    }
    return value;
  }

  numbers(name: string): number[] {
    const values = this.text(name)
      .split(',')
      .map((part) => (part.trim() === '' ? NaN : Number(part)));
    if (values.some(Number.isNaN)) {
      throw new Error(`{{${this.#reference.source}}}: ${name} is not a list of numbers`);
    }
    return values;
  }

  choice<Name extends string>(name: string, names: readonly Name[], fallback?: Name): Name {
    return this.oneOf(name, this.text(name, fallback), names);
  }

  oneOf<Name extends string>(name: string, given: string, names: readonly Name[]): Name {
    const chosen = names.find((one) => one === given);
    if (chosen === undefined) {
      throw new Error(`{{${this.#reference.source}}}: ${name} must be ${names.join(' or ')}`);
    }
    return chosen;
  }

  /** A whole number that names one of `cells`. */
  cell(cells: ArrayLike<number>, name: string): number {
    const value = cells[this.number(name)];
    if (value === undefined) {
      throw new Error(`{{${this.#reference.source}}}: there is no ${name}=${this.text(name)}`);
    }
    return value;
  }

  base(): number {
    return this.number('base', 10_000);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#reference.values, name);
  }

  refuseRest(): void {
    for (const name of Object.keys(this.#reference.values)) {
      if (!this.#asked.has(name)) {
        throw new Error(`{{${this.#reference.source}}}: "${name}" means nothing here`);
      }
    }
  }

  /** The row of position `p`, cut to from..to where those are given. */
  row(core: Core, position: number): Matrix {
    const spec: SinusoidalSpec = {
      positions: 1,
      first: position,
      width: this.number('d'),
      base: this.base(),
    };
    const cells = [...sinusoidal(core, spec).data];
    const from = this.number('from', 0);
    const to = this.number('to', cells.length);
    if (!(from >= 0 && from < to && to <= cells.length)) {
      throw new Error(
        `{{${this.#reference.source}}}: from and to must lie in 0..${cells.length}, from below to`,
      );
    }
    return fromRows([cells.slice(from, to)]);
  }
}

type Quantity = (core: Core, given: Arguments, counts: Counts) => number[];

/** What may stand in a reference, by its name; `docs/authoring.md` lists the same. */
export const quantities: Record<string, Quantity> = {
  pe: (core, given) => [given.cell(given.row(core, given.number('p')).data, 'i')],
  row: (core, given) => [...given.row(core, given.number('p')).data],
  rate: (core, given) => [rate(core, given)],
  angle: (core, given) => [given.number('p') * rate(core, given)],
  period: (core, given) => [
    given.cell(sinusoidalPeriods(core, given.number('d'), given.base()), 'k'),
  ],
  ratio(core, given) {
    const rates = sinusoidalRates(core, given.number('d'), given.base());
    return [rates[1]! / rates[0]!];
  },
  sum(core, given) {
    const p = given.number('p') + given.number('start', 0);
    const sum = withPosition(core, given.numbers('token'), p, given.base());
    return given.has('i') ? [given.cell(sum, 'i')] : [...sum];
  },
  difference: (core, given) => [
    ...difference(
      core,
      given.row(core, given.number('second')),
      given.row(core, given.number('first')),
    ).data,
  ],
  distance: (core, given) => [
    distance(core, given.row(core, given.number('p')), given.row(core, given.number('q'))),
  ],

  similarity(core, given) {
    const query = given.row(core, 0);
    const key = given.row(core, given.number('distance'));
    return [attention(core, query, key, key).products.data[0]!];
  },
  shift(core, given) {
    const matrix = shiftMatrix(core, given.number('m'), {
      width: given.number('d'),
      base: given.base(),
    });
    return [given.cell(row(matrix, given.number('row')), 'column')];
  },
  'first-rise': (core, given) => [firstRise(core, given.number('d'), given.base())],
  closest: (core, given) => [closest(core, given).second],
  'closest-distance': (core, given) => [closest(core, given).distance],
  seen: (core, given) => [
    given.cell(seenAngles(core, given.number('trained'), given.number('d'), given.base()), 'k'),
  ],

  derivative(core, given) {
    const token = given.numbers('token');
    const input = given.number('input');
    const step = given.number('step');
    const [p, base] = [given.number('p'), given.base()];
    const raised = token.map((value, i) => (i === input ? value + step : value));
    const before = given.cell(withPosition(core, token, p, base), 'output');
    return [(given.cell(withPosition(core, raised, p, base), 'output') - before) / step];
  },
  backward(core, given) {
    const arriving = given.numbers('arriving');
    const spec = {
      positions: given.number('p') + 1,
      width: arriving.length,
      base: given.base(),
    };
    const gradient = { batch: 1, ...fromRows([arriving]) };
    return [...positionalEncodingBackward(core, spec, gradient).data];
  },

  attention(core, given) {
    const { trace } = tokenAttention(core, {
      words: splitWords(given.text('words', 'red,blue,red')),
      positions: given.choice('positions', ['on', 'off']) === 'on',
      mask: given.choice('mask', attentionMasks),
      base: given.base(),
    });
    const stage = given.choice('stage', ['products', 'scores', 'weights', 'output'], 'weights');
    const cells = row(trace[stage], given.number('query'));
    return given.has('key') ? [given.cell(cells, 'key')] : [...cells];
  },

  resized(core, given) {
    const places = Array.from({ length: given.number('rows') }, (_, place) => [place]);
    return [given.cell(learnedResize(core, fromRows(places), given.number('to')).data, 'row')];
  },

  bucket(core, given) {
    const [bucket] = t5Buckets(core, Int32Array.of(given.number('offset')), {
      buckets: given.number('buckets'),
      maxDistance: given.number('max'),
      bidirectional: given.choice('bidirectional', ['yes', 'no']) === 'yes',
    });
    return [bucket!];
  },
  slope: (core, given) => [given.cell(alibiSlopes(core, given.number('heads')), 'head')],
  'alibi-bias'(core, given) {
    const slope = given.cell(alibiSlopes(core, given.number('heads')), 'head');
    const back = Math.abs(given.number('offset'));
    return [alibiBias(core, Float64Array.of(slope), 1, back + 1).data[0]!];
  },
  'alibi-weights'(core, given) {
    const slope = given.cell(alibiSlopes(core, given.number('heads')), 'head');
    const zeros = (rows: number) => ({ rows, cols: 1, data: new Float32Array(rows) });
    const keys = zeros(given.number('keys'));
    const slopes = Float64Array.of(slope);
    const spec = { mask: 'causal' } as const;
    return [
      ...attention(core, zeros(1), keys, keys, spec, { scheme: 'alibi', slopes }).weights.data,
    ];
  },

  rotary: (core, given) => [...turned(core, given, 'x', 'p').data],
  'rotary-score'(core, given) {
    const query = turned(core, given, 'query', 'p');
    const key = turned(core, given, 'key', 'q');
    return [attention(core, query, key, key).products.data[0]!];
  },
  slowed(core, given) {
    const spec = { width: given.number('d'), base: given.base() };
    const scaling = given.choice('scaling', ['linear', 'ntk', 'yarn']);
    const slowed = rotaryRates(core, {
      ...spec,
      scaling,
      factor: given.number('factor'),
      ...(scaling === 'yarn' ? { trained: given.number('trained') } : {}),
    });
    return [given.cell(rotaryRates(core, spec).rates, 'k') / given.cell(slowed.rates, 'k')];
  },

  claim(core, given) {
    const { evidence } = checkClaim(core, given.text('of'));
    const id = given.text('evidence');
    return [evidence.find((one) => one.id === id)?.value ?? NaN];
  },
  count(_core, given, counts) {
    const what = given.text('of');
    const count = counts[what];
    if (count === undefined) throw new Error(`there is no count of "${what}"`);
    return [count];
  },
};

function rate(core: Core, given: Arguments): number {
  return given.cell(sinusoidalRates(core, given.number('d'), given.base()), 'k');
}

/** Token plus the row of position `p`, by the layer. */
function withPosition(core: Core, token: number[], p: number, base: number): Float32Array {
  const spec = { positions: p + 1, width: token.length, base };
  return positionalEncodingForward(core, spec, { batch: 1, ...fromRows([token]) }, p).data;
}

function closest(core: Core, given: Arguments) {
  return closestPair(core, given.number('n'), given.number('d'), given.base());
}

function turned(core: Core, given: Arguments, vector: string, position: string): Matrix {
  const x = given.numbers(vector);
  return rotary(core, fromRows([x]), Int32Array.of(given.number(position)), {
    width: x.length,
    base: given.base(),
    layout: given.choice('layout', ['interleaved', 'split'], 'interleaved'),
  });
}
