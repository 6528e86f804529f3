# SPDX-License-Identifier: MIT
"""Triangle meshes: from files and arrays, checked, mended, written."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core, _files
from ._core import ffi, lib


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a mesh. Numbers start at 0; -1 where there is nothing to name."""

    kind: str  #: "folded", "non_manifold" and so on
    face: int
    other: int  #: a second face
    vertices: Tuple[int, int]  #: the vertex, or the ends of the edge
    text: str
    mend: str  #: what :meth:`Mesh.repaired` does about it

    def __str__(self) -> str:
        where = f"face {self.face}" if self.face >= 0 else f"vertex {self.vertices[0]}"
        return f"{where}: {self.text}"


@dataclass(frozen=True)
class Findings:
    """What is wrong with a mesh, and where it goes through itself."""

    faults: Tuple[Fault, ...]
    intersections: int  #: pairs of an edge and a face that go through each other, decided exactly
    touching: int  #: pairs that touch and do not go through each other
    contours: int  #: curves along which the mesh crosses itself
    borders: int  #: edges with one face
    panels: int  #: pieces of the pattern
    left_out: int  #: triangles that the counts leave out: folded, or with a vertex that is not finite

    @property
    def clean(self) -> bool:
        return not self.faults and self.intersections == 0

    def __str__(self) -> str:
        return f"{len(self.faults)} faults, {self.intersections} intersections along {self.contours} contours"


class Mesh:
    """Triangles in space, and where they lie on a flat pattern. Arrays are the caller's own; nothing is shared.

    >>> square = Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> print(square.check())
    0 faults, 0 intersections along 0 contours
    """

    def __init__(self, vertices: Any, triangles: Any, uv: Any = None, uv_triangles: Any = None) -> None:
        """:param vertices: (n, 3) metres. :param triangles: (m, 3). :param uv: (k, 2) places on the pattern, metres; with
        ``uv_triangles`` (m, 3) the corners in it, else one for each vertex."""
        self.vertices = _core.points_of(vertices)
        self.triangles = _whole(triangles, "triangles")
        self.uv: Optional[np.ndarray] = None
        self.uv_triangles: Optional[np.ndarray] = None
        if uv is not None:
            self.uv = np.ascontiguousarray(uv, np.float64)
            if self.uv.ndim != 2 or self.uv.shape[1] != 2:
                raise _core.InvalidInput(f"uv has shape {self.uv.shape}: give (k, 2)")
            self.uv_triangles = self.triangles if uv_triangles is None else _whole(uv_triangles, "uv_triangles")
            if len(self.uv_triangles) != len(self.triangles):
                raise _core.InvalidInput(f"uv_triangles are {len(self.uv_triangles)}, triangles {len(self.triangles)}: give as many")
        #: (k, 2) vertices to be sewn to each other, (m) the group of each triangle, and the groups' names
        self.seams = np.zeros((0, 2), np.int32)
        self.groups = np.zeros(len(self.triangles), np.int32)
        self.names: List[str] = [""] if len(self.triangles) else []
        self._faces = np.arange(len(self.triangles), dtype=np.int32)  # of the file: quads and polygons stay together
        _inside(self.triangles, len(self.vertices), 0, "triangles")
        if self.uv is not None and self.uv_triangles is not None:
            _inside(self.uv_triangles, len(self.uv), -1, "uv_triangles")

    @classmethod
    def read(cls, path: Union[str, Path]) -> "Mesh":
        """From an OBJ, PLY, glTF or GLB file."""
        path = Path(path)
        content = _files.whole(path)
        mesh, error = _new(), _core.new_error()
        _core.check(lib.bight_read_cloth_mesh(_core.environment(), ffi.from_buffer(content), len(content), path.name.encode(), mesh,
                                              error), error)
        return cls._taken(mesh)

    def write(self, path: Union[str, Path]) -> None:
        """To an OBJ, PLY, GLB or STL file, by its ending."""
        Path(path).write_bytes(self.encoded(Path(path).name))

    def encoded(self, name: str) -> bytes:
        """The content of a file of that name."""
        kind = lib.bight_mesh_format_find(name.encode())
        if kind == lib.BIGHT_MESH_FORMAT_COUNT:
            raise _core.InvalidInput(f"{name} has no ending of a mesh: give .obj, .ply, .glb or .stl")
        mesh, keep = self._struct()
        data, error = ffi.new("bight_bytes *"), _core.new_error()
        _core.check(lib.bight_write_cloth_mesh(_core.environment(), mesh, kind, ffi.NULL, data, error), error)
        del keep
        return _core.take_bytes(data)

    @classmethod
    def grid(cls, width: float, height: float, columns: int, rows: int) -> "Mesh":
        """A flat rectangle in the plane y = 0 with its pattern; vertex i of row j has the number i + j (columns + 1)."""
        if columns < 1 or rows < 1:
            raise _core.InvalidInput("a grid has a column and a row at least")
        i, j = np.meshgrid(np.arange(columns + 1), np.arange(rows + 1))
        u, v = i.ravel() * width / columns, j.ravel() * height / rows
        corner = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).ravel()
        below = corner + columns + 1
        triangles = np.stack([np.c_[corner, below, below + 1], np.c_[corner, below + 1, corner + 1]], 1).reshape(-1, 3)
        return cls(np.c_[u - width / 2, 0 * u, v - height / 2], triangles, np.c_[u, v])

    @classmethod
    def garment(cls, name: str, edge: float = 0.0, pieces: Sequence[str] = (), **sizes: float) -> "Mesh":
        """A garment made by code, as ``bight garment make``: ribbon, necktie, blouse and more, with its pattern in metres.

        :param edge: Length of its edges, metres; 0: as is usual for it. :param pieces: Of it; none: all. :param sizes: Metres.

        >>> Mesh.garment("ribbon", edge=0.02, length=0.5, width=0.06).vertices.shape[1]
        3
        """
        number = int(lib.bight_garment_find(name.encode()))
        if number < 0:
            names, i = [], 0
            while lib.bight_garment_name(i) != ffi.NULL:
                names.append(_core.text(lib.bight_garment_name(i)))
                i += 1
            raise _core.InvalidInput(f'there is no garment "{name}": give {", ".join(names)}')
        count = ffi.new("int32_t *")
        known = lib.bight_garment_sizes(number, count)
        values = {_core.text(known[i].name): float(known[i].standard) for i in range(count[0])}
        for key, value in sizes.items():
            if key not in values:
                raise _core.InvalidInput(f'a {name} has no size "{key}": give {", ".join(values)}')
            values[key] = value
        words = [ffi.new("char[]", piece.encode()) for piece in pieces]
        mesh, error = _new(), _core.new_error()
        _core.check(lib.bight_garment_make_pieces(_core.environment(), number, edge, ffi.new("double[]", list(values.values()) or [0.0]),
                                                  ffi.new("char *[]", words or [ffi.NULL]), len(words), mesh, error), error)
        return cls._taken(mesh)

    @classmethod
    def joined(cls, meshes: Sequence["Mesh"]) -> "Mesh":
        """Several as one, one behind the other; patterns are left out."""
        shifts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes])
        return cls(np.vstack([mesh.vertices for mesh in meshes] or [np.zeros((0, 3))]),
                   np.vstack([mesh.triangles + shift for mesh, shift in zip(meshes, shifts)] or [np.zeros((0, 3), np.int32)]))

    def check(self, threads: int = 1) -> Findings:
        """Its faults, and where it goes through itself, decided exactly."""
        mesh, keep = self._struct()
        report, error = ffi.new("bight_mesh_report *"), _core.new_error()
        _core.check(lib.bight_mesh_check(_core.environment(threads), mesh, report, error), error)
        del keep
        faults = []
        for i in range(report.fault_count):
            fault = report.faults[i]
            faults.append(Fault(_core.text(lib.bight_mesh_fault_name(fault.kind)), int(fault.face), int(fault.other),
                                (int(fault.vertex[0]), int(fault.vertex[1])), _core.text(lib.bight_mesh_fault_text(fault.kind)),
                                _core.text(lib.bight_mesh_fault_mend(fault.kind))))
        found = Findings(tuple(faults), int(report.intersections), int(report.touching), int(report.contours), int(report.borders),
                         int(report.panels), int(report.left_out))
        lib.bight_mesh_report_free(ffi.NULL, report)
        return found

    def repaired(self) -> Tuple["Mesh", Dict[str, int]]:
        """A copy without the faults that can be mended, and how many of each kind there were. What goes through itself still
        does: see :meth:`untangled`."""
        mesh, keep = self._struct()
        # the library changes and grows the mesh, so it gets one of its own
        own, error = _new(), _core.new_error()
        _core.check(lib.bight_python_mesh_copy(mesh, own))
        del keep
        mended = ffi.new("int32_t[]", lib.BIGHT_MESH_FAULT_COUNT)
        try:
            _core.check(lib.bight_mesh_repair(_core.environment(), own, mended, error), error)
        except BaseException:
            lib.bight_cloth_mesh_free(ffi.NULL, own)
            raise
        counts = {_core.text(lib.bight_mesh_fault_name(kind)): int(mended[kind]) for kind in range(lib.BIGHT_MESH_FAULT_COUNT)
                  if mended[kind] > 0}
        return Mesh._taken(own), counts

    def untangled(self, *, steps: int = 2000, thickness: float = 0.0, threads: int = 1, pinned: Sequence[int] = (),
                  **settings: float) -> Tuple["Mesh", Any]:
        """Let it settle as cloth without weight until it no longer goes through itself.

        :param steps: At most. :param thickness: Metres that surfaces keep; 0: a quarter of the shortest edge, 1 mm at most.
        :param pinned: Vertices that stay where they are. :param settings: Of :class:`bight.ClothWorld`.
        :return: The mesh where it came to lie, and the :class:`bight.Settled`: ``outcome``, ``crossings`` left, ``stretch``."""
        from .cloths import ClothWorld
        edges = np.linalg.norm(self.vertices[self.triangles] - self.vertices[np.roll(self.triangles, 1, 1)], axis=2)
        thickness = thickness or (min(0.001, 0.25 * float(edges.min())) if edges.size else 0.001)
        world = ClothWorld(gravity=settings.pop("gravity", (0, 0, 0)), thickness=thickness, threads=threads,  # type: ignore[arg-type]
                           **settings)
        cloth = world.add_cloth(self)
        for vertex in pinned:
            cloth.pin(vertex)
        report = world.settle(steps)
        return self.at(cloth.positions), report

    def at(self, vertices: Any) -> "Mesh":
        """The same mesh with its vertices elsewhere. :param vertices: (n, 3)"""
        moved = copy.copy(self)
        moved.vertices = _core.points_of(vertices)
        if len(moved.vertices) != len(self.vertices):
            raise _core.InvalidInput(f"there are {len(moved.vertices)} vertices: give {len(self.vertices)}")
        return moved

    # ---- as the library has it ------------------------------------------------------------------------------------

    @classmethod
    def _taken(cls, mesh: Any) -> "Mesh":
        """From a bight_cloth_mesh of the library, which is given back."""
        made = cls.__new__(cls)
        count = mesh.triangle_count
        made.vertices = _core.positions_of(mesh.positions, mesh.vertex_count)
        made.triangles = _ints(mesh.triangles, count, 3)
        made.uv = made.uv_triangles = None
        if mesh.uv_count > 0:
            made.uv = np.frombuffer(ffi.buffer(mesh.uv, 16 * mesh.uv_count), np.float64).reshape(-1, 2).copy()
            made.uv_triangles = _ints(mesh.uv_triangles, count, 3)
        made.seams = _ints(mesh.seams, mesh.seam_count, 2)
        made.groups, made._faces = _ints(mesh.groups, count, 1).ravel(), _ints(mesh.faces, count, 1).ravel()
        made.names = [_core.text(mesh.names[i].text) for i in range(mesh.group_count)]
        lib.bight_cloth_mesh_free(ffi.NULL, mesh)
        return made

    def _struct(self) -> Tuple[Any, List[Any]]:
        """A bight_cloth_mesh that borrows the arrays, and what has to be kept alive."""
        count = len(self.triangles)
        uv = self.uv if self.uv is not None else np.zeros((0, 2))
        uv_triangles = self.uv_triangles if self.uv_triangles is not None else np.full((count, 3), -1, np.int32)
        arrays = [np.ascontiguousarray(self.vertices, np.float64), np.ascontiguousarray(uv, np.float64)]
        arrays += [np.ascontiguousarray(numbers, np.int32)
                   for numbers in (self.triangles, uv_triangles, self._faces, self.groups, self.seams)]
        kinds = ["bight_vec3[]", "double[]"] + 5 * ["int32_t[]"]
        memory = [ffi.from_buffer(kind, array) if array.size else ffi.NULL for kind, array in zip(kinds, arrays)]
        names = ffi.new("bight_mesh_group[]", [{"text": name.encode("ascii", "replace")[:63]} for name in self.names] or 1)
        mesh = ffi.new("bight_cloth_mesh *", {
            "positions": memory[0], "uv": memory[1], "triangles": memory[2], "uv_triangles": memory[3], "faces": memory[4],
            "groups": memory[5], "seams": memory[6], "names": names, "vertex_count": len(arrays[0]), "uv_count": len(arrays[1]),
            "triangle_count": count, "face_count": int(self._faces[-1]) + 1 if count else 0, "group_count": len(self.names),
            "seam_count": len(self.seams)})
        return mesh, [arrays, memory, names]

    def __repr__(self) -> str:
        return f"<Mesh of {len(self.vertices)} vertices, {len(self.triangles)} triangles>"


def tube(points: Any, radius: float, closed: bool = False, *, sides: int = 24, samples: int = 4) -> Mesh:
    """The surface of a rope, watertight.

    :param points: (n, 3) :param samples: Rings for each link."""
    curves, _, keep = _core.curves_of([points], closed)
    swept = ffi.new("bight_tube *", {"radius": radius, "sides": sides, "samples_per_link": samples})
    swept.curve = curves[0]
    mesh, error = ffi.new("bight_mesh *"), _core.new_error()
    _core.check(lib.bight_tube_mesh(_core.environment(), swept, mesh, error), error)
    del keep
    vertices, triangles = _core.positions_of(mesh.positions, mesh.vertex_count), _ints(mesh.triangles, mesh.triangle_count, 3)
    lib.bight_mesh_free(ffi.NULL, mesh)
    # vertices that are doubled along the seam for texture have the very same position
    _, first, same = np.unique(vertices, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order))
    return Mesh(vertices[first[order]], rank[same.reshape(-1)][triangles])


def _new() -> Any:
    return ffi.new("bight_cloth_mesh *")


def _ints(pointer: Any, count: int, width: int) -> np.ndarray:
    """(count, width) a copy of the library's numbers."""
    if count == 0:
        return np.zeros((0, width), np.int32)
    return np.frombuffer(ffi.buffer(pointer, 4 * count * width), np.int32).reshape(-1, width).copy()


def _whole(numbers: Any, what: str) -> np.ndarray:
    array = np.asarray(numbers)
    if array.ndim != 2 or array.shape[1] != 3 or (array.size and array.dtype.kind not in "iu"):
        raise _core.InvalidInput(f"{what} have shape {array.shape} of {array.dtype}: give (m, 3) whole numbers")
    return np.ascontiguousarray(array, np.int32)


def _inside(triangles: np.ndarray, count: int, least: int, what: str) -> None:
    wrong = np.flatnonzero(((triangles < least) | (triangles >= count)).any(1))
    if len(wrong):
        raise _core.InvalidInput(f"{what}[{wrong[0]}] is {triangles[wrong[0]].tolist()}: give numbers from {least} to {count - 1}")
