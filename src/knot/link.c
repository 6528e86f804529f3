// SPDX-License-Identifier: MIT
// Links: reduce, take the connected pieces of the diagram one by one, cut each into summands, and look those up.

#include "bight/link.h"
#include "knot/link_parting.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

// Components as they are told to the caller: those that the diagram's maker gave, or those of the Gauss code.
static bight_status own(bi_parting *p)
{
    bi_diagram *map = &p->rest;
    bool told = map->owned;
    for (int32_t strand = 0; strand < 2 * map->crossings && told; strand++) {
        told = map->owner[strand] >= 0 && map->owner[strand] < p->components;
    }
    map->owned = true;
    bight_status status = bi_diagram_reserve(map, map->crossings);
    p->part_of = bi_new_array(&map->allocator, (size_t)p->components + 1, sizeof *p->part_of);
    status = p->part_of == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    for (int32_t i = 0; i < p->components && status == BIGHT_OK; i++) {
        p->part_of[i] = -1;
    }
    if (told || status != BIGHT_OK) {
        return status;
    }

    // along the strands from each one that has no owner yet, under strands of a crossing first
    int32_t next = 0;
    for (int32_t strand = 0; strand < 2 * map->crossings; strand++) {
        map->owner[strand] = -1;
    }
    for (int32_t strand = 0; strand < 2 * map->crossings; strand++) {
        int32_t dart = 4 * (strand / 2) + strand % 2;
        if (map->owner[strand] < 0) {
            for (; map->owner[bi_strand(dart)] < 0; dart = map->mate[bi_opposite(dart)]) {
                map->owner[bi_strand(dart)] = next;
            }
            next++;
        }
    }
    return BIGHT_OK;
}

void bight_link_makeup_free(const bight_env *env, bight_link_makeup *makeup)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    if (makeup != NULL) {
        bi_free_array(allocator, makeup->summands, (size_t)makeup->count + 1, sizeof *makeup->summands);
        bi_free_array(allocator, makeup->part_of, (size_t)makeup->components + 1, sizeof *makeup->part_of);
        *makeup = (bight_link_makeup){0};
    }
}

// The list in its order, for the caller.
static bight_status write_makeup(const bi_parting *p, bight_link_makeup *makeup)
{
    const bight_allocator *allocator = &p->rest.allocator;
    const bi_link_list *list = &p->list;
    *makeup = (bight_link_makeup){.count = list->summand_count, .components = p->components};
    makeup->summands = bi_new_array(allocator, (size_t)makeup->count + 1, sizeof *makeup->summands);
    makeup->part_of = bi_new_array(allocator, (size_t)makeup->components + 1, sizeof *makeup->part_of);
    if (makeup->summands == NULL || makeup->part_of == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t k = 0; k < p->components; k++) {
        makeup->part_of[k] = -1;
    }
    int32_t at = 0;
    for (int32_t place = 0; place < list->part_count; place++) {
        const bi_link_part *part = &list->parts[place];
        for (int32_t i = part->first; i < part->first + part->count; i++) {
            const bi_summand *from = &list->summands[i];
            bight_link_summand *to = &makeup->summands[at++];
            *to = (bight_link_summand){.handedness = from->hand, .crossings = from->crossings, .part = place};
            memcpy(to->name, from->name, sizeof to->name);
            memcpy(to->members, from->members, sizeof to->members);
            to->member_count = from->member_count;
        }
        for (int32_t k = 0; k < p->components; k++) {
            makeup->part_of[k] = p->part_of[k] == part->id ? place : makeup->part_of[k];
        }
    }
    return BIGHT_OK;
}

bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                 const bight_knot_options *options, bight_link_result *result,
                                 bight_diagram **reduced, bight_error *error)
{
    return bight_link_identify_makeup(env, diagram, options, result, NULL, reduced, error);
}

bight_status bight_link_identify_makeup(const bight_env *env, const bight_diagram *diagram,
                                        const bight_knot_options *options, bight_link_result *result,
                                        bight_link_makeup *makeup, bight_diagram **reduced,
                                        bight_error *error)
{
    if (makeup != NULL) {
        *makeup = (bight_link_makeup){0};
    }
    static const bight_knot_options defaults = {0};
    if (diagram == NULL || result == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", diagram == NULL ? "diagram" : "result");
    }

    *result = (bight_link_result){.components = diagram->components};
    if (diagram->components < 1) {
        *result = (bight_link_result){0};
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an empty diagram: there is nothing to name");
    }

    // what the parts are reduced to is gathered in an empty diagram
    bight_diagram *made = NULL;
    if (reduced != NULL) {
        *reduced = NULL;
        bight_status status = bight_diagram_from_braid(env, NULL, 0, 1, &made, error);
        if (status != BIGHT_OK) {
            *result = (bight_link_result){0};
            return status;
        }
        made->map.circles = 0;
        made->components = diagram->components;
    }

    // room for the search, and a workspace that names the summands that are knots
    bi_parting p = {.options = options != NULL ? options : &defaults, .result = result};
    p.components = diagram->components;
    p.reduced = made != NULL ? &made->map : NULL;
    bi_parting_init(&p, env);
    bight_status status = p.knots != NULL ? bi_diagram_copy(&p.rest, &diagram->map) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? own(&p) : status;
    status = status == BIGHT_OK ? bi_workspace_begin(p.knots, env, NULL) : status;

    // the linking number of the components as given, then passes, then the pieces by name
    status = status == BIGHT_OK ? bi_parting_room(&p, p.rest.crossings) : status;
    if (status == BIGHT_OK) {
        result->linking = diagram->components == 2 ? bi_diagram_linking(&p.rest, 0, 1, p.numbers) : 0;
        bi_pass_all(&p.rest, &p.moves);
        status = bi_watch_status(&p.knots->watch, bi_parting_all(&p));
        status = status == BIGHT_OK ? bi_link_list_sort(&p.list) : status;
        status = status == BIGHT_OK && makeup != NULL ? write_makeup(&p, makeup) : status;
    }

    // an answer and its diagram, or neither
    if (status == BIGHT_OK) {
        bi_parting_finish(&p);
        if (reduced != NULL) {
            *reduced = made;
        }
    } else {
        bight_diagram_free(made);
        bight_link_makeup_free(env, makeup);
        *result = (bight_link_result){0};
        bi_fail(error, status, 0, "the link was not named: %s", bight_status_text(status));
    }
    bi_parting_free(&p);
    return status;
}
