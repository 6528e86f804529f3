// SPDX-License-Identifier: MIT
// Summands: a connected diagram is cut along circles that meet it twice, and each piece is looked up.

#include "knot/link_parting.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

// A summand of no more crossings than the table has that is not in it can always be reduced: it is worth more.
#define SURE_EFFORT 40

// Cuts a connected diagram into summands. Each cut brings one component and one piece more; a piece too many lies apart
// from the rest. Circles are summands that do nothing, unless all is gone.
static bool factor(bi_parting *p, bi_diagram *map)
{
    int32_t components = bi_parting_components(p, map);
    bi_factor(map, &p->moves);
    bool apart = bi_parting_pieces(p, map) - 1 > bi_parting_components(p, map) - components;
    map->circles = 0;
    return !apart;
}

// The prime factors of a knot.
bight_status bi_parting_knot(bi_parting *p, const bi_diagram *map, bight_knot_result *knot)
{
    bight_status status = bi_diagram_copy(&p->knots->diagram, map);
    status = status == BIGHT_OK ? bi_identify_diagram(p->knots, p->options, knot, NULL) : status;
    for (int32_t i = 0; status == BIGHT_OK && i < knot->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        bi_summand one = {.hand = knot->factors[i].handedness, .crossings = knot->factors[i].crossings};
        one.member_count = bi_parting_members(p, map, one.members);
        memcpy(one.name, knot->factors[i].name, sizeof one.name);
        status = bi_link_list_add(&p->list, &one);
    }
    if (status == BIGHT_OK && !knot->proved && p->why[0] == '\0') {
        snprintf(p->why, sizeof p->why, "%.*s", (int)sizeof p->why - 1, knot->reason);
    }
    return status;
}

static bight_status name_knot_summand(bi_parting *p, bi_fate *end)
{
    bight_knot_result *knot = bi_new_array(&p->rest.allocator, 1, sizeof *knot);
    bight_status status = knot != NULL ? bi_parting_knot(p, &p->summand, knot) : BIGHT_ERROR_NO_MEMORY;
    *end = status == BIGHT_OK && !knot->proved ? BI_STUCK : *end;
    bi_free_array(&p->rest.allocator, knot, 1, sizeof *knot);
    return status;
}

static bool in_table(const bi_diagram *map)
{
    return map->crossings >= 2 && map->crossings <= BI_LINK_CROSSINGS;
}

// A summand of several components: moves until the table has it, it falls into summands, which are put back, it comes
// apart, or the effort is spent.
static bight_status name_summand(bi_parting *p, bi_fate *end)
{
    bi_diagram *map = &p->summand;
    int32_t asked = p->options->effort, effort = asked < 0 ? 0 : asked == 0 ? BI_LINK_EFFORT : asked;
    effort = in_table(map) ? effort * SURE_EFFORT : bi_diagram_is_alternating(map) ? 0 : effort;
    bight_status status = BIGHT_OK;
    int32_t members[BIGHT_LINK_MAX_MEMBERS] = {0}, member_count = bi_parting_members(p, map, members);
    p->orbit.count = 0;
    for (int32_t i = 0; status == BIGHT_OK; i++) {
        if (bi_watch_stops(&p->knots->watch, 1000 + 100 * (int64_t)map->crossings)) {
            return BIGHT_ERROR_STOPPED;
        }

        // the orbit of a diagram that was not met before
        bi_orbit_end walk = BI_ORBIT_WHOLE;
        bool fresh = in_table(map) && !bi_link_orbit_holds(&p->orbit, map);
        status = fresh ? bi_link_look_up(&p->orbit, map, &p->last, &walk) : BIGHT_OK;
        if (status == BIGHT_OK && walk == BI_ORBIT_FOUND && p->last.name[0] == '\0') {
            break;
        }
        if (status == BIGHT_OK && walk == BI_ORBIT_FOUND) {
            bi_summand one = {.hand = p->last.handedness, .crossings = p->last.crossings};
            one.member_count = member_count;
            memcpy(one.members, members, sizeof one.members);
            memcpy(one.name, p->last.name, sizeof p->last.name);
            return bi_link_list_add(&p->list, &one);
        }
        if (status == BIGHT_OK && walk == BI_ORBIT_SMALLER) {
            status = bi_diagram_copy(map, &p->orbit.smaller);
            if (status == BIGHT_OK) {
                bi_pass_all(map, &p->moves);
            }
        } else if (status != BIGHT_OK || i >= effort) {
            break;
        } else {
            status = bi_parting_try(p, map, i % 4 == 3);
            bool good = status == BIGHT_OK && p->trial.crossings <= map->crossings;
            status = good ? bi_diagram_copy(map, &p->trial) : status;
        }

        // apart, or a sum
        if (status == BIGHT_OK && (bi_parting_pieces(p, map) > 1 || !factor(p, map))) {
            *end = BI_APART;
            return BIGHT_OK;
        }
        if (status == BIGHT_OK && (map->crossings == 0 || bi_parting_pieces(p, map) > 1 ||
                                   bi_diagram_count_components(map, p->numbers) == 1)) {
            return bi_diagram_append(&p->sum, map);
        }
    }
    if (status == BIGHT_OK) {
        *end = BI_STUCK;
        int32_t components = bi_parting_components(p, map);
        bool beyond = map->crossings > BI_LINK_CROSSINGS;
        if (p->why[0] == '\0') {
            snprintf(p->why, sizeof p->why, "a prime summand of %d components%s %d crossings%s",
                     (int)components, bi_diagram_is_alternating(map) ? " needs" : " was not reduced below",
                     (int)map->crossings,
                     beyond ? "; the table ends at 11" : ", and the published table does not have it");
        }
    }
    return status;
}

// The connected piece, summand by summand. What could be named is added to the list; p->sum is used up.
bight_status bi_parting_sum(bi_parting *p, bi_fate *end)
{
    *end = BI_NAMED;
    bight_status status = bi_diagram_copy(&p->sum, &p->piece);
    status = status == BIGHT_OK ? bi_parting_room(p, p->sum.crossings) : status;
    if (status == BIGHT_OK && !factor(p, &p->sum)) {
        *end = BI_APART;
        return BIGHT_OK;
    }
    while (status == BIGHT_OK && p->sum.crossings > 0 && *end != BI_APART) {
        bi_watch_stops(&p->knots->watch, 40 * (int64_t)p->sum.crossings);
        status = bi_watch_status(&p->knots->watch, bi_parting_take(p, &p->sum, &p->summand));
        int32_t components = status == BIGHT_OK ? bi_diagram_count_components(&p->summand, p->numbers) : 0;
        status = status != BIGHT_OK ? status
                 : components == 1  ? name_knot_summand(p, end)
                                    : name_summand(p, end);
    }
    return status;
}
