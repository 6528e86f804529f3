# SPDX-License-Identifier: MIT
"""The package against what is known of knots, and against the command."""

import doctest
import importlib
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import bight
from bight.env import KnotTying
from shapes import torus

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "examples"))


class Names(unittest.TestCase):
    def test_torus_knots_and_their_mirror_images(self):
        for (p, q), name in {(2, 3): "3_1", (2, 5): "5_1", (3, 4): "8_19", (3, 5): "10_124"}.items():
            one, other = bight.identify(torus(p, q)), bight.identify(torus(p, q) * [1, 1, -1])
            self.assertEqual((one.name, other.name), (name, name))
            self.assertEqual({one.handedness, other.handedness}, {"right", "left"})
            self.assertEqual(one.signature, -other.signature)
            self.assertTrue(one.proved)

    def test_invariants_of_the_table(self):
        for name, determinant, signature in (("4_1", 5, 0), ("6_1", 9, 0), ("8_19", 3, -6), ("10_132", 5, None)):
            knot = bight.knot(name)
            self.assertEqual((knot.name, knot.determinant), (name, determinant))
            if signature is not None:
                self.assertEqual(knot.signature, signature)
            self.assertEqual(knot.diagram().determinant(), determinant)
        self.assertEqual(sum(abs(c) for c in bight.knot("4_1").diagram().jones().values()), 5)
        self.assertEqual(bight.knot("4_1").diagram().kauffman()[0, 2], 2)

    def test_many_are_as_one_by_one_on_any_number_of_threads(self):
        random = np.random.default_rng(7)
        frames = np.array([torus(2, 3, 60), torus(2, 5, 60), torus(3, 4, 60)] * 40) + 0.01 * random.standard_normal((120, 60, 3))
        rows = bight.identify_many(frames)
        self.assertTrue(np.array_equal(rows, bight.identify_many(frames, threads=2)))
        for row, frame in zip(rows[:12], frames):
            knot = bight.identify(frame)
            self.assertEqual((row["name"].decode(), row["determinant"], row["signature"], row["crossings"]),
                             (knot.name, knot.determinant, knot.signature, knot.crossings))
        self.assertEqual(bight.shares_by_name(rows), {"3_1": 40, "5_1": 40, "8_19": 40})

    def test_a_frame_without_an_answer_has_its_status_and_spoils_no_other(self):
        frames = np.array([torus(2, 3, 60)] * 3)
        frames[1, 5] = np.nan
        rows = bight.identify_many(frames)
        self.assertEqual(rows["name"].tolist(), [b"3_1", b"", b"3_1"])
        self.assertEqual(rows["status"].tolist(), [0, 1, 0])

    def test_links(self):
        t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
        oval = np.c_[2 * np.cos(t), np.sin(t), 0 * t]
        borromean = [oval, oval[:, [2, 0, 1]], oval[:, [1, 2, 0]]]
        self.assertEqual(bight.identify_link(borromean).everyday, "Borromean rings")
        self.assertFalse(np.any(bight.linking(borromean)))
        self.assertEqual(abs(bight.linking([torus(1, 1), torus(1, 1) @ np.diag([-1, -1, 1])])[0, 1]), 1)

    def test_open_chains_have_shares_and_places(self):
        knotted = np.vstack([[[-30, 0, 0]], torus(2, 3, 80)[:74], [[30, 0, 20]]])
        shares = bight.spectrum(knotted, 50)
        self.assertLessEqual(sum(share.count for share in shares), 50)
        self.assertTrue(all(share.low <= share.count / 50 <= share.high for share in shares))
        knot = bight.identify(knotted, closed=False)
        self.assertIn(knot.confidence, ("one closure", "unknown"))
        straight = np.c_[np.arange(10.0), np.zeros(10), np.zeros(10)]
        self.assertIsNone(bight.locate(straight + 0.01 * np.random.default_rng(1).standard_normal((10, 3)), closed=False))
        made = bight.matrix(knotted[::2])
        self.assertEqual(made.kinds[0], "0_1")
        self.assertTrue(np.all(made.cells[np.tril_indices(len(made.vertices))] == -1))
        whole = bight.identify(knotted[::2], closed=False).name
        self.assertEqual(made.kinds[made.cells[0, -1]], whole)

    def test_codes_there_and_back(self):
        braid = bight.Diagram.read("braid: 1 -2 1 -2")
        for kind in ("pd", "dt", "gauss", "gauss-signed", "braid"):
            self.assertEqual(bight.identify_diagram(bight.Diagram.read(braid.write(kind), kind)).name, "4_1")
        self.assertEqual(bight.identify_diagram(braid.scrambled(20, seed=3)).name, "4_1")
        self.assertLessEqual(braid.scrambled(20, seed=3).reduced().crossings, 20)
        self.assertIn("<svg", bight.identify(torus(2, 3))._repr_svg_())

    def test_what_is_refused_is_said(self):
        for call, words in ((lambda: bight.identify(np.zeros((5, 2))), "shape"),
                            (lambda: bight.identify(np.full((5, 3), np.nan)), "finite"),
                            (lambda: bight.identify(np.zeros((5, 3))), "different neighbouring points"),
                            (lambda: bight.Diagram.read("pd: nonsense"), ""),
                            (lambda: bight.knot("3_2"), "no knot"),
                            (lambda: bight.World(stretch=1), "no setting"),
                            (lambda: bight.World(friction=-1), "friction"),
                            (lambda: bight.tie("no such knot"), "no knot"),
                            (lambda: bight.tie("bowline", left=True), "its scene"),
                            (lambda: bight.identify_many(np.zeros((1, 5, 3)), fields=["colour"]), "no field"),
                            (lambda: bight.knot("16n_9999999"), "the last is"),
                            (lambda: bight.World().add_rope(np.eye(3), model="rod", stiffness=1), "no setting"),
                            (lambda: bight.ClothWorld(weight=1), "no setting"),
                            (lambda: bight.Mesh(np.eye(3), [[0, 1, 3]]), "triangles[0]"),
                            (lambda: bight.Mesh.garment("hat"), "no garment"),
                            (lambda: bight.Play({"bight": 1, "ropes": []}), "")):
            with self.assertRaises(bight.InvalidInput) as caught:
                call()
            self.assertIn(words, str(caught.exception))
        with self.assertRaises(bight.BightError) as caught:
            bight.Play({"bight": 1, "cloths": [{"mesh": {"file": "gone.obj"}}]})
        self.assertIn("gone.obj", str(caught.exception))


class Trajectories(unittest.TestCase):
    """The same frames through files of both readers, in a periodic box that cuts them."""

    BOX = 4.5

    def frames(self):
        random = np.random.default_rng(3)
        return np.array([torus(2, 3, 80), torus(2, 5, 80), torus(3, 4, 80)] * 4) + 0.02 * random.standard_normal((12, 80, 3))

    def check(self, rows, count=12):
        self.assertEqual([name.decode() for name in rows["name"]], (["3_1", "5_1", "8_19"] * 4)[:count])
        self.assertEqual(rows["frame"].tolist(), list(range(count)))
        self.assertTrue(rows["proved"].all())

    def test_mdanalysis(self):
        try:
            import MDAnalysis
        except ImportError:
            self.skipTest("MDAnalysis is not installed")
        with tempfile.TemporaryDirectory() as folder:
            frames = self.frames()
            universe = MDAnalysis.Universe.empty(80, trajectory=True)
            path = os.path.join(folder, "run.dcd")
            with MDAnalysis.Writer(path, 80) as writer:
                for frame in frames:
                    universe.atoms.positions = np.mod(frame, self.BOX)
                    universe.dimensions = [self.BOX] * 3 + [90] * 3
                    writer.write(universe.atoms)
            read = MDAnalysis.Universe.empty(80)
            read.load_new(path)
            self.check(bight.identify_trajectory(read.atoms, closed=True, unwrap=True, threads=2))
            some = bight.identify_trajectory(read.atoms, closed=True, unwrap=True, frames=slice(1, None, 3))
            self.assertEqual(some["frame"].tolist(), [1, 4, 7, 10])
            self.assertEqual(set(some["name"].tolist()), {b"5_1"})

    def test_mdtraj(self):
        try:
            import mdtraj
        except ImportError:
            self.skipTest("mdtraj is not installed")
        topology = mdtraj.Topology()
        residue = topology.add_residue("X", topology.add_chain())
        for _ in range(80):
            topology.add_atom("CA", mdtraj.element.carbon, residue)
        frames = self.frames()
        lengths, angles = np.full((12, 3), self.BOX), np.full((12, 3), 90.0)
        made = mdtraj.Trajectory(np.mod(frames, self.BOX), topology, unitcell_lengths=lengths, unitcell_angles=angles)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.xtc")
            made.save(path)
            read = mdtraj.load(path, top=topology)
        self.check(bight.identify_trajectory(read, closed=True, unwrap=True))
        made.unitcell_lengths = made.unitcell_angles = None
        with self.assertRaises(bight.InvalidInput):
            bight.identify_trajectory(made, closed=True, unwrap=True)
        with self.assertRaises(bight.InvalidInput):
            bight.identify_trajectory(frames)


class Worlds(unittest.TestCase):
    def world(self):
        world = bight.World(gravity=(0, -0.01, 0))
        return world, world.add_rope(np.c_[np.arange(30.0), np.zeros(30), np.zeros(30)])

    def test_stale_views_say_so(self):
        world, rope = self.world()
        view = rope.view()
        self.assertEqual(view[3].tolist(), [3, 0, 0])
        kept = rope.positions
        world.step()
        with self.assertRaises(bight.StaleError):
            view[3]
        self.assertEqual(kept[3].tolist(), [3, 0, 0])
        rope.destroy()
        for call in (lambda: rope.view(), lambda: rope.grasp(0), lambda: rope.destroy()):
            with self.assertRaises(bight.BightError):
                call()

    def test_same_bits_and_all_certified(self):
        hashes = []
        for _ in range(2):
            world, rope = self.world()
            hand = rope.grasp(-1)
            hand.target = (0, 8, 2)
            world.add_obstacle("sphere", [2], (10, -4, 0))
            world.step(60)
            hashes.append(world.hash)
            self.assertEqual(world.certified, world.cycles)
        self.assertEqual(*hashes)

    def test_a_scene_is_played_as_the_command_plays_it(self):
        command = os.environ.get("BIGHT_COMMAND", str(ROOT / "build" / "release" / "bight"))
        if not os.path.exists(command):
            self.skipTest("the command is not built")
        scene = ROOT / "examples" / "self_knot.json"
        out = subprocess.run([command, "run", str(scene), "--json", "--quiet"], capture_output=True, text=True, check=True)
        play = bight.Play(scene)
        play.run()
        self.assertEqual(f"{play.hash:016x}", json.loads(out.stdout)["hash"])
        self.assertTrue(all(check["holds"] for check in play.checks))

    def test_what_a_scene_expects_in_vain_is_raised(self):
        play = bight.Play({"bight": 1, "ropes": [{"line": {"from": [0, 0, 0], "to": [9, 0, 0]}}],
                           "script": [{"expect": {"knot": "3_1"}}]})
        with self.assertRaises(bight.ExpectationError):
            play.run()


class Tasks(unittest.TestCase):
    def test_a_scripted_policy_is_paid_and_the_same_bytes_come_again(self):
        from tie_overhand import play
        one, two = play(5), play(5)
        self.assertEqual(one, two)
        self.assertEqual(one["knot"], "3_1")
        self.assertGreater(one["paid"], 0.5)
        self.assertTrue(one["certified"])

    def test_spaces_and_shapes(self):
        env = KnotTying(links=20, limit=3)
        observation, _ = env.reset(seed=1)
        self.assertEqual(observation.shape, env.observation_space.shape)
        env.action_space.seed(1)
        for k in range(3):
            observation, reward, tied, out_of_time, info = env.step(env.action_space.sample())
        self.assertTrue(out_of_time and not tied and info["certified"])


def load_tests(loader, tests, ignore):
    for name in ("test_reading", "test_readme", "test_ropes", "test_meshes", "test_dressing", "test_citizens", "test_merge"):
        tests.addTests(loader.loadTestsFromModule(importlib.import_module(name)))
    for name in ("bight", "bight.knots", "bight.diagrams", "bight.worlds", "bight.plays", "bight.env", "bight.meshes", "bight.cloths",
                 "bight.tying", "bight.sailors", "bight.dressing", "bight.reading"):
        tests.addTests(doctest.DocTestSuite(importlib.import_module(name)))
    return tests


if __name__ == "__main__":
    unittest.main()
