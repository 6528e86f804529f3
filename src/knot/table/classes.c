// SPDX-License-Identifier: MIT

#include "knot/table/classes.h"
#include "knot/table/homs.h"
#include "knot/table/larger.h"
#include "core/memory.h"

#include <string.h>

// Larger diagrams that are looked at from each class in the first and the last round.
#define FIRST_WALK 10
#define LONGER 4
#define LAST_WALK 40960
#define ALONE_WALK 40 // of a class that shares its values with no other
#define GROUP 64 // classes that are walked from at once

// The first node of a class and of its mirror image.
static bool leads(const bi_census *census, int32_t node)
{
    return bi_census_root(census, node) == node && bi_census_root(census, node ^ 1) >= node &&
           !census->drop[node];
}

int32_t bi_census_knots(const bi_census *census, int32_t *alternating, int32_t *amphichiral)
{
    int32_t knots = 0;
    *alternating = *amphichiral = 0;
    for (int32_t node = 0; node < 2 * census->count; node++) {
        if (leads(census, node)) {
            knots++;
            *alternating += census->codes[node / 2].pattern == 0;
            *amphichiral += bi_census_root(census, node ^ 1) == node;
        }
    }
    return knots;
}

static int32_t knots(const bi_census *census)
{
    int32_t alternating, amphichiral;
    return bi_census_knots(census, &alternating, &amphichiral);
}

// How many codes from `from` on have the same entries.
static int32_t same_shadow(const bi_census *census, int32_t from)
{
    int32_t count = 1;
    while (from + count < census->count &&
           memcmp(census->codes[from].entries, census->codes[from + count].entries, BI_SHADOW_CROSSINGS) ==
               0) {
        count++;
    }
    return count;
}

void bi_census_number(const bi_census *census, int32_t *number)
{
    int32_t knots = 0;
    for (int32_t kind = 0; kind < 2; kind++) {
        for (int32_t from = 0, count; from < census->count; from += count) {
            count = same_shadow(census, from);
            for (int32_t i = 0; i < count; i++) {
                // the published list of 11 crossings runs through the marks of one shadow backwards
                int32_t code = from + (census->crossings == 11 ? count - 1 - i : i);
                for (int32_t node = 2 * code; node < 2 * code + 2; node++) {
                    if (leads(census, node) && (census->codes[code].pattern != 0) == (kind == 1)) {
                        number[node] = knots++;
                    }
                }
            }
        }
    }
    for (int32_t node = 0; node < 2 * census->count; node++) {
        int32_t root = bi_census_root(census, node), mirror = bi_census_root(census, node ^ 1);
        int32_t leader = root < mirror ? root : mirror;
        number[node] = census->drop[root] ? -1 : number[leader];
    }
}

// ---- the search ----------------------------------------------------------------------------------------

typedef struct search {
    bi_census *census;
    bi_values
        here; ///< of the classes that are not sure to be knots of their own, labelled with their leading nodes
    bi_larger larger;
    bi_homs homs;
    bi_code starts[GROUP]; ///< of the group in hand
    int32_t owners[GROUP];
} search;

static void same(void *user, int32_t owner, int32_t other, bool mirrored)
{
    search *s = user;
    int32_t side = mirrored ? 1 : 0;
    bi_census_join(s->census, owner, other ^ side);
    bi_census_join(s->census, owner ^ 1, other ^ 1 ^ side);
}

static void down(void *user, int32_t owner, const bi_diagram *diagram)
{
    search *s = user;
    bi_census_meet(s->census, owner, diagram);
}

// A class of which another one has become the leader is walked from by that.
static bool asks(void *user, int32_t owner)
{
    const search *s = user;
    return leads(s->census, owner);
}

static bight_status draw(const bi_census *census, int32_t node, bi_diagram *diagram)
{
    bi_code code = bi_census_code_of(census, node);
    return bi_code_diagram(diagram, &code, 1);
}

// Of the classes that do not alternate those are not sure to be knots of their own that have the polynomial of a knot with
// fewer crossings or of a sum, or with another class the polynomial and the homomorphisms. Alternating diagrams are joined by
// flypes already (Menasco, Thistlethwaite 1993), and none of them is a knot that has a diagram here that does not alternate.
static bight_status suspect(search *s, bi_values *known, bi_diagram *diagram)
{
    bi_census *census = s->census;
    bi_values *here = &s->here;
    bight_status status = BIGHT_OK;
    for (int32_t node = 0; node < 2 * census->count && status == BIGHT_OK; node++) {
        if (leads(census, node) && census->codes[node / 2].pattern != 0) {
            status = draw(census, node, diagram);
            status = status == BIGHT_OK ? bi_values_add(here, diagram, node) : status;
        }
    }
    bi_values_sort(known);
    bi_values_sort(here);
    int32_t kept = 0;
    for (int32_t from = 0, to; from < here->count && status == BIGHT_OK; from = to) {
        to = bi_values_end(here, from);
        for (int32_t i = from; i < to && (to - from > 1 || bi_values_hold(known, &here->list[from])); i++) {
            here->list[kept++] = here->list[i];
        }
    }
    here->count = kept;
    bi_homs_init(&s->homs);
    for (int32_t i = 0; i < here->count && status == BIGHT_OK; i++) {
        status = bi_watch_stops(census->watch, 1000000) ? BIGHT_ERROR_STOPPED
                                                        : draw(census, here->list[i].label, diagram);
        here->list[i].homs = status == BIGHT_OK ? bi_homs_of(&s->homs, diagram) : 0;
    }
    bi_values_sort(here);
    return status;
}

// Walk from all classes from `first` to `end`, which have the same values, GROUP of them at most at once. One that is left alone
// can only need fewer crossings or be a sum, which shows soon.
static bight_status walk_group(search *s, int32_t first, int32_t end, int32_t most)
{
    const bi_larger_visitor visitor = {s, same, down, asks};
    bight_status status = BIGHT_OK;
    for (int32_t i = first; i < end && status == BIGHT_OK;) {
        int32_t count = 0;
        for (; i < end && count < GROUP; i++) {
            int32_t node = s->here.list[i].label;
            if (leads(s->census, node)) {
                s->starts[count] = bi_census_code_of(s->census, node);
                s->owners[count++] = node;
            }
        }
        if (count > 1 || (count == 1 && most <= ALONE_WALK)) {
            status = bi_larger_walk(&s->larger, s->starts, s->owners, count, count * most, &visitor);
        }
    }
    return status;
}

// From every group, then farther, until there are no more classes than knots.
static bight_status walk_all(search *s, int32_t goal)
{
    bight_status status = BIGHT_OK;
    int64_t changes = s->census->changes;
    int32_t left = knots(s->census);
    for (int32_t most = FIRST_WALK; most <= LAST_WALK && status == BIGHT_OK; most *= LONGER) {
        for (int32_t from = 0, to; from < s->here.count && status == BIGHT_OK && left > goal; from = to) {
            to = bi_values_end(&s->here, from);
            status = walk_group(s, from, to, most);
            left = s->census->changes != changes ? knots(s->census) : left;
            changes = s->census->changes;
        }
    }
    return status;
}

bight_status bi_census_search(bi_census *census, bi_values *known, int32_t goal)
{
    bight_status status = bi_values_add_sums(known, census->crossings);
    if (status != BIGHT_OK || knots(census) <= goal) {
        return status;
    }
    search *s = bi_new_array(&census->allocator, 1, sizeof *s);
    if (s == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_diagram diagram;
    s->census = census;
    bi_diagram_init(&diagram, &census->allocator);
    bi_values_init(&s->here, &census->allocator, census->watch);
    bi_larger_init(&s->larger, &census->allocator, census->watch);
    status = suspect(s, known, &diagram);
    status = status == BIGHT_OK ? walk_all(s, goal) : status;
    bi_larger_free(&s->larger);
    bi_values_free(&s->here);
    bi_diagram_free(&diagram);
    bi_free_array(&census->allocator, s, 1, sizeof *s);
    return status;
}

bight_status bi_census_values(const bi_census *census, bi_values *known)
{
    bi_diagram diagram;
    bi_diagram_init(&diagram, &census->allocator);
    bight_status status = BIGHT_OK;
    for (int32_t node = 0; node < 2 * census->count && status == BIGHT_OK; node++) {
        if (leads(census, node)) {
            status = draw(census, node, &diagram);
            status = status == BIGHT_OK ? bi_values_add(known, &diagram, census->crossings) : status;
        }
    }
    bi_diagram_free(&diagram);
    return status;
}
