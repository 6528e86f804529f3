# SPDX-License-Identifier: MIT
"""Arrays in a world's own memory, without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._core import ffi


class WorldView:
    """Points in the world's own memory. Good until the world is stepped or edited; then it says so.

    Read it by index, or whole by ``numpy.asarray(view)``, which copies."""

    def __init__(self, world: Any, points: Any, count: int) -> None:
        """:param points: (count) of the library's, which belong to the world."""
        self._world, self._changes = world, world._changes
        self._array = np.frombuffer(ffi.buffer(points, 24 * count), np.float64).reshape(-1, 3)
        self._array.flags.writeable = False

    def _fresh(self) -> np.ndarray:
        if self._world._changes != self._changes:
            raise _core.StaleError("the world was stepped or edited since this view was made: ask for another")
        return self._array

    def __len__(self) -> int:
        return len(self._fresh())

    def __getitem__(self, index: Any) -> Any:
        found = self._fresh()[index]
        return found.copy() if isinstance(found, np.ndarray) else found

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self._fresh(), dtype=dtype)
