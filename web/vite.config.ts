// SPDX-License-Identifier: MIT
// The page is built into build/web; scripts/web_build.sh compiles the C library to build/wasm/web first.

import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
  },
  worker: { format: 'es' },
});
