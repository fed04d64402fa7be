// sw.js - keeps the client, so that it plays without a connection after the first load.
//
// The page sends the list of its files once it is shown. Pages come from the network while
// there is one; files whose names carry their content's hash come from the cache at once.
// Rooms and sockets are never kept.
const CACHE = 'parlor-2';

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

const AT_ONCE = 4;
const TRIES = 20;
const PAUSE_MS = 1500;
const SOON_MS = 400; // somebody waits for what the page asks
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/* A server that has had enough for now says so or takes no connection, and is asked again after a moment;
 * what is only to be kept waits longer than what the page wants. */
let rests = 0; // until when

async function patient(ask, pause, tries = TRIES) {
  const last = tries <= 1 || !navigator.onLine;
  const answer = await ask().catch((error) => {
    if (last) throw error;
  });
  if (answer && (answer.status !== 429 || last)) return answer;
  rests = Date.now() + PAUSE_MS;
  await wait(pause);
  return patient(ask, pause, tries - 1);
}

async function keepOne(cache, name) {
  while (Date.now() < rests) await wait(rests - Date.now());
  const request = () => new Request(name, { cache: /\/assets\//.test(name) ? 'default' : 'no-cache' });
  const answer = await patient(() => fetch(request()), PAUSE_MS);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return cache.put(name, answer);
}

/* A new build is fetched whole, so that no part of an old one is left beside it; a few files at a
 * time, so that the page itself comes first. */
async function keepAll({ build, files }) {
  const cache = await caches.open(CACHE);
  const known = await cache.match('./build');
  if (known && (await known.text()) === build) return;
  const wanted = new Set(files.map((name) => new URL(name, self.location.href).href));
  const left = [...files];
  const worker = async () => {
    for (let name = left.shift(); name; name = left.shift()) await keepOne(cache, name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  await cache.put('./build', new Response(build));
}

self.addEventListener('message', (event) => {
  if (event.data?.files) event.waitUntil(keepAll(event.data).catch(() => undefined));
});

/** Only what nothing that is kept can stand for is asked for more than once. */
async function fromNetwork(request, cache, tries) {
  const answer = await patient(() => fetch(request.clone()), SOON_MS, tries);
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

/* What the server has a push service say: whose turn it is, and where. */
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: './mark.svg', data: { url } }),
  );
});

/** The room, in the page there is or in a new one. */
async function openRoom(path) {
  const url = new URL(path, self.location.origin).href;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  return page.navigate(url);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openRoom(event.notification.data.url));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const own = url.origin === self.location.origin;
  if (request.method !== 'GET' || !own || /\/(api|ws|metrics|health)(\/|$)/.test(url.pathname)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
    if (kept && /\/assets\//.test(url.pathname)) return kept;
    /* Without a connection every address is the page itself: a room's link says what it can. */
    const stead = kept ?? (request.mode === 'navigate' ? await cache.match('./') : undefined);
    try {
      const answer = await fromNetwork(request, cache, stead ? 1 : TRIES);
      return stead && answer.status === 429 ? stead : answer;
    } catch (error) {
      if (stead) return stead;
      throw error;
    }
  })());
});
