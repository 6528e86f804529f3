# SPDX-License-Identifier: MIT
"""Names knots in curves, and ties them in ropes that never pass through each other.

>>> import bight
>>> print(bight.identify_diagram(bight.Diagram.read("braid: 1 1 1")))
3_1 (right-handed, proved)
"""

from ._core import BightError, ExpectationError, InvalidInput, StaleError, lib, text
from .cloths import Cloth, ClothHand, ClothObstacle, ClothReport, ClothView, ClothWorld, Settled
from .diagrams import Diagram
from .knots import (ROW, Atlas, Factor, Knot, Link, Matrix, Share, identify, identify_diagram, identify_link, identify_many,
                    knot, linking, locate, matrix, shares_by_name, spectrum)
from .meshes import Fault, Findings, Mesh, tube
from .plays import Play
from .reading import Curve, Curves, read, write_xyz
from .sailors import Sailor, Verdict, check_knot, sailor
from .dressing import Circle, Dressed, DressVerdict, Parameter, Rectangle, Template, dress, knot_template, templates
from .trajectory import identify_trajectory
from .tying import Card, Tied, book, tie
from .worlds import Hand, Obstacle, Report, RodState, Rope, View, World

__version__ = text(lib.bight_version())

__all__ = ["Atlas", "BightError", "Card", "Circle", "Cloth", "ClothHand", "ClothObstacle", "ClothReport", "ClothView",
           "ClothWorld", "Curve", "Curves", "Diagram", "DressVerdict", "Dressed", "ExpectationError", "Factor",
           "Fault", "Findings", "Hand", "InvalidInput", "Knot", "Link", "Matrix", "Mesh", "Obstacle", "Parameter",
           "Play", "ROW", "Rectangle", "Report", "RodState", "Rope", "Sailor", "Settled", "Share", "StaleError",
           "Template", "Tied", "Verdict", "View", "World", "book", "check_knot", "dress", "identify",
           "identify_diagram", "identify_link", "identify_many", "identify_trajectory", "knot", "knot_template",
           "linking", "locate", "matrix", "read", "sailor", "shares_by_name", "spectrum", "templates", "tie", "tube",
           "write_xyz"]
