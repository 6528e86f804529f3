# SPDX-License-Identifier: MIT
# Compares polynomials with those that Regina computes. Each line: PD labels | v z c ... | halves c ... | t c ...
# Exit code 77: Regina is not installed.
import sys

try:
    import regina
except ImportError:
    sys.exit(77)


def parse(text, variables):
    """Regina's text of a Laurent polynomial as {exponents: coefficient}."""
    terms = {}
    text = text.replace(" - ", " + -")
    for part in text.split(" + "):
        coefficient, powers, sign = 1, [0] * len(variables), 1
        part = part.strip()
        while part.startswith("-"):
            sign, part = -sign, part[1:].strip()
        for factor in part.split():
            if factor[0] in variables:
                name, _, power = factor.partition("^")
                powers[variables.index(name)] = int(power) if power else 1
            else:
                coefficient = int(factor)
        if coefficient != 0:
            terms[tuple(powers)] = sign * coefficient
    return terms


count = 0
for line in open(sys.argv[1]):
    fields = [list(map(int, field.split())) for field in line.split("|")]
    labels, homfly, jones, alexander = fields
    link = regina.Link.fromPD([labels[i : i + 4] for i in range(0, len(labels), 4)])
    # Regina's first variable is 1 / v
    ours = {(-homfly[i], homfly[i + 1]): homfly[i + 2] for i in range(0, len(homfly), 3)}
    theirs = parse(str(link.homflyAZ()), ["x", "y"])
    if ours != theirs:
        sys.exit(f"HOMFLY of {labels}: {ours} against {theirs}")
    ours = {(jones[i],): jones[i + 1] for i in range(0, len(jones), 2)}
    theirs = parse(str(link.jones()), ["x"])
    if ours != theirs:
        sys.exit(f"Jones of {labels}: {ours} against {theirs}")
    if hasattr(link, "alexander"):
        theirs = parse(str(link.alexander()), ["x"])
        least = min(theirs)[0]
        half = max(theirs)[0] - least
        values = [theirs.get((least + i,), 0) for i in range(half + 1)]
        if values != alexander and [-v for v in values] != alexander:
            sys.exit(f"Alexander of {labels}: {alexander} against {values}")
    count += 1
print(f"{count} diagrams agree")
