// SPDX-License-Identifier: MIT
// Lets the page come up without a network after the first visit.

/** Register the service worker and tell it what this page is made of. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !window.isSecureContext) {
    return;
  }
  try {
    await navigator.serviceWorker.register('./sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType('resource').map((entry) => entry.name);
    active?.postMessage({ keep: [location.href.split('#')[0], ...files] });
  } catch {
    // without it the page only needs the network to come up
  }
}
