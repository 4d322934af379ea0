import { CoreError } from './errors.ts';
import type { RawEnumValue } from './raw.ts';

/** embind would turn 1.5 into 1 and 2^32 into 0. @throws {CoreError} 'wrong-type' */
export function int32(name: string, value: number): number {
  if (!Number.isInteger(value) || value !== (value | 0)) {
    throw new CoreError(
      'wrong-type',
      `${name} is ${describe(value)}; it must be a whole number between -2147483648 and 2147483647`,
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

/** @throws {CoreError} 'wrong-type' for a name that the enum lacks */
export function enumValue<Name extends string>(
  name: string,
  names: Record<Name, RawEnumValue>,
  chosen: Name,
): RawEnumValue {
  // embind's enum is a constructor whose values are static members among other things.
  const enumClass = names as unknown as new () => RawEnumValue;
  const value = Object.hasOwn(names, chosen) ? names[chosen] : undefined;
  if (!(value instanceof enumClass)) {
    const known = Object.entries(names).filter(([, member]) => member instanceof enumClass);
    const list = known.map(([key]) => key).join(', ');
    throw new CoreError('wrong-type', `${name} is ${describe(chosen)}; it must be one of ${list}`);
  }
  return value;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
