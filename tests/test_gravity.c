// SPDX-License-Identifier: MIT

#include "scene.h"

// The hanging chain of n links of length L, each of the same weight, between two points `span` apart at one
// height: link k has the slope (k - (n - 1) / 2) / H. H by bisection; many links give the catenary
// y = a cosh(x / a) - c with a = H L.
static void hanging_chain(int32_t n, double length, double span, bight_vec3 *at)
{
    double low = 1e-6, high = 1e9;
    for (int32_t i = 0; i < 200; i++) {
        double h = sqrt(low * high), wide = 0.0;
        for (int32_t k = 0; k < n; k++) {
            double slope = (k - 0.5 * (n - 1)) / h;
            wide += length / sqrt(1.0 + slope * slope);
        }
        if (wide > span) {
            high = h;
        } else {
            low = h;
        }
    }
    at[0] = v3(-0.5 * span, 0, 0);
    for (int32_t k = 0; k < n; k++) {
        double slope = (k - 0.5 * (n - 1)) / low, c = 1.0 / sqrt(1.0 + slope * slope);
        at[k + 1] = v3_add(at[k], v3(length * c, length * c * slope, 0));
    }
}

static double catenary_parameter(double length, double span)
{
    double low = 1e-3 * span, high = 1e3 * span;
    for (int32_t i = 0; i < 200; i++) {
        double a = 0.5 * (low + high);
        if (2.0 * a * sinh(0.5 * span / a) > length) {
            low = a;
        } else {
            high = a;
        }
    }
    return 0.5 * (low + high);
}

// Hang `links` links of one rope of length 20 over a span, wait until nothing moves.
static bight_world *hang(int32_t links, double span, bight_rope_id *rope, double *settled)
{
    bight_world_def def = bight_world_def_default();
    double length = 20.0 / links;
    def.gravity = v3(0, -0.03 * length, 0);
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    *rope = scene_line(world, v3(-10, 0, 0), v3(1, 0, 0), links, 0.3 * length, length);
    bight_hand_id left = scene_grasp(world, *rope, 0), right = scene_grasp(world, *rope, links);
    CHECK(bight_hand_set_target(world, left, v3(-0.5 * span, 0, 0)) == BIGHT_OK);
    CHECK(bight_hand_set_target(world, right, v3(0.5 * span, 0, 0)) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 20 * links + 2000; cycle++) {
        *settled = scene_step(world).moved / length;
        if (cycle > 10 * links && *settled < 1e-7) {
            break;
        }
    }
    CHECK_NEAR(scene_hand(world, left).x, -0.5 * span, 1e-9);
    return world;
}

TEST(a_hanging_rope_is_the_catenary_at_any_resolution)
{
    const int32_t links[3] = {20, 80, 320};
    const double spans[3] = {19.0, 14.0, 8.0};
    for (int32_t s = 0; s < 3; s++) {
        double a = catenary_parameter(20.0, spans[s]), sag = a * cosh(0.5 * spans[s] / a) - a;
        for (int32_t k = 0; k < 3; k++) {
            bight_rope_id rope;
            double settled, worst = 0.0, off_chain = 0.0;
            bight_vec3 chain[321];
            hanging_chain(links[k], 20.0 / links[k], spans[s], chain);
            bight_world *world = hang(links[k], spans[s], &rope, &settled);
            bight_curve curve = bight_rope_curve(world, rope);
            for (int32_t i = 0; i <= links[k]; i++) {
                bight_vec3 at = curve.points[i];
                double y = a * cosh(at.x / a) - a * cosh(0.5 * spans[s] / a);
                worst = fmax(worst, fabs(at.y - y));
                off_chain = fmax(off_chain, v3_distance(at, chain[i]));
            }
            print_message("span %g, %d links: %.3f %% of the sag off the catenary, %.3f %% off the chain\n",
                          spans[s], links[k], 100.0 * worst / sag, 100.0 * off_chain / sag);
            // nearly taut, the least stretch shows as sag
            double allowed = s == 0 ? 0.04 : 0.02;
            CHECK(off_chain < allowed * sag);
            CHECK(worst < allowed * sag);
            CHECK(scene_longest(world, rope) < 1.01 * 20.0 / links[k]);
            bight_world_destroy(world);
        }
    }
}

TEST(a_free_end_hangs_straight_down)
{
    bight_world_def def = bight_world_def_default();
    def.gravity = v3(0, -0.1, 0);
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 30, 0.3, 1.0);
    scene_grasp(world, rope, 0);
    for (int32_t cycle = 0; cycle < 6000; cycle++) {
        scene_step(world);
    }
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t i = 0; i <= 30; i++) {
        CHECK_NEAR(curve.points[i].x, 0.0, 0.05);
        CHECK_NEAR(curve.points[i].y, -i, 0.05);
    }
    bight_world_destroy(world);
}

// Sideways gravity, a closed rope on one hand, and a rope that nothing holds.
TEST(other_ways_to_fall)
{
    bight_world_def def = bight_world_def_default();
    def.gravity = v3(0.05, 0, 0);
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    bight_rope_id ring = scene_ring(world, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), 24, 0.2);
    bight_rope_id loose = scene_line(world, v3(0, 0, 9), v3(0, 1, 0), 10, 0.3, 1.0);
    bight_vec3 start = bight_rope_curve(world, ring).points[12];
    scene_grasp(world, ring, 12);
    for (int32_t cycle = 0; cycle < 3000; cycle++) {
        scene_step(world);
    }
    CHECK(v3_distance(bight_rope_curve(world, ring).points[12], start) == 0.0);
    CHECK_NEAR(bight_rope_curve(world, ring).points[0].x, start.x + 12, 0.5);
    CHECK_NEAR(bight_rope_curve(world, loose).points[3].x, 150.0, 1e-6);
    bight_world_destroy(world);
}

// A rope dropped on a floor comes to rest and stays at rest: no growing energy.
TEST(a_rope_at_rest_stays_at_rest)
{
    bight_world_def def = bight_world_def_default();
    def.gravity = v3(0, -0.05, 0);
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(50, 1, 50), v3(0, -1, 0));
    bight_vec3 points[60];
    for (int32_t i = 0; i < 60; i++) {
        double angle = 0.35 * i;
        points[i] = v3(2.8 * cos(angle), 1.0 + 0.12 * i, 2.8 * sin(angle));
    }
    bight_rope_id rope = scene_rope(world, points, 60, false, 0.35, 0.0);
    double fastest = 0.0;
    for (int32_t cycle = 0; cycle < 2500; cycle++) {
        double moved = scene_step(world).moved;
        fastest = cycle >= 2000 ? fmax(fastest, moved) : 0.0;
    }
    print_message("fastest node of a rope at rest: %g radii a cycle\n", fastest / 0.35);
    CHECK(fastest < 2.0 * 0.35); // contacts let go and catch again by the slip
    bight_curve curve = bight_rope_curve(world, rope);
    for (int32_t i = 0; i < curve.count; i++) {
        CHECK(curve.points[i].y > 0.0 && curve.points[i].y < 4.0);
        CHECK(v3_length(curve.points[i]) < 8.0);
    }
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_hanging_rope_is_the_catenary_at_any_resolution), unit(a_free_end_hangs_straight_down),
          unit(other_ways_to_fall), unit(a_rope_at_rest_stays_at_rest))
