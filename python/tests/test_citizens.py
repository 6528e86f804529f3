# SPDX-License-Identifier: MIT
"""What a good citizen of Python does: memory given back, other threads, Ctrl-C."""

import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import bight
import leak
from shapes import torus

# Each would go on for minutes; the signal comes a moment after "ready". All but the loops over cycles are one call of the library.
LONG_CALLS = {
    "many names": "bight.identify_many(np.array([walk] * 10000))",
    "many names, two threads": "bight.identify_many(np.array([walk] * 10000), threads=2)",
    "closures": "bight.spectrum(walk, 100000)",
    "a knot matrix": "bight.matrix(walk)",
    "a world of ropes": "world = bight.World(); world.add_rope([[i, 0, 0] for i in range(50)]).grasp(0); world.step(10**8)",
    "a play": "bight.Play({'bight': 1, 'ropes': [{'line': {'from': [0, 0, 0], 'to': [9, 0, 0]}}],"
              " 'script': [{'wait': {'cycles': 10**7}}]}).run()",
    "a world of cloth": "swing(bight.ClothWorld(thickness=0.002, inertia=1, air_drag=0)).world.step(10**8)",
    "settling": "swing(bight.ClothWorld(thickness=0.002, inertia=1, air_drag=0)).world.settle(10**7)",
}

CHILD = """
import signal, sys
import numpy as np
import bight
# where make runs in the background children begin with SIGINT ignored
signal.signal(signal.SIGINT, signal.default_int_handler)
walk = np.cumsum(np.random.default_rng(1).standard_normal((3000, 3)), axis=0)
def swing(world):
    cloth = world.add_cloth(bight.Mesh.grid(1, 1, 60, 60))
    cloth.pin(0)
    return cloth
print("ready", flush=True)
try:
    CALL
except KeyboardInterrupt:
    # what was ended is forgotten: the next call is not
    assert bight.identify_diagram(bight.Diagram.read("braid: 1 1 1")).name == "3_1"
    sys.exit(42)
"""


class Citizens(unittest.TestCase):
    def test_what_is_made_and_freed_gives_its_memory_back(self):
        for kind in leak.KINDS:
            count = 300 if kind is leak.meshes else 2000
            # a leak of one small allocation each, 64 bytes, would be 128 kB
            self.assertLess(leak.grown(kind, count), 100, kind.__name__)

    def test_other_threads_go_on_during_one_call(self):
        """One call of the library, in which nothing of Python runs: a thread that holds on to the interpreter would let no other
        thread take its turns until it comes back."""
        turns, busy, done = [], threading.Event(), threading.Event()

        def other():
            busy.wait()
            while not done.is_set():
                turns.append(len(turns))
                time.sleep(0.001)

        thread = threading.Thread(target=other)
        thread.start()
        open_knot = torus(3, 5, 400)[:-1]
        busy.set()
        bight.spectrum(open_knot, 2000)
        during = len(turns)
        done.set()
        thread.join()
        self.assertGreater(during, 20)

    def test_control_c_ends_long_calls(self):
        for what, call in LONG_CALLS.items():
            with self.subTest(what):
                child = subprocess.Popen([sys.executable, "-c", CHILD.replace("CALL", call)], stdout=subprocess.PIPE)
                child.stdout.readline()
                time.sleep(0.2)
                child.send_signal(signal.SIGINT)
                try:
                    self.assertEqual(child.wait(60), 42)
                finally:
                    child.kill()
                    child.stdout.close()

    def test_what_another_signals_handler_raises_comes_out(self):
        def late(number, frame):
            raise TimeoutError("too late")

        before = signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            with self.assertRaisesRegex(TimeoutError, "too late"):
                bight.spectrum(np.cumsum(np.random.default_rng(1).standard_normal((3000, 3)), axis=0), 100000)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(bight.knot("4_1").determinant, 5)
