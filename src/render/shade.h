// SPDX-License-Identifier: MIT
// The light that leaves a point of a surface, before shadows.

#pragma once

#include "render/stage.h"

/// Where a ray ended.
typedef struct bi_hit {
    bight_vec3 place;               ///< on the true surface, just outside it
    bight_vec3 normal;              ///< unit, of the smooth shape, towards the viewer
    double key[3], sky[3], glow[3]; ///< see bi_pixel
} bi_hit;

/// Shade a point of a surface.
/// @param triangle index of a triangle of the surface's mesh
/// @param s, t     its barycentric coordinates of corners 1 and 2
/// @param ray      unit direction it was seen along
/// @param distance from the eye
bi_hit bi_shade_surface(const bi_stage *stage, const bi_shaded_surface *surface, int32_t triangle, double s,
                        double t, bight_vec3 ray, double distance);

/// The ground, where it is hit by a ray; false when it is not, or only so far away that it is background.
bool bi_shade_ground(const bi_stage *stage, bight_vec3 ray, bi_hit *hit, double *distance);

/// The background: no place, normal zero.
bi_hit bi_shade_background(const bi_stage *stage);
