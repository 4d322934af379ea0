/**
 * Deep links: `#section`, `#figure?key=value&key=value`, `#panel?step=3`. The part before the
 * question mark is the id of an element of the page.
 */
export interface Address {
  id: string;
  values: URLSearchParams;
}

export function parseAddress(hash: string): Address {
  const written = hash.startsWith('#') ? hash.slice(1) : hash;
  const split = written.indexOf('?');
  const id = split < 0 ? written : written.slice(0, split);
  return {
    id: decode(id),
    values: new URLSearchParams(split < 0 ? '' : written.slice(split + 1)),
  };
}

export function writeAddress(id: string, values: Record<string, string> = {}): string {
  const query = new URLSearchParams(values).toString();
  return `#${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/**
 * Leads the address bar to a place of this page, without a step in its history, and copies it.
 * @returns whether it could be copied
 */
export async function copyAddress(address: string): Promise<boolean> {
  history.replaceState(history.state, '', address);
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}

/** A stray % in an address is text, not an error. */
function decode(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
