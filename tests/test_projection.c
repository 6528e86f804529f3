// SPDX-License-Identifier: MIT
// The projection rope alone in a world: it hangs, is led, keeps its length.

#include "rods.h"

// The discrete hanging chain: link k has the slope (k - (n - 1) / 2) / H, H by bisection of the span.
static void hanging_chain(int32_t n, double length, double span, bight_vec3 *at)
{
    double low = 1e-6, high = 1e9;
    for (int32_t i = 0; i < 200; i++) {
        double h = sqrt(low * high), wide = 0.0;
        for (int32_t k = 0; k < n; k++) {
            double slope = (k - 0.5 * (n - 1)) / h;
            wide += length / sqrt(1.0 + slope * slope);
        }
        low = wide > span ? low : h;
        high = wide > span ? h : high;
    }
    at[0] = v3(-0.5 * span, 0, 0);
    for (int32_t k = 0; k < n; k++) {
        double slope = (k - 0.5 * (n - 1)) / low, c = 1.0 / sqrt(1.0 + slope * slope);
        at[k + 1] = v3_add(at[k], v3(length * c, length * c * slope, 0));
    }
}

TEST(a_hanging_rope_is_the_discrete_catenary)
{
    const struct {
        int32_t links;
        double span;
    } cases[] = {{20, 14.0}, {80, 19.0}, {80, 8.0}};
    for (int32_t k = 0; k < 3; k++) {
        int32_t links = cases[k].links;
        double length = 20.0 / links, span = cases[k].span, off = 0.0, moved = 1.0, sag = 0.0;
        bight_world *world = world_with_gravity(v3(0, -0.03 * length, 0));
        bight_rope_id rope = rods_along(world, v3(-10, 0, 0), v3(1, 0, 0), links, 0.3 * length, length, 0.0);
        bight_hand_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, links);
        CHECK(bight_hand_set_target(world, left, v3(-0.5 * span, 0, 0)) == BIGHT_OK);
        CHECK(bight_hand_set_target(world, right, v3(0.5 * span, 0, 0)) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 8000 && (cycle < 10 * links || moved > 1e-9 * length); cycle++) {
            moved = scene_step(world).moved;
        }
        bight_vec3 chain[81];
        hanging_chain(links, length, span, chain);
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i <= links; i++) {
            off = fmax(off, v3_distance(curve.points[i], chain[i]));
            sag = fmax(sag, -chain[i].y);
        }
        print_message("%d links over %g: %.4f %% of the sag off the chain, links to %g\n", links, span,
                      100.0 * off / sag, stretch_of(world, rope));
        CHECK(off < 1e-3 * sag);
        CHECK(stretch_of(world, rope) < 1e-5);
        bight_world_destroy(world);
    }
}

// Hands pull, swing and let go; no cycle leaves a link out of tolerance by much.
TEST(links_keep_their_length)
{
    bight_world *world = world_with_gravity(v3(0, -0.02, 0));
    bight_rope_id rope = rods_along(world, v3(0, 0, 0), v3(1, 0, 0), 60, 0.4, 1.0, 50.0);
    bight_hand_id hand = scene_grasp(world, rope, 0), other = scene_grasp(world, rope, 37);
    double worst = 0.0;
    for (int32_t cycle = 0; cycle < 900; cycle++) {
        double angle = 0.02 * cycle;
        CHECK(bight_hand_set_target(
                  world, hand, v3(14 * sin(angle), 9 * sin(0.7 * angle), 5 - 5 * cos(angle))) == BIGHT_OK);
        if (cycle == 500) {
            CHECK(bight_hand_release(world, other));
        }
        CHECK(scene_step(world).advanced > 0.0);
        worst = fmax(worst, stretch_of(world, rope));
    }
    print_message("links to %.3f %%\n", 100.0 * worst);
    CHECK(worst < 0.1);
    bight_world_destroy(world);
}

// A ring with bending left to it is a circle, and stays one while it falls; without, it hangs from a hand as
// a loop.
TEST(closed_ropes)
{
    bight_world *world = world_with_gravity(v3(0, -0.05, 0));
    bight_vec3 points[24];
    double around = 0.5 / sin(3.14159265358979323846 / 24);
    for (int32_t i = 0; i < 24; i++) {
        double turn = 6.283185307179586 * i / 24;
        points[i] = v3(around * cos(turn) * (1.0 + 0.02 * (i % 2)), around * sin(turn), 0);
    }
    bight_rope_id stiff = rods(world, points, 24, true, 0.3, 1.0, 2000.0);
    for (int32_t i = 0; i < 24; i++) {
        points[i].z = 9.0;
    }
    bight_rope_id loop = rods(world, points, 24, true, 0.3, 1.0, 0.0);
    scene_grasp(world, loop, 6);
    for (int32_t cycle = 0; cycle < 1500; cycle++) {
        scene_step(world);
    }
    bight_curve ring = bight_rope_curve(world, stiff), hanging = bight_rope_curve(world, loop);
    bight_vec3 middle = v3(0, 0, 0);
    for (int32_t i = 0; i < 24; i++) {
        middle = v3_madd(middle, 1.0 / 24, ring.points[i]);
    }
    CHECK_NEAR(middle.y, -75.0, 0.1);
    for (int32_t i = 0; i < 24; i++) {
        CHECK_NEAR(v3_distance(ring.points[i], middle), around, 0.01);
    }
    CHECK(stretch_of(world, stiff) < 1e-3 && stretch_of(world, loop) < 1e-3);

    // its two sides hang beside each other
    double least = HUGE_VAL;
    for (int32_t i = 8; i < 17; i++) {
        for (int32_t k = 20; k < 28; k++) {
            bi_segment_pair pair = bi_segment_closest(hanging.points[i], hanging.points[i + 1],
                                                      hanging.points[k % 24], hanging.points[(k + 1) % 24]);
            least = fmin(least, sqrt(pair.distance_squared));
        }
    }

    // as near as the turn at the hand allows, where links with one between them keep a diameter of 0.6:
    // 2 sin(asin(0.6) / 2)
    CHECK_NEAR(least, sqrt(0.4), 0.002);
    CHECK_NEAR(hanging.points[6].y - hanging.points[18].y, 11.8, 0.3);
    bight_world_destroy(world);
}

TEST(targets_lead_nodes_and_let_go)
{
    bight_world *world = world_with_gravity(v3(0, 0, 0));
    bight_rope_id rope = rods_along(world, v3(0, 0, 0), v3(1, 0, 0), 30, 0.4, 1.0, 10.0);
    bight_rope_id other = scene_line(world, v3(0, 0, 9), v3(1, 0, 0), 30, 0.4, 1.0);
    const int32_t nodes[3] = {0, 10, 20};
    bight_vec3 points[3] = {{0, 0, 0}, {9, 3, 0}, {18, 0, 2}};
    CHECK(bight_rope_set_targets(world, rope, nodes, points, NULL, 3, NULL) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 200; cycle++) {
        CHECK(scene_step(world).moved <= 0.4 + 1e-12);
    }
    for (int32_t i = 0; i < 3; i++) {
        CHECK(v3_distance(bight_rope_curve(world, rope).points[nodes[i]], points[i]) < 0.02);
    }

    // handed over: only node 20 is led now, more weakly
    const double weight = 5.0;
    points[2] = v3(40, 5, 5);
    CHECK(bight_rope_set_targets(world, rope, nodes + 2, points + 2, &weight, 1, NULL) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        scene_step(world);
    }
    CHECK(v3_distance(bight_rope_curve(world, rope).points[20], points[2]) < 0.2);
    CHECK(bight_rope_curve(world, rope).points[0].x > 15.0);

    // nothing leads it: it comes to rest
    CHECK(bight_rope_set_targets(world, rope, NULL, NULL, NULL, 0, NULL) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 100; cycle++) {
        scene_step(world);
    }
    CHECK(scene_step(world).moved < 0.02); // but for what is bent yet

    // what is refused changes nothing
    bight_error error = {0};
    uint64_t before = bight_world_hash(world);
    const int32_t twice[2] = {4, 4}, outside[1] = {31};
    const double heavy[3] = {1.0, 1e7, 1.0};
    const bight_vec3 nowhere[1] = {{0, (double)NAN, 0}};
    CHECK(bight_rope_set_targets(world, rope, twice, points, NULL, 2, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "target 1: node 4 has a target already") != NULL);
    CHECK(bight_rope_set_targets(world, rope, outside, points, NULL, 1, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "the rope has nodes 0 to 30") != NULL);
    CHECK(bight_rope_set_targets(world, rope, nodes, points, heavy, 3, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "target 1: weight is 1e+07") != NULL);
    CHECK(bight_rope_set_targets(world, rope, nodes, nowhere, NULL, 1, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_set_targets(world, rope, NULL, points, NULL, 1, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_set_targets(world, rope, nodes, points, NULL, -1, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_set_targets(world, other, nodes, points, NULL, 3, &error) == BIGHT_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "BIGHT_MODEL_PROJECTION") != NULL);
    CHECK(bight_world_hash(world) == before);
    CHECK(bight_rope_set_targets(world, rope, nodes, points, NULL, 3, NULL) == BIGHT_OK);
    CHECK(bight_world_hash(world) != before);
    CHECK(bight_rope_destroy(world, rope));
    CHECK(bight_rope_set_targets(world, rope, nodes, points, NULL, 3, &error) == BIGHT_ERROR_STALE);
    bight_world_destroy(world);
}

TEST(weights_can_be_changed)
{
    bight_world *world = world_with_gravity(v3(0, 0, 0));
    bight_rope_id rope = rods_along(world, v3(0, 0, 0), v3(1, 0, 0), 5, 0.4, 1.0, 10.0);
    bight_rope_id other = scene_line(world, v3(0, 0, 9), v3(1, 0, 0), 5, 0.4, 1.0);
    bight_projection_def def = bight_rope_get_projection(world, rope);
    CHECK(def.bend_weight == 10.0 && def.target_weight == 3000.0);
    def.bend_weight = -1.0;
    CHECK(bight_rope_set_projection(world, rope, &def, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_rope_get_projection(world, rope).bend_weight == 10.0);
    def.bend_weight = 7.0;
    CHECK(bight_rope_set_projection(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_rope_get_projection(world, rope).bend_weight == 7.0);
    CHECK(bight_rope_set_projection(world, other, &def, NULL) == BIGHT_ERROR_UNSUPPORTED);
    CHECK(bight_rope_get_projection(world, other).bend_weight == 0.0);
    CHECK(bight_rope_get_model(world, rope) == BIGHT_MODEL_PROJECTION);
    bight_world_destroy(world);
}

// With one iteration and soft links a cycle is equation (8), to the letter: a straight rope whose end is led
// along it.
TEST(one_soft_iteration_is_the_papers_step)
{
    bight_world *world = world_with_gravity(v3(0, 0, 0));
    bight_rope_id rope = rods_along(world, v3(0, 0, 0), v3(1, 0, 0), 1, 0.4, 1.0, 0.0);
    bight_projection_def def = bight_rope_get_projection(world, rope);
    const int32_t node = 1;
    const bight_vec3 point = {1.25, 0, 0};
    def.rigid = false;
    def.iterations = 1;
    CHECK(bight_rope_set_projection(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_rope_set_targets(world, rope, &node, &point, NULL, 1, NULL) == BIGHT_OK);
    scene_step(world);

    // by hand: a = exp(0) = 1, Je = (-2, 2): [5 -4; -4 3005] [x0; x1] = [0; 750]
    bight_curve curve = bight_rope_curve(world, rope);
    double determinant = 5.0 * 3005.0 - 16.0;
    CHECK_NEAR(curve.points[0].x, 4.0 * 750.0 / determinant, 1e-12);
    CHECK_NEAR(curve.points[1].x, 1.0 + 5.0 * 750.0 / determinant, 1e-12);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_hanging_rope_is_the_discrete_catenary), unit(links_keep_their_length), unit(closed_ropes),
          unit(targets_lead_nodes_and_let_go), unit(weights_can_be_changed),
          unit(one_soft_iteration_is_the_papers_step))
