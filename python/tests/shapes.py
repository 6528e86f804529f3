# SPDX-License-Identifier: MIT
"""Curves whose knots are known."""

import numpy as np


def torus(p: int, q: int, count: int = 200) -> np.ndarray:
    """The torus knot T(p, q) around the z axis."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    r = 2 + np.cos(q * t)
    return np.c_[r * np.cos(p * t), r * np.sin(p * t), np.sin(q * t)]
