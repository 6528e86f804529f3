// SPDX-License-Identifier: MIT
// A picture with every default filled in, and the ray tracer it is handed to.

#pragma once

#include "bight/render.h"
#include "render/camera.h"

/// What one mesh of the stage looks like.
typedef struct bi_shaded_surface {
    bight_mesh tube;             ///< owned, when this is a rope; else empty
    const bight_mesh *mesh;      ///< the surface: &tube or the caller's
    double radius;               ///< of the rope; 0 for an obstacle
    double lift;                 ///< how far to step outside before looking for shadows
    double colour[3], tracer[3]; ///< linear
    double gloss;
    bight_pattern pattern;
    bool cloth;     ///< with two sides
    double back[3]; ///< linear; tracer is the accent
    bight_weave weave;
    double repeat;
} bi_shaded_surface;

typedef struct bi_stage {
    bi_shaded_surface *surfaces; ///< (count): ropes, then obstacles, then cloths
    int32_t count;
    bi_pinhole pinhole;
    double size;        ///< radius of a ball around everything
    bight_vec3 centre;  ///< its centre
    double rope_radius; ///< the thickest rope's, or a part of size when there is none
    bool has_ground;
    bight_vec3 ground_point, ground_normal;
    bight_vec3 lamp;      ///< unit, towards the light
    double background[3]; ///< light that ends up as the colour asked for
    int32_t width, height, samples;
} bi_stage;

/// Trace the stage.
/// @param rgb (height x width x 3)
bight_status bi_trace(const bight_env *env, const bi_stage *stage, uint8_t *rgb, bight_error *error);
