// SPDX-License-Identifier: MIT
// Any bytes into the XYZ reader; what it accepts must come back the same from the writer.

#include "bight/io.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
    if (!good) {
        __builtin_trap();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bight_curves curves, back;
    if (bight_read_xyz(NULL, data, size, &curves, NULL) != BIGHT_OK) {
        check(curves.points == NULL && curves.curve_count == 0);
        return 0;
    }
    bight_curve list[8];
    int32_t count = curves.curve_count < 8 ? curves.curve_count : 8;
    for (int32_t i = 0; i < count; i++) {
        list[i] = bight_curves_at(&curves, i);
        check(list[i].count >= (list[i].closed ? 3 : 2));
    }
    bight_bytes bytes;
    check(bight_write_xyz(NULL, list, count, "fuzz", &bytes, NULL) == BIGHT_OK);
    check(bight_read_xyz(NULL, bytes.data, bytes.size, &back, NULL) == BIGHT_OK);
    check(back.curve_count == count);
    for (int32_t i = 0; i < count; i++) {
        bight_curve again = bight_curves_at(&back, i);
        check(again.count == list[i].count && again.closed == list[i].closed);
        check(memcmp(again.points, list[i].points, (size_t)again.count * sizeof *again.points) == 0);
    }
    bight_bytes_free(NULL, &bytes);
    bight_curves_free(NULL, &back);
    bight_curves_free(NULL, &curves);
    return 0;
}
