/**
 * Keeps the stand-alone page for offline: what was once used, and all of it when the page asks. Files
 * whose names change with their content come from the cache; all others come from the network while
 * there is one, so that nobody is held to an old lesson. The frame of learners' code has no origin and so
 * no worker: the page asks for that frame's text instead, which is kept with the first interpreter.
 */
declare const __POSENC_FILES__: string[];
declare const __POSENC_CACHE__: string;

/** What this script needs of its global scope, which the page's types do not know. */
interface WorkerScope {
  registration: { scope: string };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(
    type: string,
    listener: (event: {
      request: Request;
      data: unknown;
      ports: readonly MessagePort[];
      waitUntil(work: Promise<unknown>): void;
      respondWith(answer: Promise<Response>): void;
    }) => void,
  ): void;
}
const scope = self as unknown as WorkerScope;

const folder = scope.registration.scope;
const family = `posenc:${folder}:`;
const cacheName = family + __POSENC_CACHE__;
const known = new Set(__POSENC_FILES__);

/** The name of a file of the site, without what an address asks of it. */
function nameOf(address: string): string | undefined {
  const plain = address.replace(/[?#].*$/s, '');
  if (!plain.startsWith(folder)) return undefined;
  const name = decodeURIComponent(plain.slice(folder.length)) || 'index.html';
  return known.has(name) ? name : undefined;
}

const keyOf = (name: string) => new URL(name, folder).href;

/** What the interpreters run in. */
const frameOfCode = ['sandbox/runner.html', 'sandbox/runner.js'].map(keyOf);

async function answer(request: Request, name: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(keyOf(name));
  if (kept !== undefined && name.startsWith('assets/')) return kept;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(keyOf(name), fresh.clone());
    if (name.startsWith('sandbox/')) await cache.addAll(frameOfCode).catch(() => undefined);
    return fresh;
  } catch (error) {
    if (kept !== undefined) return kept;
    throw error;
  }
}

async function keepAll(): Promise<boolean> {
  const cache = await caches.open(cacheName);
  try {
    await cache.addAll([...known].map(keyOf));
    return true;
  } catch {
    return false;
  }
}

scope.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.add(keyOf('index.html')))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(
        names
          .filter((name) => name.startsWith(family) && name !== cacheName)
          .map((name) => caches.delete(name)),
      ),
    );
  event.waitUntil(old.then(() => scope.clients.claim()));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const name = request.method === 'GET' ? nameOf(request.url) : undefined;
  if (name !== undefined) event.respondWith(answer(request, name));
});

scope.addEventListener('message', (event) => {
  if (event.data !== 'keep-all') return;
  event.waitUntil(
    keepAll().then((all) => {
      event.ports[0]?.postMessage(all);
    }),
  );
});

export {};
