// SPDX-License-Identifier: MIT
// Cloth laid on a pipe, placed, pushed out and closed, as a hash: the same on every compiler and machine and in WebAssembly.

#pragma once

#include "bight/dress_knot.h"
#include "bight/garment.h"
#include "core/hash.h"

/// golden_dress(): changes when garments, mapping, placing, pushing out or closing are meant to change.
#define GOLDEN_DRESS_HASH UINT64_C(0x8E62585DC3C08ECC)

/// The middle of a ribbon, refined, on a pipe that bends and grows thinner; its ends go on. 0 when it fails.
static inline uint64_t golden_dress(void)
{
    enum { COUNT = 25 };
    const double sizes[2] = {0.5, 0.06};
    bight_vec3 points[COUNT];
    double radii[COUNT];
    for (int32_t i = 0; i < COUNT; i++) { // a parabola: no function of the machine's is asked
        double x = (i - COUNT / 2) / 12.0;
        points[i] = (bight_vec3){0.15 * x, 0.05 * x * x, 0.02 * x * x * x};
        radii[i] = 0.012 + 0.002 * x;
    }
    const bight_axis_strand strand = {.points = points, .radii = radii, .count = COUNT};
    const bight_axis axis = {&strand, 1};
    const bight_dress_region region = {
        .centre = {0.25, 0.03}, .length = 0.32, .width = 0.07, .padding = 0.01};
    const bight_dress_options options = {.thickness = 0.0006, .graded = true};
    bight_cloth_mesh mesh = {0};
    bight_pipe pipe = {0};
    bight_dress_map map = {0};
    bight_dress_cloth cloth = {0};
    bight_dress_push push;
    bight_pose motion;
    double residual = 0.0;
    bool made =
        bight_garment_make(NULL, bight_garment_find("ribbon"), 0.009, sizes, &mesh, NULL, NULL) == BIGHT_OK &&
        bight_pipe_make(NULL, &axis, NULL, &pipe, NULL) == BIGHT_OK &&
        bight_dress_map_make(NULL, &mesh, &pipe, &region, 1, &options, &map, NULL) == BIGHT_OK &&
        bight_dress_place(NULL, &mesh, &map, NULL, &motion, &residual, NULL) == BIGHT_OK &&
        bight_dress_push_out(NULL, &mesh, &map, NULL, 0, options.thickness, &push, NULL) == BIGHT_OK &&
        bight_dress_close(NULL, &mesh, &map, &cloth, NULL) == BIGHT_OK;
    // what is hashed has been through all of it
    made = made && map.refined > 0 && cloth.sewn_count > 0 && cloth.eased > cloth.sewn_count &&
           push.iterations > 0;
    uint64_t hash = made ? bi_hash_double(BI_HASH_START, residual) : 0;
    for (int32_t v = 0; made && v < cloth.vertex_count; v++) {
        hash = bi_hash_vec3(hash, cloth.positions[v]);
    }
    for (int32_t i = 0; made && i < 2 * mesh.uv_count; i++) {
        hash = bi_hash_double(hash, mesh.uv[i]);
    }
    for (int32_t i = 0; made && i < 3 * cloth.triangle_count; i++) {
        hash = bi_hash_word(hash, (uint64_t)cloth.triangles[i]);
    }
    bight_dress_cloth_free(NULL, &cloth);
    bight_dress_map_free(NULL, &map);
    bight_pipe_free(NULL, &pipe);
    bight_cloth_mesh_free(NULL, &mesh);
    return hash;
}
