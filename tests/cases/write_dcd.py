# SPDX-License-Identifier: MIT
"""Write tests/cases/trefoil.dcd: two frames of a trefoil of 24 atoms, the second wrapped in a box of 4 by 4 by 4.

By the layout of DCD in the manual of CHARMM, with struct alone: records of Fortran, little-endian.

    python3 tests/cases/write_dcd.py tests/cases
"""

import math
import os
import struct
import sys


def record(data):
    return struct.pack("<i", len(data)) + data + struct.pack("<i", len(data))


def point(i):
    t = 2 * math.pi * i / 23
    return (math.sin(t) + 2 * math.sin(2 * t), math.cos(t) - 2 * math.cos(2 * t), -math.sin(3 * t))


points = [point(i % 23) for i in range(24)]
numbers = [0] * 20
numbers[0], numbers[1], numbers[2], numbers[10], numbers[19] = 2, 1, 1, 1, 24
data = record(b"CORD" + struct.pack("<20i", *numbers)) + record(struct.pack("<i", 1) + b"a trefoil".ljust(80))
data += record(struct.pack("<i", len(points)))
for wrap in (False, True):
    data += record(struct.pack("<6d", 4, 90, 4, 90, 90, 4))
    for axis in range(3):
        data += record(struct.pack("<24f", *[p[axis] % 4.0 if wrap else p[axis] for p in points]))
with open(os.path.join(sys.argv[1], "trefoil.dcd"), "wb") as file:
    file.write(data)
