# SPDX-License-Identifier: MIT
"""Knots tied by their names."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np

from . import _core, _files
from ._core import ffi, lib
from .diagrams import Diagram
from .knots import Knot, identify
from .meshes import Mesh, tube
from .plays import Play
from .sailors import Sailor

_WAYS = {lib.BIGHT_BOOK_SCENE: "scene", lib.BIGHT_BOOK_START: "start shape", lib.BIGHT_BOOK_WORDS: "described only"}
_MODELS = {"ftl": lib.BIGHT_MODEL_FTL, "spring": lib.BIGHT_MODEL_SPRING, "projection": lib.BIGHT_MODEL_PROJECTION,
           "rod": lib.BIGHT_MODEL_ROD}


class Card:
    """What the book says of a knot that people tie."""

    def __init__(self, book: Any, known: Any) -> None:
        self._book, self._known = book, known
        card = known.card

        def words(chars: Any) -> str:
            return _core.text(chars) if chars != ffi.NULL else ""

        self.name: str = words(card.name)
        self.aliases: Tuple[str, ...] = tuple(words(card.aliases.at[i]) for i in range(card.aliases.count))
        self.category: str = words(lib.bight_category_name(card.category))
        self.type: str = words(card.type)  #: of one rope held by both ends, as "6_1"; "" when it is none
        self.use: str = words(card.use)
        self.sequence: str = words(card.sequence)
        self.warning: str = words(card.warning)
        self.way: str = _WAYS[known.way]  #: how it can be tied: "scene", "start shape" or "described only"
        self.abok: Optional[int] = int(card.abok) or None

    def __repr__(self) -> str:
        return f"<Card {self.name}, {self.category}>"


def book() -> List[Card]:
    """The knots that people tie, by category and name.

    >>> [card.name for card in book() if card.category == "stopper"][:3]
    ['ashley stopper knot', 'double overhand knot', 'figure-eight knot']
    """
    opened, count = _files.book(), ffi.new("int32_t *")
    knots = lib.bight_book_knots(opened, count)
    return [Card(opened, knots[i]) for i in range(count[0])]


class Tied:
    """A knot that was asked for by name: loose, as a scene that ties it, and tied.

    ``play`` is that scene; it is run to its end when the tied rope is first asked for.
    """

    def __init__(self, name: str, play: Play, loose: Optional[np.ndarray]) -> None:
        self.name, self.play = name, play
        #: (n, 3) the start shape before it is pulled tight; None when a scene of the book ties it
        self.loose = loose

    def _run(self) -> Play:
        if not self.play.done:
            self.play.run()
        return self.play

    @property
    def curves(self) -> Tuple[np.ndarray, ...]:
        """(n, 3) each: the ropes as they are tied, metres."""
        play = self._run()
        return tuple(play.rope(i) for i in range(play.ropes))

    @property
    def curve(self) -> np.ndarray:
        """(n, 3) the first rope as it is tied, metres."""
        return self.curves[0]

    def sailor(self, rope: int = 0) -> Sailor:
        """What people who tie rope call what is tied, with what it holds."""
        return self._run().sailor(rope)

    def knot(self, rope: int = 0) -> Knot:
        """The knot of a rope as it is tied, as :func:`bight.identify`."""
        play = self._run()
        return identify(play.rope(rope), play.closed(rope))

    def mesh(self, sides: int = 24, samples: int = 4) -> Mesh:
        """The ropes as tubes of triangles.

        :param sides: Of the ring that is swept. :param samples: Rings for each link."""
        play = self._run()
        made = [tube(play.rope(i), play.radius(i), play.closed(i), sides=sides, samples=samples) for i in range(play.ropes)]
        return Mesh.joined(made)

    def __repr__(self) -> str:
        return f"<Tied {self.name}>"


def _from_table(opened: Any, name: str, left: bool, closed: bool, ideal: bool, model: str, threads: int) -> Tied:
    diagram, error = ffi.new("bight_diagram **"), _core.new_error()
    env = _core.environment(threads)
    _core.check(lib.bight_tie_diagram(env, opened, name.encode(), left, diagram, error), error)
    drawn, start = Diagram(diagram[0]), ffi.new("bight_start *")
    how = ffi.new("bight_start_options *", {"closed": closed, "ideal": ideal, "model": _MODELS[model]})
    _core.check(lib.bight_start_make(env, drawn._pointer, how, start, error), error)
    text = ffi.new("bight_bytes *")
    try:
        # what it has to be called before and after: as the diagram is
        found = ffi.new("bight_knot_result *")
        _core.check(lib.bight_knot_identify_diagram(env, ffi.NULL, drawn._pointer, ffi.NULL, found, error), error)
        wanted = found.name if found.proved else ffi.NULL
        _core.check(lib.bight_start_scene(env, start, name.encode(), wanted, text, error), error)
        loose = _core.positions_of(start.points, start.count)
    finally:
        lib.bight_start_free(ffi.NULL, start)
    return Tied(name, Play(_core.take_bytes(text), threads=threads), loose)


def tie(name: str, *, left: bool = False, closed: bool = False, ideal: bool = False,
        model: Optional[str] = None, threads: int = 1) -> Tied:
    """Tie a knot by its name, as ``bight tie`` does: a knot of the table ("8_19", "3_1 # 4_1", "T(3,7)"), or one that people tie
    ("bowline", "clove hitch").

    :param left: The mirror image, of a knot of the table.
    :param closed: The loose closed curve alone; nothing is pulled.
    :param ideal: Closed, and near the shortest rope that makes the knot.
    :param model: What moves the rope: rod, an elastic rope of 10 mm, in metres; ftl, spring or projection, whose ropes have no
        stiffness, a hundred times as large. Unless told rod; of a closed curve ftl, as a rod would settle into another shape; of a
        scene that cannot have rods the scene's own.

    >>> print(tie("3_1").knot(), "/", tie("noose").sailor())
    3_1 (right-handed, one closure) / noose
    """
    asked = model is not None
    model = model or ("ftl" if closed or ideal else "rod")
    if model not in _MODELS:
        raise _core.InvalidInput(f'there is no model "{model}": give ftl, spring, projection or rod')
    opened = _files.book()
    known = lib.bight_book_find(opened, name.encode())
    shaped = left or closed or ideal or model not in ("ftl", "rod")
    if known == ffi.NULL or known.way == lib.BIGHT_BOOK_START or (shaped and known.card.type != ffi.NULL):
        return _from_table(opened, name, left, closed, ideal, model, threads)
    if shaped:
        raise _core.InvalidInput(f"{name} is tied by its scene: left, closed, ideal and models other than rod are for knots of the table")
    if known.way == lib.BIGHT_BOOK_WORDS:
        raise _core.InvalidInput(f"{name} is only described: {_core.text(known.card.sequence)}")
    scene = bytes(ffi.buffer(known.text, known.text_length))
    if model == "rod":
        text, error = ffi.new("bight_bytes *"), _core.new_error()
        status = lib.bight_scene_with_rods(_core.environment(), known.text, known.text_length, ffi.NULL, ffi.NULL, text, error)
        if asked or status != lib.BIGHT_ERROR_UNSUPPORTED:
            _core.check(status, error)
            scene = _core.take_bytes(text)
    return Tied(_core.text(known.card.name), Play(scene, threads=threads), None)
