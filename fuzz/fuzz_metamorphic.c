// SPDX-License-Identifier: MIT
// One curve, many ways to give it: from another start or with another seed, run through backwards, turned by
// a symmetry of the cube, reflected, made larger. The answer is the same, or its mirror image.
//
// The first byte: closed or open. Three bytes a point follow, small whole numbers.

#include "bight/knot.h"

#include <stdlib.h>
#include <string.h>

#define MOST_POINTS 32

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static bight_knot_workspace *workspace;

static bight_status name(const bight_vec3 *points, int32_t count, bool closed, uint64_t seed,
                         bight_knot_result *result)
{
    const bight_curve curve = {points, count, closed};
    const bight_knot_options options = {.seed = seed};
    return bight_knot_identify(NULL, workspace, &curve, 1, &options, result, NULL);
}

// What is wrong with a curve shows from every side; names that are proved are equal, up to the hand.
static void compare(bight_status status, const bight_knot_result *one, bight_status other,
                    const bight_knot_result *two, bool mirrored)
{
    check(status == other);
    if (status != BIGHT_OK || !one->proved || !two->proved) {
        return;
    }
    check(strcmp(one->name, two->name) == 0);
    if (one->factor_count == 1) {
        bight_handedness hand = one->factors[0].handedness;
        if (mirrored && hand >= BIGHT_HANDEDNESS_RIGHT) {
            hand = hand == BIGHT_HANDEDNESS_RIGHT ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT;
        }
        check(two->factors[0].handedness == hand);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bight_knot_result first, other;
    bight_vec3 points[MOST_POINTS], changed[MOST_POINTS];
    int32_t count = 0;
    if (size < 10) {
        return 0;
    }
    workspace = workspace != NULL ? workspace : bight_knot_workspace_new(NULL);
    bool closed = (data[0] & 1) != 0;
    uint64_t seed = data[0] >> 1;
    for (size_t i = 1; i + 2 < size && count < MOST_POINTS; i += 3) {
        points[count++] = (bight_vec3){(int8_t)data[i], (int8_t)data[i + 1], (int8_t)data[i + 2]};
    }
    bight_status status = name(points, count, closed, 0, &first), again;
    again = name(points, count, closed, 1 + seed, &other);
    compare(status, &first, again, &other, false);

    // backwards, and for closed curves from another start
    for (int32_t i = 0; i < count; i++) {
        changed[i] = points[closed ? (2 * count - 1 - i + (int32_t)seed) % count : count - 1 - i];
    }
    again = name(changed, count, closed, seed, &other);
    compare(status, &first, again, &other, false);

    // axes exchanged in turn, some turned round, all as much larger
    for (int32_t i = 0; i < count; i++) {
        const double p[3] = {points[i].x, points[i].y, points[i].z};
        const double flips[3] = {(seed & 1) != 0 ? -8.0 : 8.0, (seed & 2) != 0 ? -8.0 : 8.0,
                                 (seed & 4) != 0 ? -8.0 : 8.0};
        int32_t shift = (int32_t)(seed / 8 % 3);
        changed[i] =
            (bight_vec3){flips[0] * p[shift], flips[1] * p[(1 + shift) % 3], flips[2] * p[(2 + shift) % 3]};
    }
    bool mirrored = ((seed & 1) + (seed >> 1 & 1) + (seed >> 2 & 1)) % 2 == 1;
    again = name(changed, count, closed, 0, &other);
    compare(status, &first, again, &other, mirrored);
    return 0;
}
