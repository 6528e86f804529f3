# SPDX-License-Identifier: MIT
"""Names from Python: arrays, and a trajectory that MDAnalysis reads. Prints milliseconds of processor time, best of three.

    PYTHONPATH=... /usr/bin/python3 bench/python_names.py [CURVES]"""

import os
import sys
import tempfile
import time
import warnings

import numpy as np

import bight


def polygons(count, points, closed, seed=1):
    """Gaussian walks; closed ones on condition that they close."""
    steps = np.random.default_rng(seed).standard_normal((count, points, 3))
    if closed:
        steps -= steps.mean(axis=1, keepdims=True)
    return np.cumsum(steps, axis=1)


def best(call):
    seconds = []
    for _ in range(3):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return min(seconds)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    for closed in (True, False):
        for points in (200, 1000):
            frames = polygons(count if points == 200 else count // 5, points, closed)
            for fields in (None, ["name"]):
                seconds = best(lambda: bight.identify_many(frames, closed, fields=fields))
                kind, what = "closed" if closed else "open", "name" if fields else "all fields"
                print(f"{kind:6} {points:5} points, {what:10}: {1e3 * seconds / len(frames):.3f} ms a curve")
    walk = polygons(1, 200, False)[0]
    print(f"200 closures of one chain of 200 points: {1e3 * best(lambda: bight.spectrum(walk, 200)):.1f} ms")
    one = polygons(1, 1000, False)[0]
    print(f"200 closures of one chain of 1,000 points: {1e3 * best(lambda: bight.spectrum(one, 200)):.1f} ms")

    warnings.simplefilter("ignore")
    import MDAnalysis

    frames = polygons(count, 200, False).astype(np.float32)
    with tempfile.TemporaryDirectory() as folder:
        universe, path = MDAnalysis.Universe.empty(200, trajectory=True), os.path.join(folder, "run.xtc")
        with MDAnalysis.Writer(path, 200) as writer:
            for frame in frames:
                universe.atoms.positions = frame
                writer.write(universe.atoms)
        read = MDAnalysis.Universe.empty(200)
        read.load_new(path)
        alone = best(lambda: [read.atoms.positions for _ in read.trajectory])
        both = best(lambda: bight.identify_trajectory(read.atoms))
        print(f"XTC of 200 atoms: {1e3 * alone / count:.3f} ms a frame to read by MDAnalysis, {1e3 * both / count:.3f} ms read and named")


if __name__ == "__main__":
    main()
