/** The object by which a learning system speaks: every call takes and gives text. */
export type Api = Record<string, (...values: string[]) => unknown>;

export type ScormVersion = '1.2' | '2004';

const apiNames: Record<ScormVersion, string> = { '1.2': 'API', '2004': 'API_1484_11' };

/** Frames in frames; more are a loop. */
const deepest = 20;

/** What the search needs of a window; each access may be refused. */
export interface SearchedWindow {
  parent: SearchedWindow;
  opener?: SearchedWindow | null;
}

/**
 * The learning system's object: in this window, those around it, the one that opened it, or those around
 * that. A window of another site refuses the look; the search goes on behind it.
 */
export function findApi(version: ScormVersion, from: SearchedWindow): Api | undefined {
  return searchUp(version, from) ?? searchUp(version, attempt(() => from.opener) ?? undefined);
}

function searchUp(version: ScormVersion, from: SearchedWindow | undefined): Api | undefined {
  let one = from;
  for (let depth = 0; one !== undefined && depth < deepest; ++depth) {
    const found = attempt(
      () => (one as unknown as Record<string, Api | undefined>)[apiNames[version]],
    );
    if (found != null) return found;
    const around: SearchedWindow | undefined = attempt(() => one!.parent);
    if (around === one) return undefined;
    one = around;
  }
  return undefined;
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** Looks again for three seconds: some systems bring their object after the page. */
export async function awaitApi(
  version: ScormVersion,
  from: SearchedWindow,
  pause = 100,
  tries = 30,
): Promise<Api | undefined> {
  for (let count = 0; ; ++count) {
    const found = findApi(version, from);
    if (found !== undefined || count >= tries) return found;
    await new Promise((done) => setTimeout(done, pause));
  }
}
