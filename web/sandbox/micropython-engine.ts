/**
 * The host of MicroPython's WebAssembly module: the few functions that it imports, and nothing else.
 *
 * The glue of the package is not used. It would bring a bridge from Python to every object of the
 * page's side, a file system, and functions on the global object; here Python's `js` module leads to
 * functions that refuse, every file call answers "not implemented", and what Python prints goes to
 * one callback. What is left to reach is the module's own memory, and that is capped.
 */

/** Calls that Python may make of the outside answer this: no such function (ENOSYS of WASI). */
const kNotImplemented = -52;
const kBadFile = 8;
/** MicroPython's own heap starts with this part of the memory and grows by doubling. */
const kHeapParts = 33;
/** In words; deeper recursion ends at MicroPython's own limit before. */
const kPythonStack = 2048;

interface Exports {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors: () => void;
  emscripten_stack_init: () => void;
  emscripten_stack_get_current: () => number;
  _emscripten_stack_restore: (pointer: number) => void;
  setThrew: (threw: number, value: number) => void;
  malloc: (size: number) => number;
  free: (pointer: number) => void;
  mp_js_init: (stackWords: number, heapBytes: number) => void;
  proxy_c_init: () => void;
  mp_js_do_exec: (source: number, length: number, out: number) => void;
  mp_js_do_import: (name: number, out: number) => void;
  proxy_c_to_js_lookup_attr: (object: number, name: number, out: number) => void;
  proxy_c_to_js_call: (object: number, count: number, values: number, out: number) => void;
}

/** What Python hands over, as `proxy_c.c` numbers it; three words with the value in the last two. */
const kException = -1;
const kInteger = 3;
const kText = 5;
const kTextIn = 5;
const kWord = 4;
const kValueBytes = 3 * kWord;

/** A Python function that can be called from here. */
export type PythonFunction = number & { readonly python: unique symbol };

/** An exception that no Python code caught. */
export class UncaughtError extends Error {
  readonly kind: string;

  constructor(text: string) {
    const [kind = '', trace = ''] = text.split('\u0004');
    super(trace);
    this.kind = kind;
  }
}

/** How MicroPython leaves a function early: a number, as the longjmp of Emscripten throws it. */
const kLongJump = Infinity;

export class MicroPythonEngine {
  readonly #exports: Exports;
  readonly #limit: number;
  /** The module that `run` runs in. */
  readonly #main: number;

  private constructor(exports: Exports, limit: number) {
    this.#exports = exports;
    this.#limit = limit;
    this.#main = this.#name('__main__', (pointer) =>
      this.#value((out) => {
        exports.mp_js_do_import(pointer, out);
      }),
    ).first;
  }

  /** Starts an interpreter that can never hold more than `limit` bytes. */
  static async boot(
    module: WebAssembly.Module,
    limit: number,
    print: (bytes: Uint8Array) => void,
  ): Promise<MicroPythonEngine> {
    const started: { exports?: Exports } = {};
    const get = (): Exports => {
      if (!started.exports) throw new Error('the engine called out before it was there');
      return started.exports;
    };
    const instance = await WebAssembly.instantiate(module, importsOf(module, limit, get, print));
    const exports = instance.exports as unknown as Exports;
    started.exports = exports;
    exports.emscripten_stack_init();
    exports.__wasm_call_ctors();
    exports.mp_js_init(kPythonStack, Math.floor(limit / kHeapParts));
    exports.proxy_c_init();
    return new MicroPythonEngine(exports, limit);
  }

  get memory(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  /** The heap has been refused more room, or nearly. */
  get isFull(): boolean {
    return this.memory.byteLength > this.#limit / 2;
  }

  /** Runs our own source in the module `__main__`. */
  run(source: string): void {
    const { pointer, length } = this.#text(source);
    this.#value((out) => {
      this.#exports.mp_js_do_exec(pointer, length, out);
    });
    this.#exports.free(pointer);
  }

  /** A function that `run` defined. */
  function(name: string): PythonFunction {
    const found = this.#name(name, (pointer) =>
      this.#value((out) => {
        this.#exports.proxy_c_to_js_lookup_attr(this.#main, pointer, out);
      }),
    );
    return found.first as PythonFunction;
  }

  /** Calls a function on texts. @returns a whole number of 32 bits, a text, or null */
  call(callable: PythonFunction, ...texts: string[]): number | string | null {
    const { malloc, free, proxy_c_to_js_call } = this.#exports;
    const values = malloc(Math.max(1, texts.length) * kValueBytes);
    texts.forEach((text, i) => {
      const { pointer, length } = this.#text(text); // freed by the engine
      new Uint32Array(this.memory).set(
        [kTextIn, length, pointer],
        (values + i * kValueBytes) / kWord,
      );
    });
    const { kind, first, second } = this.#value((out) => {
      proxy_c_to_js_call(callable, texts.length, values, out);
    });
    free(values);
    switch (kind) {
      case kInteger:
        return first;
      case kText:
        return this.#read(second, first);
      default:
        return null;
    }
  }

  #value(act: (out: number) => void): { kind: number; first: number; second: number } {
    const { malloc, free } = this.#exports;
    const out = malloc(kValueBytes);
    act(out);
    const words = new Int32Array(this.memory, out, 3);
    const [kind = 0, first = 0, second = 0] = words;
    free(out);
    if (kind === kException) {
      const text = this.#read(second, first);
      free(second);
      throw new UncaughtError(text);
    }
    return { kind, first, second };
  }

  #name<T>(name: string, act: (pointer: number) => T): T {
    const { pointer } = this.#text(name);
    const result = act(pointer);
    this.#exports.free(pointer);
    return result;
  }

  #text(text: string): { pointer: number; length: number } {
    const bytes = new TextEncoder().encode(text);
    const pointer = this.#exports.malloc(bytes.length + 1);
    if (pointer === 0) throw new UncaughtError('MemoryError\u0004');
    const memory = new Uint8Array(this.memory);
    memory.set(bytes, pointer);
    memory[pointer + bytes.length] = 0;
    return { pointer, length: bytes.length };
  }

  #read(pointer: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.memory, pointer, length).slice());
  }
}

/** Everything that the module may call. What is not named here refuses. */
function importsOf(
  module: WebAssembly.Module,
  limit: number,
  get: () => Exports,
  print: (bytes: Uint8Array) => void,
): WebAssembly.Imports {
  const invoke = (index: number, ...values: number[]): unknown => {
    const exports = get();
    const stack = exports.emscripten_stack_get_current();
    try {
      const target = exports.__indirect_function_table.get(index) as (...all: number[]) => unknown;
      return target(...values);
    } catch (thrown) {
      exports._emscripten_stack_restore(stack);
      if (thrown !== kLongJump) throw thrown;
      exports.setThrew(1, 0);
      return 0;
    }
  };
  const known: Record<string, (...values: number[]) => unknown> = {
    _emscripten_throw_longjmp: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- the engine's own protocol
      throw kLongJump;
    },
    emscripten_resize_heap: (size) => {
      const { memory } = get();
      const wanted = (size ?? 0) >>> 0;
      if (wanted > limit) return 0;
      try {
        memory.grow(Math.ceil((wanted - memory.buffer.byteLength) / 65_536));
        return 1;
      } catch {
        return 0;
      }
    },
    mp_js_ticks_ms: () => performance.now(),
    mp_js_time_ms: () => Date.now(),
    mp_js_random_u32: () => (Math.random() * 2 ** 32) >>> 0,
    fd_write: (file, vectors, count, written) => {
      const { memory } = get();
      const view = new DataView(memory.buffer);
      let total = 0;
      for (let i = 0; i < (count ?? 0); ++i) {
        const at = (vectors ?? 0) + 8 * i;
        const pointer = view.getUint32(at, true);
        const length = view.getUint32(at + 4, true);
        if (file === 1 || file === 2) print(new Uint8Array(memory.buffer, pointer, length));
        total += length;
      }
      view.setUint32(written ?? 0, total, true);
      return 0;
    },
    fd_close: () => kBadFile,
    fd_seek: () => kBadFile,
    fd_sync: () => kBadFile,
    // Of Python's `js` module: no object has any attribute.
    has_attr: () => 0,
    lookup_attr: () => 0,
    js_check_existing: () => -1,
  };
  const imports: Record<string, Record<string, (...values: number[]) => unknown>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const own = Object.hasOwn(known, name) ? known[name] : undefined;
    (imports[from] ??= {})[name] =
      own ??
      (name.startsWith('invoke_')
        ? invoke
        : name.startsWith('__syscall_')
          ? () => kNotImplemented
          : () => {
              throw new Error(`the engine asked for ${name}`);
            });
  }
  return imports;
}
