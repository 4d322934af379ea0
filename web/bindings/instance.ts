import { CoreError, unwrap, type RawResult } from './errors.ts';

/** Makes one fresh instance of a module. Called again when an instance stops. */
export type Instantiate<Raw> = () => Promise<Raw>;

/**
 * A living instance of a module. All calls go through `call`, so that an instance that stops in the
 * middle of one (a trap, memory that cannot grow) is replaced and never used again.
 */
export class Instance<Raw> {
  #instantiate: Instantiate<Raw>;
  #raw: Raw | undefined;
  #ready: Promise<void>;

  private constructor(instantiate: Instantiate<Raw>, raw: Raw) {
    this.#instantiate = instantiate;
    this.#raw = raw;
    this.#ready = Promise.resolve();
  }

  static async create<Raw>(instantiate: Instantiate<Raw>): Promise<Instance<Raw>> {
    return new Instance(instantiate, await instantiate());
  }

  /** Resolves when calls can be made: at once, unless an instance has stopped and the next is on its way. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * The value of a result-returning function of the module.
   * @throws {CoreError} the result's error, or 'core-stopped' when the instance died in this call or
   *   its replacement is not ready: await `ready` and call again
   */
  call<T>(use: (raw: Raw) => RawResult<T>): T {
    const raw = this.#raw;
    if (raw === undefined) {
      throw new CoreError('core-stopped', 'the core stopped and is being restarted; try again');
    }
    let result: RawResult<T>;
    try {
      result = use(raw);
    } catch (error) {
      if (error instanceof CoreError) throw error;
      this.#replace();
      const reason = error instanceof Error ? error.message : String(error);
      throw new CoreError(
        'core-stopped',
        `the core stopped (${reason}) and is being restarted; try again`,
      );
    }
    return unwrap(result);
  }

  #replace(): void {
    this.#raw = undefined;
    this.#ready = this.#instantiate().then((raw) => {
      this.#raw = raw;
    });
    // Whoever awaits `ready` sees a failure; nobody awaiting must not be an unhandled rejection.
    this.#ready.catch(() => undefined);
  }
}
