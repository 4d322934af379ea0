/** The built command, as a terminal or a course's script calls it. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClassView } from '../../cli/class-view.ts';
import type { FileReport } from '../../cli/file-report.ts';

const kCommand = fileURLToPath(new URL('../../build/cli/check-solution.mjs', import.meta.url));

const kRight = `
function sinusoidalTable(n, d, base) {
  const table = [];
  for (let p = 0; p < n; p++) {
    const row = [];
    for (let j = 0; j < d; j++) {
      const angle = p / base ** ((j - (j % 2)) / d);
      row.push(j % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }
    table.push(row);
  }
  return table;
}
`;
const changed = (from: string, to: string): string => {
  if (!kRight.includes(from)) throw new Error(`the right solution holds no ${from}`);
  return kRight.replace(from, to);
};

let folder: string;
beforeAll(() => {
  if (!existsSync(kCommand))
    throw new Error('build/cli/ is missing: npx vite build -c cli/vite.config.ts');
  folder = mkdtempSync(join(tmpdir(), 'check solution '));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function call(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [kCommand, ...words],
      { cwd: tmpdir(), env: { ...process.env, INIT_CWD: folder } },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      },
    );
  });
}

function write(name: string, source: string): string {
  writeFileSync(join(folder, name), source);
  return name;
}

async function reportOf(source: string, file = 'one.js'): Promise<FileReport & { code: number }> {
  write(file, source);
  const { code, stdout, stderr } = await call('sinusoidal-table', file, '--json', '--seed', '7');
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(stdout).not.toMatch(/\bat .*:\d+:\d+|<eval>|<stdin>|quickjs|micropython|Traceback/i);
  return { ...(JSON.parse(stdout) as FileReport), code };
}

describe('--json', () => {
  test('a right file', async () => {
    const { code, ...report } = await reportOf(kRight);
    expect(code).toBe(0);
    expect(report).toMatchObject({
      challenge: 'sinusoidal-table',
      language: 'javascript',
      passed: true,
      firstDifference: null,
      mistakes: [],
      error: null,
      seed: 7,
      file: 'one.js',
    });
    expect(report.cases.passed).toBe(report.cases.total);
    expect(report.cases.total).toBeGreaterThan(10);
    expect(Object.keys(report)).toEqual([
      'challenge',
      'language',
      'passed',
      'cases',
      'firstDifference',
      'mistakes',
      'notes',
      'error',
      'seed',
      'file',
    ]);
  });

  test.each([
    ['exponent unpaired', changed('(j - (j % 2))', 'j'), 'sin-exponent-unpaired', false],
    [
      'exponent doubled',
      changed('(j - (j % 2))', '2 * (j - (j % 2))'),
      'sin-exponent-doubled',
      false,
    ],
    [
      'exponent halved',
      changed('(j - (j % 2))', '((j - (j % 2)) / 2)'),
      'sin-exponent-halved',
      false,
    ],
    ['sine and cosine swapped', changed('=== 0', '=== 1'), 'sin-cos-swapped', true],
    ['positions from one', changed('p / base', '(p + 1) / base'), 'sin-positions-from-one', false],
    ['base 1000', changed('p / base', 'p / 1000'), 'sin-base-1000', false],
    [
      'halves layout',
      changed(
        'return table',
        'return table.map((r) => [...r.filter((_, j) => j % 2 === 0), ...r.filter((_, j) => j % 2)])',
      ),
      'sin-halves-layout',
      true,
    ],
  ])('%s is named', async (_, source, id, convention) => {
    const report = await reportOf(source);
    expect(report.code).toBe(1);
    expect(report.passed).toBe(false);
    expect(report.mistakes).toMatchObject([{ id, convention }]);
    expect(report.mistakes[0]?.message).not.toMatch(/[{}]/);
    expect(report.error).toBeNull();
    expect(report.firstDifference).not.toBeNull();
  });

  test('the first difference has the numbers of the formula', async () => {
    // PE[1] for d = 4, base 10000 starts 0.84147, 0.54030; unpaired, the cosine is cos(1/10).
    const { firstDifference } = await reportOf(changed('(j - (j % 2))', 'j'));
    expect(firstDifference?.case).toContain('d = 4, base 10000');
    expect(firstDifference?.index).toEqual([1, 1]);
    expect(firstDifference?.expected).toBeCloseTo(0.5403, 4);
    expect(firstDifference?.got).toBeCloseTo(Math.cos(0.1), 12);
  });

  test.each([
    ['NaN', changed('row.push(', 'row.push(NaN); ('), 'not-finite'],
    ['texts', changed('row.push(', 'row.push("x"); ('), 'not-a-number'],
    ['one row', changed('return table', 'return table[0] ?? []'), 'wrong-depth'],
    ['nothing', changed('return table', ''), 'nothing-returned'],
    ['a promise', changed('function', 'async function'), 'promise'],
    ['another name', changed('sinusoidalTable', 'sinusoidal_table'), 'no-function'],
  ])('%s is a mistake with its own words', async (_, source, id) => {
    const report = await reportOf(source);
    expect(report.code).toBe(1);
    expect(report.mistakes.map((mistake) => mistake.id)).toContain(id);
    expect(
      report.mistakes.every(({ message }) => message.length > 10 && !/[{}]/.test(message)),
    ).toBe(true);
    expect(report.error).toBeNull();
  });

  test.each([
    ['a syntax error', changed('return table;', 'return [;'), { kind: 'SyntaxError' }],
    ['a misspelt name', changed('row.push(', 'rows.push('), { kind: 'ReferenceError', line: 8 }],
    ['an endless loop', changed('return table', 'for (;;); return table'), { kind: 'timeout' }],
    ['a loop at the top', 'for (;;);', { kind: 'timeout', line: 1 }],
    [
      'a memory bomb',
      changed('p++', 'table.push(new Array(1e5).fill(p))'),
      { kind: 'out-of-memory' },
    ],
    [
      'recursion',
      'function sinusoidalTable(n, d, b) { return sinusoidalTable(n, d, b); }',
      { kind: 'InternalError' },
    ],
    [
      'a built-in without end',
      changed('return table', 'Array(4e9).indexOf(1); return table'),
      { kind: 'timeout' },
    ],
    ['throw null', changed('return table', 'throw null'), { kind: 'thrown' }],
  ])('%s is an error', async (_, source, error) => {
    const report = await reportOf(source);
    expect(report.code).toBe(1);
    expect(report).toMatchObject({ passed: false, error });
    expect(report.error?.message).toMatch(/^[A-Z].*[.?]$/);
  });

  test.each([
    ['one long list', changed('return table', 'return table.flat()'), 'shape-flat'],
    ['a row too many', changed('p < n', 'p <= n'), 'shape-row-more'],
    ['a cosine too many', changed('j < d', 'j < d + (d % 2)'), 'sin-odd-d-extra-column'],
  ])('%s is named by its cause alone', async (_, source, id) => {
    const report = await reportOf(source);
    expect(report.mistakes.map((mistake) => mistake.id)).toEqual([id]);
  });

  test('a function of nearly the right name is named', async () => {
    const report = await reportOf(changed('sinusoidalTable', 'sinusoidal_table'));
    expect(report.mistakes[0]?.message).toContain('The code has a function sinusoidal_table');
  });

  test('printed text does not reach standard output', async () => {
    const report = await reportOf(`console.log('{"passed":true}');${kRight}`);
    expect(report.passed).toBe(true);
  });

  test('the starter, constants and a memorised table do not pass', async () => {
    for (const source of [
      'function sinusoidalTable(n, d, base) {}',
      'function sinusoidalTable(n, d) { return Array.from({ length: n }, () => new Array(d).fill(0)); }',
      'function sinusoidalTable(n) { return [[0, 1, 0, 1], [0.84147, 0.5403, 0.01, 0.99995]].slice(0, n); }',
    ]) {
      expect((await reportOf(source)).passed, source).toBe(false);
    }
  });

  test('float32 is accepted', async () => {
    const float32 = changed('table.push(row)', 'table.push(Float32Array.from(row))');
    expect((await reportOf(float32)).passed).toBe(true);
  });
});

describe('Python', () => {
  const right = `import math


def sinusoidal_table(n, d, base):
    table = []
    for p in range(n):
        row = []
        for column in range(d):
            angle = p / base ** (column // 2 * 2 / d)
            row.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
        table.append(row)
    return table
`;
  const edited = (from: string, to: string): string => {
    if (!right.includes(from)) throw new Error(`the right solution holds no ${from}`);
    return right.replace(from, to);
  };
  const report = (source: string) => reportOf(source, 'one.py');

  test('a right file', async () => {
    const { code, language, passed, cases, error, mistakes } = await report(right);
    expect({ code, language, passed, error, mistakes }).toEqual({
      code: 0,
      language: 'python',
      passed: true,
      error: null,
      mistakes: [],
    });
    expect(cases.passed).toBe(cases.total);
  });

  test('the same cases and numbers as the same file in JavaScript', async () => {
    const inPython = await report(edited('p / base', '(p + 1) / base'));
    const inJavaScript = await reportOf(changed('p / base', '(p + 1) / base'));
    const { language: one, file: a, ...python } = inPython;
    const { language: two, file: b, ...javaScript } = inJavaScript;
    expect([one, a, two, b]).toEqual(['python', 'one.py', 'javascript', 'one.js']);
    expect(python).toEqual(javaScript);
  });

  test.each([
    [
      'a comprehension',
      `${right}\nfrom math import sin, cos\ndef sinusoidal_table(n, d, base):\n    return [[(cos if j % 2 else sin)(p / base ** (j // 2 * 2 / d)) for j in range(d)] for p in range(n)]\n`,
    ],
    ['tuples', edited('return table', 'return tuple(tuple(row) for row in table)')],
    ['a generator', edited('return table', 'return (iter(row) for row in table)')],
    ['yielded rows', edited('        table.append(row)\n    return table', '        yield row')],
    [
      'float32',
      edited('table.append(row)', 'from array import array\n        table.append(array("f", row))'),
    ],
    [
      'complex numbers',
      `import cmath\n\ndef sinusoidal_table(n, d, base):\n    table = []\n    for p in range(n):\n        row = []\n        for k in range((d + 1) // 2):\n            z = cmath.exp(1j * p * base ** (-2 * k / d))\n            row += [z.imag, z.real]\n        table.append(row[:d])\n    return table\n`,
    ],
  ])('%s passes', async (_, source) => {
    expect(await report(source)).toMatchObject({
      code: 0,
      passed: true,
      error: null,
      mistakes: [],
    });
  });

  test.each([
    ['exponent unpaired', edited('column // 2 * 2', 'column'), 'sin-exponent-unpaired'],
    [
      'one row for all',
      edited('        row = []\n', '')
        .replace('table = []', 'table, row = [], []')
        .replace('for column', 'row.clear()\n        for column'),
      'sin-rows-all-last',
    ],
    ['None', edited('return table', 'print(table)'), 'nothing-returned'],
    ['another name', edited('sinusoidal_table', 'sinusoidalTable'), 'no-function'],
    ['two parameters', edited('n, d, base', 'n, d').replace('base', '10000'), 'wrong-arity'],
  ])('%s is named', async (_, source, id) => {
    const { code, mistakes, error } = await report(source);
    expect({ code, error, mistakes: mistakes.map((one) => one.id) }).toEqual({
      code: 1,
      error: null,
      mistakes: [id],
    });
    expect(mistakes[0]?.message).not.toMatch(/[{}]/);
  });

  test.each([
    ['a missing colon', edited('range(n):', 'range(n)'), { kind: 'SyntaxError', line: 6 }],
    [
      'a missing indent',
      edited('        row = []', '    row = []'),
      { kind: 'SyntaxError', line: 7 },
    ],
    ['a misspelt name', edited('row.append(', 'rows.append('), { kind: 'NameError', line: 10 }],
    ['NumPy', edited('import math', 'import numpy as np'), { kind: 'ImportError', line: 1 }],
    ['an endless loop', edited('return table', 'while True: pass'), { kind: 'timeout' }],
    ['a loop at the top', 'while True:\n    pass\n', { kind: 'timeout' }],
    [
      'a memory bomb',
      edited('table.append(row)', 'while True: table.append([0.5] * 100000)'),
      { kind: 'out-of-memory' },
    ],
    [
      'recursion',
      'def sinusoidal_table(n, d, b):\n    return sinusoidal_table(n, d, b)\n',
      { kind: 'RuntimeError', line: 2 },
    ],
    ['exit', edited('return table', 'raise SystemExit'), { kind: 'SystemExit' }],
    ['a file', edited('return table', 'open("/etc/passwd")'), { kind: 'OSError' }],
    ['the host', edited('import math', 'import math, js'), { kind: 'ImportError', line: 1 }],
  ])('%s is an error', async (_, source, error) => {
    const { code, ...found } = await report(source);
    expect(code).toBe(1);
    expect(found).toMatchObject({ passed: false, error });
    expect(found.error?.message).toMatch(/^[A-Za-z].*[.?]$/);
  });

  test('rounded to twelve digits passes, to three is named', async () => {
    const fine = await report(edited('append(row)', 'append([round(x, 12) for x in row])'));
    expect(fine.passed).toBe(true);
    const coarse = await report(edited('append(row)', 'append([round(x, 3) for x in row])'));
    expect(coarse.mistakes.map(({ id }) => id)).toEqual(['sin-rounded']);
  });

  test('the solutions of every challenge pass in both languages, the starters do not', async () => {
    const folder = new URL('../../web/content/en/challenges/', import.meta.url);
    const challenges = readdirSync(folder, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    expect(challenges.length).toBeGreaterThan(0);
    for (const { name } of challenges) {
      const file = (one: string) => fileURLToPath(new URL(`${name}/${one}`, folder));
      const right = await call(name, file('solution.js'), file('solution.py'));
      expect(right.code, `${right.stdout}${right.stderr}`).toBe(0);
      const { stdout } = await call(name, file('starter.js'), file('starter.py'), '--json');
      const passed = stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as FileReport).passed);
      expect(passed, name).toEqual([false, false]);
    }
  }, 120_000);

  test('both languages in one call', async () => {
    write('a.py', right);
    write('b.js', kRight);
    const { code, stdout } = await call('sinusoidal-table', 'a.py', 'b.js');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a\.py: .*passed.*\nb\.js: .*passed/);
  });
});

describe('--python', () => {
  const right = `import math

def sinusoidal_table(n, d, base):
    def cell(p, j):
        angle = p / base ** (j // 2 * 2 / d)
        return math.sin(angle) if j % 2 == 0 else math.cos(angle)
    return [[cell(p, j) for j in range(d)] for p in range(n)]
`;
  const report = async (source: string) => {
    write('own.py', source);
    const { code, stdout, stderr } = await call(
      'sinusoidal-table',
      'own.py',
      '--json',
      '--python',
      'python3',
    );
    expect(stderr).toMatch(/^warning: --python runs the files with your rights/);
    return { code, ...(JSON.parse(stdout) as FileReport) };
  };
  /** What arrays and tensors have, for machines without NumPy and PyTorch. */
  const like = (method: string) => `${right}
plain = sinusoidal_table
class Array:
    def __init__(self, rows): self.rows = rows
    ${method}
def sinusoidal_table(n, d, base):
    return Array(plain(n, d, base))
`;

  test.each([
    ['plain lists', right],
    ['an array', like('def tolist(self): return self.rows')],
    [
      'a tensor',
      like(`def detach(self): return self
    def cpu(self): return Array(tuple(self.rows))
    def tolist(self): return list(self.rows)`),
    ],
    ['a generator of rows', right.replace('return [[cell', 'yield from [[cell')],
    ['a library that this page has not', `import dataclasses, statistics\n${right}`],
    ['printing', `print("at load")\n${right.replace('return [[', 'print(n); return [[')}`],
  ])('%s passes', async (_, source) => {
    expect(await report(source)).toMatchObject({
      code: 0,
      language: 'python',
      passed: true,
      mistakes: [],
      error: null,
    });
  });

  test('a mistake is named as in the page', async () => {
    const { mistakes, firstDifference } = await report(right.replace('p / base', '(p + 1) / base'));
    expect(mistakes.map(({ id }) => id)).toEqual(['sin-positions-from-one']);
    expect(firstDifference?.got).toBeCloseTo(Math.sin(1), 12);
  });

  test.each([
    [
      'an error',
      right.replace('return [[', 'return nothing or [['),
      { kind: 'NameError', line: 7 },
    ],
    ['a syntax error', right.replace('range(n)]', 'range(n)'), { kind: 'SyntaxError', line: 7 }],
    ['an exit', right.replace('return [[', 'raise SystemExit; return [['), { kind: 'SystemExit' }],
    ['a hard exit', `import os\nos._exit(0)\n`, { kind: 'crashed' }],
    ['input', `input()\n${right}`, { kind: 'EOFError', line: 1 }],
  ])('%s is one', async (_, source, error) => {
    expect(await report(source)).toMatchObject({ code: 1, passed: false, error });
  });

  test.each([
    ['no function', 'x = 1', 'no-function'],
    ['another arity', right.replace('(n, d, base)', '(n, d)'), 'wrong-arity'],
    ['a text', right.replace('return [[', 'return "rows" or [['), 'not-a-list'],
    ['nothing', right.replace('return [[', '[['), 'nothing-returned'],
    ['ragged rows', right.replace('range(d)] for', 'range(d + p)] for'), 'ragged'],
    ['truth', right.replace('return [[cell(p, j)', 'return [[p == j'), 'not-a-number'],
  ])('%s is told', async (_, source, id) => {
    const { mistakes } = await report(source);
    expect(mistakes.map((one) => one.id)).toEqual([id]);
  });

  test('the environment is empty', async () => {
    const spying = `import os\nfound = [name for name in os.environ if name != "LC_CTYPE"]\nassert found == [], found\n${right}`;
    expect((await report(spying)).passed).toBe(true);
  });

  test('what it started ends with it', async () => {
    const child = `import subprocess, sys\nchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])\nraise ValueError(str(child.pid))\n`;
    const { error } = await report(child);
    const pid = Number(/\d+/.exec(error?.message ?? '')?.[0]);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
  });

  test('a Python that is not there is named', async () => {
    write('own.py', right);
    const { code, stdout } = await call(
      'sinusoidal-table',
      'own.py',
      '--json',
      '--python=no-such-python',
    );
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { kind: 'not-run', message: expect.stringContaining('no-such-python') as string },
    });
  });
});

describe('several files', () => {
  test('one line each, and the worst exit code', async () => {
    write('right.js', kRight);
    write('wrong.js', changed('p / base', '(p + 1) / base'));
    write('also right.mjs', `export ${kRight.trim()}`);
    const passing = await call('sinusoidal-table', 'right.js', 'also right.mjs', '--json');
    expect(passing.code).toBe(0);
    const mixed = await call('sinusoidal-table', 'right.js', 'wrong.js', '--json');
    expect(mixed.code).toBe(1);
    const missing = await call('sinusoidal-table', 'wrong.js', 'missing.js', 'right.js', '--json');
    expect(missing.code).toBe(2);
    const reports = missing.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as FileReport);
    expect(reports.map(({ file, passed }) => [file, passed])).toEqual([
      ['wrong.js', false],
      ['missing.js', false],
      ['right.js', true],
    ]);
    expect(reports[1]?.error).toEqual({
      kind: 'unreadable',
      message: 'There is no such file.',
      line: null,
    });
  });

  test('lines for people', async () => {
    write('right.js', kRight);
    write('wrong.js', changed('p / base', '(p + 1) / base'));
    const { stdout, code } = await call('sinusoidal-table', 'right.js', 'wrong.js', '--seed=9');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^right\.js: sinusoidal-table: passed \((\d+) of \1 cases\)$/m);
    expect(stdout).toMatch(
      /^wrong\.js: sinusoidal-table: not passed \(\d+ of \d+ cases\): .*positions start at 1/m,
    );
    expect(stdout).toContain(
      'sinusoidal-table: 2 files: 1 passed, 1 not passed, 0 not checked\n    1  sin-positions-from-one\n',
    );
    expect(stdout).toContain('--seed 9');
    const alone = await call('sinusoidal-table', 'wrong.js', '--seed=9');
    expect(alone.stdout).toMatch(/^wrong\.js: sinusoidal-table: not passed \(\d+ of \d+ cases\)$/m);
    expect(alone.stdout).toMatch(
      /first difference: n = \d+, d = \d+, base .*: result\[0\]\[0\] should be 0, is 0\.841471/,
    );
    expect(alone.stdout).toContain('--seed 9');
  });

  test('a folder stands for its files, and its mistakes are counted', async () => {
    mkdirSync(join(folder, 'class'), { recursive: true });
    write('class/a.js', kRight);
    write('class/b.js', changed('p / base', '(p + 1) / base'));
    write('class/c.js', changed('p / base', '( p + 1 ) / base'));
    write('class/d.js', kRight.replace('Math.cos', 'Math.cosine'));
    write(
      'class/e.js',
      changed('return table', 'return table.map((row) => row.map((x) => x ** 3))'),
    );
    write('class/notes.txt', 'not a solution');
    const { code, stdout } = await call('sinusoidal-table', 'class', '--json');
    expect(code).toBe(1);
    const said = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as FileReport & { class?: ClassView });
    expect(said.map(({ file }) => file)).toEqual([
      ...['a', 'b', 'c', 'd', 'e'].map((name) => `class/${name}.js`),
      undefined,
    ]);
    expect(said.at(-1)?.class).toEqual({
      challenge: 'sinusoidal-table',
      files: 5,
      passed: 1,
      notPassed: 4,
      notChecked: 0,
      mistakes: [{ id: 'sin-positions-from-one', files: 2 }],
      errors: [{ kind: 'TypeError', files: 1 }],
      unnamed: 1,
    });
  });

  test('many files are judged as each one alone, in the order of the command', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `many${i}.js`);
    names.forEach((name, i) =>
      write(name, i % 3 === 0 ? kRight : changed('p / base', `(p + ${i}) / base`)),
    );
    const { stdout } = await call('sinusoidal-table', ...names, '--json', '--seed', '5');
    const together = stdout.trimEnd().split('\n');
    expect(together).toHaveLength(names.length);
    for (const i of [0, 1, 5]) {
      const alone = await call('sinusoidal-table', names[i]!, '--json', '--seed', '5');
      expect(together[i]).toBe(alone.stdout.trimEnd());
    }
  });

  test('--junit writes a report', async () => {
    write('right.js', kRight);
    write('wrong <&>.js', 'function sinusoidalTable() { throw new Error("<&>\\"\\u0001"); }');
    const { code } = await call(
      'sinusoidal-table',
      'right.js',
      'wrong <&>.js',
      'none.js',
      '--junit',
      'report.xml',
    );
    expect(code).toBe(2);
    const xml = readFileSync(join(folder, 'report.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="sinusoidal-table" tests="3" failures="1" errors="1">');
    expect(xml).toContain('name="wrong &lt;&amp;&gt;.js"');
    expect(xml).not.toMatch(/[^\n\P{Cc}]|<&>/u);
    const nowhere = await call('sinusoidal-table', 'right.js', '--junit', 'no/such/folder.xml');
    expect(nowhere).toMatchObject({ code: 2 });
    expect(nowhere.stderr).toContain('could not be written');
  });

  test('the same seed gives the same report', async () => {
    const first = await reportOf(changed('p / base', 'p / 9999'));
    expect(await reportOf(changed('p / base', 'p / 9999'))).toEqual(first);
  });
});

describe('what cannot be checked', () => {
  test.each([
    ['an unknown challenge', ['no-such-challenge', 'one.js', '--json'], 'unknown-challenge'],
    ['another language', ['sinusoidal-table', 'one.cpp', '--json'], 'unknown-language'],
    ['a file of no kind', ['sinusoidal-table', 'one', '--json'], 'unknown-language'],
    ['a folder', ['sinusoidal-table', 'folder.js', '--json'], 'unreadable'],
  ])('%s is 2', async (_, words, kind) => {
    mkdirSync(join(folder, 'folder.js'), { recursive: true });
    write('one.js', kRight);
    const { code, stdout } = await call(...words);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ passed: false, error: { kind } });
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read is 2', async () => {
    chmodSync(join(folder, write('closed.js', kRight)), 0);
    const { code, stdout } = await call('sinusoidal-table', 'closed.js', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'unreadable' } });
  });

  test('20 001 characters are refused', async () => {
    const report = await reportOf(kRight.padEnd(20_001, ' '));
    expect(report).toMatchObject({ code: 1, passed: false, error: { kind: 'too-long' } });
  });

  test.each([
    ['nothing', [], 'no challenge given'],
    ['no file', ['sinusoidal-table'], 'no file given'],
    ['an unknown option', ['sinusoidal-table', 'a.js', '--jsno'], 'unknown option --jsno'],
    ['--json with a value', ['sinusoidal-table', 'a.js', '--json=1'], 'unknown option --json=1'],
    ['no seed', ['sinusoidal-table', 'a.js', '--seed'], '--seed needs a value'],
    ['a seed of words', ['sinusoidal-table', 'a.js', '--seed', 'x'], '--seed is x'],
    [
      'a seed out of range',
      ['sinusoidal-table', 'a.js', '--seed', '4294967296'],
      '--seed is 4294967296',
    ],
  ])('%s: a usage line and 2', async (_, words, message) => {
    const { code, stdout, stderr } = await call(...words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain('usage: npm run -s check-solution -- CHALLENGE FILE...');
  });

  test('--help explains and is 0', async () => {
    const { code, stdout } = await call('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^usage: .*\n\n[\s\S]*--junit F/);
  });
});
