// SPDX-License-Identifier: MIT

#include "geom/validate.h"

#include "core/vec3.h"

#include <math.h>

#define UNIT 1e-6 // how far the length of a normal may be from 1

bool bi_curve_is_valid(bight_curve curve)
{
    bool sound = curve.count == 0 || (curve.points != NULL && curve.count >= (curve.closed ? 3 : 2));
    for (int32_t i = 0; i < curve.count && sound; i++) {
        sound = v3_is_finite(curve.points[i]);
    }
    return sound;
}

bool bi_mesh_is_valid(const bight_mesh *mesh)
{
    bool sound = mesh->vertex_count >= 0 && mesh->triangle_count >= 0 &&
                 (mesh->vertex_count == 0 || mesh->positions != NULL) &&
                 (mesh->triangle_count == 0 || mesh->triangles != NULL);

    // corners that exist
    for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count && sound; i++) {
        sound = mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->vertex_count;
    }

    // what stands at each vertex; a normal may be missing (zero) where no direction is outward
    for (int32_t i = 0; i < mesh->vertex_count && sound; i++) {
        sound = v3_is_finite(mesh->positions[i]);
        if (mesh->normals != NULL) {
            double length = v3_length(mesh->normals[i]);
            sound = sound && (length == 0.0 || fabs(length - 1.0) < UNIT);
        }
        if (mesh->uv != NULL) {
            sound = sound && isfinite(mesh->uv[2 * (size_t)i]) && isfinite(mesh->uv[2 * (size_t)i + 1]);
        }
    }
    return sound;
}

static bool holds(const bi_box *outer, const bi_box *inner)
{
    bool inside = true;
    for (int32_t k = 0; k < 3; k++) {
        inside = inside && outer->low[k] <= inner->low[k] && inner->high[k] <= outer->high[k];
    }
    return inside;
}

bool bi_box_tree_is_valid(const bi_box_tree *tree)
{
    bool sound = tree->leaf_count == 0 || (tree->boxes != NULL && tree->order != NULL);

    // a permutation of 0 .. n - 1: in range, and the sums of i and i^2 (mod 2^64) are those of all
    uint64_t sum = 0, squares = 0;
    for (int32_t i = 0; i < tree->leaf_count && sound; i++) {
        uint64_t leaf = (uint64_t)tree->order[i], rank = (uint64_t)i;
        sound = tree->order[i] >= 0 && tree->order[i] < tree->leaf_count;
        sum += leaf - rank;
        squares += leaf * leaf - rank * rank;
    }
    sound = sound && sum == 0 && squares == 0;

    // node i of a level bounds nodes 2 i and 2 i + 1 of the level below
    for (int32_t level = 1; level < tree->level_count && sound; level++) {
        const bi_box *below = tree->boxes + tree->level_first[level - 1];
        const bi_box *here = tree->boxes + tree->level_first[level];
        int32_t width = tree->level_first[level] - tree->level_first[level - 1];
        for (int32_t i = 0; i < width && sound; i++) {
            sound = holds(&here[i / 2], &below[i]);
        }
    }
    return sound;
}
