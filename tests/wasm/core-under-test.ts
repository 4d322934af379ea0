import { readFile } from 'node:fs/promises';
import type { Core } from '../../web/bindings/core.ts';
import type { Grader } from '../../web/bindings/grading.ts';
import { Instance } from '../../web/bindings/instance.ts';
import {
  loadCoreFrom,
  loadGraderFrom,
  loadTrainingLabFrom,
} from '../../web/bindings/load-in-node.ts';
import type { TrainingLab } from '../../web/bindings/training.ts';
import type { CreateRaw } from '../../web/bindings/module.ts';
import type { RawCore } from '../../web/bindings/raw.ts';
import type { CoreErrorCode } from '../../web/bindings/errors.ts';
import { CoreError } from '../../web/bindings/errors.ts';
import type { Matrix } from '../../web/bindings/matrix.ts';
import { expect, test } from 'vitest';

/** The folder of the built modules. */
export const coreFolder = new URL('../../build/wasm/', import.meta.url);

/** The module that the page ships, made anew. */
export function loadBuiltCore(): Promise<Core> {
  return loadCoreFrom(coreFolder);
}

/** The module that grades, made anew. */
export function loadBuiltGrader(): Promise<Grader> {
  return loadGraderFrom(coreFolder);
}

/** The module that trains, made anew. */
export function loadBuiltTrainingLab(): Promise<TrainingLab> {
  return loadTrainingLabFrom(coreFolder);
}

/** A core whose memory cannot grow beyond the 16 MiB that it starts with. */
export async function loadSmallCore(): Promise<{ core: Core; raw: RawCore }> {
  const { default: createRawCore } = (await import(new URL('core.mjs', coreFolder).href)) as {
    default: CreateRaw<RawCore>;
  };
  const wasmBinary = await readFile(new URL('core.wasm', coreFolder));
  const raw = await createRawCore({
    wasmBinary,
    instantiateWasm(imports, done) {
      const kept = Object.entries(imports).map(
        ([space, functions]): [string, WebAssembly.ModuleImports] => [
          space,
          Object.fromEntries<WebAssembly.ImportValue>(
            Object.entries(functions).map(([name, value]) => [
              name,
              // Names are minified; the one that grows memory is known by what it asks for.
              typeof value === 'function' && value.toString().includes('requestedSize')
                ? () => 0
                : value,
            ]),
          ),
        ],
      );
      const fixed = Object.fromEntries<WebAssembly.ModuleImports>(kept);
      void WebAssembly.instantiate(wasmBinary, fixed).then(({ instance }) => {
        done(instance);
      });
      return {};
    },
  });
  return { core: await Instance.create(() => Promise.resolve(raw)), raw };
}

/** Expects a call to be refused with this code and, where given, a message that holds these words. */
export function expectRefusal(call: () => unknown, code: CoreErrorCode, words = ''): void {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(CoreError);
  expect((thrown as CoreError).code).toBe(code);
  expect((thrown as CoreError).message).toContain(words);
}

/** Expects numbers to equal figures printed with five digits, each rounded once to float32. */
export function expectFiveDigits(got: Iterable<number>, expected: readonly number[]): void {
  const cells = [...got].slice(0, expected.length);
  expect(cells).toHaveLength(expected.length);
  expected.forEach((figure, i) => {
    expect(Math.abs(cells[i]! - figure), `cell ${i}: ${cells[i]} for ${figure}`).toBeLessThan(
      0.5e-5 + 1.5e-7,
    );
  });
}

/** What is refused, how, and words of the sentence. */
export type Refusal = [call: () => unknown, code: CoreErrorCode, words?: string];

/** One test for each call that must be refused. */
export function testRefusals(refusals: Record<string, Refusal>): void {
  test.each(Object.entries(refusals))('refuses %s', (_what, [call, code, words]) => {
    expectRefusal(call, code, words);
  });
}

/** Cells as a matrix with so many columns. */
export function matrix(cols: number, ...cells: number[]): Matrix {
  return { rows: cells.length / cols, cols, data: Float32Array.from(cells) };
}

/** A matrix of zeros. */
export function zeros(rows: number, cols: number): Matrix {
  return { rows, cols, data: new Float32Array(rows * cols) };
}
