# SPDX-License-Identifier: MIT
# blender -b --factory-startup --python-exit-code 1 --python blender/test.py -- BIGHT ZIP
import math
import sys
import time

import bpy

bight, archive = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.preferences.addon_install(filepath=archive, overwrite=True)
bpy.ops.preferences.addon_enable(module="bight")
bpy.context.preferences.addons["bight"].preferences.command = bight


def curve(name, lines):
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.05
    for points in lines:
        spline = data.splines.new("POLY")
        spline.points.add(len(points) - 1)
        spline.points.foreach_set("co", [x for p in points for x in (*p, 1.0)])
        spline.use_cyclic_u = True
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    return thing


def torus(k, n=60):
    return [((2 + math.cos(k * t)) * math.cos(2 * t), (2 + math.cos(k * t)) * math.sin(2 * t), math.sin(k * t))
            for t in (2 * math.pi * i / n for i in range(n))]


def ring(x, flat, n=30):
    turn = [(math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n)) for i in range(n)]
    return [(x + c, s, 0.0) if flat else (x + c, 0.0, s) for c, s in turn]


def select(*things):
    bpy.ops.object.select_all(action="DESELECT")
    for thing in things:
        thing.select_set(True)
    bpy.context.view_layer.objects.active = things[0]


# names, several at once, a link among them
things = [curve("five", [torus(5)]), curve("ring", [ring(0, True)]), curve("hopf", [ring(0, True), ring(1, False)])]
select(*things)
assert bpy.ops.bight.identify() == {"FINISHED"}
assert len(bpy.data.curves) == 3, "copies are left"
assert [thing["knot"] for thing in things] == ["5_1", "0_1", "L2a1"], [thing["knot"] for thing in things]

# a knot that is tied is the one that was asked for, closed and open, as a curve and as a mesh
for closed in (True, False):
    assert bpy.ops.bight.tie(knot="4_1", closed=closed) == {"FINISHED"}
    tied = bpy.data.objects["4_1"]
    select(tied)
    assert bpy.ops.bight.identify() == {"FINISHED"}
    assert tied["knot"] == "4_1", tied["knot"]
    bpy.data.objects.remove(tied)
assert bpy.ops.bight.tie(knot="3_1", closed=True, radius=0.01, mesh=True) == {"FINISHED"}
assert len(bpy.data.objects["3_1"].data.polygons) > 100
try:
    bpy.ops.bight.tie(knot="99_1")
    raise AssertionError("no such knot, and no error")
except RuntimeError as error:
    assert "99_1" in str(error), error

# two triangles through each other, and a plane
for points, faces, many in (([(0, 0, 0), (2, 0, 0), (0, 2, 0), (0.4, 0.4, -1), (0.5, 0.4, 1), (0.4, 0.5, 1)],
                             [(0, 1, 2), (3, 4, 5)], True),
                            ([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [(0, 1, 2, 3)], False)):
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points, [], faces)
    thing = bpy.data.objects.new("mesh", mesh)
    bpy.context.collection.objects.link(thing)
    select(thing)
    assert bpy.ops.bight.check_mesh() == {"FINISHED"}
    assert (thing["intersections"] > 0) == many

# one that is cancelled ends and leaves nothing
from bight import job
import os
one = job.Job(bight, ["tie", "T(3,7)", "--out", "out"], {})
time.sleep(0.2)
assert one.ended() is None
one.close()
assert one.ended() is not None and not os.path.exists(one.folder)
print("blender: passed")
