// SPDX-License-Identifier: MIT
// Ropes and sheets of cloth for tests of the couple.

#pragma once

#include "bight/couple.h"
#include "cloth_grid.h"
#include "core/vec3.h"
#include "scene.h"

typedef struct pair {
    bight_world *ropes;
    bight_cloth_world *cloth;
    bight_couple *couple;
} pair;

static inline void pair_tie(pair *p, const bight_couple_def *def)
{
    bight_couple_def standard = bight_couple_def_default();
    bight_error error = {0};
    if (bight_couple_create(p->ropes, p->cloth, def != NULL ? def : &standard, &p->couple, &error) !=
        BIGHT_OK) {
        fail_msg("%s", error.message);
    }
}

static inline void pair_free(pair *p)
{
    bight_couple_destroy(p->couple);
    bight_world_destroy(p->ropes);
    bight_cloth_world_destroy(p->cloth);
    *p = (pair){0};
}

/// A rope of a model; spring ropes light, damped, with a step that their stiffness allows.
static inline bight_rope_id pair_rope(pair *p, const bight_vec3 *points, int32_t count, bool closed,
                                      double radius, bight_rope_model model)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, count, closed};
    def.radius = radius;
    def.link_length = v3_distance(points[0], points[1]);
    def.model = model;
    def.spring.drag = 20.0;
    def.spring.restitution = 0.5;
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(p->ropes, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static inline bight_cloth_report pair_steps(pair *p, int32_t count, bight_step_report *ropes)
{
    bight_cloth_report report = {0};
    for (int32_t i = 0; i < count; i++) {
        if (bight_couple_step(p->couple, ropes, &report) != BIGHT_OK) {
            fail_msg("%s", bight_couple_error(p->couple).message);
        }
        CHECK(report.strand_piercings == 0 && report.intersections == 0);
    }
    return report;
}
