/**
 * Arguments as source text, so that no number crosses a language bridge: what the interpreter
 * reads is what the core meant, to the last bit in JavaScript, to one unit in the last place in Python
 * (MicroPython does not round every decimal correctly).
 */
import type { Language } from './protocol.ts';

export interface LiteralArgument {
  kind: 'integer' | 'number' | 'boolean' | 'list' | 'integer-list';
  /** Sizes of a list, one to three; empty for what is no list. */
  shape: readonly number[];
  /** The numbers, row-major; a boolean is 0 or 1. */
  cells: ArrayLike<number>;
}

/** The arguments of one call, separated by commas: `2, 4, 10000`. */
export function argumentsText(language: Language, values: readonly LiteralArgument[]): string {
  return values.map((value) => literal(language, value)).join(', ');
}

function literal(language: Language, value: LiteralArgument): string {
  if (value.kind === 'list' || value.kind === 'integer-list') {
    const sizes = value.shape;
    const count = sizes.reduce((product, size) => product * size, 1);
    if (sizes.length === 0 || count !== value.cells.length) {
      throw new RangeError(
        `a list of shape [${sizes.join(', ')}] has ${value.cells.length} cells; it must have ${count}`,
      );
    }
    return list(language, value, 0, 0, count);
  }
  const cell = value.cells[0];
  if (value.cells.length !== 1 || cell === undefined) {
    throw new RangeError(`a ${value.kind} has ${value.cells.length} cells; it must have 1`);
  }
  if (value.kind === 'boolean') {
    return language === 'js' ? String(cell !== 0) : cell !== 0 ? 'True' : 'False';
  }
  return number(language, value, cell);
}

function number(language: Language, { kind }: LiteralArgument, cell: number): string {
  if (kind !== 'integer' && kind !== 'integer-list') return float(language, cell);
  if (!Number.isSafeInteger(cell)) throw new RangeError(`${cell} is not a whole number`);
  return String(cell);
}

function list(
  language: Language,
  value: LiteralArgument,
  depth: number,
  from: number,
  count: number,
): string {
  const size = value.shape[depth] ?? 0;
  const each = size === 0 ? 0 : count / size;
  const parts: string[] = [];
  for (let i = 0; i < size; ++i) {
    const start = from + i * each;
    parts.push(
      depth + 1 < value.shape.length
        ? list(language, value, depth + 1, start, each)
        : number(language, value, value.cells[start] ?? NaN),
    );
  }
  return `[${parts.join(', ')}]`;
}

/** The shortest text that reads back as the same double; in Python always a float. */
function float(language: Language, cell: number): string {
  if (Object.is(cell, -0)) return language === 'js' ? '-0' : '-0.0';
  if (Number.isFinite(cell)) {
    const text = String(cell);
    return language === 'js' || /[.e]/.test(text) ? text : `${text}.0`;
  }
  if (language === 'js') return String(cell);
  return Number.isNaN(cell) ? 'float("nan")' : cell > 0 ? 'float("inf")' : '-float("inf")';
}
