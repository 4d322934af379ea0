/**
 * The things that learners' code does, may do or tries, which any browser can be asked: what must
 * happen, by their number among the 64 (attacks.spec.ts says where the others are).
 */
import type { Language, RunReport } from '../../../web/sandbox/protocol.ts';

export const kRight: Record<Language, string> = {
  js: 'function answer() { return [1, 2, 3]; }',
  python: 'def answer():\n    return [1, 2, 3]\n',
};

/** A function `answer` with this body. */
const js = (body: string) => ({ language: 'js', source: `function answer() { ${body} }` }) as const;
const py = (body: string) =>
  ({
    language: 'python',
    source: `import math\n\n\ndef answer():\n${body.replace(/^/gm, '    ')}\n`,
  }) as const;

export interface Attack {
  number: number;
  name: string;
  code: { language: Language; source: string };
  /** what becomes of the only case */
  becomes: string;
  message?: RegExp;
  printed?: RegExp;
}

export const kTooLong = /took too long/;
const kTooDeep = /nested too deeply/;
const kNoMemory = /more memory than there is/;
/** Takes away the prelude's own line of defence, to stand before the next. */
const kUnhooked = 'import builtins\ndel builtins.__import__\n';

export const kAttacks: Attack[] = [
  {
    number: 1,
    name: 'an endless loop',
    code: js('for (;;);'),
    becomes: 'timeout',
    message: kTooLong,
  },
  {
    number: 2,
    name: 'an endless loop',
    code: py('while True: pass'),
    becomes: 'timeout',
    message: kTooLong,
  },
  {
    number: 2,
    name: 'an endless loop that catches everything',
    code: py('while True:\n    try:\n        while True: pass\n    except BaseException: pass'),
    becomes: 'timeout',
    message: kTooLong,
  },
  {
    number: 3,
    name: 'a pattern that backtracks',
    code: js('return [/^(a+)+$/.test("a".repeat(40) + "b")];'),
    becomes: 'timeout',
  },
  {
    number: 4,
    name: 'endless promise jobs',
    code: js('const again = () => { Promise.resolve().then(again); }; again(); return [1];'),
    becomes: 'timeout',
  },
  {
    number: 5,
    name: 'recursion',
    code: py('return answer()'),
    becomes: 'threw',
    message: kTooDeep,
  },
  {
    number: 6,
    name: 'recursion',
    code: js('return answer();'),
    becomes: 'threw',
    message: kTooDeep,
  },
  {
    number: 7,
    name: 'deep JSON',
    code: js('JSON.parse("[".repeat(1e5));'),
    becomes: 'threw',
    message: kTooDeep,
  },
  {
    number: 7,
    name: 'deep eval',
    code: js('eval("(".repeat(1e5));'),
    becomes: 'threw',
    message: kTooDeep,
  },
  {
    number: 7,
    name: 'a deep object',
    code: js('let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o);'),
    becomes: 'threw',
    message: kTooDeep,
  },
  {
    number: 8,
    name: 'a list bomb',
    code: js('const a = []; for (;;) a.push(new Array(1e5).fill(1.5));'),
    becomes: 'out-of-memory',
    message: kNoMemory,
  },
  {
    number: 8,
    name: 'a text that doubles',
    code: js('let s = "a"; for (;;) s += s;'),
    becomes: 'out-of-memory',
  },
  {
    number: 8,
    name: 'buffers',
    code: js('const a = []; for (;;) a.push(new ArrayBuffer(1e6));'),
    becomes: 'out-of-memory',
  },
  {
    number: 9,
    name: 'a list bomb',
    code: py('a = []\nwhile True: a.append([0.5] * 100000)'),
    becomes: 'out-of-memory',
    message: kNoMemory,
  },
  { number: 9, name: 'one list', code: py('return [0] * 10**9'), becomes: 'out-of-memory' },
  { number: 9, name: 'one text', code: py('return "a" * (2**31 - 10)'), becomes: 'out-of-memory' },
  { number: 10, name: 'a length of 4e9', code: js('return Array(4e9);'), becomes: 'too-large' },
  {
    number: 10,
    name: 'a sparse list',
    code: js('const a = []; a[4294967294] = 1; return a;'),
    becomes: 'too-large',
  },
  { number: 10, name: 'a range of 10**9', code: py('return range(10**9)'), becomes: 'too-large' },
  {
    number: 11,
    name: 'waiting for the clock',
    code: js('const end = Date.now() + 60000; while (Date.now() < end); return [1];'),
    becomes: 'timeout',
  },
  {
    number: 11,
    name: 'sleep',
    code: py('import time\ntime.sleep(60)\nreturn [1]'),
    becomes: 'timeout',
  },
  {
    number: 12,
    name: 'nine tenths of the second',
    code: js('const end = Date.now() + 900; while (Date.now() < end); return [1];'),
    becomes: 'cells',
  },
  {
    number: 12,
    name: 'nine tenths of the two seconds',
    code: py(
      'import time\nend = time.ticks_ms() + 1800\nwhile time.ticks_ms() < end: pass\nreturn [1]',
    ),
    becomes: 'cells',
  },
  ...['fetch("/x")', 'postMessage(1)', 'eval("1")', 'globalThis', 'document.cookie'].flatMap(
    (name): Attack[] => [
      {
        number: 16,
        name: `js.${name}`,
        code: py(`import js\njs.${name}\nreturn [1]`),
        becomes: 'threw',
        message: /js cannot be imported/,
      },
      {
        number: 16,
        name: `js.${name}, unhooked`,
        code: py(`${kUnhooked}import js\njs.${name}\nreturn [1]`),
        becomes: 'threw',
        message: /has no/,
      },
    ],
  ),
  {
    number: 17,
    name: 'a constructor',
    code: py("import jsffi\njsffi.to_js([]).constructor.constructor('return self')()"),
    becomes: 'threw',
    message: /jsffi cannot be imported/,
  },
  {
    number: 17,
    name: 'a constructor, unhooked',
    code: py(`${kUnhooked}import jsffi\njsffi.to_js([]).constructor.constructor('return self')()`),
    becomes: 'threw',
  },
  {
    number: 18,
    name: 'Array.prototype.push overwritten, unhooked',
    code: py(
      `print("before")\n${kUnhooked}import jsffi\njsffi.to_js([]).constructor.prototype.push = None`,
    ),
    becomes: 'threw',
    printed: /^before$/,
  },
  {
    number: 19,
    name: 'writes over its own memory, unhooked',
    code: py(
      `${kUnhooked}import uctypes\nuctypes.bytearray_at(0, 65536)[:] = bytes(65536)\nreturn [1, 2, 3, 4]`,
    ),
    becomes: 'anything',
  },
  {
    number: 25,
    name: 'prints a verdict',
    code: js('console.log(\'PASS {"type":"end","ok":true} </script>\');'),
    becomes: 'nothing-returned',
    printed: /^PASS \{"type":"end","ok":true\} <\/script>$/,
  },
  {
    number: 25,
    name: 'prints a verdict',
    code: py('print(\'PASS {"type":"end","ok":true} </script>\')'),
    becomes: 'nothing-returned',
    printed: /^PASS \{"type":"end","ok":true\} <\/script>$/,
  },
  {
    number: 29,
    name: 'a getter in the result',
    code: js('const r = [1, 2]; Object.defineProperty(r, 1, { get() { for (;;); } }); return r;'),
    becomes: 'timeout',
  },
  {
    number: 29,
    name: 'a generator in the result',
    code: py('yield 1\nwhile True: pass'),
    becomes: 'timeout',
  },
  {
    number: 30,
    name: 'throws null',
    code: js('throw null;'),
    becomes: 'threw',
    message: /threw null/,
  },
  {
    number: 30,
    name: 'throws a proxy that never answers',
    code: js('throw new Proxy({}, { get() { for (;;); } });'),
    becomes: 'threw',
    message: /cannot be read/,
  },
  {
    number: 30,
    name: 'exits',
    code: py('import sys\nsys.exit()'),
    becomes: 'threw',
    message: /ends itself/,
  },
  {
    number: 30,
    name: 'raises an error that never answers',
    code: py('class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E()'),
    becomes: 'timeout',
  },
  { number: 40, name: 'a promise', code: js('return Promise.resolve([1]);'), becomes: 'promise' },
  {
    number: 40,
    name: 'a coroutine',
    code: { language: 'python', source: 'async def answer():\n    return [1]\n' },
    becomes: 'promise',
  },
  {
    number: 46,
    name: 'pasted from Windows and from slides',
    code: {
      language: 'python',
      source: '\uFEFFdef answer():\r\n\u00A0\u00A0\u00A0\u00A0return [1]\r\n',
    },
    becomes: 'cells',
  },
  {
    number: 46,
    name: 'curly quotes',
    code: py('return [len(“abc”)]'),
    becomes: 'threw',
    message: /curly quote “/,
  },
  {
    number: 47,
    name: 'letters of any script, emoji and closing tags',
    code: {
      language: 'python',
      source: 'θ = "😀 </script> `${`"\ndef answer():\n    return [len(θ)]\n',
    },
    becomes: 'cells',
  },
  {
    number: 48,
    name: 'input()',
    code: py('return [float(input())]'),
    becomes: 'threw',
    message: /nobody to ask/,
  },
  {
    number: 48,
    name: 'sys.stdin',
    code: py('import sys\nreturn [sys.stdin.read()]'),
    becomes: 'threw',
  },
  {
    number: 49,
    name: 'a last line without its end',
    code: py('print("a\\nb", end="")\nreturn [1]'),
    becomes: 'cells',
    printed: /^a\nb$/,
  },
  {
    number: 50,
    name: '200 000 lines',
    code: js('for (let i = 0; i < 200000; i++) console.log("line", i); return [1];'),
    becomes: 'cells',
    printed: /only the beginning is kept\)$/,
  },
  {
    number: 50,
    name: 'a flood of lines',
    code: py('for i in range(50000): print("line", i)\nreturn [1]'),
    becomes: 'cells',
    printed: /only the beginning is kept\)$/,
  },
  {
    number: 51,
    name: 'NumPy',
    code: py('import numpy as np'),
    becomes: 'threw',
    message: /There is no NumPy here/,
  },
  {
    number: 51,
    name: 'a stepped slice',
    code: py('r = [0] * 4\nr[::2] = [1, 1]'),
    becomes: 'threw',
    message: /stepped slice/,
  },
  {
    number: 51,
    name: 'match',
    code: py('match 1:\n    case 1: pass'),
    becomes: 'threw',
    message: /does not know match/,
  },
  {
    number: 51,
    name: 'typing',
    code: py('from typing import List\nx: List[float] = [1]\nreturn x'),
    becomes: 'cells',
  },
];

/** What is not as it must be after the attack and after the right code that follows it. */
export function complaints(
  { name, code, becomes, message, printed }: Attack,
  report: RunReport,
  next: RunReport,
): string[] {
  const found: string[] = [];
  const [answer] = report.answers;
  const got = answer?.kind === 'problem' ? answer.problem : (answer?.kind ?? report.reason);
  if (becomes !== 'anything' && got !== becomes) found.push(`is ${got}, not ${becomes}`);
  const said = report.error?.message ?? '';
  if (message && !message.test(said)) found.push(`says "${said}", not ${message}`);
  if (/<stdin>|<eval>|quickjs|micropython/i.test(said)) found.push(`names the engine: "${said}"`);
  if (printed && !printed.test(report.printed[0] ?? ''))
    found.push(`prints "${report.printed[0]}", not ${printed}`);
  const [right] = next.answers;
  const cells = right?.kind === 'cells' ? Array.from(right.cells).join() : right?.problem;
  if (cells !== '1,2,3') found.push(`the run after it gives ${cells}`);
  return found.map((one) => `${name} (${code.language}): ${one}`);
}
