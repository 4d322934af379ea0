/**
 * A number as the page prints it: fixed digits behind the point, a real minus sign, thousands
 * grouped from five figures on, no minus in front of a zero.
 */
export function formatNumber(given: number, digits = 5): string {
  const value = shortest(given);
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return print(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Making a format takes a thousand times as long as using one, and a moving slider prints hundreds. */
const formats = new Map<string, Intl.NumberFormat>();

function print(value: number, digits: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(digits);
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat('en', {
      ...digits,
      useGrouping: 'min2',
      signDisplay: 'negative',
    });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}

/**
 * The shortest decimal that names the same float32, for a value that is one. The core's tables are
 * float32: 0.5696949958801270 stands for 0.569695, and it is that number that is to be rounded.
 */
export function shortest(value: number): number {
  if (Number.isInteger(value) || Math.fround(value) !== value) return value;
  for (let digits = 6; digits <= 9; ++digits) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return value;
}

/** A number with as many digits as it needs, four significant ones at most: 10,000 or 0.7071. */
export function formatShort(value: number): string {
  return print(shortest(value), { maximumSignificantDigits: 4 });
}

export function formatRow(values: Iterable<number>, digits = 5): string {
  return Array.from(values, (value) => formatNumber(value, digits)).join(', ');
}

/**
 * Reads a number as people type it: a decimal comma or point, either minus, spaces around, and
 * thousands grouped as the page prints them.
 */
export function parseNumber(typed: string): number {
  const plain = typed
    .trim()
    .replace('−', '-')
    .replace(/^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/, (grouped) => grouped.replaceAll(',', ''))
    .replace(/^(-?\d*),(\d+)$/, '$1.$2');
  return plain === '' ? NaN : Number(plain);
}
