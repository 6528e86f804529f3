// SPDX-License-Identifier: MIT
// What all cloth that begins folded is asked: which vertices a line has, whether cloth goes through cloth, which templates tie it.

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"
#include "bight/knot.h"
#include "bight/pipe.h"
#include "bight/template.h"

/// Whether a template ties two corners: two open strands, joined at their first ends, that make a knot.
bool bi_folded_ties(const bight_template *made);

/// Vertices of the line y = 0 by s.
/// @param s, y  (count) places on the pattern, metres @param half from the middle to a tip
/// @param line  Receives (*line_count) of them; the caller frees that many.
bight_status bi_folded_line(const bight_allocator *allocator, const double *s, const double *y, int32_t count,
                            double half, int32_t **line, int32_t *line_count, bight_error *error);

/// How many edges pierce faces. @param positions (mesh->vertex_count) metres
bight_status bi_folded_crossings(const bight_env *env, const bight_cloth_mesh *mesh,
                                 const bight_vec3 *positions, int64_t *crossings, bight_error *error);

/// The knot of a line, its ends closed far outside. @param positions of the cloth's vertices @param name "" on failure
bight_status bi_folded_name(const bight_env *env, const int32_t *line, int32_t line_count,
                            const bight_vec3 *positions, char name[BIGHT_KNOT_MAX_NAME], bight_error *error);

/// Mean radius of both strands of a template. @param strands (2)
double bi_folded_radius(const bight_axis_strand *strands);

/// Which part of a template's strand is the knot: from where it first comes within 3.3 mean radii of the other strand to where it
/// leaves it, and 2 radii more at either end.
/// @param strands (2) @param ends Receives the first and last node of that part.
void bi_folded_knot(const bight_axis_strand *strands, int32_t strand, int32_t ends[2]);
