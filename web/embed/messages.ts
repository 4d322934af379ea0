import type { Standing, StandingItem } from '../components/progress/standing.ts';

/**
 * What the page and the page that holds it in a frame say to each other: plain objects with
 * `posenc: 1`. Anything else that arrives is for somebody else.
 */
export const protocolVersion = 1;

/** What every message of the page carries. */
interface Envelope {
  posenc: typeof protocolVersion;
  /** the `id` of the page's address, which tells frames apart */
  id: string;
}

/** What a frame remembers, for `.state`; the learner's code is not in it. */
export interface KeptState {
  version: 1;
  entries: Record<string, { hash: string; value: Record<string, unknown> }>;
}

export type FromPage = Envelope &
  /** the page has started and asks whether anybody follows */
  (
    | { type: 'hello' }
    /** its answer to a hello */
    | { type: 'ready'; version: string }
    | { type: 'height'; height: number }
    | { type: 'event'; name: string; detail: unknown }
    | { type: 'standing'; items: StandingItem[]; standing: Standing; complete: boolean }
    | { type: 'state'; state: KeptState }
    /** the id of the section where the reader is */
    | { type: 'place'; place: string }
  );

export type ToPage =
  /** the first word of a page that follows heights; with `reports` it is also told what is kept */
  | { type: 'hello'; reports?: boolean }
  | { type: 'theme'; theme: 'auto' | 'light' | 'dark'; colours?: Record<string, string> }
  | { type: 'set-state'; state: unknown }
  /** what was known elsewhere; nothing that is known here gets worse */
  | { type: 'restore'; items: { id: string; right: boolean }[] };

/** The message in what a window was sent, if it is one of ours. */
export function messageOf<Message extends { type: string }>(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { posenc, type } = data as { posenc?: unknown; type?: unknown };
  return posenc === protocolVersion && typeof type === 'string' ? (data as Message) : undefined;
}
