// SPDX-License-Identifier: MIT
// What the rays bring back, one number a pixel and quantity, and the filter that takes the grain out.

#pragma once

#include "bight/base.h"

/// A picture before its light is put together: colour = glow + key x seen + sky x open.
/// Shadow and occlusion are kept apart from colour because they alone are noisy and, unlike texture,
/// smooth: they may be averaged with neighbours on the same surface.
typedef struct bi_pixel {
    float glow[3];    ///< light that needs no more rays: background
    float key[3];     ///< light of the lamp, as if nothing stood in its way
    float sky[3];     ///< light from all around, likewise
    float seen, open; ///< 0 to 1: how much of the lamp and of the sky is not hidden
    float place[3];   ///< mean point of the surface
    float normal[3];  ///< mean normal; zero when there is only background
    float distance;   ///< from the eye
} bi_pixel;

/// Smooth seen and open along surfaces, then tone the sum and write sRGB bytes.
/// @param pixels  (height x width)
/// @param smooth  (height x width x 2) scratch
/// @param rgb     (height x width x 3)
/// @param pixel   height of a pixel at distance one
/// @param reach   pixels to look sideways, 0 to 4
void bi_image_finish(const bi_pixel *pixels, float *smooth, int32_t width, int32_t height, double pixel,
                     int32_t reach, int32_t threads, uint8_t *rgb);
