// SPDX-License-Identifier: MIT
// What a world refuses of sheets: fields, ropes through them, ids that have gone.

#include "sheet_ropes.h"

static bool refuses(bight_sheet_def def, const char *word)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_sheet_id id = {7, 7};
    bight_error error = {0};
    bight_status status = bight_sheet_create(world, &def, &id, &error);
    bool answer = status != BIGHT_OK && id.index1 == 0 && strstr(error.message, word) != NULL;
    bight_world_destroy(world);
    return answer && memory.held == 0;
}

TEST(every_field_is_checked)
{
    cover c = cover_grid(3, 1.0, 0, 0);
    bight_sheet_def def = cover_def(&c);
    CHECK(refuses((bight_sheet_def){0}, "bight_sheet_def_default"));
    def.points = NULL;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.triangles = NULL;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.point_count = 2;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.triangle_count = 0;
    CHECK(refuses(def, "needs"));
    def.triangle_count = 2000000000;
    CHECK(refuses(def, "at most"));
    const double bad[] = {(double)NAN, (double)INFINITY, -1.0, 1e300};
    for (int32_t i = 0; i < 4; i++) {
        def = cover_def(&c);
        def.margin = bad[i];
        CHECK(refuses(def, "margin"));
        def = cover_def(&c);
        def.slip = i == 2 ? 0.6 : bad[i];
        CHECK(refuses(def, "slip"));
        if (i != 2) {
            bight_vec3 kept = c.x[5];
            c.x[5].z = bad[i];
            CHECK(refuses(cover_def(&c), "point 5"));
            c.x[5] = kept;
        }
    }
    const int32_t out[] = {-1, 16, INT32_MAX, INT32_MIN};
    for (int32_t i = 0; i < 4; i++) {
        int32_t kept = c.triangles[14];
        c.triangles[14] = out[i];
        CHECK(refuses(cover_def(&c), "triangle 4"));
        c.triangles[14] = kept;
    }
    cover_free(&c);
}

TEST(a_rope_through_a_sheet_is_refused_either_way_round)
{
    bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
    cover c = cover_grid(6, 0.2, 0, 0);
    bight_vec3 points[5];
    for (int32_t i = 0; i < 5; i++) {
        points[i] = v3(0.013, LINK * (i - 1.6), 0.021);
    }
    bight_rope_def def = rope_def(BIGHT_MODEL_FTL, points, 5, false);
    bight_rope_id rope = rope_add(world, &def);
    bight_sheet_def sheet = cover_def(&c);
    bight_sheet_id id;
    bight_error error = {0};
    uint64_t before = bight_world_hash(world);
    CHECK(bight_sheet_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID && id.index1 == 0);
    CHECK(strstr(error.message, "link 1 of rope 0 goes through triangle") != NULL);
    CHECK(bight_world_hash(world) == before);
    CHECK(bight_rope_destroy(world, rope));
    cover_add(world, &c);
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "link 1 of rope") != NULL && strstr(error.message, "sheet 0") != NULL);
    bight_world_destroy(world);
    cover_free(&c);
}

TEST(stale_sheets)
{
    bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
    cover c = cover_grid(4, 1.0, 0, 0), d = cover_grid(2, 1.0, 0, 0);
    cover_add(world, &c);
    cover_add(world, &d);
    int32_t count = 7;
    bight_error error = {0};
    CHECK(bight_sheet_destroy(world, c.id) && !bight_sheet_destroy(world, c.id));
    CHECK(bight_sheet_points(world, c.id, &count) == NULL && count == 0);
    CHECK(bight_sheet_move(world, c.id, c.x, &error) == BIGHT_ERROR_STALE);
    CHECK(bight_sheet_move(world, d.id, NULL, &error) == BIGHT_ERROR_INVALID);
    d.x[3].y = (double)NAN;
    CHECK(bight_sheet_move(world, d.id, d.x, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "point 3") != NULL);

    // sheets and obstacles are numbered together and are not each other
    bight_obstacle_id as_obstacle = {d.id.index1, d.id.generation};
    bight_pose pose = {.rotation = {0, 0, 0, 1}};
    CHECK(bight_obstacle_set_target(world, as_obstacle, pose) == BIGHT_ERROR_STALE);
    CHECK(!bight_obstacle_destroy(world, as_obstacle));
    bight_obstacle_id box = scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1, 1, 1), v3(9, 0, 0));
    CHECK(box.index1 == c.id.index1 && box.generation != c.id.generation);
    CHECK(!bight_sheet_destroy(world, (bight_sheet_id){box.index1, box.generation}));
    steps(world, 2);
    bight_world_destroy(world);
    cover_free(&c);
    cover_free(&d);
}

RUN_TESTS(unit(every_field_is_checked), unit(a_rope_through_a_sheet_is_refused_either_way_round),
          unit(stale_sheets))
