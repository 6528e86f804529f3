#!/bin/sh
# SPDX-License-Identifier: MIT
# The page: types, engine under node against the command, and the built page in Debian's chromium.
# Ends with one line: "N passed, N failed".
set -u
cd "$(dirname "$0")/.."

mkdir -p build
BIGHT_ROOT=$(pwd)
log=$BIGHT_ROOT/build/web_step.log
passed=0
failed=0
begun=$(date +%s)

# One step that is no test program of its own: counts as one test.
step() {
    name=$1
    shift
    if "$@" >"$log" 2>&1; then
        echo "ok      $name, at $(($(date +%s) - begun)) s"
        passed=$((passed + 1))
    else
        echo "FAILED  $name"
        tail -n 40 "$log"
        failed=$((failed + 1))
    fi
}

# What a program said that ends with "N passed, N failed".
count() {
    cat "$1"
    echo "        at $(($(date +%s) - begun)) s"
    summary=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$1" | tail -n 1)
    if [ -z "$summary" ]; then
        echo "FAILED  $2 ended without a summary"
        failed=$((failed + 1))
        return
    fi
    passed=$((passed + $(echo "$summary" | cut -d' ' -f1)))
    failed=$((failed + $(echo "$summary" | cut -d' ' -f3)))
}

program() {
    "$@" >"$log" 2>&1
    count "$log" "$*"
}

: "${BIGHT_COMMAND:=$BIGHT_ROOT/build/release/bight}"
export BIGHT_ROOT BIGHT_COMMAND
step "the page is built" sh scripts/web_build.sh
step "lock file without addresses" sh -c '! grep -q "\"resolved\"" web/package-lock.json'
cd web || exit 1
step "types" npx tsc --noEmit -p .
# the engine's tests play many scenes: in two halves, beside each other
node tests/run_engine.mjs --half 1 >"$log.half" 2>&1 &
beside=$!
program node tests/run_engine.mjs --half 0
program node tests/run_serve.mjs
wait "$beside"
count "$log.half" "tests/run_engine.mjs --half 1"
program node tests/run_browser.mjs
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
