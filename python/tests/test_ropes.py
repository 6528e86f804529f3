# SPDX-License-Identifier: MIT
"""Ropes tied by name, and named as people who tie rope do; rods."""

import json
import os
import subprocess
import unittest
from pathlib import Path

import numpy as np

import bight

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("BIGHT_COMMAND", str(ROOT / "build" / "release" / "bight"))


class Ropes(unittest.TestCase):
    """Tied by name, and named as people who tie rope do."""

    def test_a_tied_knot_is_the_knot_by_its_curve_and_by_the_sailors_name(self):
        for name in ("noose", "sheet bend", "overhand loop"):
            tied = bight.tie(name)
            self.assertEqual(tied.sailor().name, name)
            self.assertTrue(all(check["holds"] for check in tied.play.checks))
            tied = bight.tie("8_19")
        self.assertEqual(bight.identify(tied.loose, closed=False).name, "8_19")
        self.assertEqual(bight.identify(tied.curve, closed=False).name, "8_19")
        ring = bight.tie("3_1", closed=True, left=True)
        self.assertEqual(str(bight.identify(ring.curve)), "3_1 (left-handed, proved)")

    def test_a_hitch_needs_its_pole(self):
        tied = bight.tie("clove hitch")
        self.assertEqual(str(tied.sailor()), "clove hitch round the pole")
        self.assertEqual(bight.sailor(tied.curve).name, "")
        # the scene's pole stands along y
        self.assertEqual(bight.sailor(tied.curve, poles=[((0, 0, 0), (0, 1, 0))]).name, "clove hitch")

    def test_what_was_meant_is_compared_with_what_is_there(self):
        tied = bight.tie("granny knot")
        verdict = bight.check_knot(list(tied.curves), "square knot")
        self.assertFalse(verdict.right)
        self.assertIn("granny", verdict.words)
        self.assertTrue(bight.check_knot(list(tied.curves), "granny knot").right)

    def test_the_tube_of_a_tied_rope_is_one_closed_surface_a_rope(self):
        tied = bight.tie("sheet bend")
        found = tied.mesh().check()
        self.assertEqual((found.borders, found.panels, len(found.faults)), (0, 2, 0))

    def test_all_of_the_book_says_how_it_is_tied(self):
        cards = bight.book()
        self.assertGreater(len(cards), 50)
        for card in cards:
            self.assertTrue(card.name and card.category and card.use)
        words = next(card for card in cards if card.way == "described only")
        with self.assertRaises(bight.InvalidInput):
            bight.tie(words.name)

    def test_a_rod_hangs_by_its_weight(self):
        world = bight.World()
        rod = world.add_rope([[0, -0.01 * i, 0] for i in range(30)], radius=0.005, model="rod", density=0.1, gravity=(0, -9.81, 0))
        hand = rod.grasp(0)
        world.step(300)
        weight = 0.1 * 0.29 * 9.81
        # a link carries what hangs below its middle, and half a link's mass is at each node
        carried = weight * (28.5 - np.arange(29)) / 29
        np.testing.assert_allclose(rod.tensions, carried, atol=1e-4)
        self.assertAlmostEqual(rod.rod.mass, 0.1 * 0.29)
        rod.load([[0, -0.1 * (i == 29), 0] for i in range(30)])
        world.step(300)
        np.testing.assert_allclose(rod.tensions, carried + 0.1, atol=1e-4)
        self.assertLess(hand.lag, 1e-9)

    def test_hands_pull_with_a_force_and_tell_what_they_bear(self):
        world = bight.World()
        rope = world.add_rope([[0.01 * i, 0, 0] for i in range(30)], radius=0.005)
        hand = rope.grasp(5)
        with self.assertRaises(bight.BightError):
            hand.force = (1, 0, 0)  # no rod
        hand.release()
        rope.become("rod", damping=0.01)
        first, last = rope.grasp(0), rope.grasp(-1)
        last.force = (2, 0, 0)
        world.step(400)
        np.testing.assert_allclose(rope.tensions, 2, atol=1e-3)
        np.testing.assert_allclose(first.force, (-2, 0, 0), atol=1e-3)
        with self.assertRaises(bight.InvalidInput):
            rope.become("string")

    def test_a_rod_that_is_turned_at_one_end_bears_the_moment_all_along(self):
        world = bight.World()
        rod = world.add_rope([[0.01 * i, 0, 0] for i in range(30)], radius=0.005, model="rod", twist=1e-3)
        first, last = rod.grasp(0), rod.grasp(-1)
        for hand in (first, last):
            hand.hold_twist()
        last.roll(np.pi)
        world.step(200)
        self.assertAlmostEqual(rod.rod.turns, 0.5, places=6)
        # the twist is even, between the middles of the first and the last link, 28 links apart
        np.testing.assert_allclose(rod.twists[1:-1], 1e-3 * np.pi / 0.28, rtol=1e-6)
        self.assertEqual((rod.twists[0], rod.twists[-1]), (0, 0))
        last.hold_twist(False)
        world.step(2)
        self.assertAlmostEqual(rod.rod.turns, 0.0)
        with self.assertRaises(bight.InvalidInput):
            last.roll(1.0)

    def test_knots_of_the_table_and_of_the_book_in_elastic_rope(self):
        tied = bight.tie("3_1")
        self.assertEqual((tied.knot().name, tied.play.radius(0)), ("3_1", 0.005))
        self.assertEqual(bight.tie("square knot").play.radius(0), 0.005)
        # a fast rope is a hundred times as large; a closed curve is one, unless told
        self.assertEqual(bight.tie("3_1", model="ftl").play.radius(0), 0.5)
        self.assertEqual(bight.tie("square knot", model="ftl").play.radius(0), 0.5)
        self.assertEqual(bight.tie("3_1", closed=True).play.radius(0), 0.5)

    def test_a_knot_is_tied_as_the_command_ties_it(self):
        if not os.path.exists(COMMAND):
            self.skipTest("the command is not built")
        for name in ("3_1", "granny knot"):
            said = json.loads(subprocess.run([COMMAND, "tie", name, "--json", "--quiet"], capture_output=True, text=True,
                                             check=True).stdout)
            tied = bight.tie(name)
            self.assertIsNotNone(tied.curve)
            self.assertEqual((f"{tied.play.hash:016x}", tied.play.cycles), (said["hash"], said["cycles"]), name)
