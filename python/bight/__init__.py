# SPDX-License-Identifier: MIT
"""Names knots in curves, and ties them in ropes that never pass through each other.

>>> import bight
>>> print(bight.identify_diagram(bight.Diagram.read("braid: 1 1 1")))
3_1 (right-handed, proved)
"""

from ._core import BightError, ExpectationError, InvalidInput, StaleError, lib, text
from .diagrams import Diagram
from .knots import (ROW, Atlas, Factor, Knot, Link, Matrix, Share, identify, identify_diagram, identify_link, identify_many,
                    knot, linking, locate, matrix, shares_by_name, spectrum)
from .plays import Play
from .trajectory import identify_trajectory
from .worlds import Hand, Obstacle, Report, Rope, View, World

__version__ = text(lib.bight_version())

__all__ = ["ROW", "Atlas", "BightError", "Diagram", "ExpectationError", "Factor", "Hand", "InvalidInput", "Knot", "Link", "Matrix",
           "Obstacle", "Play", "Report", "Rope", "Share", "StaleError", "View", "World", "identify", "identify_diagram",
           "identify_link", "identify_many", "identify_trajectory", "knot", "linking", "locate", "matrix", "shares_by_name", "spectrum"]
