# SPDX-License-Identifier: MIT
"""Meshes and cloth."""

import os
import tempfile
import unittest

import numpy as np

import bight


class Meshes(unittest.TestCase):
    def folded(self):
        """A sheet that goes through itself: two sheets joined along an edge, the upper one tilted through the lower."""
        mesh = bight.Mesh.grid(1, 0.5, 24, 12)
        u = mesh.uv[:, 0]
        x = np.where(u < 0.5, u, 1 - u)
        y = np.where(u < 0.5, 0, 0.05 * np.sin(6 * (u - 0.5)) - 0.01)
        return mesh.at(np.c_[x, y, mesh.vertices[:, 2]])

    def test_a_tangled_sheet_comes_apart(self):
        mesh = self.folded()
        before = mesh.check()
        self.assertGreater(before.intersections, 0)
        made, report = mesh.untangled()
        self.assertEqual((made.check().intersections, report.crossings, report.outcome), (0, 0, "settled"))
        self.assertLess(report.stretch, 1.1)
        self.assertEqual(mesh.check().intersections, before.intersections)  # its own arrays are left alone

    def test_faults_are_found_and_mended(self):
        mesh = bight.Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [9, 9, 9]], [[0, 1, 2], [0, 2, 3], [0, 1, 2], [3, 3, 1]])
        self.assertEqual({fault.kind for fault in mesh.check().faults}, {"folded", "duplicate", "unused"})
        made, mended = mesh.repaired()
        self.assertEqual(mended, {"folded": 1, "duplicate": 1, "unused": 1})
        self.assertTrue(made.check().clean)
        self.assertEqual((len(made.vertices), len(made.triangles)), (4, 2))
        self.assertEqual(len(mesh.triangles), 4)

    def test_files_keep_what_they_hold(self):
        belt = bight.Mesh.garment("necktie", edge=0.03)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.obj", "a.ply"):
                path = os.path.join(folder, name)
                belt.write(path)
                read = bight.Mesh.read(path)
                np.testing.assert_array_equal(read.vertices, belt.vertices)
                np.testing.assert_array_equal(read.triangles, belt.triangles)
                np.testing.assert_array_equal(read.uv[read.uv_triangles], belt.uv[belt.uv_triangles])
            self.assertEqual(bight.Mesh.read(os.path.join(folder, "a.obj")).names, belt.names)
            with self.assertRaises(bight.InvalidInput):
                belt.write(os.path.join(folder, "a.txt"))

    def test_cloth_hangs_from_a_hand_that_feels_its_weight(self):
        world = bight.ClothWorld(thickness=0.004)
        mesh = bight.Mesh.grid(0.3, 0.3, 8, 8)
        cloth = world.add_cloth(mesh, density=0.5)
        view = cloth.view()
        hand = cloth.grasp(*range(9))
        with self.assertRaises(bight.StaleError):
            view[0]
        report = world.step(400)
        self.assertEqual((report.crossings, report.certified), (0, True))
        # all but what the held row weighs itself, which is half a row of squares
        self.assertAlmostEqual(hand.pull[1], -0.5 * 0.09 * 9.81 * 15 / 16, delta=1e-3)
        view = cloth.view()
        np.testing.assert_array_equal(np.asarray(view), cloth.positions)
        world.step()
        for call in (lambda: view[0], lambda: len(view), lambda: np.asarray(view)):
            with self.assertRaises(bight.StaleError):
                call()
        hand.release()
        with self.assertRaises(bight.StaleError):
            hand.release()

    def test_a_ball_carries_cloth(self):
        world = bight.ClothWorld(thickness=0.004)
        cloth = world.add_cloth(bight.Mesh.grid(0.4, 0.4, 16, 16))
        ball = world.add_obstacle("sphere", [0.1], (0, -0.11, 0))
        self.assertEqual(world.settle(600).crossings, 0)
        away = np.linalg.norm(cloth.positions - ball.position, axis=1)
        self.assertGreater(away.min(), 0.1)
        self.assertLess(cloth.positions[:, 1].min(), -0.12)
