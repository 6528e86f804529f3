// SPDX-License-Identifier: MIT
// Spring ropes in the world: what they do.

#include "core/random.h"
#include "golden_hashes.h"
#include "golden_scene.h"
#include "spring_scene.h"
#include "test.h"

// ---- determinism -----------------------------------------------------------------------------------------

TEST(threads_change_nothing)
{
    uint64_t one = golden_springs(1, 800);
    CHECK(one != 0 && golden_springs(2, 800) == one && golden_springs(8, 800) == one);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_springs(1, GOLDEN_SPRING_CYCLES);
    if (hash != GOLDEN_SPRINGS_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

// What will happen depends on velocities, masses and rest lengths, so the hash does.
TEST(the_hash_sees_the_whole_state)
{
    bight_vec3 points[20];
    bight_world *world = scene_world();
    straight(points, 20, v3(0, 0, 0), v3(0.009, 0, 0));
    bight_rope_def def = spring_def(points, 20, false);
    bi_rope *rope = bi_find_rope(world, create(world, &def));
    run(world, 1);
    uint64_t before = bight_world_hash(world);
    bi_control_point *point = &rope->springs->point[7], old = *point;
    double *fields[] = {&point->left_mass,
                        &point->right_mass,
                        &point->left_velocity.z,
                        &point->right_velocity.x,
                        &point->left_step.y,
                        &point->right_step.x,
                        &point->rest};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        *fields[i] += 1e-9;
        CHECK(bight_world_hash(world) != before);
        *point = old;
    }
    CHECK(bight_world_hash(world) == before);
    bight_world_destroy(world);
}

// ---- gravity ---------------------------------------------------------------------------------------------

// The elastic catenary between two ends at one height: with H the horizontal tension, w the weight of a metre
// at rest and L the length at rest, span = H L / K + 2 H / w asinh(w L / 2 H), and the middle hangs
// w L^2 / 8 K + H / w (sqrt(1 + (w L / 2 H)^2) - 1) below.
static double elastic_catenary(double span, double length, double weight, double stiffness)
{
    double low = 1e-9, high = 1e6;
    for (int32_t i = 0; i < 200; i++) {
        double h = 0.5 * (low + high), half = weight * length / (2.0 * h);
        double reach = h * length / stiffness + 2.0 * h / weight * asinh(half);
        *(reach < span ? &low : &high) = h;
    }
    double half = weight * length / (2.0 * low);
    return weight * length * length / (8.0 * stiffness) + low / weight * (sqrt(1.0 + half * half) - 1.0);
}

TEST(comes_to_rest_as_an_elastic_catenary)
{
    bight_vec3 points[112];
    bight_world *world = scene_world();
    straight(points, 112, v3(-0.4995, 0, 0), v3(0.009, 0, 0));
    bight_rope_def def = spring_def(points, 112, false);
    def.spring.gravity = v3(0, -9.81, 0);
    def.spring.drag = 4.0;
    def.spring.damping = 0.002;
    def.spring.time_step = 0.0002;
    bight_rope_id rope = create(world, &def);
    bight_hand_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, 111);
    double lowest = 0.0, rebound = -HUGE_VAL, middle = 0.0;
    for (int32_t cycle = 0; cycle < 40000; cycle++) {
        run(world, 1);
        bight_curve curve = bight_rope_curve(world, rope);
        middle = curve.points[curve.count / 2].y;
        lowest = fmin(lowest, middle);
        rebound = cycle > 2000 && cycle < 8000 ? fmax(rebound, middle) : rebound;
    }
    double sag = elastic_catenary(0.999, 0.999, 0.078 * 9.81, 10.0);
    bight_spring_state state = state_of(world, rope);
    CHECK(state.kinetic < 1e-9 && state.inserts > 0);
    CHECK_NEAR(-middle, sag, 0.01 * sag);

    // it fell deeper, and came back higher, before it came to rest
    CHECK(-lowest > 1.1 * sag && -rebound < 0.95 * sag);
    CHECK(scene_hand(world, left).y == 0.0 && scene_hand(world, right).y == 0.0);
    bight_world_destroy(world);
}

// ---- hands ---------------------------------------------------------------------------------------------

// Points come and go; hands stay on theirs.
TEST(hands_stay_on_their_points)
{
    bight_vec3 points[60];
    bight_world *world = scene_world();
    straight(points, 60, v3(0, 0, 0), v3(0.015, 0, 0)); // three radii: divided at once
    bight_rope_def def = spring_def(points, 60, false);
    def.spring.drag = 5.0;
    bight_rope_id rope = create(world, &def);
    bight_hand_id a = scene_grasp(world, rope, 10), b = scene_grasp(world, rope, 40);
    run(world, 1);
    CHECK(v3_distance(scene_hand(world, a), points[10]) == 0.0);
    CHECK(v3_distance(scene_hand(world, b), points[40]) == 0.0);
    bight_hand_state state;
    CHECK(bight_hand_get(world, a, &state) == BIGHT_OK && state.node == 20);
    CHECK(bight_rope_curve(world, rope).count == 119);

    // together, so that points are contracted, and far apart, so that they are made again
    for (int32_t way = 0; way < 2; way++) {
        bight_vec3 to = v3(way == 0 ? 0.5 : 0.1, 0, 0.0), from = scene_hand(world, a);
        for (int32_t i = 1; i <= 4000; i++) {
            bight_hand_set_target(world, a, v3_lerp(from, to, i / 4000.0));
            run(world, 1);
            CHECK(v3_distance(scene_hand(world, a), v3_lerp(from, to, i / 4000.0)) < 1e-12);
            CHECK(v3_distance(scene_hand(world, b), points[40]) == 0.0);
        }
    }
    CHECK(state_of(world, rope).inserts > 0 && state_of(world, rope).deletes > 0);
    CHECK_NEAR(state_of(world, rope).rest_length, 59 * 0.015, 1e-14);
    CHECK_NEAR(state_of(world, rope).mass, 59 * 0.015 * 0.078, 1e-16);
    bight_world_destroy(world);
}

TEST(a_released_end_flies_on)
{
    bight_vec3 points[20];
    bight_world *world = scene_world();
    straight(points, 20, v3(0, 0, 0), v3(0.009, 0, 0));
    bight_rope_def def = spring_def(points, 20, false);
    bight_rope_id rope = create(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    for (int32_t i = 1; i <= 200; i++) {
        bight_hand_set_target(world, hand, v3(0, 0.0005 * i, 0)); // 2 m/s
        run(world, 1);
    }
    CHECK(bight_hand_release(world, hand));
    run(world, 1);
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK_NEAR(curve.points[0].y, 0.1005, 2e-4);
    bight_world_destroy(world);
}

// ---- collisions ------------------------------------------------------------------------------------------

// By brute force: no two spheres but neighbours and their neighbours overlap.
static double least_gap(const bight_world *world, const bight_rope_id *ropes, int32_t count)
{
    double least = HUGE_VAL;
    for (int32_t r = 0; r < count; r++) {
        bight_curve a = bight_rope_curve(world, ropes[r]);
        for (int32_t s = r; s < count; s++) {
            bight_curve b = bight_rope_curve(world, ropes[s]);
            for (int32_t i = 0; i < a.count; i++) {
                for (int32_t k = r == s ? i + 3 : 0; k < b.count; k++) {
                    bool near = r == s && a.closed && a.count - (k - i) <= 2;
                    least = near ? least : fmin(least, v3_distance(a.points[i], b.points[k]) - 2.0 * R);
                }
            }
        }
    }
    return least;
}

// Two ropes and a ring thrown at each other without anything else: no spheres overlap, momentum stays, and
// elastic collisions neither make nor lose energy (where a rope folds up and strikes itself it loses some).
TEST(thrown_at_each_other)
{
    int32_t calm = 0, checked = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[40];
        bight_world *world = scene_world();
        bight_rope_id ropes[3];
        for (int32_t r = 0; r < 3; r++) {
            double away = r == 0 ? -0.015 : 0.015;
            bight_vec3 along = r == 0 ? v3(0.007, 0, 0) : v3(0, 0.0, 0.007);
            straight(points, 30, v3(r == 0 ? -0.1 : 0.02 * r, away, r == 0 ? 0 : -0.1), along);
            for (int32_t i = 0; i < 24; i++) {
                double angle = 2.0 * 3.14159265358979323846 * i / 24.0;
                points[i] = r == 2 ? v3(-0.05 + 0.027 * cos(angle), 0.02, 0.027 * sin(angle)) : points[i];
            }
            bight_rope_def def = spring_def(points, r == 2 ? 24 : 30, r == 2);
            def.spring.damping = 0.0;
            def.spring.alpha = 0.5; // no point is made or contracted
            ropes[r] = create(world, &def);
            throw(world, ropes[r], v3_add(v3(0, r == 0 ? 0.3 : -0.3, 0), bi_random_vec3(&random, 0.1)));
        }
        bight_vec3 momentum = v3(0, 0, 0), momentum_after = v3(0, 0, 0);
        double energy = 0.0, energy_after = 0.0;
        int64_t events = 0, strikes = 0;
        run(world, 1);
        for (int32_t r = 0; r < 3; r++) {
            bight_spring_state state = state_of(world, ropes[r]);
            momentum = v3_add(momentum, state.momentum);
            energy += state.kinetic + state.elastic;
        }
        for (int32_t cycle = 0; cycle < 800; cycle++) {
            run(world, 1);
            int64_t struck = 0;
            for (int32_t r = 0; r < 3; r++) {
                struck += state_of(world, ropes[r]).strikes;
            }
            // a strike pushes links, and may push their spheres into others
            CHECK_SEED(struck > 0 || least_gap(world, ropes, 3) > -1e-9 * R, seed);
            checked += struck == 0;
        }
        for (int32_t r = 0; r < 3; r++) {
            strikes += state_of(world, ropes[r]).strikes;
        }
        for (int32_t r = 0; r < 3; r++) {
            bight_spring_state state = state_of(world, ropes[r]);
            momentum_after = v3_add(momentum_after, state.momentum);
            energy_after += state.kinetic + state.elastic;
            events += state.events;
            CHECK_SEED((strikes > 0 || state.overlaps == 0) && state.stopped == 0, seed);
        }
        CHECK_SEED(events > 20, seed);
        CHECK_SEED(v3_distance(momentum, momentum_after) < 1e-13, seed);
        CHECK_SEED(state_of(world, ropes[0]).inserts + state_of(world, ropes[0]).deletes == 0, seed);
        CHECK_SEED(energy_after < 1.02 * energy && (strikes > 0 || energy_after > 0.98 * energy), seed);
        calm += strikes == 0;
        CHECK_SEED(bight_world_get_stats(world).rollbacks == 0, seed);
        bight_world_destroy(world);
    }
    print_message("%d of 8 without a strike, %d cycles checked\n", (int)calm, (int)checked);
    CHECK(calm > 0 && checked > 3000);
}

// A straight rope falls flat onto a box: what is left of its speed is the restitution, so it rises to e^2 of
// the height.
TEST(bounces_off_a_box)
{
    for (int32_t i = 0; i < 2; i++) {
        double e = i == 0 ? 1.0 : 0.6, height = 0.1, highest = -1.0;
        bight_vec3 points[30];
        bight_world *world = scene_world();
        straight(points, 30, v3(-0.13, R + height, 0), v3(0.009, 0, 0));
        bight_rope_def def = spring_def(points, 30, false);
        def.spring.gravity = v3(0, -9.81, 0);
        def.spring.restitution = e;
        bight_rope_id rope = create(world, &def);
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1, 0.1, 1), v3(0, -0.1, 0));
        bool down = false;
        for (int32_t cycle = 0; cycle < 2000; cycle++) {
            run(world, 1);
            double y = bight_rope_curve(world, rope).points[15].y;
            down = down || y < 1.1 * R;
            highest = down ? fmax(highest, y) : highest;
            CHECK(y > 0.5 * R);
        }
        CHECK(state_of(world, rope).strikes > 0);
        CHECK_NEAR((highest - R) / height, e * e, 0.05);
        bight_world_destroy(world);
    }
}

// A spring rope falls across a taut rope of the other model and stays on it; no centreline passes another.
TEST(lands_on_a_rope_of_another_model)
{
    bight_vec3 points[40];
    bight_world *world = scene_world();
    straight(points, 40, v3(-0.195, 0, 0), v3(0.01, 0, 0));
    bight_rope_def def = spring_def(points, 40, false);
    def.model = BIGHT_MODEL_FTL;
    bight_rope_id line = create(world, &def);
    scene_grasp(world, line, 0);
    scene_grasp(world, line, 39);
    straight(points, 40, v3(0, 0.03, -0.1755), v3(0, 0, 0.009));
    def = spring_def(points, 40, false);
    def.spring.gravity = v3(0, -9.81, 0);
    def.spring.restitution = 0.2;
    def.spring.drag = 3.0;
    bight_rope_id rope = create(world, &def);
    for (int32_t cycle = 0; cycle < 1500; cycle++) {
        run(world, 1);
        bight_curve falling = bight_rope_curve(world, rope), held = bight_rope_curve(world, line);
        for (int32_t i = 0; i < held.count; i++) {
            CHECK(v3_is_finite(held.points[i]));
        }
        for (int32_t i = 0; i + 1 < falling.count; i++) {
            // where it crosses the plane of the line it is above the line
            if (falling.points[i].z <= 0.0 && falling.points[i + 1].z > 0.0 &&
                fabs(falling.points[i].x) < 0.15) {
                CHECK(falling.points[i].y > held.points[20].y - 2.0 * R);
            }
        }
    }
    CHECK(state_of(world, rope).strikes > 0);
    bight_world_destroy(world);
}

// ---- contraction -----------------------------------------------------------------------------------------

// A strand sticks through the triangle that a contraction would sweep over: the point stays until it is gone.
TEST(contraction_passes_through_nothing)
{
    bight_vec3 points[9];
    bight_world *world = scene_world();
    double step = 0.9 * R;
    for (int32_t i = 0; i < 9; i++) {
        points[i] = v3(step * i, 0, 0);
    }

    // a narrow hairpin: points 3 and 5 are one radius apart, point 4 more than a radius beside them
    points[4] = v3(3.5 * step, 1.2 * R, 0);
    for (int32_t i = 5; i < 9; i++) {
        points[i] = v3(step * (i - 1), 0, 0);
    }
    bight_rope_def def = spring_def(points, 9, false);
    def.link_length = 1.1 * R;
    def.spring.density = 1000.0; // hardly moves
    bight_rope_id rope = create(world, &def);
    bight_vec3 across[2] = {v3(3.5 * step, 0.5 * R, -0.5 * R), v3(3.5 * step, 0.5 * R, 0.5 * R)};
    bight_rope_def thin = bight_rope_def_default();
    thin.curve = (bight_curve){across, 2, false};
    thin.radius = 0.05 * R;
    bight_rope_id strand = create(world, &thin);
    scene_grasp(world, strand, 0);
    scene_grasp(world, strand, 1);
    run(world, 1);
    int64_t kept = state_of(world, rope).kept;
    CHECK(kept > 0);
    bight_curve curve = bight_rope_curve(world, rope);
    bool there = false;
    for (int32_t i = 0; i < curve.count; i++) {
        there = there || curve.points[i].y > 0.7 * R;
    }
    CHECK(there);
    CHECK(bight_rope_destroy(world, strand));
    int64_t deletes = state_of(world, rope).deletes;
    run(world, 2);
    CHECK(state_of(world, rope).deletes > deletes);
    curve = bight_rope_curve(world, rope);
    for (int32_t i = 0; i < curve.count; i++) {
        CHECK(curve.points[i].y < 0.7 * R);
    }
    bight_world_destroy(world);
}

RUN_TESTS(unit(threads_change_nothing), unit(the_golden_hash), unit(the_hash_sees_the_whole_state),
          unit(comes_to_rest_as_an_elastic_catenary), unit(hands_stay_on_their_points),
          unit(a_released_end_flies_on), unit(thrown_at_each_other), unit(bounces_off_a_box),
          unit(lands_on_a_rope_of_another_model), unit(contraction_passes_through_nothing))
