import en from './en.json' with { type: 'json' };

export type StringKey = keyof typeof en;

/** In the page at first those of the first view (web/publish/strings-plugin.ts), elsewhere all. */
const known: Partial<Record<StringKey, string>> = { ...en };

export function addStrings(more: Partial<Record<StringKey, string>>): void {
  Object.assign(known, more);
}

/**
 * The text of the page's own words for a key, its `{places}` filled. A place without a value stays
 * as it is, so that a missing one is seen.
 */
export function text(key: StringKey, values: Record<string, string | number> = {}): string {
  const written = known[key];
  if (written === undefined) throw new Error(`the string "${key}" is not loaded yet`);
  return written.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
