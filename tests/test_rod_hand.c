// SPDX-License-Identifier: MIT
// Hands that pull rods with a force, and what hands bear, against weights and closed forms.

#include "play_through.h"
#include "rod_scene.h"

#define NODES 41
#define LENGTH 0.4
#define G 9.81

static bight_vec3 force_on(const bight_world *world, bight_hand_id hand)
{
    bight_vec3 force;
    CHECK(bight_hand_force(world, hand, &force) == BIGHT_OK);
    return force;
}

// A hand bears the weight of the rope that hangs from it; two share it by the lever.
TEST(hands_bear_the_weight)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(0, -LENGTH, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.gravity = v3(0, -G, 0);
    def.rod.drag = 1.0;
    def.rod.time_step = 0.01;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    run_rods(world, 2000);
    double weight = rod_state(world, rope).mass * G;
    bight_vec3 force = force_on(world, hand);
    CHECK(fabs(force.y / weight - 1.0) < 1e-3 && fabs(force.x) < 1e-3 * weight &&
          fabs(force.z) < 1e-3 * weight);
    bight_world_destroy(world);

    // a stiff beam on two hands that hold places only: momenta about either say who bears what
    world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
    def.rod.bend = 1.0;
    rope = make_rod(world, &def);
    bight_hand_id hands[2] = {scene_grasp(world, rope, 10), scene_grasp(world, rope, 40)};
    run_rods(world, 3000);
    double left = (0.5 - 1.0) / (0.25 - 1.0), right = 1.0 - left;
    CHECK(fabs(force_on(world, hands[0]).y / (left * weight) - 1.0) < 5e-3);
    CHECK(fabs(force_on(world, hands[1]).y / (right * weight) - 1.0) < 5e-3);
    bight_world_destroy(world);
}

// Held at one end and pulled at the other: every link has that tension, and both hands bear it.
TEST(a_pull_is_the_tension)
{
    static const double pulls[] = {0.5, 20.0, 200.0};
    for (size_t k = 0; k < sizeof pulls / sizeof *pulls; k++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        for (int32_t i = 0; i < NODES; i++) {
            points[i] = v3(0.01 * i, 0.004 * sin(0.3 * i), 0);
        }
        bight_rope_def def = rod_def(points, NODES, false);
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, NODES - 1)};
        CHECK(bight_hand_set_force(world, hand[1], v3(pulls[k], 0, 0), NULL) == BIGHT_OK);
        run_rods(world, 4000);
        for (int32_t i = 0; i + 1 < NODES; i++) {
            CHECK(fabs(bight_rope_tension(world, rope, i) / pulls[k] - 1.0) < 2e-3);
        }
        CHECK(fabs(force_on(world, hand[0]).x / -pulls[k] - 1.0) < 2e-3);
        CHECK(fabs(force_on(world, hand[1]).x / pulls[k] - 1.0) < 2e-3);
        bight_hand_state state;
        CHECK(bight_hand_get(world, hand[1], &state) == BIGHT_OK);
        CHECK(state.pulls && state.force.x == pulls[k] && state.lag == 0.0);

        // less force and the rope draws the hand back, as it never does with one that is led
        double x = scene_hand(world, hand[1]).x;
        CHECK(bight_hand_set_force(world, hand[1], v3(0.5 * pulls[k], 0, 0), NULL) == BIGHT_OK);
        run_rods(world, 2000);
        CHECK(fabs(bight_rope_tension(world, rope, 5) / (0.5 * pulls[k]) - 1.0) < 5e-3);
        CHECK(scene_hand(world, hand[1]).x < x);

        // a target ends it
        CHECK(bight_hand_set_target(world, hand[1], scene_hand(world, hand[1])) == BIGHT_OK);
        CHECK(bight_hand_get(world, hand[1], &state) == BIGHT_OK && !state.pulls && state.force.x == 0.0);
        bight_world_destroy(world);
    }
}

// Two hands with equal loads pull a rod over a bar both ways: below the capstan's ratio it rests, above it runs; and a free
// rod that is pulled reaches the speed of hands, never more.
TEST(a_free_rod_comes_to_the_speed_of_hands)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.drag = 0.0;
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, NODES - 1);
    double force = 0.1, mass = rod_state(world, rope).mass, h = def.rod.time_step;
    CHECK(bight_hand_set_force(world, hand, v3(force, 0, 0), NULL) == BIGHT_OK);

    // v' = F/m (1 - v / v_most), v_most = 0.9 radii a step; by the same steps of implicit Euler for one mass
    double most = bight_world_def_default().speed_limit * R / h, v = 0.0, x = scene_hand(world, hand).x;
    for (int32_t i = 0; i < 1000; i++) {
        v = (v + h * force / mass) / (1.0 + h * force / (mass * most));
        x += h * v;
    }
    run_rods(world, 1000);
    CHECK(fabs(scene_hand(world, hand).x / x - 1.0) < 1e-3);
    run_rods(world, 4000);
    bight_rod_state state = rod_state(world, rope);
    CHECK(sqrt(2.0 * state.kinetic / mass) < most);
    bight_world_destroy(world);
}

// A world at rest wakes when a force changes, and the same forces give the same bits.
TEST(forces_wake_and_repeat)
{
    uint64_t hash[2];
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 points[NODES];
        bight_world *world = scene_world();
        line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
        bight_rope_def def = rod_def(points, NODES, false);
        def.rod.drag = 1.0;
        bight_rope_id rope = make_rod(world, &def);
        bight_hand_id hand[2] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, NODES - 1)};
        CHECK(bight_hand_set_force(world, hand[1], v3(5, 0, 0), NULL) == BIGHT_OK);
        run_rods(world, 6000);
        uint64_t before = bight_world_hash(world);
        double x = scene_hand(world, hand[1]).x;
        CHECK(bight_hand_set_force(world, hand[1], v3(10, 0, 0), NULL) == BIGHT_OK);
        CHECK(bight_world_hash(world) != before);
        run_rods(world, 500);
        CHECK(scene_hand(world, hand[1]).x > x + 1e-6);
        hash[k] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}

TEST(bad_forces_are_refused)
{
    bight_vec3 points[NODES], force;
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(LENGTH, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id hand = scene_grasp(world, rope, 0), none = {0};
    bight_error error = {0};
    CHECK(bight_hand_set_force(world, none, v3(1, 0, 0), &error) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_set_force(world, hand, v3((double)NAN, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_set_force(world, hand, v3(HUGE_VAL, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_set_force(world, hand, v3(2e9, 0, 0), &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "at most 1e+09") != NULL);
    CHECK(bight_hand_force(world, none, &force) == BIGHT_ERROR_STALE);

    // a rope that is no rod any more is not pulled any more
    CHECK(bight_hand_set_force(world, hand, v3(1, 0, 0), NULL) == BIGHT_OK);
    def.model = BIGHT_MODEL_FTL;
    CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_hand_set_force(world, hand, v3(1, 0, 0), &error) == BIGHT_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "no elastic rod") != NULL);
    CHECK(bight_hand_force(world, hand, &force) == BIGHT_ERROR_UNSUPPORTED && force.x == 0.0);
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK && !state.pulls);
    run_rods(world, 5);
    bight_world_destroy(world);
}

#define HEAD                                                                                                 \
    "{\"bight\": 1, \"ropes\": [{\"model\": \"rod\", \"radius\": 0.005, \"line\": {\"from\": [0, 0, 0], "    \
    "\"to\": "                                                                                               \
    "[0.2, 0, 0]}}], \"script\": [{\"grasp\": {\"hand\": \"a\", \"node\": \"first\"}}, {\"grasp\": "         \
    "{\"hand\": \"b\", "                                                                                     \
    "\"node\": \"last\"}}, "

// The step "pull" of a scene ramps the force of a hand.
TEST(scenes_pull_with_hands)
{
    static const char text[] = HEAD "{\"pull\": [{\"hand\": \"b\", \"force\": [30, 0, 0], \"cycles\": "
                                    "200}]}, {\"wait\": {\"cycles\": 500}}]}";
    bight_scene *scene;
    bight_play *play = play_text("rod", text, strlen(text), NULL, &scene);
    bight_error error = {0};
    bool more = true;
    double half = 0.0;
    while (more) {
        CHECK(bight_play_step(play, &more, &error) == BIGHT_OK);
        bight_vec3 force;
        bight_hand_force(bight_play_world(play), bight_play_hand(play, 1), &force);
        half = bight_play_get_progress(play).cycles == 101 ? force.x : half;
    }
    CHECK_NEAR(half, 15.0, 1.0);
    bight_vec3 bears;
    CHECK(bight_hand_force(bight_play_world(play), bight_play_hand(play, 0), &bears) == BIGHT_OK);
    CHECK_NEAR(bears.x, -30.0, 0.1);
    bight_play_destroy(play);
    bight_scene_destroy(scene);

    static const char *const bad[][2] = {
        {HEAD "{\"pull\": [{\"force\": [1, 0, 0]}]}]}", "neither hand nor end"},
        {HEAD "{\"pull\": [{\"hand\": \"b\", \"end\": \"last\", \"force\": [1, 0, 0]}]}]}", "leave out"},
        {HEAD "{\"pull\": [{\"hand\": \"c\", \"force\": [1, 0, 0]}]}]}", "\"c\""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(bight_scene_parse(bad[i][0], strlen(bad[i][0]), NULL, NULL, &scene, &error) ==
              BIGHT_ERROR_PARSE);
        if (strstr(error.message, bad[i][1]) == NULL) {
            fail_msg("%s", error.message);
        }
    }
}

RUN_TESTS(unit(hands_bear_the_weight), unit(a_pull_is_the_tension),
          unit(a_free_rod_comes_to_the_speed_of_hands), unit(forces_wake_and_repeat),
          unit(bad_forces_are_refused), unit(scenes_pull_with_hands))
