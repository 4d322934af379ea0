import { CoreError } from './errors.ts';

/** embind would turn 1.5 into 1 and 2^32 into 0. @throws {CoreError} 'wrong-type' */
export function int32(name: string, value: number): number {
  return whole(name, value, -2147483648, 2147483647);
}

/** @throws {CoreError} 'wrong-type' */
export function uint32(name: string, value: number): number {
  return whole(name, value, 0, 4294967295);
}

/** A whole number that a double holds exactly. @throws {CoreError} 'wrong-type' */
export function int53(name: string, value: number): number {
  return whole(name, value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}

function whole(name: string, value: number, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new CoreError(
      'wrong-type',
      `${name} is ${describe(value)}; it must be a whole number between ${least} and ${most}`,
    );
  }
  return value;
}

/** A number of any size; NaN and infinity are for the core to judge. @throws {CoreError} 'wrong-type' */
export function float64(name: string, value: number): number {
  if (typeof value !== 'number') {
    throw new CoreError('wrong-type', `${name} is ${describe(value)}; it must be a number`);
  }
  return value;
}

/** A name or an id: nothing that the core knows is longer. @throws {CoreError} 'wrong-type' */
export function text<Text extends string>(name: string, value: Text): Text {
  if (typeof value !== 'string' || value.length > 1000) {
    throw new CoreError('wrong-type', `${name} must be a text of 1000 characters at most`);
  }
  return value;
}

/** @throws {CoreError} 'wrong-type' */
export function flag(name: string, value: boolean): boolean {
  if (typeof value !== 'boolean') {
    throw new CoreError('wrong-type', `${name} is ${describe(value)}; it must be true or false`);
  }
  return value;
}

/**
 * The place of a name in the C++ enum, which lists its values in the order of `names`.
 * @throws {CoreError} 'wrong-type' for a name that the enum lacks
 */
export function enumPlace<Name extends string>(
  name: string,
  names: readonly Name[],
  chosen: Name,
): number {
  const place = names.indexOf(chosen);
  if (place < 0) {
    throw new CoreError(
      'wrong-type',
      `${name} is ${describe(chosen)}; it must be one of ${names.join(', ')}`,
    );
  }
  return place;
}

/** A list whose kind the core can copy. @throws {CoreError} 'wrong-type' */
export function typedArray<List extends object>(
  name: string,
  kind: (new (length: number) => List) & { name: string },
  value: List,
): List {
  if (!(value instanceof kind)) throw new CoreError('wrong-type', `${name} is not a ${kind.name}`);
  return value;
}

/** A field that may be left out: checked where it is given. */
export function optional<T, Checked>(
  check: (name: string, value: T) => Checked,
  name: string,
  value: T | undefined,
): Checked | undefined {
  return value === undefined ? undefined : check(name, value);
}

/** @throws {CoreError} 'wrong-type' for null and whatever else has no fields */
export function fields<T>(name: string, value: T): T {
  if (typeof value !== 'object' || value === null) {
    throw new CoreError('wrong-type', `${name} is ${describe(value)}; it must be an object`);
  }
  return value;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  // Not every object has a text.
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
