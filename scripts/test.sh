#!/bin/sh
# SPDX-License-Identifier: MIT
# Every flavour of the build, every test. Ends with one line: "N passed, N failed".
#
# Two things go on at a time. While gcc's release flavour is built and tested, the large packages that only the others
# need are installed (compilers, browser). Then the page is tested in a browser, which leaves a core idle most of the
# time; the rest runs beside it at the lowest priority, so that the page is as fast as it would be alone.
set -u
cd "$(dirname "$0")/.."

passed=0
failed=0
mkdir -p build
log=build/test.log
: >"$log"
later="nice -n 19"
begun=$(date +%s)

# Seconds since the beginning.
clock() {
    echo "$(($(date +%s) - begun)) s"
}

# One step that is not a test program of its own: counts as one test.
check() {
    name=$1
    shift
    printf '%-44s' "$name"
    if $later "$@" >"build/step.log" 2>&1; then
        echo "passed"
        passed=$((passed + 1))
    else
        echo "FAILED"
        tail -n 40 build/step.log
        failed=$((failed + 1))
    fi
    cat build/step.log >>"$log"
}

# Add up a line "N passed, N failed"; anything else is one failure.
add() {
    case $1 in
    [0-9]*" passed, "[0-9]*" failed")
        passed=$((passed + $(echo "$1" | cut -d' ' -f1)))
        failed=$((failed + $(echo "$1" | cut -d' ' -f3)))
        ;;
    *) failed=$((failed + 1)) ;;
    esac
}

# Configure, build and run test programs of one preset; counts the test cases inside them.
# Takes the preset, what to build, and what is for ctest.
flavour() {
    preset=$1
    target=$2
    shift 2
    echo "== $preset: build, at $(clock)"
    if ! { $later cmake --preset "$preset" -DBIGHT_BUILD_TESTS=ON -Wno-dev && $later cmake --build "build/$preset" --target "$target"; } \
        >build/step.log 2>&1; then
        tail -n 60 build/step.log
        echo "== $preset: the build FAILED"
        failed=$((failed + 1))
        return
    fi
    echo "== $preset: test, at $(clock)"
    (cd "build/$preset" && $later ctest -j2 "$@" --output-on-failure --output-log ctest.log -O ctest.log) 2>&1 |
        grep -E '^ *[0-9]+/[0-9]+ Test|tests passed'
    summary=$(python3 scripts/count_tests.py "build/$preset")
    echo "   $summary, at $(clock)"
    add "$summary"
}

trap 'trap - TERM; kill 0' INT TERM # also what runs in the background
sh scripts/setup.sh test >build/setup.log 2>&1 &
setup=$!
flavour release all
check "install, find_package, pkg-config" sh scripts/test_install.sh
check "rooms depend downwards only" python3 scripts/test_rooms.py
check "every file says its licence" sh scripts/test_spdx.sh
check "mutants are what they should be" python3 scripts/mutants.py --self-test
check "builds without optional libraries" sh scripts/test_minimal.sh
if ! wait $setup; then
    cat build/setup.log
    failed=$((failed + 1))
fi

sh scripts/test_web.sh >build/web.log 2>&1 &
page=$!
echo "== Python package, at $(clock)"
$later sh scripts/test_python.sh >build/python.log 2>&1
cat build/python.log
cat build/python.log >>"$log"
add "$(tail -n 1 build/python.log)"
flavour dev all -LE long
# Clang makes the same bits of the same source as gcc, also when it makes it fast
flavour clang golden_tests -L golden
check "headers alone, as C and as C++" sh scripts/test_headers.sh
check "reference of the C API, all of it in words" python3 scripts/test_docs.py
echo "== waiting for the page, at $(clock)"
wait $page
echo "== page, at $(clock)"
cat build/web.log
cat build/web.log >>"$log"
add "$(tail -n 1 build/web.log)"
# out of the page's own objects, so after the page
check "golden hash in WebAssembly" sh scripts/test_wasm.sh
echo "== done in $(clock)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
