/*
 * Runs inside the interpreter before the learner's code and hands the session three functions that
 * the learner's code cannot reach or change. Every built-in that they use is captured here first,
 * because the learner may replace it afterwards. Values come back as numbers in an ArrayBuffer or
 * as short strings: nothing of the learner's is walked from outside.
 *
 * The value of this script is a function of (print, limits).
 */
(function (print, maxCells, maxDepth, maxPrinted, maxLine, maxLines) {
  'use strict';
  const apply = Reflect.apply;
  const descriptorOf = Reflect.getOwnPropertyDescriptor;
  const keysOf = Object.keys;
  const isArray = Array.isArray;
  const textOf = String;
  const quote = JSON.stringify;
  const slice = String.prototype.slice;
  const split = String.prototype.split;
  const Floats = Float64Array;
  const ErrorBase = Error;
  const isPrototypeOf = Object.prototype.isPrototypeOf;
  const viewPrototype = Reflect.getPrototypeOf(Float64Array.prototype);
  const viewTag = descriptorOf(viewPrototype, Symbol.toStringTag).get;
  const viewLength = descriptorOf(viewPrototype, 'length').get;
  const bufferOf = descriptorOf(viewPrototype, 'buffer').get;
  const iterator = Symbol.iterator;

  // The order is that of kProblems and kValueKinds in protocol.ts.
  const CELLS = -1;
  const NOT_A_LIST = 5;
  const RAGGED = 6;
  const NOT_A_NUMBER = 7;
  const TOO_LARGE = 8;
  const PROMISE = 9;
  const GENERATOR = 10;
  const NOTHING = 11;
  const KIND = {
    __proto__: null,
    number: 0,
    list: 1,
    string: 2,
    boolean: 3,
    bigint: 4,
    undefined: 5,
    hole: 6,
    null: 7,
    function: 8,
    symbol: 9,
    object: 10,
  };

  const isView = (value) => apply(viewTag, value, []) !== undefined;
  const isList = (value) =>
    typeof value === 'object' && value !== null && (isArray(value) || isView(value));
  const lengthOf = (list) => (isView(list) ? apply(viewLength, list, []) : list.length);

  function kindOf(value, list, index) {
    if (value === null) return KIND.null;
    if (isList(value)) return KIND.list;
    if (value === undefined && list !== undefined && descriptorOf(list, index) === undefined) {
      return KIND.hole;
    }
    return KIND[typeof value];
  }

  // [status, kind, path length, path x 3, depth, shape x 3, cells ...]
  // Written into Float64Arrays only: a setter on Array.prototype never sees them.
  function packed(status, kind, cells) {
    const out = new Floats(10 + cells);
    out[0] = status;
    out[1] = kind;
    return out;
  }
  function problem(status, kind, path, steps) {
    const out = packed(status, kind, 0);
    out[2] = steps;
    for (let i = 0; i < steps; ++i) out[3 + i] = path[i];
    return apply(bufferOf, out, []);
  }
  const sized = (length) => typeof length === 'number' && length >= 0 && length <= 4294967295;

  function collect(value) {
    const path = new Floats(maxDepth);
    const shape = new Floats(maxDepth);
    if (value === undefined) return problem(NOTHING, KIND.undefined, path, 0);
    if (!isList(value)) {
      if (typeof value === 'object' && value !== null) {
        if (typeof value.then === 'function') return problem(PROMISE, KIND.object, path, 0);
        if (typeof value.next === 'function' && typeof value[iterator] === 'function') {
          return problem(GENERATOR, KIND.object, path, 0);
        }
      }
      return problem(NOT_A_LIST, kindOf(value, undefined, 0), path, 0);
    }
    // The first entries give the shape; everything else has to agree with it.
    let depths = 0;
    let total = 1;
    for (let list = value; isList(list); list = list[0]) {
      if (depths === maxDepth) return problem(NOT_A_NUMBER, KIND.list, path, maxDepth);
      const length = lengthOf(list);
      if (!sized(length)) return problem(RAGGED, KIND.list, path, depths);
      shape[depths] = length;
      depths += 1;
      total *= length;
      if (total > maxCells) return problem(TOO_LARGE, KIND.list, path, 0);
      if (length === 0) break;
    }
    const out = packed(CELLS, 0, total);
    out[6] = depths;
    for (let i = 0; i < depths; ++i) out[7 + i] = shape[i];
    let next = 10;
    let failure;
    function fill(list, depth) {
      const last = depth + 1 === depths;
      for (let i = 0; i < shape[depth]; ++i) {
        path[depth] = i;
        const entry = list[i];
        if (last && typeof entry === 'number') {
          out[next++] = entry;
        } else if (!last && isList(entry)) {
          if (lengthOf(entry) !== shape[depth + 1]) {
            failure = problem(RAGGED, KIND.list, path, depth + 1);
            return false;
          }
          if (!fill(entry, depth + 1)) return false;
        } else {
          const kind = kindOf(entry, list, i);
          const uneven = kind === KIND.list || kind === KIND.number;
          failure = problem(uneven ? RAGGED : NOT_A_NUMBER, kind, path, depth + 1);
          return false;
        }
      }
      return true;
    }
    return fill(value, 0) ? apply(bufferOf, out, []) : failure;
  }

  const cut = (text, length) => (text.length > length ? apply(slice, text, [0, length]) : text);

  // [kind, message, stack]
  function describe(thrown) {
    if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) {
      return ['', cut(show(thrown, 0), 500), ''];
    }
    const text = (key, length) => {
      try {
        const value = thrown[key];
        return typeof value === 'string' ? cut(value, length) : '';
      } catch {
        return '';
      }
    };
    return [text('name', 100), text('message', 500), text('stack', 20000)];
  }

  function arity(callable) {
    try {
      const descriptor = descriptorOf(callable, 'length');
      return descriptor && typeof descriptor.value === 'number' ? descriptor.value : 0;
    } catch {
      return 0;
    }
  }

  // A value as a line of text, never longer than a few thousand characters.
  function show(value, depth) {
    switch (typeof value) {
      case 'string':
        return depth === 0 ? value : quote(cut(value, 200));
      case 'number':
        return value === 0 && 1 / value < 0 ? '-0' : textOf(value);
      case 'bigint':
        return textOf(value) + 'n';
      case 'function':
        return '[function]';
      case 'object':
        break;
      default:
        return textOf(value);
    }
    if (value === null) return 'null';
    try {
      if (isList(value)) {
        if (depth === 3) return '[…]';
        const length = lengthOf(value);
        let text = '[';
        for (let i = 0; i < length && i < 100; ++i) {
          text += (i > 0 ? ', ' : '') + show(value[i], depth + 1);
          if (text.length > maxLine) break;
        }
        return text + (length > 100 ? ', … ' + textOf(length - 100) + ' more]' : ']');
      }
      if (apply(isPrototypeOf, ErrorBase.prototype, [value])) {
        const error = describe(value);
        return error[0] + ': ' + error[1];
      }
      if (depth === 3) return '{…}';
      const keys = keysOf(value);
      let text = '{';
      for (let i = 0; i < keys.length && i < 20; ++i) {
        text += (i > 0 ? ', ' : '') + cut(keys[i], 100) + ': ' + show(value[keys[i]], depth + 1);
        if (text.length > maxLine) break;
      }
      return text + (keys.length > 20 ? ', …}' : '}');
    } catch {
      return '[object]';
    }
  }

  let printedOfRun = 0;
  let linesOfCase = 0;
  let open = true;
  const kCut = '… (more was printed; only the beginning is kept)';
  function log() {
    if (!open) return;
    let line = '';
    for (let i = 0; i < arguments.length && line.length <= maxLine; ++i) {
      line += (i > 0 ? ' ' : '') + show(arguments[i], 0);
    }
    const parts = apply(split, cut(line, maxPrinted), ['\n']);
    for (let i = 0; i < parts.length; ++i) {
      const part = parts[i].length > maxLine ? cut(parts[i], maxLine) + '…' : parts[i];
      if (linesOfCase === maxLines || printedOfRun + part.length > maxPrinted) {
        open = false;
        print(kCut);
        return;
      }
      linesOfCase += 1;
      printedOfRun += part.length + 1;
      print(part);
    }
  }
  function startCase() {
    linesOfCase = 0;
    open = printedOfRun < maxPrinted;
  }

  const names = ['log', 'info', 'warn', 'error', 'debug'];
  const console = {};
  for (let i = 0; i < names.length; ++i) console[names[i]] = log;
  const hidden = { configurable: true, writable: true, enumerable: false };
  Reflect.defineProperty(globalThis, 'console', { ...hidden, value: console });

  return { __proto__: null, collect, describe, arity, startCase };
});
