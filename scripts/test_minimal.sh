#!/bin/sh
# Without Embree, libpng, jansson and OpenMP the library and the command still build and say what is missing.
set -eu
cd "$(dirname "$0")/.."
cmake -S . -B build/minimal -G Ninja -DBIGHT_BUILD_TESTS=OFF -DBIGHT_WERROR=ON -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_DISABLE_FIND_PACKAGE_embree=ON -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON >/dev/null
cmake --build build/minimal
build/minimal/bight --version
