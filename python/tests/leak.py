# SPDX-License-Identifier: MIT
"""Worlds, names, meshes and scenes made and freed: does the process grow?

    python3 python/tests/leak.py 100000
"""

import gc
import sys
import time

import numpy as np

import bight

RING = np.c_[np.cos(np.linspace(0, 6.2, 40)), np.sin(np.linspace(0, 6.2, 40)), np.zeros(40)]
SCENE = {"bight": 1, "ropes": [{"line": {"from": [0, 0, 0], "to": [9, 0, 0]}}], "script": [{"wait": {"cycles": 1}}]}
SQUARE = bight.Mesh.grid(1, 1, 4, 4)


def resident() -> int:
    """kB of memory that the process holds now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def ropes() -> None:
    world = bight.World()
    rope = world.add_rope([[i, 0, 0] for i in range(10)])
    rope.grasp(0).target = (0, 1, 0)
    world.add_obstacle("sphere", [1], (0, -5, 0))
    world.step()
    rope.view()


def names() -> None:
    bight.Diagram.read("braid: 1 1 1").write()
    bight.identify(RING)
    bight.linking([RING, RING[:, [0, 2, 1]] + [1, 0, 0]])


def cloths() -> None:
    world = bight.ClothWorld(thickness=0.01)
    cloth = world.add_cloth(SQUARE)
    cloth.pin(0)
    world.step()
    cloth.view()


def meshes() -> None:
    SQUARE.check()
    SQUARE.repaired()
    bight.tube(RING, 0.05, True)


def scenes() -> None:
    bight.Play(SCENE).run()


def refusals() -> None:
    for call in (lambda: bight.World(friction=-1), lambda: bight.Play({"bight": 1, "ropes": 3}), lambda: bight.identify(RING[:2] * 0)):
        try:
            call()
        except bight.BightError:
            pass


KINDS = (ropes, names, cloths, meshes, scenes, refusals)


def grown(kind, count: int) -> int:
    """kB by which ``count`` times of a kind make the process grow, once it is warm."""
    for _ in range(max(200, count // 10)):
        kind()
    gc.collect()
    before = resident()
    for _ in range(count):
        kind()
    gc.collect()
    return resident() - before


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    print(f"{'kind':10}{'times':>9}{'before kB':>12}{'grown kB':>10}{'seconds':>9}")
    for kind in KINDS:
        start, held = time.time(), resident()
        more = grown(kind, many)
        print(f"{kind.__name__:10}{many:9}{held:12}{more:10}{time.time() - start:9.1f}")
