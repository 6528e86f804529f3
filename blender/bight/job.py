# SPDX-License-Identifier: MIT
"""The command `bight` as a process of its own, so that Blender's window never waits for it. Knows nothing of Blender."""
import os
import re
import shutil
import subprocess
import tempfile
import threading

PROGRESS = re.compile(r"\[[#.]+\] +(\d+) %  (.*)")


class Job:
    """A command that runs in a folder of its own; what it prints goes to files, so that no pipe fills up. Its messages go through a
    terminal where there are such, as it tells a terminal how far it is."""
    fraction, said = 0.0, ""
    listener = None

    def __init__(self, command, arguments, files):
        self.folder = tempfile.mkdtemp(prefix="bight-")
        for name, text in files.items():
            with open(self.path(name), "w", encoding="ascii") as out:
                out.write(text)
        try:
            with open(self.path("stdout"), "wb") as out:
                self.begin([command, *arguments], out)
        except OSError:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def begin(self, words, out):
        if not hasattr(os, "openpty"):
            with open(self.path("stderr"), "wb") as err:
                self.process = subprocess.Popen(words, cwd=self.folder, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
            return
        ours, theirs = os.openpty()
        try:
            self.process = subprocess.Popen(words, cwd=self.folder, stdout=out, stderr=theirs, stdin=subprocess.DEVNULL)
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        self.listener = threading.Thread(target=self.listen, args=(ours,), daemon=True)
        self.listener.start()

    def listen(self, terminal):
        """Keep what it says, and how far it is, until it ends. Knows nothing of Blender: that is for the main thread."""
        kept = b""
        with open(self.path("stderr"), "w", encoding="utf-8") as err:
            while True:
                try:
                    piece = os.read(terminal, 4096)
                except OSError:  # as the other side is closed
                    piece = b""
                if not piece:
                    break
                *lines, kept = re.split(rb"\r\n|\r\x1b\[K|\n", kept + piece)
                # the bar is written anew from the start of its line; its newest state has no end yet
                for line in [*lines, kept]:
                    text = line.decode("utf-8", "replace")
                    found = PROGRESS.match(text)
                    if found:
                        self.fraction, self.said = int(found[1]) / 100.0, f"{found[1]} %: {found[2]}"
                    elif text and line is not kept:
                        err.write(text + "\n")
                err.flush()
            err.write(kept.decode("utf-8", "replace"))
        os.close(terminal)

    def wait(self):
        """Until it has ended and all that it said is there."""
        self.process.wait()
        if self.listener is not None:
            self.listener.join()

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def ended(self):
        """The exit code, or None while it runs."""
        if self.process.poll() is None or (self.listener is not None and self.listener.is_alive()):
            return None
        return self.process.returncode

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
        self.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def answer(words):
    """What a command that is quick prints. @raise ValueError with its complaint."""
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, text=True, check=False)
    if done.returncode != 0:
        raise ValueError((done.stderr.strip() or f"bight ended with {done.returncode}").splitlines()[-1])
    return done.stdout


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


def write_mesh(vertices, faces, places=None):
    """OBJ text; faces are tuples of indices from 0; places (u, v) of the corners, face by face, where there is a pattern."""
    lines = ["v %.9g %.9g %.9g" % tuple(v) for v in vertices]
    if places is None:
        return "\n".join(lines + ["f " + " ".join(str(i + 1) for i in face) for face in faces]) + "\n"
    # a place that several corners share is one: where they differ the pattern is cut
    numbers, rows, at = {}, [], 0
    for face in faces:
        words = []
        for vertex in face:
            place = "%.9g %.9g" % tuple(places[at])
            words.append(f"{vertex + 1}/{numbers.setdefault(place, len(numbers) + 1)}")
            at += 1
        rows.append("f " + " ".join(words))
    return "\n".join(lines + [f"vt {place}" for place in numbers] + rows) + "\n"


def read_mesh(text):
    """Vertices, faces, and the places (u, v) of the corners, face by face, of an OBJ; no places: there is no pattern."""
    vertices, places, faces, corners = [], [], [], []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            vertices.append([float(w) for w in words[1:4]])
        elif words[:1] == ["vt"]:
            places.append([float(w) for w in words[1:3]])
        elif words[:1] == ["f"]:
            parts = [w.split("/") for w in words[1:]]
            faces.append([int(part[0]) - 1 for part in parts])
            corners += [places[int(part[1]) - 1] for part in parts if len(part) > 1 and part[1]]
    return vertices, faces, corners
