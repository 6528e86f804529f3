# SPDX-License-Identifier: MIT
"""Curves from files, in every format that the command reads, and to XYZ."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, List, Optional, Union

import numpy as np

from . import _core, _files, knots
from ._core import ffi, lib


@dataclass(frozen=True, eq=False)
class Curve:
    """A curve of a file."""

    points: np.ndarray  #: (n, 3) in the file's unit
    closed: bool  #: the file repeats the first point (dropped here), or says so
    name: str  #: what the file calls it: the chain; "" when it has no name
    frame: int  #: frame or model, from 1; 0 in files without
    numbers: Optional[np.ndarray]  #: (n) residue numbers of a chain

    def knot(self, **options: Any) -> knots.Knot:
        """As :func:`bight.identify`."""
        return knots.identify(self.points, self.closed, **options)

    def __len__(self) -> int:
        return len(self.points)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self.points, dtype=dtype)

    def __repr__(self) -> str:
        return f"<Curve {self.name or 'without name'}: {len(self)} points, {'closed' if self.closed else 'open'}>"


class Curves(List[Curve]):
    """The curves of a file, and what its reader decided."""

    notes: List[str]  #: columns taken, gaps bridged: a line each
    alone: bool  #: the curves stand alone (frames, chains); else they are components side by side, a link


def read(path: Union[str, Path], format: str = "auto", *, models: bool = False, atoms: str = "", select: str = "") -> Curves:
    """Read the curves of a file: XYZ, CSV, PDB, mmCIF, GRO, DCD, LAMMPS, KnotPlot, VECT, glTF, OBJ, PLY, lists of points.

    :param format: As ``bight identify --format``; auto tells by content and ending.
    :param models: Every model of a PDB or mmCIF file, not the first alone.
    :param atoms: Of PDB and mmCIF: "P" for RNA, "N,CA,C" for a backbone; else C-alphas.
    :param select: Of PDB and mmCIF: "A" or "A:10-120", commas between several; else all chains.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_xyz(Path(folder, "ring.xyz"), [[0, 0, 0], [1, 0, 0], [0, 1, 0]], closed=True)
    ...     ring, = read(Path(folder, "ring.xyz"))
    >>> print(ring.closed, len(ring), ring.knot())
    True 3 0_1 (proved)
    """
    kind = lib.bight_curve_format_find(format.encode())
    if kind == lib.BIGHT_CURVE_FORMAT_COUNT:
        words = [_core.text(lib.bight_curve_format_name(i)) for i in range(lib.BIGHT_CURVE_FORMAT_COUNT)]
        raise _core.InvalidInput(f'there is no format "{format}": give {", ".join(words)}')
    content = _files.whole(Path(path))
    words_kept = [ffi.new("char[]", text.encode()) if text else ffi.NULL for text in (Path(path).name, atoms, select)]
    options = ffi.new("bight_read_options *", {"format": kind, "file_name": words_kept[0], "all_models": models,
                                               "atoms": words_kept[1], "select": words_kept[2]})
    made, error = ffi.new("bight_curves *"), _core.new_error()
    _core.check(lib.bight_read_options_check(options, error), error)
    _core.check(lib.bight_read_curves(_core.environment(), ffi.from_buffer(content), len(content), options, made, error), error)
    points = _core.positions_of(made.points, made.point_count)
    numbers = None
    if made.numbers != ffi.NULL:
        numbers = np.frombuffer(ffi.buffer(made.numbers, 4 * made.point_count), np.int32).copy()
    found = Curves()
    for i in range(made.curve_count):
        part = slice(made.starts[i], made.starts[i + 1])
        found.append(Curve(points[part], bool(made.closed[i]), _core.text(made.names[i].text), int(made.frame_of[i]),
                           numbers[part] if numbers is not None else None))
    notes = bytes(ffi.buffer(made.notes.data, made.notes.size)) if made.notes.size else b""
    found.notes, found.alone = notes.decode("utf-8", "replace").splitlines(), bool(made.frames)
    lib.bight_curves_free(ffi.NULL, made)
    return found


def write_xyz(path: Union[str, Path], curves: Any, *, closed: bool = False, comment: str = "bight") -> None:
    """Write XYZ frames; the numbers read back are the very same.

    :param curves: (n, 3), or a list of such arrays, or curves that were read, which know themselves whether they are closed."""
    many: Iterable[Any] = curves
    if isinstance(curves, Curve) or (not isinstance(curves, Curves) and np.ndim(curves[0]) == 1):
        many = [curves]
    pieces = []
    for one in many:
        own = one.closed if isinstance(one, Curve) else closed
        struct, count, keep = _core.curves_of([one], own)
        data, error = ffi.new("bight_bytes *"), _core.new_error()
        _core.check(lib.bight_write_xyz(_core.environment(), struct, count, comment.encode(), data, error), error)
        pieces.append(_core.take_bytes(data))
        del keep
    Path(path).write_bytes(b"".join(pieces))
