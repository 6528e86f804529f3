# SPDX-License-Identifier: MIT
"""Names that Regina gives the knots of the table, from the same codes.

    PYTHONPATH=... /usr/bin/python3 bench/regina_names.py [LARGEST] [TRIES]

Regina has no table of knots, but Christy's census of knot and link complements (Debian: regina-normal), whose names L1CCNNN are those
of the knots CC_NNN in Rolfsen's book. A diagram of each knot is scrambled to 20 crossings and written as a planar diagram; Regina
reads it, makes the complement and looks it up, from other diagrams when a triangulation is not in the census. Prints how many it
named, how many are the name that was meant, and the others."""

import ast
import re
import sys
import time

import regina

import bight

COUNTS = {3: 1, 4: 1, 5: 2, 6: 3, 7: 7, 8: 21, 9: 49, 10: 165}


def regina_name(diagram):
    """As "8_18", or "" when the complement is not found."""
    link = regina.Link.fromPD(ast.literal_eval(diagram.write("pd")))
    link.intelligentSimplify()
    complement = link.complement()
    complement.intelligentSimplify()
    for hit in regina.Census.lookup(complement):
        found = re.match(r"L1(\d\d)(\d\d\d)$", hit.name())
        if found:
            return f"{int(found[1])}_{int(found[2])}"
    return ""


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    tries = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    named, agreed, ours, other, seconds = 0, 0, 0, [], [0.0, 0.0]
    knots = [f"{c}_{i}" for c in COUNTS if c <= largest for i in range(1, COUNTS[c] + 1)]
    for number, name in enumerate(knots):
        drawn = bight.knot(name).diagram()
        diagram = drawn.scrambled(20, seed=number)
        start = time.process_time()
        ours += bight.identify_diagram(diagram).name == name
        seconds[0] += time.process_time() - start
        start, found = time.process_time(), ""
        for seed in range(tries):
            found = regina_name(diagram if seed == 0 else drawn.scrambled(20, seed=1000 * seed + number))
            if seed == 0:
                seconds[1] += time.process_time() - start
            if found:
                break
        named += found != ""
        agreed += found == name
        if found not in ("", name):
            other.append(f"{name}: {found}")
    print(f"{len(knots)} knots; named as meant by bight: {ours}; by Regina: {named}, as meant: {agreed}; else: {', '.join(other)}")
    print(f"one diagram: bight {1e3 * seconds[0] / len(knots):.3f} ms, Regina {1e3 * seconds[1] / len(knots):.3f} ms")


if __name__ == "__main__":
    main()
