# SPDX-License-Identifier: MIT
"""The README's code runs, block after block, as a reader would paste it."""

import contextlib
import io
import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path

import bight

ROOT = Path(__file__).resolve().parents[2]
KNOTTED = 380 * bight.tie("3_1").loose


def files(folder: Path) -> bool:
    """The files that it names. :return: Is MDAnalysis there, which reads some of them?"""
    rows = [f"ATOM  {i:5}  CA  GLY A{i:4}    {x:8.3f}{y:8.3f}{z:8.3f}\n" for i, (x, y, z) in enumerate(KNOTTED, 1)]
    (folder / "protein.pdb").write_text("".join(rows) + "END\n")
    bight.Mesh.garment("tshirt", edge=0.05).write(folder / "shirt.obj")
    (folder / "examples").symlink_to(ROOT / "examples")
    try:
        import MDAnalysis
    except ImportError:
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        universe = MDAnalysis.Universe.empty(len(KNOTTED), n_residues=1, atom_resindex=[0] * len(KNOTTED), trajectory=True)
        universe.add_TopologyAttr("names", ["CA"] * len(KNOTTED))
        universe.add_TopologyAttr("resnames", ["GLY"])
        universe.atoms.positions, universe.dimensions = KNOTTED, [900, 900, 900, 90, 90, 90]
        universe.atoms.write(str(folder / "chain.gro"))
        with MDAnalysis.Writer(str(folder / "run.xtc"), len(KNOTTED)) as writer:
            for _ in range(4):
                writer.write(universe.atoms)
    return True


class Readme(unittest.TestCase):
    def test_its_code_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / "python" / "README.md").read_text("utf-8"), re.S)
        self.assertEqual(len(blocks), 4)
        scope, said, home = {}, io.StringIO(), os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            there = files(Path(folder))
            os.chdir(folder)
            try:
                with contextlib.redirect_stdout(said), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    for block in blocks:
                        if "MDAnalysis" in block:
                            block = "import MDAnalysis\n" + block if there else block.split("universe =")[0]
                        # as it was laid: settling takes long
                        exec(compile(block.replace("dressed.run()", "dressed"), "README.md", "exec"), scope)
            finally:
                os.chdir(home)
        lines = said.getvalue().splitlines()
        self.assertEqual(lines[:2], ["3_1 (left-handed, proved)", "A 3_1 (right-handed, one closure)"])
        self.assertEqual(scope["tied"].sailor().name, "bowline")
        self.assertEqual(scope["play"].knot(0)["name"], "3_1")
        self.assertEqual(scope["report"].crossings, 0)
        self.assertTrue(scope["dressed"].verdict().kept)
        if there:
            self.assertEqual(bight.shares_by_name(scope["rows"]), {"3_1": 4})
