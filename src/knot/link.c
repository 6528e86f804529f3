// SPDX-License-Identifier: MIT
// Links: reduce, take the connected pieces of the diagram one by one, cut each into summands, and look those up. A piece
// that comes apart under moves is put back as several.

#include "bight/link.h"
#include "knot/identify.h"
#include "knot/link_names.h"
#include "knot/link_text.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EFFORT 400

// A summand of no more crossings than the table has that is not in it can always be reduced: it is worth more.
#define SURE_EFFORT 40

typedef struct parting {
    const bight_knot_options *options;
    bight_knot_workspace *knots; ///< names the summands that are knots
    bi_diagram rest;             ///< what is still to be named
    bi_diagram piece;            ///< a connected piece of it
    bi_diagram sum;              ///< summands of the piece, side by side
    bi_diagram summand, trial;   ///< one of them, and what moves made of it
    bi_move_scratch moves;
    bi_link_orbit orbit;
    int32_t *numbers; ///< (8 crossings + 1) scratch
    int32_t number_capacity;
    bi_random random;
    bi_link_list list;
    int32_t *part_of; ///< (components) the id of each component's part, -1 while unknown
    int32_t components;
    bi_link_name last;   ///< the last summand that the table gave
    bi_diagram *reduced; ///< what the parts are reduced to; NULL when nobody asks
    bight_link_result *result;
    char why[160]; ///< why the first unknown summand has no name
} parting;

static bight_status make_room(parting *p, int32_t crossings)
{
    bight_status status = bi_reserve(&p->rest.allocator, &p->numbers, &p->number_capacity,
                                     8 * (int64_t)crossings + 1, sizeof *p->numbers);
    return status == BIGHT_OK ? bi_move_scratch_reserve(&p->moves, crossings + 2) : status;
}

// Needs room for the map, as all below.
static int32_t pieces_of(const parting *p, const bi_diagram *map)
{
    return map->circles + bi_diagram_pieces(map, p->numbers, p->numbers + map->crossings);
}

static int32_t components_of(const parting *p, const bi_diagram *map)
{
    return map->circles + bi_diagram_count_components(map, p->numbers);
}

// Moves the piece of the last crossing from one diagram to the other.
static bight_status take_piece(parting *p, bi_diagram *from, bi_diagram *to)
{
    bight_status status = make_room(p, from->crossings);
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
static bight_status try_move(parting *p, const bi_diagram *from, bool detour)
{
    bight_status status = bi_diagram_copy(&p->trial, from);
    status = status == BIGHT_OK && detour ? bi_grow(&p->trial, &p->random) : status;
    status = status == BIGHT_OK ? make_room(p, p->trial.crossings) : status;
    for (int32_t k = detour ? 12 : 1; k > 0 && status == BIGHT_OK; k--) {
        bi_shuffle(&p->trial, &p->moves, &p->random);
    }
    if (status == BIGHT_OK) {
        bi_pass_all(&p->trial, &p->moves);
    }
    return status;
}

// The components that a diagram has strands of, rising; 0 when there are more than are listed or one is not known.
static int32_t list_members(const parting *p, const bi_diagram *map, int32_t members[BIGHT_LINK_MAX_MEMBERS])
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
static int32_t note_part(const parting *p, const bi_diagram *map)
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

// ---- summands ---------------------------------------------------------------------------------------

// What came of a connected piece.
typedef enum fate {
    NAMED,
    STUCK, ///< a summand has no name
    APART, ///< a summand fell into pieces that lie apart
} fate;

// Cuts a connected diagram into summands. Each cut brings one component and one piece more; a piece too many lies apart
// from the rest. Circles are summands that do nothing, unless all is gone.
static bool factor(parting *p, bi_diagram *map)
{
    int32_t components = components_of(p, map);
    bi_factor(map, &p->moves);
    bool apart = pieces_of(p, map) - 1 > components_of(p, map) - components;
    map->circles = 0;
    return !apart;
}

// The prime factors of a knot.
static bight_status add_knot(parting *p, const bi_diagram *map, bight_knot_result *knot)
{
    bight_status status = bi_diagram_copy(&p->knots->diagram, map);
    status = status == BIGHT_OK ? bi_identify_diagram(p->knots, p->options, knot, NULL) : status;
    for (int32_t i = 0; status == BIGHT_OK && i < knot->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        bi_summand one = {.hand = knot->factors[i].handedness, .crossings = knot->factors[i].crossings};
        one.member_count = list_members(p, map, one.members);
        memcpy(one.name, knot->factors[i].name, sizeof one.name);
        status = bi_link_list_add(&p->list, &one);
    }
    if (status == BIGHT_OK && !knot->proved && p->why[0] == '\0') {
        snprintf(p->why, sizeof p->why, "%.*s", (int)sizeof p->why - 1, knot->reason);
    }
    return status;
}

static bight_status name_knot_summand(parting *p, fate *end)
{
    bight_knot_result *knot = bi_new_array(&p->rest.allocator, 1, sizeof *knot);
    bight_status status = knot != NULL ? add_knot(p, &p->summand, knot) : BIGHT_ERROR_NO_MEMORY;
    *end = status == BIGHT_OK && !knot->proved ? STUCK : *end;
    bi_free_array(&p->rest.allocator, knot, 1, sizeof *knot);
    return status;
}

static bool in_table(const bi_diagram *map)
{
    return map->crossings >= 2 && map->crossings <= BI_LINK_CROSSINGS;
}

// A summand of several components: moves until the table has it, it falls into summands, which are put back, it comes
// apart, or the effort is spent.
static bight_status name_summand(parting *p, fate *end)
{
    bi_diagram *map = &p->summand;
    int32_t asked = p->options->effort, effort = asked < 0 ? 0 : asked == 0 ? EFFORT : asked;
    effort = in_table(map) ? effort * SURE_EFFORT : bi_diagram_is_alternating(map) ? 0 : effort;
    bight_status status = BIGHT_OK;
    int32_t members[BIGHT_LINK_MAX_MEMBERS] = {0}, member_count = list_members(p, map, members);
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
            memcpy(one.name, p->last.name, sizeof one.name);
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
            status = try_move(p, map, i % 4 == 3);
            bool good = status == BIGHT_OK && p->trial.crossings <= map->crossings;
            status = good ? bi_diagram_copy(map, &p->trial) : status;
        }

        // apart, or a sum
        if (status == BIGHT_OK && (pieces_of(p, map) > 1 || !factor(p, map))) {
            *end = APART;
            return BIGHT_OK;
        }
        if (status == BIGHT_OK && (map->crossings == 0 || pieces_of(p, map) > 1 ||
                                   bi_diagram_count_components(map, p->numbers) == 1)) {
            return bi_diagram_append(&p->sum, map);
        }
    }
    if (status == BIGHT_OK) {
        *end = STUCK;
        int32_t components = components_of(p, map);
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
static bight_status name_sum(parting *p, fate *end)
{
    *end = NAMED;
    bight_status status = bi_diagram_copy(&p->sum, &p->piece);
    status = status == BIGHT_OK ? make_room(p, p->sum.crossings) : status;
    if (status == BIGHT_OK && !factor(p, &p->sum)) {
        *end = APART;
        return BIGHT_OK;
    }
    while (status == BIGHT_OK && p->sum.crossings > 0 && *end != APART) {
        bi_watch_stops(&p->knots->watch, 40 * (int64_t)p->sum.crossings);
        status = bi_watch_status(&p->knots->watch, take_piece(p, &p->sum, &p->summand));
        int32_t components = status == BIGHT_OK ? bi_diagram_count_components(&p->summand, p->numbers) : 0;
        status = status != BIGHT_OK ? status
                 : components == 1  ? name_knot_summand(p, end)
                                    : name_summand(p, end);
    }
    return status;
}

// ---- parts ------------------------------------------------------------------------------------------

// Moves on the whole piece until it comes apart, has no more than `goal` crossings, or the effort is spent.
static bight_status work_on_piece(parting *p, int32_t goal)
{
    int32_t asked = p->options->effort, effort = asked < 0 ? 0 : asked == 0 ? EFFORT : asked;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; status == BIGHT_OK && i < effort; i++) {
        if (bi_watch_stops(&p->knots->watch, 1000 + 100 * (int64_t)p->piece.crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        status = make_room(p, p->piece.crossings);
        if (status != BIGHT_OK || pieces_of(p, &p->piece) > 1 || p->piece.crossings <= goal) {
            break;
        }
        status = try_move(p, &p->piece, i % 4 == 3);
        bool good = status == BIGHT_OK && p->trial.crossings <= p->piece.crossings;
        status = good ? bi_diagram_copy(&p->piece, &p->trial) : status;
    }
    return status;
}

// A knot is drawn from its least code where it has one.
static bight_status keep_knot(parting *p, const bight_knot_result *knot)
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

static int32_t crossings_since(const parting *p, int32_t first)
{
    int32_t sum = 0;
    for (int32_t i = first; i < p->list.summand_count; i++) {
        sum += p->list.summands[i].crossings;
    }
    return sum;
}

static bight_status name_knot(parting *p)
{
    bight_knot_result *knot = bi_new_array(&p->rest.allocator, 1, sizeof *knot);
    bight_status status = knot != NULL ? add_knot(p, &p->piece, knot) : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        bi_link_part part = {.components = 1, .crossings = knot->crossings, .known = knot->proved};
        part.least = note_part(p, &p->piece);
        status = bi_link_list_end_part(&p->list, part);
        status = status == BIGHT_OK ? keep_knot(p, knot) : status;
    }
    bi_free_array(&p->rest.allocator, knot, 1, sizeof *knot);
    return status;
}

// A connected piece of several components, in p->piece: a part, or put back as several pieces.
static bight_status name_link(parting *p, int32_t components)
{
    fate end;
    int32_t first = p->list.summand_count;
    bight_status status = name_sum(p, &end);
    if (status != BIGHT_OK) {
        return status;
    }

    // a summand that came apart: the whole must; a diagram to show needs no more crossings than the summands
    int32_t sum = crossings_since(p, first);
    if (end == APART) {
        status = work_on_piece(p, 0);
    } else if (p->reduced != NULL && sum < p->piece.crossings) {
        status = work_on_piece(p, sum);
    }
    if (status == BIGHT_OK && pieces_of(p, &p->piece) > 1) {
        p->list.summand_count = first;
        p->why[0] = '\0';
        return bi_diagram_append(&p->rest, &p->piece);
    }
    if (end == APART) {
        snprintf(p->why, sizeof p->why, "a summand comes apart, and moves did not part the whole");
    }
    bi_link_part part = {.components = components,
                         .crossings = end == NAMED ? sum : p->piece.crossings,
                         .known = end == NAMED};
    part.least = note_part(p, &p->piece);
    status = status == BIGHT_OK ? bi_link_list_end_part(&p->list, part) : status;
    return status == BIGHT_OK && p->reduced != NULL ? bi_diagram_append(p->reduced, &p->piece) : status;
}

static bight_status name_pieces(parting *p)
{
    bight_status status = BIGHT_OK;
    while (p->rest.crossings > 0 && status == BIGHT_OK) {
        bi_watch_stops(&p->knots->watch, 40 * (int64_t)p->rest.crossings);
        status = bi_watch_status(&p->knots->watch, take_piece(p, &p->rest, &p->piece));
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

// ---- the result -------------------------------------------------------------------------------------

// A part in words: by name, or by its size.
static bool add_part_words(char *reason, size_t size, const bight_link_part *part)
{
    char words[96];
    if (strcmp(part->name, "unknown") != 0) {
        return bi_add_text(reason, size, part->name);
    }
    if (part->components == 1) {
        snprintf(words, sizeof words, "a knot of %d crossings", (int)part->crossings);
    } else {
        snprintf(words, sizeof words, "a link of %d components and %d crossings", (int)part->components,
                 (int)part->crossings);
    }
    return bi_add_text(reason, size, words);
}

// What it is split into, and what of it is not known. Dots stand for what does not fit.
static void write_reason(parting *p)
{
    bight_link_result *result = p->result;
    char *reason = result->reason;
    size_t size = sizeof result->reason;
    if (result->part_count > BIGHT_LINK_MAX_PARTS) {
        snprintf(reason, size, "a split link of more than %d parts", BIGHT_LINK_MAX_PARTS);
        return;
    }

    bool whole = bi_add_text(reason, size, result->part_count > 1 ? "a split link of " : "");
    for (int32_t i = 0; i < result->part_count && whole; i++) {
        whole = bi_add_text(reason, size,
                            i == 0                       ? ""
                            : i + 1 < result->part_count ? ", "
                                                         : " and ") &&
                add_part_words(reason, size, &result->parts[i]);
    }
    whole = whole && bi_add_text(reason, size, ": ") && bi_add_text(reason, size, p->why);
    if (!whole) {
        memcpy(reason + size - 4, "...", 4);
    }
}

static bool all_known(const bi_link_list *list)
{
    bool known = true;
    for (int32_t i = 0; i < list->part_count; i++) {
        known = known && list->parts[i].known;
    }
    return known;
}

// Is a diagram of Hopf links summed along components one row of rings, each linked with the next?
static bool is_chain(const parting *p)
{
    const bi_link_list *list = &p->list;
    bool chain =
        list->part_count == 1 && list->summand_count >= 2 && p->piece.crossings == 2 * list->summand_count;
    for (int32_t i = 0; i < list->summand_count && chain; i++) {
        chain = strcmp(list->summands[i].name, "L2a1") == 0;
    }

    // in a tree with two crossings an edge no ring has more than two neighbours: no component has more than 4 passages
    int32_t *lengths = p->numbers, *passages = lengths + p->piece.crossings;
    if (chain) {
        int32_t rings =
            bi_diagram_passages(&p->piece, passages, lengths, passages + 2 * (size_t)p->piece.crossings);
        for (int32_t i = 0; i < rings; i++) {
            chain = chain && lengths[i] <= 4;
        }
    }
    return chain;
}

// What only some links have: other names, and whether the whole is its own mirror image.
static void finish_named(parting *p)
{
    bight_link_result *result = p->result;
    const bi_link_list *list = &p->list;
    result->amphichiral = true;
    for (int32_t i = 0; i < list->part_count; i++) {
        result->amphichiral = result->amphichiral && list->parts[i].count <= 1;
    }
    for (int32_t i = 0; i < list->summand_count; i++) {
        result->amphichiral = result->amphichiral && list->summands[i].hand == BIGHT_HANDEDNESS_AMPHICHIRAL;
    }
    if (list->summand_count == 0) {
        snprintf(result->rolfsen, sizeof result->rolfsen, "0^%d_1", (int)result->components);
        snprintf(result->traditional, sizeof result->traditional, "unlink");
    } else if (list->part_count == 1 && list->summand_count == 1 && result->components > 1) {
        memcpy(result->rolfsen, p->last.rolfsen, sizeof result->rolfsen);
        snprintf(result->traditional, sizeof result->traditional, "%s", p->last.everyday);
    } else if (is_chain(p)) {
        snprintf(result->traditional, sizeof result->traditional, "chain of %d rings",
                 (int)result->components);
    }
}

static void finish(parting *p)
{
    bight_link_result *result = p->result;
    bi_link_list *list = &p->list;
    result->part_count = list->part_count;
    for (int32_t i = 0; i < list->part_count; i++) {
        const bi_link_part *part = &list->parts[i];
        result->crossings += part->crossings;
        if (i < BIGHT_LINK_MAX_PARTS) {
            bight_link_part *to = &result->parts[i];
            *to = (bight_link_part){.components = part->components, .crossings = part->crossings};
            bi_link_list_write(list, i, to->name, sizeof to->name);
            bool prime = part->known && part->count == 1;
            to->handedness = prime ? list->summands[part->first].hand : BIGHT_HANDEDNESS_UNKNOWN;
        }
    }
    result->proved = bi_link_list_write(list, -1, result->name, sizeof result->name);
    if (result->proved) {
        finish_named(p);
    } else if (all_known(list)) {
        snprintf(result->reason, sizeof result->reason, "the name is longer than %d characters",
                 BIGHT_KNOT_MAX_NAME - 1);
    } else {
        write_reason(p);
    }
}

static void parting_init(parting *p, const bight_env *env)
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

static void parting_free(parting *p)
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

// Components as they are told to the caller: those that the diagram's maker gave, or those of the Gauss code.
static bight_status own(parting *p)
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
static bight_status write_makeup(const parting *p, bight_link_makeup *makeup)
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
    parting p = {.options = options != NULL ? options : &defaults, .result = result};
    p.components = diagram->components;
    p.reduced = made != NULL ? &made->map : NULL;
    parting_init(&p, env);
    bight_status status = p.knots != NULL ? bi_diagram_copy(&p.rest, &diagram->map) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? own(&p) : status;
    status = status == BIGHT_OK ? bi_workspace_begin(p.knots, env, NULL) : status;

    // the linking number of the components as given, then passes, then the pieces by name
    status = status == BIGHT_OK ? make_room(&p, p.rest.crossings) : status;
    if (status == BIGHT_OK) {
        result->linking = diagram->components == 2 ? bi_diagram_linking(&p.rest, 0, 1, p.numbers) : 0;
        bi_pass_all(&p.rest, &p.moves);
        status = bi_watch_status(&p.knots->watch, name_pieces(&p));
        status = status == BIGHT_OK ? bi_link_list_sort(&p.list) : status;
        status = status == BIGHT_OK && makeup != NULL ? write_makeup(&p, makeup) : status;
    }

    // an answer and its diagram, or neither
    if (status == BIGHT_OK) {
        finish(&p);
        if (reduced != NULL) {
            *reduced = made;
        }
    } else {
        bight_diagram_free(made);
        bight_link_makeup_free(env, makeup);
        *result = (bight_link_result){0};
        bi_fail(error, status, 0, "the link was not named: %s", bight_status_text(status));
    }
    parting_free(&p);
    return status;
}
