# SPDX-License-Identifier: MIT
# What needs a window: operators beside the interface, Esc, undo, panels.
# xvfb-run blender --factory-startup --enable-event-simulate --python blender/window.py -- BIGHT ZIP [PICTURE.png]
import math
import os
import sys
import time
import traceback

import bpy

bight, archive, *picture = sys.argv[sys.argv.index("--") + 1:]
jobs = []


def install():
    bpy.ops.preferences.addon_install(filepath=archive, overwrite=True)
    bpy.ops.preferences.addon_enable(module="bight")
    bpy.context.preferences.addons["bight"].preferences.command = bight
    bpy.context.preferences.view.show_splash = False
    import bight as addon
    from bight import job

    class Seen(job.Job):
        """A job that is remembered."""

        def __init__(self, *arguments):
            super().__init__(*arguments)
            jobs.append(self)

    job.Job = Seen
    # this Blender cannot open a tab by its name: for the picture the panel stands in the one that is open
    bpy.utils.unregister_class(addon.Panel)
    addon.Panel.bl_category = "Item"
    bpy.utils.register_class(addon.Panel)


def view():
    """The window's 3D view, to call operators in."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    area.spaces[0].show_region_ui = True
    region = next(region for region in area.regions if region.type == "WINDOW")
    return {"window": window, "area": area, "region": region}


def select(thing):
    bpy.ops.object.select_all(action="DESELECT")
    thing.select_set(True)
    bpy.context.view_layer.objects.active = thing


def knotted():
    data = bpy.data.curves.new("knot", "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.15
    spline = data.splines.new("POLY")
    turns = [2 * math.pi * i / 120 for i in range(120)]
    places = [((2 + math.cos(5 * t)) * math.cos(2 * t), (2 + math.cos(5 * t)) * math.sin(2 * t), math.sin(5 * t)) for t in turns]
    spline.points.add(len(places) - 1)
    spline.points.foreach_set("co", [x for p in places for x in (*p, 1.0)])
    spline.use_cyclic_u = True
    thing = bpy.data.objects.new("knot", data)
    bpy.context.collection.objects.link(thing)
    return thing


def ribbon():
    columns, rows = 196, 13
    mesh = bpy.data.meshes.new("ribbon")
    at = [(1.1 * i / columns, 0.072 * j / rows) for j in range(rows + 1) for i in range(columns + 1)]
    corner = [i + j * (columns + 1) for j in range(rows) for i in range(columns)]
    mesh.from_pydata([(u, v, 0) for u, v in at], [], [(c, c + 1, c + columns + 2, c + columns + 1) for c in corner])
    mesh.uv_layers.new().data.foreach_set("uv", [x for p in mesh.polygons for i in p.vertices for x in at[i]])
    thing = bpy.data.objects.new("ribbon", mesh)
    bpy.context.collection.objects.link(thing)
    return thing


def until(what, seconds=120):
    """Let the window live until something holds."""
    end = time.time() + seconds
    while not what():
        assert time.time() < end, "that takes too long"
        yield


def press(key):
    window = bpy.context.window_manager.windows[0]
    for value in ("PRESS", "RELEASE"):
        window.event_simulate(type=key, value=value, x=window.width // 2, y=window.height // 2)


def story():
    """Steps; Blender's window has its turn at each yield."""
    install()
    press("ESC")  # the first picture goes
    yield
    with bpy.context.temp_override(**view()):
        bpy.ops.object.select_all(action="SELECT")
        bpy.ops.object.delete()
        thing = knotted()
        select(thing)
        bpy.ops.ed.undo_push(message="before")
        assert bpy.ops.bight.identify("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    assert "knot" not in thing, "the interface has waited"
    yield from until(lambda: "knot" in bpy.data.objects["knot"])
    assert bpy.data.objects["knot"]["knot"] == "5_1"
    yield
    with bpy.context.temp_override(**view()):
        bpy.ops.ed.undo()
    yield
    assert "knot" not in bpy.data.objects["knot"], "undo has left the name"
    with bpy.context.temp_override(**view()):
        bpy.ops.ed.redo()
    yield
    assert bpy.data.objects["knot"]["knot"] == "5_1"
    print("window: named beside the interface, undone and redone")

    with bpy.context.temp_override(**view()):
        thing = ribbon()
        select(thing)
        bpy.ops.ed.undo_push(message="a ribbon")
        assert bpy.ops.bight.garment_knot("INVOKE_DEFAULT", template="overhand", cycles=100000) == {"RUNNING_MODAL"}
    one = jobs[-1]
    # settling may go on for long: it tells how far it is meanwhile
    yield from until(lambda: one.fraction > 0)
    assert one.ended() is None and "%" in one.said
    press("ESC")
    yield from until(lambda: not os.path.exists(one.folder), 30)
    assert one.ended() is not None and "ribbon with overhand" not in bpy.data.objects
    print(f"window: at {one.said} Esc has ended it, nothing is left")

    with bpy.context.temp_override(**view()):
        assert bpy.ops.bight.garment_knot("INVOKE_DEFAULT", template="overhand", cycles=60) == {"RUNNING_MODAL"}
    yield from until(lambda: "ribbon with overhand" in bpy.data.objects)
    made = bpy.data.objects["ribbon with overhand"]
    assert made["knot"] == "3_1"
    with bpy.context.temp_override(**view()):
        made.scale = (12, 12, 12)
        made.location = (7, 0, 0)
        select(made)
        bpy.ops.view3d.view_axis(type="TOP")
        bpy.ops.view3d.view_all()
    for _ in range(10):
        yield
    if picture:
        with bpy.context.temp_override(**view()):
            bpy.ops.screen.screenshot(filepath=picture[0])
        yield
    print("window: passed")


steps = story()


def turn():
    try:
        next(steps)
        return 0.05
    except StopIteration:
        code = 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)


bpy.app.timers.register(turn, first_interval=0.5)
