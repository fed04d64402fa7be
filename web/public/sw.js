// sw.js - keeps the client, so that it plays without a connection after the first load.
//
// Pages come from the network while there is one; files whose names carry their content's
// hash come from the cache at once. Rooms and sockets are never kept.
const CACHE = 'parlor-1';

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(event.data.keep.map(async (url) => {
      if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
    }));
  })());
});

async function fromNetwork(request, cache) {
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const own = url.origin === self.location.origin;
  if (request.method !== 'GET' || !own || /\/(api|ws|metrics|health)(\/|$)/.test(url.pathname)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
    if (kept && /\/assets\//.test(url.pathname)) return kept;
    try {
      return await fromNetwork(request, cache);
    } catch (error) {
      if (kept) return kept;
      throw error;
    }
  })());
});
