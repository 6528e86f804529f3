# SPDX-License-Identifier: MIT
"""Blender's cloth on a mesh against an obstacle, timed. Run inside Blender by scripts/bench_blender.sh:

    blender -b --factory-startup -t 2 --python bench/blender_cloth.py -- CLOTH.obj BODY.obj OUT.obj OUT.json FRAMES
        QUALITY COLLISION_QUALITY

Everything is in metres, kilograms and seconds; a frame is 1/60 s. What is set, and why, is in docs/performance.md.
"""

import json
import sys
import time

import bpy

THICKNESS = 0.001  # m
FRICTION = 0.3  # Coulomb's; Blender's number is a hundred times it
DENSITY = 0.2  # kg/m^2
STRETCH = 300.0  # N/m
BEND = 2e-6  # N m


def read_obj(name):
    """Vertices and triangles of the plain OBJ files that `bight bench cloth-frames` writes."""
    vertices, faces = [], []
    with open(name, encoding="ascii") as file:
        for line in file:
            word = line.split()
            if word and word[0] == "v":
                vertices.append(tuple(float(x) for x in word[1:4]))
            elif word and word[0] == "f":
                faces.append(tuple(int(x.split("/")[0]) - 1 for x in word[1:4]))
    return vertices, faces


def add(name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def area_and_edge(vertices, faces):
    """Total area, and the mean length of the triangles' sides."""
    from mathutils import Vector

    area = length = 0.0
    for a, b, c in faces:
        p, q, r = Vector(vertices[a]), Vector(vertices[b]), Vector(vertices[c])
        area += 0.5 * (q - p).cross(r - p).length
        length += ((q - p).length + (r - q).length + (p - r).length) / 3.0
    return area, length / len(faces)


def main():
    argv = sys.argv[sys.argv.index("--") + 1 :]
    cloth_name, body_name, out_name, json_name = argv[:4]
    frames, quality, collision_quality = (int(x) for x in argv[4:7])

    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    scene = bpy.context.scene
    scene.render.fps = 60
    scene.frame_start, scene.frame_end = 1, frames + 1
    scene.gravity = (0.0, -9.81, 0.0)

    body = add("body", *read_obj(body_name))
    body.modifiers.new("Collision", "COLLISION")
    body.collision.thickness_outer = THICKNESS
    body.collision.cloth_friction = 100.0 * FRICTION
    body.collision.damping = 0.0

    vertices, faces = read_obj(cloth_name)
    area, edge = area_and_edge(vertices, faces)
    cloth = add("cloth", vertices, faces)
    settings = cloth.modifiers.new("Cloth", "CLOTH")
    s, c = settings.settings, settings.collision_settings
    s.quality = quality
    s.time_scale = 1.0
    s.mass = DENSITY * area / len(vertices)
    s.air_damping = 0.0
    # Blender divides the number by the mean length of springs to get a spring's N/m
    s.tension_stiffness = s.compression_stiffness = STRETCH * edge
    s.tension_stiffness_max = s.compression_stiffness_max = STRETCH * edge
    # and has a torque of 0.1 x number x length x angle; a hinge of ours has 3 B x length / height x angle
    s.bending_model = "ANGULAR"
    s.bending_stiffness = s.bending_stiffness_max = 10.0 * 3.0 * BEND / (2.0 * edge * 0.7)
    c.use_collision = True
    c.collision_quality = collision_quality
    c.distance_min = THICKNESS
    c.friction = 100.0 * FRICTION
    c.damping = 0.0
    c.use_self_collision = True
    c.self_distance_min = THICKNESS
    c.self_friction = 100.0 * FRICTION
    settings.point_cache.frame_start, settings.point_cache.frame_end = 1, frames + 1

    scene.frame_set(1)
    wall, processor = time.perf_counter(), time.process_time()
    for frame in range(2, frames + 2):
        scene.frame_set(frame)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor

    result = cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    with open(out_name, "w", encoding="ascii") as file:
        for vertex in result.vertices:
            file.write("v %.9g %.9g %.9g\n" % tuple(vertex.co))
        for a, b, c in faces:
            file.write("f %d %d %d\n" % (a + 1, b + 1, c + 1))
    with open(json_name, "w", encoding="ascii") as file:
        json.dump(
            {
                "version": bpy.app.version_string,
                "frames": frames,
                "quality": quality,
                "collision_quality": collision_quality,
                "wall_seconds": round(wall, 3),
                "processor_seconds": round(processor, 3),
                "vertices": len(vertices),
            },
            file,
        )


main()
