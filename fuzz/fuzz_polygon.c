// SPDX-License-Identifier: MIT
// Any numbers as polygons: not finite, huge, tiny, on one line, in one place. Every call answers, refusals
// have words, and what is named is named again.
//
// The first byte says how many curves there are, which are closed and how numbers are made; then three
// numbers a point: doubles as they are, or bytes that pick from values that make trouble.

#include "bight/knot_diagram.h"
#include "bight/link.h"

#include <math.h>
#include <string.h>

#define MOST_POINTS 48

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static double take_number(const uint8_t **at, const uint8_t *end, bool plain)
{
    static const double trouble[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     2.0,
                                     0.5,
                                     1e-3,
                                     3.0,
                                     1e308,
                                     -1e308,
                                     1e-308,
                                     0x1p-1074,
                                     0x1p-119,
                                     0x1p-121,
                                     1e300,
                                     1e15,
                                     1e15 + 1,
                                     7.0,
                                     -5.0,
                                     (double)INFINITY,
                                     -(double)INFINITY,
                                     (double)NAN,
                                     0.1,
                                     0.3};
    double number = 0.0;
    if (plain && *at + sizeof number <= end) {
        memcpy(&number, *at, sizeof number);
        *at += sizeof number;
    } else if (!plain && *at < end) {
        uint8_t byte = *(*at)++;
        number = byte < 96 ? trouble[byte % (sizeof trouble / sizeof *trouble)] : (byte - 176) * 0.125;
    } else {
        *at = end;
    }
    return number;
}

static bool is_finite(const bight_vec3 *points, int32_t count)
{
    bool finite = true;
    for (int32_t i = 0; i < count; i++) {
        finite = finite && isfinite(points[i].x) && isfinite(points[i].y) && isfinite(points[i].z);
    }
    return finite;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_vec3 points[MOST_POINTS];
    bight_curve curves[3];
    const uint8_t *at = data, *end = data + size;
    uint8_t head = size > 0 ? *at++ : 0;
    int32_t curve_count = 1 + head % 3, count = 0;
    while (at < end && count < MOST_POINTS) {
        bool plain = (head & 0x40) != 0;
        double x = take_number(&at, end, plain), y = take_number(&at, end, plain);
        points[count++] = (bight_vec3){x, y, take_number(&at, end, plain)};
    }
    for (int32_t k = 0; k < curve_count; k++) {
        int32_t first = count * k / curve_count, last = count * (k + 1) / curve_count;
        curves[k] = (bight_curve){points + first, last - first, (head >> 2 >> k & 1) != 0};
    }
    const bight_knot_options options = {.closure = (head & 0x20) != 0 ? BIGHT_KNOT_CLOSURE_DIRECT
                                                                      : BIGHT_KNOT_CLOSURE_FAR,
                                        .effort = 8,
                                        .unshrunk = (head & 0x80) != 0};
    bight_error error = {0};
    bight_knot_result result, again;
    bight_status status = bight_knot_identify(NULL, NULL, curves, 1, &options, &result, &error);
    check(status == BIGHT_OK || (status == BIGHT_ERROR_INVALID && error.message[0] != '\0'));
    check(status != BIGHT_OK || (curves[0].count >= 2 && is_finite(curves[0].points, curves[0].count)));
    check(bight_knot_identify(NULL, NULL, curves, 1, &options, &again, NULL) == status);
    check(status != BIGHT_OK || strcmp(result.name, again.name) == 0);
    int32_t first, last;
    bight_knot_locate(NULL, NULL, curves, &options, &first, &last, NULL);

    bight_diagram *diagram = NULL;
    bight_link_result link;
    int32_t linking[9];
    status = bight_diagram_from_curves(NULL, NULL, curves, curve_count, &options, &diagram, &error);
    check((status == BIGHT_OK) == (diagram != NULL));
    check(bight_curves_linking(NULL, NULL, curves, curve_count, &options, linking, NULL) == status);
    if (status == BIGHT_OK) {
        check(bight_diagram_components(diagram) == curve_count);
        check(bight_link_identify(NULL, diagram, &options, &link, NULL, NULL) == BIGHT_OK);
        check(link.proved || link.reason[0] != '\0');
        check(curve_count != 2 || link.linking == linking[1]);
    }
    bight_diagram_free(diagram);
    return 0;
}
