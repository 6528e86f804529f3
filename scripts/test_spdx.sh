#!/bin/sh
# SPDX-License-Identifier: MIT
# Every source file says its licence within its first five lines, as SPDX asks.
set -eu
cd "$(dirname "$0")/.."

sources() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files
    else # a tarball: whatever is here but what was built
        find . -type f -not -path './build/*' -not -path '*/node_modules/*' -not -path './out/*' | sed 's,^\./,,'
    fi
}

status=0
for file in $(sources | grep -E '\.(c|h|ts|mjs|js|sh|py|cmake|mk)$|(^|/)(CMakeLists\.txt|Makefile)$|\.cmake\.in$|\.pc\.in$'); do
    [ -f "$file" ] || continue
    head -n 5 "$file" | grep -q 'SPDX-License-Identifier: MIT$' || { echo "$file lacks SPDX-License-Identifier: MIT"; status=1; }
done
exit $status
