// SPDX-License-Identifier: MIT
// Knots drawn by a hand on a plane, in a straight rope of links of one length (NODES, RADIUS in links).

#pragma once

#include "bight/drawn.h"
#include "bight/knot.h"
#include "core/random.h"
#include "core/vec3.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NODES 201
#define RADIUS 0.5
#define NOISE 0.6 // 3 pixels, where 800 show the rope

// A corner of a drawing, in units of its size, seen from the end that is drawn; the rope lies along -x. First the end is
// led back along the rope: a knot needs rope.
typedef struct mark {
    double x, y;
    bight_side side;
} mark;

// over the standing part, round under it into the loop, out over the loop
static const mark overhand[] = {{-0.3, 0.5, BIGHT_OVER},  {-3.0, 0.8, BIGHT_OVER},   {-4.7, 0.7, BIGHT_OVER},
                                {-5.0, 0.0, BIGHT_OVER},  {-4.9, -0.5, BIGHT_OVER},  {-4.5, -0.6, BIGHT_OVER},
                                {-4.3, -0.3, BIGHT_OVER}, {-4.3, 0.15, BIGHT_UNDER}, {-4.3, 1.3, BIGHT_OVER}};

// over the standing part, round behind it, over into the loop from above, out under the standing part
static const mark figure_eight[] = {
    {-0.3, 0.5, BIGHT_OVER},  {-4.0, 0.9, BIGHT_OVER},  {-6.7, 0.7, BIGHT_OVER},  {-7.0, 0.0, BIGHT_OVER},
    {-7.1, -0.5, BIGHT_OVER}, {-7.4, -0.6, BIGHT_OVER}, {-7.6, -0.3, BIGHT_OVER}, {-7.6, 0.6, BIGHT_UNDER},
    {-7.4, 1.0, BIGHT_OVER},  {-6.7, 1.0, BIGHT_OVER},  {-6.3, 0.8, BIGHT_OVER},  {-6.3, 0.15, BIGHT_OVER},
    {-6.3, -0.8, BIGHT_UNDER}};

/// A straight rope along -x, held at both ends.
/// @param kind Its model and what it is made of.
/// @param link Metres.
static inline bight_world *drawn_world(const bight_rope_def *kind, double link, bight_rope_id *rope,
                                       bight_hand_id *end)
{
    bight_vec3 points[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(link * (i - (NODES - 1)), 0, 0);
    }
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    bight_hand_id far;
    bight_rope_def rope_def = *kind;
    rope_def.curve = (bight_curve){points, NODES, false};
    rope_def.radius = RADIUS * link;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    CHECK(bight_rope_create(world, &rope_def, rope, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, *rope, 0, &far, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, *rope, NODES - 1, end, NULL) == BIGHT_OK);
    return world;
}

// A pointer's events: every STEP along the drawing, off by up to `noise` on both axes.
#define STEP 1.6

static inline void point(bight_drawn *drawn, double link, double x, double y, bight_side side, double noise,
                         bi_random *random)
{
    bight_vec3 at =
        v3(x + bi_random_range(random, -noise, noise), y + bi_random_range(random, -noise, noise), 7.0);
    at = v3_mul(link, at);
    CHECK(bight_drawn_to(drawn, at, side, NULL) == BIGHT_OK); // its height does not matter
}

static inline void point_along(bight_drawn *drawn, double link, const mark *marks, int32_t count, double wide,
                               double high, double noise, uint64_t seed)
{
    bi_random random = bi_random_from(seed);
    double x = 0.0, y = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double to_x = wide * marks[i].x, to_y = high * marks[i].y;
        int32_t steps = (int32_t)ceil(hypot(to_x - x, to_y - y) / STEP);
        for (int32_t k = 1; k <= steps; k++) {
            double t = (double)k / steps;
            point(drawn, link, x + t * (to_x - x), y + t * (to_y - y), marks[i].side, noise, &random);
        }
        x = to_x;
        y = to_y;
    }
}

/// A size, and a hand that is not steady where noise > 0.
typedef struct drawing {
    double wide, high, noise;
    uint64_t seed;
} drawing;

#define RUNS_OUT 100 // cycles in which what was moving comes to rest

/// Draw, let go, and wait.
/// @param kind   As drawn_world().
/// @param after  Cycles to wait; 0: it is named at once.
/// @param strays Receives how far any node went in those after the first RUNS_OUT, metres.
static inline void draw(const bight_rope_def *kind, double link, const mark *marks, int32_t count,
                        drawing size, int32_t after, double *strays, bight_knot_result *result)
{
    bight_rope_id rope;
    bight_hand_id hand;
    bight_drawn *drawn;
    bight_drawn_def def = bight_drawn_def_default();
    bight_world *world = drawn_world(kind, link, &rope, &hand);
    CHECK(bight_drawn_create(world, hand, &def, &drawn, NULL) == BIGHT_OK);
    point_along(drawn, link, marks, count, size.wide, size.high, size.noise, size.seed);

    bight_drawn_state state = {.left = 1};
    for (int32_t cycles = 0; state.left > 0.0 && cycles < 8000; cycles++) {
        CHECK(bight_drawn_step(drawn, &state) == BIGHT_OK);
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
    }
    bight_drawn_free(drawn);
    CHECK(bight_hand_release(world, hand));
    bight_vec3 laid[NODES];
    memcpy(laid, bight_rope_curve(world, rope).points, sizeof laid);
    for (int32_t cycles = 0; cycles < after; cycles++) {
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
        if (cycles == RUNS_OUT) {
            memcpy(laid, bight_rope_curve(world, rope).points, sizeof laid);
        }
    }
    bight_curve curve = bight_rope_curve(world, rope);
    *strays = 0.0;
    for (int32_t i = 0; i < NODES; i++) {
        *strays = fmax(*strays, v3_distance(laid[i], curve.points[i]));
    }
    CHECK(bight_knot_identify(NULL, NULL, &curve, 1, NULL, result, NULL) == BIGHT_OK);
    bight_world_destroy(world);
}

/// All of 5 x 5 sizes, each drawn by so many hands that are not steady; the second one is.
/// @return The farthest that any rope strayed, metres.
static inline double draw_all(const bight_rope_def *kind, double link, const mark *marks, int32_t count,
                              uint64_t hands, int32_t after, const char *wanted, int32_t signature)
{
    int32_t tied = 0, all = 0;
    double most = 0.0;
    for (double wide = 12; wide <= 24; wide += 3) {
        for (double high = 12; high <= 24; high += 3) {
            for (uint64_t seed = 0; seed < hands; seed++) {
                bight_knot_result found;
                double strays;
                draw(kind, link, marks, count, (drawing){wide, high, seed == 1 ? 0.0 : NOISE, seed}, after,
                     &strays, &found);
                all++;
                most = fmax(most, strays);
                if (strcmp(found.name, wanted) == 0 && found.signature == signature) {
                    tied++;
                } else {
                    printf("%g x %g, seed %d: %s\n", wide, high, (int)seed, found.name);
                }
            }
        }
    }
    printf("%s: %d of %d, %g m at most after coming to rest\n", wanted, tied, all, most);
    CHECK(100 * tied >= 99 * all);
    return most;
}
