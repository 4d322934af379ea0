/** What MicroPython says of Python, in words for a beginner. */
import type { ErrorRow } from './error-words.ts';

export const kPythonErrors: readonly ErrorRow[] = [
  {
    pattern: /^RuntimeError: (?:maximum recursion depth exceeded|pystack exhausted)/,
    say: () =>
      'The calls are nested too deeply; about 150 levels is the most here. Does a function call itself without an end?',
  },
  {
    pattern: /^ImportError: no module named '(numpy|torch|tensorflow|jax|scipy|pandas)\b/,
    say: ([, name]) =>
      `There is no ${kLibraries[name ?? ''] ?? name} here: this Python knows plain lists. Use loops or list comprehensions, and math.sin for one number at a time.`,
  },
  {
    pattern:
      /^ImportError: no module named '(js|jsffi|os|pathlib|platform|select|asyncio|subprocess|socket|requests|urllib|threading|uctypes|vfs|shutil|tempfile)\b/,
    say: ([, name]) =>
      `${name} cannot be imported here: the code runs alone, without files, a network or a page.`,
  },
  {
    pattern: /^ImportError: no module named '(.+)'/,
    say: ([, name]) =>
      `There is no module ${name} here. math, cmath, array, itertools, functools and collections are.`,
  },
  {
    pattern: /^ImportError: can't import name (.+)/,
    say: ([, name], { text }) => {
      const module = /from\s+([\w.]+)/.exec(text)?.[1];
      return `There is no ${name} in ${module === undefined ? 'this module' : `the module ${module}`} here.`;
    },
  },
  {
    pattern: /^NameError: name '(np|numpy|torch|tf|plt)' isn't defined/,
    say: ([, name]) =>
      `${name} does not exist here: this Python knows plain lists, not NumPy. Use loops or list comprehensions.`,
  },
  {
    pattern: /^NameError: name '(math|cmath|array|random|itertools|functools)' isn't defined/,
    say: ([, name]) => `${name} is used but was not imported. Write import ${name} at the top.`,
  },
  {
    pattern:
      /^NameError: name '(sin|cos|tan|exp|log|log2|log10|sqrt|pi|tau|floor|ceil|atan2)' isn't/,
    say: ([, name]) =>
      `${name} belongs to the module math. Write import math at the top and math.${name} here.`,
  },
  {
    pattern: /^NameError: name '(true|false|null|none|undefined)' isn't defined/,
    say: ([, name]) =>
      `Python writes ${name === 'true' ? 'True' : name === 'false' ? 'False' : 'None'}, not ${name}.`,
  },
  {
    pattern: /^NameError: name 'Math' isn't defined/,
    say: () => 'Math is JavaScript. In Python it is math, after import math at the top.',
  },
  {
    pattern: /^NameError: name '(.+?)' isn't defined/,
    say: ([, name]) =>
      `The name ${name} is used but was never defined. Is it spelled the same everywhere?`,
  },
  {
    pattern: /^NameError: local variable referenced before assignment/,
    say: () =>
      'A name is used here before the line of this function that gives it a value. Does it need one before the loop?',
  },
  {
    pattern:
      /^TypeError: (?:list|tuple|range|bytearray|array|str)? ?ind(?:ices|ex) must be integers?, not (\w+)/,
    say: ([, type]) =>
      type === 'float'
        ? 'An index must be a whole number, and this one has a decimal point. // divides to a whole number, / does not.'
        : `An index must be a whole number, and this one is ${typeWord(type)}.`,
  },
  {
    pattern: /^TypeError: can't convert float to int/,
    say: () =>
      'A whole number is needed here, and this one has a decimal point. // divides to a whole number, / does not.',
  },
  {
    pattern: /^TypeError: can't convert (.+?) to (int|float)/,
    say: ([, type]) => `A number is needed here, and this is ${typeWord(type)}.`,
  },
  {
    pattern: /^TypeError: unsupported types for __i?xor__: /,
    say: () => 'In Python ^ is not a power. A power is written base ** exponent.',
  },
  {
    pattern: /^TypeError: unsupported types for __(\w+?)__: '(.+?)', '(.+?)'/,
    say: ([, operation, left, right]) =>
      `${kOperations[(operation ?? '').replace(/^[ir](?=\w{3})/, '')] ?? 'This operation'} does not work between ${typeWord(left)} and ${typeWord(right)}.${listHint(left, right)}`,
  },
  {
    pattern: /^TypeError: unsupported type for __(\w+)__: '(.+?)'/,
    say: ([, operation, type]) =>
      `${operation === 'neg' ? 'A minus sign' : 'This operation'} does not work on ${typeWord(type)}.${listHint(type)}`,
  },
  {
    pattern: /^TypeError: '(.+?)' object isn't subscriptable/,
    say: ([, type]) =>
      `This is ${typeWord(type)}, so it has no entries to index with [ ].${type === 'NoneType' ? ' Was it made before, or does a function forget its return?' : ''}`,
  },
  {
    pattern: /^TypeError: '(.+?)' object doesn't support item assignment/,
    say: ([, type]) =>
      `The entries of ${typeWord(type)} cannot be changed.${type === 'tuple' ? ' Use a list: [ ] instead of ( ).' : ''}`,
  },
  {
    pattern: /^TypeError: '(.+?)' object isn't callable/,
    say: ([, type]) =>
      `This is ${typeWord(type)}, so it cannot be called with ( ).${type === 'list' || type === 'tuple' ? ' Index it with [ ].' : /int|float/.test(type ?? '') ? ' Is a * missing before the bracket?' : ''}`,
  },
  {
    pattern: /^TypeError: '(.+?)' object isn't iterable/,
    say: ([, type]) =>
      `This goes through something that is no list: it is ${typeWord(type)}.${type === 'int' ? ' Did you mean range( )?' : ''}`,
  },
  {
    pattern: /^TypeError: object of type '(.+?)' has no len\(\)/,
    say: ([, type]) => `len( ) needs a list, and this is ${typeWord(type)}.`,
  },
  {
    pattern: /^TypeError: (\w+)\(\) takes (\d+) positional arguments but (\d+) were given/,
    say: ([, name, takes, given]) =>
      `${name} takes ${takes} ${takes === '1' ? 'value' : 'values'}, and is called with ${given}.`,
  },
  {
    pattern: /^TypeError: function takes (\d+) positional arguments but (\d+) were given/,
    say: ([, takes, given]) =>
      `The function that is called here takes another number of values (${takes}, not ${given}).`,
  },
  {
    pattern: /^TypeError: exceptions must derive from BaseException/,
    say: () => 'raise needs an error, such as raise ValueError("why").',
  },
  {
    pattern: /^IndexError: (\w+) /,
    say: ([, type]) =>
      `${type === 'tuple' ? 'The tuple' : 'The list'} is not that long: its indices run from 0 to its length less 1. An empty list is filled with append.`,
  },
  {
    pattern: /^IndexError: /,
    say: () => 'The list is not that long: its indices run from 0 to its length less 1.',
  },
  { pattern: /^KeyError: (.*)/, say: ([, key]) => `The dictionary has no entry ${key}.` },
  {
    pattern: /^ZeroDivisionError/,
    say: () => 'This divides by zero.',
  },
  {
    pattern: /^ValueError: math domain error/,
    say: () =>
      'This has no value: a root or logarithm of a number below 0, the logarithm of 0, or a result too large.',
  },
  {
    pattern: /^OverflowError/,
    say: () => 'This number is too large.',
  },
  {
    pattern:
      /^ValueError: (?:too many values to unpack \(expected (\d+)\)|need more than (\d+) values)/,
    say: ([, expected]) =>
      expected === undefined
        ? 'There are more names on the left of = than values on the right.'
        : `There are ${expected} names on the left of = and more values on the right.`,
  },
  {
    pattern: /^AttributeError: module '(.+?)' has no attribute '(.+?)'/,
    say: ([, module, name]) => `The module ${module} has no ${name} here.`,
  },
  {
    pattern: /^AttributeError: 'NoneType' object has no attribute '(.+?)'/,
    say: ([, name]) =>
      `This is None (nothing), so it has no ${name}. Does a function forget its return? append returns nothing.`,
  },
  {
    pattern:
      /^AttributeError: '(list|tuple|range)' object has no attribute '(shape|T|reshape|dot|transpose|astype|size|sum|mean|tolist)'/,
    say: ([, type, name]) =>
      `This is ${typeWord(type)}, not a NumPy array: it has no ${name}. Use len( ), loops and list comprehensions.`,
  },
  {
    pattern: /^AttributeError: '(.+?)' object has no attribute '(.+?)'/,
    say: ([, type, name]) => `This is ${typeWord(type)}, and that has no ${name}.`,
  },
  {
    // MicroPython's message is empty.
    pattern: /^NotImplementedError$/,
    say: (_, { text }) =>
      /\[[^\]]*:[^\]]*\]/.test(text)
        ? 'This Python cannot assign to a stepped slice such as row[0::2]. Assign the entries one by one in a loop.'
        : 'The code stops here with NotImplementedError: this part is still to be written.',
  },
  {
    pattern: /^AssertionError(?:: (.+))?/,
    say: ([, message]) =>
      `An assert does not hold here${message === undefined ? '.' : `: ${message}.`}`,
  },
  {
    pattern: /^SystemExit/,
    say: () => 'The code ends itself here with exit. Return the result instead.',
  },
  {
    pattern: /^EOFError: input/,
    say: () => 'input( ) has nobody to ask here. The values come as the arguments of the function.',
  },
  {
    pattern: /^OSError/,
    say: () => 'There are no files here: the code runs alone, without files, a network or a page.',
  },
  {
    pattern: /^SyntaxError: 'return' outside function/,
    say: () =>
      'return stands outside every function. Is this line indented like the function’s others?',
  },
  {
    pattern: /^SyntaxError: '(\w+)' outside function/,
    say: ([, word]) => `${word} stands outside every function.`,
  },
  {
    pattern: /^SyntaxError: 'break'\/'continue' outside loop/,
    say: () => 'break and continue only work inside a loop. Is this line indented far enough?',
  },
  {
    pattern: /^SyntaxError: can't assign to expression/,
    say: () => 'Only a name or an entry such as row[0] can stand on the left of =.',
  },
  {
    pattern: /^SyntaxError: invalid syntax for integer/,
    say: () => 'This number cannot be read. A whole number does not begin with 0.',
  },
  {
    pattern: /^IndentationError: unexpected indent/,
    say: () => 'This line is indented further than the one before it, which opens no block.',
  },
  {
    pattern: /^IndentationError/,
    say: () => 'This line is indented like no line above it.',
  },
  {
    pattern: /^SyntaxError: invalid syntax/,
    say: () =>
      'The code cannot be read here. Is something missing or misspelt in this line or the one before?',
  },
  {
    pattern: /^SyntaxError: (.+)/,
    say: ([, message]) => `The code cannot be read here: ${message}.`,
  },
];

const kLibraries: Record<string, string> = {
  numpy: 'NumPy',
  torch: 'PyTorch',
  tensorflow: 'TensorFlow',
  jax: 'JAX',
  scipy: 'SciPy',
};

const kTypes: Record<string, string> = {
  int: 'a whole number',
  float: 'a number with a decimal point',
  complex: 'a complex number',
  bool: 'True or False',
  str: 'a text',
  list: 'a list',
  tuple: 'a tuple',
  dict: 'a dictionary',
  set: 'a set',
  range: 'a range',
  array: 'an array',
  NoneType: 'None (nothing)',
  function: 'a function',
  closure: 'a function',
  generator: 'a generator',
  module: 'a module',
};

function typeWord(type: string | undefined): string {
  return kTypes[type ?? ''] ?? `a ${type}`;
}

const kOperations: Record<string, string> = {
  add: '+',
  sub: '-',
  mul: '*',
  truediv: '/',
  floordiv: '//',
  mod: '%',
  pow: '**',
  matmul: '@',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
};

function listHint(...types: (string | undefined)[]): string {
  return types.includes('list') || types.includes('range')
    ? ' A list is not computed with as a whole: go through its entries.'
    : '';
}
