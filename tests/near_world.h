// SPDX-License-Identifier: MIT
// Small worlds that are full of near misses: for the tests of what is near (test_near.c) and of what is
// proved to stay apart (test_certify_motion.c).

#pragma once

#include "core/random.h"
#include "plain_motion.h"
#include "scene.h"
#include "sim/world_state.h"

// ---- worlds ------------------------------------------------------------------------------------------

typedef struct near_world {
    bight_world *world;
    bight_obstacle_id sphere, mesh; ///< Null when there is none.
    double ball;                    ///< Radius of the sphere.
} near_world;

/// A bent walk of links that are one long, give or take a third.
static inline bool near_world_walk(bight_world *world, bi_random *random, double box, double radius, bool rod)
{
    bight_vec3 at[24];
    int32_t count = 2 + bi_random_below(random, bi_random_below(random, 4) == 0 ? 20 : 5);
    bool closed = count > 4 && bi_random_below(random, 3) == 0;
    at[0] = bi_random_vec3(random, box);
    bight_vec3 way = bi_random_vec3(random, 1.0);
    for (int32_t i = 1; i < count; i++) {
        way =
            v3_unit(v3_madd(v3_mul(bi_random_range(random, 0.0, 1.5), way), 1.0, bi_random_vec3(random, 1.0)),
                    v3(1, 0, 0));
        at[i] = v3_madd(at[i - 1], bi_random_range(random, 0.7, 1.3), way);
    }
    if (closed) {
        double turn = 2.0 * 3.14159265358979323846 / count, around = 0.5 / sin(0.5 * turn);
        bight_vec3 u = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
        bight_vec3 v = v3_unit(v3_cross(u, bi_random_vec3(random, 1.0)), v3(0, 1, 0));
        for (int32_t i = 0; i < count; i++) {
            bight_vec3 on = v3_madd(v3_madd(at[0], around * cos(turn * i), u), around * sin(turn * i), v);
            at[i] = v3_add(on, bi_random_vec3(random, 0.15));
        }
    }
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope;
    def.curve = (bight_curve){at, count, closed};
    def.radius = radius;
    def.link_length = 1.0;
    def.model = rod ? BIGHT_MODEL_ROD : def.model;
    return bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK;
}

/// Ropes of one to four in a narrow box, often with a ball and an octahedron among them. Some ropes that were
/// made first are taken away again.
/// @param rods Every other rope is an elastic rod.
static inline near_world near_world_make_of(uint64_t seed, bool rods)
{
    bi_random random = bi_random_from(seed);
    near_world made = {.world = scene_world()};
    int32_t wanted = 1 + bi_random_below(&random, 4);
    double box = bi_random_range(&random, 0.2, 1.5), radius = exp2(bi_random_range(&random, -5.0, 1.0));
    for (int32_t tries = 0, had = 0; tries < 40 && had < wanted; tries++) {
        double thick = radius * bi_random_range(&random, 1.0, 2.0);
        had += near_world_walk(made.world, &random, box, thick, rods && had % 2 == 0);
    }
    bight_obstacle_def def = bight_obstacle_def_default();
    if (bi_random_below(&random, 2) == 0) {
        made.ball = bi_random_range(&random, 0.05, 0.5);
        def.kind = BIGHT_SHAPE_SPHERE;
        def.size = v3(made.ball, 0, 0);
        def.pose.position = bi_random_vec3(&random, 1.5 * box);
        (void)bight_obstacle_create(made.world, &def, &made.sphere, NULL);
    }
    if (bi_random_below(&random, 3) == 0) {
        double size = bi_random_range(&random, 0.1, 1.0);
        bight_vec3 corner[6] = {{size, 0, 0},  {-size, 0, 0}, {0, size, 0},
                                {0, -size, 0}, {0, 0, size},  {0, 0, -size}};
        static const int32_t triangle[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                             2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
        def = bight_obstacle_def_default();
        def.kind = BIGHT_SHAPE_MESH;
        def.points = corner;
        def.triangles = triangle;
        def.point_count = 6;
        def.triangle_count = 8;
        def.pose.position = bi_random_vec3(&random, 1.5 * box);
        (void)bight_obstacle_create(made.world, &def, &made.mesh, NULL);
    }
    if (made.world->rope_count > 2 && bi_random_below(&random, 3) == 0) {
        bight_rope_destroy(made.world, (bight_rope_id){1, made.world->ropes[0].generation});
    }
    return made;
}

static inline near_world near_world_make(uint64_t seed)
{
    return near_world_make_of(seed, false);
}

/// Every link of a living rope, in order.
static inline int32_t near_world_links(const bight_world *world, int32_t *link)
{
    int32_t count = 0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        int32_t links = !rope->alive ? 0 : rope->closed ? rope->count : rope->count - 1;
        for (int32_t i = 0; i < links; i++) {
            link[count++] = rope->first + i;
        }
    }
    return count;
}

static inline int32_t near_world_end(const bight_world *world, int32_t link)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    return link == rope->first + rope->count - 1 ? rope->first : link + 1;
}

/// Links of one rope between two of its links, the shorter way round; -1 for links of two ropes.
static inline int32_t near_world_between(const bight_world *world, int32_t a, int32_t b)
{
    if (world->rope_of[a] != world->rope_of[b]) {
        return -1;
    }
    const bi_rope *rope = &world->ropes[world->rope_of[a]];
    int32_t apart = b > a ? b - a : a - b;
    int32_t round = rope->closed ? rope->count - apart : apart;
    return (round < apart ? round : apart) - 1;
}
