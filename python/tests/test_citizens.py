# SPDX-License-Identifier: MIT
"""What a good citizen of Python does: memory given back, other threads, Ctrl-C."""

import gc
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import bight
from shapes import torus


class Citizens(unittest.TestCase):
    def test_worlds_and_names_give_their_memory_back(self):
        def some(count):
            for _ in range(count):
                world = bight.World()
                rope = world.add_rope([[i, 0, 0] for i in range(10)])
                rope.grasp(0)
                world.step()
                bight.Diagram.read("braid: 1 1 1").write()
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        some(500)
        before = some(500)
        self.assertLess(some(3000) - before, 2000)  # kB

    def test_other_threads_go_on_meanwhile(self):
        ticks, done = [], threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        frames = np.array([torus(3, 5, 400)] * 300)
        first = len(ticks)
        bight.identify_many(frames)
        during = len(ticks) - first
        done.set()
        thread.join()
        self.assertGreater(during, 3)

    def test_control_c_ends_a_long_call(self):
        # where make runs in the background children begin with SIGINT ignored
        code = ("import numpy as np, bight, signal, sys\n"
                "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
                "walk = np.cumsum(np.random.default_rng(1).standard_normal((3000, 3)), axis=0)\n"
                "print('ready', flush=True)\n"
                "try:\n    bight.identify_many(np.array([walk] * 10000))\n"
                "except KeyboardInterrupt:\n    sys.exit(42)\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        child.stdout.readline()
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        try:
            self.assertEqual(child.wait(60), 42)
        finally:
            child.kill()
            child.stdout.close()
