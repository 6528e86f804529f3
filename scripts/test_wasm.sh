#!/bin/sh
# The same golden scenes in WebAssembly under node, with and without SIMD: the same hashes to the last bit. And a knot
# named there. Debian's emscripten finds its optimiser's packages only when told where they are.
set -eu
cd "$(dirname "$0")/.."
command -v emcc >/dev/null || { echo "emcc is missing (Debian: emscripten)"; exit 1; }
export NODE_PATH=/usr/share/nodejs
mkdir -p build/wasm

sources=$(ls src/core/*.c src/geom/*.c src/knot/*.c src/sim/*.c src/cloth/*.c)
run_node() {
    # emscripten 3.1.6 mistakes node's own fetch for a browser's
    node --no-experimental-fetch "$1" 2>/dev/null || node "$1"
}
wanted=$(grep -ohE '0x[0-9A-F]{16}' tests/test_determinism.c tests/test_spring.c tests/test_projection.c \
    tests/test_cloth_determinism.c | tr '\n' ' ')
for flags in "-O2" "-O3 -msimd128"; do
    # shellcheck disable=SC2086
    emcc -std=c17 $flags -ffp-contract=off -Iinclude -Isrc -Itests -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576 \
        -sENVIRONMENT=node $sources scripts/golden_wasm.c -o build/wasm/golden.js
    found=$(run_node build/wasm/golden.js)
    echo "emcc $flags: $found"
    [ "$found" = "${wanted}3_1" ] || { echo "expected ${wanted}3_1"; exit 1; }
done
