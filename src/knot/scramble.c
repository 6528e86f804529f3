// SPDX-License-Identifier: MIT
// Harder diagrams of the same link.

#include "knot/public_diagram.h"
#include "knot/simplify.h"
#include "core/error.h"

// Every move adds a crossing or two; strands laid elsewhere may take some away, so there is a cap.
#define MOVES_PER_CROSSING 8

static bight_status scramble(bi_diagram *map, bi_move_scratch *moves, int32_t crossings, bi_random *random)
{
    bight_status status = bi_move_scratch_reserve(moves, crossings + 2);
    for (int64_t i = 0; i < (int64_t)MOVES_PER_CROSSING * crossings && map->crossings < crossings; i++) {
        int32_t kind = bi_random_below(random, 6);
        if (bi_watch_stops(moves->watch, 100 + 20 * (int64_t)map->crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        if (status != BIGHT_OK) {
            break;
        }
        if (kind == 0 || map->crossings == 0) {
            status = bi_twist(map, random);
        } else if (kind < 4) {
            status = bi_grow(map, random);
        } else {
            status = bi_move_scratch_reserve(moves, map->crossings);
            if (status == BIGHT_OK) {
                bi_shuffle(map, moves, random);
            }
        }
    }
    return status;
}

bight_status bight_diagram_scramble(const bight_env *env, const bight_diagram *diagram, int32_t crossings,
                                    uint64_t seed, bight_diagram **scrambled, bight_error *error)
{
    if (diagram == NULL || scrambled == NULL || crossings < 0 ||
        crossings > BIGHT_DIAGRAM_MAX_CROSSINGS - 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d crossings: 0 to %d are possible", (int)crossings,
                       BIGHT_DIAGRAM_MAX_CROSSINGS - 2);
    }
    bi_move_scratch moves;
    bi_move_scratch_init(&moves, env != NULL ? &env->allocator : NULL);
    bi_watch watch = bi_watch_from(env);
    moves.watch = &watch;
    bi_random random = bi_random_from(seed);
    bight_status status = bight_diagram_from_braid(env, NULL, 0, 1, scrambled, error);
    if (status == BIGHT_OK) {
        (*scrambled)->components = diagram->components;
        status = bi_diagram_copy(&(*scrambled)->map, &diagram->map);
        status = status == BIGHT_OK ? scramble(&(*scrambled)->map, &moves, crossings, &random) : status;
        if (status != BIGHT_OK) {
            bight_diagram_free(*scrambled);
            *scrambled = NULL;
            status =
                bi_fail(error, status, 0, "the diagram was not scrambled: %s", bight_status_text(status));
        }
    }
    bi_move_scratch_free(&moves);
    return status;
}
