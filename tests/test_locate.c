// SPDX-License-Identifier: MIT
// Where the knot is, and which knots the closures of an open curve are.

#include "bight/knot.h"
#include "shapes.h"
#include "test.h"

#include <stdio.h>

static shape curve;

// A right-handed trefoil with two long tails that leave its hull side by side.
static void knotted_line(int32_t before, int32_t after, int32_t *first, int32_t *last)
{
    static const int32_t word[] = {1, 1, 1, 0};
    static shape knot;
    shape_braid(&knot, word);
    bight_vec3 start = knot.points[0], end = knot.points[knot.count - 1];
    curve.count = 0;
    for (int32_t i = before; i > 0; i--) {
        shape_add(&curve, start.x - i, start.y, start.z + 0.2 * (i % 2));
    }
    *first = curve.count;
    for (int32_t i = 0; i < knot.count; i++) {
        shape_add(&curve, knot.points[i].x, knot.points[i].y, knot.points[i].z);
    }
    *last = curve.count - 1;
    for (int32_t i = 1; i <= after; i++) {
        shape_add(&curve, end.x - i, end.y, end.z + 0.2 * (i % 2));
    }
}

TEST(the_stretch_is_found)
{
    for (int32_t before = 1; before <= 600; before += 199) {
        int32_t from, to, first, last;
        knotted_line(before, 700 - before, &from, &to);
        bight_curve line = shape_curve(&curve, false);
        bight_error error = {0};
        bight_knot_result result;
        CHECK(bight_knot_identify(NULL, NULL, &line, 1, NULL, &result, &error) == BIGHT_OK);
        CHECK(bight_knot_locate(NULL, NULL, &line, NULL, &first, &last, &error) == BIGHT_OK);
        CHECK(strcmp(result.name, "3_1") == 0);
        CHECK(first >= from - 1 && last <= to + 1 && first < last);
    }
}

TEST(an_overhand_knot_is_found_in_a_braid)
{
    // the closure of a braid starts and ends on the hull
    static const int32_t word[] = {1, 1, 1, 0};
    shape_braid(&curve, word);
    bight_curve line = shape_curve(&curve, false);
    int32_t first, last;
    CHECK(bight_knot_locate(NULL, NULL, &line, NULL, &first, &last, NULL) == BIGHT_OK);
    CHECK(first >= 0 && last < curve.count && last - first >= 5);
    bight_knot_result result;
    bight_curve part = {curve.points + first, last - first + 1, false};
    CHECK(bight_knot_identify(NULL, NULL, &part, 1, NULL, &result, NULL) == BIGHT_OK);
    CHECK(strcmp(result.name, "3_1") == 0 && result.factors[0].handedness == BIGHT_HANDEDNESS_RIGHT);
    for (int32_t end = 0; end < 2; end++) {
        bight_curve less = {part.points + (end == 0 ? 1 : 0), part.count - 1, false};
        bight_status status = bight_knot_identify(NULL, NULL, &less, 1, NULL, &result, NULL);
        CHECK(status != BIGHT_OK || strcmp(result.name, "3_1") != 0);
    }

    // closed, it goes round
    bight_curve ring = shape_curve(&curve, true);
    CHECK(bight_knot_locate(NULL, NULL, &ring, NULL, &first, &last, NULL) == BIGHT_OK);
    CHECK(first >= 0 && first < curve.count && last > first && last < first + curve.count);
}

// Against every stretch of small knotted curves, named one by one: the shortest, and of those the first from where the
// search begins.
TEST(no_shorter_stretch_holds_the_knot)
{
    static const int32_t words[3][8] = {{1, 1, 1, 0}, {1, -2, 1, -2, 0}, {-1, -1, -1, -1, -1, 0}};
    for (int32_t k = 0; k < 3; k++) {
        shape_braid(&curve, words[k]);
        for (int32_t closed = 0; closed < 2; closed++) {
            bight_curve whole = shape_curve(&curve, closed == 1);
            bight_knot_result wanted, result;
            int32_t first, last, least = whole.count + 1;
            static bight_vec3 points[400];
            CHECK(2 * whole.count <= 400);
            for (int32_t i = 0; i < 2 * whole.count; i++) {
                points[i] = whole.points[i % whole.count];
            }
            CHECK(bight_knot_identify(NULL, NULL, &whole, 1, NULL, &wanted, NULL) == BIGHT_OK);
            CHECK(bight_knot_locate(NULL, NULL, &whole, NULL, &first, &last, NULL) == BIGHT_OK);
            for (int32_t a = 0; a < whole.count; a++) {
                int32_t end = closed == 1 ? a + whole.count - 1 : whole.count - 1;
                for (int32_t b = a + 3; b <= end && b - a + 1 < least; b++) {
                    bight_curve part = {points + a, b - a + 1, false};
                    bight_status status = bight_knot_identify(NULL, NULL, &part, 1, NULL, &result, NULL);
                    if (status == BIGHT_OK && strcmp(result.name, wanted.name) == 0 &&
                        result.factors[0].handedness == wanted.factors[0].handedness) {
                        least = b - a + 1;
                    }
                }
            }
            CHECK_SEED(last - first + 1 == least, k);
        }
    }
}

// Wilson's interval by its definition: at its ends the count is z standard deviations off.
TEST(intervals_of_shares)
{
    for (int32_t n = 1; n <= 200; n += 7) {
        for (int32_t count = 0; count <= n; count++) {
            double low, high, p = (double)count / n;
            bight_share_interval(count, n, &low, &high);
            CHECK(low >= 0.0 && low <= p && p <= high && high <= 1.0);
            if (count > 0) {
                CHECK(fabs((p - low) * (p - low) - 1.959964 * 1.959964 * low * (1.0 - low) / n) < 1e-9);
            }
            if (count < n) {
                CHECK(fabs((p - high) * (p - high) - 1.959964 * 1.959964 * high * (1.0 - high) / n) < 1e-9);
            }
        }
    }
    double low, high;
    bight_share_interval(46, 100, &low, &high);
    CHECK(fabs(low - 0.3656) < 1e-3 && fabs(high - 0.5574) < 1e-3);
}

TEST(spectra)
{
    static const int32_t word[] = {1, -2, 1, -2, 0};
    shape_braid(&curve, word);
    bight_curve line = shape_curve(&curve, false);
    bight_knot_spectrum spectrum, again;
    CHECK(bight_knot_identify_sphere(NULL, NULL, &line, 100, NULL, &spectrum, NULL) == BIGHT_OK);
    int32_t sum = spectrum.left_out;
    for (int32_t i = 0; i < spectrum.share_count; i++) {
        sum += spectrum.shares[i].count;
        CHECK(i == 0 || spectrum.shares[i - 1].count >= spectrum.shares[i].count);
    }
    CHECK(sum == 100 && strcmp(spectrum.shares[0].name, "4_1") == 0);
    CHECK(spectrum.shares[0].handedness == BIGHT_HANDEDNESS_AMPHICHIRAL && spectrum.shares[0].count > 50);
    CHECK(bight_knot_identify_sphere(NULL, NULL, &line, 100, NULL, &again, NULL) == BIGHT_OK);
    CHECK(memcmp(&spectrum, &again, sizeof again) == 0);
    bight_curve ring = shape_curve(&curve, true);
    CHECK(bight_knot_identify_sphere(NULL, NULL, &ring, 100, NULL, &spectrum, NULL) == BIGHT_OK);
    CHECK(spectrum.share_count == 1 && spectrum.shares[0].count == 1 &&
          strcmp(spectrum.shares[0].name, "4_1") == 0);
    CHECK(bight_knot_identify_sphere(NULL, NULL, &ring, 0, NULL, &spectrum, NULL) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(no_shorter_stretch_holds_the_knot), unit(intervals_of_shares), unit(the_stretch_is_found),
          unit(an_overhand_knot_is_found_in_a_braid), unit(spectra))
