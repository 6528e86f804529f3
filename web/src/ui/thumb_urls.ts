// SPDX-License-Identifier: MIT
// Where the rendered pictures are: a part of its own, as nothing before the first look at them needs it.

const urls = import.meta.glob<string>('../../../build/wasm/web/thumbs/*.png', { eager: true, query: '?url', import: 'default' });

/** "" where there is no such picture. */
export const thumbUrl = (name: string): string => urls[`../../../build/wasm/web/thumbs/${name}.png`] ?? '';
