// What the build makes: untyped as files, typed where they are used (CreateRaw).
declare module '*/build/wasm/core.mjs' {
  const create: unknown;
  export default create;
}

declare module '*/build/wasm/grading.mjs' {
  const create: unknown;
  export default create;
}

declare module '*/build/wasm/training.mjs' {
  const create: unknown;
  export default create;
}

declare module '*.wasm?url' {
  const url: string;
  export default url;
}
