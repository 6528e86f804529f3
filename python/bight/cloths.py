# SPDX-License-Identifier: MIT
"""Worlds of cloth: sheets that stretch, bend, rub and come apart when they begin tangled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._core import ffi, lib
from ._views import WorldView
from .meshes import Mesh

_SHAPES = {"sphere": lib.BIGHT_SHAPE_SPHERE, "capsule": lib.BIGHT_SHAPE_CAPSULE, "box": lib.BIGHT_SHAPE_BOX,
           "torus": lib.BIGHT_SHAPE_TORUS}


@dataclass(frozen=True)
class ClothReport:
    """What one step did."""

    contacts: int  #: pairs nearer than the thickness, obstacles included
    crossings: int  #: edges that pierce faces now
    contour: float  #: metres: length of the curves along which cloth goes through cloth
    moved: float  #: farthest any vertex moved, metres
    stretch: float  #: greatest principal stretch of any triangle
    time: float  #: pseudo-time advanced, seconds
    certified: bool  #: proved: from a clean state nothing went through anything in this step
    held: int  #: vertices that were stopped on their way
    rolled_back: bool
    lag: float  #: the farthest that an obstacle is from its target, metres


@dataclass(frozen=True)
class Settled:
    """How settling ended."""

    outcome: str  #: "settled", or what still failed: "edges still pierce faces"
    steps: int
    crossings: int  #: edges that pierce faces in the state that is left
    contour: float  #: metres
    stretch: float
    stuck: bool  #: curves of crossing no longer shrank whatever was tried

    @property
    def settled(self) -> bool:
        return self.outcome == "settled"


class ClothView(WorldView):
    """Vertices in the world's own memory, without a copy."""

    def __init__(self, cloth: "Cloth") -> None:
        count = ffi.new("int32_t *")
        points = lib.bight_cloth_positions(cloth.world._pointer, cloth._id, count)
        if points == ffi.NULL:
            raise _core.StaleError("the cloth is not there any more")
        super().__init__(cloth.world, points, count[0])


class ClothHand:
    """Holds one vertex of a cloth, or several as one rigid grip."""

    def __init__(self, cloth: "Cloth", identity: Any) -> None:
        self.cloth, self._id = cloth, identity

    def _state(self) -> Any:
        state = ffi.new("bight_cloth_hand_state *")
        _core.check(lib.bight_cloth_hand_get(self.cloth.world._pointer, self._id, state))
        return state

    @property
    def position(self) -> np.ndarray:
        p = self._state().position
        return np.array([p.x, p.y, p.z])

    @property
    def pull(self) -> np.ndarray:
        """Force of the cloth on the hand when the last step began, N."""
        p = self._state().pull
        return np.array([p.x, p.y, p.z])

    @property
    def lag(self) -> float:
        """Metres from the target."""
        return float(self._state().lag)

    @property
    def target(self) -> np.ndarray:
        """Where it should go, metres; set it."""
        p = self._state().target
        return np.array([p.x, p.y, p.z])

    @target.setter
    def target(self, to: Sequence[float]) -> None:
        _core.check(lib.bight_cloth_hand_set_target(self.cloth.world._pointer, self._id, _core.vec3(to)))

    def release(self) -> None:
        if not lib.bight_cloth_release(self.cloth.world._pointer, self._id):
            raise _core.StaleError("the hand has let go already")
        self.cloth.world._changes += 1


class Cloth:
    """A sheet of a world of cloth."""

    def __init__(self, world: "ClothWorld", identity: Any, mesh: Mesh) -> None:
        self.world, self._id, self.triangles = world, identity, mesh.triangles
        self._mesh = mesh

    @property
    def positions(self) -> np.ndarray:
        """(n, 3) where the vertices are now, metres: a copy, yours to keep. Set it to put the sheet elsewhere, at rest."""
        return np.asarray(self.view())

    @positions.setter
    def positions(self, to: Any) -> None:
        array, error = _core.points_of(to), _core.new_error()
        if len(array) != len(self.view()):
            raise _core.InvalidInput(f"there are {len(array)} positions: give {len(self.view())}")
        _core.check(lib.bight_cloth_set_positions(self.world._pointer, self._id, _core.vectors(array), error), error)
        self.world._changes += 1

    def view(self) -> ClothView:
        """The same without a copy."""
        return ClothView(self)

    @property
    def mesh(self) -> Mesh:
        """As it lies now, with its pattern."""
        return self._mesh.at(self.positions)

    def pin(self, vertex: int, pinned: bool = True) -> None:
        """Hold a vertex where it is, or let it go."""
        error = _core.new_error()
        _core.check(lib.bight_cloth_pin(self.world._pointer, self._id, vertex, pinned, error), error)
        self.world._changes += 1

    def grasp(self, *vertices: int) -> ClothHand:
        """A hand on a vertex, or one rigid grip on several."""
        identity, error = ffi.new("bight_cloth_hand_id *"), _core.new_error()
        numbers = ffi.new("int32_t[]", list(vertices) or [0])
        _core.check(lib.bight_cloth_grasp_many(self.world._pointer, self._id, numbers, len(vertices), identity, error), error)
        self.world._changes += 1
        return ClothHand(self, identity[0])

    def sew(self, vertex: int, other: "Cloth", other_vertex: int, stiffness: float = 0.0) -> None:
        """A thread from a vertex to one of another sheet, or of this one. :param stiffness: N/m; 0: ten times that of the cloth."""
        error = _core.new_error()
        _core.check(lib.bight_cloth_sew(self.world._pointer, self._id, vertex, other._id, other_vertex, stiffness, error), error)
        self.world._changes += 1


class ClothObstacle:
    """Something rigid that cloth does not enter."""

    def __init__(self, world: "ClothWorld", identity: Any) -> None:
        self.world, self._id = world, identity

    def _get(self) -> Tuple[Any, Any]:
        pose, force = ffi.new("bight_pose *"), ffi.new("bight_vec3 *")
        _core.check(lib.bight_cloth_obstacle_get(self.world._pointer, self._id, pose, force))
        return pose, force

    @property
    def position(self) -> np.ndarray:
        p = self._get()[0].position
        return np.array([p.x, p.y, p.z])

    @property
    def force(self) -> np.ndarray:
        """Of the cloth on it in the last step, N."""
        f = self._get()[1]
        return np.array([f.x, f.y, f.z])

    def move(self, to: Sequence[float], rotation: Sequence[float] = (0, 0, 0, 1)) -> None:
        """Where it should go: position, and rotation as a quaternion x, y, z, w."""
        pose = {"position": _core.vec3(to), "rotation": [float(r) for r in rotation]}
        _core.check(lib.bight_cloth_obstacle_set_target(self.world._pointer, self._id, pose))


class ClothWorld:
    """Sheets, hands and obstacles. A world may begin with sheets that go through each other or themselves.

    Settings are keywords, as ``thickness=0.002``, ``friction=0.5``; all of them with ranges in ``bight/cloth.h``.

    >>> world = ClothWorld(thickness=0.004, inertia=0.5)
    >>> cloth = world.add_cloth(Mesh.grid(0.4, 0.4, 10, 10))
    >>> cloth.pin(0)
    >>> report = world.step(20)
    >>> report.crossings, report.certified, cloth.positions[-1, 1] < -0.1
    (0, True, True)
    """

    def __init__(self, *, threads: int = 1, gravity: Sequence[float] = (0, -9.81, 0), **settings: float) -> None:
        define = ffi.new("bight_cloth_world_def *")
        define[0] = lib.bight_cloth_world_def_default()
        define.env = _core.environment(threads)[0]
        define.gravity = _core.vec3(gravity)
        known = [name for name, field in ffi.typeof("bight_cloth_world_def").fields
                 if field.type.kind == "primitive" and name != "cookie"]
        for key, value in settings.items():
            if key not in known:
                raise _core.InvalidInput(f'there is no setting "{key}": give {", ".join(known)}')
            setattr(define, key, value)
        world, error = ffi.new("bight_cloth_world **"), _core.new_error()
        _core.check(lib.bight_cloth_world_create(define, world, error), error)
        self._pointer = ffi.gc(world[0], lib.bight_cloth_world_destroy)
        self._changes = 0
        self.steps = 0

    def add_cloth(self, mesh: Mesh, **material: float) -> Cloth:
        """:param mesh: Copied; without a pattern it is at rest as it lies. :param material: As ``bend=1e-5``, and ``rope_friction``; see ``bight/cloth.h``."""
        if len(mesh.triangles) == 0:
            raise _core.InvalidInput("the mesh has no triangles")
        define = ffi.new("bight_cloth_def *")
        define[0] = lib.bight_cloth_def_default()
        known = [name for name, _ in ffi.typeof("bight_cloth_material").fields]
        for key, value in material.items():
            if key == "rope_friction":
                define.rope_friction = value
                continue
            if key not in known:
                raise _core.InvalidInput(f'cloth has no "{key}": give {", ".join(known)}')
            setattr(define.material, key, value)
        positions, triangles = _core.points_of(mesh.vertices), np.ascontiguousarray(mesh.triangles, np.int32)
        keep = [_core.vectors(positions), ffi.from_buffer("int32_t[]", triangles)]
        define.positions, define.vertex_count = keep[0], len(positions)
        define.triangles, define.triangle_count = keep[1], len(triangles)
        if mesh.uv is not None and mesh.uv_triangles is not None:
            if (mesh.uv_triangles < 0).any():
                raise _core.InvalidInput("some corners have no place on the pattern")
            keep += [ffi.from_buffer("double[]", mesh.uv), ffi.from_buffer("int32_t[]", mesh.uv_triangles)]
            define.uv, define.uv_count, define.uv_triangles = keep[2], len(mesh.uv), keep[3]
        identity, error = ffi.new("bight_cloth_id *"), _core.new_error()
        _core.check(lib.bight_cloth_create(self._pointer, define, identity, error), error)
        self._changes += 1
        cloth = Cloth(self, identity[0], mesh)
        for one, other in mesh.seams:
            cloth.sew(int(one), cloth, int(other))
        return cloth

    def add_obstacle(self, kind: str = "sphere", size: Sequence[float] = (1,), position: Sequence[float] = (0, 0, 0),
                     rotation: Sequence[float] = (0, 0, 0, 1), *, mesh: Optional[Mesh] = None, friction: float = -1.0,
                     mass: float = 0.0) -> ClothObstacle:
        """:param kind: sphere (radius), capsule (radius, half length), box (half edges) or torus (ring, tube). :param mesh: Instead of
        a kind. :param friction: Below 0: the world's. :param mass: kg; above 0 cloth carries it."""
        if mesh is None and kind not in _SHAPES:
            raise _core.InvalidInput(f'there is no obstacle "{kind}": give sphere, capsule, box or torus')
        define = ffi.new("bight_cloth_obstacle_def *")
        define[0] = lib.bight_cloth_obstacle_def_default()
        define.kind = _SHAPES[kind] if mesh is None else lib.BIGHT_SHAPE_MESH
        define.size = _core.vec3((list(size) + [0.0, 0.0])[:3])
        define.pose = {"position": _core.vec3(position), "rotation": [float(r) for r in rotation]}
        define.friction, define.mass = friction, mass
        keep = []
        if mesh is not None:
            keep = [_core.vectors(mesh.vertices), ffi.from_buffer("int32_t[]", mesh.triangles)]
            define.points, define.point_count = keep[0], len(mesh.vertices)
            define.triangles, define.triangle_count = keep[1], len(mesh.triangles)
        identity, error = ffi.new("bight_cloth_obstacle_id *"), _core.new_error()
        _core.check(lib.bight_cloth_obstacle_create(self._pointer, define, identity, error), error)
        self._changes += 1
        return ClothObstacle(self, identity[0])

    def step(self, steps: int = 1) -> ClothReport:
        """:return: Of the last step. Ctrl-C leaves the world as it was before the step that it ends."""
        report = ffi.new("bight_cloth_report *")
        self._changes += 1
        for _ in range(steps):
            _core.check(lib.bight_cloth_world_step(self._pointer, report))
            self.steps += 1
        return ClothReport(int(report.contacts), int(report.intersections), float(report.contour_length), float(report.moved),
                           float(report.stretch), float(report.time), bool(report.certified), int(report.held),
                           bool(report.rolled_back), float(report.lag))

    def settle(self, steps: int = 2000) -> Settled:
        """Step until all rests and nothing goes through anything, so many times at most; the best state seen is left."""
        report = ffi.new("bight_cloth_settle_report *")
        self._changes += 1
        _core.check(lib.bight_cloth_world_settle(self._pointer, steps, ffi.NULL, ffi.NULL, report))
        self.steps += int(report.steps)
        return Settled(_core.text(lib.bight_cloth_settled_text(report.outcome)), int(report.steps), int(report.intersections),
                       float(report.contour_length), float(report.stretch), bool(report.stuck))

    @property
    def hash(self) -> int:
        """Of everything that decides the future; the same on every machine."""
        return int(lib.bight_cloth_world_hash(self._pointer))
