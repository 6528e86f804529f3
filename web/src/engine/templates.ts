// SPDX-License-Identifier: MIT
// Knots for cloth, by the names that scenes call them: fetched when a scene first names one, so that the rope need not wait for them.

const texts = import.meta.glob<string>('../../../data/templates/*.json', { query: '?raw', import: 'default', eager: true });

/** Files of all templates. */
export const TEMPLATES: Record<string, Uint8Array> = Object.fromEntries(
  Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/|\.json$/g, ''), new TextEncoder().encode(text)]),
);
