// SPDX-License-Identifier: MIT
// One scene of ropes and cloth together whose final state must have the same hash on every compiler, thread
// count and machine. Like golden_cloth.h it draws on nothing but public headers.

#pragma once

#include "bight/couple.h"
#include "golden_cloth.h"

#define GOLDEN_COUPLE_CYCLES 60

/// What the scene went through, so that a test can see that it is worth its hash.
typedef struct golden_couple_story {
    bight_couple_stats stats;
    int32_t contacts;  ///< Contacts of cloth with ropes in the last cycle.
    int32_t piercings; ///< Most in any cycle.
    double lag;        ///< Of the hand that pushes against the cloth, in the last cycle, metres.
    double stretch;    ///< Greatest of any triangle in any cycle.
} golden_couple_story;

/// A straight rope of count nodes, 4 mm apart.
static inline bool golden_couple_rope(bight_world *world, bight_rope_model model, bight_vec3 from,
                                      bight_vec3 step, int32_t count, bight_rope_id *id)
{
    bight_vec3 points[64];
    for (int32_t i = 0; i < count; i++) {
        points[i] = (bight_vec3){from.x + step.x * i, from.y + step.y * i, from.z + step.z * i};
    }
    bight_rope_def def = bight_rope_def_default();
    def.model = model;
    def.curve = (bight_curve){points, count, false};
    def.radius = 0.0015;
    def.link_length = 0.004;
    def.spring.density = 10.0;
    def.spring.stiffness = 100.0;
    def.spring.drag = 60.0;
    def.spring.restitution = 0.0;
    def.spring.time_step = 1e-4;
    def.spring.gravity = (bight_vec3){0, -9.81, 0};
    return bight_rope_create(world, &def, id, NULL) == BIGHT_OK;
}

/// Two sheets fall onto three ropes, one of each model, between them and onto what holds the lower one. Hands
/// push the Follow-The-Leader rope down into it and pull the projection rope along it; a sheet's own hand
/// pulls it against them. Later a rope goes and another comes. 0 when something could not be made or a step
/// failed.
/// @param story Nullable.
static inline uint64_t golden_couple(int32_t threads, int32_t cycles, golden_couple_story *story)
{
    bight_world_def rope_world = bight_world_def_default();
    bight_cloth_world_def cloth_world = bight_cloth_world_def_default();
    rope_world.env.threads = cloth_world.env.threads = threads;
    cloth_world.inertia = 0.5;
    cloth_world.friction = 0.3;
    bight_world *ropes = NULL;
    bight_cloth_world *cloth = NULL;
    bight_couple *couple = NULL;
    bool made = bight_world_create(&rope_world, &ropes, NULL) == BIGHT_OK;
    made = made && bight_cloth_world_create(&cloth_world, &cloth, NULL) == BIGHT_OK;

    // the lower sheet is pinned along two borders, the upper one is free
    bight_cloth_id low, high;
    made = made && golden_sheet(cloth, 37, (bight_vec3){0, 0, 0}, 0.0, 0.0, &low);
    made = made && golden_sheet(cloth, 21, (bight_vec3){0.003, 0.0095, -0.002}, 0.0, 0.0, &high);
    for (int32_t i = 0; i < 37 && made; i++) {
        made = bight_cloth_pin(cloth, low, i, true, NULL) == BIGHT_OK;
        made = made && bight_cloth_pin(cloth, low, 37 * 36 + i, true, NULL) == BIGHT_OK;
    }
    bight_rope_id pushed, falling, dragged, late;
    const bight_vec3 along_x = {0.004, 0, 0}, along_z = {0, 0, 0.004};
    made = made && golden_couple_rope(ropes, BIGHT_MODEL_FTL, (bight_vec3){-0.052, 0.005, 0.0005}, along_x,
                                      26, &pushed);
    made = made && golden_couple_rope(ropes, BIGHT_MODEL_SPRING, (bight_vec3){-0.06, 0.005, 0.02}, along_x,
                                      26, &falling);
    made = made && golden_couple_rope(ropes, BIGHT_MODEL_PROJECTION, (bight_vec3){-0.05, 0.005, -0.03},
                                      along_x, 24, &dragged);
    bight_hand_id push[2], drag;
    bight_cloth_hand_id lift;
    made = made && bight_hand_grasp(ropes, pushed, 3, &push[0], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(ropes, pushed, 22, &push[1], NULL) == BIGHT_OK;
    made = made && bight_hand_grasp(ropes, dragged, 0, &drag, NULL) == BIGHT_OK;
    made = made && bight_cloth_grasp(cloth, low, 37 * 24 + 18, &lift, NULL) == BIGHT_OK;

    bight_couple_def def = bight_couple_def_default();
    def.cloth_steps = 2;
    made = made && bight_couple_create(ropes, cloth, &def, &couple, NULL) == BIGHT_OK;
    golden_couple_story seen = {0};
    for (int32_t i = 0; i < cycles && made; i++) {
        double way = 0.001 * i;
        const bight_vec3 to[3] = {{-0.04, 0.005 - 2.0 * way, 0.0005 + 0.25 * way},
                                  {0.036, 0.005 - 2.0 * way, 0.0005 - 0.25 * way},
                                  {-0.05 - 0.5 * way, 0.005 - 0.125 * way, -0.03 + 0.5 * way}};
        made = bight_hand_set_target(ropes, push[0], to[0]) == BIGHT_OK;
        made = made && bight_hand_set_target(ropes, push[1], to[1]) == BIGHT_OK;
        made = made && bight_hand_set_target(ropes, drag, to[2]) == BIGHT_OK;
        made =
            made && bight_cloth_hand_set_target(cloth, lift, (bight_vec3){0, 0.25 * way, 0.024}) == BIGHT_OK;
        if (i == 40) {
            made = made && bight_rope_destroy(ropes, falling);
            made = made && golden_couple_rope(ropes, BIGHT_MODEL_SPRING, (bight_vec3){0.06, 0.05, -0.03},
                                              along_z, 16, &late);
        }
        bight_cloth_report report;
        made = made && bight_couple_step(couple, NULL, &report) == BIGHT_OK;
        seen.contacts = made ? report.cord_contacts : 0;
        seen.piercings =
            made && report.cord_piercings > seen.piercings ? report.cord_piercings : seen.piercings;
        seen.stretch = made && report.stretch > seen.stretch ? report.stretch : seen.stretch;
    }
    bight_hand_state hand = {0};
    made = made && bight_hand_get(ropes, push[0], &hand) == BIGHT_OK;
    seen.lag = hand.lag;
    seen.stats = couple != NULL ? bight_couple_get_stats(couple) : seen.stats;
    if (story != NULL) {
        *story = seen;
    }
    uint64_t hash = made ? bight_couple_hash(couple) : 0;
    bight_couple_destroy(couple);
    bight_world_destroy(ropes);
    bight_cloth_world_destroy(cloth);
    return hash;
}
