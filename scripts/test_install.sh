#!/bin/sh
# SPDX-License-Identifier: MIT
# The library is found and linked in every way that a project may choose: find_package and pkg-config, shared and static,
# add_subdirectory and FetchContent; what is installed is complete, and shows what the headers declare.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/install-test
mkdir -p build/install-test/consumer
source=$PWD
root=$PWD/build/install-test
prefix=$root/prefix
cmake --install build/release --prefix "$prefix" >/dev/null

fail() {
    echo "$*" >&2
    exit 1
}

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
    bight_scene *scene;
    if (bight_scene_parse("{}", 2, NULL, NULL, &scene, NULL) == BIGHT_OK) {
        return 1;
    }
    return puts(bight_version()) < 0;
}
C
cat >"$root/consumer/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
if(HOW STREQUAL "fetch")
  include(FetchContent)
  FetchContent_Declare(bight SOURCE_DIR ${SOURCE})
  FetchContent_MakeAvailable(bight)
elseif(HOW STREQUAL "folder")
  add_subdirectory(${SOURCE} bight)
else()
  find_package(bight REQUIRED COMPONENTS ${COMPONENTS})
endif()
add_executable(consumer main.c)
target_link_libraries(consumer bight::bight)
if(COMPONENTS)
  add_executable(named main.c)
  target_link_libraries(named bight::${COMPONENTS})
endif()
C

# consume NAME [cmake options]: configure, build, run; the log stays for a look at what it said
consume() {
    name=$1
    shift
    cmake -S "$root/consumer" -B "$root/$name" -DCMAKE_PREFIX_PATH="$prefix" "$@" >"$root/$name.log" 2>&1 ||
        { cat "$root/$name.log"; fail "$name: cmake"; }
    cmake --build "$root/$name" --target consumer >>"$root/$name.log" 2>&1 ||
        { tail -n 30 "$root/$name.log"; fail "$name: build"; }
    "$root/$name/consumer" >/dev/null || fail "$name: run"
}
is_shared() { readelf -d "$root/$1/consumer" | grep -q 'NEEDED.*libbight\.so'; }

# ---- find_package ----------------------------------------------------------------------------------
without="-DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON
    -DCMAKE_DISABLE_FIND_PACKAGE_embree=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON"
# who links the shared library needs nothing else
# shellcheck disable=SC2086
consume shared $without
is_shared shared || fail "bight::bight is the shared library"
consume wish -DBUILD_SHARED_LIBS=OFF
! is_shared wish || fail "BUILD_SHARED_LIBS=OFF means the static library"
consume static -DCOMPONENTS=static
! is_shared static || fail "COMPONENTS static means the static library"
cmake --build "$root/static" --target named >/dev/null
# shellcheck disable=SC2086
if cmake -S "$root/consumer" -B "$root/lacking" -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENTS=static $without >/dev/null 2>&1; then
    grep -q PNG "$root/prefix"/lib*/cmake/bight/bight-static.cmake "$root/prefix"/lib/*/cmake/bight/bight-static.cmake 2>/dev/null &&
        fail "the static library asks for what it needs"
fi
if cmake -S "$root/consumer" -B "$root/lacking" -DCMAKE_PREFIX_PATH="$prefix" -DCOMPONENTS=rubber >/dev/null 2>&1; then
    fail "there is no component rubber"
fi

# ---- as a part of another project ------------------------------------------------------------------
quick="-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O0"
# shellcheck disable=SC2086
consume fetch -DHOW=fetch -DSOURCE="$source" $quick
! is_shared fetch || fail "in another project the static library is the default"
# shellcheck disable=SC2086
consume folder -DHOW=folder -DSOURCE="$source" -DBUILD_SHARED_LIBS=ON $quick
is_shared folder || fail "BUILD_SHARED_LIBS=ON means the shared library"
for name in fetch folder; do
    ! cmake --build "$root/$name" --target help | grep -qE 'test_core|bight_cli' ||
        fail "$name: neither tests nor the command belong to another project"
done

# ---- without cmocka --------------------------------------------------------------------------------
cmake -S . -B "$root/plain" -DCMOCKA_LIBRARY=OFF >"$root/plain.log" 2>&1 || { cat "$root/plain.log"; fail "without cmocka"; }
grep -q 'cmocka not found' "$root/plain.log" || fail "that cmocka is missing is said"

# ---- pkg-config ------------------------------------------------------------------------------------
libdir=$(dirname "$(find "$prefix" -name bight.pc)")/..
export PKG_CONFIG_PATH="$libdir/pkgconfig"
# shellcheck disable=SC2046
cc "$root/consumer/main.c" $(pkg-config --cflags --libs bight) -Wl,-rpath,"$libdir" -o "$root/with_pkg_config"
"$root/with_pkg_config" >/dev/null
pkg-config --libs bight | grep -qE 'png|embree' && fail "the shared library carries what it needs"
grep -q '^Requires.private: .*libpng' "$libdir/pkgconfig/bight.pc" || fail "bight.pc: Requires.private"
mkdir "$root/only_static"
cp "$libdir/libbight.a" "$root/only_static"
# shellcheck disable=SC2046
cc "$root/consumer/main.c" $(pkg-config --cflags bight) -L"$root/only_static" $(pkg-config --static --libs bight) \
    -o "$root/static_pkg_config"
"$root/static_pkg_config" >/dev/null
! readelf -d "$root/static_pkg_config" | grep -q 'NEEDED.*libbight' || fail "pkg-config --static"

# ---- what the shared library shows -----------------------------------------------------------------
version=$("$prefix/bin/bight" --version)
abi=${version%.*}
readelf -d "$libdir/libbight.so" | grep -q "SONAME.*libbight\\.so\\.$abi\\]" || fail "the soname is the ABI's, $abi"
# as the compiler sees the headers: the word before the first bracket behind the attribute
echo '#include <bight/bight.h>' | cc -DBIGHT_SHARED -I"$prefix/include" -E -P -x c - | tr '\n' ' ' | tr ';' '\n' |
    grep 'visibility("default")' | sed 's/.*visibility("default")))//; s/(.*//; s/.*[ *]//' | sort -u >"$root/declared"
nm -D --defined-only --with-symbol-versions "$libdir/libbight.so" | awk '$2 != "A" {print $3}' | sort -u >"$root/exported"
sed "s/\$/@@BIGHT_$abi/" "$root/declared" | sort -u | diff - "$root/exported" ||
    fail "the headers (<) and the library (>) differ"
[ "$(wc -l <"$root/declared")" -gt 100 ] || fail "the headers declare more than that"

# ---- the command, its manual, its book -------------------------------------------------------------
for file in share/man/man1/bight.1 share/bash-completion/completions/bight share/zsh/site-functions/_bight \
    share/fish/vendor_completions.d/bight.fish share/bight/scene.schema.json share/bight/template.schema.json \
    share/bight/knots16.bin share/bight/templates/index.txt share/bight/templates/bow.json share/bight/knots/index.txt \
    share/doc/bight/LICENSE share/doc/bight/scene.md share/doc/bight/examples/demo.json; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
for verb in run identify convert render tie mesh garment template list bench tabulate help; do
    for file in share/man/man1/bight.1 share/bash-completion/completions/bight share/zsh/site-functions/_bight \
        share/fish/vendor_completions.d/bight.fish; do
        grep -q "$verb" "$prefix/$file" || fail "$file lacks $verb"
    done
done
if command -v bash >/dev/null 2>&1; then
    completed=$(bash -c '. "$1"; COMP_WORDS=(bight "$2"); COMP_CWORD=1; _bight; echo "${COMPREPLY[@]}"
        COMP_WORDS=(bight run --fr); COMP_CWORD=2; _bight; echo "${COMPREPLY[@]}"' - \
        "$prefix/share/bash-completion/completions/bight" re)
    [ "$completed" = "$(printf 'render\n--frames')" ] || fail "bash completes to: $completed"
fi
if command -v zsh >/dev/null 2>&1; then
    zsh -n "$prefix/share/zsh/site-functions/_bight"
fi
if command -v fish >/dev/null 2>&1; then
    fish -n "$prefix/share/fish/vendor_completions.d/bight.fish"
fi
if command -v groff >/dev/null 2>&1; then
    [ -z "$(groff -man -ww -Tutf8 "$prefix/share/man/man1/bight.1" 2>&1 >/dev/null)" ] || fail "bight.1: groff complains"
fi

# the installed command finds its book of knots, also after the tree was moved
"$prefix/bin/bight" list --category bend | grep -q "carrick bend"
mv "$prefix" "$root/moved"
"$root/moved/bin/bight" tie "sheet bend" --quiet
"$root/moved/bin/bight" template list | grep -q four_in_hand
mv "$root/moved" "$prefix"
