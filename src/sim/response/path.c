// SPDX-License-Identifier: MIT
// How far each contact of elastic rods slid since it first pressed. A contact is known by its links, and these change as it
// slides along a rope, first shared by two and then the next one's: a new one carries on that which was beside it.

#include "sim/response/response.h"

#include "core/vec3.h"

// A contact moves on by so many links in a cycle, at most.
#define BESIDE 2

static bool presses(const bi_grip *grip)
{
    return v3_length_squared(grip->force) > 0.0;
}

// How many links or nodes two places of one rope are apart; more than BESIDE on two ropes.
static int32_t apart(const bight_world *world, int32_t i, int32_t j)
{
    if (world->rope_of[i] != world->rope_of[j]) {
        return BESIDE + 1;
    }
    const bi_rope *rope = &world->ropes[world->rope_of[i]];
    int32_t d = i > j ? i - j : j - i;
    return rope->closed ? bi_min_int(d, rope->count - d) : d;
}

// How far off a contact was that may be the same, in links; beyond 2 BESIDE when it cannot be.
static int32_t unlike(const bight_world *world, const bi_grip *a, const bi_grip *b)
{
    if (a->obstacle != b->obstacle || !presses(b)) {
        return 2 * BESIDE + 1;
    }
    int32_t first = apart(world, a->a, b->a), other = a->obstacle < 0 ? apart(world, a->b, b->b) : 0;
    return first <= BESIDE && other <= BESIDE ? first + other : 2 * BESIDE + 1;
}

// Lists have one order in every cycle: the same contact is mostly the one after the last that was found.
static int32_t find_same(const bi_grip_list *list, const bi_grip *grip, int32_t hint)
{
    for (int32_t k = 0; k < list->count; k++) {
        int32_t i = hint + k < list->count ? hint + k : hint + k - list->count;
        const bi_grip *other = &list->grips[i];
        if (other->a == grip->a && other->b == grip->b && other->obstacle == grip->obstacle) {
            return i;
        }
    }
    return -1;
}

// The nearest of those that pressed; of equals the first.
static int32_t find_beside(const bight_world *world, const bi_grip_list *list, const bi_grip *grip)
{
    int32_t best = -1, least = 2 * BESIDE + 1;
    for (int32_t i = 0; i < list->count; i++) {
        int32_t by = unlike(world, grip, &list->grips[i]);
        if (by < least) {
            best = i;
            least = by;
        }
    }
    return best;
}

void bi_response_add_paths(const bight_world *world, bi_grip_list *now, const bi_grip_list *last)
{
    int32_t hint = 0;
    for (int32_t i = 0; i < now->count; i++) {
        bi_grip *grip = &now->grips[i];
        grip->path = 0.0;
        if (!bi_grip_has_rod(world, grip) || !presses(grip)) {
            continue;
        }
        int32_t same = last->count > 0 ? find_same(last, grip, hint) : -1;
        hint = same < 0 ? hint : same + 1 < last->count ? same + 1 : 0;
        if (same < 0 || !presses(&last->grips[same])) {
            same = find_beside(world, last, grip);
        }
        bight_vec3 point;
        grip->path =
            (same >= 0 ? last->grips[same].path : 0.0) + v3_length(bi_grip_slid(world, grip, &point));
    }
}
