# SPDX-License-Identifier: MIT
"""Calls into the library: errors as exceptions, arrays as curves, Ctrl-C."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, Iterable, Tuple

import numpy as np

from ._native import ffi, lib  # type: ignore[import-not-found]


class BightError(Exception):
    """What the library refused, in its own sentence. ``line`` is the line of the input, 0 when there is none."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class InvalidInput(BightError, ValueError):
    """An argument, a curve or a text that is not what it has to be."""


class StaleError(BightError, LookupError):
    """Something that was destroyed, or a view of a world that has changed since."""


class ExpectationError(BightError, AssertionError):
    """What a scene expected did not come true."""


_KINDS = {
    lib.BIGHT_ERROR_INVALID: InvalidInput,
    lib.BIGHT_ERROR_PARSE: InvalidInput,
    lib.BIGHT_ERROR_TOO_LARGE: InvalidInput,
    lib.BIGHT_ERROR_STALE: StaleError,
    lib.BIGHT_ERROR_EXPECT: ExpectationError,
}


def new_error() -> Any:
    return ffi.new("bight_error *")


def text(chars: Any) -> str:
    return ffi.string(chars).decode("utf-8", "replace")


def check(status: int, error: Any = None) -> None:
    """Raise what a status says; nothing for success."""
    # what a signal's handler raised meanwhile, as Ctrl-C does
    raised = lib.bight_python_raised()
    if raised != ffi.NULL:
        address = int(ffi.cast("uintptr_t", raised))
        exception = ctypes.cast(address, ctypes.py_object).value
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(exception))
        raise exception
    if status == lib.BIGHT_OK:
        return
    if status == lib.BIGHT_ERROR_NO_MEMORY:
        raise MemoryError
    words = text(error.message) if error is not None and error.message[0] != b"\0" else text(lib.bight_status_text(status))
    raise _KINDS.get(status, BightError)(words, int(error.line) if error is not None else 0)


def environment(threads: int = 1) -> Any:
    if not 1 <= threads <= 64:
        raise InvalidInput(f"threads is {threads}: give 1 to 64")
    env = ffi.new("bight_env *")
    env[0] = lib.bight_python_env(threads, ffi.NULL)
    return env


def data_folder() -> Path:
    """Where the knots and templates are that come along: in the package, or, installed for development, in the project."""
    own = Path(__file__).parent / "data"
    return own if own.is_dir() else Path(__file__).parents[2] / "data"


def points_of(points: Any) -> np.ndarray:
    """(n, 3) doubles, one after the other in memory."""
    array = np.ascontiguousarray(points, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise InvalidInput(f"points have shape {array.shape}: give (n, 3)")
    return array


def vectors(array: np.ndarray) -> Any:
    """The array's own memory as bight_vec3; lives as long as what is returned."""
    return ffi.from_buffer("bight_vec3[]", array) if array.size else ffi.NULL


def curves_of(many: Iterable[Any], closed: bool) -> Tuple[Any, int, list]:
    """(curves, count, what has to be kept alive)"""
    arrays = [points_of(points) for points in many]
    curves = ffi.new("bight_curve[]", max(len(arrays), 1))
    keep = []
    for i, array in enumerate(arrays):
        memory = vectors(array)
        keep.append((array, memory))
        curves[i].points, curves[i].count, curves[i].closed = memory, len(array), closed
    return curves, len(arrays), keep


def vec3(values: Any) -> Any:
    x, y, z = (float(v) for v in values)
    return {"x": x, "y": y, "z": z}


def positions_of(points: Any, count: int) -> np.ndarray:
    """(count, 3) a copy of bight_vec3 that the library owns."""
    if count == 0:
        return np.zeros((0, 3))
    return np.frombuffer(ffi.buffer(points, 24 * count), np.float64).reshape(-1, 3).copy()


def take_bytes(data: Any) -> bytes:
    """The content of bight_bytes, which are given back."""
    content = bytes(ffi.buffer(data.data, data.size)) if data.size else b""
    lib.bight_bytes_free(ffi.NULL, data)
    return content
