#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of materials and its page, from data/materials.

    python3 scripts/make_materials.py            # writes src/scene/materials.inc and docs/materials.md
    python3 scripts/make_materials.py --check    # exit code 1 when they are not what it would write
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
UNITS = {"radius": "m", "density": "kg/m", "stretch": "N", "bend": "N m^2", "twist": "N m^2", "rest_curvature": "1/m",
         "friction": "", "hand_force": "N"}
REQUIRED = ("radius", "density", "stretch", "bend", "friction")


def read():
    """All materials by name; every value is a number above 0 with a source."""
    materials = []
    for path in sorted((ROOT / "data/materials").glob("*.json")):
        text = json.loads(path.read_text(encoding="utf-8"))
        material = text["material"]
        assert text["bight"] == 1 and material["name"] == path.stem, path
        assert set(material) <= {"name", "title", "note", *UNITS} and all(key in material for key in REQUIRED), path
        for key in UNITS:
            if key in material:
                assert material[key]["value"] > 0 and material[key]["source"], (path, key)
        materials.append(material)
    return materials


def table(materials):
    lines = ["// Made by scripts/make_materials.py from data/materials.", ""]
    for material in materials:
        values = ", ".join(f".{key} = {material[key]['value']!r}" if key in material else f".{key} = 0.0" for key in UNITS)
        lines.append(f"{{.name = {json.dumps(material['name'])}, .title = {json.dumps(material['title'])}, "
                     f".note = {json.dumps(material['note'])},\n {values}}},")
    return "\n".join(lines) + "\n"


def page(materials):
    lines = ["# Materials", "",
             "What the ropes of a scene may be made of: `\"material\": \"paracord\"` gives a rope its radius and its `rod` "
             "([elastic rods](models/rod.md)),",
             "and each field that the rope says itself counts instead. `bight help materials` lists them. Made by "
             "`scripts/make_materials.py` from",
             "`data/materials`, one file a material; no value is without its source, and most are estimates, which says so. "
             "`twist` is kept for",
             "rods that twist, and given to those that are bent at rest. `hand_force` is how hard hands pull, a choice and no property.",
             ""]
    for material in materials:
        lines += [f"## {material['name']}", "", f"{material['title']}. {material['note']}", "",
                  "| | value | unit | source |", "|---|---|---|---|"]
        lines += [f"| `{key}` | {material[key]['value']:g} | {unit} | {material[key]['source']} |"
                  for key, unit in UNITS.items() if key in material]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def main():
    materials = read()
    files = {"src/scene/materials.inc": table(materials), "docs/materials.md": page(materials)}
    if "--check" in sys.argv[1:]:
        wrong = [name for name, text in files.items() if (ROOT / name).read_text(encoding="utf-8") != text]
        print("materials are as their files say" if not wrong else f"run scripts/make_materials.py: {', '.join(wrong)}")
        return 1 if wrong else 0
    for name, text in files.items():
        (ROOT / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
