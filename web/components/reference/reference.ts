import type { Core } from '../../bindings/core.ts';
import { formatNumber, formatRow } from '../strings/numbers.ts';
import { Arguments, quantities, type Counts } from './quantities.ts';

export type { Counts } from './quantities.ts';

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
  for (const [place, pair] of pairs.entries()) {
    const [key = '', value = '', more] = pair.split('=');
    // The first argument may go without a key: `count sections`, `claim zero-is-zeros evidence=…`.
    if (place === 0 && !pair.includes('=')) values['of'] = pair;
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
