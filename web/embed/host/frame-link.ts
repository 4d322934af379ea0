import { messageOf, protocolVersion, type FromPage, type ToPage } from '../messages.ts';

/** Says something to the page in a frame. Anything said is of the author's choice, not a secret. */
export function tellFrame(frame: HTMLIFrameElement, message: ToPage): void {
  frame.contentWindow?.postMessage({ posenc: protocolVersion, ...message }, '*');
}

/** What the page in a frame says, if this message is from it. */
export function saidBy(
  frame: HTMLIFrameElement,
  event: MessageEvent<unknown>,
): FromPage | undefined {
  if (event.source === null || event.source !== frame.contentWindow) return undefined;
  return messageOf<FromPage>(event.data);
}

/** Passes an event of the lesson on, from an element of this page. */
export function emit(element: Element, name: string, detail: unknown): void {
  if (!name.startsWith('posenc-')) return;
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** A height that the page told, as the frame's own. */
export function follow(frame: HTMLIFrameElement, height: number): void {
  if (Number.isFinite(height) && height > 0) frame.style.height = `${Math.ceil(height)}px`;
}
