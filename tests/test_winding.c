// SPDX-License-Identifier: MIT

#include "core/pi.h"
#include "core/random.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/winding.h"
#include "test.h"

enum { COIL = 241, AXIS = 61 };

// a helix about the x axis, right-handed for turns > 0, from x = 0 to `length`
static void helix(bight_vec3 *points, double radius, double turns, double length)
{
    for (int32_t i = 0; i < COIL; i++) {
        double part = (double)i / (COIL - 1), a = 2.0 * PI * (turns * part + 0.1);
        points[i] = v3(length * part, radius * cos(a), radius * sin(a));
    }
}

static void line(bight_vec3 *points, double from, double to)
{
    for (int32_t i = 0; i < AXIS; i++) {
        points[i] = v3(from + (to - from) * i / (AXIS - 1), 0, 0);
    }
}

// Oracle: the C library.
TEST(turn_to_is_the_inverse_of_the_tangent)
{
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        double x = bi_random_range(&random, -1.0, 1.0), y = bi_random_range(&random, -1.0, 1.0);
        x = seed % 5 == 0 ? x * 1e-9 : x;
        y = seed % 7 == 0 ? y * 1e-9 : y;
        CHECK_SEED(fabs(bi_turn_to(x, y) - atan2(y, x) / (2.0 * PI)) < 1.2e-16, seed);
        bi_turn turn = bi_turn_of(bi_turn_to(x, y));
        CHECK_SEED(fabs(turn.cosine - x / sqrt(x * x + y * y)) < 1e-15, seed);
    }
    CHECK(bi_turn_to(0.0, 0.0) == 0.0 && bi_turn_to(1.0, 0.0) == 0.0 && bi_turn_to(0.0, 2.0) == 0.25);
    CHECK(bi_turn_to(-3.0, 0.0) == 0.5 && bi_turn_to(0.0, -1.0) == -0.25);
}

// Helices of known turns, either hand, whichever way the axis is counted.
TEST(helices_have_the_turns_they_were_made_with)
{
    const double turns[] = {0.25, 1.0, -1.0, 2.5, -3.75, 7.0};
    bight_vec3 coil[COIL], axis[AXIS];
    line(axis, -1.0, 13.0);
    for (int32_t i = 0; i < 6; i++) {
        double running[COIL];
        helix(coil, 1.1, turns[i], 12.0);
        bight_curve c = {coil, COIL, false}, a = {axis, AXIS, false};
        CHECK(bi_winding_applies(a, v3(1, 0, 0)));
        CHECK_NEAR(bi_winding_integral(c, a, v3(1, 0, 0), running), turns[i], 1e-12);
        CHECK_NEAR(running[COIL / 2], turns[i] / 2.0, 1e-12);
        CHECK_NEAR(bi_winding_gauss(c, a, running), turns[i], 1e-9);
        CHECK_NEAR(running[COIL / 2], turns[i] / 2.0, 1e-9);

        // the coil backwards, and both backwards
        bight_vec3 back[COIL], axis_back[AXIS];
        for (int32_t k = 0; k < COIL; k++) {
            back[k] = coil[COIL - 1 - k];
        }
        for (int32_t k = 0; k < AXIS; k++) {
            axis_back[k] = axis[AXIS - 1 - k];
        }
        bight_curve b = {back, COIL, false}, ab = {axis_back, AXIS, false};
        CHECK_NEAR(bi_winding_integral(b, ab, v3(-1, 0, 0), NULL), turns[i], 1e-12);
        CHECK_NEAR(bi_winding_gauss(b, ab, NULL), turns[i], 1e-9);
    }
}

// A bent axis: formula (1) and Gauss's integral with prolonged ends agree when the coil's ends lie in one
// direction from the axis (open curves: both count the same angle only up to how far the ends look along the
// axis), and Gauss goes on where (1) cannot.
TEST(the_integral_agrees_with_gauss_round_a_bent_axis)
{
    bight_vec3 coil[COIL], axis[AXIS];
    for (int32_t i = 0; i < AXIS; i++) {
        double x = -8.0 + 28.0 * i / (AXIS - 1);
        axis[i] = v3(x, 0.5 * sin(0.4 * x), 0.3 * cos(0.3 * x));
    }
    for (int32_t t = -3; t <= 3; t++) {
        for (int32_t i = 0; i < COIL; i++) {
            double part = (double)i / (COIL - 1), x = 12.0 * part, a = 2.0 * PI * t * part;
            // the polygon's own point at x
            double place = (x + 8.0) / 28.0 * (AXIS - 1);
            int32_t k = (int32_t)place;
            bight_vec3 c = v3_lerp(axis[k], axis[k + 1], place - k);
            coil[i] = v3_add(c, v3(0, 1.5 * cos(a), 1.5 * sin(a)));
        }
        bight_curve c = {coil, COIL, false}, a = {axis, AXIS, false};
        CHECK(bi_winding_applies(a, v3(1, 0, 0)));
        double one = bi_winding_integral(c, a, v3(1, 0, 0), NULL);
        CHECK_NEAR(one, t, 1e-9);
        CHECK_NEAR(bi_winding_gauss(c, a, NULL), one, 0.06);
    }
}

// A closed coil counts whole turns in Gauss's integral, however the axis turns.
TEST(gauss_counts_whole_turns_round_a_hairpin)
{
    bight_vec3 coil[COIL], axis[AXIS];
    for (int32_t i = 0; i < AXIS; i++) {
        double a = PI * i / (AXIS - 1);
        axis[i] = v3(5.0 * sin(a), -5.0 * cos(a), 0);
    }
    CHECK(!bi_winding_applies((bight_curve){axis, AXIS, false}, v3(1, 0, 0)));
    for (int32_t t = -2; t <= 2; t += 1) {
        // round one leg at (5, 0, 0), t times, and back where it began
        for (int32_t i = 0; i < COIL; i++) {
            double a = 2.0 * PI * t * i / (COIL - 1);
            coil[i] = v3(5.0 + 1.5 * cos(a), 0.0, -1.5 * sin(a));
        }
        CHECK_NEAR(bi_winding_gauss((bight_curve){coil, COIL, false}, (bight_curve){axis, AXIS, false}, NULL),
                   t, 1e-9);
    }
}

RUN_TESTS(unit(turn_to_is_the_inverse_of_the_tangent), unit(helices_have_the_turns_they_were_made_with),
          unit(the_integral_agrees_with_gauss_round_a_bent_axis),
          unit(gauss_counts_whole_turns_round_a_hairpin))
