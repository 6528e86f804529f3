// SPDX-License-Identifier: MIT
// When cloth lies: in 60 steps next to nothing went half a thickness, and contacts hardly changed.

#include "cloth/world.h"
#include "cloth_grid.h"

enum { SIDE = 40, STEPS = 200, MOST = SIDE * SIDE / 200 }; // MOST vertices may tremble

// Steps that say "moves", while so many vertices go to and fro by so many thicknesses and 60 steps bring so many contacts more.
// @return Steps until it counted as settled, 0 when it did not.
static int32_t watch_it(int32_t trembling, double far, int32_t contacts, int32_t more)
{
    grid g = grid_make(SIDE, SIDE, 0.2, 0.2);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = (bight_vec3){0, 0, 0};
    bight_cloth_world *world = cloth_world(&def);
    cloth_add(world, &g, NULL);
    bight_cloth_report report = cloth_steps(world, 1);
    report.moved = 0.1 * world->edge_length;
    report.stretch = 1.0;
    bight_cloth_watch watch = {0};
    int32_t settled = 0;
    for (int32_t k = 0; k < STEPS && settled == 0; k++) {
        for (int32_t i = 0; i < trembling; i++) {
            world->at[7 * i].y = k % 2 == 0 ? 0.0 : far * world->thickness;
        }
        report.contacts = contacts + k * more / 60;
        bight_cloth_watch_step(world, &watch, &report);
        settled = watch.settled ? k + 1 : 0;
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
    return settled;
}

TEST(a_few_vertices_may_tremble)
{
    int32_t still = watch_it(0, 0.0, 20, 0);
    CHECK_SEED(still >= 60 && still <= 63, still);
    CHECK(watch_it(MOST, 5.0, 20, 0) == still);
    CHECK(watch_it(MOST + 1, 5.0, 20, 0) == 0);
    CHECK(watch_it(SIDE * SIDE / 8, 0.4, 20, 0) == still); // all of them within half a thickness
}

TEST(a_few_contacts_may_come)
{
    CHECK(watch_it(0, 0.0, 20, 4) > 0);
    CHECK(watch_it(0, 0.0, 20, 8) == 0);
    CHECK(watch_it(0, 0.0, 2000, 18) > 0); // below a hundredth
    CHECK(watch_it(0, 0.0, 2000, 30) == 0);
}

RUN_TESTS(unit(a_few_vertices_may_tremble), unit(a_few_contacts_may_come))
