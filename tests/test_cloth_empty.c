// SPDX-License-Identifier: MIT
// Worlds in which something is missing: no sheet, no obstacle, no cord, no rope, or nothing at all. Every
// call works on them, and under the sanitizers none does arithmetic on arrays that are not there.

#include "bight/bight.h"
#include "cloth_grid.h"
#include "core/vec3.h"

enum { SHEET = 1, SPHERE = 2, MESH = 4, CORD = 8, HAND = 16, SEAM = 32, ALL = 64 };

static const bight_vec3 line[4] = {{0.0, 0.05, 0.0}, {0.01, 0.05, 0.0}, {0.02, 0.05, 0.0}, {0.03, 0.05, 0.0}};

static void add_obstacle(bight_cloth_world *world, bight_shape_kind kind)
{
    static const bight_vec3 points[4] = {
        {0.0, -0.03, 0.0}, {0.02, -0.05, 0.0}, {-0.02, -0.05, 0.02}, {-0.02, -0.05, -0.02}};
    static const int32_t triangles[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = kind;
    def.size = v3(0.01, 0.01, 0.01);
    def.pose.position = v3(0, kind == BIGHT_SHAPE_MESH ? 0.0 : -0.03, 0);
    def.points = points;
    def.triangles = triangles;
    def.point_count = 4;
    def.triangle_count = 4;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
    bight_pose to = def.pose;
    to.position.y -= 0.01;
    CHECK(bight_cloth_obstacle_set_target(world, id, to) == BIGHT_OK);
}

// Everything that can be asked of a world, and steps.
static void use(bight_cloth_world *world, int32_t parts)
{
    bight_cloth_report report;
    bight_cloth_settle_report settled;
    bight_cloth_watch watch = {0};
    uint64_t before = bight_cloth_world_hash(world);
    CHECK_SEED(before == bight_cloth_world_hash(world), parts);
    CHECK_SEED(bight_cloth_world_memory(world) > 0, parts);
    for (int32_t i = 0; i < 3; i++) {
        CHECK_SEED(bight_cloth_world_step(world, &report) == BIGHT_OK, parts);
        CHECK_SEED(report.certified && report.intersections == 0 && report.layers == 0, parts);
        bight_cloth_watch_step(world, &watch, &report);
    }
    bight_cloth_watch_end(world);
    CHECK_SEED(bight_cloth_world_step(world, NULL) == BIGHT_OK, parts);
    CHECK_SEED(bight_cloth_world_settle(world, 2, NULL, NULL, &settled) == BIGHT_OK, parts);
    CHECK_SEED(bight_cloth_world_settle(world, 2, NULL, NULL, NULL) == BIGHT_OK, parts);
    bight_cloth_energy energy = bight_cloth_world_energy(world);
    CHECK_SEED(isfinite(energy.stretch + energy.limit + energy.bend + energy.weight), parts);
    CHECK_SEED((parts & SHEET) != 0 || energy.weight == 0.0, parts);
    bight_cloth_world_def def = bight_cloth_world_get_def(world);
    CHECK_SEED(bight_cloth_world_set_def(world, &def, NULL) == BIGHT_OK, parts);
    CHECK_SEED(bight_cloth_world_step(world, NULL) == BIGHT_OK, parts);
}

static bight_cloth_world *make(int32_t parts)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    if ((parts & SHEET) != 0) {
        grid g = grid_make(3, 3, 0.02, 0.02);
        bight_cloth_id id = cloth_add(world, &g, NULL);
        bight_cloth_hand_id hand;
        if ((parts & HAND) != 0) {
            CHECK(bight_cloth_grasp(world, id, 0, &hand, NULL) == BIGHT_OK);
            CHECK(bight_cloth_hand_set_target(world, hand, v3(0, 0.01, 0)) == BIGHT_OK);
        }
        if ((parts & SEAM) != 0) {
            CHECK(bight_cloth_sew(world, id, 0, id, 8, 0.0, NULL) == BIGHT_OK);
        }
        grid_free(&g);
    }
    if ((parts & SPHERE) != 0) {
        add_obstacle(world, BIGHT_SHAPE_SPHERE);
    }
    if ((parts & MESH) != 0) {
        add_obstacle(world, BIGHT_SHAPE_MESH);
    }
    return world;
}

TEST(worlds_that_lack_something)
{
    for (int32_t parts = 0; parts < ALL; parts++) {
        if ((parts & SHEET) == 0 && (parts & (HAND | SEAM)) != 0) {
            continue;
        }
        bight_cloth_world *world = make(parts);
        bight_cloth_cord_id cord = {0};
        if ((parts & CORD) != 0) {
            bight_cloth_cord_def def = bight_cloth_cord_def_default();
            def.points = line;
            def.count = 4;
            def.radius = 0.002;
            CHECK(bight_cloth_cord_create(world, &def, &cord, NULL) == BIGHT_OK);
        }
        use(world, parts);
        if ((parts & CORD) != 0) {
            int32_t count;
            CHECK(bight_cloth_cord_forces(world, cord, &count) != NULL && count == 4);
            CHECK(bight_cloth_cord_move(world, cord, line, 3, NULL) == BIGHT_OK);
            use(world, parts);
            CHECK(bight_cloth_cord_destroy(world, cord));
            CHECK(bight_cloth_cord_forces(world, cord, &count) == NULL && count == 0);
            use(world, parts); // cords there were, and there is none
        }
        bight_cloth_world_destroy(world);
    }
    bight_cloth_world_destroy(NULL);
}

// Ids that never were, on a world that has nothing.
TEST(nothing_is_found_in_an_empty_world)
{
    bight_cloth_world *world = make(0);
    int32_t count = 7;
    CHECK(bight_cloth_positions(world, (bight_cloth_id){1, 1}, &count) == NULL && count == 0);
    CHECK(bight_cloth_set_positions(world, (bight_cloth_id){1, 1}, line, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_pin(world, (bight_cloth_id){0, 0}, 0, true, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_sew(world, (bight_cloth_id){1, 1}, 0, (bight_cloth_id){1, 1}, 1, 0.0, NULL) ==
          BIGHT_ERROR_STALE);
    CHECK(!bight_cloth_release(world, (bight_cloth_hand_id){1, 1}));
    CHECK(!bight_cloth_cord_destroy(world, (bight_cloth_cord_id){1, 1}));
    CHECK(bight_cloth_cord_move(world, (bight_cloth_cord_id){1, 1}, line, 4, NULL) == BIGHT_ERROR_STALE);
    bight_cloth_hand_state hand;
    CHECK(bight_cloth_hand_get(world, (bight_cloth_hand_id){1, 1}, &hand) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_obstacle_get(world, (bight_cloth_obstacle_id){1, 1}, NULL, NULL) == BIGHT_ERROR_STALE);
    bight_cloth_world_destroy(world);
}

// What took the place of a thing that is gone does not answer to the old id; nor does a thing to an id whose
// other half is wrong. Nothing changes then.
TEST(stale_ids_are_refused)
{
    bight_cloth_world *world = make(SHEET | SPHERE | MESH);
    int32_t count = 7;
    for (uint32_t generation = 0; generation < 3; generation += 2) {
        bight_cloth_id sheet = {1, generation};
        bight_cloth_obstacle_id obstacle = {1, generation}, mesh = {2, generation};
        bight_pose pose = {{0.5, 0, 0}, {0, 0, 0, 1}};
        uint64_t hash = bight_cloth_world_hash(world);
        bight_cloth_hand_id hand;
        CHECK(bight_cloth_positions(world, sheet, &count) == NULL && count == 0);
        CHECK(bight_cloth_pin(world, sheet, 0, true, NULL) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_set_positions(world, sheet, line, NULL) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_sew(world, sheet, 0, (bight_cloth_id){1, 1}, 8, 0.0, NULL) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_sew(world, (bight_cloth_id){1, 1}, 0, sheet, 8, 0.0, NULL) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_grasp(world, sheet, 0, &hand, NULL) == BIGHT_ERROR_STALE && hand.index1 == 0);
        CHECK(bight_cloth_obstacle_set_target(world, obstacle, pose) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_obstacle_set_target(world, mesh, pose) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_obstacle_get(world, obstacle, NULL, NULL) == BIGHT_ERROR_STALE);
        CHECK(bight_cloth_world_hash(world) == hash);
    }
    CHECK(bight_cloth_obstacle_get(world, (bight_cloth_obstacle_id){3, 1}, NULL, NULL) == BIGHT_ERROR_STALE);

    // a hand that let go, and one that took its slot
    bight_cloth_hand_id hands[2];
    bight_cloth_hand_state state;
    CHECK(bight_cloth_grasp(world, (bight_cloth_id){1, 1}, 0, &hands[0], NULL) == BIGHT_OK);
    CHECK(bight_cloth_release(world, hands[0]) && !bight_cloth_release(world, hands[0]));
    CHECK(bight_cloth_hand_get(world, hands[0], &state) == BIGHT_ERROR_STALE && state.cloth.index1 == 0);
    CHECK(bight_cloth_hand_set_target(world, hands[0], v3(0, 1, 0)) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_grasp(world, (bight_cloth_id){1, 1}, 4, &hands[1], NULL) == BIGHT_OK);
    CHECK(hands[1].index1 == hands[0].index1 && hands[1].generation != hands[0].generation);
    uint64_t hash = bight_cloth_world_hash(world);
    CHECK(!bight_cloth_release(world, hands[0]));
    CHECK(bight_cloth_hand_get(world, hands[0], &state) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_hand_set_target(world, hands[0], v3(0, 1, 0)) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_world_hash(world) == hash);
    CHECK(bight_cloth_hand_get(world, hands[1], &state) == BIGHT_OK && state.vertex == 4);

    // the same of cords
    bight_cloth_cord_def def = bight_cloth_cord_def_default();
    def.points = line;
    def.count = 4;
    def.radius = 0.002;
    bight_cloth_cord_id cords[2];
    CHECK(bight_cloth_cord_create(world, &def, &cords[0], NULL) == BIGHT_OK);
    CHECK(bight_cloth_cord_destroy(world, cords[0]) && !bight_cloth_cord_destroy(world, cords[0]));
    CHECK(bight_cloth_cord_forces(world, cords[0], &count) == NULL && count == 0);
    CHECK(bight_cloth_cord_move(world, cords[0], line, 3, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_cord_create(world, &def, &cords[1], NULL) == BIGHT_OK);
    CHECK(cords[1].index1 == cords[0].index1 && cords[1].generation != cords[0].generation);
    hash = bight_cloth_world_hash(world);
    CHECK(bight_cloth_cord_move(world, cords[0], line, 3, NULL) == BIGHT_ERROR_STALE);
    CHECK(!bight_cloth_cord_destroy(world, cords[0]));
    CHECK(bight_cloth_cord_forces(world, cords[0], &count) == NULL && count == 0);
    CHECK(bight_cloth_world_hash(world) == hash);
    CHECK(bight_cloth_cord_forces(world, cords[1], &count) != NULL && count == 4);
    bight_cloth_world_destroy(world);
}

// Couples of worlds of which either, or both, have nothing in them.
TEST(couples_that_lack_something)
{
    for (int32_t parts = 0; parts < 4; parts++) {
        bight_world_def def = bight_world_def_default();
        bight_world *ropes = NULL;
        CHECK(bight_world_create(&def, &ropes, NULL) == BIGHT_OK);
        bight_rope_id rope = {0};
        if ((parts & 1) != 0) {
            bight_rope_def rope_def = bight_rope_def_default();
            rope_def.curve = (bight_curve){line, 4, false};
            rope_def.radius = 0.002;
            bight_error error = {0};
            if (bight_rope_create(ropes, &rope_def, &rope, &error) != BIGHT_OK) {
                fail_msg("%s", error.message);
            }
        }
        bight_cloth_world *cloth = make((parts & 2) != 0 ? SHEET : 0);
        bight_couple_def couple_def = bight_couple_def_default();
        bight_couple *couple = NULL;
        CHECK(bight_couple_create(ropes, cloth, &couple_def, &couple, NULL) == BIGHT_OK);
        for (int32_t i = 0; i < 3; i++) {
            bight_step_report report;
            CHECK_SEED(bight_couple_step(couple, &report, NULL) == BIGHT_OK, parts);
        }
        CHECK_SEED(bight_couple_hash(couple) == bight_couple_hash(couple), parts);
        if ((parts & 1) != 0) {
            bight_rope_destroy(ropes, rope);
            CHECK_SEED(bight_couple_step(couple, NULL, NULL) == BIGHT_OK, parts);
        }
        bight_couple_destroy(couple);
        bight_cloth_world_destroy(cloth);
        bight_world_destroy(ropes);
    }
}

RUN_TESTS(unit(worlds_that_lack_something), unit(nothing_is_found_in_an_empty_world),
          unit(stale_ids_are_refused), unit(couples_that_lack_something))
