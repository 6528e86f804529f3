// SPDX-License-Identifier: MIT
// Links: reduce, take the connected pieces of the diagram one by one, and look each up. A piece that comes
// apart under moves is put back as several.

#include "bight/link.h"
#include "knot/identify.h"
#include "knot/link_names.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EFFORT 400

typedef struct parting {
    const bight_knot_options *options;
    bight_knot_workspace *knots; ///< names the parts that are knots
    bi_diagram rest;             ///< the part that is still to be named
    bi_diagram piece, trial;     ///< a connected piece, and what moves made of it
    bi_move_scratch moves;
    int32_t *numbers; ///< (6 crossings + 1) scratch
    int32_t number_capacity;
    bi_random random;
    bi_link_name found;  ///< the last name that the table gave
    bi_diagram *reduced; ///< what the parts are reduced to; NULL when nobody asks
    bight_link_result *result;
} parting;

static bight_status make_room(parting *p, int32_t crossings)
{
    bight_status status = bi_reserve(&p->rest.allocator, &p->numbers, &p->number_capacity,
                                     6 * (int64_t)crossings + 1, sizeof *p->numbers);
    return status == BIGHT_OK ? bi_move_scratch_reserve(&p->moves, crossings + 2) : status;
}

static int32_t pieces_of(const parting *p, const bi_diagram *map)
{
    return map->circles + bi_diagram_pieces(map, p->numbers, p->numbers + map->crossings);
}

// Moves the piece of the last crossing from `rest` to `piece`.
static bight_status take_piece(parting *p)
{
    bi_diagram *rest = &p->rest;
    int32_t *number = p->numbers, *scratch = number + rest->crossings;
    bi_diagram_pieces(rest, number, scratch);
    int32_t which = number[rest->crossings - 1];
    bight_status status = bi_diagram_extract(&p->piece, rest, number, which, scratch);
    for (int32_t c = 0; c < rest->crossings && status == BIGHT_OK; c++) {
        rest->sign[c] = number[c] == which ? 0 : rest->sign[c];
    }
    bi_diagram_compact(rest);
    return status;
}

// Random moves on a connected piece until the table has it, it comes apart, or the effort is spent. Every
// fourth time a finger move is made first.
static bight_status work_on_piece(parting *p, int32_t components, bool *known)
{
    int32_t asked = p->options->effort, effort = asked < 0 ? 0 : asked == 0 ? EFFORT : asked;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; status == BIGHT_OK && pieces_of(p, &p->piece) == 1; i++) {
        if (bi_watch_stops(&p->knots->watch, 1000 + 100 * (int64_t)p->piece.crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        *known = components == 2 && bi_link_find(&p->piece, &p->found);
        if (*known || i > effort) {
            break;
        }
        bool detour = i % 4 == 3;
        status = bi_diagram_copy(&p->trial, &p->piece);
        status = status == BIGHT_OK && detour ? bi_grow(&p->trial, &p->random) : status;
        status = status == BIGHT_OK ? make_room(p, p->trial.crossings) : status;
        for (int32_t k = detour ? 12 : 1; k > 0 && status == BIGHT_OK; k--) {
            bi_shuffle(&p->trial, &p->moves, &p->random);
        }
        if (status == BIGHT_OK) {
            bi_pass_all(&p->trial, &p->moves);
            bool good = p->trial.crossings <= p->piece.crossings;
            status = good ? bi_diagram_copy(&p->piece, &p->trial) : BIGHT_OK;
        }
    }
    return status;
}

static void add_part(parting *p, const bight_link_part *part)
{
    bight_link_result *result = p->result;
    if (result->part_count < BIGHT_LINK_MAX_PARTS) {
        result->parts[result->part_count] = *part;
    }
    result->part_count++;
    result->crossings += part->crossings;
    result->proved = result->proved && strcmp(part->name, "unknown") != 0;
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

static bight_status name_knot(parting *p)
{
    bight_knot_result *knot = bi_new_array(&p->rest.allocator, 1, sizeof *knot);
    bight_status status =
        knot != NULL ? bi_diagram_copy(&p->knots->diagram, &p->piece) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? bi_identify_diagram(p->knots, p->options, knot, NULL) : status;
    if (status == BIGHT_OK) {
        bight_link_part part = {.components = 1, .crossings = knot->crossings};
        memcpy(part.name, knot->name, sizeof part.name);
        part.handedness = knot->factor_count == 1 ? knot->factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
        add_part(p, &part);
        status = keep_knot(p, knot);
    }
    bi_free_array(&p->rest.allocator, knot, 1, sizeof *knot);
    return status;
}

static bight_status name_pieces(parting *p)
{
    bight_status status = BIGHT_OK;
    while (p->rest.crossings > 0 && status == BIGHT_OK) {
        bi_watch_stops(&p->knots->watch, 40 * (int64_t)p->rest.crossings);
        status = bi_watch_status(&p->knots->watch, make_room(p, p->rest.crossings));
        status = status == BIGHT_OK ? take_piece(p) : status;

        // a piece of one component is a knot
        int32_t components = status == BIGHT_OK ? bi_diagram_count_components(&p->piece, p->numbers) : 0;
        if (status != BIGHT_OK || components == 1) {
            status = status == BIGHT_OK ? name_knot(p) : status;
            continue;
        }

        // a link: moves until the table has it; what comes apart is put back as several pieces
        bool known = false;
        status = work_on_piece(p, components, &known);
        if (status == BIGHT_OK && pieces_of(p, &p->piece) > 1) {
            status = bi_diagram_append(&p->rest, &p->piece);
        } else if (status == BIGHT_OK) {
            bight_link_part part = {.components = components, .crossings = p->piece.crossings};
            snprintf(part.name, sizeof part.name, "%s", known ? p->found.rolfsen : "unknown");
            add_part(p, &part);
            status = p->reduced != NULL ? bi_diagram_append(p->reduced, &p->piece) : BIGHT_OK;
        }
    }

    // each circle is an unknot, split from the rest
    if (p->reduced != NULL) {
        p->reduced->circles += p->rest.circles;
    }

    for (; p->rest.circles > 0 && status == BIGHT_OK; p->rest.circles--) {
        add_part(p, &(bight_link_part){.name = "0_1", .components = 1});
    }
    return status;
}

// Those with crossings first, by their number, then by name; right-handed ones before left-handed ones.
static int compare_parts(const void *a, const void *b)
{
    const bight_link_part *x = a, *y = b;
    int order = (x->crossings == 0) - (y->crossings == 0);
    order = order == 0 ? x->crossings - y->crossings : order;
    order = order == 0 ? strcmp(x->name, y->name) : order;
    return order == 0 ? (int)x->handedness - (int)y->handedness : order;
}

// Appends a text whole, or as much of it as fits and answers false.
static bool add_text(char *text, size_t size, const char *more)
{
    size_t length = strlen(text);
    int added = snprintf(text + length, size - length, "%s", more);
    return added >= 0 && (size_t)added < size - length;
}

// The names of all parts. False when they do not fit: half a name would be another link's.
static bool write_parts(bight_link_result *result)
{
    bool whole = true;
    bight_handedness plain = BIGHT_HANDEDNESS_UNKNOWN;
    for (int32_t i = 0; i < result->part_count; i++) {
        const bight_link_part *part = &result->parts[i];
        bool chiral = part->handedness == BIGHT_HANDEDNESS_RIGHT || part->handedness == BIGHT_HANDEDNESS_LEFT;
        plain = chiral && plain == BIGHT_HANDEDNESS_UNKNOWN ? part->handedness : plain;
        whole = whole && add_text(result->name, sizeof result->name, i > 0 ? " U " : "") &&
                add_text(result->name, sizeof result->name, chiral && part->handedness != plain ? "m" : "") &&
                add_text(result->name, sizeof result->name, part->name);
    }
    return whole;
}

// A part in words: by name, or by its size, and why the table does not have it.
static bool add_part_words(char *reason, size_t size, const bight_link_part *part)
{
    char words[96];
    if (strcmp(part->name, "unknown") != 0) {
        return add_text(reason, size, part->name);
    }
    if (part->components == 1) {
        snprintf(words, sizeof words, "a knot of %d crossings", (int)part->crossings);
    } else {
        snprintf(words, sizeof words, "a link of %d components and %d crossings", (int)part->components,
                 (int)part->crossings);
    }
    const char *why = part->components == 1   ? ""
                      : part->components == 2 ? " that is not among the prime links to 8 crossings"
                                              : "; the table has links of two";
    return add_text(reason, size, words) && add_text(reason, size, why);
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

    bool whole = add_text(reason, size, result->part_count > 1 ? "a split link of " : "");
    for (int32_t i = 0; i < result->part_count && whole; i++) {
        whole = add_text(reason, size,
                         i == 0                       ? ""
                         : i + 1 < result->part_count ? ", "
                                                      : " and ") &&
                add_part_words(reason, size, &result->parts[i]);
    }
    if (!whole) {
        memcpy(reason + size - 4, "...", 4);
    }
}

static void finish(parting *p)
{
    bight_link_result *result = p->result;
    int32_t listed = result->part_count < BIGHT_LINK_MAX_PARTS ? result->part_count : BIGHT_LINK_MAX_PARTS;
    qsort(result->parts, (size_t)listed, sizeof *result->parts, compare_parts);
    result->proved = result->proved && result->part_count == listed;
    if (!result->proved) {
        snprintf(result->name, sizeof result->name, "unknown");
        write_reason(p);
    } else if (result->crossings == 0) {
        snprintf(result->name, sizeof result->name, "0^%d_1", (int)result->components);
        snprintf(result->traditional, sizeof result->traditional, "unlink");
        result->amphichiral = true;
    } else {
        result->proved = write_parts(result);
        if (!result->proved) {
            snprintf(result->name, sizeof result->name, "unknown");
            snprintf(result->reason, sizeof result->reason,
                     "a split link of %d known parts, whose names are more than %d characters together",
                     (int)listed, BIGHT_KNOT_MAX_NAME - 1);
        } else if (listed == 1 && result->components == 2) {
            memcpy(result->thistlethwaite, p->found.thistlethwaite, sizeof result->thistlethwaite);
            snprintf(result->traditional, sizeof result->traditional, "%s", p->found.everyday);
            result->amphichiral = p->found.amphichiral;
        }
    }
}

bight_status bight_link_identify(const bight_env *env, const bight_diagram *diagram,
                                 const bight_knot_options *options, bight_link_result *result,
                                 bight_diagram **reduced, bight_error *error)
{
    static const bight_knot_options defaults = {0};
    if (diagram == NULL || result == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", diagram == NULL ? "diagram" : "result");
    }

    *result = (bight_link_result){.components = diagram->components, .proved = true};
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

    // room for the search, and a workspace that names the parts that are knots
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    parting p = {.options = options != NULL ? options : &defaults, .result = result};
    p.reduced = made != NULL ? &made->map : NULL;
    p.random = bi_random_from(p.options->seed);
    bi_diagram_init(&p.rest, allocator);
    bi_diagram_init(&p.piece, allocator);
    bi_diagram_init(&p.trial, allocator);
    bi_move_scratch_init(&p.moves, allocator);
    p.knots = bight_knot_workspace_new(env);
    bight_status status = p.knots != NULL ? bi_diagram_copy(&p.rest, &diagram->map) : BIGHT_ERROR_NO_MEMORY;
    if (p.knots != NULL) {
        p.moves.watch = &p.knots->watch;
        status = status == BIGHT_OK ? bi_workspace_begin(p.knots, env, NULL) : status;
    }

    // the linking number of the components as given, then passes, then the pieces by name
    status = status == BIGHT_OK ? make_room(&p, p.rest.crossings) : status;
    if (status == BIGHT_OK) {
        result->linking = diagram->components == 2 ? bi_diagram_linking(&p.rest, 0, 1, p.numbers) : 0;
        bi_pass_all(&p.rest, &p.moves);
        status = bi_watch_status(&p.knots->watch, name_pieces(&p));
    }

    // an answer and its diagram, or neither
    if (status == BIGHT_OK) {
        finish(&p);
        if (reduced != NULL) {
            *reduced = made;
        }
    } else {
        bight_diagram_free(made);
        *result = (bight_link_result){0};
        bi_fail(error, status, 0, "the link was not named: %s", bight_status_text(status));
    }

    bi_free_array(&p.rest.allocator, p.numbers, (size_t)p.number_capacity, sizeof *p.numbers);
    bi_diagram_free(&p.rest);
    bi_diagram_free(&p.piece);
    bi_diagram_free(&p.trial);
    bi_move_scratch_free(&p.moves);
    bight_knot_workspace_free(p.knots);
    return status;
}
