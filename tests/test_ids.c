// SPDX-License-Identifier: MIT
// Ids: what is gone stays gone when its place is used again, and what was refused leaves nothing behind.

#include "bight/sheet.h"
#include "scene.h"

static const bight_vec3 X = {1, 0, 0};

static bight_sheet_id sheet_at(bight_world *world, double height)
{
    bight_vec3 points[3] = {{-1, height, -1}, {1, height, -1}, {0, height, 1}};
    int32_t triangles[3] = {0, 1, 2};
    bight_sheet_def def = bight_sheet_def_default();
    bight_sheet_id id;
    def.points = points, def.point_count = 3, def.triangles = triangles, def.triangle_count = 1;
    (void)bight_sheet_create(world, &def, &id, NULL);
    return id;
}

// Every call that takes an id answers that it is stale, and changes nothing.
static void check_stale(bight_world *world, bight_rope_id rope, bight_hand_id hand,
                        bight_obstacle_id obstacle, bight_sheet_id sheet)
{
    uint64_t before = bight_world_hash(world);
    bight_hand_state state;
    bight_hand_id grasped;
    bight_pose pose = {.rotation = {0, 0, 0, 1}};
    bight_spring_state spring;
    bight_vec3 points[3] = {{0, 9, 0}, {1, 9, 0}, {0, 9, 1}};
    int32_t count = 7;
    CHECK(bight_rope_curve(world, rope).points == NULL && bight_rope_curve(world, rope).count == 0);
    CHECK(bight_rope_radius(world, rope) == 0.0 && bight_rope_link_length(world, rope) == 0.0);
    CHECK(bight_rope_stretch(world, rope, 0.0, 1.0) == 0.0);
    CHECK(bight_rope_spring_state(world, rope, &spring) == BIGHT_ERROR_STALE);
    CHECK(bight_rope_pull(world, rope, 0, 0.0, X, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_rope_set_load(world, rope, points, 0, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_rope_set_targets(world, rope, NULL, NULL, NULL, 0, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_grasp(world, rope, 1, &grasped, NULL) == BIGHT_ERROR_STALE && grasped.index1 == 0);
    CHECK(!bight_rope_destroy(world, rope));
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_ERROR_STALE && state.node == 0 && state.lag == 0.0);
    CHECK(bight_hand_set_target(world, hand, X) == BIGHT_ERROR_STALE);
    CHECK(!bight_hand_release(world, hand));
    CHECK(bight_obstacle_get(world, obstacle, &pose, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_obstacle_set_target(world, obstacle, pose) == BIGHT_ERROR_STALE);
    CHECK(!bight_obstacle_destroy(world, obstacle));
    CHECK(bight_sheet_points(world, sheet, &count) == NULL && count == 0);
    CHECK(bight_sheet_move(world, sheet, points, NULL) == BIGHT_ERROR_STALE);
    CHECK(!bight_sheet_destroy(world, sheet));
    CHECK(bight_world_hash(world) == before);
}

// Each place is used again by a thing of the same kind, several times over; only the newest id counts.
TEST(ids_of_a_place_that_is_used_again_stay_stale)
{
    bight_world *world = scene_world();
    bight_rope_id rope[5];
    bight_hand_id hand[5];
    bight_obstacle_id obstacle[5];
    bight_sheet_id sheet[5];
    for (int32_t round = 0; round < 5; round++) {
        sheet[round] = sheet_at(world, 20.0);
        obstacle[round] = scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, -9, 0));
        rope[round] = scene_line(world, v3(0, 0, 0), X, 4, 0.2, 1.0);
        hand[round] = scene_grasp(world, rope[round], 2);
        for (int32_t old = 0; old < round; old++) {
            CHECK(rope[old].index1 == rope[round].index1 && obstacle[old].index1 == obstacle[round].index1);
            CHECK(sheet[old].index1 == sheet[round].index1 && hand[old].index1 == hand[round].index1);
            check_stale(world, rope[old], hand[old], obstacle[old], sheet[old]);
        }
        bight_hand_state state;
        int32_t count;
        CHECK(bight_hand_get(world, hand[round], &state) == BIGHT_OK &&
              state.rope.generation == rope[round].generation);
        CHECK(bight_sheet_points(world, sheet[round], &count) != NULL && count == 3);

        // sheets and obstacles share their places, not their ids
        bight_obstacle_id crossed = {sheet[round].index1, sheet[round].generation};
        bight_sheet_id other = {obstacle[round].index1, obstacle[round].generation};
        check_stale(world, (bight_rope_id){0, 0}, (bight_hand_id){0, 0}, crossed, other);
        CHECK(bight_rope_destroy(world, rope[round]));
        check_stale(world, rope[round], hand[round], crossed, other);
        CHECK(bight_obstacle_destroy(world, obstacle[round]) && bight_sheet_destroy(world, sheet[round]));
        check_stale(world, rope[round], hand[round], obstacle[round], sheet[round]);
    }
    bight_world_destroy(world);
}

// Ids that never were: null, beyond the last, of the next generation, of another world's size.
TEST(ids_that_never_were_are_stale)
{
    bight_world *world = scene_world();
    bight_sheet_id sheet = sheet_at(world, 20.0);
    bight_obstacle_id obstacle = scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, -9, 0));
    bight_rope_id rope = scene_line(world, v3(0, 0, 0), X, 4, 0.2, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, 2);
    static const uint32_t beyond[3] = {1, 1000000, UINT32_MAX - 2};
    check_stale(world, (bight_rope_id){0, 0}, (bight_hand_id){0, 0}, (bight_obstacle_id){0, 0},
                (bight_sheet_id){0, 0});
    check_stale(world, (bight_rope_id){0, 1}, (bight_hand_id){0, 1}, (bight_obstacle_id){0, 1},
                (bight_sheet_id){0, 1});
    check_stale(world, (bight_rope_id){rope.index1, 2}, (bight_hand_id){hand.index1, 2},
                (bight_obstacle_id){obstacle.index1, 2}, (bight_sheet_id){sheet.index1, 2});
    check_stale(world, (bight_rope_id){rope.index1, 0}, (bight_hand_id){hand.index1, 0},
                (bight_obstacle_id){obstacle.index1, 0}, (bight_sheet_id){sheet.index1, 0});
    for (int32_t i = 0; i < 3; i++) {
        uint32_t last = 2 + beyond[i]; // no kind has more than two places here
        check_stale(world, (bight_rope_id){last, 1}, (bight_hand_id){last, 1}, (bight_obstacle_id){last, 1},
                    (bight_sheet_id){last, 1});
    }
    CHECK(bight_sheet_destroy(world, sheet));
    bight_world_destroy(world);
}

// A rope, an obstacle or a sheet that is refused leaves the world as it was, to the bit of its hash, and what it does next:
// here one that has been at rest for some cycles.
TEST(what_was_refused_leaves_nothing_behind)
{
    bight_world *world = scene_world(), *other = scene_world();
    scene_line(world, v3(0, 0, 0), X, 4, 0.2, 1.0);
    scene_line(other, v3(0, 0, 0), X, 4, 0.2, 1.0);
    for (int32_t cycle = 0; cycle < 5; cycle++) {
        scene_step(world);
        scene_step(other);
    }
    uint64_t before = bight_world_hash(world);
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    def.pose.position = v3(2, 0, 0); // on the rope
    CHECK(bight_obstacle_create(world, &def, &obstacle, NULL) == BIGHT_ERROR_INVALID && obstacle.index1 == 0);
    CHECK(bight_world_hash(world) == before);
    def.kind = BIGHT_SHAPE_MESH; // without a mesh
    CHECK(bight_obstacle_create(world, &def, &obstacle, NULL) == BIGHT_ERROR_INVALID && obstacle.index1 == 0);
    CHECK(bight_world_hash(world) == before);
    CHECK(sheet_at(world, 0.0).index1 == 0 && bight_world_hash(world) == before);
    bight_vec3 across[2] = {{0.5, -0.5, 0}, {0.5, 0.5, 0}};
    bight_rope_def rope_def = bight_rope_def_default();
    bight_rope_id rope;
    rope_def.curve = (bight_curve){across, 2, false};
    CHECK(bight_rope_create(world, &rope_def, &rope, NULL) == BIGHT_ERROR_INVALID && rope.index1 == 0);
    CHECK(bight_world_hash(world) == before);
    for (int32_t cycle = 0; cycle < 20; cycle++) {
        bight_step_report one = scene_step(world), two = scene_step(other);
        CHECK(one.rests == two.rests && bight_world_hash(world) == bight_world_hash(other));
    }
    bight_world_destroy(world);
    bight_world_destroy(other);
}

RUN_TESTS(unit(ids_of_a_place_that_is_used_again_stay_stale), unit(ids_that_never_were_are_stale),
          unit(what_was_refused_leaves_nothing_behind))
