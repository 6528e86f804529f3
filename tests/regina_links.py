# SPDX-License-Identifier: MIT
# Compares polynomials of links with those that Regina computes; its Alexander polynomial in one variable is read off its
# HOMFLY polynomial. Each line: signs | Gauss code, a 0 after each component | v z c ... | halves c ... | coefficients.
# Exit code 77: Regina is not installed.
import sys

from regina_check import parse

try:
    import regina
except ImportError:
    sys.exit(77)


def from_homfly(terms):
    """P(1, z), z = s - 1 / s with s^2 = t, from its lowest power on in steps of t, the first coefficient positive."""
    conway = {}
    for (_, z), coefficient in terms.items():
        conway[z] = conway.get(z, 0) + coefficient
    conway = {z: c for z, c in conway.items() if c != 0}
    if not conway:
        return [0]
    total = {}
    for z, c in conway.items():
        power = {0: 1}
        for _ in range(z):
            wide = {}
            for e, value in power.items():
                wide[e + 1] = wide.get(e + 1, 0) + value
                wide[e - 1] = wide.get(e - 1, 0) - value
            power = wide
        for e, value in power.items():
            total[e] = total.get(e, 0) + c * value
    total = {e: c for e, c in total.items() if c != 0}
    low, high = min(total), max(total)
    sign = 1 if total[low] > 0 else -1
    return [sign * total.get(e, 0) for e in range(low, high + 1, 2)]


count = 0
for line in open(sys.argv[1]):
    signs, gauss, homfly, jones, alexander = [list(map(int, field.split())) for field in line.split("|")]
    components, now = [], []
    for entry in gauss:
        if entry == 0:
            components.append(now)
            now = []
        else:
            now.append(entry)
    link = regina.Link.fromData(signs, components)
    theirs = parse(str(link.homflyAZ()), ["x", "y"])
    ours = {(-homfly[i], homfly[i + 1]): homfly[i + 2] for i in range(0, len(homfly), 3)}
    if ours != theirs:
        sys.exit(f"HOMFLY of {gauss}: {ours} against {theirs}")
    if alexander != from_homfly(theirs):
        sys.exit(f"Alexander of {gauss}: {alexander} against {from_homfly(theirs)}")

    # Regina's variable is the square root of t
    ours = {(jones[i],): jones[i + 1] for i in range(0, len(jones), 2)}
    theirs = parse(str(link.jones()), ["x"])
    if ours != theirs:
        sys.exit(f"Jones of {gauss}: {ours} against {theirs}")
    count += 1
print(f"{count} diagrams agree")
