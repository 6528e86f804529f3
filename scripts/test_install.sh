#!/bin/sh
# A program of five lines finds the installed library both ways.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/install-test
mkdir -p build/install-test/consumer
root=$PWD/build/install-test
cmake --install build/release --prefix "$root/prefix" >/dev/null

cat >"$root/consumer/main.c" <<'C'
#include <bight/bight.h>
#include <stdio.h>

int main(void)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    if (bight_world_create(&def, &world, NULL) != BIGHT_OK) {
        return 1;
    }
    bight_world_step(world, NULL);
    bight_world_destroy(world);
    return puts(bight_version()) < 0;
}
C
cat >"$root/consumer/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(bight REQUIRED)
add_executable(with_shared main.c)
target_link_libraries(with_shared bight::bight)
add_executable(with_static main.c)
target_link_libraries(with_static bight::static)
C
cmake -S "$root/consumer" -B "$root/consumer/build" -DCMAKE_PREFIX_PATH="$root/prefix" >/dev/null
cmake --build "$root/consumer/build"
"$root/consumer/build/with_shared"
"$root/consumer/build/with_static"

libdir=$(dirname "$(find "$root/prefix" -name bight.pc)")/..
export PKG_CONFIG_PATH="$libdir/pkgconfig"
# shellcheck disable=SC2046
cc "$root/consumer/main.c" $(pkg-config --cflags --libs bight) -Wl,-rpath,"$libdir" -o "$root/with_pkg_config"
"$root/with_pkg_config"
# shellcheck disable=SC2046
cc "$root/consumer/main.c" $(pkg-config --cflags bight) "$libdir/libbight.a" \
    $(pkg-config --static --libs-only-l bight | sed 's/-lbight//') -fopenmp -o "$root/static_pkg_config"
"$root/static_pkg_config"
"$root/prefix/bin/bight" --version

# the installed command finds its book of knots, also after the tree was moved
"$root/prefix/bin/bight" list --category bend | grep -q "carrick bend"
mv "$root/prefix" "$root/moved"
"$root/moved/bin/bight" tie "sheet bend" --quiet
mv "$root/moved" "$root/prefix"
