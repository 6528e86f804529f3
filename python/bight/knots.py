# SPDX-License-Identifier: MIT
"""Names of knots in curves."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core, _files
from ._core import ffi, lib
from .diagrams import Diagram

_HANDS = {lib.BIGHT_HANDEDNESS_UNKNOWN: "unknown", lib.BIGHT_HANDEDNESS_AMPHICHIRAL: "amphichiral",
          lib.BIGHT_HANDEDNESS_RIGHT: "right", lib.BIGHT_HANDEDNESS_LEFT: "left"}


class Atlas:
    """The knots with 13 to 16 crossings. The one that comes along is used unless another is given: ``identify(points,
    atlas=Atlas(path))``.

    >>> Atlas().count(13), Atlas().count(16)
    (9988, 1388705)
    """

    def __init__(self, path: Union[str, Path, None] = None) -> None:
        """:param path: None: the file ``knots16.bin`` that comes along."""
        self._content = Path(path if path is not None else _core.data_folder() / "knots16.bin").read_bytes()
        self._memory = ffi.from_buffer(self._content)
        atlas, error = ffi.new("bight_knot_atlas **"), _core.new_error()
        _core.check(lib.bight_knot_atlas_open(ffi.NULL, self._memory, len(self._content), atlas, error), error)
        self._pointer = ffi.gc(atlas[0], lib.bight_knot_atlas_close)

    def count(self, crossings: int) -> int:
        """How many knots it has with so many crossings."""
        return sum(int(lib.bight_knot_atlas_count(self._pointer, crossings, alternating)) for alternating in (False, True))


@dataclass(frozen=True)
class Factor:
    """A prime factor."""

    name: str
    handedness: str  #: "right", "left", "amphichiral" or "unknown"
    crossings: int
    determinant: int
    signature: int
    dt: Tuple[int, ...]  #: least Dowker-Thistlethwaite code; () when it is too long


class Knot:
    """What was found. Prints as ``3_1 (right-handed, proved)``; a notebook shows its diagram.

    ``confidence`` is "proved" for a closed curve whose name the table decides, "one closure" for an open one,
    "unknown" when there is no name, and then ``reason`` says why.
    """

    def __init__(self, result: Any, closed: bool) -> None:
        self._result = result
        self.name: str = _core.text(result.name)
        self.everyday: str = _core.text(result.traditional)
        self.reason: str = _core.text(result.reason)
        self.confidence: str = "unknown" if not result.proved else "proved" if closed else "one closure"
        self.crossings: int = int(result.crossings)
        self.writhe: int = int(result.writhe)
        self.determinant: Optional[int] = int(result.determinant) if result.determinant >= 0 else None
        self.signature: Optional[int] = int(result.signature) if result.determinant >= 0 else None
        self.alexander: Tuple[int, ...] = tuple(int(result.alexander[i]) for i in range(result.alexander_count))
        count = min(int(result.factor_count), len(result.factors))
        self.factors: Tuple[Factor, ...] = tuple(self._factor(result.factors[i]) for i in range(count))

    @staticmethod
    def _factor(factor: Any) -> Factor:
        return Factor(_core.text(factor.name), _HANDS[factor.handedness], int(factor.crossings), int(factor.determinant),
                      int(factor.signature), tuple(int(factor.dt[i]) for i in range(factor.dt_count)))

    @property
    def proved(self) -> bool:
        return self.confidence == "proved"

    @property
    def handedness(self) -> str:
        """Of a prime knot; the unknot is amphichiral, the hands of a sum are those of its factors."""
        if len(self.factors) == 0 and self.name == "0_1":
            return "amphichiral"
        return self.factors[0].handedness if len(self.factors) == 1 else "unknown"

    def diagram(self) -> Diagram:
        """The reduced diagram: the sum of the factors, each from its least code."""
        diagram, error = ffi.new("bight_diagram **"), _core.new_error()
        _core.check(lib.bight_knot_diagram(ffi.NULL, ffi.addressof(self._result), diagram, error), error)
        return Diagram(diagram[0])

    def _repr_svg_(self) -> str:
        return self.diagram().svg(str(self))

    def __str__(self) -> str:
        hand = {"right": "right-handed, ", "left": "left-handed, "}.get(self.handedness, "")
        return f"{self.name} ({hand}{self.confidence})"

    def __repr__(self) -> str:
        return f"<Knot {self}>"


@lru_cache(maxsize=1)
def _shipped() -> Atlas:
    """The atlas that comes along; opened once, as threads may share it."""
    return Atlas()


def _options(seed: int, effort: int, atlas: Optional[Atlas], name_only: bool = False) -> Any:
    return ffi.new("bight_knot_options *", {"seed": seed, "effort": effort, "name_only": name_only,
                                            "atlas": (atlas or _shipped())._pointer})


def identify(points: Any, closed: bool = True, *, seed: int = 0, effort: int = 0, atlas: Optional[Atlas] = None) -> Knot:
    """Name the knot of one curve.

    :param points: (n, 3), any unit.
    :param closed: The last point joins the first. An open curve is closed far outside, once; see :func:`spectrum`.

    >>> import numpy as np
    >>> t = np.linspace(0, 2 * np.pi, 100, endpoint=False)
    >>> points = np.c_[np.sin(t) + 2 * np.sin(2 * t), np.cos(t) - 2 * np.cos(2 * t), -np.sin(3 * t)]
    >>> print(identify(points))
    3_1 (left-handed, proved)
    >>> print(identify(points * [1, 1, -1]))
    3_1 (right-handed, proved)
    """
    curves, count, keep = _core.curves_of([points], closed)
    result, error = ffi.new("bight_knot_result *"), _core.new_error()
    options = _options(seed, effort, atlas)
    _core.check(lib.bight_knot_identify(_core.environment(), ffi.NULL, curves, count, options, result, error), error)
    del keep
    return Knot(result[0], closed)


def identify_diagram(diagram: Diagram, *, seed: int = 0, effort: int = 0, atlas: Optional[Atlas] = None) -> Knot:
    """Name the knot of a diagram.

    >>> print(identify_diagram(Diagram.read("braid: 1 -2 1 -2")))
    4_1 (proved)
    """
    result, error = ffi.new("bight_knot_result *"), _core.new_error()
    options = _options(seed, effort, atlas)
    _core.check(lib.bight_knot_identify_diagram(_core.environment(), ffi.NULL, diagram._pointer, options, result, error), error)
    return Knot(result[0], True)


#: Of the rows of :func:`identify_many`: name (96 bytes; a longer one ends in " ..."), handedness (as ``bight/knot.h`` numbers them),
#: crossings of the reduced diagram, factors, signature, status (0: named or unknown; else why there is no answer, as
#: ``bight/base.h`` numbers it), determinant (-1: not computed), proved (closed, and the table decides).
ROW = np.dtype({"names": ["name", "handedness", "crossings", "factors", "signature", "status", "determinant", "proved"],
                "formats": ["S96", "i4", "i4", "i4", "i4", "i4", "i8", "?"],
                "offsets": [ffi.offsetof("bight_row", field) for field in
                            ("name", "handedness", "crossings", "factors", "signature", "status", "determinant", "proved")],
                "itemsize": ffi.sizeof("bight_row")})


def identify_many(frames: Any, closed: bool = True, *, threads: int = 1, fields: Optional[Sequence[str]] = None, seed: int = 0,
                  effort: int = 0, invariants: bool = True, atlas: Optional[Atlas] = None) -> np.ndarray:
    """Name the knots of many curves with as many points each.

    :param frames: (frames, n, 3)
    :param fields: Of :data:`ROW`, those that are wanted; what no name needs is then not computed. None: all.
    :return: (frames,) of :data:`ROW`, or of these fields. A frame whose curve has no answer has an empty name and its ``status``, and spoils no other.
             Results do not depend on ``threads``.

    >>> import numpy as np
    >>> t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    >>> ring = np.c_[np.cos(t), np.sin(t), 0 * t]
    >>> rows = identify_many([ring, ring])
    >>> rows["name"].tolist(), rows["proved"].tolist()
    ([b'0_1', b'0_1'], [True, True])
    >>> identify_many([ring, ring], fields=["name"]).dtype.names
    ('name',)
    """
    for field in fields or ():
        if field not in (ROW.names or ()):
            raise _core.InvalidInput(f'there is no field "{field}": give {", ".join(ROW.names or ())}')
    if fields is not None and not {"determinant", "signature"} & set(fields):
        invariants = False
    array = np.ascontiguousarray(frames, dtype=np.float64)
    if array.ndim != 3 or array.shape[2] != 3:
        raise _core.InvalidInput(f"frames have shape {array.shape}: give (frames, n, 3)")
    if not 1 <= threads <= 64:
        raise _core.InvalidInput(f"threads is {threads}: give 1 to 64")
    rows = np.zeros(len(array), ROW)
    if len(array) == 0:
        return _picked(rows, fields)
    points, memory = ffi.from_buffer("double[]", array), ffi.from_buffer("bight_row[]", rows)
    options = _options(seed, effort, atlas, not invariants)

    wish = ffi.new("int32_t *", 0)  # 1: other threads, come to an end

    def run(first: int, end: int) -> None:
        error = _core.new_error()
        status = lib.bight_python_identify_rows(points, first, end, array.shape[1], closed, options, memory, wish, error)
        _core.check(status, error)

    # pieces small enough that none of the threads waits long for the last
    size = max(1, min(256, len(array) // (4 * threads)))
    pieces = [(i, min(i + size, len(array))) for i in range(0, len(array), size)]
    if threads == 1:
        for first, end in pieces:
            run(first, end)
        return _picked(rows, fields)
    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(run, first, end) for first, end in pieces]
        try:
            for future in futures:
                future.result()
        except BaseException:
            wish[0] = 1
            for future in futures:
                future.cancel()
            raise
    return _picked(rows, fields)


def _picked(rows: np.ndarray, fields: Optional[Sequence[str]]) -> np.ndarray:
    """A table of these fields alone."""
    if fields is None:
        return rows
    some = np.zeros(len(rows), [(field, ROW.fields[field][0]) for field in fields])  # type: ignore[index]
    for field in fields:
        some[field] = rows[field]
    return some


@dataclass(frozen=True)
class Share:
    """How often one answer came up, and the range that holds its true share with 95 %."""

    name: str
    handedness: str
    count: int
    low: float
    high: float


def spectrum(points: Any, closures: int = 100, way: str = "sphere", *, seed: int = 0, effort: int = 0,
             atlas: Optional[Atlas] = None) -> List[Share]:
    """Close an open curve in many seeded ways, ``sphere`` or ``two-point``; the most frequent answer comes first."""
    ways = {"sphere": lib.BIGHT_KNOT_WAY_SPHERE, "two-point": lib.BIGHT_KNOT_WAY_TWO_POINT}
    if way not in ways:
        raise _core.InvalidInput(f'there is no way "{way}": give sphere or two-point')
    curves, _, keep = _core.curves_of([points], False)
    found, error = ffi.new("bight_knot_spectrum *"), _core.new_error()
    _core.check(lib.bight_knot_identify_closures(_core.environment(), ffi.NULL, curves, ways[way], closures,
                                                 _options(seed, effort, atlas, True), found, error), error)
    del keep
    low, high = ffi.new("double *"), ffi.new("double *")
    shares = []
    for i in range(found.share_count):
        share = found.shares[i]
        lib.bight_share_interval(share.count, closures, low, high)
        shares.append(Share(_core.text(share.name), _HANDS[share.handedness], int(share.count), low[0], high[0]))
    return shares


def locate(points: Any, closed: bool = True, *, seed: int = 0) -> Optional[Tuple[int, int]]:
    """First and last vertex of the shortest stretch that still has the whole curve's knot; None for the unknot."""
    curves, _, keep = _core.curves_of([points], closed)
    first, last, error = ffi.new("int32_t *"), ffi.new("int32_t *"), _core.new_error()
    _core.check(lib.bight_knot_locate(_core.environment(), ffi.NULL, curves, _options(seed, 0, None), first, last, error), error)
    del keep
    return (int(first[0]), int(last[0])) if first[0] >= 0 else None


@dataclass(frozen=True)
class Matrix:
    """The knot of every subchain. ``kinds[cells[i, j]]`` is that of the chain from ``vertices[i]`` to ``vertices[j]``, i < j; -1 where
    there is none."""

    vertices: np.ndarray  #: (side)
    cells: np.ndarray  #: (side, side) int32
    kinds: Tuple[str, ...]


def matrix(points: Any, closures: int = 0, step: int = 1, *, threads: int = 1, seed: int = 0) -> Matrix:
    """The knot matrix of an open curve."""
    curves, _, keep = _core.curves_of([points], False)
    define = ffi.new("bight_knot_matrix_def *", {"closures": closures, "step": step})
    define.options.seed = seed
    made, error = ffi.new("bight_knot_matrix *"), _core.new_error()
    _core.check(lib.bight_knot_matrix_make(_core.environment(threads), curves, define, made, error), error)
    del keep
    side = int(made.side)
    vertices = np.frombuffer(ffi.buffer(made.vertices, 4 * side), np.int32).copy()
    flat = np.frombuffer(ffi.buffer(made.cells, side * (side - 1)), np.uint16)
    cells = np.full((side, side), -1, np.int32)
    last, first = np.tril_indices(side, -1)
    cells[first, last] = np.where(flat == 65535, -1, flat.astype(np.int32))
    kinds = tuple(_core.text(made.kinds[i].name) for i in range(made.kind_count))
    lib.bight_knot_matrix_free(ffi.NULL, made)
    return Matrix(vertices, cells, kinds)


_ATLAS_NAME = re.compile(r"(1[3-6])(a|n)_(\d+)$")


def knot(name: str, mirror: bool = False) -> Knot:
    """A knot by its name: of the table ("8_19", "12n_888"), of the atlas ("16n_1"), a sum ("3_1 # m3_1"), a torus knot ("T(3,7)"), or
    an everyday name that is one of these ("figure eight").

    :param mirror: The left-handed one.

    >>> k = knot("8_19")
    >>> k.determinant, k.crossings
    (3, 8)
    """
    diagram, error = ffi.new("bight_diagram **"), _core.new_error()
    match = _ATLAS_NAME.match(name)
    if match:
        crossings, alternating, number = int(match.group(1)), match.group(2) == "a", int(match.group(3))
        atlas = _shipped()
        count = lib.bight_knot_atlas_count(atlas._pointer, crossings, alternating)
        if not 1 <= number <= count:
            raise _core.InvalidInput(f'there is no knot "{name}": the last is {crossings}{match.group(2)}_{count}')
        _core.check(lib.bight_knot_atlas_diagram(ffi.NULL, atlas._pointer, crossings, alternating, number - 1, mirror,
                                                 ffi.new("char[16]"), diagram, error), error)
    else:
        _core.check(lib.bight_tie_diagram(_core.environment(), _files.book(), name.encode(), mirror, diagram, error), error)
    return identify_diagram(Diagram(diagram[0]))


# ---- links ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Link:
    """What several curves are together."""

    name: str
    everyday: str
    proved: bool
    components: int
    crossings: int
    parts: Tuple[str, ...]  #: names of what lies apart
    reason: str

    def __str__(self) -> str:
        return f"{self.name} ({'proved' if self.proved else 'unknown'})"


def identify_link(curves: Any, closed: bool = True, *, seed: int = 0, effort: int = 0, atlas: Optional[Atlas] = None) -> Link:
    """Name the link of several curves, a list of (n, 3).

    >>> import numpy as np
    >>> t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    >>> ring = np.c_[np.cos(t), np.sin(t), 0 * t]
    >>> print(identify_link([ring, ring[:, [0, 2, 1]] + [1, 0, 0]]))
    L2a1 (proved)
    """
    many, count, keep = _core.curves_of(curves, closed)
    diagram, error = ffi.new("bight_diagram **"), _core.new_error()
    env, options = _core.environment(), _options(seed, effort, atlas)
    _core.check(lib.bight_diagram_from_curves(env, ffi.NULL, many, count, options, diagram, error), error)
    del keep
    drawn, result = Diagram(diagram[0]), ffi.new("bight_link_result *")
    _core.check(lib.bight_link_identify(env, drawn._pointer, options, result, ffi.NULL, error), error)
    parts = tuple(_core.text(result.parts[i].name) for i in range(min(result.part_count, len(result.parts))))
    return Link(_core.text(result.name), _core.text(result.traditional), bool(result.proved), int(result.components),
                int(result.crossings), parts, _core.text(result.reason))


def linking(curves: Any, closed: bool = True) -> np.ndarray:
    """(n, n) linking numbers of all pairs of n curves."""
    many, count, keep = _core.curves_of(curves, closed)
    numbers, error = np.zeros((count, count), np.int32), _core.new_error()
    _core.check(lib.bight_curves_linking(_core.environment(), ffi.NULL, many, count, ffi.NULL,
                                         ffi.from_buffer("int32_t[]", numbers), error), error)
    del keep
    return numbers


def shares_by_name(rows: np.ndarray) -> Dict[str, int]:
    """How often each name came up in rows of :func:`identify_many`, most frequent first."""
    names, counts = np.unique(rows["name"][rows["status"] == 0], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return {names[i].decode(): int(counts[i]) for i in order}
