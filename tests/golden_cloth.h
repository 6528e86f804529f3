// SPDX-License-Identifier: MIT
// One scene of cloth whose final state must have the same hash on every compiler, thread count and machine.
// It draws on nothing but the public header, so the same source can be compiled to WebAssembly.

#pragma once

#include "bight/cloth.h"

#include <stdlib.h>
#include <string.h>

#define GOLDEN_CLOTH_STEPS 80

/// What the scene went through, so that a test can see that it is worth its hash.
typedef struct golden_cloth_story {
    int32_t crossings; ///< Edges through faces in the first step.
    int32_t left;      ///< In the last.
    int32_t contacts;  ///< In the last.
    int32_t listings;  ///< Of near pairs, in all.
    double slip;       ///< Farthest in a step, metres.
    double stretch;    ///< Greatest of any triangle in any step.
} golden_cloth_story;

/// A square of side x side vertices 4 mm apart around a place, raised by slope times x and bump times a hump.
static inline bool golden_sheet(bight_cloth_world *world, int32_t side, bight_vec3 at, double slope,
                                double bump, bight_cloth_id *id)
{
    bight_vec3 *positions = malloc((size_t)(side * side) * sizeof *positions);
    double *uv = malloc(2 * (size_t)(side * side) * sizeof *uv);
    int32_t *triangles = malloc(6 * (size_t)((side - 1) * (side - 1)) * sizeof *triangles), *t = triangles;
    bool made = positions != NULL && uv != NULL && triangles != NULL;
    for (int32_t i = 0; made && i < side * side; i++) {
        int32_t column = i % side, row = i / side;
        double u = 0.004 * column, v = 0.004 * row, x = u - 0.002 * (side - 1), z = v - 0.002 * (side - 1);
        double hump = bump / (1.0 + 2500.0 * (x * x + z * z));
        uv[2 * i] = u;
        uv[2 * i + 1] = v;
        positions[i] = (bight_vec3){at.x + x, at.y + slope * x + hump, at.z + z};
        if (column + 1 < side && row + 1 < side) {
            const int32_t a = i, b = i + 1, c = i + side, d = c + 1;
            const int32_t odd[6] = {a, c, b, b, c, d}, even[6] = {a, c, d, a, d, b};
            memcpy(t, (column + row) % 2 ? odd : even, sizeof odd);
            t += 6;
        }
    }
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = positions;
    def.triangles = triangles;
    def.uv = uv;
    def.vertex_count = side * side;
    def.triangle_count = 2 * (side - 1) * (side - 1);
    made = made && bight_cloth_create(world, &def, id, NULL) == BIGHT_OK;
    free(positions);
    free(uv);
    free(triangles);
    return made;
}

/// One obstacle of each kind under the sheets, one of them a mesh.
static inline bool golden_props(bight_cloth_world *world, bight_cloth_obstacle_id ids[4])
{
    static const bight_vec3 corner[6] = {{0.02, 0, 0},  {-0.02, 0, 0}, {0, 0.02, 0},
                                         {0, -0.02, 0}, {0, 0, 0.02},  {0, 0, -0.02}};
    static const int32_t face[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    static const bight_shape_kind kind[4] = {BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_BOX, BIGHT_SHAPE_CAPSULE,
                                             BIGHT_SHAPE_MESH};
    static const double size[4][3] = {{0.025, 0, 0}, {0.02, 0.015, 0.03}, {0.015, 0.02, 0}, {0, 0, 0}};
    static const double at[4][3] = {
        {-0.03, -0.03, 0.03}, {0.04, -0.02, 0.03}, {-0.03, -0.04, -0.04}, {0.04, -0.025, -0.03}};
    bool made = true;
    for (int32_t i = 0; i < 4 && made; i++) {
        bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
        def.kind = kind[i];
        def.size = (bight_vec3){size[i][0], size[i][1], size[i][2]};
        def.pose.position = (bight_vec3){at[i][0], at[i][1], at[i][2]};
        def.points = corner;
        def.triangles = face;
        def.point_count = 6;
        def.triangle_count = 8;
        def.friction = i == 1 ? 0.05 : -1.0;
        made = bight_cloth_obstacle_create(world, &def, &ids[i], NULL) == BIGHT_OK;
    }
    return made;
}

/// A sheet falls over four props; a second one starts through it, comes out of it and rubs on it; a third is
/// sewn to the second, pinned, and pulled by a hand; a prop turns. 0 when something could not be made or a
/// step failed. @param story Nullable.
static inline uint64_t golden_cloth(int32_t threads, int32_t steps, golden_cloth_story *story)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world;
    def.env.threads = threads;
    def.inertia = 0.5;
    def.friction = 0.3;
    if (bight_cloth_world_create(&def, &world, NULL) != BIGHT_OK) {
        return 0;
    }
    bight_cloth_id low, high, strip;
    bight_cloth_obstacle_id props[4];
    bight_cloth_hand_id hands[2];
    bool made = golden_sheet(world, 41, (bight_vec3){0, 0.0012, 0}, 0.0, 0.0, &low);
    made = made && golden_sheet(world, 27, (bight_vec3){0.003, 0.006, -0.002}, 0.0625, -0.0125, &high);
    made = made && golden_sheet(world, 12, (bight_vec3){0.005, 0.0115, 0.075}, 0.25, 0.0, &strip);
    made = made && golden_props(world, props);
    for (int32_t i = 0; i < 4 && made; i++) {
        made = bight_cloth_sew(world, high, 26 * 27 + 8 + i, strip, i, 0.0, NULL) == BIGHT_OK;
    }
    made = made && bight_cloth_pin(world, strip, 143, true, NULL) == BIGHT_OK;
    made = made && bight_cloth_grasp(world, low, 0, &hands[0], NULL) == BIGHT_OK;
    made = made && bight_cloth_grasp(world, high, 26, &hands[1], NULL) == BIGHT_OK;
    golden_cloth_story seen = {0};
    for (int32_t i = 0; i < steps && made; i++) {
        double way = 0.001 * i;
        bight_pose turned = {{0.04 - 0.25 * way, -0.02, 0.03}, {0, 0.25 * i / 80.0, 0, 1}};
        bight_vec3 to[2] = {{-0.08 + 0.5 * way, 0.0012 + way, -0.08 + 0.5 * way},
                            {0.055 + 0.5 * way, 0.008 + 0.75 * way, -0.054 - 0.25 * way}};
        if (i == 60) {
            made = bight_cloth_release(world, hands[0]);
        }
        made = made && (i >= 60 || bight_cloth_hand_set_target(world, hands[0], to[0]) == BIGHT_OK);
        made = made && bight_cloth_hand_set_target(world, hands[1], to[1]) == BIGHT_OK;
        made = made && bight_cloth_obstacle_set_target(world, props[1], turned) == BIGHT_OK;
        bight_cloth_report report;
        made = made && bight_cloth_world_step(world, &report) == BIGHT_OK;
        seen.crossings = i == 0 && made ? report.intersections : seen.crossings;
        seen.left = made ? report.intersections : -1;
        seen.contacts = made ? report.contacts : 0;
        seen.listings += made ? report.listings : 0;
        seen.slip = made && report.slip > seen.slip ? report.slip : seen.slip;
        seen.stretch = made && report.stretch > seen.stretch ? report.stretch : seen.stretch;
    }
    if (story != NULL) {
        *story = seen;
    }
    uint64_t hash = made ? bight_cloth_world_hash(world) : 0;
    bight_cloth_world_destroy(world);
    return hash;
}
