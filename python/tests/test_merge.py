# SPDX-License-Identifier: MIT
"""examples/cluster/merge.py: shares of the command become one table, or it says what is wrong with them and writes nothing."""

import collections
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("BIGHT_COMMAND", str(ROOT / "build" / "release" / "bight"))
CLUSTER = ROOT / "examples" / "cluster"
FIELDS = ["--fields", "name,factors,confidence"]


@unittest.skipUnless(os.path.exists(COMMAND), "the command is not built")
class Merge(unittest.TestCase):
    SHARES = 3

    @classmethod
    def setUpClass(cls):
        """60 polygons in three files, one of which cannot be read, named in three shares."""
        cls.room = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.room.name)
        subprocess.run([sys.executable, str(CLUSTER / "polygons.py"), "curves", "--curves", "60", "--points", "80", "--files", "3"],
                       cwd=cls.folder, check=True)
        broken = cls.folder / "curves" / "polygons-0001.xyz"
        lines = broken.read_text().splitlines()
        lines[10] = "here is no point"
        broken.write_text("\n".join(lines) + "\n")
        cls.files = sorted(str(path.relative_to(cls.folder)) for path in (cls.folder / "curves").iterdir())
        for index in range(1, cls.SHARES + 1):
            subprocess.run([COMMAND, "identify", *cls.files, *FIELDS, "--shard", f"{index}/{cls.SHARES}", "--out", "shares"],
                           cwd=cls.folder, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def merge(self, shares, *more):
        return subprocess.run([sys.executable, str(CLUSTER / "merge.py"), str(shares), *more], cwd=self.folder, capture_output=True,
                              text=True)

    def shares(self, change=None):
        """A copy of the shares, one of them changed: ``change`` gets its lines and returns others, or None for no file."""
        copy = Path(tempfile.mkdtemp(dir=self.folder))
        for path in sorted((self.folder / "shares").iterdir()):
            lines = path.read_text().splitlines()
            if change is not None and path.name.startswith("shard-2-"):
                lines = change(lines)
            if lines is not None:
                (copy / path.name).write_text("".join(f"{line}\n" for line in lines))
        return copy

    def test_the_table_is_what_one_run_says(self):
        said = subprocess.run([COMMAND, "identify", *self.files, *FIELDS, "--json"], cwd=self.folder, capture_output=True, text=True)
        rows = [json.loads(line) for line in said.stdout.splitlines()]
        self.assertEqual((len(rows), said.returncode), (40, 3))  # without the file that cannot be read, which is a line of its share
        rows.append({"file": self.files[1], "curve": 1, "error": "no number"})
        wanted = collections.Counter(row.get("name", "(error)") for row in rows)
        self.assertGreater(len(wanted), 2)

        done = self.merge("shares", "--table", "all.tsv", "--summary", "names.tsv", "--histogram", "names.svg")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = [line.split("\t") for line in (self.folder / "all.tsv").read_text().splitlines()]
        self.assertEqual(table[0][:5], ["file", "curve", "label", "components", "name"])
        found = {(row[0], int(row[1])): row[4] for row in table[1:]}
        self.assertEqual(len(found), len(table) - 1)  # none twice
        self.assertEqual(found, {(row["file"], row["curve"]): row.get("name", "") for row in rows})

        summary = [line.split("\t") for line in (self.folder / "names.tsv").read_text().splitlines()[1:]]
        self.assertEqual({name: int(count) for name, count, _ in summary}, dict(wanted))
        self.assertAlmostEqual(sum(float(share) for _, _, share in summary), 1.0, places=6)
        self.assertEqual([int(row[1]) for row in summary], sorted((int(row[1]) for row in summary), reverse=True))

        picture = ElementTree.parse(self.folder / "names.svg").getroot()
        texts = "".join(picture.itertext())
        for name in wanted:
            self.assertIn(name, texts)
        bars = [item for item in picture.iter("{http://www.w3.org/2000/svg}rect") if item.get("fill") == "#3b6ea5"]
        self.assertEqual(len(bars), len(wanted))

    def test_the_order_of_work_does_not_matter(self):
        for jobs in ("1", "3"):
            self.assertEqual(self.merge("shares", "--table", f"{jobs}.tsv", "--jobs", jobs).returncode, 0)
        self.assertEqual((self.folder / "1.tsv").read_bytes(), (self.folder / "3.tsv").read_bytes())

    def test_what_is_wrong_is_said_and_nothing_is_written(self):
        def other_request(lines):
            end = json.loads(lines[-1])
            end["request"] = "another"
            return [*lines[:-1], json.dumps(end)]

        for change, words in ((lambda lines: None, "missing: 2"),
                              (lambda lines: lines[:-1], "the last line is missing"),
                              (lambda lines: lines[1:], "its last line says"),
                              (lambda lines: [lines[0], *lines], "twice"),
                              (lambda lines: [*lines, lines[0]], "behind the last"),
                              (lambda lines: [lines[0][:20], *lines[1:]], "no line of bight identify"),
                              (other_request, "request")):
            with self.subTest(words):
                done = self.merge(self.shares(change), "--table", "bad.tsv", "--summary", "bad_names.tsv", "--histogram", "bad.svg")
                self.assertEqual(done.returncode, 3)
                self.assertIn(words, done.stderr)
                self.assertEqual([path.name for path in self.folder.glob("bad*")], [])
        empty = Path(tempfile.mkdtemp(dir=self.folder))
        self.assertIn("no shares", self.merge(empty).stderr)

    def test_shares_of_two_pieces_of_work_are_not_mixed(self):
        copy = self.shares()
        (copy / "shard-1-of-4.jsonl").write_text("")
        done = self.merge(copy)
        self.assertEqual(done.returncode, 3)
        self.assertIn("shares of", done.stderr)


if __name__ == "__main__":
    unittest.main()
