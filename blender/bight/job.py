# SPDX-License-Identifier: MIT
"""The command `bight` as a process of its own, so that Blender's window never waits for it. Knows nothing of Blender."""
import os
import shutil
import subprocess
import tempfile


class Job:
    """A command that runs in a folder of its own; what it prints goes to files, so that no pipe fills up."""

    def __init__(self, command, arguments, files):
        self.folder = tempfile.mkdtemp(prefix="bight-")
        for name, text in files.items():
            with open(self.path(name), "w", encoding="ascii") as out:
                out.write(text)
        try:
            with open(self.path("stdout"), "wb") as out, open(self.path("stderr"), "wb") as err:
                self.process = subprocess.Popen([command, *arguments], cwd=self.folder, stdout=out, stderr=err,
                                                stdin=subprocess.DEVNULL)
        except OSError:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def ended(self):
        """The exit code, or None while it runs."""
        return self.process.poll()

    def complaint(self):
        """The command's sentence, for people."""
        lines = self.read("stderr").strip().splitlines()
        return lines[-1] if lines else f"bight ended with {self.process.returncode}"

    def close(self):
        """End the process if it runs, and remove its folder."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def write_polyline(points, closed):
    """The text of an XYZ frame; a closed curve ends where it begins."""
    rows = list(points) + ([points[0]] if closed else [])
    return f"{len(rows)}\ncurve\n" + "".join("%.9g %.9g %.9g\n" % tuple(p) for p in rows)


def read_polylines(text):
    """(points, closed) of each curve in what `bight tie` writes: counted frames, or points with blank lines between."""
    curves, rows = [], []
    for line in text.splitlines() + [""]:
        words = line.split()
        try:
            values = [float(word) for word in words]
        except ValueError:
            values = []
        if len(values) == 3:
            rows.append(values)
        elif rows:
            curves.append(rows)
            rows = []
    return [(c[:-1], True) if c[0] == c[-1] else (c, False) for c in curves if len(c) > 1]


def write_mesh(vertices, faces):
    """OBJ text; faces are tuples of indices from 0."""
    lines = ["v %.9g %.9g %.9g" % tuple(v) for v in vertices]
    return "\n".join(lines + ["f " + " ".join(str(i + 1) for i in face) for face in faces]) + "\n"


def read_mesh(text):
    """Vertices and faces of an OBJ."""
    vertices, faces = [], []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(w) for w in words[1:4]])
        elif words[:1] == ["f"]:
            faces.append([int(w.split("/")[0]) - 1 for w in words[1:]])
    return vertices, faces
