/**
 * What becomes of learners' code, good and bad, in a real interpreter. Every report is complete: a
 * wrong one would have been dropped by the collector, and `run` throws for that.
 */
import { describe, expect, test } from 'vitest';
import { run } from './quickjs-run.ts';

/** The memory and time limits stop these; a slow device has three times the second. */
const kLongestMs = 5000;

describe('values that are accepted', () => {
  test.each([
    ['a list', 'return [1, 2.5, -3]', [3], [1, 2.5, -3]],
    ['a list of lists', 'return [[1, 2], [3, 4], [5, 6]]', [3, 2], [1, 2, 3, 4, 5, 6]],
    ['three levels', 'return [[[1], [2]]]', [1, 2, 1], [1, 2]],
    ['an empty list', 'return []', [0], []],
    ['rows without columns', 'return [[], []]', [2, 0], []],
    ['a Float64Array', 'return new Float64Array([0.1, 0.2])', [2], [0.1, 0.2]],
    [
      'Float32Array rows',
      'return [new Float32Array([0.5]), new Float32Array([0.25])]',
      [2, 1],
      [0.5, 0.25],
    ],
    ['a subarray', 'return new Float64Array([1, 2, 3]).subarray(1)', [2], [2, 3]],
    [
      'NaN and infinities',
      'return [NaN, Infinity, -Infinity, 1e400]',
      [4],
      [NaN, Infinity, -Infinity, Infinity],
    ],
    ['minus zero', 'return [-0]', [1], [-0]],
    [
      '16 384 cells',
      'return Array.from({length: 128}, () => new Array(128).fill(7))',
      [128, 128],
      new Array(16384).fill(7),
    ],
    ['a proxy that tells the truth', 'return new Proxy([1, 2], {})', [2], [1, 2]],
    ['the same row twice', 'const row = [1, 2]; return [row, row]', [2, 2], [1, 2, 1, 2]],
  ])('%s', async (_, body, shape, cells) => {
    const { outcome, answers } = await run(`function answer() { ${body}; }`);
    expect(outcome).toBe('done');
    expect(answers).toEqual([{ kind: 'cells', shape, cells: Float64Array.from(cells) }]);
  });
});

describe('values that are refused', () => {
  test.each([
    ['nothing', '', { problem: 'nothing-returned' }],
    ['null', 'return null', { problem: 'not-a-list', found: 'null' }],
    ['a number', 'return 1', { problem: 'not-a-list', found: 'number' }],
    ['a text', 'return "PASS"', { problem: 'not-a-list', found: 'string' }],
    ['an object', 'return { length: 2, 0: 1, 1: 2 }', { problem: 'not-a-list', found: 'object' }],
    ['a function', 'return answer', { problem: 'not-a-list', found: 'function' }],
    ['a set', 'return new Set([1])', { problem: 'not-a-list', found: 'object' }],
    [
      'a text in a cell',
      'return [[1, "0.5"]]',
      { problem: 'not-a-number', found: 'string', path: [0, 1] },
    ],
    [
      'a BigInt in a cell',
      'return [[1], [2n]]',
      { problem: 'not-a-number', found: 'bigint', path: [1, 0] },
    ],
    [
      'BigInt rows',
      'return [new BigInt64Array(1)]',
      { problem: 'not-a-number', found: 'bigint', path: [0, 0] },
    ],
    [
      'a boolean in a cell',
      'return [true]',
      { problem: 'not-a-number', found: 'boolean', path: [0] },
    ],
    [
      'undefined in a cell',
      'return [[1, undefined]]',
      { problem: 'not-a-number', found: 'undefined', path: [0, 1] },
    ],
    ['a hole', 'return [[1, , 3]]', { problem: 'not-a-number', found: 'hole', path: [0, 1] }],
    [
      'rows never made',
      'return new Array(3)',
      { problem: 'not-a-number', found: 'hole', path: [0] },
    ],
    ['null in a cell', 'return [null]', { problem: 'not-a-number', found: 'null', path: [0] }],
    [
      'a symbol in a cell',
      'return [Symbol()]',
      { problem: 'not-a-number', found: 'symbol', path: [0] },
    ],
    [
      'a number object',
      'return [new Number(1)]',
      { problem: 'not-a-number', found: 'object', path: [0] },
    ],
    [
      'a function in a cell',
      'return [Math.sin]',
      { problem: 'not-a-number', found: 'function', path: [0] },
    ],
    [
      'four levels',
      'return [[[[1]]]]',
      { problem: 'not-a-number', found: 'list', path: [0, 0, 0] },
    ],
    ['itself', 'const a = []; a.push(a); return a', { problem: 'not-a-number', found: 'list' }],
    ['rows of different length', 'return [[1, 2], [3]]', { problem: 'ragged', path: [1] }],
    [
      'a number among rows',
      'return [[1, 2], 3]',
      { problem: 'ragged', found: 'number', path: [1] },
    ],
    ['a row among numbers', 'return [1, [2]]', { problem: 'ragged', found: 'list', path: [1] }],
    [
      'a text among rows',
      'return [[1], "x"]',
      { problem: 'not-a-number', found: 'string', path: [1] },
    ],
    ['16 385 cells', 'return new Array(16385).fill(0)', { problem: 'too-large' }],
    ['four thousand million holes', 'return Array(4e9)', { problem: 'too-large' }],
    ['a sparse list', 'const a = []; a[4294967294] = 1; return a', { problem: 'too-large' }],
    ['a promise', 'return Promise.resolve([1])', { problem: 'promise' }],
    ['a thenable', 'return { then() {} }', { problem: 'promise' }],
    [
      'a lying length',
      'return new Proxy([1], { get: (t, k) => k === "length" ? -1 : t[k] })',
      { problem: 'ragged' },
    ],
    [
      'a growing proxy',
      'let n = 0; return [1, 2].map(() => new Proxy([], { get: (t, k) => k === "length" ? ++n : 1 }))',
      { problem: 'ragged' },
    ],
    [
      'a throwing trap',
      'return new Proxy([1], { get() { throw new Error("no") } })',
      { problem: 'threw' },
    ],
    [
      'a revoked proxy',
      'const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy',
      { problem: 'threw' },
    ],
  ])('%s', async (_, body, expected) => {
    const { answers } = await run(`function answer() { ${body}; }`);
    expect(answers).toMatchObject([{ kind: 'problem', ...expected }]);
  });

  test('an async function', async () => {
    const { answers } = await run('async function answer() { return [1]; }');
    expect(answers).toMatchObject([{ problem: 'promise' }]);
  });

  test('a generator', async () => {
    const { answers } = await run('function* answer() { yield 1; }');
    expect(answers).toMatchObject([{ problem: 'generator' }]);
  });
});

describe('the function itself', () => {
  test.each([
    ['declared', 'function answer() { return [1]; }'],
    ['a const', 'const answer = () => [1];'],
    ['a let', 'let answer = function () { return [1]; };'],
    ['a global', 'globalThis.answer = () => [1];'],
    ['exported', 'export function answer() { return [1]; }'],
    ['the default export', 'export default function () { return [1]; }'],
    ['exported below', 'const answer = () => [1];\nexport { answer };'],
  ])('%s is found', async (_, source) => {
    const { answers } = await run(source);
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });

  test.each([
    ['nothing', ''],
    ['another name', 'function Answer() { return [1]; }'],
    ['a number of that name', 'const answer = 1;'],
    ['an export of another name', 'export function other() { return [1]; }'],
  ])('%s is no-function', async (_, source) => {
    const { outcome, answers } = await run(source, { cases: ['', ''] });
    expect(outcome).toBe('done');
    expect(answers).toMatchObject([{ problem: 'no-function' }, { problem: 'no-function' }]);
  });

  test('one that asks for more than the task gives is wrong-arity', async () => {
    const { answers } = await run('function answer(n, d, base, extra) { return [1]; }', {
      cases: ['1, 2, 3', '4, 5, 6'],
    });
    expect(answers).toMatchObject([{ problem: 'wrong-arity' }, { problem: 'wrong-arity' }]);
  });

  test('defaults, rest and unused parameters are no problem', async () => {
    for (const head of ['n, d, base = 5', '...all', 'n', '']) {
      const { answers } = await run(`function answer(${head}) { return [1]; }`, {
        cases: ['1, 2, 3'],
      });
      expect(answers, head).toMatchObject([{ kind: 'cells' }]);
    }
  });

  test('a getter of its name that changes is at most a wrong answer', async () => {
    const { answers } = await run(
      'let n = 0; Object.defineProperty(globalThis, "answer", { get: () => { n++; return () => [n]; } });',
    );
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });
});

describe('cases', () => {
  test('arguments arrive to the last bit', async () => {
    const numbers = [0.1, 1 / 3, 5e-324, -1.7976931348623157e308, 123456789012345680000];
    const { answers } = await run('function answer(x) { return x; }', {
      cases: [`[${numbers.join(', ')}]`],
    });
    expect(answers).toEqual([{ kind: 'cells', shape: [5], cells: Float64Array.from(numbers) }]);
  });

  test('each case gets its own arguments, and a changed one is named', async () => {
    const { answers } = await run(
      'function answer(x, start) { if (start) x[0][0] += 1; return x; }',
      { cases: ['[[1, 2]], 0', '[[1, 2]], 1', '[[1, 2]], 0'] },
    );
    expect(answers).toEqual([
      { kind: 'cells', shape: [1, 2], cells: Float64Array.of(1, 2) },
      { kind: 'problem', problem: 'mutated-input', path: [] },
      { kind: 'cells', shape: [1, 2], cells: Float64Array.of(1, 2) },
    ]);
  });

  test('one that throws does not keep the others from running', async () => {
    const { outcome, answers, error } = await run(
      'function answer(n) {\n  if (n === 1) throw new Error("one");\n  return [n];\n}',
      { cases: ['0', '1', '2'] },
    );
    expect(outcome).toBe('done');
    expect(answers.map(({ kind }) => kind)).toEqual(['cells', 'problem', 'cells']);
    expect(answers[1]).toMatchObject({ problem: 'threw', line: 2 });
    expect(error).toMatchObject({ kind: 'Error', line: 2, original: 'Error: one' });
  });

  test('text printed is kept apart for each case', async () => {
    const { printed, printedAtLoad } = await run(
      'console.log("top"); function answer(n) { console.log("case", n); return [n]; }',
      { cases: ['0', '1'] },
    );
    expect(printedAtLoad).toBe('top');
    expect(printed).toEqual(['case 0', 'case 1']);
  });
});

describe('printing', () => {
  test('shows values as they are written', async () => {
    const { printed } = await run(
      'function answer() { console.log("a", [1, "b", [2, [3, [4]]]], { x: -0, y: null }, undefined, Math.sin, 1n, new Float32Array(2), new TypeError("t")); return [1]; }',
    );
    expect(printed).toEqual([
      'a [1, "b", [2, [3, […]]]] {x: -0, y: null} undefined [function] 1n [0, 0] TypeError: t',
    ]);
  });

  test('200 000 lines are cut with a note and the run is graded', async () => {
    const { printed, answers, milliseconds } = await run(
      'function answer() { for (let i = 0; i < 200000; i++) console.log("line", i); return [1]; }',
    );
    expect(printed[0]?.split('\n')).toHaveLength(501);
    expect(printed[0]).toMatch(/only the beginning is kept\)$/);
    expect(answers).toMatchObject([{ kind: 'cells' }]);
    expect(milliseconds).toBeLessThan(kLongestMs);
  });

  test('a long line and a flood of text stay under the limits', async () => {
    const long = await run('function answer() { console.log("x".repeat(1e6)); return [1]; }');
    expect(long.printed[0]?.length).toBeLessThan(2100);
    const many = await run(
      'function answer() { for (;;) { console.log("x".repeat(1999)); if (++answer.n > 99) return [1]; } } answer.n = 0;',
    );
    expect(many.printed[0]?.length).toBeLessThan(64 * 1024 + 256);
  });

  test('text that looks like a message or like markup is text', async () => {
    const text = '{"type":"end","ok":true} PASS </script> \u001b[2J';
    const { printed, answers } = await run(
      `function answer() { console.log(${JSON.stringify(text)}); }`,
    );
    expect(printed).toEqual([text]);
    expect(answers).toMatchObject([{ problem: 'nothing-returned' }]);
  });
});

describe('code that does not end, or grows without end', () => {
  test.each([
    ['a loop', 'for (;;);'],
    [
      'a loop that catches everything',
      'for (;;) { try { for (;;); } catch {} finally { continue; } }',
    ],
    ['a pattern that backtracks', '/^(a+)+$/.test("a".repeat(40) + "b")'],
    ['promise jobs', 'const again = () => { Promise.resolve().then(again); }; again(); return [1]'],
    ['one endless promise job', 'Promise.resolve().then(() => { for (;;); }); return [1]'],
    [
      'waiting for the clock',
      'const end = Date.now() + 60000; while (Date.now() < end); return [1]',
    ],
    [
      'a getter in the result',
      'const r = [1, 2]; Object.defineProperty(r, 1, { get() { for (;;); } }); return r',
    ],
    ['a proxy in the result', 'return [new Proxy([1], { get() { for (;;); } })]'],
    ['an endless then', 'return { get then() { for (;;); } }'],
    ['an endless sort', '[2, 1].sort(() => { for (;;); }); return [1]'],
    ['an endless console argument', 'console.log({ get x() { for (;;); } }); return [1]'],
  ])('%s is a timeout', async (_, body) => {
    const report = await run(`function answer() { ${body}; }`, { cases: ['', ''] });
    expect(report.outcome).toBe('timeout');
    expect(report.answers).toMatchObject([{ problem: 'timeout' }, { problem: 'timeout' }]);
    expect(report.milliseconds).toBeLessThan(kLongestMs);
  });

  test('a loop at the top of the file is a timeout', async () => {
    const report = await run('let x = 0;\nwhile (true) x += 1;\nfunction answer() { return [1]; }');
    expect(report.outcome).toBe('timeout');
    expect(report.error?.message).toMatch(/took too long/);
    expect(report.answers).toMatchObject([{ problem: 'timeout' }]);
  });

  test.each([
    ['numbers', 'const a = []; for (;;) a.push(1.5)'],
    ['objects', 'const a = []; for (;;) a.push({})'],
    ['a text that doubles', 'let s = "a"; for (;;) s += s'],
    ['texts', 'const a = []; for (;;) a.push("x".repeat(1e6) + a.length)'],
    ['buffers', 'const a = []; for (;;) a.push(new ArrayBuffer(1 << 20))'],
    [
      'promises that wait for each other',
      'const again = () => Promise.resolve().then(again); again()',
    ],
    ['one buffer', 'new ArrayBuffer(2 ** 30)'],
    ['a filled list', 'new Array(1e8).fill(0)'],
  ])('%s run out of memory', async (_, body) => {
    // On a slow machine some of these would meet the time limit before the memory's.
    const report = await run(`function answer() { ${body}; return [1]; }`, {
      cases: ['', ''],
      perCase: 15_000,
    });
    expect(report.answers).toMatchObject([
      { problem: 'out-of-memory' },
      { problem: 'out-of-memory' },
    ]);
  });

  test.each([
    ['recursion', 'return answer()'],
    ['deep JSON', 'return JSON.parse("[".repeat(1e5))'],
    ['deep eval', 'return eval("(".repeat(1e5))'],
    [
      'a deep object',
      'let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return JSON.stringify(o)',
    ],
  ])('%s is an error about depth', async (_, body) => {
    const report = await run(`function answer() { ${body}; }`);
    expect(report.answers).toMatchObject([{ problem: 'threw' }]);
    expect(report.error?.message).toMatch(/nested too deeply/);
  });
});

test('code that needs half of its second is not stopped', async () => {
  const { outcome, answers } = await run(
    'function answer() { const end = Date.now() + 500; while (Date.now() < end); return [1]; }',
  );
  expect(outcome).toBe('done');
  expect(answers).toMatchObject([{ kind: 'cells' }]);
});

describe('throwing strange things', () => {
  test.each([
    ['null', 'throw null', 'The code threw null.'],
    ['undefined', 'throw undefined', 'The code threw undefined.'],
    ['a text', 'throw "no"', 'The code threw no.'],
    [
      'a proxy that never answers',
      'throw new Proxy({}, { get() { for (;;); } })',
      'cannot be read',
    ],
    ['a message that never ends', 'throw { get message() { for (;;); } }', 'cannot be read'],
    ['an object', 'throw { name: 5, message: [] }', 'cannot be read'],
    ['an error with a faked stack', 'const e = new Error("m"); e.stack = 7; throw e', 'Error: m.'],
  ])('%s', async (_, body, message) => {
    const report = await run(`function answer() { ${body}; }`);
    expect(report.answers).toMatchObject([{ problem: 'threw' }]);
    expect(report.error?.message).toContain(message);
    expect(report.milliseconds).toBeLessThan(kLongestMs);
  });
});

describe('reaching out and tampering', () => {
  test.each([
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'importScripts',
    'postMessage',
    'process',
    'require',
    'self',
    'window',
    'setTimeout',
    'WebAssembly',
    'SharedArrayBuffer_',
  ])('%s does not exist', async (name) => {
    const report = await run(`function answer() { return ${name}; }`);
    expect(report.error?.original).toBe(`ReferenceError: '${name}' is not defined`);
  });

  test('import() and Function lead nowhere', async () => {
    const imported = await run(
      'function answer() { import("node:fs").then((m) => { globalThis.got = m; }); return [1]; }',
      { cases: ['', ''] },
    );
    expect(imported.outcome).toBe('done');
    const names = await run(
      'function answer() { console.log(Object.getOwnPropertyNames(new Function("return this")()).join()); return [1]; }',
    );
    expect(names.printed[0]).not.toMatch(/print|collect|process|postMessage|expected/);
  });

  test.each([
    'Array.isArray = () => false',
    'Array.prototype.map = Array.prototype.push = () => { throw 1; }',
    'Object.defineProperty(Array.prototype, "0", { set() { throw 1; }, get() { return 9; } })',
    'Object.defineProperty(Object.prototype, "0", { set() { throw 1; } })',
    'Math.sin = () => 0; JSON.stringify = () => { throw 1; }; Number = String = undefined',
    'Reflect.apply = Reflect.getOwnPropertyDescriptor = undefined; globalThis.Reflect = null',
    'Float64Array = ArrayBuffer = Error = null',
    'Function.prototype.call = Function.prototype.apply = undefined',
    'Object.getPrototypeOf(Float64Array.prototype).slice = null; Symbol.iterator = 1',
    'Object.defineProperty(Object.getPrototypeOf(Float64Array.prototype), "length", { get: () => 0 })',
    'delete globalThis.console',
    'globalThis.undefined = 1; var NaN = 2',
  ])('%s changes nothing', async (tampering) => {
    const report = await run(
      `${tampering};\nfunction answer() { return [[1, 2], new Float32Array([3, 4])]; }`,
    );
    expect(report.answers).toEqual([
      { kind: 'cells', shape: [2, 2], cells: Float64Array.of(1, 2, 3, 4) },
    ]);
  });

  test('expected values, graders and hosts are nowhere in its stack', async () => {
    const { printed } = await run(
      'function answer() { console.log(new Error().stack); return [1]; }',
    );
    expect(printed[0]?.trim()).toMatch(/^at answer \(solution\.js:1:\d+\)$/);
  });
});

describe('source text', () => {
  test('letters of any script, emoji, NUL and closing tags are safe', async () => {
    const source =
      'const θ = "😀 </script> `${`"; /* \u0000 */ function answer() { return [θ.length]; }';
    const { answers } = await run(source);
    expect(answers).toMatchObject([{ kind: 'cells' }]);
  });

  test.each([
    [
      'a missing operand',
      'function answer() {\n  return 1 +;\n}',
      2,
      /A value is missing before ;/,
    ],
    [
      'an open bracket',
      'const q = [1, 2\nfunction answer() { return q; }',
      1,
      /\[ that opens in line 1 is not closed/,
    ],
    [
      'an open brace',
      'function answer() {\n  for (;;) {\n    break;\n  return [1];\n}\n',
      1,
      /\{ that opens in line 1/,
    ],
    ['curly quotes', 'function answer() {\n  return [“a”];\n}', 2, /curly quote “/],
    ['a text over the line', 'const s = "abc\n";', 1, /not closed on its line/],
    ['a stray return', 'let x = 1;\nreturn x;', 2, /outside every function/],
    ['a double let', 'let a = 1;\nlet a = 2;', 2, /declared twice/],
    ['a const without value', '\n\nconst a;', 3, /needs its value/],
    ['Python', 'def answer(n):\n    return [1]', 1, /./],
  ])('%s is a syntax error with its line', async (_, source, line, message) => {
    const { error, answers } = await run(source, { cases: ['', ''] });
    expect(error).toMatchObject({ kind: 'SyntaxError', line });
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toMatch(/undefined|solution\.js|<eval>/);
    expect(answers).toMatchObject([{ problem: 'threw' }, { problem: 'threw' }]);
  });

  test.each([
    [
      'a misspelt name',
      'return [Maths.sin(1)]',
      'ReferenceError',
      /Maths is used but was never defined/,
    ],
    [
      'a missing row',
      'const t = [];\n  t[0][1] = 5',
      'TypeError',
      /writes to entry 1 of something that is undefined/,
    ],
    [
      'a missing property',
      'return undefined.x',
      'TypeError',
      /reads \.x of something that is undefined/,
    ],
    ['not a function', 'return [Math.sinus(1)]', 'TypeError', /Math\.sinus is not a function/],
    ['a const written', 'const c = 1; c = 2', 'TypeError', /c was made with const/],
    ['a negative length', 'return new Array(-1)', 'RangeError', /whole number from 0/],
    ['a name before its value', 'const x = y; const y = 1;', 'ReferenceError', /y is used before/],
    ['Node', 'module.exports = answer', 'ReferenceError', /module does not exist here/],
  ])('%s is explained', async (_, body, kind, message) => {
    const { error } = await run(`function answer() {\n  ${body};\n}`);
    expect(error?.kind).toBe(kind);
    expect(error?.message).toMatch(message);
    expect(error?.line).toBe(body.includes('\n') ? 3 : 2);
    expect(error?.original).toContain(`${kind}: `);
  });
});
