#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares names and HOMFLY polynomials of a sample of prime knots, 3 to 16 crossings, with Regina's.

    /usr/bin/python3 scripts/check_homfly.py BIGHT LISTS [ATLAS] [--count N] [--seed S]

BIGHT is the command, LISTS the folder with `alternating` and `nonalternating`, the rows in naming order as `bight tabulate
--from` takes them (docs/knots.md), ATLAS a file of knots with 13 to 16 crossings. For each crossing number N alternating and N
other rows are drawn (default 40). The row's Dowker-Thistlethwaite code goes to Regina (Debian python3-regina), which simplifies
and computes by itself, and to the command. A code says nothing of the hand: polynomials may be those of the mirror image,
v -> 1 / v. From 11 crossings on the name must be the row's, too. Exit status 1 when anything differs, 77 without Regina."""
import argparse
import json
import random
import subprocess
import sys
import time

try:
    import regina
except ImportError:
    sys.exit(77)

ALTERNATING = {3: 1, 4: 1, 5: 2, 6: 3, 7: 7, 8: 18, 9: 41, 10: 123, 11: 367, 12: 1288, 13: 4878, 14: 19536, 15: 85263, 16: 379799}
OTHER = {8: 3, 9: 8, 10: 42, 11: 185, 12: 888, 13: 5110, 14: 27436, 15: 168030, 16: 1008906}


def nibble(data, i):
    return data[i // 2] >> 4 if i % 2 == 0 else data[i // 2] & 15


def row(data, size, place, crossings):
    """The code of a row: halves as nibbles, 0 for 16, then from the next byte on a bit a sign, 1 for plus."""
    bytes_of = data[place * size : (place + 1) * size]
    code = [2 * (nibble(bytes_of, i) or 16) for i in range(crossings)]
    if size == 10:
        first = (crossings + 1) // 2
        code = [c if bytes_of[first + i // 8] >> (7 - i % 8) & 1 else -c for i, c in enumerate(code)]
    return code


def parse(text):
    """Regina's text of a polynomial in x and y as {(x, y): coefficient}."""
    terms = {}
    for part in text.replace(" - ", " + -").split(" + "):
        coefficient, powers, sign, part = 1, [0, 0], 1, part.strip()
        while part.startswith("-"):
            sign, part = -sign, part[1:].strip()
        for factor in part.split():
            if factor[0] in "xy":
                name, _, power = factor.partition("^")
                powers["xy".index(name)] = int(power) if power else 1
            else:
                coefficient = int(factor)
        terms[tuple(powers)] = sign * coefficient
    return terms


parser = argparse.ArgumentParser()
parser.add_argument("bight")
parser.add_argument("lists")
parser.add_argument("atlas", nargs="?")
parser.add_argument("--count", type=int, default=40)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
random.seed(options.seed)
faults = 0
for kind, counts, size, file in (("a", ALTERNATING, 8, "alternating"), ("n", OTHER, 10, "nonalternating")):
    data = open(f"{options.lists}/{file}", "rb").read()
    begin = 0
    for crossings, total in sorted(counts.items()):
        chosen = sorted(random.sample(range(total), min(options.count, total)))
        codes = [row(data, size, begin + place, crossings) for place in chosen]
        begin += total
        text = "".join(" ".join(map(str, code)) + "\n" for code in codes)
        command = [options.bight, "identify", "-", "--format", "dt", "--json", "--fields", "name,homfly"]
        command += ["--atlas", options.atlas] if options.atlas else []
        answers = subprocess.run(command, input=text, capture_output=True, text=True).stdout.splitlines()
        named = same = 0
        seconds = 0.0
        for place, code, line in zip(chosen, codes, answers, strict=True):
            answer = json.loads(line)
            ours = {(-v, z): c for v, z, c in answer["homfly"]}  # Regina's first variable is 1 / v
            start = time.perf_counter()
            link = regina.Link.fromDT(code)
            link.intelligentSimplify()
            theirs = parse(str(link.homflyAZ()))
            seconds += time.perf_counter() - start
            mirror = {(-v, z): c for (v, z), c in theirs.items()}
            expected = f"{crossings}{kind}_{place + 1}"
            if ours not in (theirs, mirror):
                print(f"{expected}: {ours} against {theirs}")
                faults += 1
            else:
                same += 1
            if answer["name"] == expected:
                named += 1
            elif crossings > 10 and (crossings < 13 or options.atlas) and answer["name"] != "unknown":
                print(f"{expected}: named {answer['name']}")
                faults += 1
        print(f"{crossings}{kind}: {same} of {len(chosen)} HOMFLY polynomials the same"
              + (f", {named} names the row's" if crossings > 10 else "") + f"; Regina {seconds:.2f} s", flush=True)
sys.exit(1 if faults else 0)
