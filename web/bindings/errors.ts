/** What every function of a module returns. */
export type RawResult<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

/** The codes of core/base/error.h, and those that only the crossing can cause. */
export type CoreErrorCode =
  | 'out-of-range'
  | 'not-finite'
  | 'shape-mismatch'
  | 'out-of-memory'
  | 'unknown-name'
  /** a value has a type that the C++ side cannot hold: 1.5 for a count, a misspelt enum name */
  | 'wrong-type'
  /** the module stopped in the middle of a call; a new one is being made */
  | 'core-stopped';

/** A refused value. Branch on `code`; show `message`, which names the value and what is needed. */
export class CoreError extends Error {
  readonly code: CoreErrorCode;

  constructor(code: CoreErrorCode, message: string) {
    super(message);
    this.name = 'CoreError';
    this.code = code;
  }
}

/** The value of a result that holds one. @throws {CoreError} the error of one that does not */
export function unwrap<T>(result: RawResult<T>): T {
  if (result.ok) return result.value;
  throw new CoreError(result.code as CoreErrorCode, result.message);
}
