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
      const sum = plus(token, encoding(number('p') + number('start', 0), token.length, base()));
      return given.has('i') ? [sum[number('i')]!] : sum;
    }
    case 'difference':
      return minus(row(number('second')), row(number('first')));
    case 'distance':
      return [Math.hypot(...minus(row(number('p')), row(number('q'))))];
    case 'similarity':
      return [dot(row(0), row(number('distance')))];
    case 'shift':
      return [shiftEntry(number('m'), number('row'), number('column'), number('d'), base())];
    case 'first-rise':
      return [firstRise(number('d'), base())];
    case 'closest':
      return [closest(number('n'), number('d'), base()).offset];
    case 'closest-distance':
      return [closest(number('n'), number('d'), base()).distance];
    case 'seen':
      return [Math.min(1, ((number('trained') - 1) * rate(number('k'))) / (2 * Math.PI))];

    case 'derivative':
      return [number('input') === number('output') ? 1 : 0];
    case 'backward':
      return text('arriving').split(',').map(Number);

    case 'attention': {
      const words = (given.get('words') ?? 'red,blue,red').split(',');
      const row = attentionRow(words, number('query'), {
        positions: text('positions') === 'on',
        causal: text('mask') === 'causal',
        stage: given.get('stage') ?? 'weights',
        base: base(),
      });
      return given.has('key') ? [row[number('key')]!] : row;
    }

    case 'resized':
      return [(number('row') * (number('rows') - 1)) / (number('to') - 1)];
    case 'bucket':
      return [
        bucket(number('offset'), number('buckets'), number('max'), text('bidirectional') === 'yes'),
      ];
    case 'slope':
      return [slopes(number('heads'))[number('head')]!];
    case 'alibi-bias':
      return [-slopes(number('heads'))[number('head')]! * Math.abs(number('offset'))];
    case 'alibi-weights': {
      const slope = slopes(number('heads'))[number('head')]!;
      const last = number('keys') - 1;
      return shares(Array.from({ length: last + 1 }, (_, key) => -slope * (last - key)));
    }

    case 'rotary':
      return turned(text('x'), number('p'), base(), given.get('layout'));
    case 'rotary-score':
      return [
        dot(
          turned(text('query'), number('p'), base(), given.get('layout')),
          turned(text('key'), number('q'), base(), given.get('layout')),
        ),
      ];
    case 'slowed':
      return [
        slowedBy(number('k'), number('d'), base(), {
          scaling: text('scaling'),
          factor: number('factor'),
          trained: number('trained', 0),
        }),
      ];
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

/** One rotation by m times the pair's rate for each pair, and nothing beside them. */
function shiftEntry(m: number, row: number, column: number, width: number, base: number): number {
  const pair = Math.floor(row / 2);
  if (Math.floor(column / 2) !== pair) return 0;
  const angle = m / base ** ((2 * pair) / width);
  if (row === column) return Math.cos(angle);
  return row < column ? Math.sin(angle) : -Math.sin(angle);
}

/** Red is 1, 0, 0, 0 and blue 0, 1, 0, 0; the projections are identities, the scale is 1/√4. */
function attentionRow(
  words: readonly string[],
  query: number,
  given: { positions: boolean; causal: boolean; stage: string; base: number },
): Row {
  const tokens = words.map((word, p) => {
    const token = word === 'red' ? [1, 0, 0, 0] : [0, 1, 0, 0];
    return given.positions ? plus(token, encoding(p, 4, given.base)) : token;
  });
  const products = tokens.map((key) => dot(tokens[query]!, key));
  if (given.stage === 'products') return products;
  const scores = products.map((product, p) =>
    given.causal && p > query ? -Infinity : product / 2,
  );
  if (given.stage === 'scores') return scores;
  const weights = shares(scores);
  if (given.stage === 'weights') return weights;
  return tokens[0]!.map((_, i) =>
    tokens.reduce((sum, token, p) => sum + weights[p]! * token[i]!, 0),
  );
}

/** Softmax. */
function shares(scores: Row): Row {
  const powers = scores.map(Math.exp);
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The product of two rows so far apart is the sum of the pairs' cosines. */
function firstRise(width: number, base: number): number {
  const similarity = (distance: number) =>
    dot(encoding(0, width, base), encoding(distance, width, base));
  let distance = 1;
  while (similarity(distance) <= similarity(distance - 1)) ++distance;
  return distance;
}

function closest(n: number, width: number, base: number): { offset: number; distance: number } {
  const first = encoding(0, width, base);
  let best = { offset: 0, distance: Infinity };
  for (let offset = 1; offset < n; ++offset) {
    const distance = Math.hypot(...minus(encoding(offset, width, base), first));
    if (distance < best.distance) best = { offset, distance };
  }
  return best;
}

/** The buckets of the T5 paper's code, with logarithms. */
function bucket(offset: number, buckets: number, most: number, bidirectional: boolean): number {
  const count = bidirectional ? buckets / 2 : buckets;
  const side = bidirectional && offset > 0 ? count : 0;
  const distance = bidirectional ? Math.abs(offset) : Math.max(-offset, 0);
  const exact = Math.floor(count / 2);
  if (distance < exact) return side + distance;
  const share = Math.log(distance / exact) / Math.log(most / exact);
  return side + Math.min(count - 1, exact + Math.floor(share * (count - exact)));
}

/** The published rule: those of the power of two below, then every second of twice that power. */
function slopes(heads: number): Row {
  const power = 2 ** Math.floor(Math.log2(heads));
  const regular = (count: number) =>
    Array.from({ length: count }, (_, i) => 2 ** ((-8 * (i + 1)) / count));
  return [...regular(power), ...regular(2 * power).filter((_, i) => i % 2 === 0)].slice(0, heads);
}

function turned(vector: string, position: number, base: number, layout = 'interleaved'): Row {
  const x = vector.split(',').map(Number);
  const pairs = x.length / 2;
  const out = [...x];
  for (let k = 0; k < pairs; ++k) {
    const [i, j] = layout === 'split' ? [k, k + pairs] : [2 * k, 2 * k + 1];
    const angle = position / base ** (k / pairs);
    out[i] = x[i]! * Math.cos(angle) - x[j]! * Math.sin(angle);
    out[j] = x[i]! * Math.sin(angle) + x[j]! * Math.cos(angle);
  }
  return out;
}

/** How many times slower pair k turns, by the formulas of the YaRN paper with its 1 and 32 turns. */
function slowedBy(
  k: number,
  width: number,
  base: number,
  { scaling, factor, trained }: { scaling: string; factor: number; trained: number },
): number {
  if (scaling === 'linear') return factor;
  if (scaling === 'ntk') return factor ** ((2 * k) / (width - 2));
  const pairOf = (turns: number) =>
    (width * Math.log(trained / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const low = Math.max(0, Math.floor(pairOf(32)));
  const high = Math.min(width - 1, Math.ceil(pairOf(1)));
  const kept = 1 - Math.min(1, Math.max(0, (k - low) / (high - low)));
  return 1 / ((1 - kept) / factor + kept);
}

const plus = (a: Row, b: Row) => a.map((value, i) => value + b[i]!);
const minus = (a: Row, b: Row) => a.map((value, i) => value - b[i]!);
const dot = (a: Row, b: Row) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
