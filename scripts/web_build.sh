#!/bin/sh
# SPDX-License-Identifier: MIT
# The page: the C library to build/wasm/web (bight.wasm, and wrap.wasm for wraps), then all of it to build/web, ready for any static host.
set -eu
cd "$(dirname "$0")/.."
command -v emcc >/dev/null || { echo "emcc is missing (Debian: emscripten)"; exit 1; }
command -v npm >/dev/null || { echo "npm is missing (Debian: nodejs npm)"; exit 1; }

# Debian's emscripten finds its optimiser's packages only when told where they are
NODE_PATH=/usr/share/nodejs make -s -j2 -f web/api/wasm.mk

cd web
# packages are installed once for each lock file
if [ ! -f node_modules/.bight-lock ] || ! cmp -s package-lock.json node_modules/.bight-lock; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.bight-lock
fi
npx vite build --logLevel warn
