import en from './en.json' with { type: 'json' };

export type StringKey = keyof typeof en;

/**
 * The text of the page's own words for a key, its `{places}` filled. A place without a value stays
 * as it is, so that a missing one is seen.
 */
export function text(key: StringKey, values: Record<string, string | number> = {}): string {
  return en[key].replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
