// SPDX-License-Identifier: MIT
// Registers the service worker of a build. Without one (development, old browsers, file:) nothing is lost but
// the page without network.

export function keepOffline(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator && window.isSecureContext) {
    navigator.serviceWorker.register('./sw.js').catch(() => {});
  }
}
