import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../web/bindings/errors.ts';
import { Instance } from '../../web/bindings/instance.ts';
import { fromRows, row } from '../../web/bindings/matrix.ts';
import type { CreateRaw } from '../../web/bindings/module.ts';
import type { RawCore } from '../../web/bindings/raw.ts';
import { sinusoidal } from '../../web/bindings/sinusoidal.ts';
import { coreFolder, expectRefusal, loadBuiltCore } from './core-under-test.ts';

const { default: createRawCore } = (await import(new URL('core.mjs', coreFolder).href)) as {
  default: CreateRaw<RawCore>;
};
const wasmBinary = await readFile(new URL('core.wasm', coreFolder));

/** The names that the bindings of a module give away. */
async function boundNames(module: string): Promise<string[]> {
  const folder = new URL('../../wasm/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    module === 'core'
      ? /^(?!grading|training|bench).*_binding\.cpp$/.test(file)
      : file.startsWith(`${module}/`) && file.endsWith('_binding.cpp'),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/emscripten::function\("(\w+)"/g)].map((match) => match[1]!),
  );
}

describe.each([
  ['core', 'raw.ts', 'RawCore'],
  ['grading', 'raw-grading.ts', 'RawGrading'],
  ['training', 'raw-training.ts', 'RawTraining'],
])('the built module %s', (name, source, type) => {
  test(`has every name of ${type}`, async () => {
    const module = (await import(new URL(`${name}.mjs`, coreFolder).href)) as {
      default: CreateRaw<object>;
    };
    const bytes = await readFile(new URL(`${name}.wasm`, coreFolder));
    const raw = await module.default({ wasmBinary: bytes });
    const text = await readFile(new URL(`../../web/bindings/${source}`, import.meta.url), 'utf8');
    const body = new RegExp(`export interface ${type} \\{([^]*?)\\n\\}`).exec(text)?.[1] ?? '';
    const names = [...body.matchAll(/^ {2}(\w+)\(/gm)].map((match) => match[1]!);
    for (const one of names) expect(raw, one).toHaveProperty(one);
    expect(names.sort()).toEqual((await boundNames(name)).sort());
  });

  test('needs neither eval nor new Function', async () => {
    const glue = await readFile(new URL(`${name}.mjs`, coreFolder), 'utf8');
    expect(glue).not.toMatch(/\beval\s*\(|new Function\b/);
  });
});

describe('an instance that stops', () => {
  /** Real instances whose every import can be made to trap, as a failing engine would. */
  function killable(): {
    instantiate: () => Promise<RawCore>;
    kill: () => void;
    made: () => number;
  } {
    let armed = false;
    let made = 0;
    const instantiate = () => {
      made += 1;
      armed = false;
      return createRawCore({
        wasmBinary,
        instantiateWasm(imports, done) {
          const trapped = Object.fromEntries(
            Object.entries(imports).map(([space, functions]) => [
              space,
              Object.fromEntries(
                Object.entries(functions).map(([name, value]) => [
                  name,
                  typeof value !== 'function'
                    ? value
                    : (...args: unknown[]) => {
                        if (armed) throw new WebAssembly.RuntimeError('unreachable');
                        return (value as (...a: unknown[]) => unknown)(...args);
                      },
                ]),
              ),
            ]),
          );
          void WebAssembly.instantiate(wasmBinary, trapped as WebAssembly.Imports).then(
            (result) => {
              done(result.instance);
            },
          );
          return {};
        },
      });
    };
    return { instantiate, kill: () => (armed = true), made: () => made };
  }

  test('is replaced, and the next call works', async () => {
    const { instantiate, kill, made } = killable();
    const core = await Instance.create(instantiate);
    const before = sinusoidal(core, { positions: 2, width: 4 });
    kill();
    expectRefusal(() => sinusoidal(core, { positions: 2, width: 4 }), 'core-stopped', 'try again');
    expectRefusal(() => sinusoidal(core, { positions: 2, width: 4 }), 'core-stopped');
    await core.ready;
    expect(made()).toBe(2);
    expect(sinusoidal(core, { positions: 2, width: 4 })).toEqual(before);
  });

  test('tells when no replacement can be made', async () => {
    const { instantiate, kill } = killable();
    let allowed = true;
    const core = await Instance.create(() =>
      allowed ? instantiate() : Promise.reject(new Error('the policy forbids it')),
    );
    kill();
    allowed = false;
    expectRefusal(() => sinusoidal(core, { positions: 1, width: 2 }), 'core-stopped');
    await expect(core.ready).rejects.toThrow('the policy forbids it');
  });

  test('a refused value is no stop', async () => {
    const core = await loadBuiltCore();
    expectRefusal(() => sinusoidal(core, { positions: 1, width: 0 }), 'out-of-range');
    expect(sinusoidal(core, { positions: 1, width: 2 }).data[1]).toBe(1);
  });
});

describe('matrices', () => {
  test('a row is a view of its cells', () => {
    expect([
      ...row(
        fromRows([
          [1, 2],
          [3, 4],
        ]),
        1,
      ),
    ]).toEqual([3, 4]);
  });

  test('a row that is not there, rows that differ', () => {
    expectRefusal(() => row(fromRows([[1, 2]]), 1), 'out-of-range', 'row is 1; it must be 0..0');
    expectRefusal(
      () => fromRows([[1, 2], [3]]),
      'shape-mismatch',
      'row 1 has 1 cells; row 0 has 2',
    );
    expect(() => row(fromRows([[1]]), 0.5)).toThrow(CoreError);
  });
});
