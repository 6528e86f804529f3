// SPDX-License-Identifier: MIT
// Loads of nodes: against gravity, against closed forms, and what becomes of them when nodes come and go.

#include "core/random.h"
#include "scene_memory.h"
#include "sim/world_state.h"

#include <string.h>

static bight_world *world_with(bight_vec3 gravity)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    def.gravity = gravity;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static void load_all(bight_world *world, bight_rope_id rope, bight_vec3 each)
{
    bight_vec3 load[SCENE_NODES];
    int32_t count = bight_rope_curve(world, rope).count;
    for (int32_t i = 0; i < count; i++) {
        load[i] = each;
    }
    CHECK(bight_rope_set_load(world, rope, load, count, NULL) == BIGHT_OK);
}

// The same ropes in both worlds: held at one end, at both, a ring on a hand, slack strands over a bar.
static void furnish(bight_world *world, bight_rope_model model, bight_rope_id rope[4])
{
    bight_vec3 points[30];
    for (int32_t r = 0; r < 4; r++) {
        bool closed = r == 2;
        int32_t count = closed ? 24 : 30;
        for (int32_t i = 0; i < count; i++) {
            double angle = 2.0 * 3.14159265358979323846 * i / 24;
            points[i] = closed ? v3(20 + 3.82 * cos(angle), 3.82 * sin(angle), 60)
                               : v3(i, 0.1 * (i % 2), 30.0 * r + (r == 3 ? 0.5 * (i % 2) : 0.0));
        }
        bight_rope_def def = bight_rope_def_default();
        def.model = model;
        def.radius = 0.3;
        def.curve = (bight_curve){points, count, closed};
        bight_error error = {0};
        if (bight_rope_create(world, &def, &rope[r], &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        scene_grasp(world, rope[r], 0);
        if (r == 1 || r == 3) {
            bight_hand_id hand = scene_grasp(world, rope[r], 29);
            CHECK(bight_hand_set_target(world, hand, v3(r == 1 ? 15 : 25, 0, 30.0 * r)) == BIGHT_OK);
        }
    }
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(0.5, 3, 0), v3(12, -4, 90));
}

TEST(the_same_load_everywhere_is_gravity_bit_for_bit)
{
    const bight_rope_model models[2] = {BIGHT_MODEL_FTL, BIGHT_MODEL_PROJECTION};
    for (int32_t m = 0; m < 2; m++) {
        bight_vec3 down = v3(0.003, -0.05, 0.001);
        bight_world *one = world_with(down), *other = world_with(v3(0, 0, 0));
        bight_rope_id a[4], b[4];
        furnish(one, models[m], a);
        furnish(other, models[m], b);
        for (int32_t r = 0; r < 4; r++) {
            load_all(other, b[r], down);
        }
        int64_t contacts = 0;
        for (int32_t cycle = 0; cycle < (m == 0 ? 700 : 200); cycle++) {
            contacts += scene_step(one).contacts;
            scene_step(other);
            for (int32_t r = 0; r < 4; r++) {
                bight_curve x = bight_rope_curve(one, a[r]), y = bight_rope_curve(other, b[r]);
                CHECK(memcmp(x.points, y.points, (size_t)x.count * sizeof *x.points) == 0);
            }
        }
        CHECK(contacts > 0);

        // and none again is none
        for (int32_t r = 0; r < 4; r++) {
            CHECK(bight_rope_set_load(other, b[r], NULL, 0, NULL) == BIGHT_OK);
        }
        bight_world_def def = bight_world_get_def(one);
        def.gravity = v3(0, 0, 0);
        CHECK(bight_world_set_def(one, &def, NULL) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 20; cycle++) {
            scene_step(one);
            scene_step(other);
        }
        CHECK(bight_world_hash(one) == bight_world_hash(other));
        bight_world_destroy(one);
        bight_world_destroy(other);
    }
}

// One loaded node between two hands: two straight strands, the node where their lengths meet.
TEST(a_single_load_makes_a_corner)
{
    for (int32_t node = 10; node <= 25; node += 5) {
        bight_world *world = world_with(v3(0, 0, 0));
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 40, 0.3, 1.0);
        scene_grasp(world, rope, 0);
        bight_hand_id hand = scene_grasp(world, rope, 40);
        double span = 34.0;
        CHECK(bight_hand_set_target(world, hand, v3(span, 0, 0)) == BIGHT_OK);
        bight_vec3 load[41] = {{0, 0, 0}};
        load[node] = v3(0, -0.1, 0);
        CHECK(bight_rope_set_load(world, rope, load, 41, NULL) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 3000; cycle++) {
            scene_step(world);
        }
        // it goes down until the strands balance: tensions are free, so as low as the lengths let it
        bight_vec3 at = bight_rope_curve(world, rope).points[node];
        double a = node, b = 40 - node, x = (a * a - b * b + span * span) / (2.0 * span);
        print_message("node %d at (%.3f, %.3f), the triangle's corner is (%.3f, %.3f)\n", (int)node, at.x,
                      at.y, x, -sqrt(a * a - x * x));
        CHECK_NEAR(v3_length(at), a, 0.02 * a);
        CHECK_NEAR(v3_distance(at, v3(span, 0, 0)), b, 0.02 * b);
        CHECK(at.y < 0.0);
        bight_world_destroy(world);
    }
}

// Nothing holds a rope: its middle goes by the mean of its loads, open or closed; links keep their length.
TEST(the_middle_of_a_free_rope_goes_by_the_mean)
{
    for (int32_t closed = 0; closed < 2; closed++) {
        bight_vec3 gravity = v3(0.01, 0, -0.02);
        bight_world *world = world_with(gravity);
        bight_rope_id rope = closed ? scene_ring(world, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), 24, 0.2)
                                    : scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 23, 0.2, 1.0);
        bight_vec3 load[24], mean = v3(0, 0, 0), before = v3(0, 0, 0), after = v3(0, 0, 0);
        bi_random random = bi_random_from(77);
        for (int32_t i = 0; i < 24; i++) {
            load[i] = v3_mul(0.02, bi_random_vec3(&random, 1.0));
            load[i].z += 0.03;
            mean = v3_madd(mean, 1.0 / 24, load[i]);
        }
        CHECK(bight_rope_set_load(world, rope, load, 24, NULL) == BIGHT_OK);
        for (int32_t i = 0; i < 24; i++) {
            before = v3_madd(before, 1.0 / 24, bight_rope_curve(world, rope).points[i]);
        }
        for (int32_t cycle = 0; cycle < 50; cycle++) {
            scene_step(world);
        }
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i < 24; i++) {
            after = v3_madd(after, 1.0 / 24, curve.points[i]);
        }
        bight_vec3 went = v3_sub(after, before), wanted = v3_mul(50.0, v3_add(mean, gravity));
        print_message("%s: went %g of %g, %g off\n", closed ? "closed" : "open", v3_length(went),
                      v3_length(wanted), v3_distance(went, wanted));
        CHECK_NEAR(v3_distance(went, wanted), 0.0, 1e-9);
        CHECK(scene_longest(world, rope) < 1.001);
        bight_world_destroy(world);
    }
}

TEST(loads_keep_the_speed_limit)
{
    bight_world *world = world_with(v3(0, 0, 0));
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 10, 0.2, 1.0);
    load_all(world, rope, v3(0, 3e9, 4e9));
    for (int32_t cycle = 0; cycle < 10; cycle++) {
        CHECK_NEAR(scene_step(world).moved, 0.9 * 0.2, 1e-12);
    }
    CHECK_NEAR(bight_rope_curve(world, rope).points[4].z, 10 * 0.9 * 0.2 * 0.8, 1e-9);
    bight_world_destroy(world);
}

// ---- spring ropes --------------------------------------------------------------------------------------

#define R 0.005

static bight_rope_id spring(bight_world *world, int32_t count, double link, double drag)
{
    bight_vec3 points[80];
    bight_rope_def def = bight_rope_def_default();
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3(0, -link * i, 0);
    }
    def.model = BIGHT_MODEL_SPRING;
    def.radius = R;
    def.curve = (bight_curve){points, count, false};
    def.spring.drag = drag;
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

// A hanging chain of springs: each is longer by what hangs below it over its constant.
TEST(springs_stretch_by_what_hangs_below)
{
    bight_world *world = world_with(v3(0, 0, 0));
    double link = 1.6 * R, stiffness = 10.0;
    bight_rope_id rope = spring(world, 12, link, 60.0);
    scene_grasp(world, rope, 0);
    bight_vec3 load[12];
    for (int32_t i = 0; i < 12; i++) {
        load[i] = v3(0, -0.02 * (1 + i % 4), 0);
    }
    CHECK(bight_rope_set_load(world, rope, load, 12, NULL) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 12000; cycle++) {
        scene_step(world);
    }
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK(curve.count == 12); // none was made: beta is 2 radii
    for (int32_t i = 0; i < 11; i++) {
        double below = 0.0;
        for (int32_t k = i + 1; k < 12; k++) {
            below -= load[k].y;
        }
        CHECK_NEAR(scene_link(curve, i), link * (1.0 + below / stiffness), 1e-5 * link);
    }
    bight_world_destroy(world);
}

static bight_vec3 sum_of_loads(const bight_world *world, bight_rope_id id)
{
    const bi_rope *rope = bi_find_rope(world, id);
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < rope->count; i++) {
        sum = v3_add(sum, rope->load[i]);
    }
    return sum;
}

// Pulled apart points are made, pushed together they are contracted; the sum of the loads stays, and while
// nothing collides momentum is force times time.
TEST(the_sum_of_loads_survives_division)
{
    bight_world *world = world_with(v3(0, 0, 0));
    bight_rope_id rope = spring(world, 40, 1.9 * R, 0.0);
    bight_spring_state state = {0};
    for (int32_t phase = 0; phase < 2; phase++) {
        int32_t count = bight_rope_curve(world, rope).count;
        bight_vec3 load[SCENE_NODES];
        for (int32_t i = 0; i < count; i++) {
            double along = 2.0 * i / (count - 1) - 1.0;
            load[i] = v3(0.0004 + 0.0003 * (i % 3), (phase == 0 ? -0.05 : 0.09) * along * along * along,
                         0.0001 * along);
        }
        CHECK(bight_rope_set_load(world, rope, load, count, NULL) == BIGHT_OK);
        bight_vec3 sum = sum_of_loads(world, rope);
        for (int32_t cycle = 0; cycle < 700; cycle++) {
            if (bight_world_step(world, NULL) != BIGHT_OK) {
                fail_msg("%s", bight_world_error(world).message);
            }
            CHECK_NEAR(v3_distance(sum_of_loads(world, rope), sum), 0.0, 1e-12);
        }
        CHECK(bight_rope_spring_state(world, rope, &state) == BIGHT_OK);
        print_message("%lld made, %lld contracted, %d points\n", (long long)state.inserts,
                      (long long)state.deletes, (int)bight_rope_curve(world, rope).count);
        if (phase == 0) {
            CHECK(state.events == 0);
            CHECK_NEAR(state.momentum.x, state.time * sum.x, 1e-3 * state.time * sum.x);
            CHECK_NEAR(state.momentum.z, state.time * sum.z, 1e-3 * state.time * sum.x);
        }
    }
    CHECK(state.inserts > 10 && state.deletes > 10);
    bight_world_destroy(world);
}

TEST(wrong_loads_are_refused)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 3, 0.3, 1.0);
    bight_vec3 load[5] = {{0, 0, 0}};
    bight_error error = {0};
    uint64_t before = bight_world_hash(world);
    CHECK(bight_rope_set_load(world, (bight_rope_id){0, 0}, load, 4, &error) == BIGHT_ERROR_STALE);
    const int32_t counts[4] = {3, 5, -1, INT32_MAX};
    for (int32_t i = 0; i < 4; i++) {
        CHECK(bight_rope_set_load(world, rope, load, counts[i], &error) == BIGHT_ERROR_INVALID);
        CHECK(strstr(error.message, "4 nodes") != NULL);
    }
    CHECK(bight_rope_set_load(world, rope, NULL, 4, &error) == BIGHT_ERROR_INVALID);
    const double bad[3] = {(double)NAN, HUGE_VAL, 1e200};
    for (int32_t i = 0; i < 3; i++) {
        load[2].z = bad[i];
        CHECK(bight_rope_set_load(world, rope, load, 4, &error) == BIGHT_ERROR_INVALID);
        CHECK(strstr(error.message, "node 2") != NULL);
    }
    load[2].z = 0.0;
    memory.fail_at = memory.calls + 1;
    CHECK(bight_rope_set_load(world, rope, load, 4, &error) == BIGHT_ERROR_NO_MEMORY);
    memory.fail_at = 0;
    CHECK(bight_world_hash(world) == before);
    CHECK(bight_rope_set_load(world, rope, load, 4, &error) == BIGHT_OK);
    CHECK(bight_world_hash(world) != before && (size_t)memory.held == bight_world_memory(world));
    int64_t calls = memory.calls;
    for (int32_t i = 0; i < 10; i++) {
        CHECK(bight_rope_set_load(world, rope, load, i % 2 ? 4 : 0, NULL) == BIGHT_OK);
    }
    CHECK(memory.calls == calls);
    bight_world_destroy(world);
    CHECK(memory.held == 0);
}

RUN_TESTS(unit(the_same_load_everywhere_is_gravity_bit_for_bit), unit(a_single_load_makes_a_corner),
          unit(the_middle_of_a_free_rope_goes_by_the_mean), unit(loads_keep_the_speed_limit),
          unit(springs_stretch_by_what_hangs_below), unit(the_sum_of_loads_survives_division),
          unit(wrong_loads_are_refused))
