/** Made by web/publish/strings-plugin.ts: the strings that the first view does without. */
declare module 'virtual:rest-of-strings' {
  const rest: Partial<Record<import('../components/strings/strings.ts').StringKey, string>>;
  export default rest;
}
