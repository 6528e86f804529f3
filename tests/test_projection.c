// SPDX-License-Identifier: MIT
// The projection rope in a world: it hangs, is pulled, touches, and nothing passes through anything.

#include "scene.h"

static bight_world *world_with_gravity(bight_vec3 gravity)
{
    bight_world_def def = bight_world_def_default();
    def.gravity = gravity;
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static bight_rope_id rods(bight_world *world, const bight_vec3 *points, int32_t count, bool closed,
                          double radius, double length, double bend_weight)
{
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope;
    bight_error error = {0};
    def.model = BIGHT_MODEL_PROJECTION;
    def.curve = (bight_curve){points, count, closed};
    def.radius = radius;
    def.link_length = length;
    def.projection.bend_weight = bend_weight;
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static bight_rope_id rods_along(bight_world *world, bight_vec3 from, bight_vec3 along, int32_t links,
                                double radius, double length, double bend_weight)
{
    bight_vec3 points[SCENE_NODES];
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_madd(from, i * length, along);
    }
    return rods(world, points, links + 1, false, radius, length, bend_weight);
}

// Worst relative error of a link's length.
static double stretch_of(const bight_world *world, bight_rope_id rope)
{
    bight_curve curve = bight_rope_curve(world, rope);
    double worst = 0.0, length = bight_rope_link_length(world, rope);
    for (int32_t i = 0; i < (curve.closed ? curve.count : curve.count - 1); i++) {
        worst = fmax(worst, fabs(scene_link(curve, i) / length - 1.0));
    }
    return worst;
}

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
        bight_handle_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, links);
        CHECK(bight_handle_set_target(world, left, v3(-0.5 * span, 0, 0)) == BIGHT_OK);
        CHECK(bight_handle_set_target(world, right, v3(0.5 * span, 0, 0)) == BIGHT_OK);
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
    bight_handle_id hand = scene_grasp(world, rope, 0), other = scene_grasp(world, rope, 37);
    double worst = 0.0;
    for (int32_t cycle = 0; cycle < 900; cycle++) {
        double angle = 0.02 * cycle;
        CHECK(bight_handle_set_target(
                  world, hand, v3(14 * sin(angle), 9 * sin(0.7 * angle), 5 - 5 * cos(angle))) == BIGHT_OK);
        if (cycle == 500) {
            CHECK(bight_handle_release(world, other));
        }
        CHECK(scene_step(world).advanced > 0.0);
        worst = fmax(worst, stretch_of(world, rope));
    }
    print_message("links to %.3f %%\n", 100.0 * worst);
    CHECK(worst < 0.1);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_hanging_rope_is_the_discrete_catenary), unit(links_keep_their_length))
