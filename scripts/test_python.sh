#!/bin/sh
# SPDX-License-Identifier: MIT
# The Python package as users get it: a wheel, installed into an environment of its own, and its tests; types by mypy.
# Ends with one line: "N passed, N failed".
set -u
cd "$(dirname "$0")/.."
: "${PYTHON:=/usr/bin/python3}"
: "${BIGHT_COMMAND:=$(pwd)/build/release/bight}"
export BIGHT_COMMAND
# the build without optional libraries is what a wheel has inside
if [ -f build/minimal/libbight.a ]; then
    BIGHT_PYTHON_LIBRARY=$(pwd)/build/minimal/libbight.a
    export BIGHT_PYTHON_LIBRARY
fi
folder=$(pwd)/build/python-test
log=$folder.log
rm -rf "$folder"
mkdir -p "$folder"
if ! { $PYTHON -m pip wheel -q --no-deps --no-build-isolation -w "$folder" ./python &&
    $PYTHON -m venv --system-site-packages "$folder/venv" &&
    "$folder/venv/bin/pip" install -q --no-deps --no-index "$folder"/bight-*.whl; } >"$log" 2>&1; then
    tail -n 40 "$log"
    echo "FAILED  the wheel is built and installed"
    echo "0 passed, 1 failed"
    exit 1
fi
passed=1
failed=0
if $PYTHON -m mypy --strict-optional --ignore-missing-imports --cache-dir "$folder/mypy" python/bight >"$log" 2>&1; then
    passed=$((passed + 1))
else
    cat "$log"
    echo "FAILED  types"
    failed=$((failed + 1))
fi
(cd "$folder" && "$folder/venv/bin/python" -W error::ResourceWarning -W ignore::DeprecationWarning "$OLDPWD/python/tests/test_bight.py") >"$log" 2>&1
grep -E '^(ERROR|FAIL|Ran|[A-Za-z]*Error|Failed example)' "$log"
count=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$log")
bad=$(sed -n 's/^FAILED (.*\(failures\|errors\)=.*/x/p' "$log")
if [ -z "$count" ]; then
    tail -n 40 "$log"
    failed=$((failed + 1))
    count=0
elif [ -n "$bad" ]; then
    tail -n 60 "$log"
    some=$(grep -cE '^(ERROR|FAIL):' "$log")
    failed=$((failed + some))
    count=$((count - some))
fi
passed=$((passed + count))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
