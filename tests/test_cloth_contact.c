// SPDX-License-Identifier: MIT
// Contacts of cloth with solids where the way out is a matter of choice: on the core of a ball, a capsule, a ring, and in
// the middle of a box.

#include "cloth/validate.h"
#include "cloth/world.h"
#include "cloth_grid.h"

#include <math.h>

// A sheet of nine vertices whose middle one, or whose middle edge, lies on the core of a solid that holds all of it or a
// part. Each contact has a unit normal (the validator), and the vertex leaves the core: it is not held for ever.
TEST(what_lies_on_a_core_is_pushed_out)
{
    static const struct {
        bight_shape_kind kind;
        bight_vec3 size, core; // of a point on the core
    } solids[] = {{BIGHT_SHAPE_SPHERE, {0.008, 0, 0}, {0, 0, 0}},
                  {BIGHT_SHAPE_CAPSULE, {0.006, 0.01, 0}, {0, 0.004, 0}},
                  {BIGHT_SHAPE_CAPSULE, {0.006, 0.01, 0}, {0, 0.01, 0}},
                  {BIGHT_SHAPE_TORUS, {0.03, 0.006, 0}, {0.03, 0, 0}},
                  {BIGHT_SHAPE_TORUS, {0.03, 0.006, 0}, {0, 0, -0.03}},
                  {BIGHT_SHAPE_BOX, {0.006, 0.004, 0.006}, {0, 0, 0}}};
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        for (int32_t lie = 0; lie < 3; lie++) {
            bight_cloth_world_def def = bight_cloth_world_def_default();
            def.gravity = v3(0, 0, 0);
            bight_cloth_world *world = cloth_world(&def);
            grid g = grid_make(3, 3, 0.01, 0.01);
            bight_vec3 middle = g.positions[4];
            for (int32_t k = 0; k < g.vertex_count; k++) {
                bight_vec3 r = v3_sub(g.positions[k], middle);
                r = lie == 0 ? r : lie == 1 ? v3(r.y, r.x, r.z) : v3(r.z, r.y, r.x);
                g.positions[k] = v3_add(solids[i].core, r);
            }
            bight_cloth_id id = cloth_add(world, &g, NULL);
            grid_free(&g);
            bight_cloth_obstacle_def solid = bight_cloth_obstacle_def_default();
            bight_cloth_obstacle_id unused;
            solid.kind = solids[i].kind;
            solid.size = solids[i].size;
            CHECK(bight_cloth_obstacle_create(world, &solid, &unused, NULL) == BIGHT_OK);

            for (int32_t n = 0; n < 200; n++) {
                bight_cloth_report report;
                CHECK(bight_cloth_world_step(world, &report) == BIGHT_OK);
                CHECK_SEED(bi_contacts_are_valid(world), 10 * i + (size_t)lie);
                CHECK_SEED(n > 0 || report.contacts > 0, 10 * i + (size_t)lie);
            }
            const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
            CHECK_SEED(v3_distance(at[4], solids[i].core) > 1e-6, 10 * i + (size_t)lie);
            bight_cloth_world_destroy(world);
        }
    }
}

RUN_TESTS(unit(what_lies_on_a_core_is_pushed_out))
