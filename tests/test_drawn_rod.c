// SPDX-License-Identifier: MIT
// Knots drawn with an elastic rope in a bed: tied as with Follow The Leader, and they stay as they were laid.

#include "drawn_knots.h"

#define LINK 0.01 // metres: a rope of 10 mm

static bight_rope_def rod(double bed)
{
    bight_rope_def def = bight_rope_def_default();
    def.model = BIGHT_MODEL_ROD;
    def.rod.density = 0.064;
    def.rod.stretch = 9800.0;
    def.rod.bed = bed;
    return def;
}

TEST(an_overhand_is_tied_at_all_sizes)
{
    bight_rope_def kind = rod(10.0);
    double most = draw_all(&kind, LINK, overhand, sizeof overhand / sizeof *overhand, 1, 500, "3_1", -2);
    CHECK(most < 0.2 * RADIUS * LINK);
}

TEST(a_figure_eight_is_tied_at_all_sizes)
{
    bight_rope_def kind = rod(10.0);
    double most =
        draw_all(&kind, LINK, figure_eight, sizeof figure_eight / sizeof *figure_eight, 1, 500, "4_1", 0);
    CHECK(most < 0.2 * RADIUS * LINK);
}

// What the bed is for: without it a rope that is moved goes on moving, and its loops spring open.
TEST(without_a_bed_the_same_drawing_comes_undone)
{
    bight_rope_def kind = rod(0.0);
    bight_knot_result found;
    double strays;
    draw(&kind, LINK, overhand, sizeof overhand / sizeof *overhand, (drawing){18, 18, 0.0, 1}, 500, &strays,
         &found);
    CHECK(strcmp(found.name, "0_1") == 0 && strays > 5 * LINK);
}

// A straight rope that a load pulls at sideways, or along: below the bed's resistance it stays (but for
// its creeping), above it goes.
//     F sideways, F / 20 along
TEST(a_bed_holds_against_its_force)
{
    for (int32_t k = 0; k < 4; k++) {
        bool along = k % 2 == 1, goes = k >= 2;
        bight_rope_def kind = rod(10.0);
        double least = along ? 0.5 : 10.0, force = (goes ? 1.2 : 0.8) * least;
        kind.rod.gravity = v3_mul(force / kind.rod.density, along ? v3(1, 0, 0) : v3(0, 1, 0));
        bight_rope_id rope;
        bight_hand_id hand;
        bight_world *world = drawn_world(&kind, LINK, &rope, &hand);
        CHECK(bight_hand_release(world, hand) && bight_hand_release(world, (bight_hand_id){1, 1}));
        double began = bight_rope_curve(world, rope).points[0].x;
        for (int32_t i = 0; i < 500; i++) {
            CHECK(bight_world_step(world, NULL) == BIGHT_OK);
        }
        bight_vec3 at = bight_rope_curve(world, rope).points[0];
        double way = along ? at.x - began : at.y;
        printf("%g N/m %s: %g m in a second\n", force, along ? "along" : "sideways", way);
        CHECK_SEED(goes ? way > 0.1 : fabs(way) < (along ? 1e-4 : 5e-6), k);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(an_overhand_is_tied_at_all_sizes), unit(a_figure_eight_is_tied_at_all_sizes),
          unit(without_a_bed_the_same_drawing_comes_undone), unit(a_bed_holds_against_its_force))
