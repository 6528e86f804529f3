# SPDX-License-Identifier: MIT
"""Knots of curves and cloth in Blender, by the command `bight`."""
import bpy

from .curves import IdentifyKnots, TieKnot
from .meshes import CheckMesh, GarmentKnot, UntangleMesh

bl_info = {"name": "bight: knots", "author": "The bight authors", "version": (0, 2, 0), "blender": (3, 4, 0),
           "location": "3D View > Sidebar > Bight", "category": "Object",
           "description": "Name the knots of curves, tie knots, check and untangle meshes, tie knots in garments"}


class Preferences(bpy.types.AddonPreferences):
    bl_idname = __name__
    command: bpy.props.StringProperty(name="Command", subtype="FILE_PATH", default="bight",
                                      description="The command bight, if it is not in the PATH")

    def draw(self, _context):
        self.layout.prop(self, "command")


class Settings(bpy.types.PropertyGroup):
    """What the panel asks for, kept with the scene."""
    knot: bpy.props.StringProperty(name="Knot", default="3_1", description="8_19, bowline, 3_1 # 4_1")
    left: bpy.props.BoolProperty(name="Mirror image")
    closed: bpy.props.BoolProperty(name="Closed", description="The loose closed curve, not pulled tight")
    radius: bpy.props.FloatProperty(name="Radius", default=0.5, min=0.0, description="Of the rope, which has links of length one")
    mesh: bpy.props.BoolProperty(name="As a mesh")
    thickness: bpy.props.FloatProperty(name="Thickness", default=0.0, min=0.0, subtype="DISTANCE",
                                       description="Surfaces keep this apart; 0: a quarter of the shortest edge, 1 mm at most")
    pins: bpy.props.StringProperty(name="Pinned group", description="Vertices of this group stay where they are")
    template: bpy.props.StringProperty(name="Template", default="overhand", description="As bight template list names them")
    region: bpy.props.StringProperty(name="Regions", description="STRAND:rect:U,V,ANGLE,L,W in metres of the pattern, blanks between "
                                     "several; none: round the selected faces, or all, for the template's only strand")


class Panel(bpy.types.Panel):
    bl_idname, bl_label = "BIGHT_PT_knots", "Knots"
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Bight"

    def draw(self, context):
        wished = context.scene.bight
        self.layout.operator(IdentifyKnots.bl_idname, icon="VIEWZOOM")
        self.fields(wished, TieKnot, "CURVE_DATA", ("knot", "left", "closed", "radius", "mesh"))
        self.layout.operator(CheckMesh.bl_idname, icon="CHECKMARK")
        self.fields(wished, UntangleMesh, "MOD_CLOTH", ("thickness", "pins"))
        self.fields(wished, GarmentKnot, "MATCLOTH", ("template", "region"))
        # what was found of the active object
        thing = context.object
        for key, words in (("knot", "Knot"), ("intersections", "Intersections")):
            if thing is not None and key in thing:
                self.layout.label(text=f"{thing.name}, {words.lower()}: {thing[key]}")

    def fields(self, wished, operator, icon, names):
        """Fields, and the button that takes them."""
        box = self.layout.box()
        for name in names:
            item = wished.bl_rna.properties[name]
            if item.type == "STRING":  # Blender would cut its label
                row = box.split(factor=0.45)
                row.label(text=item.name)
                row.prop(wished, name, text="")
            else:
                box.prop(wished, name)
        button = box.operator(operator.bl_idname, icon=icon)
        for name in names:
            setattr(button, name, getattr(wished, name))


CLASSES = (Preferences, IdentifyKnots, TieKnot, CheckMesh, UntangleMesh, GarmentKnot, Settings, Panel)


def register():
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Scene.bight = bpy.props.PointerProperty(type=Settings)


def unregister():
    del bpy.types.Scene.bight
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
