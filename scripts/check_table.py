#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the table that `bight tabulate N` makes from nothing with the lists of codes in naming order.

    python3 scripts/check_table.py LISTS TABLE

LISTS is the folder with `alternating` and `nonalternating`, unpacked or with .gz, as `bight tabulate --from` takes them
(docs/knots.md), TABLE what `bight tabulate N --out` wrote. For each number of crossings the least code of every knot of the table
must be the row of its number; at 10 and 11 crossings the rows are compared as sets, since the published list leaves the order there.
Exit status 1 when anything differs, 77 without lists."""
import gzip
import os
import re
import sys


def read(folder, name):
    """A list, unpacked."""
    for path in (os.path.join(folder, name), os.path.join(folder, name + ".gz"), os.path.join(folder, "htw-" + name + ".gz")):
        if os.path.exists(path):
            return (gzip.open if path.endswith(".gz") else open)(path, "rb").read()
    print(f"{folder}: has no {name}")
    sys.exit(77)


def numbers(text, name, n):
    body = re.search(r"%s_%d\[\d+\] = \{(.*?)\};" % (name, n), text, re.S).group(1)
    return [int(word, 0) for word in re.findall(r"0x[0-9a-f]+|\d+", body)]


def table_rows(text, n):
    """The least code of each knot by its number: entries and marks, as the diagrams are sorted by code."""
    shadows, first, diagrams = (numbers(text, name, n) for name in ("shadows", "first", "diagrams"))
    least = {}
    for s, shadow in enumerate(shadows):
        entries = tuple((shadow >> (60 - 4 * i) & 15) + 1 for i in range(n))
        for diagram in diagrams[first[s] : first[s + 1]]:
            least.setdefault(diagram >> 2 & 0x3FFF, (entries, diagram >> 16))
    return [least.get(k) for k in range(len(least))]


def list_row(data, size, place, n):
    row = data[place * size : (place + 1) * size]
    entries = tuple((row[i // 2] >> (4 if i % 2 == 0 else 0) & 15) or 16 for i in range(n))
    marks = 0
    for i in range(n if size == 10 else 0):
        marks = marks << 1 | (1 - (row[(n + 1) // 2 + i // 8] >> (7 - i % 8) & 1))
    return entries, marks


lists = [read(sys.argv[1], name) for name in ("alternating", "nonalternating")]
text = open(sys.argv[2]).read()
at, wrong = [0, 0], 0
for n, alternating, other in re.findall(r"X\((\d+), (\d+), (\d+)\)", text):
    n, counts = int(n), (int(alternating), int(other))
    wanted = []
    for kind, count in enumerate(counts):
        size = 8 if kind == 0 else 10
        wanted += [list_row(lists[kind], size, at[kind] + k, n) for k in range(count)]
        at[kind] += count
    made = table_rows(text, n)
    same = sorted(made) == sorted(wanted) if n in (10, 11) else made == wanted
    differ = 0 if same else sum(a != b for a, b in zip(made, wanted)) + abs(len(made) - len(wanted))
    print(f"{n} crossings: {len(made)} knots, {differ} differ" + (" (as sets)" if n in (10, 11) else ""))
    wrong += differ
sys.exit(1 if wrong else 0)
