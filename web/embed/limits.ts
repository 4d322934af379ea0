import { writeStored, removeStored } from '../components/storage/storage.ts';

/** What a site or a browser can refuse; the codes of the event `posenc-error`. */
export type Limit = 'no-webassembly' | 'no-storage' | 'no-frames' | 'no-scripts';

/** The shortest module there is: its mark and version. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

export function allowsWebAssembly(): boolean {
  try {
    return new WebAssembly.Module(emptyModule) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

export function allowsStorage(): boolean {
  const lasts = writeStored('probe', '1');
  removeStored('probe');
  return lasts;
}

/** Reports each limit once: those of the start at once, the site's policy when it refuses something. */
export function watchLimits(report: (limit: Limit) => void): void {
  const told = new Set<Limit>();
  const once = (limit: Limit) => {
    if (!told.has(limit)) report(limit);
    told.add(limit);
  };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'frame-src') once('no-frames');
    else if (effectiveDirective.startsWith('script-src')) once('no-scripts');
  });
  if (!allowsWebAssembly()) once('no-webassembly');
  if (!allowsStorage()) once('no-storage');
}
