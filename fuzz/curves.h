// SPDX-License-Identifier: MIT
// Any bytes into one of the curve readers; what it accepts is sound.

#pragma once

#include "bight/io.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

static inline int fuzz_named_curves(const uint8_t *data, size_t size, bight_curve_format format,
                                    const char *name)
{
    const bight_read_options options = {.format = format, .file_name = name, .all_models = true};
    bight_curves curves;
    if (bight_read_curves(NULL, data, size, &options, &curves, NULL) != BIGHT_OK) {
        check(curves.points == NULL && curves.curve_count == 0);
        return 0;
    }
    check(curves.curve_count > 0 && curves.starts[curves.curve_count] == curves.point_count);
    for (int32_t i = 0; i < curves.curve_count; i++) {
        bight_curve curve = bight_curves_at(&curves, i);
        check(curve.count >= (curve.closed ? 3 : 2));
        for (int32_t k = 0; k < curve.count; k++) {
            check(isfinite(curve.points[k].x) && isfinite(curve.points[k].y) && isfinite(curve.points[k].z));
        }
    }
    bight_curves_free(NULL, &curves);
    return 0;
}

static inline int fuzz_curves(const uint8_t *data, size_t size, bight_curve_format format)
{
    return fuzz_named_curves(data, size, format, NULL);
}
