# SPDX-License-Identifier: MIT
"""What people who tie rope call a knot: the rope together with what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence, Tuple

from . import _core
from ._core import ffi, lib


@dataclass(frozen=True)
class Sailor:
    """What a rope is called, as the book of knots has it; prints as ``clove hitch round the pole``."""

    name: str  #: "bowline"; "" when none is sure
    phrase: str  #: "clove hitch round the pole"; "" without a name
    mirror: str  #: to the one that the book ties: "same", "mirrored", "either" or "unknown"
    proved: bool  #: every link that was compared has a proved name
    basis: str  #: what the name rests on, or why there is none

    def __str__(self) -> str:
        return self.phrase or f"no name ({self.basis})"


def name_of(setting: Any, name: Any) -> Sailor:
    """Of a bight_sailor_name and the setting that it is of, which may be NULL."""
    phrase = ffi.new("char[64]")
    if setting != ffi.NULL:
        lib.bight_sailor_phrase(setting, name, phrase)
    return Sailor(_core.text(name.name), _core.text(phrase), _core.text(lib.bight_sailor_mirror_text(name.mirror)),
                  bool(name.proved), _core.text(name.basis))


class _Setting:
    """A bight_sailor_setting and the arrays that it borrows."""

    def __init__(self, ropes: Any, closed: bool, load: str, poles: Any, rings: Any, held: Sequence[int]) -> None:
        loads = {"first": lib.BIGHT_SAILOR_LOAD_FIRST, "last": lib.BIGHT_SAILOR_LOAD_LAST}
        if load not in loads:
            raise _core.InvalidInput(f'there is no end "{load}" that bears a load: give first or last')
        many = ropes if isinstance(ropes, (list, tuple)) and len(ropes) > 0 and hasattr(ropes[0], "shape") else [ropes]
        curves, count, keep = _core.curves_of(many, closed)
        round_, ring_count, kept = _core.curves_of(rings, True)
        pole_list = ffi.new("bight_sailor_pole[]", max(len(poles), 1))
        for i, (point, along) in enumerate(poles):
            pole_list[i].point, pole_list[i].along = _core.vec3(point), _core.vec3(along)
        load_list = ffi.new("bight_sailor_load[]", [loads[load]] * max(count, 1))
        held_list = ffi.new("int32_t[]", [int(node) for node in held] or [0])
        self.struct = ffi.new("bight_sailor_setting *", {
            "ropes": curves, "rope_count": count, "loads": load_list, "rings": round_, "ring_count": ring_count,
            "poles": pole_list, "pole_count": len(poles), "held": held_list, "held_count": len(held)})
        self._keep = (curves, keep, round_, kept, pole_list, load_list, held_list)


def sailor(ropes: Any, *, closed: bool = False, load: str = "first", poles: Sequence[Tuple[Any, Any]] = (),
           rings: Sequence[Any] = (), held: Sequence[int] = ()) -> Sailor:
    """Name a rope as people who tie rope do.

    A name is given when all ways to close the rope and what it holds make the links of one knot of the book and of no other.

    :param ropes: (n, 3), or a list of two such arrays for a bend.
    :param load: The end that bears the load: first or last.
    :param poles: At most one, (a point of its axis, its direction).
    :param rings: Closed middle lines, each (n, 3).
    :param held: Vertices of the rope at which a loop of it is held.

    >>> import bight
    >>> print(sailor(bight.tie("noose").curve))
    noose
    """
    setting = _Setting(ropes, closed, load, poles, rings, held)
    name, error = ffi.new("bight_sailor_name *"), _core.new_error()
    _core.check(lib.bight_sailor_identify(_core.environment(), ffi.NULL, setting.struct, name, error), error)
    return name_of(setting.struct, name)


@dataclass(frozen=True)
class Verdict:
    """What lies there, beside the knot that was meant."""

    right: bool  #: it is that knot, or its mirror image
    name: Sailor
    flips: int  #: so many crossings would have to go the other way; 0 when a few do not do
    words: str  #: "granny knot: reverse the second half"

    def __str__(self) -> str:
        return self.words


def check_knot(ropes: Any, intended: str, *, closed: bool = False, load: str = "first", poles: Sequence[Tuple[Any, Any]] = (),
               rings: Sequence[Any] = (), held: Sequence[int] = ()) -> Verdict:
    """Compare a rope with the knot that was meant; the rest as in :func:`sailor`.

    :param intended: Its name in the book of knots.
    """
    setting = _Setting(ropes, closed, load, poles, rings, held)
    verdict, error = ffi.new("bight_sailor_verdict *"), _core.new_error()
    _core.check(lib.bight_sailor_check(_core.environment(), ffi.NULL, setting.struct, intended.encode(), verdict, error), error)
    return Verdict(bool(verdict.right), name_of(setting.struct, ffi.addressof(verdict, "name")), int(verdict.near.flips),
                   _core.text(verdict.words))
