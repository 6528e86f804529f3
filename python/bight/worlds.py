# SPDX-License-Identifier: MIT
"""Worlds of ropes: made, grasped, stepped, named."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence

import numpy as np

from . import _core, knots, sailors
from ._core import ffi, lib
from ._views import WorldView

_MODELS = {"ftl": lib.BIGHT_MODEL_FTL, "spring": lib.BIGHT_MODEL_SPRING, "projection": lib.BIGHT_MODEL_PROJECTION,
           "rod": lib.BIGHT_MODEL_ROD}
_KINDS = {"sphere": lib.BIGHT_SHAPE_SPHERE, "capsule": lib.BIGHT_SHAPE_CAPSULE, "box": lib.BIGHT_SHAPE_BOX,
          "torus": lib.BIGHT_SHAPE_TORUS}


@dataclass(frozen=True)
class Report:
    """What one cycle did."""

    contacts: int
    moved: float  #: Farthest any node moved, metres.
    advanced: float  #: Part of the motion that was proved and taken.
    cut: bool
    rolled_back: bool
    stretch: float  #: Longest link over its rest length.
    gap: float  #: Least distance over that of touching.
    rests: bool
    tight: bool


@dataclass(frozen=True)
class RodState:
    """The mechanics of an elastic rod after the last cycle: kilograms, newtons, joules."""

    mass: float
    stretch: float  #: greatest length over rest length of a link
    tension: float  #: greatest of a link, newtons; negative when all are pressed
    kinetic: float
    elastic: float  #: of stretching
    bending: float
    twisting: float
    gravity: float  #: -m g . x, zero at the world's origin
    turns: float  #: twist in all, right-handed when positive; 0 when none is carried


class View(WorldView):
    """Node positions in the world's own memory, without a copy."""

    def __init__(self, rope: "Rope") -> None:
        curve = lib.bight_rope_curve(rope.world._pointer, rope._id)
        if curve.count == 0:
            raise _core.StaleError("the rope is not there any more")
        super().__init__(rope.world, curve.points, curve.count)


class Hand:
    """Holds one node of a rope."""

    def __init__(self, rope: "Rope", identity: Any) -> None:
        self.rope, self._id = rope, identity

    def _state(self) -> Any:
        state = ffi.new("bight_hand_state *")
        _core.check(lib.bight_hand_get(self.rope.world._pointer, self._id, state))
        return state

    @property
    def position(self) -> np.ndarray:
        p = self._state().position
        return np.array([p.x, p.y, p.z])

    @property
    def node(self) -> int:
        return int(self._state().node)

    @property
    def lag(self) -> float:
        """Metres from the target."""
        return float(self._state().lag)

    @property
    def pull(self) -> float:
        """How hard it pulls, in the greatest force of a hand that moves."""
        return float(self._state().pull)

    @property
    def target(self) -> np.ndarray:
        """Where it should go, metres; set it."""
        p = self._state().target
        return np.array([p.x, p.y, p.z])

    @target.setter
    def target(self, to: Sequence[float]) -> None:
        _core.check(lib.bight_hand_set_target(self.rope.world._pointer, self._id, _core.vec3(to)))

    @property
    def force(self) -> np.ndarray:
        """What it did to an elastic rod in the last cycle, newtons. Set it: from the next cycle on the hand pulls with this force,
        wherever the rope gives way to; a target ends that."""
        force = ffi.new("bight_vec3 *")
        _core.check(lib.bight_hand_force(self.rope.world._pointer, self._id, force))
        return np.array([force.x, force.y, force.z])

    @force.setter
    def force(self, newtons: Sequence[float]) -> None:
        error = _core.new_error()
        _core.check(lib.bight_hand_set_force(self.rope.world._pointer, self._id, _core.vec3(newtons), error), error)

    def hold_twist(self, holds: bool = True) -> None:
        """Hold the link that follows the node against turning about itself, on a rod that carries twist, or let it turn. Three hands of
        a rod may."""
        _core.check(lib.bight_hand_hold_twist(self.rope.world._pointer, self._id, holds))

    def roll(self, radians: float) -> None:
        """Turn the link that it holds about itself: so far in all since it holds the twist, anticlockwise seen from where the link
        points to."""
        _core.check(lib.bight_hand_roll(self.rope.world._pointer, self._id, radians))

    def point(self, direction: Sequence[float]) -> None:
        """Make the link that it holds point there; (0, 0, 0) lets it point anywhere. On elastic rods."""
        _core.check(lib.bight_hand_point(self.rope.world._pointer, self._id, _core.vec3(direction)))

    def hold_needle(self, holds: bool = True) -> None:
        """Hold the needle whose node it has hold of so that it does not turn in the hand, or let it turn."""
        _core.check(lib.bight_hand_hold_needle(self.rope.world._pointer, self._id, holds))

    def turn(self, rotation: Sequence[float]) -> None:
        """Turn the needle that it holds, until it lies as it was made, turned by this quaternion x, y, z, w."""
        _core.check(lib.bight_hand_turn(self.rope.world._pointer, self._id, ffi.new("double[4]", list(rotation))))

    @property
    def rotation(self) -> np.ndarray:
        """How its needle is turned against how it was made, a unit quaternion x, y, z, w; without one no rotation."""
        return np.array(list(self._state().rotation))

    @property
    def torque(self) -> np.ndarray:
        """The moment by which it turned, or held, its needle about itself in the last cycle, newton metres."""
        torque = ffi.new("bight_vec3 *")
        _core.check(lib.bight_hand_torque(self.rope.world._pointer, self._id, torque))
        return np.array([torque.x, torque.y, torque.z])

    def release(self) -> None:
        if not lib.bight_hand_release(self.rope.world._pointer, self._id):
            raise _core.StaleError("the hand has let go already")
        self.rope.world._changes += 1


class Rope:
    """A rope of a world."""

    def __init__(self, world: "World", identity: Any, closed: bool) -> None:
        self.world, self._id, self.closed = world, identity, closed

    @property
    def positions(self) -> np.ndarray:
        """(n, 3) where the nodes are now, metres: a copy, yours to keep."""
        return np.asarray(self.view())

    def view(self) -> View:
        """The same without a copy."""
        return View(self)

    @property
    def radius(self) -> float:
        return float(lib.bight_rope_radius(self.world._pointer, self._id))

    @property
    def tight(self) -> bool:
        """Pulled by hands, and nothing gives any more."""
        state = ffi.new("bight_rope_state *")
        _core.check(lib.bight_rope_get_state(self.world._pointer, self._id, state))
        return bool(state.tight)

    @property
    def tensions(self) -> np.ndarray:
        """(links) of an elastic rod after the last cycle, newtons: negative where a link is pressed. Zero for other models."""
        count = len(self.view()) - (0 if self.closed else 1)
        return np.array([lib.bight_rope_tension(self.world._pointer, self._id, i) for i in range(count)], np.float64)

    @property
    def twists(self) -> np.ndarray:
        """(nodes) twisting moments of an elastic rod, newton metres, positive when it is twisted to the right; 0 at its ends."""
        return np.array([lib.bight_rope_twist(self.world._pointer, self._id, i) for i in range(len(self.view()))], np.float64)

    @property
    def rod(self) -> RodState:
        """The mechanics of an elastic rod; other models have none."""
        state = ffi.new("bight_rod_state *")
        _core.check(lib.bight_rope_rod_state(self.world._pointer, self._id, state))
        return RodState(*(float(getattr(state, name)) for name in RodState.__dataclass_fields__))

    def become(self, model: str, **settings: Any) -> None:
        """Go on as a rope of another model, or of the same one with other settings: tied fast, then pulled as a rod. Nodes, radius and
        hands stay; all is at rest, loads and targets are forgotten. Springs cannot."""
        if model not in _MODELS:
            raise _core.InvalidInput(f'there is no model "{model}": give ftl, projection or rod')
        define, error = ffi.new("bight_rope_def *"), _core.new_error()
        define[0] = lib.bight_rope_def_default()
        define.model = _MODELS[model]
        _set(getattr(define, model, None), model, settings)
        _core.check(lib.bight_rope_set_model(self.world._pointer, self._id, define, error), error)
        self.world._changes += 1

    def load(self, forces: Any) -> None:
        """What pulls each node from the next cycle on, until it is given anew; None ends it.

        :param forces: (n, 3). Rod and spring: newtons. Others: metres that a free node goes by itself in a cycle."""
        array = _core.points_of(forces if forces is not None else np.zeros((0, 3)))
        memory, error = _core.vectors(array), _core.new_error()
        _core.check(lib.bight_rope_set_load(self.world._pointer, self._id, memory, len(array), error), error)

    def sailor(self, **holds: Any) -> sailors.Sailor:
        """As :func:`bight.sailor`."""
        return sailors.sailor(self.positions, closed=self.closed, **holds)

    def grasp(self, node: int) -> Hand:
        """A hand where the node is; negative nodes count from the end."""
        node = node if node >= 0 else len(self.view()) + node
        identity, error = ffi.new("bight_hand_id *"), _core.new_error()
        _core.check(lib.bight_hand_grasp(self.world._pointer, self._id, node, identity, error), error)
        self.world._changes += 1
        return Hand(self, identity[0])

    def knot(self, **options: Any) -> knots.Knot:
        """As :func:`bight.identify`."""
        return knots.identify(self.positions, self.closed, **options)

    def destroy(self) -> None:
        if not lib.bight_rope_destroy(self.world._pointer, self._id):
            raise _core.StaleError("the rope is not there any more")
        self.world._changes += 1


class Obstacle:
    """Something rigid that ropes do not enter."""

    def __init__(self, world: "World", identity: Any) -> None:
        self.world, self._id = world, identity

    @property
    def position(self) -> np.ndarray:
        pose = ffi.new("bight_pose *")
        _core.check(lib.bight_obstacle_get(self.world._pointer, self._id, pose, ffi.NULL))
        return np.array([pose.position.x, pose.position.y, pose.position.z])

    def move(self, to: Sequence[float], rotation: Sequence[float] = (0, 0, 0, 1)) -> None:
        """Where it should go: position, and rotation as a quaternion x, y, z, w."""
        pose = {"position": _core.vec3(to), "rotation": [float(r) for r in rotation]}
        _core.check(lib.bight_obstacle_set_target(self.world._pointer, self._id, pose))


def _set(define: Any, model: str, settings: Dict[str, Any]) -> None:
    """Settings of a model into its part of a bight_rope_def."""
    known = [] if define is None else [name for name, _ in ffi.typeof(define).fields if name != "cookie"]
    for key, value in settings.items():
        if key not in known:
            raise _core.InvalidInput(f'a rope of the model {model} has no setting "{key}": '
                                     + (f"give {', '.join(known)}" if known else "it has none"))
        setattr(define, key, _core.vec3(value) if key == "gravity" else value)


class World:
    """Ropes, hands and obstacles. Every cycle is proved: nothing goes through anything.

    Settings are keywords, as ``friction=0.3``, ``gravity=(0, -0.01, 0)``; ranges in ``bight/world.h``.

    >>> world = World(threads=1)
    >>> rope = world.add_rope([[i, 0, 0] for i in range(20)])
    >>> hand = rope.grasp(-1)
    >>> hand.target = (18, 1, 0)
    >>> for _ in range(10):
    ...     report = world.step()
    >>> hand.lag < 0.01, world.certified == world.cycles
    (True, True)
    """

    def __init__(self, *, threads: int = 1, gravity: Sequence[float] = (0, 0, 0), response: str = "solved",
                 **settings: float) -> None:
        responses = {"paper": lib.BIGHT_RESPONSE_PAPER, "solved": lib.BIGHT_RESPONSE_SOLVED}
        if response not in responses:
            raise _core.InvalidInput(f'there is no response "{response}": give paper or solved')
        define = ffi.new("bight_world_def *")
        define[0] = lib.bight_world_def_default()
        define.env.threads = threads
        define.gravity = _core.vec3(gravity)
        define.response = responses[response]
        for key, value in settings.items():
            if key not in ("slip", "speed_limit", "stretch_limit", "friction"):
                raise _core.InvalidInput(f'there is no setting "{key}": give slip, speed_limit, stretch_limit or friction')
            setattr(define, key, value)
        world, error = ffi.new("bight_world **"), _core.new_error()
        _core.check(lib.bight_world_create(define, world, error), error)
        self._pointer = ffi.gc(world[0], lib.bight_world_destroy)
        self._changes = 0
        self._report = ffi.new("bight_step_report *")

    def add_rope(self, points: Any, *, closed: bool = False, radius: Optional[float] = None, link_length: float = 0.0,
                 model: str = "ftl", **settings: Any) -> Rope:
        """:param points: (n, 3) nodes, metres. :param radius: Default 0.5. :param model: ftl, spring, projection or rod.
        :param settings: Of the model, as ``bend=2e-3, gravity=(0, -9.81, 0)`` of a rod; names and ranges in ``bight/rope_model.h``.

        >>> world = World()
        >>> rod = world.add_rope([[0, -0.01 * i, 0] for i in range(30)], radius=0.005, model="rod", gravity=(0, -9.81, 0))
        >>> hand = rod.grasp(0)
        >>> report = world.step(200)
        >>> rod.tensions.shape, rod.tensions[0] > 50 * rod.tensions[-1]
        ((29,), True)
        """
        if model not in _MODELS:
            raise _core.InvalidInput(f'there is no model "{model}": give ftl, spring, projection or rod')
        array = _core.points_of(points)
        memory = _core.vectors(array)
        define = ffi.new("bight_rope_def *")
        define[0] = lib.bight_rope_def_default()
        define.curve.points, define.curve.count, define.curve.closed = memory, len(array), closed
        define.radius = define.radius if radius is None else radius
        define.link_length, define.model = link_length, _MODELS[model]
        _set(getattr(define, model, None), model, settings)
        identity, error = ffi.new("bight_rope_id *"), _core.new_error()
        _core.check(lib.bight_rope_create(self._pointer, define, identity, error), error)
        self._changes += 1
        return Rope(self, identity[0], closed)

    def add_obstacle(self, kind: str, size: Sequence[float], position: Sequence[float] = (0, 0, 0),
                     rotation: Sequence[float] = (0, 0, 0, 1), *, friction: float = -1.0) -> Obstacle:
        """:param kind: sphere (radius), capsule (radius, half length), box (half edges) or torus (ring, tube). :param friction: Of
        ropes on it; below 0: as the rope has it."""
        if kind not in _KINDS:
            raise _core.InvalidInput(f'there is no obstacle "{kind}": give sphere, capsule, box or torus')
        define = ffi.new("bight_obstacle_def *")
        define[0] = lib.bight_obstacle_def_default()
        define.kind = _KINDS[kind]
        define.size = _core.vec3((list(size) + [0.0, 0.0])[:3])
        define.pose = {"position": _core.vec3(position), "rotation": [float(r) for r in rotation]}
        define.friction = friction
        identity, error = ffi.new("bight_obstacle_id *"), _core.new_error()
        _core.check(lib.bight_obstacle_create(self._pointer, define, identity, error), error)
        self._changes += 1
        return Obstacle(self, identity[0])

    def step(self, cycles: int = 1) -> Report:
        """:return: Of the last cycle."""
        report = self._report
        self._changes += 1
        for _ in range(cycles):
            status = lib.bight_world_step(self._pointer, report)
            if status != lib.BIGHT_OK:
                error = ffi.new("bight_error *")
                error[0] = lib.bight_world_error(self._pointer)
                _core.check(status, error)
        gap = float(report.gap)
        return Report(int(report.contacts), float(report.moved), float(report.advanced), bool(report.cut),
                      bool(report.rolled_back), float(report.stretch), gap if math.isfinite(gap) else math.inf,
                      bool(report.rests), bool(report.tight))

    @property
    def stats(self) -> Dict[str, int]:
        stats = lib.bight_world_get_stats(self._pointer)
        return {name: int(getattr(stats, name)) for name, _ in ffi.typeof("bight_world_stats").fields}

    @property
    def cycles(self) -> int:
        return int(lib.bight_world_get_stats(self._pointer).cycles)

    @property
    def certified(self) -> int:
        return int(lib.bight_world_get_stats(self._pointer).certified)

    @property
    def hash(self) -> int:
        """Of everything that decides the future; the same on every machine."""
        return int(lib.bight_world_hash(self._pointer))
