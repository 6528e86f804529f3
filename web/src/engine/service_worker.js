// SPDX-License-Identifier: MIT
// Keeps the page for when there is no network, and isolates it (COOP and COEP) on hosts that send no headers,
// so that frames can lie in shared memory. The build fills in the names.

const CACHE = 'bight-__VERSION__';
const FILES = ['__FILES__'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (keys) => keys.filter((key) => key.startsWith('bight-') && key !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(old(keys).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

function isolated(response) {
  if (response.status === 0 || response.type === 'opaque') {
    return response;
  }
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

// pictures are kept when they have been looked at once
async function fetched(request) {
  const response = await fetch(request);
  if (response.ok && request.url.endsWith('.png')) {
    const copy = response.clone();
    await caches.open(CACHE).then((cache) => cache.put(request, copy));
  }
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) {
    return;
  }
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetched(request))
      .then(isolated),
  );
});
