#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The reference of the C API is built without warnings, and leads to every public function, type, enum and macro, each
# with words.
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent


def words_of(node):
    return "".join("".join(part.itertext()) for tag in ("briefdescription", "detaileddescription")
                   for part in node.findall(tag)).strip()


def documented(folder):
    """Names in the reference, and whether each has words."""
    found = {}
    for path in folder.glob("*.xml"):
        for node in xml.parse(path).getroot().iter():
            if node.tag == "memberdef" and node.get("kind") in ("function", "enum", "define", "typedef"):
                name = node.findtext("name")
                # an old name that stands for a new one says enough
                value = node.find("initializer")
                if node.get("kind") == "define" and value is not None and re.fullmatch(
                        r"bight_\w+", "".join(value.itertext()).strip(), re.I):
                    continue
            elif node.tag == "compounddef" and node.get("kind") in ("struct", "file"):
                name = node.findtext("compoundname")
            else:
                continue
            found[name] = found.get(name, False) or words_of(node) != ""
    return found


def declared(text):
    """Public names of a header: functions, structs and enums."""
    code = re.sub(r"//[^\n]*", "", text)
    code = re.sub(r"#define[^\n]*(\\\n[^\n]*)*", "", code)
    names = re.findall(r"\bBIGHT_API\b[^;{]*?\b(bight_\w+)\s*\(", code)
    names += re.findall(r"^typedef (?:struct|enum) (bight_\w+)", code, re.M)
    return names


def missing(headers, found):
    lines, public = [], set()
    for header in headers:
        for name in declared(header.read_text()):
            public.add(name)
            if name not in found:
                lines.append(f"{header.name}: {name} is not in the reference")
            elif not found[name]:
                lines.append(f"{header.name}: {name} has no words")
    # a macro or a header that the reference lists and nobody explains
    lines += [f"{name} has no words" for name, words in found.items()
              if not words and name not in public and (name.lower().startswith("bight_") or name.endswith(".h"))]
    return lines


def self_test():
    text = "typedef struct bight_a {\n} bight_a;\nBIGHT_API bight_status bight_f(bight_a *a,\n  int b); // bight_no(\n"
    assert declared(text) == ["bight_f", "bight_a"], declared(text)
    header = type("Header", (), {"name": "h", "read_text": staticmethod(lambda: text)})
    assert len(missing([header], {"bight_a": True})) == 1
    assert len(missing([header], {"bight_a": False, "bight_f": True})) == 1
    assert missing([header], {"bight_a": True, "bight_f": True}) == []


def main():
    self_test()
    subprocess.run(["sh", str(ROOT / "scripts/docs.sh")], check=True)
    headers = sorted((ROOT / "include/bight").glob("*.h"))
    found = documented(ROOT / "build/docs/xml")
    lines = missing(headers, found)
    count = sum(len(declared(header.read_text())) for header in headers)
    print("\n".join(lines) if lines else f"{count} functions, structs and enums of {len(headers)} headers, all with words")
    sys.exit(1 if lines or count < 200 else 0)


if __name__ == "__main__":
    main()
