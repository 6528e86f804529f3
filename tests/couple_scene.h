// SPDX-License-Identifier: MIT
// Ropes and sheets of cloth for tests of the couple.

#pragma once

#include "bight/couple.h"
#include "cloth_grid.h"
#include "core/vec3.h"
#include "sheet_judge.h"

typedef struct pair {
    bight_world *ropes;
    bight_cloth_world *cloth;
    bight_couple *couple;
} pair;

/// Two empty worlds. @param thickness Of the cloth. Without gravity.
static inline pair pair_make(double thickness, const bight_env *env)
{
    bight_world_def ropes = bight_world_def_default();
    bight_cloth_world_def cloth = bight_cloth_world_def_default();
    if (env != NULL) {
        ropes.env = cloth.env = *env;
    }
    cloth.thickness = thickness;
    cloth.gravity = v3(0, 0, 0);
    pair p = {.cloth = cloth_world(&cloth)};
    CHECK(bight_world_create(&ropes, &p.ropes, NULL) == BIGHT_OK);
    return p;
}

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

/// A rope of a model. Spring ropes are heavy, soft and damped, so that a few hundred steps tell.
static inline bight_rope_id pair_rope(pair *p, const bight_vec3 *points, int32_t count, bool closed,
                                      double radius, bight_rope_model model)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, count, closed};
    def.radius = radius;
    def.link_length = v3_distance(points[0], points[1]);
    def.model = model;
    def.spring.density = 1.0;
    def.spring.stiffness = 40.0;
    def.spring.drag = 10.0;
    def.spring.restitution = 0.3;
    def.spring.time_step = 1e-4;
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(p->ropes, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static inline bight_cloth_report pair_step(pair *p)
{
    bight_cloth_report report;
    if (bight_couple_step(p->couple, NULL, &report) != BIGHT_OK) {
        fail_msg("%s", bight_couple_error(p->couple).message);
    }
    CHECK(report.cord_piercings == 0);
    CHECK(bight_couple_get_stats(p->couple).refused == 0);
    return report;
}

// ---- a judge of whole cycles ----------------------------------------------------------------------------

/// Where a rope and a sheet were.
typedef struct record {
    bight_vec3 *rope, *cloth;
    int32_t nodes;
} record;

static inline bool boxes_meet(const bight_vec3 *a, const bight_vec3 *b, int32_t n, const bight_vec3 *c,
                              const bight_vec3 *d, int32_t m)
{
    for (int32_t axis = 0; axis < 3; axis++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int32_t i = 0; i < 2 * (n + m); i++) {
            bool first = i < 2 * n;
            int32_t k = first ? i : i - 2 * n;
            const bight_vec3 *x = first ? (k < n ? a + k : b + k - n) : (k < m ? c + k : d + k - m);
            double value = axis == 0 ? x->x : axis == 1 ? x->y : x->z;
            low[!first] = fmin(low[!first], value);
            high[!first] = fmax(high[!first], value);
        }
        if (low[0] > high[1] || low[1] > high[0]) {
            return false;
        }
    }
    return true;
}

/// How many pairs of a link and a triangle meet on the way from one state to another.
static inline int32_t judge_way(const bight_vec3 *rope0, const bight_vec3 *rope1, int32_t nodes,
                                const bight_vec3 *cloth0, const bight_vec3 *cloth1, const grid *g)
{
    int32_t met = 0;
    for (int32_t i = 0; i + 1 < nodes; i++) {
        for (int32_t t = 0; t < g->triangle_count; t++) {
            bight_vec3 a[3], b[3];
            for (int32_t k = 0; k < 3; k++) {
                a[k] = cloth0[g->triangles[3 * t + k]];
                b[k] = cloth1[g->triangles[3 * t + k]];
            }
            met += boxes_meet(rope0 + i, rope1 + i, 2, a, b, 3) &&
                   judge_crossing(rope0 + i, rope1 + i, a, b, 1e-9);
        }
    }
    return met;
}

static inline void take_record(const pair *p, bight_rope_id rope, bight_cloth_id cloth, record *r)
{
    int32_t count;
    bight_curve curve = bight_rope_curve(p->ropes, rope);
    const bight_vec3 *x = bight_cloth_positions(p->cloth, cloth, &count);
    r->rope = realloc(r->rope, (size_t)curve.count * sizeof *r->rope);
    r->cloth = realloc(r->cloth, (size_t)count * sizeof *r->cloth);
    memcpy(r->rope, curve.points, (size_t)curve.count * sizeof *r->rope);
    memcpy(r->cloth, x, (size_t)count * sizeof *r->cloth);
    r->nodes = curve.count;
}

/// One cycle of a couple that makes one step of the cloth in each: the rope's way against the resting cloth,
/// then the cloth's against the resting rope. @param r Of the state before; receives that after.
static inline int32_t judged_step(pair *p, bight_rope_id rope, bight_cloth_id cloth, const grid *g, record *r)
{
    pair_step(p);
    record after = {0};
    take_record(p, rope, cloth, &after);
    int32_t met =
        after.nodes == r->nodes ? judge_way(r->rope, after.rope, r->nodes, r->cloth, r->cloth, g) : 0;
    met += judge_way(after.rope, after.rope, after.nodes, r->cloth, after.cloth, g);
    free(r->rope);
    free(r->cloth);
    *r = after;
    return met;
}

static inline void free_record(record *r)
{
    free(r->rope);
    free(r->cloth);
    *r = (record){0};
}
