// SPDX-License-Identifier: MIT
// A pinhole: rays through pixels.

#pragma once

#include "bight/render.h"

typedef struct bi_pinhole {
    bight_vec3 eye;
    bight_vec3 right, up, back; ///< unit, at right angles; back points from the target to the eye
    double tan_x, tan_y;        ///< half width and half height of the picture at distance one
    double pixel;               ///< height of a pixel at distance one
} bi_pinhole;

/// @return false when eye and target coincide or a number is not finite.
bool bi_pinhole_make(const bight_camera *camera, int32_t width, int32_t height, bi_pinhole *pinhole);

/// Unit direction through a point of the picture: x and y from 0 to 1, y downwards.
bight_vec3 bi_pinhole_ray(const bi_pinhole *pinhole, double x, double y);
