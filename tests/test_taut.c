// SPDX-License-Identifier: MIT
// Tight says what it means: the hands want to go on, the rope stops them, and nothing gives.

#include "bench/start_shapes.h"
#include "plain_motion.h"
#include "scene.h"
#include "sim/world_state.h"

#define LINKS 150

typedef struct pulled {
    bight_world *world;
    bight_rope_id rope;
    bight_hand_id hand[2];
} pulled;

static pulled make(bight_response response, double slip, const bight_vec3 *points, int32_t count)
{
    pulled made = {.world = scene_world()};
    bight_world_def def = bight_world_get_def(made.world);
    def.response = response;
    def.slip = slip;
    CHECK(bight_world_set_def(made.world, &def, NULL) == BIGHT_OK);
    made.rope = scene_rope(made.world, points, count, false, 0.5, 1.0);
    made.hand[0] = scene_grasp(made.world, made.rope, 0);
    made.hand[1] = scene_grasp(made.world, made.rope, count - 1);
    return made;
}

static void aim(const pulled *k, bight_vec3 first, bight_vec3 last)
{
    CHECK(bight_hand_set_target(k->world, k->hand[0], first) == BIGHT_OK);
    CHECK(bight_hand_set_target(k->world, k->hand[1], last) == BIGHT_OK);
}

static bight_rope_state state_of(const pulled *k)
{
    bight_rope_state state;
    CHECK(bight_rope_get_state(k->world, k->rope, &state) == BIGHT_OK);
    return state;
}

static double length_of(bight_curve curve, int32_t from, int32_t to)
{
    double length = 0.0;
    for (int32_t i = from; i < to; i++) {
        length += scene_link(curve, i);
    }
    return length;
}

// A rope that touches nothing: its slack is its length minus the distance of its ends. Pulled straight it is tight, with
// either response: the paper's evens out the last 10^-6 radii slowly. It stays so until the hands want no more.
TEST(a_free_rope_is_tight_when_it_is_straight)
{
    for (int32_t response = 0; response < BIGHT_RESPONSE_COUNT; response++) {
        bight_vec3 points[SCENE_NODES];
        bench_arc(points, LINKS);
        pulled k = make((bight_response)response, 0.15, points, LINKS + 1);
        bight_rope_state state;
        CHECK(isnan(state_of(&k).slack) && !state_of(&k).tight);
        aim(&k, v3(-500, points[0].y, 0), v3(500, points[0].y, 0));
        bool was_tight = false;
        int32_t cycle = 0;
        for (; cycle < 20000 && !was_tight; cycle++) {
            bight_step_report report = scene_step(k.world);
            bight_curve curve = bight_rope_curve(k.world, k.rope);
            double ends = v3_distance(curve.points[0], curve.points[LINKS]);
            state = state_of(&k);
            CHECK_NEAR(state.slack, length_of(curve, 0, LINKS) - ends, 1e-9); // its diameter is one
            CHECK(state.tight == report.tight);
            CHECK(!state.tight || (state.slack <= 0.1 && ends > 0.999 * LINKS));
            was_tight = state.tight;
        }
        print_message("%s response: tight after %d cycles, slack %.2e\n",
                      response == 0 ? "paper's" : "solved", (int)cycle, state.slack);
        for (int32_t i = 0; i < 100; i++) {
            CHECK(scene_step(k.world).tight);
        }
        bight_hand_state hand;
        CHECK(was_tight && bight_hand_get(k.world, k.hand[0], &hand) == BIGHT_OK);
        CHECK(hand.stretched && hand.pull > 0.9 && hand.pull <= 1.0 + 1e-9);
        aim(&k, scene_hand(k.world, k.hand[0]), scene_hand(k.world, k.hand[1]));
        CHECK(!scene_step(k.world).tight && !state_of(&k).tight);
        bight_world_destroy(k.world);
    }
}

// The rope of the solved response stops the hands by force: tight when they gain nothing any more, and not before.
TEST(a_knot_is_tight_when_its_hands_are_stopped)
{
    bight_vec3 points[SCENE_NODES];
    bench_torus_knot(points, LINKS, 3);
    pulled k = make(BIGHT_RESPONSE_SOLVED, 0.15, points, LINKS + 1);
    bight_vec3 away = v3_unit(v3_sub(points[LINKS], points[0]), v3(1, 0, 0));
    aim(&k, v3_madd(points[0], -1000.0, away), v3_madd(points[LINKS], 1000.0, away));
    double ends[500], pull = 0.0;
    int32_t first = -1;
    for (int32_t cycle = 0; cycle < 500; cycle++) {
        bight_step_report report = scene_step(k.world);
        ends[cycle] = v3_distance(scene_hand(k.world, k.hand[0]), scene_hand(k.world, k.hand[1]));
        first = report.tight && first < 0 ? cycle : first;
        CHECK(!report.tight || (report.pull > 0.9 && report.stretch_stops == 2 && !report.rests));
        CHECK(report.tight == state_of(&k).tight && report.jammed == 0);
        pull = fmax(pull, report.pull);
    }
    double gained = first >= 0 ? ends[499] - ends[first] : 0.0;
    print_message("trefoil: tight from cycle %d on, %.4f gained after that, slack %.1e\n", (int)first, gained,
                  state_of(&k).slack);
    CHECK(first > 120 && first < 400 && gained < 0.05 && scene_step(k.world).tight);
    CHECK(state_of(&k).slack < 1e-3);
    bight_world_worst worst = bight_world_get_worst(k.world);
    CHECK(worst.pull >= pull && worst.pull_cycle > 0 && worst.jammed == 0 && worst.jammed_cycle == 0);

    // hands that let the knot be
    aim(&k, scene_hand(k.world, k.hand[0]), scene_hand(k.world, k.hand[1]));
    bool rests = false;
    for (int32_t cycle = 0; cycle < 200 && !rests; cycle++) {
        bight_step_report report = scene_step(k.world);
        CHECK(!report.tight);
        rests = report.rests;
    }
    CHECK(rests);
    bight_world_destroy(k.world);
}

// Without slip the paper's knot locks long before it is tight, and shifts for ever: it is not called tight.
TEST(a_knot_that_locks_is_not_tight)
{
    bight_vec3 points[SCENE_NODES];
    bench_torus_knot(points, LINKS, 3);
    pulled k = make(BIGHT_RESPONSE_PAPER, 0.0, points, LINKS + 1);
    for (int32_t cycle = 0; cycle < 600; cycle++) {
        bight_vec3 a = scene_hand(k.world, k.hand[0]), b = scene_hand(k.world, k.hand[1]);
        bight_vec3 way = v3_mul(0.4, v3_unit(v3_sub(b, a), v3(1, 0, 0)));
        aim(&k, v3_sub(a, way), v3_add(b, way));
        bight_step_report report = scene_step(k.world);
        CHECK(!report.tight && !state_of(&k).tight && !report.rests);
    }
    bight_world_destroy(k.world);
}

// A rope round a pole: two straight runs and what lies on the pole. A loop that nothing pulls is slack.
TEST(slack_is_what_is_neither_straight_nor_at_anything)
{
    enum { TAIL = 10, TURN = 14, LOOP = 12 };
    bight_vec3 points[SCENE_NODES];
    double around = 4.505, step = 2.0 * asin(0.5 / around);
    int32_t count = 0;
    for (int32_t i = 0; i < TAIL; i++) {
        points[count++] = v3(around, 0, i - TAIL);
    }
    for (int32_t i = 0; i <= TURN; i++) {
        points[count++] = v3(around * cos(i * step), 0, around * sin(i * step));
    }
    bight_vec3 last = points[count - 1], out = v3(-sin(TURN * step), 0, cos(TURN * step));
    for (int32_t i = 1; i <= LOOP; i++) {
        // out and up again: half a ring that touches nothing
        double angle = 3.14159265358979323846 * i / LOOP,
               ring = 0.5 / sin(0.5 * 3.14159265358979323846 / LOOP);
        points[count++] = v3_add(v3_madd(last, ring * sin(angle), out), v3(0, ring * (1.0 - cos(angle)), 0));
    }
    pulled k = make(BIGHT_RESPONSE_SOLVED, 0.15, points, count);
    scene_obstacle(k.world, BIGHT_SHAPE_CAPSULE, v3(4, 40, 0), v3(0, 0, 0));
    scene_step(k.world);
    bight_curve curve = bight_rope_curve(k.world, k.rope);

    // by hand: nodes of links that are within 1.02 of touching the pole's surface, and both ends
    bool fixed[SCENE_NODES] = {0};
    for (int32_t i = 0; i + 1 < count; i++) {
        bight_vec3 p = curve.points[i], q = curve.points[i + 1];
        double distance = plain_segments(p, q, v3(0, -40, 0), v3(0, 40, 0)) - 4.0;
        CHECK(fabs(distance - 0.51) > 1e-4);
        if (distance < 0.51) {
            fixed[i] = fixed[i + 1] = true;
        }
    }
    fixed[0] = fixed[count - 1] = true;
    double slack = 0.0;
    for (int32_t i = 1, from = 0; i < count; i++) {
        if (fixed[i]) {
            slack += length_of(curve, from, i) - v3_distance(curve.points[from], curve.points[i]);
            from = i;
        }
    }
    print_message("round a pole: slack %.4f\n", slack);
    CHECK(slack > 2.0 && fabs(state_of(&k).slack - slack) < 1e-9);
    bight_world_destroy(k.world);
}

RUN_TESTS(unit(a_free_rope_is_tight_when_it_is_straight), unit(a_knot_is_tight_when_its_hands_are_stopped),
          unit(a_knot_that_locks_is_not_tight), unit(slack_is_what_is_neither_straight_nor_at_anything))
