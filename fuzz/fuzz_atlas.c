// SPDX-License-Identifier: MIT
// Any bytes as an atlas: opened, read through, and used to name two knots of 13 crossings, one by an alias.

#include "bight/knot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bight_diagram *diagram, *other;
    if (diagram == NULL) {
        static const int32_t word[13] = {1, -2, 1, -2, 1, -2, 1, 1, -2, 1, 1, -2, 1};
        bight_diagram_from_braid(NULL, word, 13, 3, &diagram, NULL);
        static const int32_t code[13] = {4, 8, 12, 24, 2, -18, 26, 6, -22, -10, -16, -20, 14};
        bight_diagram_from_dt(NULL, code, 13, NULL, 1, NULL, &other, NULL);
    }
    bight_knot_atlas *atlas;
    if (size == 0 || bight_knot_atlas_open(NULL, data, size, &atlas, NULL) != BIGHT_OK) {
        return 0;
    }
    bight_knot_atlas_check(atlas, NULL);
    for (int32_t n = BIGHT_ATLAS_LEAST; n <= BIGHT_ATLAS_CROSSINGS; n++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            int32_t count = bight_knot_atlas_count(atlas, n, kind == 0);
            bight_diagram *one;
            char name[16];
            if (count > 0 && bight_knot_atlas_diagram(NULL, atlas, n, kind == 0, count - 1, false, name, &one,
                                                      NULL) == BIGHT_OK) {
                bight_diagram_free(one);
            }
        }
    }
    if (diagram != NULL && bight_diagram_components(diagram) == 1) {
        const bight_knot_options options = {.atlas = atlas, .name_only = true};
        bight_knot_result result;
        bight_knot_identify_diagram(NULL, NULL, diagram, &options, &result, NULL);
    }
    if (other != NULL) {
        const bight_knot_options options = {.atlas = atlas, .name_only = true, .effort = -1};
        bight_knot_result result;
        bight_knot_identify_diagram(NULL, NULL, other, &options, &result, NULL);
    }
    bight_knot_atlas_close(atlas);
    return 0;
}
