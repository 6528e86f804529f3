// SPDX-License-Identifier: MIT
// The projection rope in a world: it hangs, is pulled, touches, and nothing passes through anything.

#include "geom/segment.h"
#include "golden_hashes.h"
#include "golden_scene.h"
#include "scene.h"
#include "scene_memory.h"

#include <string.h>

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

// Least distance between two ropes' centrelines.
static double apart(const bight_world *world, bight_rope_id one, bight_rope_id other)
{
    bight_curve a = bight_rope_curve(world, one), b = bight_rope_curve(world, other);
    double least = HUGE_VAL;
    for (int32_t i = 0; i + 1 < a.count; i++) {
        for (int32_t k = 0; k + 1 < b.count; k++) {
            bi_segment_pair pair =
                bi_segment_closest(a.points[i], a.points[i + 1], b.points[k], b.points[k + 1]);
            least = fmin(least, sqrt(pair.distance_squared));
        }
    }
    return least;
}

// Stiff rings dropped over a pole pile up on the floor, each a diameter above the one below, and come to
// rest.
TEST(a_stack_of_rings)
{
    enum { RINGS = 5 };
    bight_world *world = world_with_gravity(v3(0, -0.02, 0));
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(30, 1, 30), v3(0, -1, 0));
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(2.65, 12, 2.65), v3(0, 10, 0));
    bight_rope_id ring[RINGS];
    double around = 0.5 / sin(3.14159265358979323846 / 20);
    for (int32_t i = 0; i < RINGS; i++) {
        bight_vec3 points[20];
        for (int32_t k = 0; k < 20; k++) {
            double turn = 6.283185307179586 * (k + 0.3 * i) / 20;
            points[k] = v3(around * cos(turn) + 0.02 * i, 1.0 + 1.7 * i + 0.03 * k, around * sin(turn));
        }
        ring[i] = rods(world, points, 20, true, 0.4, 1.0, 2000.0);
    }
    double moved = 1.0;
    for (int32_t cycle = 0; cycle < 1500; cycle++) {
        bight_step_report report = scene_step(world);
        CHECK(!report.rolled_back);
        moved = report.moved;
    }
    print_message("a stack at rest moves by %g a cycle\n", moved);
    CHECK(moved < 2e-3); // a tenth of what it sinks in the air: rings slide, without friction
    for (int32_t i = 0; i < RINGS; i++) {
        bight_curve curve = bight_rope_curve(world, ring[i]);
        for (int32_t k = 0; k < 20; k++) {
            CHECK_NEAR(curve.points[k].y, 0.4 + 0.8 * i, 0.01);
        }
        CHECK(stretch_of(world, ring[i]) < 1e-3);
    }
    bight_world_destroy(world);
}

// A rope drawn over a ball and a mesh stays outside both by its radius.
TEST(obstacles_are_hard)
{
    static const bight_vec3 corner[4] = {{3, 3, 3}, {3, -3, -3}, {-3, 3, -3}, {-3, -3, 3}};
    static const int32_t face[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    bight_world *world = world_with_gravity(v3(0, -0.02, 0));
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(3, 3, 3), v3(-6, -4, 0));
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id mesh;
    def.kind = BIGHT_SHAPE_MESH;
    def.points = corner;
    def.triangles = face;
    def.point_count = def.triangle_count = 4;
    def.pose.position = v3(6, -4, 0);
    CHECK(bight_obstacle_create(world, &def, &mesh, NULL) == BIGHT_OK);
    bight_rope_id rope = rods_along(world, v3(-20, 0, 0), v3(1, 0, 0), 40, 0.4, 1.0, 20.0);
    bight_handle_id hand = scene_grasp(world, rope, 40);
    int32_t touched = 0;
    double deepest = HUGE_VAL;
    for (int32_t cycle = 0; cycle < 700; cycle++) {
        CHECK(bight_handle_set_target(world, hand, v3(20 - 0.03 * cycle, 0.01 * cycle, 0.005 * cycle)) ==
              BIGHT_OK);
        touched += scene_step(world).contacts > 0;
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i < 40; i++) {
            double s = bi_segment_closest_to_point(curve.points[i], curve.points[i + 1], v3(-6, -4, 0));
            deepest = fmin(
                deepest, v3_distance(v3_lerp(curve.points[i], curve.points[i + 1], s), v3(-6, -4, 0)) - 3.0);
        }
    }
    print_message("touched in %d cycles, never nearer than %.4f\n", touched, deepest);
    CHECK(touched > 100 && deepest > 0.38);
    bight_world_destroy(world);
}

// A rope of the other model is pulled down on this one, then this one is pulled up against it: neither
// passes, and every cycle is proved.
TEST(models_touch_each_other)
{
    bight_world *world = world_with_gravity(v3(0, 0, 0));
    bight_rope_id led = scene_line(world, v3(-15, 1, 0), v3(1, 0, 0), 30, 0.4, 1.0);
    bight_rope_id rod = rods_along(world, v3(0.5, -0.2, -15), v3(0, 0, 1), 30, 0.4, 1.0, 50.0);
    bight_handle_id left = scene_grasp(world, led, 0), right = scene_grasp(world, led, 30);
    double least = HUGE_VAL;
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        double down = 1.0 - 0.02 * cycle;
        CHECK(bight_handle_set_target(world, left, v3(-14, down, 0)) == BIGHT_OK);
        CHECK(bight_handle_set_target(world, right, v3(14, down, 0)) == BIGHT_OK);
        scene_step(world);
        least = fmin(least, apart(world, led, rod));
    }
    bight_curve a = bight_rope_curve(world, led), b = bight_rope_curve(world, rod);
    print_message("pushed to %.2f by the one at %.2f\n", b.points[15].y, a.points[15].y);
    CHECK(b.points[15].y < -0.25 && b.points[15].y < a.points[15].y - 0.7);
    bight_handle_id ends[2] = {scene_grasp(world, rod, 0), scene_grasp(world, rod, 30)};
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        for (int32_t i = 0; i < 2; i++) {
            bight_vec3 to = v3(0.5, 0.03 * cycle, i == 0 ? -12 : 12);
            CHECK(bight_handle_set_target(world, ends[i], to) == BIGHT_OK);
        }
        scene_step(world);
        least = fmin(least, apart(world, led, rod));
    }
    print_message("models as near as %.3f\n", least);
    bight_world_stats stats = bight_world_get_stats(world);
    CHECK(stats.certified == stats.cycles);
    CHECK(least > 0.4);
    CHECK(scene_longest(world, led) < 1.2 && stretch_of(world, rod) < 0.1);
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

// ---- memory and determinism --------------------------------------------------------------------------

static bight_status build(bight_world *world, bight_handle_id *hand)
{
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope = {0}, ring;
    bight_vec3 points[40];
    for (int32_t i = 0; i < 40; i++) {
        points[i] = v3(i - 20, 0.1 * (i % 2), 0);
    }
    def.model = BIGHT_MODEL_PROJECTION;
    def.curve = (bight_curve){points, 40, false};
    def.radius = 0.4;
    def.projection.bend_weight = 50.0;
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    double around = 20 / 6.283185307179586;
    for (int32_t i = 0; i < 20; i++) {
        points[i] = v3(0, around * cos(i / around) - 0.5, around * sin(i / around));
    }
    def.curve = (bight_curve){points, 20, true};
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &ring, NULL) : status;
    return status == BIGHT_OK ? bight_handle_grasp(world, rope, 39, hand, NULL) : status;
}

static void drive(bight_world *world, bight_handle_id hand, int32_t cycle)
{
    double angle = 0.05 * cycle;
    bight_handle_set_target(world, hand, v3(12 * cos(angle), 8 * sin(angle), 3 * sin(2.0 * angle)));
}

TEST(creation_survives_every_failing_allocation)
{
    bool done = false;
    for (int64_t n = 1; !done && n < 500; n++) {
        failing_allocator memory = {.fail_at = n, .fail_after = n % 2 == 0};
        bight_world *world = scene_counted_world(&memory);
        if (world == NULL) {
            CHECK(memory.held == 0);
            continue;
        }
        bight_handle_id hand;
        bight_status status = build(world, &hand);
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        done = status == BIGHT_OK && memory.calls < n;
        memory.fail_at = 0;
        scene_step(world);
        rods_along(world, v3(-15, 20, 0), v3(1, 0, 0), 30, 0.4, 1.0, 1.0);
        scene_step(world);
        CHECK((size_t)memory.held == bight_world_memory(world));
        bight_world_destroy(world);
        CHECK(memory.held == 0);
    }
    CHECK(done);
}

TEST(steps_survive_every_failing_allocation)
{
    failing_allocator memory = {0}, broken = {0};
    bight_world *good = scene_counted_world(&memory), *world = scene_counted_world(&broken);
    bight_handle_id hand, other;
    CHECK(build(good, &hand) == BIGHT_OK && build(world, &other) == BIGHT_OK);
    int32_t failures = 0;
    for (int32_t cycle = 0; cycle < 150; cycle++) {
        drive(good, hand, cycle);
        drive(world, other, cycle);
        failures += scene_step_through_failures(world, &broken, true);
        scene_step(good);
        CHECK_SEED(bight_world_hash(good) == bight_world_hash(world), cycle);
    }
    CHECK(failures > 5);
    bight_world_destroy(good);
    bight_world_destroy(world);
    CHECK(memory.held == 0 && broken.held == 0);
}

TEST(a_warm_step_takes_no_memory)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_handle_id hand;
    CHECK(build(world, &hand) == BIGHT_OK);
    int64_t contacts = 0;
    for (int32_t cycle = 0; cycle < 600; cycle++) {
        drive(world, hand, cycle % 126); // nearly five times round
        if (cycle == 400) {
            memory.fail_at = memory.calls + 1;
            memory.fail_after = true;
        }
        contacts += scene_step(world).contacts;
    }
    CHECK(contacts > 0);
    bight_world_destroy(world);
}

TEST(threads_change_nothing)
{
    uint64_t hash[3];
    for (int32_t i = 0; i < 3; i++) {
        bight_world_def def = bight_world_def_default();
        def.env.threads = i == 2 ? 4 : 1;
        bight_world *world;
        bight_handle_id hand;
        CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
        CHECK(build(world, &hand) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 150; cycle++) {
            drive(world, hand, cycle);
            scene_step(world);
        }
        hash[i] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_rods(1, GOLDEN_RODS_CYCLES);
    CHECK(golden_rods(3, GOLDEN_RODS_CYCLES) == hash);
    if (hash != GOLDEN_RODS_HASH) {
        fail_msg("the golden hash of projection ropes is 0x%016llX", (unsigned long long)hash);
    }
}

RUN_TESTS(unit(the_golden_hash), unit(a_hanging_rope_is_the_discrete_catenary), unit(links_keep_their_length),
          unit(closed_ropes), unit(a_stack_of_rings), unit(obstacles_are_hard), unit(models_touch_each_other),
          unit(targets_lead_nodes_and_let_go), unit(weights_can_be_changed),
          unit(one_soft_iteration_is_the_papers_step), unit(creation_survives_every_failing_allocation),
          unit(steps_survive_every_failing_allocation), unit(a_warm_step_takes_no_memory),
          unit(threads_change_nothing))
