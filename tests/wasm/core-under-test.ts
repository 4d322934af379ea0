import { Core } from '../../web/bindings/core.ts';
import { loadCoreFrom } from '../../web/bindings/load-in-node.ts';
import type { CoreErrorCode } from '../../web/bindings/errors.ts';
import { CoreError } from '../../web/bindings/errors.ts';
import { expect } from 'vitest';

/** The folder of the built module. */
export const coreFolder = new URL('../../build/wasm/', import.meta.url);

/** The module that the page ships, made anew. */
export function loadBuiltCore(): Promise<Core> {
  return loadCoreFrom(coreFolder);
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
