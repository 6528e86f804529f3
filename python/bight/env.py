# SPDX-License-Identifier: MIT
"""Tying a knot as a task for learning, of Gymnasium's shape; Gymnasium itself is not needed."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np

from .worlds import Hand, Rope, World

try:
    from gymnasium.spaces import Box
except ImportError:

    class Box:  # type: ignore[no-redef]
        """As much of Gymnasium's Box as a policy needs."""

        def __init__(self, low: Any, high: Any, shape: Tuple[int, ...], dtype: Any = np.float64) -> None:
            self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
            self.shape, self.dtype = shape, np.dtype(dtype)
            self._random = np.random.default_rng()

        def seed(self, seed: Optional[int] = None) -> None:
            self._random = np.random.default_rng(seed)

        def sample(self) -> np.ndarray:
            return self._random.uniform(self.low, self.high).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            x = np.asarray(x)
            return x.shape == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))


class KnotTying:
    """A straight rope, two hands, and a knot to be tied.

    An action is (2, 5) in [-1, 1], a row for each hand: grip (above 0 it holds, else it lets go), the node that it takes when it
    begins to hold (-1 the first, 1 the last), and a step of its target, in ``reach`` metres along x, y, z. An observation is
    (nodes + 4, 3): the nodes in metres, links being 1 m long; then for each hand its place, zero when it holds
    nothing, and a row (holds, node from -1 to 1, pull). The reward is 1 when the rope, closed far outside, has the wanted name
    for the first time, and -0.001 for each step. Same seed and actions, same bytes.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, goal: str = "3_1", links: int = 60, *, cycles: int = 10, limit: int = 1000, reach: float = 4.0,
                 noise: float = 0.05, name_every: int = 10) -> None:
        """:param cycles: Of the simulation in a step. :param limit: Steps until truncated. :param reach: Metres that a target goes
        in a step at most. :param noise: Metres of the start, drawn from the seed. :param name_every: Steps between two names."""
        self.goal, self.links, self.cycles, self.limit = goal, links, cycles, limit
        self.reach, self.noise, self.name_every = reach, noise, name_every
        self.action_space = Box(-1.0, 1.0, (2, 5), np.float64)
        self.observation_space = Box(-np.inf, np.inf, (links + 5, 3), np.float64)
        self._world: Optional[World] = None
        self.reset()

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[np.ndarray, Dict[str, Any]]:
        random = np.random.default_rng(seed)
        x = np.arange(self.links + 1, dtype=np.float64) - 0.5 * self.links
        phase, turns = random.uniform(0, 2 * np.pi, 2), random.integers(1, 4, 2)
        wave = [self.noise * np.sin(2 * np.pi * t * x / self.links + p) for t, p in zip(turns, phase)]
        self._world = World()
        self._rope: Rope = self._world.add_rope(np.c_[x, wave[0], wave[1]])
        self._hands: list = [None, None]
        self._steps, self._tied, self._name = 0, False, "0_1"
        return self._observe(), self._info()

    def _hold(self, index: int, row: np.ndarray) -> None:
        hand: Optional[Hand] = self._hands[index]
        if row[0] <= 0:
            if hand is not None:
                hand.release()
                self._hands[index] = None
            return
        if hand is None:
            node = int(round(0.5 * (row[1] + 1) * self.links))
            other = self._hands[1 - index]
            if other is not None and other.node == node:
                return  # taken already
            hand = self._hands[index] = self._rope.grasp(node)
        # a target runs ahead of its hand by no more than one step
        hand.target = hand.position + self.reach * row[2:]

    def step(self, action: Any) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        action = np.minimum(np.maximum(np.asarray(action, np.float64).reshape(2, 5), -1), 1)
        if not np.all(np.isfinite(action)):
            raise ValueError("the action is not finite")
        assert self._world is not None
        for index in range(2):
            self._hold(index, action[index])
        self._world.step(self.cycles)
        self._steps += 1
        reward = -0.001
        if self._steps % self.name_every == 0:
            self._name = self._rope.knot().name
            if self._name == self.goal and not self._tied:
                self._tied = True
                reward += 1.0
        return self._observe(), reward, self._tied, self._steps >= self.limit, self._info()

    def _observe(self) -> np.ndarray:
        seen = np.zeros((self.links + 5, 3))
        seen[:-4] = self._rope.view()[:]
        for row, hand in zip((self.links + 1, self.links + 3), self._hands):
            if hand is not None:
                state = hand._state()  # place, node and pull by one call
                seen[row] = (state.position.x, state.position.y, state.position.z)
                seen[row + 1] = (1.0, 2.0 * state.node / self.links - 1.0, state.pull)
        return seen

    def _info(self) -> Dict[str, Any]:
        assert self._world is not None
        return {"knot": self._name, "hash": self._world.hash, "certified": self._world.certified == self._world.cycles}
