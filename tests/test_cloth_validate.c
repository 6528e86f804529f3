// SPDX-License-Identifier: MIT
// The validators of a world of cloth: they hold for worlds as steps leave them, and each thing that is broken
// by hand is noticed.

#include "cloth/validate.h"
#include "cloth_grid.h"

// Two sheets on each other over a ball, one corner in a hand, a cord below; contacts of three kinds.
static bight_cloth_world *make(void)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    for (int32_t n = 0; n < 2; n++) {
        grid g = grid_make(12, 12, 0.1, 0.1);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i].y += 0.003 * n;
        }
        cloth_add(world, &g, NULL);
        grid_free(&g);
    }
    bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
    ball.size.x = 0.02;
    ball.pose.position = v3(-0.02, -0.0225, 0);
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK);
    bight_vec3 points[2] = {{0.03, -0.0075, -0.1}, {0.03, -0.0075, 0.1}};
    bight_cloth_cord_def wire = bight_cloth_cord_def_default();
    wire.points = points;
    wire.count = 2;
    wire.radius = 0.005;
    bight_cloth_cord_id cord;
    CHECK(bight_cloth_cord_create(world, &wire, &cord, NULL) == BIGHT_OK);
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp(world, (bight_cloth_id){1, 1}, 0, &hand, NULL) == BIGHT_OK);
    cloth_steps(world, 40);
    return world;
}

TEST(a_world_is_valid_between_calls)
{
    bight_cloth_world *world = make();
    int32_t kinds[BI_ROW_CORD + 1] = {0};
    for (int32_t i = 0; i < world->contacts.count; i++) {
        kinds[world->contacts.items[i].kind]++;
    }
    CHECK(kinds[BI_ROW_VF] > 0 && kinds[BI_ROW_SOLID] > 0 && kinds[BI_ROW_CORD] > 0);
    CHECK(world->near.listed && world->near.close_count > 0 && world->near.vertex_face_count > 0);
    for (int32_t i = 0; i < 10; i++) {
        cloth_steps(world, 1);
        CHECK_SEED(bi_cloth_world_is_valid(world), i);
    }
    bight_cloth_world_destroy(world);
}

// Break one thing, see it noticed, mend it.
#define NOTICED(world, place, wrong)                                                                         \
    do {                                                                                                     \
        unsigned char kept_[sizeof(place)];                                                                  \
        memcpy(kept_, &(place), sizeof(place));                                                              \
        (place) = (wrong);                                                                                   \
        CHECK(!bi_cloth_world_is_valid(world));                                                              \
        memcpy(&(place), kept_, sizeof(place));                                                              \
        CHECK(bi_cloth_world_is_valid(world));                                                               \
    } while (0)

TEST(what_is_broken_is_noticed)
{
    bight_cloth_world *world = make();
    bi_topology *topology = &world->topology;
    CHECK(bi_cloth_world_is_valid(world));

    // what the caller gave
    NOTICED(world, world->sheets.items[1].first_triangle, 0);
    NOTICED(world, world->sheets.triangles[5], world->sheets.items[0].vertex_count);
    NOTICED(world, world->at[7].y, (double)NAN);
    NOTICED(world, world->velocity[7].x, (double)INFINITY);
    NOTICED(world, world->welds.into[7], 9);
    NOTICED(world, world->hands.grips[0].vertex, 1);
    NOTICED(world, world->obstacles.items[0].pose.position.x, (double)NAN);
    NOTICED(world, world->cords.items[0].count, 3);
    NOTICED(world, world->cords.links[1], 0x7FFF);
    NOTICED(world, world->arena.used, (size_t)8);

    // what is built
    NOTICED(world, topology->triangles[10], world->vertex_count);
    NOTICED(world, topology->columns[1], topology->columns[0]);
    NOTICED(world, topology->columns[0], -1);
    NOTICED(world, topology->flaps[3].index, world->vertex_count);
    NOTICED(world, topology->mass[2], -1.0f);
    NOTICED(world, topology->owner[2], 1);
    NOTICED(world, topology->sheet_tree.order[0], topology->sheet_tree.order[1]);
    NOTICED(world, topology->sheet_tree.boxes[0].low[1], -1.0f);

    // lists and contacts
    NOTICED(world, world->near.close[0].b, (uint32_t)topology->triangle_count);
    NOTICED(world, world->near.vertex_faces[0].a,
            topology->triangles[3 * (size_t)world->near.vertex_faces[0].b]);
    NOTICED(world, world->near.vertex_faces[0].gap, -1e-3f);
    NOTICED(world, world->near.vertex_faces[0].contact, world->contacts.count);
    NOTICED(world, world->near.margin, 0.0);
    NOTICED(world, world->contacts.items[0].weight[0], 0.5f);
    NOTICED(world, world->contacts.items[0].normal[1], 3.0f);
    NOTICED(world, world->contacts.items[0].v[0], -1);
    NOTICED(world, world->contacts.items[0].distance, 1.0f);
    bight_cloth_world_destroy(world);
}

RUN_TESTS(unit(a_world_is_valid_between_calls), unit(what_is_broken_is_noticed))
