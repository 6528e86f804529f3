// SPDX-License-Identifier: MIT

#include "knot/everyday.h"

#include <string.h>

static const struct {
    const char *name, *everyday;
} names[] = {
    {"3_1", "overhand knot (trefoil)"},
    {"4_1", "figure-eight knot"},
    {"5_1", "double overhand knot (cinquefoil)"},
    {"5_2", "three-twist knot"},
    {"6_1", "stevedore knot"},
    {"7_1", "triple overhand knot (septafoil)"},
    {"7_4", "endless knot"},
    {"8_18", "carrick mat"},
};

// C(n 2), and nothing after it.
static bool is_twist(const char *name)
{
    size_t length = strlen(name);
    const char *blank = strchr(name, ' ');
    return strncmp(name, "C(", 2) == 0 && length > 3 && strcmp(name + length - 3, " 2)") == 0 &&
           blank == name + length - 3;
}

const char *bi_everyday_name(const bight_knot_result *result)
{
    if (result->factor_count == 0) {
        return "unknot";
    }
    const bight_knot_factor *factors = result->factors;
    bool trefoil = result->factor_count == 2 && strcmp(factors[0].name, "3_1") == 0;
    if (trefoil && strcmp(factors[1].name, "3_1") == 0) {
        bool same = factors[0].handedness == factors[1].handedness;
        return same ? "granny knot" : "square knot (reef)";
    }
    if (trefoil && strcmp(factors[1].name, "5_1") == 0) {
        bool same = factors[0].handedness == factors[1].handedness;
        return same ? "" : "surgeon's knot";
    }
    for (size_t i = 0; result->factor_count == 1 && i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i].name, result->factors[0].name) == 0) {
            return names[i].everyday;
        }
    }
    if (result->factor_count == 1) {
        return strncmp(factors[0].name, "T(", 2) == 0 ? "torus knot"
               : is_twist(factors[0].name)            ? "twist knot"
                                                      : "";
    }
    return "";
}
