# SPDX-License-Identifier: MIT
"""Knots as templates, and garments dressed with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._core import ffi, lib
from .meshes import Mesh
from .plays import Play

LOOSE_CYCLES, LEAD_CYCLES = 60, 600  # as `bight garment knot` has them: until it is tightened, and of tightening at most


@dataclass(frozen=True)
class Parameter:
    """A slider of a template."""

    name: str  #: "loops.scale"
    label: str
    unit: str  #: "x" for a factor, "m", "deg" or ""
    low: float
    high: float
    value: float  #: as it is now


class Template:
    """A knot of strands with radii that sliders move. Its strands never touch: where a value would make them, the sliders stop
    before, and ``stopped`` says why."""

    def __init__(self, source: Union[str, Path, bytes]) -> None:
        """:param source: The name of one that comes along, a path, or the JSON itself."""
        own = _core.data_folder() / "templates" / f"{source!s}.json"
        if isinstance(source, bytes):
            self.content = source
        elif isinstance(source, str) and not set(source) & set("/.") and own.is_file():
            self.content = own.read_bytes()
        elif isinstance(source, str) and not set(source) & set("/."):
            raise _core.InvalidInput(f'there is no template "{source}": give {", ".join(templates())}, or a path')
        else:
            self.content = Path(source).read_bytes()
        file, made, error = ffi.new("bight_template_file **"), ffi.new("bight_template **"), _core.new_error()
        env = _core.environment()
        _core.check(lib.bight_template_read(env, ffi.from_buffer(self.content), len(self.content), file, error), error)
        try:
            _core.check(lib.bight_template_make(env, lib.bight_template_file_def(file[0]), ffi.NULL, made, error), error)
        finally:
            lib.bight_template_close(file[0])
        self._pointer = ffi.gc(made[0], lib.bight_template_free)
        self._def = lib.bight_template_definition(self._pointer)
        self.stopped = ""  #: why the last :meth:`set` did not reach its values; "" when it did

    @property
    def name(self) -> str:
        return _core.text(self._def.name)

    @property
    def title(self) -> str:
        return _core.text(self._def.title)

    @property
    def strands(self) -> Tuple[str, ...]:
        return tuple(_core.text(self._def.strands[i].name) for i in range(self._def.strand_count))

    @property
    def parameters(self) -> Dict[str, Parameter]:
        values, found = lib.bight_template_values(self._pointer), {}
        for i in range(self._def.parameter_count):
            p = self._def.parameters[i]
            found[_core.text(p.name)] = Parameter(_core.text(p.name), _core.text(p.label), _core.text(p.unit), float(p.low),
                                                  float(p.high), float(values[i]))
        return found

    def set(self, values: Mapping[str, float]) -> float:
        """Move sliders. Every motion on the way is proved to take no strand through another.

        :return: 1 when all values are reached, else the part of the way that was gone; ``stopped`` says why."""
        known = self.parameters
        for name in values:
            if name not in known:
                raise _core.InvalidInput(f'{self.name} has no parameter "{name}": give {", ".join(known)}')
        wanted = ffi.new("double[]", [float(values.get(name, p.value)) for name, p in known.items()] or [0.0])
        edit, error = ffi.new("bight_template_edit *"), _core.new_error()
        _core.check(lib.bight_template_set(self._pointer, wanted, edit, error), error)
        self.stopped = _core.text(edit.reason) if edit.stopped else ""
        return float(edit.reached) if edit.stopped else 1.0

    @property
    def tightness(self) -> float:
        """How far ends are led to tighten the cloth, 0 to 1."""
        return float(lib.bight_template_tightness(self._pointer))

    def axis(self, strand: Union[int, str] = 0) -> Tuple[np.ndarray, np.ndarray]:
        """(n, 3) nodes of a strand's axis and (n) the radii there, metres."""
        number = self.strands.index(strand) if isinstance(strand, str) and strand in self.strands else strand
        axis = lib.bight_template_axis(self._pointer)
        if not isinstance(number, int) or not 0 <= number < axis.strand_count:
            raise _core.InvalidInput(f"{self.name} has no strand {strand}: give {', '.join(self.strands)}")
        one = axis.strands[number]
        return (_core.positions_of(one.points, one.count), np.frombuffer(ffi.buffer(one.radii, 8 * one.count), np.float64).copy())

    def mesh(self, sides: int = 24) -> Mesh:
        """The pipe round the axes."""
        pipe, error = ffi.new("bight_pipe *"), _core.new_error()
        options = ffi.new("bight_pipe_options *", {"sides": sides})
        _core.check(lib.bight_template_pipe(self._pointer, options, pipe, error), error)
        triangles = np.frombuffer(ffi.buffer(pipe.triangles, 12 * pipe.triangle_count), np.int32).reshape(-1, 3).copy()
        made = Mesh(_core.positions_of(pipe.positions, pipe.vertex_count), triangles)
        lib.bight_pipe_free(ffi.NULL, pipe)
        return made

    def check(self) -> str:
        """Is it the knot that it says it is? :return: "" or what is not so."""
        verdict, error = ffi.new("bight_template_verdict *"), _core.new_error()
        _core.check(lib.bight_template_check(_core.environment(), self._pointer, verdict, error), error)
        return _core.text(verdict.failure)

    def __repr__(self) -> str:
        return f"<Template {self.name}>"


def templates() -> List[str]:
    """Names of the templates that come along.

    >>> "bow" in templates()
    True
    """
    return sorted(path.stem for path in (_core.data_folder() / "templates").glob("*.json"))


def knot_template(source: Union[str, Path, bytes], values: Optional[Mapping[str, float]] = None) -> Template:
    """A template, its sliders set.

    >>> bow = knot_template("bow", {"loops.scale": 1.2})
    >>> bow.strands, bow.stopped, bow.check()
    (('ribbon',), '', '')
    """
    made = Template(source)
    if values:
        made.set(values)
    return made


# ---- garments --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rectangle:
    """A part of the pattern around (u, v), metres, its length along a strand; ``padding`` on either side of its width. On a part of
    the strand's length when ``part`` says so."""

    u: float
    v: float
    length: float
    width: float
    angle: float = 0.0  #: degrees from u towards v
    padding: float = 0.0
    strand: str = ""  #: "": the template's only one
    part: Tuple[float, float] = (0.0, 0.0)

    def _json(self) -> Dict[str, Any]:
        shape = {key: getattr(self, key) for key in ("u", "v", "length", "width", "angle", "padding")}
        return {"rectangle": shape, **_on_strand(self.strand, self.part)}


@dataclass(frozen=True)
class Circle:
    """A circle of the pattern, metres; its middle becomes a tip: the strand's first or last end."""

    u: float
    v: float
    radius: float
    angle: float = 0.0  #: degrees
    end: str = "first"
    strand: str = ""
    part: Tuple[float, float] = (0.0, 0.0)

    def _json(self) -> Dict[str, Any]:
        shape = {key: getattr(self, key) for key in ("u", "v", "radius", "angle", "end")}
        return {"circle": shape, **_on_strand(self.strand, self.part)}


def _on_strand(strand: str, part: Tuple[float, float]) -> Dict[str, Any]:
    found: Dict[str, Any] = {"strand": strand} if strand else {}
    return {**found, "from": part[0], "to": part[1]} if part[1] > 0 else found


@dataclass(frozen=True)
class DressVerdict:
    """Which knot the middle lines of the regions are."""

    kept: bool  #: all that the template asks of its topology is so
    name: str
    wanted: str
    failure: str  #: "" or the first thing that is not so


class Dressed:
    """A garment with a knot in it: laid on the template, settled and tightened by :meth:`run`."""

    def __init__(self, scene: Dict[str, Any], files: Mapping[str, bytes], threads: int) -> None:
        self.scene = scene  #: as ``docs/scene.md`` has it; change it and play it with ``files``
        self.files = dict(files)
        self.play = Play(scene, files=files, threads=threads)
        self.placed: Mesh = self.play.mesh(0)  #: as it was laid, before it moves; refined where the pipe asked for it

    @property
    def mesh(self) -> Mesh:
        """As it lies now."""
        return self.play.mesh(0)

    def run(self) -> "Dressed":
        """Settle, tighten, settle. Raises ExpectationError when the knot was lost, cloth goes through cloth, or it does not rest."""
        self.play.run()
        return self

    def verdict(self) -> DressVerdict:
        """Judge the knot as it lies now."""
        found, error = ffi.new("bight_dress_verdict *"), _core.new_error()
        _core.check(lib.bight_play_dress(self.play._play, 0, found, error), error)
        return DressVerdict(bool(found.kept), _core.text(found.name), _core.text(found.wanted), _core.text(found.failure))


def dress(mesh: Mesh, template: Union[str, Template], regions: Sequence[Union[Rectangle, Circle]], *, body: Optional[Mesh] = None,
          scale: float = 0.0, thickness: float = 0.001, position: Sequence[float] = (0, 0, 0), cycles: int = 10000,
          keep_mesh: bool = False, threads: int = 1) -> Dressed:
    """Lay regions of a garment's pattern on the pipe of a template, as ``bight garment knot`` does; :meth:`Dressed.run` ties it.

    :param mesh: With a pattern in metres. :param body: What it is worn on; with it cloth has weight.
    :param scale: Of the template; 0: so that its strands become as long as the cloth on them.
    :param position: Where the template stands, for a whole piece. :param cycles: Of the last settling, at most.
    :param keep_mesh: Refuse a mesh that is too coarse instead of refining it.

    >>> ribbon = Mesh.garment("ribbon", edge=0.0056, length=1.1, width=0.072)
    >>> dressed = dress(ribbon, "overhand", [Rectangle(0.55, 0.036, 1.1, 0.072)])
    >>> dressed.verdict().kept, dressed.placed.check().intersections
    (True, 0)
    """
    made = template if isinstance(template, Template) else knot_template(template)
    fresh = Template(made.content).parameters
    settings = [{"parameter": name, "value": p.value} for name, p in made.parameters.items() if p.value != fresh[name].value]
    files = {"cloth.obj": mesh.encoded("cloth.obj"), "template.json": made.content}
    scene: Dict[str, Any] = {
        "bight": 1, "title": made.title,
        # long steps lead far in little time; without a body there is nothing to lie on
        "cloth": {"thickness": thickness, "friction": 0.3, "time_step": 0.1, "gravity": [0, -9.81 if body is not None else 0, 0]},
        "cloths": [{"name": "garment", "mesh": {"file": "cloth.obj", "pattern": 1.0}, "material": {"bend": 2e-5}}],
        "dress": [{"name": "knot", "cloth": "garment", "template": "template.json", "set": settings,
                   "regions": [region._json() for region in regions], "position": [float(x) for x in position], "scale": scale,
                   "keep_mesh": keep_mesh, "graded": True}]}
    if body is not None:
        files["body.obj"] = body.encoded("body.obj")
        scene["obstacles"] = [{"name": "body", "mesh": {"file": "body.obj"}}]
    script: List[Dict[str, Any]] = []
    if made.tightness > 0:
        script = [{"settle": {"cycles": min(cycles, LOOSE_CYCLES), "arrive": False}}, {"lead": {"cycles": min(cycles, LEAD_CYCLES)}}]
    # short steps let friction hold what long ones shake loose
    script += [{"set": {"cloth": {"time_step": 0.01}}}, {"settle": {"cycles": cycles, "arrive": False}},
               {"expect": {"dressed": "knot", "cloth": {"intersections": 0, "settled": True}}}]
    return Dressed({**scene, "script": script}, files, threads)
