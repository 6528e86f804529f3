#!/bin/sh
# SPDX-License-Identifier: MIT
# Without Embree, libpng and OpenMP the library and the command still build and name the missing library; scenes, knots of
# the book and glTF work as ever.
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build/minimal -G Ninja -DBIGHT_BUILD_TESTS=OFF -DBIGHT_WERROR=ON -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_DISABLE_FIND_PACKAGE_embree=ON -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON >/dev/null
cmake --build build/minimal
build/minimal/bight --version
build/minimal/bight run examples/overhand.json --out build/minimal/out >/dev/null
build/minimal/bight list | grep -q bowline
build/minimal/bight identify fuzz/corpus/gltf/loop.glb >/dev/null

# Debian 12 has Embree 3 only: that the code for 4 compiles is seen with 4's declarations
for source in src/render/embree_*.c; do
    cc -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Werror -DBIGHT_HAS_EMBREE -DBIGHT_EMBREE_4 -Iinclude -Isrc -Itests -fsyntax-only \
        "$source"
done
