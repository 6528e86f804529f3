# SPDX-License-Identifier: MIT
"""Templates, and garments dressed with them."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

import bight

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("BIGHT_COMMAND", str(ROOT / "build" / "release" / "bight"))


def ribbon() -> bight.Mesh:
    return bight.Mesh.garment("ribbon", edge=0.0056, length=1.1, width=0.072)


REGION = bight.Rectangle(0.55, 0.036, 1.1, 0.072)


class Templates(unittest.TestCase):
    def test_each_is_the_knot_that_it_says_and_a_clean_pipe(self):
        self.assertIn("four_in_hand", bight.templates())
        for name in bight.templates():
            made = bight.knot_template(name)
            self.assertEqual((made.name, made.check()), (name, ""))
            self.assertEqual(made.mesh().check().intersections, 0, name)
        points, radii = bight.knot_template("overhand").axis()
        self.assertEqual(len(points), len(radii))
        self.assertEqual(bight.identify(points, closed=False).name, "3_1")

    def test_sliders_move_and_stop(self):
        bow = bight.knot_template("bow")
        before = np.ptp(bow.axis()[0], axis=0).max()
        self.assertEqual(bow.set({"loops.scale": 1.3}), 1.0)
        self.assertGreater(np.ptp(bow.axis()[0], axis=0).max(), 1.05 * before)
        self.assertEqual(bow.parameters["loops.scale"].value, 1.3)
        for values in ({"loops.scale": 9.0}, {"no.such": 1.0}):
            with self.assertRaises(bight.InvalidInput):
                bow.set(values)
        with self.assertRaises(bight.InvalidInput):
            bight.knot_template("no such")

    def test_a_knot_is_laid_and_settles(self):
        dressed = bight.dress(ribbon(), "overhand", [REGION])
        self.assertEqual(dressed.placed.check().intersections, 0)
        for _ in range(30):
            dressed.play.step()
        verdict = dressed.verdict()
        self.assertTrue(verdict.kept, verdict)
        self.assertEqual((verdict.name, dressed.mesh.check().intersections), (verdict.wanted, 0))
        self.assertGreater(np.abs(dressed.mesh.vertices - dressed.placed.vertices).max(), 1e-4)

    def test_the_same_bytes_as_the_command(self):
        """`bight garment knot` writes the same scene: as many cycles, the same hash."""
        if not os.path.exists(COMMAND):
            self.skipTest("the command is not built")
        with tempfile.TemporaryDirectory() as folder:
            ribbon().write(os.path.join(folder, "ribbon.obj"))
            # 20 cycles end it before it rests: exit code 1, all is written
            subprocess.run([COMMAND, "garment", "knot", "ribbon.obj", "--template", "overhand", "--region",
                            "strand:rect:0.55,0.036,0,1.1,0.072", "--cycles", "20", "--out", "out"], cwd=folder, capture_output=True)
            summary = json.loads(Path(folder, "out", "summary.json").read_text())
        dressed = bight.dress(ribbon(), "overhand", [REGION], cycles=20)
        with self.assertRaises(bight.ExpectationError):
            dressed.run()
        self.assertEqual(f"{dressed.play.hash:016x}", summary["hash"])

    def test_what_does_not_fit_is_refused(self):
        for regions, words in (([bight.Rectangle(5, 5, 1, 0.05)], "pattern"), ([], "region")):
            with self.assertRaises(bight.BightError) as caught:
                bight.dress(ribbon(), "overhand", regions)
            self.assertIn(words, str(caught.exception))
