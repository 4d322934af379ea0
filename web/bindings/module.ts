/** Emscripten's factory for one instance of a module; `wasmBinary` spares it the fetch. */
export type CreateRaw<Raw> = (options: {
  wasmBinary: ArrayBuffer | Uint8Array;
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ) => object;
}) => Promise<Raw>;
