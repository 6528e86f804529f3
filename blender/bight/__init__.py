# SPDX-License-Identifier: MIT
"""Knots of curves and cloth in Blender, by the command `bight`."""
import json
import shutil

import bpy

from . import job as work

bl_info = {"name": "bight: knots", "author": "The bight authors", "version": (0, 1, 0), "blender": (3, 4, 0),
           "location": "3D View > Sidebar > Bight", "category": "Object",
           "description": "Name the knots of curves, tie knots, check meshes, tie knots in garments"}


class Preferences(bpy.types.AddonPreferences):
    bl_idname = __name__
    command: bpy.props.StringProperty(name="Command", subtype="FILE_PATH", default="bight",
                                      description="The command bight, if it is not in the PATH")

    def draw(self, _context):
        self.layout.prop(self, "command")


def command():
    wanted = bpy.context.preferences.addons[__name__].preferences.command
    return shutil.which(bpy.path.abspath(wanted)) or wanted


def polylines_of(thing):
    """(points, closed) of each spline as it is drawn, in the world's place."""
    evaluated = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    wire = wire_of(evaluated)
    mesh = bpy.data.meshes.new_from_object(wire)
    data = wire.data
    bpy.data.objects.remove(wire)
    bpy.data.curves.remove(data)
    after = {}
    for a, b in (edge.vertices for edge in mesh.edges):
        after.setdefault(a, []).append(b)
        after.setdefault(b, []).append(a)
    seen, found = set(), []
    # ends first, so that an open line is walked from one of them
    for begin in sorted(after, key=lambda i: (len(after[i]) != 1, i)):
        at, line = begin, []
        while at is not None and at not in seen:
            seen.add(at)
            line.append(tuple(thing.matrix_world @ mesh.vertices[at].co))
            at = next((k for k in after[at] if k not in seen), None)
        if len(line) > 1:
            found.append((line, len(after[begin]) == 2))
    bpy.data.meshes.remove(mesh)
    return found


def wire_of(evaluated):
    """A copy without bevel, so that its mesh is the middle line."""
    copy = evaluated.copy()
    copy.data = evaluated.data.copy()
    copy.data.bevel_depth = copy.data.extrude = 0.0
    copy.data.bevel_object = None
    return copy


def add_object(context, name, data):
    thing = bpy.data.objects.new(name, data)
    context.collection.objects.link(thing)
    return thing


class Runner:
    """An operator whose work is a process: with a window it is looked at ten times a second, Esc ends it."""
    job = timer = None

    def begin(self, context):
        arguments, files = self.ask(context)
        self.job = work.Job(command(), arguments, files)

    def start(self, context):
        try:
            self.begin(context)
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, f"{error}")
            return False
        return True

    def execute(self, context):
        if not self.start(context):
            return {"CANCELLED"}
        self.job.process.wait()
        return self.finish(context)

    def invoke(self, context, _event):
        if not self.start(context):
            return {"CANCELLED"}
        context.window_manager.progress_begin(0, 100)
        self.timer = context.window_manager.event_timer_add(0.1, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set("bight is at work: Esc ends it")
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if event.type == "ESC":
            self.leave(context)
            self.job.close()
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if self.job.ended() is None:
            # the command tells no share of the whole to others than terminals: the figure goes round
            self.ticks = (getattr(self, "ticks", 0) + 1) % 100
            context.window_manager.progress_update(self.ticks)
            return {"PASS_THROUGH"}
        self.leave(context)
        return self.finish(context)

    def leave(self, context):
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)

    def finish(self, context):
        try:
            if self.job.ended() not in self.good:
                self.report({"ERROR"}, self.job.complaint())
                return {"CANCELLED"}
            self.take(context)
            return {"FINISHED"}
        except (OSError, ValueError, KeyError) as error:
            self.report({"ERROR"}, f"bight's answer cannot be read: {error}")
            return {"CANCELLED"}
        finally:
            self.job.close()

    good = (0,)


class IdentifyKnots(Runner, bpy.types.Operator):
    """Name the knots of the selected curves, each object by itself"""
    bl_idname, bl_label, bl_options = "bight.identify", "Identify Knots", {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return any(thing.type == "CURVE" for thing in context.selected_objects)

    def ask(self, context):
        self.names = [thing.name for thing in context.selected_objects if thing.type == "CURVE"]
        files = {}
        for i, name in enumerate(self.names):
            lines = polylines_of(bpy.data.objects[name])
            if not lines:
                raise ValueError(f"{name} has no points")
            # components of a link: a blank line between, no counts
            texts = [work.write_polyline(*line).split("\n", 2)[2] for line in lines]
            files[f"{i}.xyz"] = "\n".join(texts)
        return ["identify", "--json", "--fields", "name,confidence", *files], files

    def take(self, _context):
        said = []
        for text in self.job.read("stdout").splitlines():
            row = json.loads(text)
            name = self.names[int(row["file"].split(".")[0])]
            bpy.data.objects[name]["knot"] = row["name"]
            said.append(f"{name}: {row['name']}")
        self.report({"INFO"}, "; ".join(said))


class TieKnot(Runner, bpy.types.Operator):
    """Tie a knot by its name and pull it tight"""
    bl_idname, bl_label, bl_options = "bight.tie", "Tie a Knot", {"REGISTER", "UNDO"}
    knot: bpy.props.StringProperty(name="Knot", default="3_1", description="8_19, bowline, 3_1 # 4_1")
    left: bpy.props.BoolProperty(name="Mirror image")
    closed: bpy.props.BoolProperty(name="Closed", description="The loose closed curve, not pulled tight")
    radius: bpy.props.FloatProperty(name="Radius", default=0.0, min=0.0,
                                    description="Of the curve's bevel, 0 for a bare line")
    mesh: bpy.props.BoolProperty(name="As a mesh")

    def ask(self, _context):
        extra = (["--left"] if self.left else []) + (["--closed"] if self.closed else [])
        return ["tie", "--out", "out", "--quiet", *extra, "--", self.knot], {}

    def take(self, context):
        curve = bpy.data.curves.new(self.knot, "CURVE")
        curve.dimensions, curve.bevel_depth = "3D", self.radius
        name = "out/start.xyz" if self.closed else "out/final.xyz"
        for points, closed in work.read_polylines(self.job.read(name)):
            spline = curve.splines.new("POLY")
            spline.points.add(len(points) - 1)
            spline.points.foreach_set("co", [x for p in points for x in (*p, 1.0)])
            spline.use_cyclic_u = closed
        thing = add_object(context, self.knot, curve)
        if self.mesh:
            made = bpy.data.meshes.new_from_object(thing)
            bpy.data.objects.remove(thing)
            add_object(context, self.knot, made)


class CheckMesh(Runner, bpy.types.Operator):
    """Say what is wrong with the active mesh, and where it goes through itself"""
    bl_idname, bl_label, bl_options = "bight.check_mesh", "Check Mesh", {"REGISTER", "UNDO"}
    good = (0, 1, 3)

    @classmethod
    def poll(cls, context):
        return context.object is not None and context.object.type == "MESH"

    def ask(self, context):
        self.subject = context.object.name
        mesh = context.object.data
        text = work.write_mesh([v.co for v in mesh.vertices], [tuple(p.vertices) for p in mesh.polygons])
        return ["mesh", "check", "mesh.obj", "--json"], {"mesh.obj": text}

    def take(self, _context):
        text = self.job.read("stdout")
        if not text.strip():
            raise ValueError(self.job.complaint())
        found = json.loads(text)["intersections"]
        bpy.data.objects[self.subject]["intersections"] = found
        self.report({"INFO"}, f"{self.subject}: {found} places where it goes through itself")


class GarmentKnot(Runner, bpy.types.Operator):
    """Tie a template's knot in an OBJ of a garment that has its flat pattern (bight garment make)"""
    bl_idname, bl_label, bl_options = "bight.garment_knot", "Knot a Garment Region", {"REGISTER", "UNDO"}
    garment: bpy.props.StringProperty(name="Garment", subtype="FILE_PATH")
    template: bpy.props.StringProperty(name="Template", default="overhand")
    region: bpy.props.StringProperty(name="Regions", description="STRAND:rect:U,V,ANGLE,L,W; blanks between several")

    def ask(self, _context):
        regions = [word for region in self.region.split() for word in ("--region", region)]
        return ["garment", "knot", bpy.path.abspath(self.garment), "--template", self.template, *regions, "--out",
                "out"], {}

    def take(self, context):
        vertices, faces = work.read_mesh(self.job.read("out/garment.obj"))
        mesh = bpy.data.meshes.new("knotted garment")
        mesh.from_pydata(vertices, [], faces)
        add_object(context, "knotted garment", mesh)


class Panel(bpy.types.Panel):
    bl_idname, bl_label = "BIGHT_PT_knots", "Knots"
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Bight"

    def draw(self, _context):
        for operator in (IdentifyKnots, TieKnot, CheckMesh, GarmentKnot):
            self.layout.operator(operator.bl_idname)


CLASSES = (Preferences, IdentifyKnots, TieKnot, CheckMesh, GarmentKnot, Panel)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)


def unregister():
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
