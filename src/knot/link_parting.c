// SPDX-License-Identifier: MIT

#include "knot/link_parting.h"
#include "core/memory.h"

void bi_parting_init(bi_parting *p, const bight_env *env)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bi_diagram *const diagrams[] = {&p->rest, &p->piece, &p->sum, &p->summand, &p->trial};
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++) {
        bi_diagram_init(diagrams[i], allocator);
    }
    bi_move_scratch_init(&p->moves, allocator);
    bi_link_orbit_init(&p->orbit, allocator);
    p->list.allocator = p->rest.allocator;
    p->random = bi_random_from(p->options->seed);
    p->knots = bight_knot_workspace_new(env);
    if (p->knots != NULL) {
        p->moves.watch = p->orbit.watch = &p->knots->watch;
    }
}

void bi_parting_free(bi_parting *p)
{
    bi_free_array(&p->rest.allocator, p->part_of, (size_t)p->components + 1, sizeof *p->part_of);
    bi_free_array(&p->rest.allocator, p->numbers, (size_t)p->number_capacity, sizeof *p->numbers);
    bi_link_list_free(&p->list);
    bi_diagram *const diagrams[] = {&p->rest, &p->piece, &p->sum, &p->summand, &p->trial};
    for (size_t i = 0; i < sizeof diagrams / sizeof *diagrams; i++) {
        bi_diagram_free(diagrams[i]);
    }
    bi_move_scratch_free(&p->moves);
    bi_link_orbit_free(&p->orbit);
    bight_knot_workspace_free(p->knots);
}

bight_status bi_parting_room(bi_parting *p, int32_t crossings)
{
    bight_status status = bi_reserve(&p->rest.allocator, &p->numbers, &p->number_capacity,
                                     8 * (int64_t)crossings + 1, sizeof *p->numbers);
    return status == BIGHT_OK ? bi_move_scratch_reserve(&p->moves, crossings + 2) : status;
}

// Needs room for the map, as all below.
int32_t bi_parting_pieces(const bi_parting *p, const bi_diagram *map)
{
    return map->circles + bi_diagram_pieces(map, p->numbers, p->numbers + map->crossings);
}

int32_t bi_parting_components(const bi_parting *p, const bi_diagram *map)
{
    return map->circles + bi_diagram_count_components(map, p->numbers);
}

// Moves the piece of the last crossing from one diagram to the other.
bight_status bi_parting_take(bi_parting *p, bi_diagram *from, bi_diagram *to)
{
    bight_status status = bi_parting_room(p, from->crossings);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t *number = p->numbers, *scratch = number + from->crossings;
    bi_diagram_pieces(from, number, scratch);
    int32_t which = number[from->crossings - 1];
    status = bi_diagram_extract(to, from, number, which, scratch);
    for (int32_t c = 0; c < from->crossings && status == BIGHT_OK; c++) {
        from->sign[c] = number[c] == which ? 0 : from->sign[c];
    }
    bi_diagram_compact(from);
    return status;
}

// One step at random from `from` to p->trial: a pass, or a finger move and passes after it, then passes down.
bight_status bi_parting_try(bi_parting *p, const bi_diagram *from, bool detour)
{
    bight_status status = bi_diagram_copy(&p->trial, from);
    status = status == BIGHT_OK && detour ? bi_grow(&p->trial, &p->random) : status;
    status = status == BIGHT_OK ? bi_parting_room(p, p->trial.crossings) : status;
    for (int32_t k = detour ? 12 : 1; k > 0 && status == BIGHT_OK; k--) {
        bi_shuffle(&p->trial, &p->moves, &p->random);
    }
    if (status == BIGHT_OK) {
        bi_pass_all(&p->trial, &p->moves);
    }
    return status;
}

// The components that a diagram has strands of, rising; 0 when there are more than are listed or one is not known.
int32_t bi_parting_members(const bi_parting *p, const bi_diagram *map,
                           int32_t members[BIGHT_LINK_MAX_MEMBERS])
{
    int32_t count = 0;
    for (int32_t strand = 0; strand < 2 * map->crossings && map->owned; strand++) {
        int32_t owner = map->owner[strand], at = 0;
        while (at < count && members[at] < owner) {
            at++;
        }
        if (at < count && members[at] == owner) {
            continue;
        }
        if (owner < 0 || owner >= p->components || count == BIGHT_LINK_MAX_MEMBERS) {
            return 0;
        }
        for (int32_t i = count++; i > at; i--) {
            members[i] = members[i - 1];
        }
        members[at] = owner;
    }
    return count;
}

// The part in hand, which ends next, has these components. @return the least
int32_t bi_parting_note(const bi_parting *p, const bi_diagram *map)
{
    int32_t least = -1;
    for (int32_t strand = 0; strand < 2 * map->crossings && map->owned; strand++) {
        int32_t owner = map->owner[strand];
        if (owner >= 0 && owner < p->components) {
            p->part_of[owner] = p->list.part_count;
            least = least < 0 || owner < least ? owner : least;
        }
    }
    return least;
}
