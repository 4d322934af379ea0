/**
 * What the file that holds everything runs first: the files of the site lie in it as text, and what asks
 * for one by its address gets it from there. So nothing of the lesson has to know of it.
 */
interface HeldFile {
  type: string;
  base64: string;
}

const files = JSON.parse(document.querySelector('#posenc-files')!.textContent) as Record<
  string,
  HeldFile
>;
const folder = new URL('./', document.baseURI).href;

/** The held file that an address names, as the lesson writes it: beside the page. */
function held(address: string): HeldFile | undefined {
  let url: string;
  try {
    url = new URL(address, document.baseURI).href.replace(/[?#].*$/s, '');
  } catch {
    return undefined;
  }
  const name = url.startsWith(folder) ? decodeURIComponent(url.slice(folder.length)) : '';
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

function bytesOf({ base64 }: HeldFile): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function addressOf(file: HeldFile): string {
  return URL.createObjectURL(new Blob([bytesOf(file)], { type: file.type }));
}

const realFetch = window.fetch.bind(window);
window.fetch = (input, init) => {
  const file = held(input instanceof Request ? input.url : String(input));
  if (file === undefined) return realFetch(input, init);
  return Promise.resolve(new Response(bytesOf(file), { headers: { 'Content-Type': file.type } }));
};

/** A frame of a held page is that page's text: a file may not be framed by a file. */
const source = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src')!;
Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
  ...source,
  set(this: HTMLIFrameElement, address: string) {
    const file = held(address);
    if (file === undefined) source.set!.call(this, address);
    else this.srcdoc = new TextDecoder().decode(bytesOf(file));
  },
});

const RealWorker = window.Worker;
window.Worker = class extends RealWorker {
  constructor(address: string | URL, options?: WorkerOptions) {
    const file = held(String(address));
    // Each is one classic script: a page without an origin may start no module.
    if (file === undefined) super(address, options);
    else super(addressOf(file));
  }
};

addEventListener('DOMContentLoaded', () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const file = link.hash === '' ? held(link.href) : undefined;
    if (file === undefined) continue;
    link.href = addressOf(file);
    link.target = '_blank';
  }
});

export {};
