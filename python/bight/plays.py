# SPDX-License-Identifier: MIT
"""Scenes, as ``docs/scene.md`` has them, played step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from . import _core, _files
from ._core import ffi, lib
from .meshes import Mesh
from .sailors import Sailor, name_of


class Play:
    """A scene being played.

    >>> play = Play({"bight": 1, "ropes": [{"line": {"from": [0, 0, 0], "to": [9, 0, 0]}}],
    ...              "script": [{"wait": {"cycles": 3}}]})
    >>> play.run()
    3
    >>> play.rope(0).shape
    (10, 3)
    """

    def __init__(self, scene: Union[str, Path, bytes, Dict[str, Any]], *, threads: int = 1, seed: int = 0,
                 files: Optional[Mapping[str, bytes]] = None) -> None:
        """:param scene: A path, the JSON itself as bytes, or the scene as a dictionary.
        :param files: Content of files that the scene names. Others lie beside it; templates that come along are known by name."""
        folder: Optional[Path] = None
        if isinstance(scene, dict):
            content = json.dumps(scene).encode()
        elif isinstance(scene, bytes):
            content = scene
        else:
            content, folder = Path(scene).read_bytes(), Path(scene).parent
        named, keep = _files.reader(_files.beside(folder, files or {}))
        parsed, error = ffi.new("bight_scene **"), _core.new_error()
        env = _core.environment(threads)
        _core.check(lib.bight_scene_parse(ffi.from_buffer(content), len(content), named, env, parsed, error), error)
        del keep
        self._scene = ffi.gc(parsed[0], lib.bight_scene_destroy)
        define = ffi.new("bight_play_def *")
        define[0] = lib.bight_play_def_default()
        define.env = env[0]
        define.seed = seed
        play = ffi.new("bight_play **")
        _core.check(lib.bight_play_create(self._scene, define, play, error), error)
        self._play = ffi.gc(play[0], lib.bight_play_destroy)
        self.done = False

    def step(self) -> bool:
        """One cycle. :return: Is there more? Raises ExpectationError at the end when something did not come true."""
        more, error = ffi.new("bool *"), _core.new_error()
        status = lib.bight_play_step(self._play, more, error)
        self.done = not more[0]
        _core.check(status, error)
        return bool(more[0])

    def run(self) -> int:
        """To the end of the script. :return: Cycles done."""
        while self.step():
            pass
        return self.cycles

    @property
    def title(self) -> str:
        return _core.text(self._scene.title) if self._scene.title != ffi.NULL else ""

    @property
    def cycles(self) -> int:
        return int(lib.bight_play_get_progress(self._play).cycles)

    @property
    def progress(self) -> float:
        """How far it has come, 0 to 1."""
        return float(lib.bight_play_get_progress(self._play).fraction)

    @property
    def hash(self) -> int:
        return int(lib.bight_play_hash(self._play))

    @property
    def ropes(self) -> int:
        """How many ropes the scene has."""
        return int(self._scene.rope_count)

    def _of_rope(self, index: int) -> Any:
        if not 0 <= index < self._scene.rope_count:
            raise _core.InvalidInput(f"there is no rope {index}: the scene has {self._scene.rope_count}")
        return lib.bight_play_curve(self._play, index)

    def rope(self, index: int) -> np.ndarray:
        """(n, 3) the nodes of a rope now, metres."""
        curve = self._of_rope(index)
        return _core.positions_of(curve.points, curve.count)

    def radius(self, index: int) -> float:
        """Of a rope, metres."""
        self._of_rope(index)
        return float(self._scene.ropes[index].radius)

    def closed(self, index: int) -> bool:
        """Is the rope a ring?"""
        return bool(self._of_rope(index).closed)

    def cloth(self, index: int) -> np.ndarray:
        """(n, 3) the vertices of a cloth now, metres."""
        count = ffi.new("int32_t *")
        points = lib.bight_play_cloth_positions(self._play, index, count)
        if points == ffi.NULL:
            raise _core.InvalidInput(f"there is no cloth {index}: the scene has {self._scene.cloth_count}")
        return _core.positions_of(points, count[0])

    def mesh(self, cloth: int) -> Mesh:
        """A cloth as it lies now, with its pattern where it has one."""
        positions = self.cloth(cloth)
        define = getattr(self._scene.cloths[cloth], "def")
        count = define.triangle_count

        def whole(pointer: Any) -> np.ndarray:
            return np.frombuffer(ffi.buffer(pointer, 12 * count), np.int32).reshape(-1, 3).copy()

        triangles = whole(define.triangles)
        if define.uv == ffi.NULL:
            return Mesh(positions, triangles)
        uv = np.frombuffer(ffi.buffer(define.uv, 16 * (define.uv_count or define.vertex_count)), np.float64).reshape(-1, 2).copy()
        return Mesh(positions, triangles, uv, triangles if define.uv_triangles == ffi.NULL else whole(define.uv_triangles))

    def knot(self, rope: int) -> Dict[str, Any]:
        """What a rope's knot is called now: name, everyday, chirality, proved."""
        self._of_rope(rope)
        knot, error = ffi.new("bight_play_knot *"), _core.new_error()
        _core.check(lib.bight_play_name(self._play, rope, knot, error), error)
        return {"name": _core.text(knot.name), "everyday": _core.text(knot.words.everyday),
                "chirality": _core.text(lib.bight_play_chirality_name(knot.chirality)), "proved": bool(knot.proved)}

    def sailor(self, rope: int = 0) -> Sailor:
        """What people who tie rope call it, with the other rope, the pole or the ring and the loops that it holds now."""
        self._of_rope(rope)
        setting, error = ffi.new("bight_sailor_setting **"), _core.new_error()
        name = ffi.new("bight_sailor_name *")
        _core.check(lib.bight_play_sailor(self._play, rope, name, error), error)
        _core.check(lib.bight_play_setting(self._play, rope, setting, error), error)
        try:
            return name_of(setting[0], name)
        finally:
            lib.bight_play_setting_free(self._play, setting[0])

    @property
    def checks(self) -> List[Dict[str, Any]]:
        """What the scene expected so far, and what was found."""
        count = ffi.new("int32_t *")
        checks = lib.bight_play_checks(self._play, count)
        return [{"step": int(checks[i].step), "cycle": int(checks[i].cycle), "holds": bool(checks[i].holds),
                 "what": _core.text(checks[i].what), "expected": _core.text(checks[i].expected),
                 "found": _core.text(checks[i].found)} for i in range(count[0])]
