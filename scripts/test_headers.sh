#!/bin/sh
# SPDX-License-Identifier: MIT
# Each public header stands alone, in C17 and in C++17, and bight.h includes them all.
set -eu
cd "$(dirname "$0")/.."
for header in include/bight/*.h; do
    name=bight/$(basename "$header")
    echo "#include <$name>" | cc -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -x c -
    echo "#include <$name>" | g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -x c++ -
    [ "$name" = bight/bight.h ] || grep -q "^#include \"$name\"" include/bight/bight.h ||
        { echo "bight/bight.h lacks $name"; exit 1; }
done
