# SPDX-License-Identifier: MIT
"""The knots, templates and tables that the library reads come along as the package's data."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PROJECT = Path(__file__).resolve().parent.parent


class BuildWithData(build_py):
    def run(self) -> None:
        super().run()
        # for development the package finds them in the project
        if getattr(self, "editable_mode", False):
            return
        into = Path(self.build_lib) / "bight" / "data"
        for name in ("knots", "templates"):
            shutil.copytree(PROJECT / "data" / name, into / name, dirs_exist_ok=True)
        shutil.copy(PROJECT / "data" / "knots16.bin", into)
        # examples that have a card belong to the book of knots
        for path in (PROJECT / "examples").glob("*.json"):
            if '\n  "knot": {' in path.read_text("utf-8"):
                shutil.copy(path, into / "knots")


setup(cffi_modules=["build_native.py:ffi"], cmdclass={"build_py": BuildWithData})
