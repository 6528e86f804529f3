// SPDX-License-Identifier: MIT

#include "geom/axis.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/segment.h"
#include "geom/validate.h"

bight_status bi_axis_reserve(const bight_allocator *allocator, bi_axis *axis, int32_t nodes)
{
    BI_ASSERT(nodes >= 2);
    bight_curve strand = {NULL, nodes, false};
    int64_t samples = bi_smooth_curve_count(&strand, BI_AXIS_SAMPLES);
    if (samples <= axis->capacity) {
        return BIGHT_OK;
    }
    bi_axis_free(allocator, axis);
    size_t count = (size_t)samples;
    axis->capacity = (int32_t)samples;
    axis->smooth.points = bi_new_array(allocator, count, sizeof(bight_vec3));
    axis->smooth.tangents = bi_new_array(allocator, count, sizeof(bight_vec3));
    axis->smooth.arc = bi_new_array(allocator, count, sizeof(double));
    axis->across = bi_new_array(allocator, count, sizeof(bight_vec3));
    axis->bend_across = bi_new_array(allocator, count, sizeof(double));
    axis->bend_aside = bi_new_array(allocator, count, sizeof(double));
    if (axis->smooth.points == NULL || axis->smooth.tangents == NULL || axis->smooth.arc == NULL ||
        axis->across == NULL || axis->bend_across == NULL || axis->bend_aside == NULL) {
        bi_axis_free(allocator, axis);
        return BIGHT_ERROR_NO_MEMORY;
    }
    return BIGHT_OK;
}

void bi_axis_free(const bight_allocator *allocator, bi_axis *axis)
{
    size_t count = (size_t)axis->capacity;
    bi_free_array(allocator, axis->smooth.points, count, sizeof(bight_vec3));
    bi_free_array(allocator, axis->smooth.tangents, count, sizeof(bight_vec3));
    bi_free_array(allocator, axis->smooth.arc, count, sizeof(double));
    bi_free_array(allocator, axis->across, count, sizeof(bight_vec3));
    bi_free_array(allocator, axis->bend_across, count, sizeof(double));
    bi_free_array(allocator, axis->bend_aside, count, sizeof(double));
    *axis = (bi_axis){0};
}

void bi_axis_lay(bi_axis *axis, bight_curve strand)
{
    BI_VALIDATE(bi_curve_is_valid(strand));
    bi_smooth_curve_fill(&strand, BI_AXIS_SAMPLES, &axis->smooth);
    bi_smooth_curve_frames(&axis->smooth, axis->across);

    // d tangent / ds by central differences; the straight ends do not bend
    const bi_smooth_curve *smooth = &axis->smooth;
    for (int32_t i = 0; i < smooth->count; i++) {
        axis->bend_across[i] = axis->bend_aside[i] = 0.0;
        if (i == 0 || i + 1 == smooth->count) {
            continue;
        }
        double way = smooth->arc[i + 1] - smooth->arc[i - 1];
        if (way > 0.0) {
            bight_vec3 bend = v3_mul(1.0 / way, v3_sub(smooth->tangents[i + 1], smooth->tangents[i - 1]));
            axis->bend_across[i] = v3_dot(bend, axis->across[i]);
            axis->bend_aside[i] = v3_dot(bend, v3_cross(smooth->tangents[i], axis->across[i]));
        }
    }
}

double bi_axis_length(const bi_axis *axis)
{
    return axis->smooth.length;
}

bi_axis_place bi_axis_at(const bi_axis *axis, double along, int32_t *sample)
{
    BI_ASSERT(isfinite(along));
    const bi_smooth_curve *smooth = &axis->smooth;
    int32_t i = *sample;
    while (i + 2 < smooth->count && smooth->arc[i + 1] < along) {
        i++;
    }

    while (i > 0 && smooth->arc[i] > along) {
        i--;
    }

    *sample = i;
    double way = smooth->arc[i + 1] - smooth->arc[i], part = along - smooth->arc[i];
    part = way > 0.0 ? part / way : 0.0;
    double inside = bi_min(bi_max(part, 0.0), 1.0);

    // between two samples: a straight line, and frames and curvature that change evenly
    bi_axis_place place;
    place.tangent =
        v3_unit(v3_lerp(smooth->tangents[i], smooth->tangents[i + 1], inside), smooth->tangents[i]);
    place.point = v3_lerp(smooth->points[i], smooth->points[i + 1], inside);
    place.point = v3_madd(place.point, (part - inside) * way, place.tangent);
    bight_vec3 across = v3_lerp(axis->across[i], axis->across[i + 1], inside);
    across = v3_madd(across, -v3_dot(across, place.tangent), place.tangent);
    place.across = v3_unit(across, axis->across[i]);
    place.aside = v3_cross(place.tangent, place.across);
    bool beyond = part != inside;
    place.bend_across =
        beyond ? 0.0 : axis->bend_across[i] + inside * (axis->bend_across[i + 1] - axis->bend_across[i]);
    place.bend_aside =
        beyond ? 0.0 : axis->bend_aside[i] + inside * (axis->bend_aside[i + 1] - axis->bend_aside[i]);
    return place;
}

double bi_axis_nearest(const bi_axis *axis, bight_vec3 p)
{
    const bi_smooth_curve *smooth = &axis->smooth;
    double best = HUGE_VAL, along = 0.0;
    for (int32_t i = 0; i + 1 < smooth->count; i++) {
        double part = bi_segment_closest_to_point(smooth->points[i], smooth->points[i + 1], p);
        bight_vec3 nearest = v3_lerp(smooth->points[i], smooth->points[i + 1], part);
        double distance = v3_length_squared(v3_sub(p, nearest));
        if (distance < best) {
            best = distance;
            along = smooth->arc[i] + part * (smooth->arc[i + 1] - smooth->arc[i]);
        }
    }
    return along;
}
