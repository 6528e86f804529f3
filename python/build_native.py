# SPDX-License-Identifier: MIT
"""The C library and its binding: CMake builds the one, cffi the other from the public headers alone."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = ROOT / "build" / "python"

# what the package calls; all that these include comes along
HEADERS = ["knot", "knot_code", "knot_diagram", "knot_svg", "knot_table", "knot_atlas", "knot_matrix",
           "knot_invariant", "code_text", "link", "world", "scene", "play", "sailor", "tie", "mesh", "cloth_mesh",
           "cloth_mesh_file", "io", "garment", "cloth", "template", "template_file", "template_check"]


def build_library() -> None:
    """libbight.a without the command, tests, PNG and ray tracing."""
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF", "-DBIGHT_BUILD_CLI=OFF",
               "-DBIGHT_BUILD_TESTS=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON",
               "-DCMAKE_DISABLE_FIND_PACKAGE_embree=ON"]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(BUILD), "-Wno-dev", *options], check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(BUILD), "--parallel", os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))], check=True,
                   stdout=subprocess.DEVNULL)


def declarations() -> str:
    """The public headers as cffi reads them: preprocessed, without what the system's headers declare."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("stdbool.h", "stdint.h", "stddef.h", "math.h", "string.h"):
            (Path(folder) / name).write_text("")
        source = "".join(f"#include <bight/{name}.h>\n" for name in HEADERS)
        text = subprocess.run(
            ["cc", "-E", "-P", "-nostdinc", f"-I{folder}", f"-I{ROOT / 'include'}", "-DUINT16_MAX=65535", "-x", "c", "-"],
            input=source, capture_output=True, text=True, check=True).stdout
    # functions with a body in the header are not the library's
    text = re.sub(r"static inline[^{;]*\{.*?\n?\}\s*(?=\n|$|typedef|extern|static)", "", text, flags=re.S)
    return text.replace("extern ", "")


ffi = FFI()
ffi.cdef(declarations())
ffi.cdef((HERE / "native.h").read_text())
LIBRARY = os.environ.get("BIGHT_PYTHON_LIBRARY")  # one that is built already
if not LIBRARY:
    build_library()
    LIBRARY = str(BUILD / "libbight.a")
ffi.set_source(
    "bight._native",
    "".join(f"#include <bight/{name}.h>\n" for name in HEADERS)
    + (HERE / "native.h").read_text() + (HERE / "native.c").read_text(),
    include_dirs=[str(ROOT / "include")],
    extra_objects=[LIBRARY],
    depends=[LIBRARY, str(HERE / "native.c"), str(HERE / "native.h")],
    extra_compile_args=["-std=c17", "-O2"],
    extra_link_args=["-fopenmp", "-lm"],
)

if __name__ == "__main__":
    ffi.compile(verbose=True)
