#!/bin/sh
# Every flavour of the build, every test. Ends with one line: "N passed, N failed".
set -u
cd "$(dirname "$0")/.."

passed=0
failed=0
mkdir -p build
log=build/test.log
: >"$log"

# One step that is not a test program of its own: counts as one test.
check() {
    name=$1
    shift
    printf '%-44s' "$name"
    if "$@" >"build/step.log" 2>&1; then
        echo "passed"
        passed=$((passed + 1))
    else
        echo "FAILED"
        tail -n 40 build/step.log
        failed=$((failed + 1))
    fi
    cat build/step.log >>"$log"
}

# Configure, build and run all test programs of one preset; counts the test cases inside them.
flavour() {
    preset=$1
    echo "== $preset: build"
    if ! { cmake --preset "$preset" -DBIGHT_BUILD_TESTS=ON -Wno-dev && cmake --build "build/$preset"; } \
        >build/step.log 2>&1; then
        tail -n 60 build/step.log
        echo "== $preset: the build FAILED"
        failed=$((failed + 1))
        return
    fi
    echo "== $preset: test"
    (cd "build/$preset" && ctest -j2 --output-on-failure --output-log ctest.log -O ctest.log) 2>&1 |
        grep -E '^ *[0-9]+/[0-9]+ Test|tests passed'
    summary=$(python3 scripts/count_tests.py "build/$preset")
    echo "   $summary"
    passed=$((passed + $(echo "$summary" | cut -d' ' -f1)))
    failed=$((failed + $(echo "$summary" | cut -d' ' -f3)))
}

flavour release
flavour dev
flavour clang
check "install, find_package, pkg-config" sh scripts/test_install.sh
check "headers alone, as C and as C++" sh scripts/test_headers.sh
check "rooms depend downwards only" sh scripts/test_rooms.sh
check "golden hash in WebAssembly" sh scripts/test_wasm.sh
check "builds without optional libraries" sh scripts/test_minimal.sh

echo "== page"
sh scripts/test_web.sh 2>&1 | tee build/web.log
summary=$(tail -n 1 build/web.log)
cat build/web.log >>"$log"
case $summary in
    [0-9]*" passed, "[0-9]*" failed")
        passed=$((passed + $(echo "$summary" | cut -d' ' -f1)))
        failed=$((failed + $(echo "$summary" | cut -d' ' -f3)))
        ;;
    *) failed=$((failed + 1)) ;;
esac

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
