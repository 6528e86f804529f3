#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Scenes of knots in garments, one for each row of table 1 of Guo et al. 2025.

    python3 scripts/make_rows.py [ROW]...            # examples/rows/ROW.json, at reduced size
    python3 scripts/make_rows.py --paper DIR [ROW].. # the paper's vertex counts; bight run DIR/ROW.json --out DIR/ROW

A row is a garment on the torso, a piece of it that is tied, a template, and where it stands. Where the garment itself is not
tied it stands still (its vertices are pinned, at rest as it was fitted); the piece that is tied is free. BIGHT names the command
(default build/release/bight), which is asked for the places of pieces on their patterns."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BIGHT = os.environ.get("BIGHT", os.path.join(HERE, "..", "build", "release", "bight"))
LOOK = {"color": "#b0253f", "weave": "stripes", "repeat": 0.03}
FRONT = [0.25, 0.25, 1.0]
KNOTS = os.path.join(HERE, "..", "data", "templates")


def template(name):
    with open(os.path.join(KNOTS, name + ".json")) as f:
        return json.load(f)


def length_of(name):
    """Of the first strand's axis with its ends, metres."""
    s = template(name)["strands"][0]
    p, total, before = s["points"], s.get("first_end", 0.0) + s.get("last_end", 0.0), None
    for i in range((len(p) - 1) // 3):
        for j in range(17):
            u, v = j / 16, 1 - j / 16
            w = (v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u)
            at = [sum(w[k] * p[3 * i + k][c] for k in range(4)) for c in range(3)]
            total += math.dist(at, before) if before else 0.0
            before = at
    return total


BOXES = {}


def box(garment, piece, sizes):
    """Where a piece lies on the pattern: least and greatest u and v."""
    key = garment, tuple(sorted(sizes.items()))
    if key not in BOXES:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "g.obj")
            args = [BIGHT, "garment", "make", garment, "-o", path, "--edge", "0.03"]
            for k, v in sizes.items():
                args += ["--size", "%s=%g" % (k, v)]
            subprocess.run(args, check=True, stdout=subprocess.DEVNULL)
            places, group, found = [], "", {}
            for line in open(path):
                words = line.split()
                if line.startswith("vt "):
                    places.append((float(words[1]), float(words[2])))
                elif line.startswith("g "):
                    group = words[1]
                elif line.startswith("f "):
                    for corner in words[1:]:
                        u, v = places[int(corner.split("/")[1]) - 1]
                        b = found.setdefault(group, [u, u, v, v])
                        b[:] = [min(b[0], u), max(b[1], u), min(b[2], v), max(b[3], v)]
            BOXES[key] = found
    return BOXES[key][piece]


def sized(sizes):
    return [{"size": k, "value": v} for k, v in sizes.items()]


def stage(title, thickness, worn, pieces, color, body=True, edge=0.022):
    scene = {"bight": 1, "title": title, "view": {"from": FRONT},
             "cloth": {"thickness": thickness, "friction": 0.1, "time_step": 0.1}}
    if body:  # short arms, well inside the sleeves
        scene["obstacles"] = [{"name": "body", "color": "#d9b38c", "mesh": {"garment": {
            "name": "torso", "edge": 0.022, "sizes": sized({"arm": 0.3})}}}]
    scene["cloths"] = []
    if worn:
        scene["cloths"].append({"name": worn, "pins": "all", "look": {"color": color, "weave": "none"},
                                "mesh": {"pattern": 0, "garment": {"name": worn, "edge": edge, "pieces": pieces}}})
    return scene


def script(cycles):
    loose, lead, tied = cycles
    return [{"still": "placed"}, {"settle": {"cycles": loose, "arrive": False}}, {"still": "loose"},
            {"lead": {"cycles": lead}}, {"settle": {"cycles": tied, "arrive": False}}, {"still": "tied"},
            {"expect": {"dressed": "knot", "cloth": {"intersections": 0}}}]


def tie(scene, cloth, knot, regions, values, position, rotation=None, graded=True, cycles=(120, 200, 150)):
    dress = {"name": "knot", "cloth": cloth, "template": knot, "graded": graded}
    if values:
        dress["set"] = [{"parameter": k, "value": v} for k, v in values.items()]
    dress["regions"] = regions
    dress["position"] = [round(c, 5) for c in position]
    if rotation:
        dress["rotation"] = {"axis": list(rotation[0]), "degrees": rotation[1]}
    scene["dress"] = [dress]
    scene["script"] = script(cycles)
    return scene


def rectangle(u, v, angle, length, width, padding, **more):
    r = {"u": u, "v": v, "angle": angle, "length": length, "width": width, "padding": max(0.0, padding)}
    return {**more, "rectangle": {k: round(x, 6) for k, x in r.items()}}


def add(scene, name, garment, edge, sizes, pieces):
    mesh = {"name": garment, "edge": edge, "sizes": sized(sizes)}
    if pieces:
        mesh["pieces"] = pieces
    scene["cloths"].append({"name": name, "mesh": {"garment": mesh}, "material": {"bend": 2e-5}, "look": LOOK})


def neck(knot, scale, degrees, target, component="neck"):
    """The position that brings the middle of a template's neck, scaled and turned about x, to a place."""
    d = template(knot)
    p = d["strands"][0]["points"]
    span = [c for c in d["components"] if c["name"] == component][0]["joints"][0]
    q = [p[3 * i] for i in range(span["first"], span["last"] + 1)]
    m = [scale * sum(x[k] for x in q) / len(q) for k in range(3)]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [target[0] - m[0], target[1] - (c * m[1] - s * m[2]), target[2] - (s * m[1] + c * m[2])]


def whole(scene, name, garment, piece, knot, edge, sizes, values, tilt, target, padding=None, **more):
    """A whole strip on a template with a neck."""
    b = box(garment, piece, sizes)
    length, width = b[1] - b[0], b[3] - b[2]
    scale = length / length_of(knot)
    add(scene, name, garment, edge, sizes, [piece])
    if padding is None:  # as wide as the pipe is round, so that cloth keeps its width
        padding = 0.5 * (2 * math.pi * 0.012 * scale - width)
    region = rectangle(0.5 * (b[0] + b[1]), 0.5 * (b[2] + b[3]), 0, length + 2e-4, width + 2e-4, padding)
    return tie(scene, name, knot, [region], values, neck(knot, scale, tilt, target), ([1, 0, 0], tilt), **more)


COAT = ["front_right", "front_left", "back", "collar"]
SHIRT = ["front_right", "front_left", "back", "collar"]


def coat_bow(k, **more):
    sizes, reach = {"belt": 3.0, "width": 0.024}, 0.95
    scene = stage("A bow in the belt of a trench coat", 0.001, "trench_coat", COAT, "#c8b58a")
    add(scene, "belt", "trench_coat", 0.0046 * k, sizes, ["belt"])
    b = box("trench_coat", "belt", sizes)
    padding = 0.5 * (2 * math.pi * 0.012 * reach / 1.36 - 0.024)
    regions = [rectangle(b[1] - 0.5 * reach + 1e-4 if right else b[0] + 0.5 * reach - 1e-4, 0.5 * (b[2] + b[3]),
                         0 if right else 180, reach, b[3] - b[2] + 2e-4, padding, strand="right" if right else "left")
               for right in (False, True)]
    return tie(scene, "belt", "shoelace", regions, {}, [0, 1.05, 0.2], **more)


def coat_pretzel(k, **more):
    sizes, reach = {"belt": 3.0, "width": 0.02}, 0.62
    scene = stage("A pretzel knot in the end of a trench coat's belt", 0.001, "trench_coat", COAT, "#c8b58a")
    add(scene, "belt", "trench_coat", 0.006 * k, sizes, ["belt"])
    b = box("trench_coat", "belt", sizes)
    region = rectangle(b[1] - 0.5 * reach + 1e-4, 0.5 * (b[2] + b[3]), 0, reach, b[3] - b[2] + 2e-4,
                       0.5 * (2 * math.pi * 0.012 * reach / 1.24 - 0.02))
    return tie(scene, "belt", "pretzel", [region], {}, [0, 1.05, 0.2], ([1, 0, 1], 180), **more)


def hoodie_double(k, **more):
    scene = stage("A scarf tied twice on a hoodie", 0.001, "hoodie", ["front", "back"], "#8899aa")
    return whole(scene, "scarf", "hoodie", "scarf", "double", 0.0046 * k, {"scarf": 2.2, "scarf_width": 0.04}, {}, -25,
                 (0, 1.465, 0.005), **more)


def hoodie_bow(k, **more):
    scene = stage("A scarf tied in a bow on a hoodie", 0.001, "hoodie", ["front", "back"], "#8899aa")
    return whole(scene, "scarf", "hoodie", "scarf", "bow", 0.0042 * k, {"scarf": 3.0, "scarf_width": 0.03},
                 {"neck.scale": 1.15}, -25, (0, 1.465, 0.005), **more)


def blouse_double(k, **more):
    # A tail covers three fifths of the pipe's round: one that closes it cannot open into the flat front beside it.
    sizes, reach, width, part, thick = {"tail": 0.6, "tail_width": 0.04, "length": 0.5}, 0.59, 0.04, 0.36, 1.1
    scene = stage("The tails of a blouse, tied twice", 0.001, None, [], None)
    add(scene, "blouse", "blouse", 0.022 * k, sizes, None)
    regions = []
    for left in (True, False):
        b = box("blouse", "front_left" if left else "front_right", sizes)
        regions.append(rectangle(b[1] - 0.5 * width if left else b[0] + 0.5 * width, b[2] + 0.5 * reach - 1e-4,
                                 90 if left else -90, reach, width + 4e-3,
                                 0.5 * (2 * math.pi * 0.012 * thick * reach / (part * 2.1) - width),
                                 **({"from": 0, "to": part} if left else {"from": 1 - part, "to": 1})))
    return tie(scene, "blouse", "double", regions, {"tails.length": 0, "radius": thick}, [0, 0.85, 0.2], **more)


def blouse_overhand(k, **more):
    sizes, reach, width, free = {"tail": 0.5, "tail_width": 0.04, "length": 0.5}, 0.49, 0.04, 0.12
    scene = stage("The tails of a blouse, tied once", 0.001, None, [], None)
    add(scene, "blouse", "blouse", 0.022 * k, sizes, None)
    scale = reach / (length_of("half_knot") * (1 - free))
    regions = []
    for left in (True, False):
        b = box("blouse", "front_left" if left else "front_right", sizes)
        regions.append(rectangle(b[1] - 0.5 * width if left else b[0] + 0.5 * width, b[2] + 0.5 * reach - 1e-4, -90, reach,
                                 width + 4e-3, 0.5 * (2 * math.pi * 0.012 * scale - width),
                                 **{"strand": "left" if left else "right", "from": free, "to": 1}))
    return tie(scene, "blouse", "half_knot", regions, {}, [0, 0.9, 0.2], **more)


def tie_on_shirt(title, knot, k, thickness, values, tilt, target, component, more):
    scene = stage(title, thickness, "dress_shirt", SHIRT, "#e8e8f0")
    sizes = {"length": 2.0, "blade": 0.05, "tip": 0.03, "band": 0.024}
    b = box("necktie", "tie", sizes)
    scale = (b[1] - b[0]) / length_of(knot)
    add(scene, "tie", "necktie", 0.0036 * k, sizes, ["tie"])
    region = rectangle(0.5 * (b[0] + b[1]), 0.5 * (b[2] + b[3]), 0, b[1] - b[0] + 2e-4, b[3] - b[2] + 2e-4, 0.001)
    if component is None:  # the noose's loop
        c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
        place = [target[0], target[1] - c * 0.37 * scale, target[2] - s * 0.37 * scale]
    else:
        place = neck(knot, scale, tilt, target, component)
    return tie(scene, "tie", knot, [region], values, place, ([1, 0, 0], tilt), **more)


def shirt_windsor(k, **more):
    return tie_on_shirt("A Windsor knot on a dress shirt", "windsor", k, 0.0008, {"neck.scale": 1.3}, -30,
                        (0, 1.49, 0.005), "neck", more)


def shirt_noose(k, **more):
    return tie_on_shirt("A noose on a dress shirt", "noose", k, 0.0006, {"loop.scale": 1.2}, -65, (0, 1.48, 0), None, more)


def bag_double_bow(k, **more):
    scene = stage("A double bow on the strap of a handbag", 0.0005, "handbag", ["front", "back", "handle"], "#6b4a2f", False,
                  0.01)
    return whole(scene, "scarf", "handbag", "scarf", "double_bow", 0.0017 * k, {"scarf": 2.0, "scarf_width": 0.012}, {}, 0,
                 (0, 0.336, 0.06), **more)


def shirt_overhand(k, **more):
    # no body: the borders of tips draw cloth through it
    sizes, reach, apart = {"chest": 1.25, "length": 0.8, "sleeve": 0.4}, 0.12, 0.165
    scene = stage("Two tips of a T-shirt's hem, tied once", 0.0005, None, [], None, False)
    scene["cloth"]["gravity"] = [0, 0, 0]
    scene["view"]["from"] = [0.1, -0.4, 1.0]
    add(scene, "tshirt", "tshirt", 0.012 * k, sizes, None)
    b = box("tshirt", "front", sizes)
    regions = [{"strand": "left" if left else "right",
                "circle": {"u": round(0.5 * (b[0] + b[1]) + (-apart if left else apart), 6), "v": round(b[2] + 0.003, 6),
                           "radius": reach, "angle": 90}} for left in (True, False)]
    return tie(scene, "tshirt", "tips", regions, {}, [0, 0.9, 0.2], **more)


# name, maker, how much finer the paper's count asks for (of the cloth that is tied)
ROWS = [("coat_bow", coat_bow, 0.6), ("coat_pretzel", coat_pretzel, 0.5), ("hoodie_double", hoodie_double, 0.33),
        ("hoodie_bow", hoodie_bow, 0.9), ("blouse_double", blouse_double, 0.17),
        ("blouse_overhand", blouse_overhand, 0.11), ("shirt_overhand", shirt_overhand, 0.38), ("shirt_windsor", shirt_windsor, 0.9),
        ("shirt_noose", shirt_noose, 0.55), ("bag_double_bow", bag_double_bow, 0.35)]


def text_of(scene):
    text = json.dumps(scene, indent=2)
    return re.sub(r"\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]", r"[\1, \2, \3]", text) + "\n"


def main():
    paper = sys.argv[1:2] == ["--paper"]
    folder = sys.argv[2] if paper else os.path.join(HERE, "..", "examples", "rows")
    wanted = sys.argv[3:] if paper else sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name, maker, finer in ROWS:
        if wanted and name not in wanted:
            continue
        scene = maker(finer, cycles=(200, 400, 400)) if paper else maker(1.0)
        if paper:  # thinner cloth on finer edges, the shortest of which are half the mean
            edge = scene["cloths"][-1]["mesh"]["garment"]["edge"]
            scene["cloth"]["thickness"] = round(min(scene["cloth"]["thickness"], 0.2 * edge), 6)
        with open(os.path.join(folder, name + ".json"), "w") as f:
            f.write(text_of(scene))


if __name__ == "__main__":
    main()
