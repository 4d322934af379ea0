import { attention } from '../../bindings/attention.ts';
import type { Core } from '../../bindings/core.ts';
import { difference, distance } from '../../bindings/difference.ts';
import { fromRows, type Matrix } from '../../bindings/matrix.ts';
import { positionalEncodingForward } from '../../bindings/positional-encoding.ts';
import { sinusoidal, sinusoidalRates, type SinusoidalSpec } from '../../bindings/sinusoidal.ts';
import { formatNumber, formatRow } from '../strings/numbers.ts';

/**
 * Inline references: the numbers of the prose. `{{pe p=1 d=4 i=0 | 3}}` names a quantity, its
 * arguments and, after the bar, the digits behind the point. Evaluated by the core, in the build for
 * the text and in the page for numeric questions. `docs/authoring.md` lists the names.
 */
export interface Reference {
  name: string;
  values: Record<string, string>;
  digits: number;
  source: string;
}

const pattern = /\{\{([^{}]*)\}\}/g;

/** Replaces each reference in a text; everything else stays. @throws {Error} as parse does */
export function replaceReferences(
  source: string,
  replace: (reference: Reference) => string,
): string {
  return source.replace(pattern, (_whole, inner: string) => replace(parseReference(inner)));
}

/** The reference inside `{{…}}`. @throws {Error} naming what cannot be read */
export function parseReference(inner: string): Reference {
  const [call = '', digits = '5', ...rest] = inner.split('|').map((part) => part.trim());
  const [name = '', ...pairs] = call.split(/\s+/);
  if (!/^\d{1,2}$/.test(digits) || Number(digits) > 15 || rest.length > 0) {
    throw new Error(
      `{{${inner}}}: after the bar comes the number of digits, 0 to 15, such as "| 3"`,
    );
  }
  const values: Record<string, string> = {};
  for (const pair of pairs) {
    const [key = '', value = '', more] = pair.split('=');
    // `count sections` names its one argument without a key.
    if (value === '' && pairs.length === 1 && more === undefined) values['of'] = key;
    else if (value === '' || more !== undefined) {
      throw new Error(`{{${inner}}}: "${pair}" is not of the form name=value`);
    } else if (Object.hasOwn(values, key)) {
      throw new Error(`{{${inner}}}: "${key}" is given twice`);
    } else values[key] = value;
  }
  return { name, values, digits: Number(digits), source: call };
}

/** A text that is one reference and nothing else, such as the answer of a question. @throws {Error} */
export function parseWholeReference(written: string): Reference {
  const inner = /^\{\{([^{}]*)\}\}$/.exec(written)?.[1];
  if (inner === undefined) throw new Error(`"${written}" is not a reference {{…}}`);
  return parseReference(inner);
}

/** Numbers that the content gives rather than the core: how many sections, questions, challenges. */
export type Counts = Readonly<Record<string, number>>;

/** The numbers a reference stands for: one, or a row of them. @throws {Error} naming the fault */
export function evaluateReference(core: Core, reference: Reference, counts: Counts = {}): number[] {
  const quantity = Object.hasOwn(quantities, reference.name)
    ? quantities[reference.name]
    : undefined;
  if (quantity === undefined) {
    const known = Object.keys(quantities).join(', ');
    throw new Error(`{{${reference.source}}}: there is no "${reference.name}"; known are ${known}`);
  }
  const given = new Arguments(reference);
  const numbers = quantity(core, given, counts);
  given.refuseRest();
  if (numbers.length === 0 || numbers.some((value) => value === undefined || Number.isNaN(value))) {
    throw new Error(`{{${reference.source}}} names nothing that the core has a number for`);
  }
  return numbers;
}

/** The reference as the page prints it. @throws {Error} as evaluateReference */
export function printReference(core: Core, reference: Reference, counts: Counts = {}): string {
  const numbers = evaluateReference(core, reference, counts);
  if (reference.name === 'count') return formatNumber(numbers[0]!, 0);
  return formatRow(numbers, reference.digits);
}

/** The arguments of one reference; what is never asked for is a fault. */
class Arguments {
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

  choice<Name extends string>(name: string, names: readonly Name[]): Name {
    const given = this.text(name);
    const chosen = names.find((one) => one === given);
    if (chosen === undefined) {
      throw new Error(`{{${this.#reference.source}}}: ${name} must be ${names.join(' or ')}`);
    }
    return chosen;
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
      base: this.number('base', 10_000),
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

  rates(core: Core): Float32Array {
    return sinusoidalRates(core, this.number('d'), this.number('base', 10_000));
  }

  rate(core: Core): number {
    const k = this.number('k');
    const rate = this.rates(core)[k];
    if (rate === undefined) throw new Error(`{{${this.#reference.source}}}: there is no pair ${k}`);
    return rate;
  }
}

type Quantity = (core: Core, given: Arguments, counts: Counts) => number[];

const quantities: Record<string, Quantity> = {
  pe(core, given) {
    const i = given.number('i');
    const cell = given.row(core, given.number('p')).data[i];
    if (cell === undefined) throw new Error(`a row has no entry ${i}`);
    return [cell];
  },
  row: (core, given) => [...given.row(core, given.number('p')).data],
  rate: (core, given) => [given.rate(core)],
  angle: (core, given) => [given.number('p') * given.rate(core)],
  period: (core, given) => [(2 * Math.PI) / given.rate(core)],
  ratio(core, given) {
    const rates = given.rates(core);
    return [rates[1]! / rates[0]!];
  },
  sum(core, given) {
    const token = given.numbers('token');
    const p = given.number('p');
    const spec = { positions: p + 1, width: token.length, base: given.number('base', 10_000) };
    return [...positionalEncodingForward(core, spec, { batch: 1, ...fromRows([token]) }, p).data];
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
  attention(core, given) {
    const tokens = fromRows([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [1, 0, 0, 0],
    ]);
    const x =
      given.choice('positions', ['on', 'off']) === 'on'
        ? positionalEncodingForward(core, { positions: 3, width: 4 }, { batch: 1, ...tokens })
        : tokens;
    const mask = given.choice('mask', ['none', 'causal']);
    const { weights } = attention(core, x, x, x, { mask });
    const query = given.number('query');
    return [...weights.data.slice(query * weights.cols, (query + 1) * weights.cols)];
  },
  count(_core, given, counts) {
    const what = given.text('of');
    const count = counts[what];
    if (count === undefined) throw new Error(`there is no count of "${what}"`);
    return [count];
  },
};
