// SPDX-License-Identifier: MIT
// Parts: the connected pieces of a diagram one by one. A piece that comes apart under moves is put back as several.

#include "knot/link_parting.h"
#include "knot/public_diagram.h"
#include "core/memory.h"

#include <stdio.h>

// Moves on the whole piece until it comes apart, has no more than `goal` crossings, or the effort is spent.
static bight_status work_on_piece(bi_parting *p, int32_t goal)
{
    int32_t asked = p->options->effort, effort = asked < 0 ? 0 : asked == 0 ? BI_LINK_EFFORT : asked;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; status == BIGHT_OK && i < effort; i++) {
        if (bi_watch_stops(&p->knots->watch, 1000 + 100 * (int64_t)p->piece.crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        status = bi_parting_room(p, p->piece.crossings);
        if (status != BIGHT_OK || bi_parting_pieces(p, &p->piece) > 1 || p->piece.crossings <= goal) {
            break;
        }
        status = bi_parting_try(p, &p->piece, i % 4 == 3);
        bool good = status == BIGHT_OK && p->trial.crossings <= p->piece.crossings;
        status = good ? bi_diagram_copy(&p->piece, &p->trial) : status;
    }
    return status;
}

// A knot is drawn from its least code where it has one.
static bight_status keep_knot(bi_parting *p, const bight_knot_result *knot)
{
    if (p->reduced == NULL) {
        return BIGHT_OK;
    }
    const bight_env env = {.allocator = p->rest.allocator};
    bight_diagram *drawn = NULL;
    bight_status status = bight_knot_diagram(&env, knot, &drawn, NULL);
    if (status == BIGHT_OK || status == BIGHT_ERROR_UNSUPPORTED) {
        status = bi_diagram_append(p->reduced, status == BIGHT_OK ? &drawn->map : &p->piece);
    }
    bight_diagram_free(drawn);
    return status;
}

static int32_t crossings_since(const bi_parting *p, int32_t first)
{
    int32_t sum = 0;
    for (int32_t i = first; i < p->list.summand_count; i++) {
        sum += p->list.summands[i].crossings;
    }
    return sum;
}

static bight_status name_knot(bi_parting *p)
{
    bight_knot_result *knot = bi_new_array(&p->rest.allocator, 1, sizeof *knot);
    bight_status status = knot != NULL ? bi_parting_knot(p, &p->piece, knot) : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        bi_link_part part = {.components = 1, .crossings = knot->crossings, .known = knot->proved};
        part.least = bi_parting_note(p, &p->piece);
        status = bi_link_list_end_part(&p->list, part);
        status = status == BIGHT_OK ? keep_knot(p, knot) : status;
    }
    bi_free_array(&p->rest.allocator, knot, 1, sizeof *knot);
    return status;
}

// A connected piece of several components, in p->piece: a part, or put back as several pieces.
static bight_status name_link(bi_parting *p, int32_t components)
{
    bi_fate end;
    int32_t first = p->list.summand_count;
    bight_status status = bi_parting_sum(p, &end);
    if (status != BIGHT_OK) {
        return status;
    }

    // a summand that came apart: the whole must; a diagram to show needs no more crossings than the summands
    int32_t sum = crossings_since(p, first);
    if (end == BI_APART) {
        status = work_on_piece(p, 0);
    } else if (p->reduced != NULL && sum < p->piece.crossings) {
        status = work_on_piece(p, sum);
    }
    if (status == BIGHT_OK && bi_parting_pieces(p, &p->piece) > 1) {
        p->list.summand_count = first;
        p->why[0] = '\0';
        return bi_diagram_append(&p->rest, &p->piece);
    }
    if (end == BI_APART) {
        snprintf(p->why, sizeof p->why, "a summand comes apart, and moves did not part the whole");
    }
    bi_link_part part = {.components = components,
                         .crossings = end == BI_NAMED ? sum : p->piece.crossings,
                         .known = end == BI_NAMED};
    part.least = bi_parting_note(p, &p->piece);
    status = status == BIGHT_OK ? bi_link_list_end_part(&p->list, part) : status;
    return status == BIGHT_OK && p->reduced != NULL ? bi_diagram_append(p->reduced, &p->piece) : status;
}

bight_status bi_parting_all(bi_parting *p)
{
    bight_status status = BIGHT_OK;
    while (p->rest.crossings > 0 && status == BIGHT_OK) {
        bi_watch_stops(&p->knots->watch, 40 * (int64_t)p->rest.crossings);
        status = bi_watch_status(&p->knots->watch, bi_parting_take(p, &p->rest, &p->piece));
        int32_t components = status == BIGHT_OK ? bi_diagram_count_components(&p->piece, p->numbers) : 0;
        status = status != BIGHT_OK ? status : components == 1 ? name_knot(p) : name_link(p, components);
    }

    // each circle is an unknot, split from the rest
    if (p->reduced != NULL) {
        p->reduced->circles += p->rest.circles;
    }
    int32_t next = 0;
    for (; p->rest.circles > 0 && status == BIGHT_OK; p->rest.circles--) {
        while (p->rest.owned && next < p->components && p->part_of[next] >= 0) {
            next++;
        }
        if (p->rest.owned && next < p->components) {
            p->part_of[next] = p->list.part_count;
        }
        status =
            bi_link_list_end_part(&p->list, (bi_link_part){.components = 1, .known = true, .least = next});
    }
    return status;
}
