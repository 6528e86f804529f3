// SPDX-License-Identifier: MIT
// Which links are near: every pair is measured by brute force, with distances of the test's own.

#include "sim/near.h"

#include "near_world.h"
#include "sim/obstacle.h"

enum { MOST_LINKS = 200 };

static const bi_near *listed(const bight_world *world, int32_t a, int32_t b, int32_t obstacle, int32_t *times)
{
    const bi_near *found = NULL;
    *times = 0;
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->a == a && near->b == b && near->obstacle == obstacle) {
            found = near;
            ++*times;
        }
    }
    return found;
}

static double cosine(bight_vec3 p, bight_vec3 q, bight_vec3 r)
{
    return v3_dot(v3_sub(q, p), v3_sub(r, q));
}

// A pair with one link between: may a straight link keep it off the list?
static bool kept_apart(const bight_vec3 *at, int32_t a, int32_t a_end, int32_t b, int32_t b_end)
{
    return a_end == a || (cosine(at[a], at[a_end], at[b]) > 0.0 && cosine(at[a_end], at[b], at[b_end]) > 0.0);
}

typedef struct unlisted {
    double links, obstacles, middle;
} unlisted;

static void judge_links(const bight_world *world, const bight_vec3 *at, bi_near_margin margin, uint64_t seed,
                        int32_t *expected, unlisted *least)
{
    int32_t link[MOST_LINKS], count = near_world_links(world, link);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            int32_t a = link[i], b = link[k], a_end = near_world_end(world, a),
                    b_end = near_world_end(world, b);
            int32_t between = near_world_between(world, a, b), times;
            const bi_near *near = listed(world, a, b, -1, &times);
            if (between == 0) {
                CHECK_SEED(near == NULL, seed); // they share a node
                continue;
            }
            const bi_rope *rope = &world->ropes[world->rope_of[a]], *other = &world->ropes[world->rope_of[b]];
            double touching = rope->radius + other->radius;
            double distance = plain_segments(at[a], at[a_end], at[b], at[b_end]);
            bool wanted = distance < touching + margin.links;
            if (between == 1) {
                // the shorter way round goes from a to b, or over the closing link from b to a; with four
                // links both
                bool over = near_world_end(world, b_end) == a && near_world_end(world, a_end) != b;
                bool apart = over ? kept_apart(at, b, b_end, a, a_end) : kept_apart(at, a, a_end, b, b_end);
                bool both = near_world_end(world, b_end) == a && near_world_end(world, a_end) == b;
                if (both) {
                    continue; // four links: the list has each pair once, by one of its two ways
                }
                if (apart && !margin.all_neighbours) {
                    least->middle = fmin(least->middle, over ? v3_distance(at[b_end], at[a])
                                                             : v3_distance(at[a_end], at[b]));
                    CHECK_SEED(near == NULL, seed);
                    continue;
                }
            }
            if (fabs(distance - touching - margin.links) > 1e-9) {
                CHECK_SEED(times == (wanted ? 1 : 0), seed);
            }
            if (near == NULL) {
                least->links = fmin(least->links, distance);
                continue;
            }
            ++*expected;
            CHECK_SEED(fabs(near->distance - distance) < 1e-9, seed);
            double arc = between < 0 ? HUGE_VAL : between * rope->length;
            CHECK_SEED(fabs(near->reach - fmin(touching, 0.9 * arc)) < 1e-12, seed);
            CHECK_SEED(near->bend == (arc < 3.1 * 0.5 * touching), seed);
            bight_vec3 on_a = v3_lerp(at[a], at[a_end], (double)near->s),
                       on_b = v3_lerp(at[b], at[b_end], (double)near->t);
            CHECK_SEED(fabs(v3_distance(on_a, on_b) - distance) < 1e-5, seed);
        }
    }
}

static void judge_obstacles(const near_world *made, const bight_vec3 *at, bi_near_margin margin,
                            uint64_t seed, int32_t *expected, unlisted *least)
{
    const bight_world *world = made->world;
    int32_t link[MOST_LINKS], count = near_world_links(world, link);
    for (int32_t o = 0; o < world->obstacle_count; o++) {
        const bi_obstacle *obstacle = &world->obstacles[o];
        bight_vec3 origin = margin.before ? obstacle->before.position : obstacle->pose.position;

        // candidates come from where it is now: judged where it was, the list is that much narrower
        double gone = margin.before ? v3_distance(obstacle->before.position, obstacle->pose.position) : 0.0;
        int32_t pieces = !obstacle->alive ? 0 : obstacle->triangle_count > 0 ? obstacle->triangle_count : 1;
        for (int32_t i = 0; i < count * pieces; i++) {
            int32_t a = link[i / pieces], piece = i % pieces, a_end = near_world_end(world, a), times;
            double distance, radius = world->ropes[world->rope_of[a]].radius;
            if (obstacle->triangle_count > 0) {
                bight_vec3 corner[3];
                for (int32_t k = 0; k < 3; k++) {
                    corner[k] = v3_add(obstacle->points[obstacle->triangles[3 * piece + k]], origin);
                }
                distance = plain_segment_triangle(at[a], at[a_end], corner);
            } else {
                distance = plain_point_segment(origin, at[a], at[a_end]) - made->ball;
            }
            const bi_near *near = listed(world, a, piece, o, &times);
            double beyond = distance - radius - margin.obstacles;
            CHECK_SEED(times <= (beyond < 1e-9 ? 1 : 0), seed);
            CHECK_SEED(times == 1 || beyond > -gone - 1e-9, seed);
            if (near == NULL) {
                least->obstacles = fmin(least->obstacles, distance + gone);
                continue;
            }
            ++*expected;
            CHECK_SEED(fabs(near->distance - distance) < 1e-9, seed);
            CHECK_SEED(near->reach == radius, seed);
        }
    }
}

// Each pair nearer than the margin is listed once, no other one is, and what is not listed is as far apart as
// the three bounds say.
TEST(every_near_pair_is_listed_once)
{
    int64_t pairs = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        near_world made = near_world_make(seed);
        bight_world *world = made.world;
        bi_random random = bi_random_from(~seed);
        bi_near_margin margin = {.links = bi_random_range(&random, 0.0, 1.5) * bi_random_unit(&random),
                                 .obstacles = bi_random_range(&random, 0.0, 1.5) * bi_random_unit(&random),
                                 .all_neighbours = seed % 4 == 0,
                                 .before = seed % 3 == 0};
        for (int32_t o = 0; o < world->obstacle_count; o++) {
            // as in a cycle in which the obstacle has gone on already
            bi_obstacle *obstacle = &world->obstacles[o];
            obstacle->before = obstacle->pose;
            obstacle->pose.position = v3_add(obstacle->pose.position, bi_random_vec3(&random, 0.3));
            bi_obstacle_place(obstacle);
        }
        bight_vec3 at[MOST_LINKS];
        CHECK(world->node_count <= MOST_LINKS);
        for (int32_t i = 0; i < world->node_count; i++) {
            at[i] = v3_add(world->at[i], bi_random_vec3(&random, 0.2));
        }
        if (world->node_count == 0) {
            bight_world_destroy(world);
            continue;
        }
        CHECK(bi_find_near(world, at, margin) == BIGHT_OK);
        CHECK(world->near_valid);
        int32_t expected = 0;
        unlisted least = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
        judge_links(world, at, margin, seed, &expected, &least);
        judge_obstacles(&made, at, margin, seed, &expected, &least);
        pairs += expected;
        CHECK_SEED(world->near_links <= least.links && world->near_obstacles <= least.obstacles, seed);
        CHECK_SEED(world->shortest_middle <= least.middle * (1.0 + 1e-12), seed);
        double thinnest = bi_thinnest(world);
        CHECK_SEED(fabs(world->near_links - 2.0 * thinnest - margin.links) < 1e-12, seed);
        CHECK_SEED(fabs(world->near_obstacles - thinnest - margin.obstacles) < 1e-12, seed);
        bight_world_destroy(world);
    }
    print_message("%lld pairs listed and found again\n", (long long)pairs);
    CHECK(pairs > 3000);
}

RUN_TESTS(unit(every_near_pair_is_listed_once))
