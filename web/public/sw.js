// SPDX-License-Identifier: MIT
// Network first, the copy of the last visit when there is none.

const CACHE = 'bight-page';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// what the page is made of: keep it, and drop what earlier versions were made of
self.addEventListener('message', (event) => {
  const keep = (event.data && event.data.keep) || [];
  const own = keep.filter((url) => new URL(url).origin === self.location.origin);
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      const wanted = new Set(own);
      for (const request of await cache.keys()) {
        if (!wanted.has(request.url)) {
          await cache.delete(request);
        }
      }
      await Promise.all(
        own.map(async (url) => {
          const answer = await fetch(url);
          if (answer.ok) {
            await cache.put(url, answer);
          }
        }),
      );
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) {
    event.respondWith(
      fetch(request).catch(async () => {
        const cache = await caches.open(CACHE);
        return (await cache.match(request, { ignoreSearch: true })) || Response.error();
      }),
    );
  }
});
