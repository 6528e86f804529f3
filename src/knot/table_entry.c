// SPDX-License-Identifier: MIT
// From a place in the table to a diagram.

#include "bight/knot_table.h"
#include "knot/dictionary.h"
#include "knot/public_diagram.h"
#include "core/error.h"

int32_t bight_knot_table_count(int32_t crossings)
{
    bool inside = crossings >= BI_DICTIONARY_LEAST && crossings <= BI_DICTIONARY_CROSSINGS;
    return inside ? bi_dictionary[crossings].alternating + bi_dictionary[crossings].nonalternating : 0;
}

bight_status bight_knot_table_diagram(const bight_env *env, int32_t crossings, int32_t index, bool left,
                                      char name[16], bight_diagram **diagram, bight_error *error)
{
    if (diagram == NULL || index < 0 || index >= bight_knot_table_count(crossings)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "there is no knot %d with %d crossings in the table",
                       (int)index, (int)crossings);
    }
    bi_code code;
    bi_dictionary_knot knot = {crossings, index, BIGHT_HANDEDNESS_RIGHT};
    int32_t relation = bi_dictionary_least(crossings, index, &code);
    if (name != NULL) {
        bi_dictionary_name(&knot, name);
    }
    bight_status status = bight_diagram_from_braid(env, NULL, 0, 1, diagram, error);
    if (status == BIGHT_OK) {
        status = bi_code_diagram(&(*diagram)->map, &code, (relation == BI_RELATION_LEFT) == left ? 1 : -1);
        (*diagram)->map.circles = 0;
    }
    if (status != BIGHT_OK) {
        bight_diagram_free(*diagram);
        *diagram = NULL;
    }
    return status;
}
