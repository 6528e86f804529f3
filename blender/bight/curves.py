# SPDX-License-Identifier: MIT
"""Curves: naming their knots, tying knots."""
import json

import bpy

from . import job as work
from .runner import Runner, add_object


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


class IdentifyKnots(Runner, bpy.types.Operator):
    """Name the knots of the selected curves, each object by itself"""
    bl_idname, bl_label, bl_options = "bight.identify", "Identify Knots", {"UNDO"}

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
    bl_idname, bl_label, bl_options = "bight.tie", "Tie a Knot", {"UNDO"}
    knot: bpy.props.StringProperty(name="Knot", default="3_1", description="8_19, bowline, 3_1 # 4_1")
    left: bpy.props.BoolProperty(name="Mirror image")
    closed: bpy.props.BoolProperty(name="Closed", description="The loose closed curve, not pulled tight")
    radius: bpy.props.FloatProperty(name="Radius", default=0.0, min=0.0,
                                    description="Of the curve's bevel, 0 for a bare line")
    mesh: bpy.props.BoolProperty(name="As a mesh")

    def ask(self, _context):
        extra = (["--left"] if self.left else []) + (["--closed"] if self.closed else [])
        return ["tie", "--out", "out", *extra, "--", self.knot], {}

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
