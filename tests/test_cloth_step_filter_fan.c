// SPDX-License-Identifier: MIT
// The step filter around vertices: small sheets whose own neighbouring triangles fold through each other in one
// step, from flat and from crumpled. The judge is motion_judge.h and the exact test on all pairs.

#include "cloth/crease.h"
#include "cloth/near.h"
#include "cloth/world.h"
#include "cloth/step_filter.h"
#include "cloth/step_filter_pair.h"
#include "cloth/tangle.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "motion_judge.h"

#include <math.h>
#include <string.h>

#define THICKNESS 0.001

enum { MOST_SIDE = 5, MOST = MOST_SIDE * MOST_SIDE };

static bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * (size_t)e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * (size_t)t;
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            count += !has(w, v[0]) && !has(w, v[1]) && bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

static int32_t meetings(const bight_cloth_world *world)
{
    return judge_motion(world->start, world->at, world->vertex_count, world->topology.triangles,
                        world->topology.triangle_count, world->topology.surface.edges,
                        world->topology.surface.edge_count, world->vertex_count);
}

// Eight triangles around one vertex, which is the last corner of each.
static grid fan_make(double edge)
{
    grid g = grid_make(3, 3, 2.0 * edge, 2.0 * edge);
    static const int32_t ring[8] = {0, 3, 6, 7, 8, 5, 2, 1};
    for (int32_t i = 0; i < 8; i++) {
        const int32_t corners[3] = {ring[i], ring[(i + 1) % 8], 4};
        memcpy(g.triangles + 3 * (size_t)i, corners, sizeof corners);
    }
    return g;
}

static bight_cloth_world *sheet_world(int32_t side, double edge, double bump, bi_random *random)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    def.reach = 3.0; // lists that hold for as far as triangles turn over
    bight_cloth_world *world = cloth_world(&def);
    grid g = side == 3 ? fan_make(edge) : grid_make(side, side, edge * (side - 1), edge * (side - 1));
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_add(g.positions[i], bi_random_vec3(random, bump));
    }
    cloth_add(world, &g, NULL);
    grid_free(&g);
    return world;
}

static bool begin(bight_cloth_world *world)
{
    CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK); // builds; what it moves is put back
    memcpy(world->at, world->before, (size_t)world->vertex_count * sizeof *world->at);
    world->near.listed = world->tangle.known = false;
    CHECK(bi_near_update(world, NULL) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
    return world->tangle.pierced.count == 0 && count_crossings(world) == 0;
}

// Vertices go anywhere, or one ring around a vertex folds over it, or the sheet closes like a book and goes on.
static void propose(bight_cloth_world *world, double edge, bi_random *random)
{
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    int32_t kind = bi_random_below(random, 3), one = bi_random_below(random, world->vertex_count);
    double far = exp2(bi_random_range(random, -10.0, -6.0)), angle = bi_random_range(random, 0.5, 2.0);
    bight_vec3 centre = world->at[one], axis = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
    bight_vec3 side = v3_unit(v3_cross(axis, bi_random_vec3(random, 1.0)), v3(0, 1, 0));
    for (int32_t i = 0; i < world->vertex_count; i++) {
        bight_vec3 r = v3_sub(world->at[i], centre);
        if (kind == 0) {
            world->at[i] = v3_add(world->at[i], bi_random_vec3(random, far));
        } else if (kind == 1 && v3_length(r) < 1.6 * edge) {
            world->at[i] = v3_add(v3_madd(centre, 1.0 - angle, r), bi_random_vec3(random, 0.2 * far));
        } else if (kind == 2) {
            double over = v3_dot(r, side);
            world->at[i] = over > 0.0 ? v3_madd(world->at[i], -angle * over, side) : world->at[i];
        }
    }
}

TEST(a_sheet_does_not_fold_through_itself)
{
    int32_t judged = 0, wished = 0, given_up = 0, shortened = 0;
    double asked = 0.0, gone = 0.0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(200, 60); seed++) {
        bi_random random = bi_random_from(seed);
        double edge = seed % 4 < 2 ? 0.002 : 0.005;
        bight_cloth_world *world =
            sheet_world(seed % 2 == 0 ? 3 : MOST_SIDE, edge, 0.12 * edge * (double)(seed % 3), &random);
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        for (int32_t n = 0; n < 4; n++) {
            propose(world, edge, &random);
            bight_vec3 wish[MOST];
            memcpy(wish, world->at, (size_t)world->vertex_count * sizeof *wish);
            wished += meetings(world) > 0;
            bight_cloth_report report = {0};
            int32_t rounds = 0;
            world->control.scale = 1.0;
            CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
            CHECK_SEED(meetings(world) == 0, seed);
            CHECK_SEED(count_crossings(world) == 0, seed);
            CHECK_SEED(report.unproved == 0, seed);
            CHECK(bi_near_update(world, NULL) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
            CHECK_SEED(world->tangle.pierced.count == 0, seed);
            given_up += world->control.scale < 1.0;
            shortened += rounds > 0;
            judged++;
            for (int32_t i = 0; i < world->vertex_count; i++) {
                asked += v3_distance(world->start[i], wish[i]);
                gone += v3_distance(world->start[i], world->at[i]);
            }
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d proposals, %d would meet, %d shortened, %d given up, %.3f of the way\n", (int)judged,
                  (int)wished, (int)shortened, (int)given_up, gone / asked);
    CHECK(judged > 100 && 4 * wished > judged);

    // little is held that would not meet, and nothing is given up
    CHECK(given_up == 0 && 2 * shortened < 3 * wished && gone > 0.12 * asked);
}

// ---- what turns -------------------------------------------------------------------------------------------

// The largest angle, in radians, between a triangle's normal at the start and on its way, which is straight for each
// corner; by looking at many moments.
static double angle_turned(const bight_cloth_world *world, const int32_t *v)
{
    const bight_vec3 *x = world->start, *y = world->at;
    bight_vec3 first = v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]]));
    double most = 0.0;
    for (int32_t i = 1; i <= 64; i++) {
        bight_vec3 c[3];
        for (int32_t k = 0; k < 3; k++) {
            c[k] = v3_lerp(x[v[k]], y[v[k]], i / 64.0);
        }
        bight_vec3 now = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
        most = fmax(most, atan2(v3_length(v3_cross(first, now)), v3_dot(first, now)));
    }
    return most;
}

// Does no corner move by a tenth of the least height, seen from any other?
static bool hardly_moves(const bight_cloth_world *world, const int32_t *v)
{
    const bight_vec3 *x = world->start, *y = world->at;
    bight_vec3 normal = v3_cross(v3_sub(x[v[1]], x[v[0]]), v3_sub(x[v[2]], x[v[0]]));
    double longest = 0.0, moved = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        int32_t a = v[k], b = v[(k + 1) % 3];
        longest = fmax(longest, v3_distance(x[a], x[b]));
        moved = fmax(moved, v3_distance(v3_sub(y[a], x[a]), v3_sub(y[b], x[b])));
    }
    return moved < 0.1 * v3_length(normal) / longest;
}

// Calls the filter for the fans and answers which vertices it has marked as turning.
static void marked(bight_cloth_world *world, bool again, bool turns[MOST])
{
    int32_t touching = 0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->creases.flags[i] &= (uint8_t)~BI_CREASE_TURNS;
    }
    bi_filter_fans(world, again, &touching);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        turns[i] = (world->creases.flags[i] & BI_CREASE_TURNS) != 0;
    }
}

// The corners of triangles that turn by 45 degrees are marked, those of triangles that hardly move are not. When it is
// asked again, only triangles with a corner that was shortened are looked at, whichever corner that is.
TEST(what_turns_is_marked)
{
    int32_t turned = 0, still = 0, marks = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        double edge = 0.004;
        bight_cloth_world *world = sheet_world(seed % 2 == 0 ? 3 : MOST_SIDE, edge, 0.1 * edge, &random);
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        bight_cloth_report report = {0};
        int32_t rounds = 0;
        CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK); // makes room

        // one vertex goes, or many, and all of them along together
        double far = edge * exp2(bi_random_range(&random, -6.0, 1.0));
        int32_t one = bi_random_below(&random, world->vertex_count), many = (int32_t)(seed % 3);
        bight_vec3 along = bi_random_vec3(&random, 0.01);
        for (int32_t i = 0; i < world->vertex_count; i++) {
            bool goes = many > 0 ? bi_random_below(&random, 3) < many : i == one;
            bight_vec3 own = goes ? bi_random_vec3(&random, far) : v3(0, 0, 0);
            world->at[i] = v3_add(v3_add(world->start[i], along), own);
        }
        bool turns[MOST], must[MOST] = {false}, may[MOST] = {false}, again[MOST];
        marked(world, false, turns);
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            bool turned_much = angle_turned(world, v) >= 0.25 * 3.14159265358979;
            for (int32_t k = 0; k < 3; k++) {
                must[v[k]] = must[v[k]] || turned_much;
                may[v[k]] = may[v[k]] || !hardly_moves(world, v);
            }
        }
        for (int32_t i = 0; i < world->vertex_count; i++) {
            CHECK_SEED(turns[i] || !must[i], seed);
            CHECK_SEED(!turns[i] || may[i], seed);
            turned += must[i];
            still += !may[i];
            marks += turns[i];
        }

        // of one shortened vertex at a time: only its own triangles, and all of these together make up the whole
        bool all[MOST] = {false};
        for (int32_t s = 0; s < world->vertex_count; s++) {
            for (int32_t i = 0; i < world->vertex_count; i++) {
                world->flags[i] &= (uint8_t)~BI_SHORTENED;
            }
            world->flags[s] |= BI_SHORTENED;
            marked(world, true, again);
            bool near[MOST] = {false};
            for (int32_t t = 0; t < world->topology.triangle_count; t++) {
                const int32_t *v = world->topology.triangles + 3 * (size_t)t;
                for (int32_t k = 0; k < 3 && has(v, s); k++) {
                    near[v[k]] = true;
                }
            }
            for (int32_t i = 0; i < world->vertex_count; i++) {
                CHECK_SEED(!again[i] || (near[i] && turns[i]), seed);
                all[i] = all[i] || again[i];
            }
            CHECK_SEED(again[s] == turns[s], seed); // all triangles around it were looked at
        }
        for (int32_t i = 0; i < world->vertex_count; i++) {
            CHECK_SEED(all[i] == turns[i], seed);
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d turned, %d still, %d marked\n", (int)turned, (int)still, (int)marks);
    CHECK(turned > 50 && still > 50 && marks > turned);
}

// Only what is around a vertex that is sharp or turns is shortened: what lies beside it goes its whole way, however near
// its own triangles come to each other, which their facing proves harmless.
TEST(only_what_turns_is_shortened)
{
    enum { LARGE = 9 };
    int32_t failed = 0, kept = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        double edge = 0.004;
        bight_cloth_world *world = sheet_world(LARGE, edge, 0.02 * edge, &random);
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        bight_cloth_report report = {0};
        int32_t rounds = 0, touching = 0;
        CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK); // makes room

        // one vertex folds over; the others go about, as far as is still steady for most
        double far = edge * bi_random_range(&random, 0.02, 0.12);
        for (int32_t i = 0; i < world->vertex_count; i++) {
            world->at[i] = v3_add(world->start[i], bi_random_vec3(&random, far));
            world->flags[i] &= (uint8_t)~BI_SHORTENED;
            world->creases.flags[i] &= (uint8_t)~BI_CREASE_TURNS;
        }
        world->at[20] = v3_add(world->start[20], v3_mul(2.5, v3_sub(world->start[40], world->start[20])));
        bool near[LARGE * LARGE] = {false};
        bight_vec3 before[LARGE * LARGE];
        memcpy(before, world->at, (size_t)world->vertex_count * sizeof *before);
        failed += bi_filter_fans(world, false, &touching) > 0;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            uint8_t flags =
                world->creases.flags[v[0]] | world->creases.flags[v[1]] | world->creases.flags[v[2]];
            for (int32_t k = 0; k < 3; k++) {
                near[v[k]] = near[v[k]] || (flags & (BI_CREASE_SHARP | BI_CREASE_TURNS)) != 0;
            }
        }
        bi_filter_fans_shorten(world);
        for (int32_t i = 0; i < world->vertex_count; i++) {
            kept += !near[i];
            CHECK_SEED(near[i] || memcmp(&world->at[i], &before[i], sizeof before[i]) == 0, seed);
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d failed, %d vertices beside\n", (int)failed, (int)kept);
    CHECK(failed > 50 && kept > 100);
}

RUN_TESTS(unit(only_what_turns_is_shortened), unit(what_turns_is_marked),
          unit(a_sheet_does_not_fold_through_itself))
