#!/bin/sh
# Each public header stands alone, in C17 and in C++17.
set -eu
cd "$(dirname "$0")/.."
for header in include/bight/*.h; do
    name=bight/$(basename "$header")
    echo "#include <$name>" | cc -std=c17 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -x c -
    echo "#include <$name>" | g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -x c++ -
done
