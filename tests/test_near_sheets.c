// SPDX-License-Identifier: MIT
// Near sheets, by brute force, with their margin; and what is said of a state that cannot be.

#include "bight/sheet.h"
#include "near_world.h"
#include "sim/near.h"

#include <string.h>

// A crumpled sheet of 5 x 5 points with a margin, and links among its folds.
TEST(links_near_a_sheet_are_listed_once_with_its_margin)
{
    int32_t listed = 0, left_out = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        double thick = bi_random_range(&random, 0.0, 0.2), radius = bi_random_range(&random, 0.02, 0.2);
        bight_vec3 points[25];
        int32_t triangles[96], count = 0;
        for (int32_t i = 0; i < 25; i++) {
            points[i] = v3_add(v3(0.5 * (i % 5) + 3.0, 0, 0.5 * (i / 5)), bi_random_vec3(&random, 0.2));
        }
        for (int32_t i = 0; i < 16; i++) {
            int32_t low = i % 4 + 5 * (i / 4), quad[6] = {low, low + 1, low + 6, low, low + 6, low + 5};
            memcpy(triangles + count, quad, sizeof quad);
            count += 6;
        }
        bight_sheet_def def = bight_sheet_def_default();
        bight_sheet_id sheet;
        def.points = points, def.point_count = 25, def.triangles = triangles, def.triangle_count = 32;
        def.margin = thick;
        CHECK(bight_sheet_create(world, &def, &sheet, NULL) == BIGHT_OK);
        for (int32_t tries = 0, had = 0; tries < 30 && had < 3; tries++) {
            bight_vec3 at[2] = {v3_add(v3(4, 0, 1), bi_random_vec3(&random, 1.0)), {0, 0, 0}};
            at[1] = v3_add(at[0], v3_mul(0.6, v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0))));
            bight_rope_def rope = bight_rope_def_default();
            bight_rope_id id;
            rope.curve = (bight_curve){at, 2, false};
            rope.radius = radius;
            had += bight_rope_create(world, &rope, &id, NULL) == BIGHT_OK;
        }
        if (world->node_count == 0) {
            bight_world_destroy(world);
            continue;
        }
        bi_near_margin margin = {.links = 0.1, .obstacles = bi_random_range(&random, 0.0, 0.3)};
        CHECK(bi_find_near(world, world->at, margin) == BIGHT_OK);
        const bi_obstacle *mesh = &world->obstacles[0];
        for (int32_t a = 0; a < world->node_count; a += 2) {
            for (int32_t t = 0; t < mesh->triangle_count; t++) {
                bight_vec3 corner[3];
                for (int32_t k = 0; k < 3; k++) {
                    corner[k] = mesh->points[mesh->triangles[3 * t + k]];
                }
                double distance = plain_segment_triangle(world->at[a], world->at[a + 1], corner);
                double beyond = distance - radius - thick - margin.obstacles;
                int32_t times = 0;
                for (int32_t n = 0; n < world->near_count; n++) {
                    const bi_near *near = &world->near[n];
                    if (near->obstacle == 0 && near->a == a && near->b == t) {
                        times++;
                        CHECK_SEED(fabs(near->distance - distance) < 1e-9, seed);
                        CHECK_SEED(fabs(near->reach - radius - thick) < 1e-12, seed);
                    }
                }
                if (fabs(beyond) > 1e-9) {
                    CHECK_SEED(times == (beyond < 0.0 ? 1 : 0), seed);
                }
                listed += times;
                left_out += times == 0;
            }
        }
        bight_world_destroy(world);
    }
    print_message("%d pairs listed, %d left out\n", listed, left_out);
    CHECK(listed > 1000 && left_out > 1000);
}

// What is refused says which two things meet, the first obstacle as well as a later one.
TEST(a_crossing_names_the_two_things)
{
    bight_world *world = scene_world();
    bight_error error = {0};
    bight_rope_id id;
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, 0, 0));
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(1, 0, 0), v3(0, 10, 0));
    scene_line(world, v3(-5, 20, 0), v3(1, 0, 0), 10, 0.2, 1.0);
    for (int32_t i = 0; i < 3; i++) {
        bight_vec3 at[3] = {v3(-0.4, 10.0 * i, -1.5), v3(-0.4, 10.0 * i, 0), v3(-0.4, 10.0 * i, 1.5)};
        bight_rope_def def = bight_rope_def_default();
        def.curve = (bight_curve){at, 3, false};
        def.radius = 0.2;
        CHECK(bight_rope_create(world, &def, &id, &error) == BIGHT_ERROR_INVALID);
        const char *said = i == 0   ? "link 0 of rope 1 is inside obstacle 0"
                           : i == 1 ? "link 0 of rope 1 is inside obstacle 1"
                                    : "link 4 of rope 0 meets link 0 of rope 1";
        CHECK(strstr(error.message, said) != NULL);
    }
    bight_world_destroy(world);
}

// A rod may go a radius in a cycle, and another comes towards it.
TEST(rods_see_whatever_may_reach_them_in_a_cycle)
{
    bight_world *world = scene_world();
    bight_vec3 at[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id id;
    def.curve = (bight_curve){at, 3, false};
    def.radius = 0.2;
    def.model = BIGHT_MODEL_PROJECTION;
    CHECK(bight_rope_create(world, &def, &id, NULL) == BIGHT_OK);
    bi_near_margin margin = bi_usual_margin(world);
    CHECK(margin.links >= 2.0 * 0.2 && margin.obstacles >= 2.0 * 0.2 && !margin.before &&
          !margin.all_neighbours);
    bight_world_destroy(world);
}

RUN_TESTS(unit(links_near_a_sheet_are_listed_once_with_its_margin), unit(a_crossing_names_the_two_things),
          unit(rods_see_whatever_may_reach_them_in_a_cycle))
