#!/bin/sh
# SPDX-License-Identifier: MIT
# Blender's cloth beside ours: the same meshes, frames and distances, timed; edges through faces that either leaves are
# counted by our exact test. Prints one JSON object. Needs Blender (Debian: blender) and a release build.
#     sh scripts/bench_blender.sh [FRAMES] [THREADS] [QUALITIES] >bench/results/cloth_blender.json
# QUALITIES: Blender's steps a frame and rounds of collision, "5 2" (its defaults) unless given; "5 2,15 6" tries both.
set -eu
cd "$(dirname "$0")/.."
frames=${1:-60}
threads=${2:-2}
qualities=${3:-5 2}
if ! command -v blender >/dev/null; then
    echo "skipped: Blender is not installed (Debian: blender)" >&2
    exit 0
fi
bight=build/release/bight
[ -x "$bight" ] || { echo "$bight is missing: cmake --build build/release" >&2; exit 1; }
out=build/blender
mkdir -p "$out"

# Edges through faces of the cloth alone, and of cloth and obstacle together less those of the obstacle alone.
count() {
    "$bight" mesh check --json "$1" | python3 -c 'import json, sys; print(json.load(sys.stdin)["intersections"])'
}
judge() {
    python3 - "$1" "$2" "$out/both.obj" <<'END'
import sys
vertices, faces, shift = [], [], 0
for name in sys.argv[1:3]:
    lines = open(name).read().splitlines()
    vertices += [x for x in lines if x.startswith("v ")]
    faces += ["f " + " ".join(str(int(w) + shift) for w in x.split()[1:]) for x in lines if x.startswith("f ")]
    shift = len(vertices)
open(sys.argv[3], "w").write("\n".join(vertices + faces) + "\n")
END
    own=$(count "$1")
    body=$(count "$2")
    both=$(count "$out/both.obj")
    echo "\"intersections\": $own, \"intersections_with_obstacle\": $((both - own - body))"
}

printf '{"frames": %s, "threads": %s' "$frames" "$threads"
for scene in drape fold; do
    ours=$(OMP_WAIT_POLICY=passive "$bight" bench cloth-frames "$scene" --frames "$frames" --threads "$threads" --out "$out")
    printf ',\n "%s": {"bight": {"run": %s, %s}' "$scene" "$ours" "$(judge "$out/${scene}_bight.obj" "$out/${scene}_body.obj")"
    echo "$qualities" | tr ',' '\n' | while read -r steps rounds; do
        blender -b --factory-startup -t "$threads" --python-exit-code 1 --python bench/blender_cloth.py -- \
            "$out/${scene}_cloth.obj" "$out/${scene}_body.obj" "$out/${scene}_blender$steps.obj" "$out/blender.json" \
            "$frames" "$steps" "$rounds" </dev/null >"$out/blender.log" 2>&1 || { tail -n 5 "$out/blender.log" >&2; exit 1; }
        printf ',\n  "blender_%s": {"run": %s, %s}' "$steps" "$(cat "$out/blender.json")" \
            "$(judge "$out/${scene}_blender$steps.obj" "$out/${scene}_body.obj")"
    done
    printf '}'
done
printf '}\n'
