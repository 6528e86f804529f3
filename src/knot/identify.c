// SPDX-License-Identifier: MIT
// What proves a name. A prime piece of the reduced diagram
//   - with at most 7 crossings is a knot with crossing number at most 7, and the Alexander polynomial tells
//     these apart (sums among them included);
//   - with at most 10 crossings and polynomial 1 is the unknot: the first knotted ones with polynomial 1 have
//     11 crossings (Crowell, Fox 1963; tables since);
//   - that is reduced and alternating has as many crossings as its knot needs, and is prime (Kauffman 1987,
//     Thistlethwaite 1987, Murasugi 1987; Menasco 1984).
// Nothing else is named.

#include "knot/identify.h"
#include "knot/table.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_EFFORT 400
#define TABLE_CROSSINGS 7
#define UNKNOT_CROSSINGS 10

// What is known of the knot so far.
typedef struct summary {
    bight_knot_result *result;
    bi_polynomial polynomial;
    bool has_polynomial, all_named;
} summary;

static bool is_stuck(const bi_diagram *piece)
{
    return piece->crossings > 0 && !bi_diagram_is_alternating(piece);
}

// Needs take_piece() to have made room.
static int32_t count_pieces(bight_knot_workspace *w, const bi_diagram *diagram)
{
    return bi_diagram_pieces(diagram, w->numbers, w->numbers + diagram->crossings);
}

// Moves one connected piece of `rest` to `piece`.
static bight_status take_piece(bight_knot_workspace *w)
{
    bi_diagram *rest = &w->diagram;
    bight_status status = bi_reserve(&w->allocator, &w->numbers, &w->number_capacity,
                                     3 * (int64_t)rest->crossings, sizeof *w->numbers);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t *number = w->numbers, *scratch = number + rest->crossings;
    bi_diagram_pieces(rest, number, scratch);
    int32_t which = number[rest->crossings - 1];
    status = bi_diagram_extract(&w->piece, rest, number, which, scratch);
    for (int32_t c = 0; c < rest->crossings; c++) {
        rest->sign[c] = number[c] == which ? 0 : rest->sign[c];
    }
    bi_diagram_compact(rest);
    return status;
}

// Random moves on a prime piece that is not alternating, until it loses a crossing, falls into summands,
// alternates, or the effort is spent. Equal diagrams on the way are fine: moves that keep the count lead to
// where another one shortens.
static bight_status work_on_piece(bight_knot_workspace *w, bi_random *random, int32_t effort)
{
    int32_t start = w->piece.crossings;
    bight_status status = bi_diagram_copy(&w->trial, &w->piece);
    for (int32_t i = 0; i < effort && status == BIGHT_OK; i++) {
        bi_shuffle(&w->trial, &w->moves, random);
        bi_pass_all(&w->trial, &w->moves);
        bi_factor(&w->trial, &w->moves);
        if (w->trial.crossings < start || !is_stuck(&w->trial) || count_pieces(w, &w->trial) > 1) {
            return bi_diagram_copy(&w->piece, &w->trial);
        }
    }
    return status;
}

static bight_handedness other_hand(bight_handedness hand)
{
    return hand == BIGHT_HANDEDNESS_RIGHT  ? BIGHT_HANDEDNESS_LEFT
           : hand == BIGHT_HANDEDNESS_LEFT ? BIGHT_HANDEDNESS_RIGHT
                                           : hand;
}

// From the writhe of a minimal alternating diagram, else from the signature when that is not zero.
static bight_handedness handedness_of(const bi_table_knot *knot, const bi_diagram *piece, int32_t signature)
{
    if (knot->amphichiral) {
        return BIGHT_HANDEDNESS_AMPHICHIRAL;
    }
    if (bi_diagram_is_alternating(piece)) {
        return bi_diagram_writhe(piece) > 0 ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
    }
    if (knot->signature == 0) {
        return BIGHT_HANDEDNESS_UNKNOWN;
    }
    return signature == knot->signature ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
}

static void add_factor(summary *s, const bight_knot_factor *factor)
{
    bight_knot_result *result = s->result;
    s->all_named = s->all_named && strcmp(factor->name, "unknown") != 0;
    if (result->factor_count < BIGHT_KNOT_MAX_FACTORS) {
        result->factors[result->factor_count] = *factor;
    }
    result->factor_count++;
}

// A piece that is a sum after all: each factor is listed by itself.
static void add_sum(summary *s, const bight_knot_factor *piece, const int32_t places[2])
{
    for (int32_t i = 0; i < 2; i++) {
        const bi_table_knot *knot = &bi_table[places[i]];
        bight_knot_factor factor = *piece;
        snprintf(factor.name, sizeof factor.name, "%s", knot->name);
        factor.crossings = knot->crossings;
        factor.determinant = i == 0 ? 3 : piece->determinant / 3;
        factor.alternating = true;

        // signatures add up: two trefoils give -4, 0 or 4, one beside 4_1 gives its own
        bool opposite = places[1] == 0 && piece->signature == 0;
        bight_handedness hand =
            piece->signature < 0 || (opposite && i == 0) ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
        factor.handedness = knot->amphichiral ? BIGHT_HANDEDNESS_AMPHICHIRAL : hand;
        factor.signature = factor.handedness == BIGHT_HANDEDNESS_AMPHICHIRAL ? 0
                           : hand == BIGHT_HANDEDNESS_RIGHT                  ? knot->signature
                                                                             : -knot->signature;
        factor.writhe = knot->amphichiral ? 0 : hand == BIGHT_HANDEDNESS_RIGHT ? 3 : -3;
        add_factor(s, &factor);
    }
}

// Computes the invariants of the piece and adds it, or what it turns out to be, to the summary.
static bight_status name_piece(bight_knot_workspace *w, summary *s, bool *needs_work)
{
    const bi_diagram *piece = &w->piece;
    bight_knot_factor factor = {.name = "unknown", .determinant = -1};
    factor.crossings = piece->crossings;
    factor.writhe = bi_diagram_writhe(piece);
    factor.alternating = bi_diagram_is_alternating(piece);

    // too large for the table and not yet worked on: invariants can wait
    if (*needs_work && !factor.alternating && piece->crossings > UNKNOT_CROSSINGS) {
        return BIGHT_OK;
    }
    bi_polynomial polynomial;
    bight_status status = bi_alexander(piece, &w->invariants, &polynomial);
    if (status == BIGHT_OK) {
        status = bi_signature(piece, &w->invariants, &factor.signature);
    }
    bool known = status == BIGHT_OK;
    if (status != BIGHT_OK && status != BIGHT_ERROR_TOO_LARGE) {
        return status;
    }
    int32_t places[2], found = -1;
    if (known) {
        factor.determinant = bi_polynomial_determinant(&polynomial);
        bool trivial = polynomial.degree == 0 && piece->crossings <= UNKNOT_CROSSINGS;
        found = trivial ? 0 : piece->crossings <= TABLE_CROSSINGS ? bi_table_find(&polynomial, places) : -1;
    }
    if (found == 1) {
        snprintf(factor.name, sizeof factor.name, "%s", bi_table[places[0]].name);
        factor.handedness = handedness_of(&bi_table[places[0]], piece, factor.signature);
    }

    // a name alone is not enough while a better diagram may still give the handedness
    bool done = found == 0 || found == 2 || (found == 1 && factor.handedness != BIGHT_HANDEDNESS_UNKNOWN);
    if (*needs_work && !done && !factor.alternating) {
        return BIGHT_OK;
    }
    *needs_work = false;
    if (found == 2) {
        add_sum(s, &factor, places);
    } else if (found != 0) {
        add_factor(s, &factor);
    }
    if (found != 0) {
        s->result->crossings += factor.crossings;
        s->result->writhe += factor.writhe;
        s->result->signature += factor.signature;
    }
    s->has_polynomial =
        s->has_polynomial && known && bi_polynomial_multiply(&s->polynomial, &s->polynomial, &polynomial);
    return BIGHT_OK;
}

static int compare_factors(const bight_knot_factor *a, const bight_knot_factor *b)
{
    bool a_unknown = strcmp(a->name, "unknown") == 0, b_unknown = strcmp(b->name, "unknown") == 0;
    if (a_unknown != b_unknown) {
        return a_unknown ? 1 : -1;
    }
    int order = strcmp(a->name, b->name);
    order = order == 0 ? a->crossings - b->crossings : order;
    order = order == 0 ? (int)a->handedness - (int)b->handedness : order;
    return order == 0 ? a->writhe - b->writhe : order;
}

static void sort_factors(bight_knot_result *result)
{
    for (int32_t i = 1; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        bight_knot_factor factor = result->factors[i];
        int32_t j = i;
        for (; j > 0 && compare_factors(&result->factors[j - 1], &factor) > 0; j--) {
            result->factors[j] = result->factors[j - 1];
        }
        result->factors[j] = factor;
    }
}

static void write_traditional(bight_knot_result *result)
{
    const char *text = "";
    if (result->factor_count == 0) {
        text = "unknot";
    } else if (result->factor_count == 1) {
        for (int32_t i = 0; i < BI_TABLE_KNOTS; i++) {
            text = strcmp(bi_table[i].name, result->factors[0].name) == 0 ? bi_table[i].traditional : text;
        }
    } else if (result->factor_count == 2 && strcmp(result->name, "3_1 # 3_1") == 0) {
        bool same = result->factors[0].handedness != other_hand(result->factors[1].handedness);
        text = same ? "granny knot" : "square knot (reef)";
    }
    snprintf(result->traditional, sizeof result->traditional, "%s", text);
}

static void write_reason(bight_knot_result *result)
{
    const bight_knot_factor *piece = NULL;
    for (int32_t i = 0; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        piece =
            piece == NULL && strcmp(result->factors[i].name, "unknown") == 0 ? &result->factors[i] : piece;
    }
    if (piece == NULL) {
        snprintf(result->reason, sizeof result->reason, "more than %d prime factors", BIGHT_KNOT_MAX_FACTORS);
    } else if (piece->alternating) {
        snprintf(result->reason, sizeof result->reason,
                 "a prime factor has crossing number %d; the table ends at %d", (int)piece->crossings,
                 TABLE_CROSSINGS);
    } else {
        snprintf(result->reason, sizeof result->reason,
                 "a factor's diagram could not be reduced below %d crossings; the table ends at %d",
                 (int)piece->crossings, TABLE_CROSSINGS);
    }
}

// At most BIGHT_KNOT_MAX_FACTORS names of the table, which fit with room to spare.
static void write_name(bight_knot_result *result)
{
    size_t length = 0;
    snprintf(result->name, sizeof result->name, "%s", result->factor_count == 0 ? "0_1" : "");
    for (int32_t i = 0; i < result->factor_count; i++) {
        char part[24];
        int32_t written = snprintf(part, sizeof part, "%s%s", i > 0 ? " # " : "", result->factors[i].name);
        memcpy(result->name + length, part, (size_t)written + 1);
        length += (size_t)written;
    }
}

static void finish(summary *s)
{
    bight_knot_result *result = s->result;
    sort_factors(result);
    result->proved = s->all_named && result->factor_count <= BIGHT_KNOT_MAX_FACTORS;
    if (result->proved) {
        write_name(result);
        write_traditional(result);
    } else {
        snprintf(result->name, sizeof result->name, "unknown");
        write_reason(result);
    }
    result->determinant = -1;
    if (s->has_polynomial) {
        result->alexander_count = 2 * s->polynomial.degree + 1;
        memcpy(result->alexander, s->polynomial.coefficients,
               (size_t)result->alexander_count * sizeof *result->alexander);
        result->determinant = bi_polynomial_determinant(&s->polynomial);
    }
}

// Takes piece after piece off the diagram. A piece that falls into several goes back; with every round there
// are fewer crossings or more pieces, so the loop ends.
static bight_status name_pieces(bight_knot_workspace *w, const bight_knot_options *options, summary *s)
{
    int32_t effort = options->effort < 0 ? 0 : options->effort == 0 ? DEFAULT_EFFORT : options->effort;
    bi_random random = bi_random_from(options->seed);
    bight_status status = BIGHT_OK;
    while (w->diagram.crossings > 0 && status == BIGHT_OK) {
        status = take_piece(w);
        bool needs_work = effort > 0;
        while (status == BIGHT_OK && w->piece.crossings > 0) {
            bool worked = needs_work;
            status = name_piece(w, s, &needs_work);
            if (status != BIGHT_OK || !needs_work) {
                break;
            }
            int32_t before = w->piece.crossings;
            status = work_on_piece(w, &random, effort);
            if (status == BIGHT_OK && w->piece.crossings > 0 && count_pieces(w, &w->piece) > 1) {
                status = bi_diagram_append(&w->diagram, &w->piece);
                break;
            }
            needs_work = worked && w->piece.crossings < before;
        }
    }
    return status;
}

bight_status bi_identify_diagram(bight_knot_workspace *w, const bight_knot_options *options,
                                 bight_knot_result *result, bight_error *error)
{
    result->projected_crossings = w->diagram.crossings;
    bight_status status = bi_move_scratch_reserve(&w->moves, w->diagram.crossings);
    if (status == BIGHT_OK) {
        bi_pass_all(&w->diagram, &w->moves);
        bi_factor(&w->diagram, &w->moves);
        summary s = {.result = result, .polynomial = {0, {1}}, .has_polynomial = true, .all_named = true};
        status = name_pieces(w, options, &s);
        finish(&s);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to reduce a diagram of %d crossings",
                       (int)result->projected_crossings);
    }
    return BIGHT_OK;
}
