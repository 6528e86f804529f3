#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The order of the rooms, checked from the sources as text.

    python3 scripts/test_rooms.py

1. A room includes only itself and rooms below it, their public headers counted as theirs.
2. A public header includes only public headers of its own room and of rooms below.
3. The command and the benches include public headers only.
4. No files of one room call each other in a circle. Two files that are halves of one algorithm may; they stand in HALVES.

Exit status 1 and a line for each fault."""
import collections
import glob
import os
import re
import sys

# each room with the rooms that it may use, from the ground up; docs/architecture.md says what lives there
ROOMS = {
    "core": "",
    "geom": "core",
    "knot": "core geom",
    "template": "core geom",
    "start": "core geom knot",
    "garment": "core geom",
    "solve": "core",
    "sim": "core geom solve",
    "cloth": "core geom",
    "couple": "core geom sim cloth",
    "dress": "core geom knot cloth template",
    "io": "core geom knot garment sim",
    "render": "core geom io",
    "scene": "core geom knot start template garment sim cloth dress io render",
    "play": "core geom knot start template sim cloth couple dress io render scene",
    "tie": "core geom knot start template sim dress io render scene play",
    "wrap": "core geom io scene",
}

# whose public headers they are
HEADERS = {
    "core": "base suggest",
    "geom": "curve shape mesh cloth_mesh geodesic",
    "template": "pipe template",
    "start": "start",
    "knot": "chain knot knot_atlas knot_code knot_diagram knot_invariant knot_matrix knot_table knot_words link sailor",
    "garment": "garment",
    "sim": "world world_id world_report rope_model hand sheet drawn rod_force",
    "cloth": "cloth",
    "couple": "couple",
    "dress": "dress dress_knot pleat",
    "io": "io code_text cloth_mesh_file garment_file knot_svg",
    "render": "render video",
    "scene": "scene material scene_cloth scene_dress scene_value template_file",
    "play": "play",
    "tie": "tie hold template_check",
    "wrap": "wrap",
}

# pairs of files that call each other because they are one algorithm in two parts
HALVES = set()

faults = []


def includes(path):
    return re.findall(r'^ *# *include *"([^"]+)"', open(path).read(), re.M)


def room_of(name):
    """The room of an included file: bight/world.h is sim's, sim/near.h too."""
    folder, rest = name.split("/", 1) if "/" in name else ("", name)
    if folder != "bight":
        return folder
    for room, headers in HEADERS.items():
        if rest[:-2] in headers.split():
            return room
    return None


def check_includes(path, room, everything):
    allowed = ROOMS[room].split() + [room]
    for name in includes(path):
        other = room_of(name)
        if name != "bight/bight.h" and other not in allowed and (other in ROOMS or everything):
            faults.append(f"{path} includes {name}: {room} depends on {', '.join(allowed)} only")


def functions(paths):
    """name -> file of every bi_ or bight_ function that is defined, and file -> names that it calls."""
    home, calls = {}, collections.defaultdict(set)
    for path in paths:
        text = re.sub(r"//[^\n]*", "", open(path).read())
        # a definition begins at the left border and its body stands between two braces there
        for found in re.finditer(r"^[a-z][^;{}#=]*?\b(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", text, re.M | re.S):
            if found[1].startswith(("bi_", "bight_")):
                home[found[1]] = path
            calls[path].update(re.findall(r"\b((?:bi|bight)_\w+)(?=\()", found[2]))
    return home, calls


def circles(paths):
    """Sets of files that reach each other by calls (Tarjan 1972)."""
    home, calls = functions(paths)
    graph = {path: {home[name] for name in calls[path] if home.get(name, path) != path} for path in paths}
    number, low, stack, found = {}, {}, [], []

    def visit(v):
        number[v] = low[v] = len(number)
        stack.append(v)
        for w in sorted(graph[v]):
            if w not in number:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], number[w])
        if low[v] == number[v]:
            at = stack.index(v)
            part = stack[at:]
            del stack[at:]
            if len(part) > 1:
                found.append(sorted(part))

    for path in paths:
        if path not in number:
            visit(path)
    return found


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    sys.setrecursionlimit(10000)

    for folder in sorted(glob.glob("src/*/")):
        room = folder.split("/")[1]
        if room not in ROOMS:
            faults.append(f"{folder} is no room: name it in scripts/test_rooms.py")
            continue
        files = sorted(glob.glob(folder + "**/*.[ch]", recursive=True))
        for path in files:
            check_includes(path, room, True)
        for part in circles([path for path in files if path.endswith(".c")]):
            if frozenset(part) not in HALVES:
                faults.append(f"these call each other in a circle: {', '.join(part)}")

    for path in sorted(glob.glob("include/bight/*.h")):
        room = room_of("bight/" + os.path.basename(path))
        if os.path.basename(path) == "bight.h":
            continue
        if room is None:
            faults.append(f"{path} belongs to no room: name it in scripts/test_rooms.py")
        else:
            check_includes(path, room, False)

    for path in sorted(glob.glob("cli/*.[ch]") + glob.glob("bench/*.[ch]")):
        for name in includes(path):
            if not re.fullmatch(r"(bight|bench|cli)/[a-z_]+\.h", name):
                faults.append(f"{path} includes {name}: cli and bench include only bight/, bench/ and cli/")

    print("\n".join(faults) if faults else "rooms are in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
