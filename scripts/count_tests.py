# SPDX-License-Identifier: MIT
"""Print "N passed, N failed" for one build folder: test cases inside the programs that ctest ran.

Each program is run by ctest with its output in LastTest.log; cmocka prints one line a case. A program that
died without a count is one failure.
"""

import re
import sys

log = open(sys.argv[1] + "/Testing/Temporary/LastTest.log", errors="replace").read()
passed = failed = 0
for part in re.split(r"(?m)^\d+/\d+ Testing: ", log)[1:]:
    cases_passed = len(re.findall(r"(?m)^\[       OK \]", part))
    cases_failed = len(re.findall(r"(?m)^\[  FAILED  \] [a-zA-Z_]", part)) // 2
    whole = re.search(r"(?m)^Test (Passed|Failed)", part)
    ok = whole is not None and "Passed" in whole.group(0)
    passed += cases_passed
    if not ok:
        failed += max(1, cases_failed)
print(f"{passed} passed, {failed} failed")
