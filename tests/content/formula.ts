/**
 * What a reference of the prose stands for, from the formulas in double precision: nothing here asks
 * the core, so that the page's numbers have a judge.
 */

type Row = number[];

/** `row p=1 d=4` as its numbers. */
export function numbersByFormula(source: string): Row {
  const [name = '', ...pairs] = source.split(' ');
  const given = new Map(pairs.map((pair) => pair.split('=') as [string, string]));
  const text = (key: string) => {
    const value = given.get(key);
    if (value === undefined) throw new Error(`${source}: no ${key}`);
    return value;
  };
  const number = (key: string, otherwise?: number) =>
    otherwise !== undefined && !given.has(key) ? otherwise : Number(text(key));
  const base = () => number('base', 10_000);
  const rate = (k: number) => base() ** ((-2 * k) / number('d'));
  const row = (p: number) =>
    encoding(p, number('d'), base()).slice(number('from', 0), number('to', Infinity));

  switch (name) {
    case 'pe':
      return [row(number('p'))[number('i')]!];
    case 'row':
      return row(number('p'));
    case 'rate':
      return [rate(number('k'))];
    case 'angle':
      return [number('p') * rate(number('k'))];
    case 'period':
      return [(2 * Math.PI) / rate(number('k'))];
    case 'ratio':
      return [rate(1)];
    case 'sum': {
      const token = text('token').split(',').map(Number);
      return plus(token, encoding(number('p'), token.length, base()));
    }
    case 'difference':
      return minus(row(number('second')), row(number('first')));
    case 'distance':
      return [Math.hypot(...minus(row(number('p')), row(number('q'))))];
    case 'similarity':
      return [dot(row(0), row(number('distance')))];
    case 'attention':
      return attentionRow(number('query'), text('positions') === 'on', text('mask') === 'causal');
    default:
      throw new Error(`no formula for "${source}"`);
  }
}

function encoding(p: number, width: number, base: number): Row {
  return Array.from({ length: width }, (_, i) => {
    const angle = p / base ** ((i - (i % 2)) / width);
    return i % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}

/** Red, blue, red with identity projections: the weights of one query, the scale being 1/√4. */
function attentionRow(query: number, positions: boolean, causal: boolean): Row {
  const red = [1, 0, 0, 0];
  const blue = [0, 1, 0, 0];
  const tokens = [red, blue, red].map((token, p) =>
    positions ? plus(token, encoding(p, 4, 10_000)) : token,
  );
  const powers = tokens.map((key, p) =>
    causal && p > query ? 0 : Math.exp(dot(tokens[query]!, key) / 2),
  );
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const plus = (a: Row, b: Row) => a.map((value, i) => value + b[i]!);
const minus = (a: Row, b: Row) => a.map((value, i) => value - b[i]!);
const dot = (a: Row, b: Row) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
