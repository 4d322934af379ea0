import { messageOf, protocolVersion, type FromPage, type ToPage } from './messages.ts';

type Unsealed<Message> = Message extends unknown ? Omit<Message, 'posenc' | 'id'> : never;

/** The way to the page that holds this one in a frame. What it is told is no secret: any may hold it. */
export class ParentLink {
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  tell(message: Unsealed<FromPage>): void {
    parent.postMessage({ posenc: protocolVersion, id: this.#id, ...message }, '*');
  }

  /** For the messages of other protocols, which the holding page may know. */
  tellPlain(message: Record<string, unknown>): void {
    parent.postMessage(message, '*');
  }

  listen(receive: (message: ToPage) => void, receivePlain: (data: object) => void): void {
    addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source !== parent) return;
      const message = messageOf<ToPage>(data);
      if (message !== undefined) receive(message);
      else if (typeof data === 'object' && data !== null) receivePlain(data);
    });
  }
}
