#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Closed random polygons to measure with: N curves of M points in K files of XYZ frames.

    python3 polygons.py DIR [--curves 100000] [--points 200] [--files 10] [--seed 1]

Steps are Gaussian less their mean, which is a Gaussian walk on condition that it closes. The same seed gives the same
files. Needs numpy."""
import argparse
import pathlib

import numpy


def write(path, curves, points, random):
    frame = f"{points + 1}\npolygon\n" + "%.4f %.4f %.4f\n" * (points + 1)  # the first point again: closed
    with open(path, "w", encoding="ascii") as out:
        for _ in range(curves):
            steps = random.normal(size=(points, 3))
            walk = numpy.cumsum(steps - steps.mean(axis=0), axis=0)
            out.write(frame % tuple(numpy.vstack([walk, walk[:1]]).ravel().tolist()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    for name, value in (("curves", 100000), ("points", 200), ("files", 10), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for k in range(chosen.files):
        curves = chosen.curves * (k + 1) // chosen.files - chosen.curves * k // chosen.files
        write(chosen.folder / f"polygons-{k:04d}.xyz", curves, chosen.points, numpy.random.default_rng([chosen.seed, k]))


if __name__ == "__main__":
    main()
