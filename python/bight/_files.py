# SPDX-License-Identifier: MIT
"""Files that scenes and books name: looked up by the library, read by Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from . import _core
from ._core import ffi, lib


def whole(path: Path) -> bytes:
    """A file's content; a glTF file comes with the buffers that it keeps in files beside it."""
    content = path.read_bytes()
    data, error = ffi.new("bight_bytes *"), _core.new_error()
    _core.check(lib.bight_gltf_gather(_core.environment(), str(path).encode(), ffi.from_buffer(content), len(content), data, error),
                error)
    return _core.take_bytes(data) or content


def reader(find: Callable[[str], bytes]) -> Tuple[Any, Any]:
    """A bight_scene_files that asks ``find`` for the content of a name.

    :param find: Raises OSError when there is no such file.
    :return: The struct, and what has to be kept alive as long as it is used."""
    kept: Dict[Any, bytes] = {}

    @ffi.callback("bight_status(void *, const char *, const void **, size_t *, bight_error *)", error=lib.BIGHT_ERROR_IO)
    def read(user: Any, name: Any, data: Any, length: Any, error: Any) -> int:
        word = _core.text(name)
        try:
            content = find(word)
        except (OSError, _core.BightError) as fault:
            reason = f"it cannot be read ({fault.strerror or fault})" if isinstance(fault, OSError) else str(fault)
            words = reason.encode()[:240]
            ffi.memmove(error.message, words + b"\0", len(words) + 1)
            error.status = lib.BIGHT_ERROR_IO
            return int(lib.BIGHT_ERROR_IO)
        memory = ffi.from_buffer(content)
        kept[memory] = content
        data[0], length[0] = ffi.cast("const void *", memory), len(content)
        return int(lib.BIGHT_OK)

    return ffi.new("bight_scene_files *", {"read": read}), (read, kept)


def beside(folder: Optional[Path], given: Mapping[str, bytes]) -> Callable[[str], bytes]:
    """What a scene may name: files that were given, files of its folder, templates that come along, in this order."""

    def find(name: str) -> bytes:
        if name in given:
            return given[name]
        if folder is not None and (folder / name).is_file():
            return whole(folder / name)
        own = _core.data_folder() / "templates" / f"{name}.json"
        if not set(name) & set("/.") and own.is_file():
            return own.read_bytes()
        raise OSError(2, "no such file" if folder is not None else "no such file is given, and the scene has no folder")

    return find


def cards() -> Dict[str, Path]:
    """Files of the book of knots: data that comes along, or, installed for development, those of the project."""
    found = sorted((_core.data_folder() / "knots").glob("*.json"))
    project = Path(__file__).parents[2] / "examples"
    if _core.data_folder().parent == project.parent:
        found += [path for path in sorted(project.glob("*.json")) if '\n  "knot": {' in path.read_text("utf-8")]
    return {path.name: path for path in found}


def book() -> Any:
    """The book of knots, opened; its index is the list of the files that are there."""
    paths = cards()

    def find(name: str) -> bytes:
        return "".join(f"{name}\n" for name in paths).encode() if name == "index.txt" else paths[name].read_bytes()

    files, keep = reader(find)
    made, error = ffi.new("bight_book **"), _core.new_error()
    _core.check(lib.bight_book_open(ffi.NULL, files, made, error), error)
    del keep
    return ffi.gc(made[0], lib.bight_book_close)
