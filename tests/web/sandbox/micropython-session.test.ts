/**
 * What becomes of learners' Python, good and bad, in a real interpreter. Every report is complete: a
 * wrong one would have been dropped by the collector, and `run` throws for that. Endless loops are
 * ended from outside, so they are tried where there is an outside: `attacks.spec.ts`.
 */
import { describe, expect, test } from 'vitest';
import { argumentsText } from '../../../web/sandbox/literals.ts';
import { runIn } from './interpreter-run.ts';
import type { RunOptions } from './interpreter-run.ts';

const run = (source: string, options?: RunOptions) => runIn('python', source, options);

/** A function `answer` with this body. */
const answer = (body: string) => `import math\n\n\ndef answer():\n${body.replace(/^/gm, '    ')}\n`;

describe('values that are accepted', () => {
  test.each([
    ['a list', 'return [1, 2.5, -3]', [3], [1, 2.5, -3]],
    ['a list of lists', 'return [[1, 2], [3, 4], [5, 6]]', [3, 2], [1, 2, 3, 4, 5, 6]],
    ['three levels', 'return [[[1], [2]]]', [1, 2, 1], [1, 2]],
    ['an empty list', 'return []', [0], []],
    ['rows without columns', 'return [[], []]', [2, 0], []],
    ['a tuple of tuples', 'return (1, 2), (3, 4)', [2, 2], [1, 2, 3, 4]],
    ['a range', 'return range(3)', [3], [0, 1, 2]],
    ['rows of ranges', 'return [range(2), range(2, 4)]', [2, 2], [0, 1, 2, 3]],
    ['a generator', 'return (p / 2 for p in range(3))', [3], [0, 0.5, 1]],
    ['rows that are yielded', 'for p in range(2):\n    yield [p, p]', [2, 2], [0, 0, 1, 1]],
    [
      'generators in a generator',
      'return ((p * 10 + j for j in range(2)) for p in range(2))',
      [2, 2],
      [0, 1, 10, 11],
    ],
    ['a map', 'return map(float, [1, 2])', [2], [1, 2]],
    ['zipped', 'return zip([1, 2], [3, 4])', [2, 2], [1, 3, 2, 4]],
    ['reversed', 'return [reversed([1, 2])]', [1, 2], [2, 1]],
    [
      'an array of 64 bits',
      'from array import array\nreturn [array("d", [0.1, 0.2])]',
      [1, 2],
      [0.1, 0.2],
    ],
    [
      'an array of 32 bits',
      'from array import array\nreturn array("f", [0.5, 0.25])',
      [2],
      [0.5, 0.25],
    ],
    ['bytes of arrays', 'from array import array\nreturn array("b", [1, -1])', [2], [1, -1]],
    [
      'a named tuple',
      'from collections import namedtuple\nreturn namedtuple("P", "x y")(1, 2)',
      [2],
      [1, 2],
    ],
    [
      'NaN and infinities',
      'return [float("nan"), float("inf"), -float("inf"), 1e400]',
      [4],
      [NaN, Infinity, -Infinity, Infinity],
    ],
    ['minus zero', 'return [-0.0]', [1], [-0]],
    [
      'a whole number beyond 32 bits',
      'return [2**40, -(2**31) - 1]',
      [2],
      [2 ** 40, -(2 ** 31) - 1],
    ],
    ['a whole number beyond doubles', 'return [10**400, -10**400]', [2], [Infinity, -Infinity]],
    ['the smallest number', 'return [5e-324, 0.1 + 0.2]', [2], [5e-324, 0.1 + 0.2]],
    [
      '16 384 cells',
      'return [[7.0] * 128 for _ in range(128)]',
      [128, 128],
      new Array(16384).fill(7),
    ],
    [
      'a list of a class of its own',
      'class L(list):\n    def __len__(self):\n        return -1\nreturn L([1])',
      [1],
      [1],
    ],
    ['the same row twice', 'row = [1, 2]\nreturn [row] * 2', [2, 2], [1, 2, 1, 2]],
  ])('%s', async (_, body, shape, cells) => {
    const { outcome, answers, error } = await run(answer(body));
    expect(error).toBeUndefined();
    expect(outcome).toBe('done');
    expect(answers).toEqual([{ kind: 'cells', shape, cells: Float64Array.from(cells) }]);
  });

  test('doubles come back within one unit in the last place', async () => {
    const words = new BigUint64Array(1);
    const cells = new Float64Array(words.buffer);
    let state = 0x9e3779b97f4a7c15n;
    const doubles: number[] = [];
    while (doubles.length < 500) {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      words[0] = state;
      if (Number.isFinite(cells[0])) doubles.push(cells[0] ?? 0);
    }
    const list = { kind: 'list', shape: [doubles.length], cells: doubles } as const;
    const { answers } = await run('def answer(x):\n    return x\n', {
      cases: [argumentsText('python', [list])],
    });
    const got = answers[0]?.kind === 'cells' ? Array.from(answers[0].cells) : [];
    // MicroPython does not round every decimal correctly when it reads; what it holds comes out as it is.
    doubles.forEach((one, i) => {
      expect(Math.abs((got[i] ?? NaN) - one)).toBeLessThanOrEqual(Math.abs(one) * 2 ** -51);
    });
  });
});

describe('values that are refused', () => {
  test.each([
    ['nothing', 'pass', { problem: 'nothing-returned' }],
    ['a number', 'return 1.5', { problem: 'not-a-list', found: 'number' }],
    ['a text', 'return "PASS"', { problem: 'not-a-list', found: 'string' }],
    ['a truth value', 'return True', { problem: 'not-a-list', found: 'boolean' }],
    ['a dictionary', 'return {0: [1]}', { problem: 'not-a-list', found: 'dictionary' }],
    ['a set', 'return {1, 2}', { problem: 'not-a-list', found: 'set' }],
    ['a function', 'return answer', { problem: 'not-a-list', found: 'function' }],
    ['bytes', 'return b"abc"', { problem: 'not-a-list', found: 'object' }],
    [
      'an object of a class',
      'class A:\n    pass\nreturn A()',
      { problem: 'not-a-list', found: 'object' },
    ],
    [
      'a text in a cell',
      'return [[1, "0.5"]]',
      { problem: 'not-a-number', found: 'string', path: [0, 1] },
    ],
    ['None in a cell', 'return [[None]]', { problem: 'not-a-number', found: 'none', path: [0, 0] }],
    [
      'True in a cell',
      'return [1, True]',
      { problem: 'not-a-number', found: 'boolean', path: [1] },
    ],
    [
      'a complex number',
      'return [[1], [1j]]',
      { problem: 'not-a-number', found: 'complex', path: [1, 0] },
    ],
    [
      'a function in a cell',
      'return [math.sin]',
      { problem: 'not-a-number', found: 'function', path: [0] },
    ],
    [
      'four levels',
      'return [[[[1]]]]',
      { problem: 'not-a-number', found: 'list', path: [0, 0, 0] },
    ],
    ['itself', 'a = []\na.append(a)\nreturn a', { problem: 'not-a-number', found: 'list' }],
    ['rows of different length', 'return [[1, 2], [3]]', { problem: 'ragged', path: [1] }],
    [
      'a number among rows',
      'return [[1, 2], 3]',
      { problem: 'ragged', found: 'number', path: [1] },
    ],
    ['a number after an empty row', 'return [[], 3]', { problem: 'ragged', path: [1] }],
    ['a row among numbers', 'return [1, [2]]', { problem: 'ragged', found: 'list', path: [1] }],
    [
      'a table among rows',
      'return [[1, 2], [[3], 4]]',
      { problem: 'ragged', found: 'list', path: [1, 0] },
    ],
    [
      'a text among rows',
      'return [[1], "x"]',
      { problem: 'not-a-number', found: 'string', path: [1] },
    ],
    ['16 385 cells', 'return [0] * 16385', { problem: 'too-large' }],
    ['129 rows of 128', 'return [[0] * 128] * 129', { problem: 'too-large' }],
    ['a thousand million', 'return range(10**9)', { problem: 'too-large' }],
    ['a generator without an end', 'while True:\n    yield 1', { problem: 'too-large' }],
  ])('%s', async (_, body, expected) => {
    const { answers } = await run(answer(body));
    expect(answers).toMatchObject([{ kind: 'problem', ...expected }]);
  });

  test('an async function', async () => {
    const { answers } = await run('async def answer():\n    return [1]\n');
    expect(answers).toMatchObject([{ problem: 'promise' }]);
  });
});

describe('the function itself', () => {
  test.each([
    ['defined', 'def answer():\n    return [1]'],
    ['a lambda', 'answer = lambda: [1]'],
    ['a method', 'class A:\n    def m(self):\n        return [1]\n\nanswer = A().m'],
    ['decorated', 'def deco(f):\n    return f\n\n@deco\ndef answer():\n    return [1]'],
    ['annotated', 'from typing import List\n\ndef answer() -> List[List[float]]:\n    return [1]'],
    [
      'annotated in the future',
      'from __future__ import annotations\nimport typing\n\ndef answer() -> "typing.Any":\n    return [1]',
    ],
  ])('%s is found', async (_, source) => {
    const { answers, error } = await run(source);
    expect(error).toBeUndefined();
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });

  test.each([
    ['nothing', ''],
    ['another name', 'def Answer():\n    return [1]', 'The code has a function Answer'],
    ['a number of that name', 'answer = 1'],
    ['one inside another', 'def outer():\n    def answer():\n        return [1]'],
  ])('%s is no-function', async (_, source, message = '') => {
    const { outcome, answers } = await run(source, { cases: ['', ''] });
    expect(outcome).toBe('done');
    expect(answers).toMatchObject([{ problem: 'no-function' }, { problem: 'no-function' }]);
    expect(answers[0]?.kind === 'problem' ? (answers[0].message ?? '') : '').toContain(message);
  });

  test('one that takes another number of values is wrong-arity', async () => {
    for (const head of ['', 'n', 'n, d, base, extra', 'n, d, *, base']) {
      const { answers } = await run(`def answer(${head}):\n    return [1]\n`, {
        cases: ['1, 2, 3.0', '4, 5, 6.0'],
      });
      expect(answers, head).toMatchObject([{ problem: 'wrong-arity' }, { problem: 'wrong-arity' }]);
    }
  });

  test('a wrong call inside is an error with its line', async () => {
    const { answers, error } = await run(
      'def help(a):\n    return a\n\ndef answer():\n    return help(1, 2)\n',
    );
    expect(answers).toMatchObject([{ problem: 'threw', line: 5 }]);
    expect(error?.message).toBe('help takes 1 value, and is called with 2.');
  });

  test('defaults and rest are no problem', async () => {
    for (const head of ['n, d, base=5', '*all', 'n, *rest', 'n, d, base, extra=1']) {
      const { answers } = await run(`def answer(${head}):\n    return [1]\n`, {
        cases: ['1, 2, 3.0'],
      });
      expect(answers, head).toMatchObject([{ kind: 'cells' }]);
    }
  });
});

describe('cases', () => {
  test('whole numbers stay whole, numbers are floats', async () => {
    const { printed } = await run(
      'def answer(n, base, on, rows):\n    print(n, base, on, rows)\n    return []\n',
      { cases: ['3, 10000.0, True, [[1.0, -0.0], []]'] },
    );
    expect(printed).toEqual(['3 10000.0 True [[1.0, -0.0], []]']);
  });

  test('each case gets its own arguments, and a changed one is named', async () => {
    const { answers } = await run(
      'def answer(x, start):\n    if start:\n        x[0][0] += 1\n    return x\n',
      { cases: ['[[1.0, 2.0]], 0', '[[1.0, 2.0]], 1', '[[1.0, 2.0]], 0'] },
    );
    expect(answers).toEqual([
      { kind: 'cells', shape: [1, 2], cells: Float64Array.of(1, 2) },
      { kind: 'problem', problem: 'mutated-input', path: [] },
      { kind: 'cells', shape: [1, 2], cells: Float64Array.of(1, 2) },
    ]);
  });

  test('an argument that grows is changed, too', async () => {
    const { answers } = await run('def answer(x):\n    x.append(1.0)\n    return [1]\n', {
      cases: ['[1.0]', '[]'],
    });
    expect(answers).toMatchObject([{ problem: 'mutated-input' }, { problem: 'mutated-input' }]);
  });

  test('one that throws does not keep the others from running', async () => {
    const { outcome, answers, error } = await run(
      'def answer(n):\n    if n == 1:\n        raise ValueError("one")\n    return [n]\n',
      { cases: ['0', '1', '2'] },
    );
    expect(outcome).toBe('done');
    expect(answers.map(({ kind }) => kind)).toEqual(['cells', 'problem', 'cells']);
    expect(answers[1]).toMatchObject({ problem: 'threw', line: 3 });
    expect(error).toMatchObject({ kind: 'ValueError', line: 3, original: 'ValueError: one' });
  });

  test('text printed is kept apart for each case', async () => {
    const { printed, printedAtLoad } = await run(
      'print("top")\n\ndef answer(n):\n    print("case", n, end="")\n    return [n]\n',
      { cases: ['0', '1'] },
    );
    expect(printedAtLoad).toBe('top');
    expect(printed).toEqual(['case 0', 'case 1']);
  });
});

describe('printing', () => {
  test('letters of any script come whole', async () => {
    const { printed } = await run(answer('print("θ", "😀", [0.1, None], sep=" · ")\nreturn [1]'));
    expect(printed).toEqual(['θ · 😀 · [0.1, None]']);
  });

  test('20 000 lines are cut with a note and the run is graded', async () => {
    const { printed, answers } = await run(
      answer('for i in range(20000):\n    print("line", i)\nreturn [1]'),
    );
    expect(printed[0]?.split('\n')).toHaveLength(501);
    expect(printed[0]).toMatch(/only the beginning is kept\)$/);
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });

  test('a long line and a flood of text stay under the limits', async () => {
    const long = await run(answer('print("x" * 1000000)\nreturn [1]'));
    expect(long.printed[0]?.length).toBeLessThan(2100);
    const many = await run(answer('for i in range(99):\n    print("x" * 1999)\nreturn [1]'));
    expect(many.printed[0]?.length).toBeLessThan(64 * 1024 + 256);
  });
});

describe('code that grows without end', () => {
  test.each([
    ['a list of lists', 'a = []\nwhile True:\n    a.append([0.5] * 10000)'],
    ['one list', 'return [0] * 10**9'],
    ['one text', 'return "a" * (2**31 - 10)'],
    ['a text that doubles', 's = "a"\nwhile True:\n    s += s'],
    ['bytes', 'return bytearray(2**30)'],
    ['a dictionary', 'd = {}\nfor i in range(10**9):\n    d[i] = [0.5] * 1000'],
  ])('%s runs out of memory', async (_, body) => {
    const report = await run(answer(body), { cases: ['', ''] });
    expect(report.answers).toMatchObject([
      { problem: 'out-of-memory' },
      { problem: 'out-of-memory' },
    ]);
    expect(report.error?.message).toContain('more memory than there is');
  });

  test('half of the memory is there for the code', async () => {
    const { answers } = await run(
      answer('a = [[0.5] * 8192 for _ in range(1000)]\nreturn [len(a)]'), // 32 MB of entries
    );
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });

  test('what one case leaves behind is there for the next', async () => {
    const { answers } = await run(
      'def answer():\n    a = [[0.5] * 8192 for _ in range(500)]\n    return [len(a)]\n',
      { cases: new Array<string>(8).fill('') },
    );
    expect(answers.map(({ kind }) => kind)).toEqual(new Array(8).fill('cells'));
  });

  test.each([
    ['recursion', 'return answer()'],
    ['a text of a deep list', 'a = []\nfor i in range(100000):\n    a = [a]\nreturn str(a)'],
    ['recursion through map', 'return list(map(lambda _: answer(), [1]))'],
  ])('%s is an error about depth', async (_, body) => {
    const report = await run(answer(body));
    expect(report.answers).toMatchObject([{ problem: 'threw' }]);
    expect(report.error?.message).toMatch(/nested too deeply/);
  });

  test('120 calls deep is no problem', async () => {
    const { answers } = await run(
      'def deep(n):\n    return 0 if n == 0 else 1 + deep(n - 1)\n\ndef answer():\n    return [deep(120)]\n',
    );
    expect(answers).toEqual([{ kind: 'cells', shape: [1], cells: Float64Array.of(120) }]);
  });
});

describe('throwing strange things', () => {
  test.each([
    ['exit', 'import sys\nsys.exit()', /ends itself here/],
    ['SystemExit', 'raise SystemExit', /ends itself here/],
    ['KeyboardInterrupt', 'raise KeyboardInterrupt', /KeyboardInterrupt/],
    ['no error', 'raise 5', /raise needs an error/],
    [
      'an error whose text throws',
      'class E(Exception):\n    def __str__(self):\n        raise ValueError\nraise E()',
      /^E\b/,
    ],
    [
      'an error of a class of its own',
      'class E(Exception):\n    pass\nraise E("why")',
      /^E: why\.$/,
    ],
    ['input', 'return [float(input())]', /nobody to ask/],
    ['a file', 'open("table.txt")', /no files here/],
  ])('%s', async (_, body, message) => {
    const report = await run(answer(body));
    expect(report.answers).toMatchObject([{ problem: 'threw' }]);
    expect(report.error?.message).toMatch(message);
    expect(report.error?.line).toBeGreaterThan(3);
  });
});

describe('reaching out and tampering', () => {
  test.each([
    'js',
    'jsffi',
    'os',
    'uctypes',
    'micropython',
    'vfs',
    'asyncio',
    'pathlib',
    'os.path',
    '__main__',
    'uos',
    'ujsffi',
  ])('%s cannot be imported', async (name) => {
    for (const line of [`import ${name}`, `__import__("${name}")`, `from ${name} import x`]) {
      const { error } = await run(answer(`${line}\nreturn [1]`));
      expect(error, line).toMatchObject({ kind: 'ImportError', line: 5 });
    }
  });

  test('behind the import there is nothing either', async () => {
    // The hook is one line of defence; this takes it away and stands before the next.
    const source = (body: string) =>
      answer(`import builtins\ndel builtins.__import__\nimport js, jsffi\n${body}\nreturn [1]`);
    for (const body of [
      'js.fetch',
      'js.postMessage',
      'js.globalThis',
      'js.eval("1")',
      'js.process',
      'jsffi.to_js([]).constructor',
    ]) {
      const { answers, outcome } = await run(source(body));
      expect(answers, body).toMatchObject([{ kind: 'problem', problem: 'threw' }]);
      expect(outcome, body).toBe('done');
    }
    const files = await run(
      answer('import builtins\ndel builtins.__import__\nimport os\nreturn [len(os.listdir("/"))]'),
    );
    expect(files.answers).toMatchObject([{ problem: 'threw' }]);
  });

  test.each([
    'len = range = float = int = list = type = sum = None',
    'print = abs = isinstance = None\nfrom math import sin as cos',
    'import builtins\nbuiltins.len = lambda _: 0\nbuiltins.list = None\nbuiltins.float = str',
    'import builtins\nbuiltins.isinstance = lambda *_: True\nbuiltins.type = lambda _: int',
    'import builtins\nbuiltins.callable = lambda _: False\nbuiltins.eval = exec',
    'import builtins\nbuiltins.MemoryError = builtins.BaseException = builtins.TypeError = 1',
    'import sys\nsys.modules.clear()',
    'import gc\ngc.disable()',
  ])('%s changes nothing', async (tampering) => {
    const report = await run(`${tampering}\n\ndef answer(x):\n    return x, (3, 4)\n`, {
      cases: ['[1.0, 2.0]'],
    });
    expect(report.answers).toEqual([
      { kind: 'cells', shape: [2, 2], cells: Float64Array.of(1, 2, 3, 4) },
    ]);
  });

  test('nothing of the prelude is among its names', async () => {
    const { printed } = await run(answer('print(sorted(globals()), __name__)\nreturn [1]'));
    expect(printed[0]).toBe("['__name__', 'answer', 'math'] __main__");
  });
});

describe('what numpy users try first', () => {
  test.each([
    ['import numpy as np', 'import numpy as np\nreturn np.zeros((2, 2))', /There is no NumPy here/],
    ['import torch', 'import torch\nreturn torch.zeros(2)', /There is no PyTorch here/],
    ['np without import', 'return np.zeros(2)', /not NumPy/],
    ['a stepped slice', 'row = [0] * 4\nrow[0::2] = [1, 1]\nreturn row', /stepped slice/],
    ['a list times a float', 'return [1, 2] * 0.5', /go through its entries/],
    ['a sine of a list', 'return math.sin([1, 2])', /A number is needed here, and this is a list/],
    ['shape', 'return [1].shape', /not a NumPy array: it has no shape/],
    ['math.prod', 'return [math.prod([1, 2])]', /module math has no prod here/],
    ['scipy', 'from scipy.special import expit\nreturn [1]', /There is no SciPy here/],
  ])('%s', async (_, body, message) => {
    const { error } = await run(answer(body));
    expect(error?.message).toMatch(message);
  });
});

describe('errors', () => {
  test.each([
    ['a misspelt name', 'return [tabel]', 'NameError', /tabel is used but was never defined/],
    ['math forgotten', 'return [cmath.exp(1)]', 'NameError', /Write import cmath at the top/],
    ['sin alone', 'return [sin(1)]', 'NameError', /sin belongs to the module math/],
    ['null', 'return [null]', 'NameError', /Python writes None, not null/],
    ['curly quotes', 'return [“a”]', 'NameError', /curly quote “/],
    ['a power', 'return [2.0 ^ 3]', 'TypeError', /\^ is not a power/],
    [
      'a float for a count',
      'return [0] * len(range(4 / 2))',
      'TypeError',
      /whole number is needed/,
    ],
    [
      'a float for an index',
      'row = [1, 2]\nreturn [row[2 / 2]]',
      'TypeError',
      /index must be a whole/,
    ],
    ['past the end', 'row = []\nrow[0] = 1', 'IndexError', /filled with append/],
    [
      'a text and a number',
      'return ["a" + 1]',
      'TypeError',
      /\+ does not work between a text and a whole number/,
    ],
    ['a missing row', 'row = None\nrow[0] = 1', 'TypeError', /cannot be changed|no entries/],
    [
      'a missing return',
      'row = [].append(1)\nrow.append(2)',
      'AttributeError',
      /append returns nothing/,
    ],
    ['a tuple', 'row = (1, 2)\nrow[0] = 3', 'TypeError', /Use a list/],
    ['a loop over a number', 'for p in 4:\n    pass', 'TypeError', /Did you mean range\( \)\?/],
    ['a product without sign', 'd = 2\nreturn [d(3)]', 'TypeError', /Is a \* missing/],
    ['len of a number', 'return [len(4)]', 'TypeError', /len\( \) needs a list/],
    ['a division by zero', 'return [1 / 0]', 'ZeroDivisionError', /divides by zero/],
    ['a logarithm of 0', 'return [math.log(0)]', 'ValueError', /logarithm of 0/],
    [
      'a name before its value',
      'total = total + 1',
      'NameError',
      /before the line of this function/,
    ],
    ['too many names', 'a, b, c = [1, 2]', 'ValueError', /more names on the left/],
    ['a key', 'return {}["k"]', 'KeyError', /no entry k/],
    ['an assert', 'assert 1 == 2, "no"', 'AssertionError', /does not hold here: no\./],
    ['not yet written', 'raise NotImplementedError', 'NotImplementedError', /still to be written/],
    ['a list of None', 'return sum([None])', 'TypeError', /None/],
  ])('%s is explained, with its line', async (_, body, kind, message) => {
    const { error } = await run(answer(body));
    expect(error?.kind).toBe(kind);
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(/^\S.*[.?]$/);
    expect(error?.message).not.toMatch(/undefined|solution\.py|<stdin>|a None\b/);
    expect(error?.line).toBe(4 + body.split('\n').length - (body.includes('for p') ? 1 : 0));
  });

  test('the innermost line of the learner’s file counts, not the prelude’s', async () => {
    const { error } = await run(
      'def inner(x):\n    return 1 / x\n\n\ndef answer():\n    return [inner(0)]\n',
    );
    expect(error).toMatchObject({ kind: 'ZeroDivisionError', line: 2 });
  });

  test('an error while loading has its line, and is of every case', async () => {
    const { error, answers } = await run('import math\nx = math.sin("a")\n', { cases: ['', ''] });
    expect(error).toMatchObject({ line: 2 });
    expect(answers).toMatchObject([{ atLoad: true }, { atLoad: true }]);
  });
});

describe('source text', () => {
  test('letters of any script, emoji, NUL and closing tags are safe', async () => {
    const { answers, error } = await run(
      'θ = "😀 </script> `${`"  # "\n\ndef answer():\n    return [len(θ)]\n',
    );
    expect(error).toBeUndefined();
    expect(answers).toMatchObject([{ kind: 'cells' }]);
    const withNul = await run('x = "\u0000"\ndef answer():\n    return [len(x)]\n');
    expect(withNul.outcome).toBe('done');
  });

  test.each([
    [
      'a missing colon',
      'def answer():\n    for p in range(3)\n        pass\n    return [1]',
      2,
      /colon is missing/,
    ],
    ['a missing colon of def', 'def answer()\n    return [1]', 1, /colon is missing/],
    [
      'an open bracket',
      'def answer():\n    row = [1, 2\n    return row',
      2,
      /\[ that opens in line 2 is not closed/,
    ],
    ['an open bracket at the end', 'def answer():\n    return (1, 2', 2, /\( that opens in line 2/],
    ['a bracket too many', 'def answer():\n    return [1])', 2, /\) too many/],
    ['no indent', 'def answer():\nreturn [1]', 2, /indent it by four spaces/],
    [
      'too much indent',
      'def answer():\n    x = 1\n      y = 2\n    return [x]',
      3,
      /further than the one before/,
    ],
    [
      'an indent that fits nothing',
      'def answer():\n    if True:\n        x = 1\n      return [x]',
      4,
      /like no line above/,
    ],
    [
      'tabs and spaces',
      'def answer():\n\tif True:\n        x = 1 +\n\treturn [x]',
      3,
      /Tabs and spaces/,
    ],
    ['curly quotes', 'def answer():\n    return [len(“a b”)]', 2, /curly quote “/],
    ['an open text', 'def answer():\n    s = "abc\n    return [1]', 2, /not closed on its line/],
    [
      'one = in a comparison',
      'def answer():\n    if 1 = 2:\n        pass\n    return [1]',
      2,
      /comparison is written ==/,
    ],
    ['a missing value', 'def answer():\n    return 1 +\n', 2, /something is missing after \+/],
    ['JavaScript', 'function answer() {\n  return [1];\n}', 1, /function is JavaScript/],
    ['braces', 'def answer() {\n  return [1]\n}', 1, /not with \{ and \}|colon is missing/],
    [
      'else if',
      'def answer():\n    if 1:\n        pass\n    else if 2:\n        pass\n    return [1]',
      4,
      /elif/,
    ],
    ['&&', 'def answer():\n    if 1 && 2:\n        pass\n    return [1]', 2, /writes and/],
    ['++', 'def answer():\n    x = 1\n    x++\n    return [x]', 3, /no \+\+/],
    ['print of old', 'def answer():\n    print "a"\n    return [1]', 2, /print needs brackets/],
    [
      'match',
      'def answer():\n    match 1:\n        case 1:\n            pass\n    return [1]',
      2,
      /does not know match/,
    ],
    ['2x', 'def answer():\n    x = 1\n    return [2x]', 3, /2 \* x/],
    ['a return outside', 'x = [1]\nreturn x', 2, /outside every function/],
    ['a break outside', 'def answer():\n    break', 2, /inside a loop/],
    ['an assignment to a value', 'def answer():\n    1 = x', 2, /left of =/],
    ['an empty function', 'def answer():\n', 1, /Nothing stands under line 1/],
  ])('%s is a syntax error with its line', async (_, source, line, message) => {
    const { error, answers } = await run(source, { cases: ['', ''] });
    expect(error?.message).toMatch(message);
    expect(error).toMatchObject({ line });
    expect(error?.kind).toMatch(/^(Syntax|Indentation)Error$|^NameError$/);
    expect(error?.message).not.toMatch(/undefined|solution\.py|<stdin>/);
    expect(answers).toMatchObject([{ problem: 'threw' }, { problem: 'threw' }]);
  });
});
