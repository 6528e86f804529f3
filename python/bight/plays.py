# SPDX-License-Identifier: MIT
"""Scenes, as ``docs/scene.md`` has them, played step by step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Union

import numpy as np

from . import _core
from ._core import ffi, lib


class Play:
    """A scene being played.

    >>> play = Play({"bight": 1, "ropes": [{"line": {"from": [0, 0, 0], "to": [9, 0, 0]}}],
    ...              "script": [{"wait": {"cycles": 3}}]})
    >>> play.run()
    3
    >>> play.rope(0).shape
    (10, 3)
    """

    def __init__(self, scene: Union[str, Path, Dict[str, Any]], *, threads: int = 1, seed: int = 0) -> None:
        """:param scene: A path, or the scene itself as a dictionary. Files that it names lie beside it."""
        folder: Optional[Path] = None
        if isinstance(scene, dict):
            content = json.dumps(scene).encode()
        else:
            content, folder = Path(scene).read_bytes(), Path(scene).parent
        files = self._files(folder)
        parsed, error = ffi.new("bight_scene **"), _core.new_error()
        _core.check(lib.bight_scene_parse(ffi.from_buffer(content), len(content), files, ffi.NULL, parsed, error), error)
        self._scene = ffi.gc(parsed[0], lib.bight_scene_destroy)
        define = ffi.new("bight_play_def *")
        define[0] = lib.bight_play_def_default()
        define.env = lib.bight_python_env(threads)
        define.seed = seed
        play = ffi.new("bight_play **")
        _core.check(lib.bight_play_create(self._scene, define, play, error), error)
        self._play = ffi.gc(play[0], lib.bight_play_destroy)
        self.done = False

    def _files(self, folder: Optional[Path]) -> Any:
        if folder is None:
            return ffi.NULL
        beside, kept = folder, {}  # type: Path, Dict[Any, Any]

        @ffi.callback("bight_status(void *, const char *, const void **, size_t *, bight_error *)",
                      error=lib.BIGHT_ERROR_IO)
        def read(user: Any, name: Any, data: Any, length: Any, error: Any) -> int:
            try:
                content = (beside / _core.text(name)).read_bytes()
            except OSError as fault:
                words = f"{_core.text(name)} cannot be read: {fault.strerror}".encode()[:240]
                ffi.memmove(error.message, words + b"\0", len(words) + 1)
                error.status = lib.BIGHT_ERROR_IO
                return int(lib.BIGHT_ERROR_IO)
            memory = ffi.from_buffer(content)
            kept[memory] = content
            data[0], length[0] = ffi.cast("const void *", memory), len(content)
            return int(lib.BIGHT_OK)

        self._reader = (read, kept)
        return ffi.new("bight_scene_files *", {"read": read})

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
    def cycles(self) -> int:
        return int(lib.bight_play_get_progress(self._play).cycles)

    @property
    def hash(self) -> int:
        return int(lib.bight_play_hash(self._play))

    def rope(self, index: int) -> np.ndarray:
        """(n, 3) the nodes of a rope now, metres."""
        if not 0 <= index < self._scene.rope_count:
            raise _core.InvalidInput(f"there is no rope {index}: the scene has {self._scene.rope_count}")
        curve = lib.bight_play_curve(self._play, index)
        return np.frombuffer(ffi.buffer(curve.points, 24 * curve.count), np.float64).reshape(-1, 3).copy()

    def cloth(self, index: int) -> np.ndarray:
        """(n, 3) the vertices of a cloth now, metres."""
        count = ffi.new("int32_t *")
        points = lib.bight_play_cloth_positions(self._play, index, count)
        if points == ffi.NULL:
            raise _core.InvalidInput(f"there is no cloth {index}: the scene has {self._scene.cloth_count}")
        return np.frombuffer(ffi.buffer(points, 24 * count[0]), np.float64).reshape(-1, 3).copy()

    def knot(self, rope: int) -> Dict[str, Any]:
        """What a rope's knot is called now: name, everyday, chirality, proved."""
        self.rope(rope)
        knot, error = ffi.new("bight_play_knot *"), _core.new_error()
        _core.check(lib.bight_play_name(self._play, rope, knot, error), error)
        return {"name": _core.text(knot.name), "everyday": _core.text(knot.words.everyday),
                "chirality": _core.text(lib.bight_play_chirality_name(knot.chirality)), "proved": bool(knot.proved)}

    @property
    def checks(self) -> List[Dict[str, Any]]:
        """What the scene expected so far, and what was found."""
        count = ffi.new("int32_t *")
        checks = lib.bight_play_checks(self._play, count)
        return [{"step": int(checks[i].step), "cycle": int(checks[i].cycle), "holds": bool(checks[i].holds),
                 "what": _core.text(checks[i].what), "expected": _core.text(checks[i].expected),
                 "found": _core.text(checks[i].found)} for i in range(count[0])]
