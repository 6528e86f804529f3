// SPDX-License-Identifier: MIT
// A knot whose minimal diagrams fall into several orbits: the least code of each but the row's own is an alias.

#include "knot/atlas.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

void bight_atlas_aliases_free(const bight_env *env, bight_atlas_aliases *aliases)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    if (aliases != NULL) {
        bi_free_array(allocator, aliases->list, (size_t)aliases->capacity, sizeof *aliases->list);
        *aliases = (bight_atlas_aliases){0};
    }
}

// The first place that does not come before the alias.
static int32_t place_of(const bight_atlas_aliases *aliases, const bight_atlas_alias *alias)
{
    int32_t low = 0, high = aliases->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        bool before = bi_atlas_alias_compare(&aliases->list[middle], alias) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bight_status insert(const bight_allocator *allocator, bight_atlas_aliases *aliases, int32_t place,
                           const bight_atlas_alias *alias)
{
    bight_status status = bi_reserve(allocator, &aliases->list, &aliases->capacity,
                                     (int64_t)aliases->count + 1, sizeof *aliases->list);
    if (status == BIGHT_OK) {
        bight_atlas_alias *at = &aliases->list[place];
        memmove(at + 1, at, (size_t)(aliases->count - place) * sizeof *at);
        *at = *alias;
        aliases->count++;
    }
    return status;
}

bight_status bight_atlas_merge_aliases(const bight_env *env, bight_atlas_aliases *aliases,
                                       const bight_atlas_aliases *more, bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < more->count && status == BIGHT_OK; i++) {
        const bight_atlas_alias *alias = &more->list[i];
        int32_t place = place_of(aliases, alias);
        if (place == aliases->count || bi_atlas_alias_compare(&aliases->list[place], alias) != 0) {
            status = insert(allocator, aliases, place, alias);
        } else if (aliases->list[place].row != alias->row) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "rows %d and %d of %d crossings are one knot",
                           (int)aliases->list[place].row + 1, (int)alias->row + 1, (int)alias->crossings);
        }
    }
    return status == BIGHT_OK ? BIGHT_OK : bi_fail(error, status, 0, "no memory for aliases");
}

bight_status bight_atlas_take(const bight_env *env, const bight_knot_atlas *atlas,
                              const bight_atlas_list *lists, int32_t count, bight_atlas_aliases *aliases,
                              int64_t *taken, bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    *taken = 0;
    for (int32_t i = 0; i < count; i++) {
        const bight_atlas_list *list = &lists[i];
        for (int32_t row = 0; row < list->count; row++) {
            bi_code code;
            bi_atlas_knot knot;
            if (list->state[row] != BIGHT_ATLAS_UNCHECKED || !bi_atlas_list_row(list, row, &code)) {
                continue;
            }
            bi_orbit_key key = bi_orbit_key_of(&code);
            if (bi_atlas_find(atlas, &key, list->crossings, &knot) && !knot.alias && knot.number == row) {
                list->state[row] = (uint8_t)knot.state;
                *taken += knot.state != BIGHT_ATLAS_UNCHECKED;
            }
        }
    }
    bight_atlas_aliases_free(env, aliases);
    bight_status status = BIGHT_OK;
    aliases->done = bi_atlas_searched(atlas);
    for (int32_t i = 0; i < bight_knot_atlas_alias_count(atlas) && status == BIGHT_OK; i++) {
        bight_atlas_alias alias = bi_atlas_alias_at(atlas, i);
        status = insert(allocator, aliases, i, &alias);
    }
    return status == BIGHT_OK ? BIGHT_OK : bi_fail(error, status, 0, "no memory for aliases");
}

// ---- the search for those of one row ------------------------------------------------------------------

typedef struct search {
    const bight_atlas_list *list;
    int32_t row, crossings;
    bi_orbit known; ///< diagrams of the row's knot, as drawn from its code with a right-handed first crossing
    bi_orbit other; ///< the orbit of a diagram that is not among them
    bi_diagram start, trial;
    bi_move_scratch moves;
    bi_orbit_key least; ///< of the other orbit, and with which hands
    int32_t hands;
    bight_atlas_aliases *aliases;
    bight_allocator allocator;
} search;

static bool see(void *user, const bi_orbit_key *key, int32_t hands)
{
    search *s = user;
    int32_t order = bi_orbit_compare(key, &s->least);
    s->hands = order < 0 ? hands : order == 0 ? s->hands | hands : s->hands;
    s->least = order <= 0 ? *key : s->least;
    return true;
}

static bight_status bad(const search *s, const char *what, bight_error *error)
{
    return bi_fail(error, BIGHT_ERROR_INVALID, 0, "row %d of %d crossings, not alternating, %s",
                   (int)s->row + 1, (int)s->crossings, what);
}

// Is the code a row of the list?
static bool is_row(const bight_atlas_list *list, const bi_orbit_key *key)
{
    int32_t low = 0, high = list->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        bi_code code;
        if (!bi_atlas_list_row(list, middle, &code)) {
            return false;
        }
        bi_orbit_key here = bi_orbit_key_of(&code);
        int32_t order = bi_orbit_compare(&here, key);
        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

// The trial is a diagram of the row's knot with as many crossings.
static bight_status meet(search *s, bight_error *error)
{
    bi_code code;
    const int32_t hands = bi_code_of(&s->trial, &code), both = BI_HAND_RIGHT | BI_HAND_LEFT;
    bi_orbit_key key = bi_orbit_key_of(&code);
    bool mirror = hands == both || bi_orbit_find(&s->known, &key, both - hands) >= 0;
    if (mirror) {
        s->list->state[s->row] = BIGHT_ATLAS_AMPHICHIRAL;
    }
    if (bi_orbit_find(&s->known, &key, hands) >= 0 || mirror) {
        return BIGHT_OK;
    }

    // an orbit that was not seen: all of it is known from now on
    bi_orbit_end end;
    s->least = (bi_orbit_key){UINT64_MAX, 0};
    s->hands = 0;
    bight_status status = bi_orbit_walk(&s->other, &s->trial, BIGHT_ATLAS_MAX_ORBIT, see, s, &end);
    if (status != BIGHT_OK || end == BI_ORBIT_SPENT) {
        return status;
    }
    if (end == BI_ORBIT_SMALLER) {
        return bad(s, "is a sum, or needs fewer crossings", error);
    }
    if (is_row(s->list, &s->least)) {
        return bad(s, "is the knot of another row, too", error);
    }
    for (int32_t i = 0; i < s->other.count && status == BIGHT_OK; i++) {
        const bi_orbit_node *node = &s->other.nodes[i];
        bi_orbit_take(&s->other, i, s->crossings, &s->other.diagram);
        status = bi_orbit_put(&s->known, &node->key, node->hands, &s->other.diagram);
    }
    if (s->hands == both) {
        s->list->state[s->row] = BIGHT_ATLAS_AMPHICHIRAL;
    }
    const bight_atlas_alias alias = {s->least.shadow, s->least.pattern, (uint8_t)s->crossings,
                                     s->hands == BI_HAND_LEFT, s->row};
    int32_t place = place_of(s->aliases, &alias);
    bool fresh = place == s->aliases->count || bi_atlas_alias_compare(&s->aliases->list[place], &alias) != 0;
    return status == BIGHT_OK && fresh ? insert(&s->allocator, s->aliases, place, &alias) : status;
}

// One to three finger moves up, random passes, then passes down until none shortens the diagram; on from there when it has as
// many crossings as the row, which may be the same diagram.
static bight_status detours(search *s, int32_t tries, bi_random *random, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t t = 0; t < tries && status == BIGHT_OK; t++) {
        if (bi_watch_stops(s->known.watch, 20000)) {
            return BIGHT_ERROR_STOPPED;
        }
        status = bi_diagram_copy(&s->trial, &s->start);
        for (int32_t i = 0; i <= t % 3 && status == BIGHT_OK; i++) {
            status = bi_grow(&s->trial, random);
        }
        for (int32_t i = 0; i < 6 + t % 24; i++) {
            bi_shuffle(&s->trial, &s->moves, random);
        }
        bi_pass_all(&s->trial, &s->moves);
        if (status != BIGHT_OK || s->trial.crossings > s->crossings) {
            continue;
        }
        if (s->trial.crossings < s->crossings) {
            return bad(s, "needs fewer crossings", error);
        }
        status = meet(s, error);
        status = status == BIGHT_OK ? bi_diagram_copy(&s->start, &s->trial) : status;
    }
    return status;
}

static bool keep_on(void *user, const bi_orbit_key *key, int32_t hands)
{
    (void)user;
    (void)key;
    (void)hands;
    return true;
}

static bight_status search_row(search *s, const bi_code *code, int32_t tries, uint64_t seed,
                               bight_error *error)
{
    bi_orbit_end end = BI_ORBIT_SPENT;
    bi_random random = bi_random_from(seed);
    bight_status status = bi_code_diagram(&s->start, code, 1);
    status = status == BIGHT_OK ? bi_move_scratch_reserve(&s->moves, s->crossings + 6) : status;
    status = status == BIGHT_OK
                 ? bi_orbit_walk(&s->known, &s->start, BIGHT_ATLAS_MAX_ORBIT, keep_on, NULL, &end)
                 : status;
    if (status == BIGHT_OK && end == BI_ORBIT_SMALLER) {
        return bad(s, "is a sum, or needs fewer crossings", error);
    }
    return status == BIGHT_OK && end == BI_ORBIT_WHOLE ? detours(s, tries, &random, error) : status;
}

bight_status bight_atlas_find_aliases(const bight_env *env, const bight_atlas_list *list, int32_t row,
                                      int32_t tries, uint64_t seed, bight_atlas_aliases *aliases,
                                      bight_error *error)
{
    bi_code code;
    if (list == NULL || aliases == NULL || list->alternating || row < 0 || row >= list->count ||
        !bi_atlas_list_row(list, row, &code)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "pass a row of a list of knots that do not alternate");
    }
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    search s = {.list = list, .row = row, .crossings = list->crossings, .aliases = aliases};
    bi_watch watch = bi_watch_from(env);
    bi_orbit_init(&s.known, allocator);
    bi_orbit_init(&s.other, allocator);
    bi_diagram_init(&s.start, allocator);
    bi_diagram_init(&s.trial, allocator);
    bi_move_scratch_init(&s.moves, allocator);
    s.allocator = s.known.allocator;
    s.known.watch = s.other.watch = s.moves.watch = &watch;
    bight_status status = search_row(&s, &code, tries, seed, error);
    status = bi_watch_status(&watch, status);
    bi_orbit_free(&s.known);
    bi_orbit_free(&s.other);
    bi_diagram_free(&s.start);
    bi_diagram_free(&s.trial);
    bi_move_scratch_free(&s.moves);
    return status == BIGHT_OK || status == BIGHT_ERROR_INVALID
               ? status
               : bi_fail(error, status, 0, "%s", bight_status_text(status));
}
