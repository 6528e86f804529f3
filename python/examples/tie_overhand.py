# SPDX-License-Identifier: MIT
"""A scripted policy ties an overhand knot from positions alone and is paid by the name.

    python3 examples/tie_overhand.py
"""

import numpy as np

from bight.env import KnotTying

# Where the end goes, metres from where it begins: over its own standing part, back under it, up through the loop.
WAY = [(8, 4, 2), (12, 12, 3), (6, 20, 3), (-4, 20, 4), (-11, 12, 5), (-12, 0, 5), (-9, -8, 3), (-2, -9, -3), (1, -3, -6),
       (0, 5, -4), (3, 10, 2), (10, 11, 8), (20, 12, 6), (36, 8, 2)]
LINKS = 120


def policy(observation: np.ndarray, way: list) -> np.ndarray:
    """The first hand does nothing, the second leads the last node along the way."""
    end = observation[-5]
    while len(way) > 1 and np.linalg.norm(np.subtract(way[0], end)) < 1.0:
        way.pop(0)
    step = np.subtract(way[0], end) / 4.0
    step /= max(1.0, np.max(np.abs(step)))  # straight, however far
    return np.array([[-1, 0, 0, 0, 0], [1, 1, *step]])


def play(seed: int) -> dict:
    env = KnotTying(goal="3_1", links=LINKS)
    observation, info = env.reset(seed=seed)
    way, paid = [tuple(observation[-5] + place) for place in WAY], 0.0
    for _ in range(400):
        observation, reward, tied, out_of_time, info = env.step(policy(observation, way))
        paid += reward
        if tied or out_of_time:
            break
    return {"seed": seed, "paid": paid, **info}


if __name__ == "__main__":
    for seed in range(3):
        print(play(seed))
