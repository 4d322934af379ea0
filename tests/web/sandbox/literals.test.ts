/** Arguments written as source text read back as the same doubles. */
import { expect, test } from 'vitest';
import { entryName, nearestName } from '../../../web/sandbox/entry-name.ts';
import { argumentsText } from '../../../web/sandbox/literals.ts';

const number = (cell: number) => ({ kind: 'number', shape: [], cells: [cell] }) as const;
const integer = (cell: number) => ({ kind: 'integer', shape: [], cells: [cell] }) as const;

test.each([
  ['a whole number for a count', [integer(17)], '17', '17'],
  ['a whole number for a number', [number(17)], '17', '17.0'],
  ['minus zero', [number(-0)], '-0', '-0.0'],
  ['a tiny one', [number(5e-324)], '5e-324', '5e-324'],
  ['a huge one', [number(1e21)], '1e+21', '1e+21'],
  [
    'booleans',
    [
      { kind: 'boolean', shape: [], cells: [1] },
      { kind: 'boolean', shape: [], cells: [0] },
    ],
    'true, false',
    'True, False',
  ],
  ['several', [integer(2), integer(4), number(10000)], '2, 4, 10000', '2, 4, 10000.0'],
  [
    'a list',
    [{ kind: 'list', shape: [3], cells: [1, -0.5, 0] }],
    '[1, -0.5, 0]',
    '[1.0, -0.5, 0.0]',
  ],
  [
    'a list of whole numbers',
    [{ kind: 'integer-list', shape: [3], cells: [-40, 0, 3] }],
    '[-40, 0, 3]',
    '[-40, 0, 3]',
  ],
  [
    'rows',
    [{ kind: 'list', shape: [2, 2], cells: [1, 2, 3, 4] }],
    '[[1, 2], [3, 4]]',
    '[[1.0, 2.0], [3.0, 4.0]]',
  ],
  [
    'a batch',
    [{ kind: 'list', shape: [2, 1, 1], cells: [1, 2] }],
    '[[[1]], [[2]]]',
    '[[[1.0]], [[2.0]]]',
  ],
  ['an empty list', [{ kind: 'list', shape: [0], cells: [] }], '[]', '[]'],
  ['rows without columns', [{ kind: 'list', shape: [2, 0], cells: [] }], '[[], []]', '[[], []]'],
  ['not finite', [number(NaN), number(-Infinity)], 'NaN, -Infinity', 'float("nan"), -float("inf")'],
] as const)('%s', (_, values, js, python) => {
  expect(argumentsText('js', values)).toBe(js);
  expect(argumentsText('python', values)).toBe(python);
});

test('every double comes back to the last bit', () => {
  const words = new BigUint64Array(1);
  const cells = new Float64Array(words.buffer);
  let state = 0x9e3779b97f4a7c15n;
  for (let i = 0; i < 2000; ++i) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    words[0] = state;
    const cell = cells[0] ?? 0;
    if (!Number.isFinite(cell)) continue;
    expect(Object.is(Number(argumentsText('js', [number(cell)])), cell)).toBe(true);
    expect(Object.is(Number(argumentsText('python', [number(cell)])), cell)).toBe(true);
  }
});

test.each([
  ['a list whose cells do not fill its shape', { kind: 'list', shape: [2, 2], cells: [1] }],
  ['a list without a shape', { kind: 'list', shape: [], cells: [1] }],
  ['a number with two cells', { kind: 'number', shape: [], cells: [1, 2] }],
  ['half an integer', { kind: 'integer', shape: [], cells: [1.5] }],
] as const)('refuses %s', (_, value) => {
  expect(() => argumentsText('js', [value])).toThrow(RangeError);
});

test.each([
  ['sinusoidal-table', 'sinusoidalTable', 'sinusoidal_table'],
  ['add-to-batch', 'addToBatch', 'add_to_batch'],
  ['rotary', 'rotary', 'rotary'],
  ['t5-bucket', 't5Bucket', 't5_bucket'],
])('the function of %s', (challenge, js, python) => {
  expect(entryName('js', challenge)).toBe(js);
  expect(entryName('python', challenge)).toBe(python);
});

test.each([
  ['another case', 'function sinusoidal_table(n) {}', 'sinusoidal_table'],
  ['an arrow', 'const SinusoidalTable = (n, d) => [];', 'SinusoidalTable'],
  ['among others', 'const help = x => x;\nexport function sinusoidaltable() {}', 'sinusoidaltable'],
  ['the only one', 'function table(n) {}', 'table'],
  ['two strangers', 'function a() {}\nfunction b() {}', undefined],
  ['values are not functions', 'const n = 5;\nlet rows = [];', undefined],
  ['nothing', '', undefined],
])('the name that was meant: %s', (_, source, name) => {
  expect(nearestName(source, 'sinusoidalTable')).toBe(name);
});
