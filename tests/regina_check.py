# SPDX-License-Identifier: MIT
# Compares polynomials with those that Regina computes; its Alexander polynomial is read off its HOMFLY polynomial. Each line: PD labels | v z c ... | halves c ... | t c ...
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


def from_homfly(terms):
    """The Alexander polynomial P(1, z), z^2 = t - 2 + 1 / t, as coefficients from the lowest power on."""
    conway = {}
    for (_, z), coefficient in terms.items():
        conway[z // 2] = conway.get(z // 2, 0) + coefficient
    degree = max(k for k, coefficient in conway.items() if coefficient != 0)
    total, power = [0] * (2 * degree + 1), [1]
    for k in range(degree + 1):
        for i, coefficient in enumerate(power):
            total[degree - k + i] += conway.get(k, 0) * coefficient
        wide = [0] * (len(power) + 2)
        for i, coefficient in enumerate(power):
            for step, factor in enumerate((1, -2, 1)):
                wide[i + step] += factor * coefficient
        power = wide
    return total


def main():
    count = 0
    for line in open(sys.argv[1]):
        fields = [list(map(int, field.split())) for field in line.split("|")]
        labels, homfly, jones, alexander = fields
        link = regina.Link.fromPD([labels[i : i + 4] for i in range(0, len(labels), 4)])
        # Regina's first variable is 1 / v
        ours = {(-homfly[i], homfly[i + 1]): homfly[i + 2] for i in range(0, len(homfly), 3)}
        theirs_homfly = parse(str(link.homflyAZ()), ["x", "y"])
        if ours != theirs_homfly:
            sys.exit(f"HOMFLY of {labels}: {ours} against {theirs_homfly}")
        ours = {(jones[i],): jones[i + 1] for i in range(0, len(jones), 2)}
        theirs = parse(str(link.jones()), ["x"])
        if ours != theirs:
            sys.exit(f"Jones of {labels}: {ours} against {theirs}")
        if alexander != from_homfly(theirs_homfly):
            sys.exit(f"Alexander of {labels}: {alexander} against {from_homfly(theirs_homfly)}")
        count += 1
    print(f"{count} diagrams agree")


if __name__ == "__main__":
    main()
