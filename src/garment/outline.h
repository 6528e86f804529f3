// SPDX-License-Identifier: MIT
// Outlines of panels: edges that are lines, arcs and Bezier curves, and how they are divided.

#pragma once

#include "bight/garment.h"

/// A new panel behind the others, not turned. @return NULL without memory.
bight_sewing_panel *bi_pattern_add_panel(const bight_allocator *allocator, bight_sewing *pattern,
                                         const char *name);

/// @return NULL without memory.
bight_sewing_edge *bi_panel_add_edge(const bight_allocator *allocator, bight_sewing_panel *panel, double x,
                                     double y);

bight_status bi_pattern_add_stitch(const bight_allocator *allocator, bight_sewing *pattern,
                                   bight_sewing_stitch stitch);

/// The place at t from 0 to 1 along an edge, by its own parameter.
void bi_edge_at(const bight_sewing_panel *panel, int32_t edge, double t, double place[2]);

double bi_edge_length(const bight_sewing_panel *panel, int32_t edge);

/// Divide an edge into pieces of equal length. @param places (divisions x 2) receives all places but the last.
void bi_edge_divide(const bight_sewing_panel *panel, int32_t edge, int32_t divisions, double *places);

/// Twice the area that the outline encloses; below 0 when it runs clockwise.
double bi_panel_turn(const bight_sewing_panel *panel);

bight_vec3 bi_panel_place(const bight_sewing_panel *panel, const double place[2]);
