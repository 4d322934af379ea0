import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { Core } from '../../web/bindings/core.ts';
import { CoreError } from '../../web/bindings/errors.ts';
import { fromRows, row } from '../../web/bindings/matrix.ts';
import type { CreateRawCore, RawCore } from '../../web/bindings/raw.ts';
import { sinusoidal } from '../../web/bindings/sinusoidal.ts';
import { coreFolder, expectRefusal, loadBuiltCore } from './core-under-test.ts';

const { default: createRawCore } = (await import(new URL('core.mjs', coreFolder).href)) as {
  default: CreateRawCore;
};
const wasmBinary = await readFile(new URL('core.wasm', coreFolder));

describe('the built module', () => {
  test('has every name of RawCore', async () => {
    const raw = await createRawCore({ wasmBinary });
    const source = await readFile(new URL('../../web/bindings/raw.ts', import.meta.url), 'utf8');
    const body = /export interface RawCore \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
    const names = [...body.matchAll(/^ {2}(\w+)[:(]/gm)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(raw, name).toHaveProperty(name);
  });

  test('needs neither eval nor new Function', async () => {
    const glue = await readFile(new URL('core.mjs', coreFolder), 'utf8');
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
    const core = await Core.create(instantiate);
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
    const core = await Core.create(() =>
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
