# SPDX-License-Identifier: MIT
"""Meshes of cloth: checking, untangling, tying knots in them."""
import json
import math

import bpy
from mathutils import Vector

from . import job as work
from .runner import Runner, add_object, command


def is_mesh(context):
    return context.object is not None and context.object.type == "MESH"


def mesh_text(thing, scale=None):
    """OBJ of an object's mesh, its vertices where they are in the world. With a scale: and its pattern, metres a unit of UV."""
    mesh = thing.data
    vertices = [thing.matrix_world @ v.co for v in mesh.vertices]
    faces = [tuple(p.vertices) for p in mesh.polygons]
    if scale is None:
        return work.write_mesh(vertices, faces)
    # loops of a polygon follow one another, polygons in their order
    layer = mesh.uv_layers.active.data
    return work.write_mesh(vertices, faces, [[scale * x for x in layer[i].uv] for p in mesh.polygons for i in p.loop_indices])


class CheckMesh(Runner, bpy.types.Operator):
    """Say what is wrong with the active mesh, and where it goes through itself"""
    bl_idname, bl_label, bl_options = "bight.check_mesh", "Check Mesh", {"UNDO"}
    good = (0, 1, 3)

    @classmethod
    def poll(cls, context):
        return is_mesh(context)

    def ask(self, context):
        self.subject = context.object.name
        context.object.update_from_editmode()
        return ["mesh", "check", "mesh.obj", "--json"], {"mesh.obj": mesh_text(context.object)}

    def take(self, _context):
        text = self.job.read("stdout")
        if not text.strip():
            raise ValueError(self.job.complaint())
        found = json.loads(text)
        bpy.data.objects[self.subject]["intersections"] = found["intersections"]
        kinds = {}
        for fault in found["faults"]:
            kinds[fault["kind"]] = kinds.get(fault["kind"], 0) + 1
        bpy.data.objects[self.subject]["faults"] = sum(kinds.values())
        words = "".join(f", {count} {kind}" for kind, count in kinds.items())
        self.report({"INFO"}, f"{self.subject}: {found['intersections']} places where it goes through itself{words}")


class UntangleMesh(Runner, bpy.types.Operator):
    """Take the active mesh apart where it goes through itself, as cloth without weight that is at rest as it lies"""
    bl_idname, bl_label, bl_options = "bight.untangle_mesh", "Untangle Mesh", {"UNDO"}
    good = (0, 1)  # 1: something is left, and is said
    cycles: bpy.props.IntProperty(name="Steps", default=1000, min=1, max=100000, description="At most")
    thickness: bpy.props.FloatProperty(name="Thickness", default=0.0, min=0.0, subtype="DISTANCE",
                                       description="Surfaces keep this apart; 0: a quarter of the shortest edge, 1 mm at most")
    pins: bpy.props.StringProperty(name="Pinned group", description="Vertices of this group stay where they are")

    @classmethod
    def poll(cls, context):
        return is_mesh(context) and context.mode == "OBJECT"

    def ask(self, context):
        thing = context.object
        mesh = thing.data
        if mesh.shape_keys is not None:
            raise ValueError(f"{thing.name} has shape keys, which would take the vertices back: apply them first")
        self.subject, self.count = thing.name, len(mesh.vertices)
        places = [thing.matrix_world @ v.co for v in mesh.vertices]
        edges = [(places[a] - places[b]).length for a, b in (edge.vertices for edge in mesh.edges)]
        if not mesh.polygons:
            raise ValueError(f"{thing.name} has no faces")
        cloth = {"name": "cloth", "mesh": {"file": "mesh.obj"}}
        if self.pins:
            group = thing.vertex_groups.get(self.pins)
            if group is None:
                raise ValueError(f"{thing.name} has no vertex group {self.pins}")
            pinned = [v.index for v in mesh.vertices if any(g.group == group.index and g.weight > 0 for g in v.groups)]
            if pinned:
                cloth["pins"] = pinned
        scene = {"bight": 1, "cloth": {"thickness": self.thickness or min(0.001, 0.25 * min(edges)), "gravity": [0, 0, 0]},
                 "cloths": [cloth],
                 "script": [{"settle": {"cycles": self.cycles, "arrive": False}}, {"expect": {"cloth": {"intersections": 0}}}]}
        return (["run", "scene.json", "--out", "out", "--frames", "0"],
                {"mesh.obj": mesh_text(thing), "scene.json": json.dumps(scene)})

    def take(self, _context):
        thing = bpy.data.objects[self.subject]
        vertices, _, _ = work.read_mesh(self.job.read("out/final.obj"))
        left = json.loads(self.job.read("out/summary.json"))["cloth"]["intersections"]
        if len(thing.data.vertices) != self.count or len(vertices) < self.count:
            raise ValueError(f"{self.subject} was changed meanwhile")
        back = thing.matrix_world.inverted()
        for vertex, place in zip(thing.data.vertices, vertices):
            vertex.co = back @ Vector(place)
        thing.data.update()
        thing["intersections"] = left
        words = "nothing goes through it now" if left == 0 else f"{left} places are left where it goes through itself"
        self.report({"INFO"} if left == 0 else {"WARNING"}, f"{self.subject}: {words}")


class GarmentKnot(Runner, bpy.types.Operator):
    """Tie a template's knot in the active mesh, whose UV map is its flat pattern, or in an OBJ file that has one"""
    bl_idname, bl_label, bl_options = "bight.garment_knot", "Knot a Garment Region", {"UNDO"}
    good = (0, 1)  # 1: it does not rest yet, or is lost, and that is said
    garment: bpy.props.StringProperty(name="Garment", subtype="FILE_PATH", description="An OBJ file instead of the active mesh")
    template: bpy.props.StringProperty(name="Template", default="overhand", description="As bight template list names them")
    region: bpy.props.StringProperty(name="Regions", description="STRAND:rect:U,V,ANGLE,L,W in metres of the pattern, blanks between "
                                     "several; none: round the selected faces, or all, for the template's only strand")
    scale: bpy.props.FloatProperty(name="Metres per UV", default=0.0, min=0.0,
                                   description="0: so that the pattern is as large as the mesh")
    cycles: bpy.props.IntProperty(name="Steps", default=2000, min=1, max=1000000, description="Of the last settling, at most")

    @classmethod
    def poll(cls, context):
        return context.mode == "OBJECT"

    def ask(self, context):
        files, path, region, self.subject = {}, "cloth.obj", self.region, ""
        if self.garment:
            path = bpy.path.abspath(self.garment)
            if not region:
                raise ValueError("say which regions of the garment's pattern lie on which strand")
        else:
            if not is_mesh(context):
                raise ValueError("make a mesh active, or choose a file")
            self.subject = context.object.name
            scale = self.scale or pattern_scale(context.object)
            files[path] = mesh_text(context.object, scale)
            region = region or region_of(context.object, scale, self.template)
        regions = [word for one in region.split() for word in ("--region", one)]
        return ["garment", "knot", path, "--template", self.template, *regions, "--cycles", str(self.cycles), "--out", "out"], files

    def take(self, context):
        summary = json.loads(self.job.read("out/summary.json"))
        vertices, faces, corners = work.read_mesh(self.job.read("out/garment.obj"))
        name = f"{self.subject or 'garment'} with {self.template}"
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices, [], faces)
        if corners:
            layer = mesh.uv_layers.new(name="pattern, metres")
            layer.data.foreach_set("uv", [x for place in corners for x in place])
        for material in bpy.data.objects[self.subject].data.materials if self.subject else ():
            mesh.materials.append(material)
        thing = add_object(context, name, mesh)
        knot, crossings = summary["knot"], summary["cloth"]["intersections"]
        thing["knot"], thing["intersections"] = knot["after"], crossings
        good = knot["kept"] and crossings == 0
        words = f"{'tied' if good else 'not tied'}: {knot['after']}, {crossings} places where it goes through itself"
        self.report({"INFO"} if good else {"WARNING"}, f"{name}: {words}")


def pattern_scale(thing):
    """Metres a unit of UV so that the pattern's area is that of the mesh."""
    mesh = thing.data
    if mesh.uv_layers.active is None:
        raise ValueError(f"{thing.name} has no UV map: it is the flat pattern that a knot's region is measured on")
    layer, flat, solid = mesh.uv_layers.active.data, 0.0, 0.0
    for polygon in mesh.polygons:
        places = [layer[i].uv for i in polygon.loop_indices]
        # the shoelace formula: twice the area is the sum of cross products
        flat += abs(sum(a.x * b.y - a.y * b.x for a, b in zip(places, places[1:] + places[:1]))) / 2
        corners = [thing.matrix_world @ mesh.vertices[i].co for i in polygon.vertices]
        solid += sum((b - corners[0]).cross(c - corners[0]).length for b, c in zip(corners[1:], corners[2:])) / 2
    if flat <= 0:
        raise ValueError(f"the UV map of {thing.name} has no area")
    return math.sqrt(solid / flat)


def region_of(thing, scale, template):
    """A rectangle of the pattern round the selected faces, or all, along its longer side, for the template's only strand."""
    found = [item for item in json.loads(work.answer([command(), "template", "list", "--json"])) if item["name"] == template]
    if not found:
        raise ValueError(f"there is no template {template}: bight template list names them")
    if len(found[0]["strands"]) != 1:
        raise ValueError(f"{template} has the strands {', '.join(found[0]['strands'])}: give a region for each")
    mesh = thing.data
    chosen = [p for p in mesh.polygons if p.select] or mesh.polygons
    places = [mesh.uv_layers.active.data[i].uv for p in chosen for i in p.loop_indices]
    low = [scale * min(place[k] for place in places) for k in (0, 1)]
    high = [scale * max(place[k] for place in places) for k in (0, 1)]
    size = [high[k] - low[k] for k in (0, 1)]
    along = 0 if size[0] >= size[1] else 1
    # a hair wider, so that rounding leaves no corner out
    numbers = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 90.0 * along, 1.0001 * size[along], 1.0001 * size[1 - along])
    return f"{found[0]['strands'][0]}:rect:" + ",".join("%.7g" % x for x in numbers)
