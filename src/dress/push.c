// SPDX-License-Identifier: MIT
// A knot is shifted until it goes through nothing.

#include "bight/dress.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "dress/push_lives.h"

#include <stdlib.h>

#define MOST_ITERATIONS 200
#define IDLE 40        // iterations without a shorter curve, after which it ends
#define REACH 0.25     // of the knot's extent: how far it may go
#define MOST_STEP 0.05 // of the same
#define GROWS 1.2      // of a step after which as many pairs are left
#define SHRINKS 0.5    // of one after which there are more by RISE
#define RISE 1.2
#define STANDARD_THICKNESS 0.001
#define NEARBY 0.1 // of the extent: where a place is looked for when the walk does not lead out
#define SHELLS 16  // distances up to there, and halvings of the last
#define HALVINGS 5
#define SIDE 5 // directions are those to the points of a cube's surface, so many along its edge

typedef struct search {
    bi_push_sides sides;
    bi_push_pairs pairs;
    bi_push_lives lives;
    bight_dress_push best;
} search;

static bight_vec3 within(bight_vec3 shift, double most)
{
    double length = v3_length(shift);
    return length > most ? v3_mul(most / length, shift) : shift;
}

// Is what was found better than the best? Curves may have no length, where the pairs are single.
static bool is_better(const search *s)
{
    const bight_dress_push *best = &s->best;
    return s->pairs.length < best->contour ||
           (!(s->pairs.length > best->contour) && s->pairs.count < best->pairs) ||
           (s->pairs.count == 0 && best->pairs > 0);
}

// t += eta D, D of length at most 1; the best place is kept.
static bight_status run(const bight_allocator *allocator, search *s, double thickness)
{
    double most = REACH * s->sides.extent, step = 2.0 * thickness;
    bight_vec3 shift = v3(0, 0, 0);
    int32_t idle = 0, before = 0;
    for (int32_t i = 0; i < MOST_ITERATIONS && idle < IDLE; i++) {
        bight_status status = bi_push_pairs_find(allocator, &s->sides, shift, &s->pairs);
        status = status == BIGHT_OK ? bi_push_lives_next(allocator, &s->lives, &s->pairs) : status;
        if (status != BIGHT_OK) {
            return status;
        }
        int32_t count = s->pairs.count;
        s->best.iterations = i + 1;
        s->best.pairs_before = i == 0 ? count : s->best.pairs_before;
        s->best.contour_before = i == 0 ? s->pairs.length : s->best.contour_before;
        idle = i == 0 || is_better(s) ? 0 : idle + 1;
        if (idle == 0) {
            s->best.shift = shift;
            s->best.pairs = count;
            s->best.border_pairs = s->pairs.border;
            s->best.contour = s->pairs.length;
        }
        if (count == 0) {
            return BIGHT_OK;
        }

        double scale = i == 0 || count < before ? 1.0 : (double)count > RISE * before ? SHRINKS : GROWS;
        step = bi_min(scale * step, bi_max(MOST_STEP * s->sides.extent, 2.0 * thickness));
        before = count;
        shift = within(v3_madd(shift, step, bi_push_lives_way(&s->lives)), most);
    }
    return BIGHT_OK;
}

// To point k of a cube of SIDE^3 points, zero for those inside.
static bight_vec3 direction(int32_t k)
{
    int32_t half = SIDE / 2, x = k % SIDE - half, y = k / SIDE % SIDE - half, z = k / (SIDE * SIDE) - half;
    bool surface = abs(x) == half || abs(y) == half || abs(z) == half;
    return surface ? v3_unit(v3(x, y, z), v3(0, 0, 0)) : v3(0, 0, 0);
}

static bight_status is_clear(const bight_allocator *allocator, search *s, double far, bight_vec3 way,
                             bool *clear)
{
    return bi_push_is_clear(allocator, &s->sides, v3_mul(far, way), &s->pairs, clear);
}

// From a place that is clear back to where it is not any more.
static bight_status come_near(const bight_allocator *allocator, search *s, double low, double high,
                              bight_vec3 way)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < HALVINGS && status == BIGHT_OK; i++) {
        double middle = 0.5 * (low + high);
        bool clear;
        status = is_clear(allocator, s, middle, way, &clear);
        low = clear ? low : middle;
        high = clear ? middle : high;
    }
    bool clear;
    status = status == BIGHT_OK ? is_clear(allocator, s, high, way, &clear) : status;
    s->best.shift = v3_mul(high, way);
    s->best.pairs = 0;
    s->best.border_pairs = s->pairs.border;
    s->best.contour = 0.0;
    return status;
}

// A walk down the curves' length ends in the first hollow, and which one that is hangs on how fine the cloth is. Where it did not
// lead out, directions are tried from near to far. Only nearby: further off a loop may be clear because it is no longer round what
// it was round.
static bight_status look_around(const bight_allocator *allocator, search *s)
{
    double shell = NEARBY * s->sides.extent / SHELLS;
    for (int32_t i = 1; i <= SHELLS; i++) {
        for (int32_t k = 0; k < SIDE * SIDE * SIDE; k++) {
            bight_vec3 way = direction(k);
            if (v3_length_squared(way) == 0.0) {
                continue;
            }
            bool clear;
            bight_status status = is_clear(allocator, s, shell * i, way, &clear);
            s->best.places++;
            if (status != BIGHT_OK || clear) {
                return status == BIGHT_OK ? come_near(allocator, s, shell * (i - 1), shell * i, way) : status;
            }
        }
    }
    return BIGHT_OK;
}

static bool is_near(bight_vec3 p)
{
    return fabs(p.x) <= 1e9 && fabs(p.y) <= 1e9 && fabs(p.z) <= 1e9;
}

static bight_status check(const bight_cloth_mesh *mesh, const bight_dress_map *map, const bight_mesh *bodies,
                          int32_t body_count, double thickness, bight_error *error)
{
    if (mesh->vertex_count != map->vertex_count || mesh->triangle_count != map->triangle_count) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the map was made of another mesh: it has %d vertices, this one %d", map->vertex_count,
                       mesh->vertex_count);
    }
    if (body_count < 0 || (body_count > 0 && bodies == NULL) || !(thickness >= 0.0 && thickness <= 1e3)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the thickness must be 0 to 1000 m, and there must be as many bodies as counted");
    }
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        if (!is_near(mesh->positions[v]) || !is_near(map->positions[v])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d is not a number, or beyond 1e9", v + 1);
        }
    }
    for (int32_t b = 0; b < body_count; b++) {
        for (int32_t v = 0; v < bodies[b].vertex_count; v++) {
            if (!is_near(bodies[b].positions[v])) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "vertex %d of body %d is not a number, or beyond 1e9", v + 1, b + 1);
            }
        }
    }
    return BIGHT_OK;
}

bight_status bight_dress_push_out(const bight_env *env, const bight_cloth_mesh *mesh, bight_dress_map *map,
                                  const bight_mesh *bodies, int32_t body_count, double thickness,
                                  bight_dress_push *report, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    bight_status status = check(mesh, map, bodies, body_count, thickness, error);
    if (status != BIGHT_OK) {
        return status;
    }
    search s = {0};
    status = bi_push_sides_make(allocator, mesh, map, bodies, body_count, REACH, &s.sides);
    if (status == BIGHT_OK) {
        status = run(allocator, &s, thickness > 0.0 ? thickness : STANDARD_THICKNESS);
        status = status == BIGHT_OK && s.best.pairs > 0 ? look_around(allocator, &s) : status;
        bi_push_pairs_free(allocator, &s.pairs);
        bi_push_lives_free(allocator, &s.lives);
        bi_push_sides_free(allocator, &s.sides);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "a knot cannot be pushed out: %s",
                       status == BIGHT_ERROR_INVALID     ? "a triangle has a vertex that does not exist"
                       : status == BIGHT_ERROR_NO_MEMORY ? "no memory"
                                                         : "too many triangles, or too many that cross");
    }
    for (int32_t v = 0; v < map->vertex_count; v++) {
        if (map->owners[v] >= 0) {
            map->positions[v] = v3_add(map->positions[v], s.best.shift);
        }
    }
    s.best.moved = v3_length(s.best.shift);
    if (report != NULL) {
        *report = s.best;
    }
    return BIGHT_OK;
}
