// SPDX-License-Identifier: MIT
// The benches behind `bight bench NAME`.

#pragma once

#include <stdbool.h>

/// Each takes the arguments after the bench's name, prints to stdout and returns an exit code. After a signal each ends
/// within a second by itself, without what was half measured, and returns CLI_INTERRUPTED.
int bench_rope(int argc, char **argv);

/// Speed of cloth, and how far a tangled mesh is untangled. Arguments: --json, --threads N, --untangle MESH.
int bench_cloth(int argc, char **argv);

/// The bench's drape or fold with obstacles of triangles, frame by frame, and all meshes as OBJ files, for
/// comparison with another program (scripts/bench_blender.sh). Arguments: drape or fold, --frames N,
/// --threads N, --out DIR.
int bench_cloth_frames(int argc, char **argv);
int bench_identify(int argc, char **argv);
int bench_knots(int argc, char **argv);
int bench_torture(int argc, char **argv);
int bench_tie(int argc, char **argv);
int bench_projection(int argc, char **argv);
int bench_spring(int argc, char **argv);

/// Overhand knots in elastic rods, and a bowline. Arguments: --json, --twist; or --start N, which prints a start shape.
int bench_rod(int argc, char **argv);

/// How far knots of the book creep under a load that stays. Arguments: --json, --steps N, names of knots.
int bench_hold(int argc, char **argv);

/// From a slider to the pipe, of each template. Arguments: --json.
int bench_template(int argc, char **argv);

/// A bow in a ribbon of 12,000 vertices, from mapping to the verdict on the settled knot. Arguments: --json, --threads N, --most N:
/// sizes up to so many vertices (50,000 and 115,000 are the others); or --push-out: a bow that is pushed out of a torso alone.
int bench_dress(int argc, char **argv);
int bench_dress_push(bool wants_json);

/// Wraps and objects, from the rehearsal to the object that hangs. Arguments: --json, --object NAME (again and again), --objects,
/// --cloth CxR (again and again), --thickness M, --preview, --steps N, --threads N, names of wraps.
int bench_wrap(int argc, char **argv);
