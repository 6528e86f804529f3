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


def sheet(name, columns, rows, place, ratio=1.0):
    """A grid of quads, its vertices at place(u, v) and its UV map at (u, ratio v), both from 0 to 1."""
    mesh = bpy.data.meshes.new(name)
    at = [(i / columns, j / rows) for j in range(rows + 1) for i in range(columns + 1)]
    corner = [i + j * (columns + 1) for j in range(rows) for i in range(columns)]
    mesh.from_pydata([place(u, v) for u, v in at], [], [(c, c + 1, c + columns + 2, c + columns + 1) for c in corner])
    layer = mesh.uv_layers.new()
    layer.data.foreach_set("uv", [x for p in mesh.polygons for i in p.vertices for x in (at[i][0], ratio * at[i][1])])
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    return thing


# a sheet that is folded through itself comes apart, in its own place and scale; pinned vertices stay
def fold(u, _v):
    x = u if u < 0.5 else 1 - u
    return (x, 0.0 if u < 0.5 else 0.05 * math.sin(6 * (u - 0.5)) - 0.01, 0.5 * _v)


tangled = sheet("tangled", 24, 12, fold)
tangled.location, tangled.scale, tangled.rotation_euler = (3, 4, 5), (0.5, 0.5, 0.5), (0.3, 0.2, 0.1)
bpy.context.view_layer.update()
group = tangled.vertex_groups.new(name="held")
group.add([0, 24], 1.0, "ADD")
before = [v.co.copy() for v in tangled.data.vertices]
select(tangled)
assert bpy.ops.bight.check_mesh() == {"FINISHED"} and tangled["intersections"] > 0 and tangled["faults"] == 0
assert bpy.ops.bight.untangle_mesh(pins="held") == {"FINISHED"}
assert tangled["intersections"] == 0
assert bpy.ops.bight.check_mesh() == {"FINISHED"} and tangled["intersections"] == 0
moved = [(a - v.co).length for a, v in zip(before, tangled.data.vertices)]
assert max(moved[0], moved[24]) < 1e-5 and 1e-3 < max(moved) < 0.5, (moved[0], moved[24], max(moved))
assert len(tangled.data.polygons) == 24 * 12 and len(tangled.data.polygons[0].vertices) == 4
for call, words in ((lambda: bpy.ops.bight.untangle_mesh(pins="nobody"), "no vertex group"),
                    (lambda: bpy.ops.bight.garment_knot(template="no such"), "no template"),
                    (lambda: bpy.ops.bight.garment_knot(template="reef"), "give a region for each")):
    try:
        call()
        raise AssertionError(f"no error with {words}")
    except RuntimeError as error:
        assert words in str(error), error

# a ribbon 1.1 m long: its UV map is its pattern, all of it becomes an overhand knot
ribbon = sheet("ribbon", 196, 13, lambda u, v: (1.1 * u, 0.072 * v, 0.0), 0.072 / 1.1)
select(ribbon)
assert bpy.ops.bight.garment_knot(template="overhand", cycles=30) == {"FINISHED"}
tied = bpy.data.objects["ribbon with overhand"]
assert (tied["knot"], tied["intersections"]) == ("3_1", 0), (tied["knot"], tied["intersections"])
assert len(tied.data.polygons) >= 196 * 13 and len(tied.data.uv_layers) == 1
assert len(ribbon.data.vertices) == 197 * 14  # it is left alone

# one that is cancelled ends and leaves nothing
from bight import job
import os
one = job.Job(bight, ["tie", "T(3,7)", "--out", "out"], {})
time.sleep(0.2)
assert one.ended() is None
while one.fraction == 0.0 and one.ended() is None:
    time.sleep(0.05)
assert 0.0 < one.fraction < 1.0 and "%" in one.said, (one.fraction, one.said)
one.close()
assert one.ended() is not None and not os.path.exists(one.folder)
print("blender: passed")
