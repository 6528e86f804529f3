// SPDX-License-Identifier: MIT
// A step of cloth whose way the world of ropes cannot prove is taken back, in both worlds.

#include "cloth/world.h"
#include "couple/couple.h"
#include "couple_scene.h"

static int32_t count_apart(const pair *p, const bight_vec3 *at)
{
    int32_t count, known, moved = 0;
    const bight_vec3 *now = bight_cloth_positions(p->cloth, (bight_cloth_id){1, 1}, &count);
    const bight_vec3 *seen = bight_sheet_points(p->ropes, p->couple->sheets[0], &known);
    CHECK(seen != NULL && known == count);
    CHECK(memcmp(seen, now, (size_t)count * sizeof *now) == 0);
    for (int32_t i = 0; i < count; i++) {
        moved += at[i].x != now[i].x || at[i].y != now[i].y || at[i].z != now[i].z;
    }
    return moved;
}

// The world of cloth is told that a rope is a hair thick where it is 4 mm: a sheet that falls on it comes
// nearer to its middle than the world of ropes can prove. From then on whatever a step of the cloth did is
// taken back: both worlds have the sheet in one place, the one where it was, and nothing ever went through
// the rope.
TEST(an_unproved_step_of_cloth_is_taken_back)
{
    pair p = pair_make(1e-6, NULL);
    bight_cloth_world_def def = bight_cloth_world_get_def(p.cloth);
    def.gravity = v3(0, -9.81, 0);
    def.inertia = 1.0;
    CHECK(bight_cloth_world_set_def(p.cloth, &def, NULL) == BIGHT_OK);
    grid g = grid_make(7, 7, 0.03, 0.03);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.0021;
    }
    cloth_add(p.cloth, &g, NULL);
    bight_vec3 line[9];
    for (int32_t i = 0; i < 9; i++) {
        line[i] = v3(0.0003, 0.0, 0.005 * (i - 4));
    }
    bight_rope_id rope = pair_rope(&p, line, 9, false, 0.002, BIGHT_MODEL_FTL);
    for (int32_t i = 0; i < 9; i++) { // it stays where it is
        bight_hand_id hand;
        CHECK(bight_hand_grasp(p.ropes, rope, i, &hand, NULL) == BIGHT_OK);
    }
    bight_couple_def tied = bight_couple_def_default();
    tied.compliance = 1e-12;
    pair_tie(&p, &tied);
    p.cloth->cords.items[0].radius = 1e-9;

    int64_t refused = 0;
    int32_t still = 0;
    for (int32_t n = 0; n < 500 && still < 3; n++) {
        bight_vec3 before[49];
        memcpy(before, bight_cloth_positions(p.cloth, (bight_cloth_id){1, 1}, NULL), sizeof before);
        bight_cloth_report report;
        CHECK(bight_couple_step(p.couple, NULL, &report) == BIGHT_OK);
        bight_couple_stats stats = bight_couple_get_stats(p.couple);
        int32_t moved = count_apart(&p, before);
        if (stats.refused > refused) {
            refused = stats.refused;
            // the steps of this cycle before the one that was taken back may have moved it
            still += moved == 0;
            for (int32_t i = 0; i < p.cloth->vertex_count; i++) {
                CHECK(p.cloth->velocity[i].y == 0.0);
            }
            CHECK(bight_couple_error(p.couple).message[0] == '\0');
        }
        CHECK(report.cord_piercings == 0 || stats.refused > 0);
    }
    CHECK(refused > 0 && still > 0);
    pair_free(&p);
    grid_free(&g);
}

RUN_TESTS(unit(an_unproved_step_of_cloth_is_taken_back))
