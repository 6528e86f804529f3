#!/bin/sh
# SPDX-License-Identifier: MIT
# The same golden scenes in WebAssembly under node, without SIMD and as the page has it: the same hashes to the last bit.
# And a knot named there. Debian's emscripten finds its optimiser's packages only when told where they are.
set -eu
cd "$(dirname "$0")/.."
command -v emcc >/dev/null || { echo "emcc is missing (Debian: emscripten)"; exit 1; }
NODE_PATH=/usr/share/nodejs make -s -j2 -f scripts/test_wasm.mk golden

run_node() {
    # emscripten 3.1.6 mistakes node's own fetch for a browser's
    node --no-experimental-fetch "$1" 2>/dev/null || node "$1"
}
wanted=$(grep -ohE "0x[0-9A-F]{16}" tests/golden_hashes.h tests/golden_template.h tests/golden_dress.h | tr "\n" " ")3_1
for flavour in plain page; do
    found=$(run_node "build/wasm/golden_$flavour.js")
    echo "$flavour: $found"
    [ "$found" = "$wanted" ] || { echo "expected $wanted"; exit 1; }
done
