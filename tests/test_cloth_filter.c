// SPDX-License-Identifier: MIT
// The step filter of cloth against patches that fly, near and touching, with lists that have aged.

#include "cloth/step_filter_pair.h"
#include "cloth_filter_stage.h"

// Proposal after proposal, the lists rebuilt only when the library thinks that they must be: nothing meets
// on the way, nothing crosses at the end, and most of what could be done is done.
TEST(whatever_is_proposed_nothing_meets)
{
    int32_t worlds = 0, rounds_seen = 0, given_up = 0, proposals = 0, listings = 0;
    double asked = 0.0, gone = 0.0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(260, 40); seed++) {
        bi_random random = bi_random_from(seed);
        bool parallel = seed % 2 == 0;
        bight_cloth_world *world = fly_world(&random, 4, 0.006, parallel);
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        worlds++;
        for (int32_t n = 0; n < 8; n++) {
            propose(world, &random);
            bight_vec3 wish[4 * PATCH];
            memcpy(wish, world->at, sizeof wish);
            bight_cloth_report report = {0};
            int32_t rounds = 0;
            world->control.scale = 1.0;
            CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
            CHECK_SEED(meetings(world) == 0, seed);
            CHECK_SEED(count_crossings(world) == 0, seed);
            CHECK_SEED(report.unproved == 0, seed);
            CHECK(bi_near_update(world, &listings) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
            CHECK_SEED(world->tangle.pierced.count == 0, seed);
            proposals++;
            rounds_seen += rounds > 0;
            given_up += world->control.scale < 1.0;
            asked += way_gone(world, wish);
            gone += way_gone(world, world->at);
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d worlds, %d proposals, %d shortened, %d given up, %d listings, %.3f of the way\n",
                  (int)worlds, (int)proposals, (int)rounds_seen, (int)given_up, (int)listings, gone / asked);
    CHECK(4 * rounds_seen > proposals && 20 * given_up < proposals && 2 * listings < 3 * proposals);
    CHECK(gone > 0.08 * asked);
}

// Two fly at each other, a third elsewhere: it arrives, both of the others are held, each before it has used
// up its half of the distance, in a round or two, and no time step is cut.
TEST(only_what_would_meet_is_held)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_world *world = empty_world();
        double apart = log_range(&random, 0.02, 0.3) * THICKNESS;
        for (int32_t n = 0; n < 3; n++) {
            patch p = {v3(n == 2 ? 0.2 : 0.001 * n, n == 1 ? apart : 0.0, 0.0), v3(1, 0, 0), 0.0};
            grid g = patch_grid(&p, 0.0, &random);
            cloth_add(world, &g, NULL);
            grid_free(&g);
        }
        CHECK(begin(world));
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        double way = bi_random_range(&random, 0.6, 0.95) * apart;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            double y = i < PATCH ? way : i < 2 * PATCH ? -way : 0.25 * THICKNESS;
            world->at[i].y += y;
        }
        bight_cloth_report report = {0};
        int32_t rounds = 0;
        CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
        CHECK_SEED(rounds >= 1 && rounds <= 3 && world->control.scale == 1.0 && report.unproved == 0, seed);
        CHECK_SEED(meetings(world) == 0 && least_distance(world, PATCH) >= 0.09 * apart, seed);
        int32_t held = 0;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            double gone = v3_distance(world->start[i], world->at[i]);
            held += (world->flags[i] & BI_HELD) != 0;
            CHECK_SEED(i < 2 * PATCH || fabs(gone - 0.25 * THICKNESS) < 1e-15, seed);
            CHECK_SEED(i >= 2 * PATCH || (gone < 0.46 * apart && gone > 0.4 * apart) || gone > 0.59 * apart,
                       seed);
        }
        CHECK_SEED(held >= PATCH && held <= 2 * PATCH, seed);
        bight_cloth_world_destroy(world);
    }
}

// What touches already, in one plane, may part but not go through: exact at the end, half up and half down.
TEST(what_touches_does_not_cross)
{
    int32_t unproved = 0, moved = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_world *world = empty_world();
        for (int32_t n = 0; n < 2; n++) {
            grid g = grid_make(SIDE, SIDE, 0.01, 0.01);
            for (int32_t i = 0; i < g.vertex_count; i++) {
                g.positions[i].x += seed % 2 == 0 ? 0.002 * n : 0.0;
            }
            cloth_add(world, &g, NULL);
            grid_free(&g);
        }
        world->layers.parted = true; // or they would be parted first
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        bight_vec3 slope = bi_random_vec3(&random, 0.2);
        for (int32_t i = PATCH; i < world->vertex_count; i++) {
            world->at[i].y += slope.x * world->at[i].x + slope.z * world->at[i].z;
        }
        int32_t wished = count_crossings(world), rounds = 0;
        bight_cloth_report report = {0};
        CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
        CHECK_SEED(count_crossings(world) == 0, seed);
        CHECK_SEED(report.unproved > 0, seed);
        unproved += wished > 0;
        moved += wished == 0;
        bight_cloth_world_destroy(world);
    }
    CHECK(unproved > 20);
    (void)moved;
}

// Below the floor a pair may separate or stay: pushed together for a hundred iterations it keeps its distance, and its proof.
TEST(what_is_below_the_floor_comes_no_nearer)
{
    bight_cloth_world *world = empty_world();
    for (int32_t n = 0; n < 2; n++) {
        grid g = grid_make(SIDE, SIDE, 0.01, 0.01);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i].y += 0.9 * BI_FILTER_FLOOR * world->def.thickness * n;
        }
        cloth_add(world, &g, NULL);
        grid_free(&g);
    }
    world->layers.parted = true;
    CHECK(begin(world));
    double first = least_distance(world, PATCH), floor = BI_FILTER_FLOOR * world->thickness;
    CHECK(first > 0.8 * floor && first < floor);
    for (int32_t k = 0; k < 100; k++) {
        memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
        for (int32_t i = PATCH; i < world->vertex_count; i++) {
            world->at[i].y -= 0.004 * floor;
        }
        int32_t rounds = 0;
        bight_cloth_report report = {0};
        CHECK(bi_step_filter(world, &report, &rounds) == BIGHT_OK);
        CHECK_SEED(report.unproved == 0, k);
    }
    CHECK(least_distance(world, PATCH) > (1.0 - 1e-3) * first);
    bight_cloth_world_destroy(world);
}

// ---- lists that age -------------------------------------------------------------------------------------

// Layers go towards each other while the lists hold. What the lists take for clear is clear; what the exact
// test finds on all pairs is found from them.
TEST(lists_age_as_fast_as_things_come_nearer)
{
    int32_t clear = 0, near = 0, crossing = 0, held_on = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(80, 20); seed++) {
        bi_random random = bi_random_from(seed);
        bight_cloth_world *world = empty_world();
        world->def.reach = 3.0;
        double apart = bi_random_range(&random, 0.5, 7.5) * THICKNESS;
        for (int32_t n = 0; n < 2; n++) {
            patch p = {v3(0.001 * n, n * apart, 0.0005 * n), v3_unit(v3(1, 0, 1), v3(1, 0, 0)), 0.05 * n};
            grid g = patch_grid(&p, 0.0002, &random);
            cloth_add(world, &g, NULL);
            grid_free(&g);
        }
        if (!begin(world)) {
            bight_cloth_world_destroy(world);
            continue;
        }
        int32_t listed = 0;
        for (int32_t n = 1; n <= 10 && listed == 0; n++) {
            for (int32_t i = 0; i < world->vertex_count; i++) {
                bight_vec3 *p = &world->at[i];
                *p = v3_madd(world->clusters.listed_at[i], (i < PATCH ? 0.1 : -0.1) * n * world->near.margin,
                             v3(0, 1, 0));
            }
            CHECK(bi_near_update(world, &listed) == BIGHT_OK);
            held_on += listed == 0;
            for (int32_t i = 0; i < world->near.vertex_face_count; i++) {
                const bi_near_pair *pair = &world->near.vertex_faces[i];
                const int32_t *w = world->topology.triangles + 3 * (size_t)pair->b;
                double d = sqrt(bi_point_triangle_closest(world->at[pair->a], world->at[w[0]],
                                                          world->at[w[1]], world->at[w[2]])
                                    .distance_squared);
                bool is_clear = bi_near_is_clear(world, pair);
                CHECK_SEED(!is_clear || d > 1.5 * THICKNESS * (1.0 - 1e-6), seed);
                clear += is_clear;
                near += d < THICKNESS;
            }
            for (int32_t i = 0; i < world->near.edge_edge_count; i++) {
                const bi_near_pair *pair = &world->near.edge_edges[i];
                int32_t v[4];
                bi_near_vertices(world, true, pair->a, pair->b, v);
                double d = sqrt(
                    bi_segment_closest(world->at[v[0]], world->at[v[1]], world->at[v[2]], world->at[v[3]])
                        .distance_squared);
                CHECK_SEED(!bi_near_is_clear(world, pair) || d > 1.5 * THICKNESS * (1.0 - 1e-6), seed);
            }
            CHECK(bi_tangle_find(world) == BIGHT_OK);
            CHECK_SEED(world->tangle.pierced.count == count_crossings(world), seed);
            crossing += world->tangle.pierced.count > 0;
        }
        bight_cloth_world_destroy(world);
    }
    print_message("%d clear, %d near, %d crossing states, %d with old lists\n", (int)clear, (int)near,
                  (int)crossing, (int)held_on);
    CHECK(clear > 1000 && near > 1000 && crossing > 20 && held_on > 100);
}

RUN_TESTS(unit(whatever_is_proposed_nothing_meets), unit(only_what_would_meet_is_held),
          unit(what_touches_does_not_cross), unit(what_is_below_the_floor_comes_no_nearer),
          unit(lists_age_as_fast_as_things_come_nearer))
