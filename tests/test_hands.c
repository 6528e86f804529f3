// SPDX-License-Identifier: MIT
// Step 1 of the cycle by itself: how far a hand goes, and what keeps it from going farther. Expected places
// are worked out here from lengths and limits alone.

#include "sim/hands.h"

#include "core/random.h"
#include "scene.h"

static const bight_vec3 X = {1, 0, 0};

static bight_world *limited_world(double speed, double stretch)
{
    bight_world_def def = bight_world_def_default();
    def.response = BIGHT_RESPONSE_PAPER; // clusters are a part of it
    bight_world *world;
    def.speed_limit = speed;
    def.stretch_limit = stretch;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static bool close_to(bight_vec3 a, bight_vec3 b, double tolerance)
{
    return v3_distance(a, b) <= tolerance;
}

// ---- speed ------------------------------------------------------------------------------------------

// A hand goes speed_limit radii of its own rope at a time, straight, and the last bit exactly.
TEST(a_hand_goes_at_the_speed_limit)
{
    static const double speeds[3] = {0.05, 0.5, 0.98}, radii[2] = {0.1, 0.4};
    for (int32_t i = 0; i < 6; i++) {
        double radius = radii[i % 2], most = speeds[i / 2] * radius;
        bight_world *world = limited_world(speeds[i / 2], 1.02);
        scene_line(world, v3(0, 50, 0), X, 4, 0.7, 1.0); // another rope's radius does not count
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 6, radius, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 6);
        bight_vec3 way = v3(2.0 / 3.0, -2.0 / 3.0, 1.0 / 3.0), start = scene_hand(world, hand);
        bight_vec3 target = v3_madd(start, 3.25 * most, way);
        CHECK(bight_hand_set_target(world, hand, target) == BIGHT_OK);
        for (int32_t cycle = 1; cycle <= 6; cycle++) {
            CHECK(bi_move_hands(world) == 0);
            double gone = cycle <= 3 ? cycle * most : 3.25 * most;
            CHECK(close_to(scene_hand(world, hand), v3_madd(start, gone, way), 1e-13));
            bight_hand_state state;
            CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK && !state.stretched);
        }
        bight_world_destroy(world);
    }
}

// Targets whose distance cannot be squared, in every direction.
TEST(a_hand_goes_towards_any_finite_target)
{
    static const double far[4] = {1e149, 1e151, 1e300, 1.7e308};
    for (int32_t i = 0; i < 24; i++) {
        bight_world *world = limited_world(0.5, 1.02);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 3, 0.2, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 3);
        double away = i % 2 == 0 ? far[i / 6] : -far[i / 6];
        bight_vec3 unit = i % 6 / 2 == 0 ? v3(1, 0, 0) : i % 6 / 2 == 1 ? v3(0, 1, 0) : v3(0, 0, 1);
        CHECK(bight_hand_set_target(world, hand, v3_mul(away, unit)) == BIGHT_OK);
        bi_move_hands(world);
        CHECK(close_to(scene_hand(world, hand), v3_madd(v3(3, 0, 0), away > 0 ? 0.1 : -0.1, unit), 1e-12));
        bight_world_destroy(world);
    }
}

// What was released moves no more.
TEST(only_living_hands_move)
{
    bight_world *world = limited_world(0.5, 1.02);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 3, 0.2, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, 3);
    CHECK(bight_hand_set_target(world, hand, v3(9, 0, 0)) == BIGHT_OK);
    CHECK(bight_hand_release(world, hand));
    CHECK(bi_move_hands(world) == 0);
    CHECK(bight_rope_curve(world, rope).points[3].x == 3.0);
    bight_world_destroy(world);
}

// ---- stretch ----------------------------------------------------------------------------------------

// Two hands k links apart are pulled to h k links from each other, not a hair farther, and say so.
TEST(a_taut_rope_stops_its_hands)
{
    for (int32_t variant = 0; variant < 6; variant++) {
        double h = variant % 2 == 0 ? 1.0 : 1.25;
        int32_t low = variant / 2 == 1 ? 2 : 0, high = variant / 2 == 2 ? 5 : 8, links = high - low;
        bight_world *world = limited_world(0.5, h);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 8, 0.2, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, high), other = scene_grasp(world, rope, low);
        CHECK(bight_hand_set_target(world, hand, v3(60, 0, 0)) == BIGHT_OK);
        bool stretched = false;
        for (int32_t cycle = 0; cycle < 60; cycle++) {
            int32_t stops = bi_move_hands(world);
            double apart = v3_distance(scene_hand(world, hand), scene_hand(world, other));
            CHECK(apart <= h * links * (1.0 + 1e-12));
            bight_hand_state state;
            CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
            CHECK(stops == (state.stretched ? 1 : 0));
            stretched = state.stretched;

            // the nodes between follow, evenly: only the hands are tried here
            const bi_rope *inner = &world->ropes[0];
            for (int32_t i = low + 1; i < high; i++) {
                world->at[inner->first + i] =
                    v3_lerp(scene_hand(world, other), scene_hand(world, hand), (double)(i - low) / links);
            }
        }
        CHECK(stretched);
        CHECK_NEAR(v3_distance(scene_hand(world, hand), scene_hand(world, other)), h * links, 1e-9);
        bight_world_destroy(world);
    }
}

// On a taut strand a hand that is pulled sideways slides round on the sphere of its reach.
TEST(a_taut_strand_lets_the_hand_slide_round)
{
    bight_world *world = limited_world(0.5, 1.0);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 4, 0.2, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, 4);
    scene_grasp(world, rope, 0);
    CHECK(bight_hand_set_target(world, hand, v3(4, 50, 0)) == BIGHT_OK);
    double up = 0.0;
    for (int32_t cycle = 0; cycle < 200; cycle++) {
        bi_move_hands(world);
        bight_vec3 at = scene_hand(world, hand);
        CHECK(v3_length(at) <= 4.0 * (1.0 + 1e-12));
        CHECK(at.y >= up - 1e-12);
        up = at.y;
        for (int32_t i = 1; i < 4; i++) {
            world->at[i] = v3_mul(0.25 * i, at);
        }
    }
    CHECK(up > 3.9);
    bight_world_destroy(world);
}

// Many hands on open and closed ropes, sent anywhere: no two neighbours along the rope are ever farther apart
// than the links between them allow, and no hand goes faster than it may.
TEST(no_two_hands_come_apart_farther_than_their_links)
{
    int32_t stops = 0, reached = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        double h = bi_random_range(&random, 1.0, 1.2), radius = 0.3,
               speed = bi_random_range(&random, 0.1, 0.9);
        bight_world *world = limited_world(speed, h);
        bool closed = seed % 2 == 0;
        int32_t count = 12, step = 0, hands = 2 + bi_random_below(&random, 3), node[5];
        bight_rope_id rope = closed ? scene_ring(world, v3(0, 0, 0), X, v3(0, 1, 0), count, radius)
                                    : scene_line(world, v3(0, 0, 0), X, count - 1, radius, 1.0);
        bight_hand_id hand[5];
        for (int32_t i = 0; i < hands; i++) {
            step += 1 + bi_random_below(&random, 2);
            node[i] = step;
            hand[i] = scene_grasp(world, rope, step);
        }
        for (int32_t cycle = 0; cycle < 60; cycle++) {
            bight_vec3 before[5];
            for (int32_t i = 0; i < hands; i++) {
                if (cycle % 20 == 0) {
                    CHECK(bight_hand_set_target(world, hand[i], bi_random_vec3(&random, 9.0)) == BIGHT_OK);
                }
                before[i] = scene_hand(world, hand[i]);
            }
            stops += bi_move_hands(world);
            for (int32_t i = 0; i < hands; i++) {
                CHECK_SEED(v3_distance(scene_hand(world, hand[i]), before[i]) <=
                               speed * radius * (1.0 + 1e-9),
                           seed);
            }
            for (int32_t i = 0; i < (closed ? hands : hands - 1); i++) {
                int32_t next = (i + 1) % hands, links = (node[next] - node[i] + count) % count;
                double apart = v3_distance(scene_hand(world, hand[i]), scene_hand(world, hand[next]));
                CHECK_SEED(apart <= h * links * (1.0 + 1e-9), seed);
                reached += apart > 0.98 * h * links;
                for (int32_t k = 1; k < links; k++) {
                    world->at[(node[i] + k) % count] =
                        v3_lerp(scene_hand(world, hand[i]), scene_hand(world, hand[next]), (double)k / links);
                }
            }
        }
        bight_world_destroy(world);
    }
    print_message("%d stops, %d strands taut\n", stops, reached);
    CHECK(stops > 1000 && reached > 1000);
}

// ---- along the rope ---------------------------------------------------------------------------------

// A rope of four links between hands at 0 and 4, folded in a zigzag so that it is `length` long along its
// links; the upper hand is sent on along its last link. How far does it get in one cycle?
static double goes(double h, double length, int32_t knotted, bool closed)
{
    bight_world *world = limited_world(0.5, h);
    bight_rope_id rope = closed ? scene_ring(world, v3(0, 0, 0), X, v3(0, 1, 0), 12, 0.1)
                                : scene_line(world, v3(0, 0, 0), X, 7, 0.1, 1.0);
    scene_line(world, v3(0, 50, 0), X, 3, 0.1, 1.0); // its nodes come next in memory
    bight_hand_id still = scene_grasp(world, rope, 0), hand = scene_grasp(world, rope, 4);
    CHECK(bight_hand_set_target(world, still, v3(0, 0, 0)) == BIGHT_OK);
    double link = length / 4.0, rise = sqrt(link * link - 0.5 * 0.5);
    for (int32_t i = 0; i <= 4; i++) {
        world->at[i] = v3(0.5 * i, i % 2 == 0 ? 0.0 : rise, 0);
    }
    for (int32_t i = 5; closed && i < 12; i++) {
        world->at[i] = v3(2.0 - 0.25 * (i - 4), 0.0, 0.1); // the other way round is slack
    }
    world->ropes[0].knotted = knotted;
    bight_vec3 out = v3_unit(v3_sub(world->at[4], world->at[3]), X), start = world->at[4];
    CHECK(bight_hand_set_target(world, hand, v3_madd(start, 5.0, out)) == BIGHT_OK);
    int32_t stops = bi_move_hands(world);
    double gone = v3_dot(v3_sub(world->at[4], start), out);
    CHECK(stops == (gone < 0.05 - 1e-9 ? 1 : 0));
    bight_world_destroy(world);
    return gone;
}

// The rope between two hands may be no longer than h a link along the rope, 1.03 h when it touches nothing.
TEST(a_rope_may_run_through_a_knot)
{
    for (int32_t closed = 0; closed < 2; closed++) {
        CHECK_NEAR(goes(1.0, 3.9, 0, closed), 0.05, 1e-12);
        CHECK_NEAR(goes(1.0, 4.0, 0, closed), 0.05, 1e-12);
        CHECK_NEAR(goes(1.0, 4.1, 0, closed), 4.12 - 4.1, 1e-12);
        CHECK_NEAR(goes(1.0, 4.2, 0, closed), 0.0, 1e-12);
        CHECK_NEAR(goes(1.0, 3.9, 1, closed), 0.05, 1e-12);
        CHECK_NEAR(goes(1.0, 3.98, 1, closed), 0.02, 1e-12);
        CHECK_NEAR(goes(1.0, 4.1, 1, closed), 0.0, 1e-12);
        CHECK_NEAR(goes(1.25, 4.98, 1, closed), 0.02, 1e-12);
        CHECK_NEAR(goes(1.25, 5.1, 0, closed), 0.05, 1e-12);
    }
}

// A node that a contact holds between the hands: it may be no farther than its links in a straight line, and
// beyond it no piece of rope up to the next hand may be too long.
TEST(a_held_node_on_the_way_counts)
{
    for (int32_t variant = 0; variant < 4; variant++) {
        bight_world *world = limited_world(0.5, 1.0);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 8, 0.1, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 8);
        world->ropes[0].knotted = 1;
        double gone = 0.0;
        if (variant == 0) {
            // three links to it, and it is three links away: the hand goes nowhere
        } else if (variant == 1) {
            world->at[8] = v3(7.97, 0, 0); // room for 0.03
            gone = 0.03;
        } else if (variant == 2) {
            // slack up to the held node, but beyond it the rope is too long up to the next hand
            scene_grasp(world, rope, 2);
            world->at[6] = v3(5.8, 0, 0), world->at[7] = v3(6.6, 0, 0), world->at[8] = v3(7.4, 0, 0);
            world->at[2] = v3(1.41, 0, 0); // 5.99 from the hand, six links
            gone = 0.01;
        } else {
            // the same without the hand: the rest dangles
            world->at[6] = v3(5.8, 0, 0), world->at[7] = v3(6.6, 0, 0), world->at[8] = v3(7.4, 0, 0);
            world->at[2] = v3(1.41, 0, 0);
            gone = 0.05;
        }
        world->held[5] |= BI_IN_CONTACT;
        bight_vec3 start = world->at[8];
        CHECK(bight_hand_set_target(world, hand, v3(90, 0, 0)) == BIGHT_OK);
        bi_move_hands(world);
        CHECK_NEAR(world->at[8].x - start.x, gone, 1e-12);
        world->held[5] = 0;
        bight_world_destroy(world);
    }
}

// What is stretched beyond the next hand is felt by that hand, not by this one.
TEST(a_hand_feels_no_farther_than_the_next_hand)
{
    bight_world *world = limited_world(0.5, 1.0);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 8, 0.1, 1.0);
    bight_handle_id hand = scene_grasp(world, rope, 8);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, 4);
    for (int32_t i = 0; i < 9; i++) {
        // too long up to the middle hand, and room for 0.2 from there on
        world->at[i] = v3(i <= 4 ? 1.05 * i : 4.2 + 0.95 * (i - 4), 0, 0);
    }
    world->ropes[0].knotted = 1;
    bight_vec3 start = world->at[8];
    CHECK(bight_handle_set_target(world, hand, v3(90, 0, 0)) == BIGHT_OK);
    bi_move_hands(world);
    CHECK_NEAR(world->at[8].x - start.x, 0.05, 1e-12);
    bight_world_destroy(world);
}

// ---- clusters ---------------------------------------------------------------------------------------

// Links 4 to 7 of a rope are one cluster and node 5 is held by it; the hand at node 8, where the rope ends,
// pulls. What goes with the hand does not hold it back, unless it stands on an obstacle or another hand has
// hold of it too.
static double tows(bool grouped, bool on_obstacle, bool obstacle_elsewhere, bool second_hand, int32_t end)
{
    bight_world *world = limited_world(0.5, 1.0);
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 8, 0.1, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, end);
    if (second_hand) {
        scene_grasp(world, rope, end == 8 ? 6 : 2);
    }
    int32_t links[4] = {5, 7, 1, BI_OBSTACLE_LINK}, low = end == 8 ? 4 : 0;
    for (int32_t i = 0; i < 4 && grouped; i++) {
        world->cluster[low + i] = low;
    }
    int32_t held = end == 8 ? 5 : 3;
    world->held[held] |= BI_IN_CONTACT;
    links[0] = held;
    links[1] = held + 1;
    links[2] = on_obstacle ? low + 2 : end == 8 ? 1 : 6;
    world->contact_links = links;
    world->contact_count = on_obstacle || obstacle_elsewhere ? 2 : 1;
    world->ropes[0].knotted = 1;
    bight_vec3 start = world->at[end];
    CHECK(bight_hand_set_target(world, hand, v3(end == 8 ? 90 : -90, 0, 0)) == BIGHT_OK);
    bi_move_hands(world);
    double gone = fabs(world->at[end].x - start.x);
    world->contact_links = NULL;
    world->contact_count = 0;
    for (int32_t i = 0; i < 9; i++) {
        world->cluster[i] = -1;
        world->held[i] &= BI_IN_HAND;
    }
    bight_world_destroy(world);
    return gone;
}

TEST(what_goes_with_the_hand_does_not_hold_it)
{
    for (int32_t end = 0; end <= 8; end += 8) {
        CHECK_NEAR(tows(true, false, false, false, end), 0.05, 1e-12);
        CHECK_NEAR(tows(false, false, false, false, end), 0.0, 1e-12);
        CHECK_NEAR(tows(true, true, false, false, end), 0.0, 1e-12);
        CHECK_NEAR(tows(true, false, true, false, end), 0.05, 1e-12);
        CHECK_NEAR(tows(true, false, false, true, end), 0.0, 1e-12);
    }
}

// On a closed rope the hand at the first node is in the cluster of the last link; on an open one it is held
// by the node that it is pulled away from.
TEST(a_cluster_goes_on_over_the_closing_link)
{
    for (int32_t open = 0; open < 2; open++) {
        bight_world *world = limited_world(0.5, 1.0);
        bight_rope_id rope = open ? scene_line(world, v3(0, 0, 0), X, 11, 0.1, 1.0)
                                  : scene_ring(world, v3(0, 0, 0), X, v3(0, 1, 0), 12, 0.1);
        bight_hand_id hand = scene_grasp(world, rope, 0);
        int32_t links[2] = {9, 11};
        for (int32_t i = 9; i < 12; i++) {
            world->cluster[i] = 9;
        }
        world->held[10] |= BI_IN_CONTACT; // two links back from the hand
        world->contact_links = links;
        world->contact_count = 1;
        world->ropes[0].knotted = 1;
        bight_vec3 start = world->at[0], back = v3_unit(v3_sub(start, world->at[10]), X);
        CHECK(bight_hand_set_target(world, hand, v3_madd(start, 3.0, back)) == BIGHT_OK);
        bi_move_hands(world);
        CHECK_NEAR(v3_distance(world->at[0], start), open ? 0.0 : 0.05, 1e-12);
        world->contact_links = NULL;
        world->contact_count = 0;
        for (int32_t i = 0; i < 12; i++) {
            world->cluster[i] = -1;
            world->held[i] &= BI_IN_HAND;
        }
        bight_world_destroy(world);
    }
}

// The cluster of the only link of it that meets the hand, the first of the rope; and of two, the one behind.
TEST(a_hand_between_two_links_belongs_to_either)
{
    for (int32_t variant = 0; variant < 3; variant++) {
        bight_world *world = limited_world(0.5, 1.0);
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 4, 0.1, 1.0);
        bight_hand_id hand = scene_grasp(world, rope, 1);
        int32_t links[2] = {0, 1}, held = variant == 0 ? 0 : 2;
        world->cluster[0] = 0;
        world->cluster[1] = variant == 0 ? -1 : 1;
        world->cluster[2] = variant == 1 ? 1 : -1;
        world->held[held] |= BI_IN_CONTACT;
        world->contact_links = links;
        world->contact_count = 1;
        world->ropes[0].knotted = 1;
        CHECK(bight_hand_set_target(world, hand, v3(variant == 0 ? 9 : -9, 0, 0)) == BIGHT_OK);
        bi_move_hands(world);
        CHECK_NEAR(fabs(scene_hand(world, hand).x - 1.0), 0.05, 1e-12);
        world->contact_links = NULL;
        world->contact_count = 0;
        for (int32_t i = 0; i < 5; i++) {
            world->cluster[i] = -1;
            world->held[i] &= BI_IN_HAND;
        }
        bight_world_destroy(world);
    }
}

// ---- models -----------------------------------------------------------------------------------------

static bight_rope_id model_rope(bight_world *world, bight_rope_model model)
{
    bight_vec3 points[7];
    for (int32_t i = 0; i < 7; i++) {
        points[i] = v3(i, 0, 0);
    }
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope;
    def.curve = (bight_curve){points, 7, false};
    def.radius = 0.2;
    def.model = model;
    CHECK(bight_rope_create(world, &def, &rope, NULL) == BIGHT_OK);
    return rope;
}

// A spring rope stretches as far as its hands go, but a hand that was blocked waits a cycle.
TEST(a_spring_gives_way_to_its_hands)
{
    bight_world *world = limited_world(0.5, 1.0);
    bight_rope_id rope = model_rope(world, BIGHT_MODEL_SPRING);
    bight_hand_id hand = scene_grasp(world, rope, 6);
    scene_grasp(world, rope, 0);
    CHECK(bight_hand_set_target(world, hand, v3(90, 0, 0)) == BIGHT_OK);
    CHECK(bi_move_hands(world) == 0);
    CHECK_NEAR(scene_hand(world, hand).x, 6.1, 1e-12);
    world->hands[0].blocked = true;
    CHECK(bi_move_hands(world) == 0);
    CHECK_NEAR(scene_hand(world, hand).x, 6.1, 1e-12);
    bight_world_destroy(world);
}

// A hand on a projection rope only says where it wants to go.
TEST(a_projection_rope_is_pulled_by_its_aim)
{
    bight_world *world = limited_world(0.5, 1.0);
    bight_rope_id rope = model_rope(world, BIGHT_MODEL_PROJECTION);
    bight_hand_id hand = scene_grasp(world, rope, 6);
    CHECK(bight_hand_set_target(world, hand, v3(6, 0, 90)) == BIGHT_OK);
    CHECK(bi_move_hands(world) == 0);
    CHECK(close_to(scene_hand(world, hand), v3(6, 0, 0), 0.0));
    CHECK(close_to(world->hands[0].aim, v3(6, 0, 0.1), 1e-12));
    scene_grasp(world, rope, 0);
    CHECK(bight_hand_set_target(world, hand, v3(90, 0, 0)) == BIGHT_OK);
    CHECK(bi_move_hands(world) == 1);
    CHECK(close_to(world->hands[0].aim, v3(6, 0, 0), 1e-12));
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_hand_goes_at_the_speed_limit), unit(a_hand_goes_towards_any_finite_target),
          unit(only_living_hands_move), unit(a_taut_rope_stops_its_hands),
          unit(a_taut_strand_lets_the_hand_slide_round),
          unit(no_two_hands_come_apart_farther_than_their_links), unit(a_rope_may_run_through_a_knot),
          unit(a_held_node_on_the_way_counts), unit(a_hand_feels_no_farther_than_the_next_hand),
          unit(what_goes_with_the_hand_does_not_hold_it), unit(a_cluster_goes_on_over_the_closing_link),
          unit(a_hand_between_two_links_belongs_to_either), unit(a_spring_gives_way_to_its_hands),
          unit(a_projection_rope_is_pulled_by_its_aim))
