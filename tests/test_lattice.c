// SPDX-License-Identifier: MIT
// A curve of 591 vertices on straight axis-parallel runs that lie exactly above each other: seen along an
// axis nothing about it is generic. It is named right for every seed of the projection.

#include "bight/knot.h"
#include "test.h"

#include <string.h>

#define VERTICES 591

typedef struct walk {
    bight_vec3 points[64];
    int32_t count;
} walk;

static void go(walk *w, double x, double y, double z)
{
    w->points[w->count++] = (bight_vec3){x, y, z};
}

// Three crossings along x between the lines y = 0 and y = 1; whoever comes from y = 0 passes one storey above
// the other, so that both change sides on the same line seen from above. Then back around, one within the
// other.
static void trefoil(walk *w)
{
    bool low = true; // on y = 0
    for (int32_t round = 0; round < 2; round++) {
        for (int32_t i = 0; i < 3; i++) {
            double x = 4.0 * i;
            if (low) {
                go(w, x + 1, 0, 0), go(w, x + 1, 0, 1), go(w, x + 2, 0, 1);
                go(w, x + 2, 1, 1), go(w, x + 3, 1, 1), go(w, x + 3, 1, 0);
            } else {
                go(w, x + 2, 1, 0), go(w, x + 2, 0, 0);
            }
            low = !low;
        }
        double out = low ? 1 : 2, side = low ? 0 : 1;
        go(w, 12 + out, side, 0), go(w, 12 + out, -2 - out, 0), go(w, -out, -2 - out, 0),
            go(w, -out, side, 0);
    }
}

TEST(stacked_axis_parallel_runs)
{
    static bight_vec3 points[VERTICES];
    walk w = {.count = 0};
    trefoil(&w);
    int32_t filled = 0, extra = VERTICES - w.count;
    for (int32_t i = 0; i < w.count; i++) {
        bight_vec3 a = w.points[i], b = w.points[(i + 1) % w.count];
        int32_t pieces = 1 + extra / w.count + (i < extra % w.count);
        for (int32_t k = 0; k < pieces; k++) {
            double t = (double)k / pieces;
            points[filled++] =
                (bight_vec3){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)};
        }
    }
    assert_int_equal(filled, VERTICES);
    const bight_curve curve = {points, VERTICES, true};
    for (uint64_t seed = 0; seed < 200; seed++) {
        const bight_knot_options options = {.seed = seed};
        bight_knot_result result;
        bight_error error = {0};
        if (bight_knot_identify(NULL, NULL, &curve, 1, &options, &result, &error) != BIGHT_OK) {
            fail_msg("seed %d: %s", (int)seed, error.message);
        }
        assert_string_equal(result.name, "3_1");
        CHECK_SEED(result.factors[0].handedness == BIGHT_HANDEDNESS_LEFT, seed);
    }
}

RUN_TESTS(unit(stacked_axis_parallel_runs))
