# SPDX-License-Identifier: MIT
"""Curves from files, as the command reads them."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import bight
from shapes import torus

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("BIGHT_COMMAND", str(ROOT / "build" / "release" / "bight"))


class Reading(unittest.TestCase):
    def test_written_and_read_again_they_are_the_same_bits(self):
        many = [torus(2, 3, 50), torus(2, 5, 61)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "two.xyz")
            bight.write_xyz(path, many, closed=True)
            read = bight.read(path)
            self.assertEqual([curve.closed for curve in read], [True, True])
            for curve, points in zip(read, many):
                np.testing.assert_array_equal(curve.points, points)
            self.assertEqual([curve.knot().name for curve in read], ["3_1", "5_1"])
            bight.write_xyz(path, read)
            self.assertEqual([len(curve) for curve in bight.read(path)], [50, 61])
            bight.write_xyz(path, read[0].points)
            self.assertFalse(bight.read(path)[0].closed)

    def test_files_of_every_kind_are_named_as_the_command_names_them(self):
        if not os.path.exists(COMMAND):
            self.skipTest("the command is not built")
        tried = 0
        for kind in ("pdb", "gro", "dcd", "lammps", "csv", "vect"):
            for path in sorted((ROOT / "fuzz" / "corpus" / kind).iterdir()):
                said = subprocess.run([COMMAND, "identify", str(path), "--format", kind, "--json", "--fields", "name"],
                                      capture_output=True, text=True)
                if said.returncode != 0:
                    continue
                rows = [json.loads(line) for line in said.stdout.splitlines()]
                read = bight.read(path, kind)
                if any(row["components"] != 1 for row in rows):
                    continue
                self.assertEqual([curve.knot().name for curve in read], [row["name"] for row in rows], path)
                tried += 1
        self.assertGreater(tried, 10)

    def test_gltf_with_its_buffer_in_a_file(self):
        points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 0.5]], np.float32)
        scene = {"nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"mode": 3, "attributes": {"POSITION": 0}},
                                                                    {"mode": 5, "attributes": {"POSITION": 0}}]}],
                 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}],
                 "bufferViews": [{"buffer": 0, "byteLength": 48}],
                 "buffers": [{"byteLength": 48, "uri": "a%20rope.bin"}]}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.gltf")
            path.write_text(json.dumps(scene))
            with self.assertRaisesRegex(bight.InvalidInput, "there is no file \"a%20rope.bin\" beside it"):
                bight.read(path)
            Path(folder, "a rope.bin").write_bytes(points.tobytes())
            curve, = bight.read(path)
            np.testing.assert_array_equal(curve.points, points)
            self.assertEqual(len(bight.Mesh.read(path).triangles), 2)
            sheet = {"bight": 1, "cloths": [{"name": "sail", "mesh": {"file": "a.gltf"}}], "script": [{"wait": {"cycles": 1}}]}
            Path(folder, "scene.json").write_text(json.dumps(sheet))
            bight.Play(Path(folder, "scene.json")).run()

    def test_chains_have_names_and_numbers(self):
        atoms = "".join(f"ATOM  {i:5}  CA  GLY A{i + 9:4}    {x:8.3f}{y:8.3f}{z:8.3f}\n"
                        for i, (x, y, z) in enumerate(10 * torus(2, 3, 30), 1))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "one.pdb")
            path.write_text(atoms + "END\n")
            chain, = bight.read(path)
            self.assertEqual((chain.name, chain.numbers[0], chain.numbers[-1], chain.closed), ("A", 10, 39, False))
            part, = bight.read(path, select="A:20-30")
            self.assertEqual(len(part), 11)
            with self.assertRaises(bight.InvalidInput):
                bight.read(path, select="B")
            path.write_text("no points at all\n")
            with self.assertRaises(bight.InvalidInput) as caught:
                bight.read(path, "xyz")
            self.assertEqual(caught.exception.line, 1)
        for call in (lambda: bight.read(ROOT / "README.md", "docx"), lambda: bight.read(path, "xyz")):
            with self.assertRaises((bight.InvalidInput, FileNotFoundError)):
                call()
