#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw what tests/bench_guard wrote: contacts, seconds and way left by step, a line for each guard, as SVG.

Usage: scripts/plot_guard.py RESULT.json OUT.svg
"""

import json
import sys

WIDTH, HEIGHT, MARGIN = 420, 260, 56
COLOURS = {"proof": "#0b6e4f", "backtrack": "#b5651d", "impact": "#3b5bdb"}


def accumulate(values):
    total, sums = 0.0, []
    for value in values:
        total += value
        sums.append(total)
    return sums


def panel(title, curves, left):
    """One diagram. curves: guard -> values by step, from 0 to the greatest of all."""
    most = max(max(values) for values in curves.values()) or 1.0
    steps = max(len(values) for values in curves.values())
    wide, high = WIDTH - MARGIN - 16, HEIGHT - 2 * MARGIN
    out = [f'<g transform="translate({left},0)">',
           f'<text x="{MARGIN}" y="28" font-size="14">{title}</text>',
           f'<path d="M{MARGIN} {MARGIN} v{high} h{wide}" fill="none" stroke="#888"/>',
           f'<text x="{MARGIN - 6}" y="{MARGIN + 4}" text-anchor="end">{most:.3g}</text>',
           f'<text x="{MARGIN - 6}" y="{MARGIN + high}" text-anchor="end">0</text>',
           f'<text x="{MARGIN + wide}" y="{MARGIN + high + 18}" text-anchor="end">step {steps}</text>']
    for guard, values in curves.items():
        points = " ".join(f"{MARGIN + wide * k / max(steps - 1, 1):.1f},{MARGIN + high * (1 - value / most):.1f}"
                          for k, value in enumerate(values))
        out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[guard]}" stroke-width="1.5"/>')
    return out + ["</g>"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    runs = {run["guard"]: run["steps"] for run in result["guards"]}
    of = {guard: {key: [step[key] for step in steps] for key in steps[0]} for guard, steps in runs.items()}
    panels = [("contacts", {g: v["contacts"] for g, v in of.items()}),
              ("processor seconds, summed", {g: accumulate(v["seconds"]) for g, v in of.items()}),
              ("way that hands still have, m", {g: v["behind"] for g, v in of.items()})]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * len(panels)}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>']
    for k, (title, curves) in enumerate(panels):
        out += panel(title, curves, k * WIDTH)
    for k, guard in enumerate(runs):
        out.append(f'<text x="{MARGIN + 100 * k}" y="{HEIGHT - 8}" fill="{COLOURS[guard]}">{guard}</text>')
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out + ["</svg>"]) + "\n")


if __name__ == "__main__":
    main()
