// SPDX-License-Identifier: MIT
// From a diagram to a knot of the atlas, by its orbit.

#include "knot/atlas.h"
#include "knot/public_diagram.h"
#include "core/error.h"

typedef struct searching {
    const bight_knot_atlas *atlas;
    int32_t crossings;
    bi_orbit_key met; // what was found
    bi_atlas_answer *answer;
} searching;

static bool visit(void *user, const bi_orbit_key *key, int32_t hands)
{
    searching *s = user;
    bi_atlas_answer *answer = s->answer;
    if (answer->found) {
        answer->hands |= bi_orbit_compare(key, &s->met) == 0 ? hands : 0;
        return answer->hands != (BI_HAND_RIGHT | BI_HAND_LEFT);
    }
    if (!bi_atlas_find(s->atlas, key, s->crossings, &answer->knot)) {
        return true;
    }
    answer->found = true;
    s->met = answer->key = *key;
    answer->hands = hands;
    return answer->knot.state == BIGHT_ATLAS_UNCHECKED && hands != (BI_HAND_RIGHT | BI_HAND_LEFT);
}

bight_status bi_atlas_search(const bight_knot_atlas *atlas, bi_orbit *orbit, const bi_diagram *piece,
                             bi_atlas_answer *answer, bi_orbit_end *end)
{
    *answer = (bi_atlas_answer){.found = false};
    searching s = {.atlas = atlas, .crossings = piece->crossings, .answer = answer};
    bight_status status = bi_orbit_walk(orbit, piece, BIGHT_ATLAS_MAX_ORBIT, visit, &s, end);
    if (answer->found && answer->knot.alias) {
        // the row's code, with the hands that the diagram would have been met with there
        int32_t hands = answer->hands, both = BI_HAND_RIGHT | BI_HAND_LEFT;
        answer->hands = answer->knot.mirrored && hands != both ? both - hands : hands;
        answer->found = bi_atlas_at(atlas, s.crossings, false, answer->knot.number, &answer->key);
    }
    *end = *end == BI_ORBIT_WHOLE && answer->found ? BI_ORBIT_FOUND : *end;
    return status;
}

bool bi_atlas_covers(const bight_knot_atlas *atlas, const bi_diagram *piece)
{
    return bight_knot_atlas_count(atlas, piece->crossings, bi_diagram_is_alternating(piece)) > 0;
}

bight_status bi_atlas_hand(const bi_atlas_answer *answer, bi_diagram *diagram, bight_handedness *hand)
{
    if (answer->knot.state == BIGHT_ATLAS_AMPHICHIRAL || answer->hands == (BI_HAND_RIGHT | BI_HAND_LEFT)) {
        *hand = BIGHT_HANDEDNESS_AMPHICHIRAL;
        return BIGHT_OK;
    }

    // the least diagram is right-handed when it has more right-handed crossings, or as many and begins with one
    bi_code code = bi_orbit_code_of(&answer->key, answer->knot.crossings);
    bight_status status = bi_code_diagram(diagram, &code, 1);
    bool right = status == BIGHT_OK && (bi_diagram_writhe(diagram) >= 0) == (answer->hands == BI_HAND_RIGHT);
    *hand = right ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
    return status;
}

bight_status bight_knot_atlas_diagram(const bight_env *env, const bight_knot_atlas *atlas, int32_t crossings,
                                      bool alternating, int32_t index, bool left, char name[16],
                                      bight_diagram **diagram, bight_error *error)
{
    bi_orbit_key key;
    if (diagram == NULL || !bi_atlas_at(atlas, crossings, alternating, index, &key)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "there is no knot %d with %d crossings, %s, in the atlas", (int)index + 1,
                       (int)crossings, alternating ? "alternating" : "not alternating");
    }
    bi_code code = bi_orbit_code_of(&key, crossings);
    if (name != NULL) {
        bi_atlas_name(&(bi_atlas_knot){crossings, index, alternating, BIGHT_ATLAS_UNCHECKED, false, false},
                      name);
    }
    bight_status status = bight_diagram_from_braid(env, NULL, 0, 1, diagram, error);
    if (status == BIGHT_OK) {
        bi_diagram *map = &(*diagram)->map;
        status = bi_code_diagram(map, &code, 1);
        if (status == BIGHT_OK && (bi_diagram_writhe(map) < 0) != left) {
            status = bi_code_diagram(map, &code, -1);
        }
        map->circles = 0;
    }
    if (status != BIGHT_OK) {
        bight_diagram_free(*diagram);
        *diagram = NULL;
        return bi_fail(error, status, 0, "no diagram has the code of that knot: the atlas is broken");
    }
    return BIGHT_OK;
}
