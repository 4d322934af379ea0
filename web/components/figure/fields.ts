/**
 * The state of a figure is a flat object; each field knows how it is written in an attribute or an
 * address. What cannot be read falls back to the default: a link never breaks a page.
 */
export interface Field<Value> {
  fallback: Value;
  read(written: string): Value | undefined;
  write(value: Value): string;
}

export type Fields<State> = { readonly [Key in keyof State]: Field<State[Key]> };

export function wholeField(fallback: number, least: number, most: number): Field<number> {
  return {
    fallback,
    read(written) {
      const value = readNumber(written);
      return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
    },
    write: String,
  };
}

export function numberField(fallback: number, least: number, most: number): Field<number> {
  return {
    fallback,
    read(written) {
      const value = readNumber(written);
      return value >= least && value <= most ? value : undefined;
    },
    write: String,
  };
}

export function choiceField<Name extends string>(
  fallback: Name,
  names: readonly Name[],
): Field<Name> {
  return {
    fallback,
    read: (written) => names.find((name) => name === written),
    write: (value) => value,
  };
}

export function vectorField(fallback: readonly number[]): Field<readonly number[]> {
  return {
    fallback,
    read(written) {
      const values = written.split(',').map(readNumber);
      const readable = values.length === fallback.length && values.every(Number.isFinite);
      return readable ? values : undefined;
    },
    write: (values) => values.join(','),
  };
}

export function textField(fallback: string, longest: number): Field<string> {
  return {
    fallback,
    read: (written) => written.slice(0, longest),
    write: (value) => value,
  };
}

/** Number, but for it an empty text would be zero. */
function readNumber(written: string): number {
  return written.trim() === '' ? NaN : Number(written);
}

/** The state that `lookup` describes, field by field, defaults where it says nothing readable. */
export function readState<State>(
  fields: Fields<State>,
  lookup: (key: string) => string | null | undefined,
): State {
  const state = {} as State;
  for (const key of Object.keys(fields) as (keyof State & string)[]) {
    const written = lookup(key);
    const read = written == null ? undefined : fields[key].read(written);
    state[key] = read ?? fields[key].fallback;
  }
  return state;
}

/** The fields that differ from `home`, written out. */
export function writeState<State>(
  fields: Fields<State>,
  state: State,
  home: State,
): Record<string, string> {
  const written: Record<string, string> = {};
  for (const key of Object.keys(fields) as (keyof State & string)[]) {
    const value = fields[key].write(state[key]);
    if (value !== fields[key].write(home[key])) written[key] = value;
  }
  return written;
}

/** The bases that figures offer; the formula takes any above 1. */
export const leastBase = 1.1;
export const mostBase = 1_000_000;
