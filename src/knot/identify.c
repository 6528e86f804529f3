// SPDX-License-Identifier: MIT
// What proves a name. The reduced diagram falls into prime pieces. A piece is
//   - named when its code is in the dictionary, which holds the prime diagrams that no pass shortens, with as
//   many
//     crossings as their knots need: equal codes are equal diagrams;
//   - named by its family when its code is that of a torus knot's standard diagram, or when it alternates and is made of a
//     rational tangle (family.c);
//   - too large for the dictionary when it is reduced, alternating and larger: then it has as many crossings
//   as its knot
//     needs, and is prime (Kauffman 1987, Thistlethwaite 1987, Murasugi 1987; Menasco 1984);
//   - otherwise worked on: random passes, and detours over larger diagrams.
// Nothing else is named.

#include "knot/identify.h"
#include "core/assert.h"
#include "knot/canon.h"
#include "knot/dictionary.h"
#include "knot/everyday.h"
#include "knot/family.h"
#include "knot/homfly.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_EFFORT 400

// A piece of no more crossings than the dictionary has that is not in it can always be reduced: it is worth
// more.
#define SURE_EFFORT 40

// Random moves on a large piece, times its crossings: one of thousands of crossings would shrink for hours, a little with each
// hundred moves, and stay unknown.
#define LARGE 300
#define LARGE_WORK 2000 // for each of the effort

// Orbits of one size that are looked up in an atlas for one piece.
#define MOST_ORBITS 6

// What is known of the knot so far.
typedef struct summary {
    bight_knot_result *result;
    bi_polynomial polynomial;
    bool has_polynomial, all_named;
} summary;

// Needs take_piece() to have made room.
static int32_t count_pieces(bight_knot_workspace *w, const bi_diagram *diagram)
{
    return bi_diagram_pieces(diagram, w->numbers, w->numbers + diagram->crossings);
}

// A prime diagram's name, when it is in the dictionary.
static bool find_name(const bi_diagram *piece, bi_dictionary_knot *knot)
{
    bi_code code;
    if (piece->crossings < 1 || piece->crossings > BI_DICTIONARY_CROSSINGS) {
        return false;
    }
    int32_t hands = bi_code_of(piece, &code);
    return bi_dictionary_find(&code, hands, knot);
}

// Is there anything left to do for a prime diagram? In an atlas nothing is gained by a diagram of the orbit that was
// walked last.
static bool is_stuck(const bight_knot_workspace *w, const bight_knot_atlas *atlas, const bi_diagram *piece)
{
    bi_dictionary_knot knot;
    if (bi_atlas_covers(atlas, piece)) {
        return bi_orbit_holds(&w->orbit, piece);
    }
    int32_t p, q;
    return piece->crossings > 0 && !find_name(piece, &knot) &&
           (piece->crossings <= BI_DICTIONARY_CROSSINGS ||
            (!bi_diagram_is_alternating(piece) && !bi_family_torus(piece, &p, &q)));
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

// Random moves on a prime piece, until it loses a crossing, falls into summands, is found, or the effort is
// spent. Equal diagrams in between are fine: moves that keep the count lead to where another one shortens.
// Every fourth time a finger move is made first.
// @param purse What is left for large pieces.
static bight_status work_on_piece(bight_knot_workspace *w, const bight_knot_atlas *atlas, bi_random *random,
                                  int32_t effort, int64_t *purse)
{
    int32_t start = w->piece.crossings;
    effort =
        start <= BI_DICTIONARY_CROSSINGS || bi_atlas_covers(atlas, &w->piece) ? effort * SURE_EFFORT : effort;
    bight_status status = bi_diagram_copy(&w->trial, &w->piece);
    status = status == BIGHT_OK ? bi_move_scratch_reserve(&w->moves, start + 2) : status;
    for (int32_t i = 0; i < effort && status == BIGHT_OK; i++) {
        if (bi_watch_stops(&w->watch, 1000 + 100 * (int64_t)w->trial.crossings)) {
            return BIGHT_ERROR_STOPPED;
        }
        *purse -= start > LARGE ? start : 0;
        if (*purse < 0) {
            break;
        }
        bool detour = i % 4 == 3;
        status = detour ? bi_grow(&w->trial, random) : BIGHT_OK;
        for (int32_t k = detour ? 12 : 1; k > 0; k--) {
            bi_shuffle(&w->trial, &w->moves, random);
        }
        bi_pass_all(&w->trial, &w->moves);
        bi_factor(&w->trial, &w->moves);
        if (w->trial.crossings > start) {
            status = bi_diagram_copy(&w->trial, &w->piece);
        } else if (w->trial.crossings < start || !is_stuck(w, atlas, &w->trial) ||
                   count_pieces(w, &w->trial) > 1) {
            return bi_diagram_copy(&w->piece, &w->trial);
        }
    }
    return status;
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

// An orbit without its mirror image proves a hand when the knot alternates (all its reduced diagrams are in one orbit) and
// when an invariant sees the mirror: the signature, or the HOMFLY polynomial under v -> 1 / v. Else the mirror image may
// lie in another orbit, and the hand is not known.
static bight_status doubt_hand(bight_knot_workspace *w, bight_handedness *hand)
{
    int32_t signature = 0;
    bool decided = *hand == BIGHT_HANDEDNESS_AMPHICHIRAL || bi_diagram_is_alternating(&w->piece);
    bight_status status = decided ? BIGHT_OK : bi_signature(&w->piece, &w->invariants, &signature);
    if (status != BIGHT_OK || decided || signature != 0) {
        return status;
    }
    bi_homfly p;
    bi_homfly_init(&p, &w->allocator);
    p.watch = &w->watch;
    status = bi_homfly_of(&w->piece, &p);
    bool same = true;
    for (int32_t i = 1; i <= p.v_size && status == BIGHT_OK; i++) {
        for (int32_t j = 0; j <= p.z_size; j++) {
            same = same && bi_homfly_at(&p, i, j) == bi_homfly_at(&p, -i, j);
        }
    }
    bi_homfly_free(&p);
    *hand = same ? BIGHT_HANDEDNESS_UNKNOWN : *hand;
    return status;
}

// The name, and the least code.
static bight_status describe(bight_knot_workspace *w, const bi_atlas_answer *answer,
                             bight_knot_factor *factor)
{
    bi_dictionary_knot knot;
    bi_code code;
    if (w->piece.crossings > BI_CODE_CROSSINGS) {
        return BIGHT_OK;
    }
    int32_t hands = bi_code_of(&w->piece, &code);
    bight_status status = BIGHT_OK;
    if (answer->found) {
        code = bi_orbit_code_of(&answer->key, answer->knot.crossings);
        hands = answer->hands;
        bi_atlas_name(&answer->knot, factor->name);
        status = bi_atlas_hand(answer, &w->trial, &factor->handedness);
        status = status == BIGHT_OK ? doubt_hand(w, &factor->handedness) : status;
    }
    factor->dt_count = code.crossings;
    factor->dt_sign = (hands & BI_HAND_RIGHT) != 0 ? 1 : -1;
    for (int32_t i = 0; i < code.crossings; i++) {
        factor->dt[i] = (int16_t)(bi_code_mark(&code, i) != 0 ? -2 * code.entries[i] : 2 * code.entries[i]);
    }
    if (bi_dictionary_find(&code, hands, &knot)) {
        bi_dictionary_name(&knot, factor->name);
        factor->handedness = knot.handedness;
        factor->likeness = bi_dictionary_likeness(&knot);
    } else if (!answer->found && w->piece.crossings > BI_DICTIONARY_CROSSINGS) {
        bi_family_name(&w->allocator, &w->piece, factor->name, sizeof factor->name, &factor->handedness);
    }
    return status;
}

// Computes the invariants of the piece and adds it to the summary.
static bight_status name_piece(bight_knot_workspace *w, const bight_knot_options *options,
                               const bi_atlas_answer *answer, summary *s)
{
    const bi_diagram *piece = &w->piece;
    bight_knot_factor factor = {.name = "unknown", .determinant = -1};
    factor.crossings = piece->crossings;
    factor.writhe = bi_diagram_writhe(piece);
    factor.alternating = bi_diagram_is_alternating(piece);
    bight_status status = describe(w, answer, &factor);
    if (status != BIGHT_OK) {
        return status;
    }

    bi_polynomial polynomial;
    status = options->name_only ? BIGHT_ERROR_TOO_LARGE : bi_alexander(piece, &w->invariants, &polynomial);
    if (status == BIGHT_OK) {
        status = bi_signature(piece, &w->invariants, &factor.signature);
    }
    bool known = status == BIGHT_OK;
    if (status != BIGHT_OK && status != BIGHT_ERROR_TOO_LARGE) {
        return status;
    }
    factor.determinant = known ? bi_polynomial_determinant(&polynomial) : -1;
    add_factor(s, &factor);
    s->result->crossings += factor.crossings;
    s->result->writhe += factor.writhe;
    s->result->signature += factor.signature;
    s->has_polynomial =
        s->has_polynomial && known && bi_polynomial_multiply(&s->polynomial, &s->polynomial, &polynomial);
    return BIGHT_OK;
}

// By crossing number, then kind and number of the name; 0 for the same knot or its mirror image.
static int compare_kinds(const bight_knot_factor *a, const bight_knot_factor *b)
{
    bool a_unknown = strcmp(a->name, "unknown") == 0, b_unknown = strcmp(b->name, "unknown") == 0;
    if (a_unknown != b_unknown) {
        return a_unknown ? 1 : -1;
    }
    int order = a->crossings - b->crossings;
    order = order == 0 ? (int)strlen(a->name) - (int)strlen(b->name) : order;
    return order == 0 ? strcmp(a->name, b->name) : order;
}

// Those of the hand `plain` come first among equal ones.
static int compare_factors(const bight_knot_factor *a, const bight_knot_factor *b, bight_handedness plain)
{
    int order = compare_kinds(a, b);
    order = order == 0 ? (int)(a->handedness != plain) - (int)(b->handedness != plain) : order;
    return order == 0 ? a->writhe - b->writhe : order;
}

// Insertion: there are few.
static void sort_factors(bight_knot_result *result, bight_handedness plain)
{
    for (int32_t i = 1; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        bight_knot_factor factor = result->factors[i];
        int32_t j = i;
        for (; j > 0 && compare_factors(&result->factors[j - 1], &factor, plain) > 0; j--) {
            result->factors[j] = result->factors[j - 1];
        }
        result->factors[j] = factor;
    }
}

// The hand that the name writes without an m: of the first kind of factor that has more of one hand than of
// the other, that hand, so that the m comes later; right-handed when there is none. The mirror image of a sum
// then has the same name.
static bight_handedness plain_hand(const bight_knot_result *result)
{
    int32_t count = result->factor_count, most = 0;
    for (int32_t i = 0; i < count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        bool last = i + 1 == count || i + 1 == BIGHT_KNOT_MAX_FACTORS;
        bight_handedness hand = result->factors[i].handedness;
        most += (hand == BIGHT_HANDEDNESS_RIGHT) - (hand == BIGHT_HANDEDNESS_LEFT);
        if (most != 0 && (last || compare_kinds(&result->factors[i], &result->factors[i + 1]) != 0)) {
            return most > 0 ? BIGHT_HANDEDNESS_RIGHT : BIGHT_HANDEDNESS_LEFT;
        }
    }
    return BIGHT_HANDEDNESS_RIGHT;
}

static void write_reason(const bight_knot_options *options, bool named, bight_knot_result *result)
{
    int32_t last = BI_DICTIONARY_CROSSINGS;
    while (bight_knot_atlas_count(options->atlas, last + 1, true) > 0) {
        last++;
    }
    const bight_knot_factor *piece = NULL;
    for (int32_t i = 0; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        piece =
            piece == NULL && strcmp(result->factors[i].name, "unknown") == 0 ? &result->factors[i] : piece;
    }
    if (named) {
        snprintf(result->reason, sizeof result->reason, "the name is longer than %d letters",
                 BIGHT_KNOT_MAX_NAME - 1);
    } else if (piece == NULL) {
        snprintf(result->reason, sizeof result->reason, "more than %d prime factors", BIGHT_KNOT_MAX_FACTORS);
    } else if (piece->alternating) {
        snprintf(result->reason, sizeof result->reason,
                 "a prime factor has crossing number %d; the table ends at %d", (int)piece->crossings,
                 (int)last);
    } else {
        snprintf(result->reason, sizeof result->reason,
                 "a factor has at most %d crossings, its diagram could not be reduced further; the table "
                 "ends at %d",
                 (int)piece->crossings, (int)last);
    }
}

// At most BIGHT_KNOT_MAX_FACTORS names of the table, each of them at most "12a_1288" with " # m" in front.
_Static_assert(BIGHT_KNOT_MAX_FACTORS * 12 <= BIGHT_KNOT_MAX_NAME, "the longest name has room");

// Append a part of a name. false: it has no room, which takes many names of an atlas.
static bool append(char name[BIGHT_KNOT_MAX_NAME], size_t *length, const char *part)
{
    for (; *part != '\0' && *length + 1 < BIGHT_KNOT_MAX_NAME; part++) {
        name[(*length)++] = *part;
    }
    name[*length] = '\0';
    return *part == '\0';
}

static bool write_name(bight_knot_result *result, bight_handedness plain)
{
    size_t length = 0;
    bool fits = append(result->name, &length, result->factor_count == 0 ? "0_1" : "");
    for (int32_t i = 0; i < result->factor_count; i++) {
        const bight_knot_factor *factor = &result->factors[i];
        bool chiral =
            factor->handedness == BIGHT_HANDEDNESS_RIGHT || factor->handedness == BIGHT_HANDEDNESS_LEFT;
        bool mirrored = result->factor_count > 1 && chiral && factor->handedness != plain;
        char unknown[48];
        bool named = strcmp(factor->name, "unknown") != 0;
        snprintf(unknown, sizeof unknown, "(unknown, %s%d crossings)", factor->alternating ? "" : "at most ",
                 (int)factor->crossings);
        fits = append(result->name, &length, i > 0 ? " # " : "") &&
               append(result->name, &length, mirrored ? "m" : "") &&
               append(result->name, &length, named ? factor->name : unknown) && fits;
    }
    return fits;
}

static void finish(const bight_knot_options *options, summary *s)
{
    bight_knot_result *result = s->result;
    sort_factors(result, BIGHT_HANDEDNESS_RIGHT);
    bight_handedness plain = plain_hand(result);
    sort_factors(result, plain);
    bool named = s->all_named && result->factor_count <= BIGHT_KNOT_MAX_FACTORS;
    result->proved = named && write_name(result, plain);
    if (result->proved) {
        snprintf(result->traditional, sizeof result->traditional, "%s", bi_everyday_name(result));
    } else {
        // known factors come first
        bool partly = !named && result->factor_count <= BIGHT_KNOT_MAX_FACTORS &&
                      strcmp(result->factors[0].name, "unknown") != 0;
        if (!partly || !write_name(result, plain)) {
            snprintf(result->name, sizeof result->name, "unknown");
        }
        write_reason(options, named, result);
    }
    result->determinant = -1;
    if (s->has_polynomial) {
        result->alexander_count = 2 * s->polynomial.degree + 1;
        memcpy(result->alexander, s->polynomial.coefficients,
               (size_t)result->alexander_count * sizeof *result->alexander);
        result->determinant = bi_polynomial_determinant(&s->polynomial);
    }
}

// The orbit of a piece that the atlas may have. A diagram that can be made smaller takes the piece's place.
static bight_status look_in_atlas(bight_knot_workspace *w, const bight_knot_atlas *atlas,
                                  bi_atlas_answer *answer, bool *smaller)
{
    bi_orbit_end end;
    bight_status status = bi_atlas_search(atlas, &w->orbit, &w->piece, answer, &end);
    *smaller = status == BIGHT_OK && end == BI_ORBIT_SMALLER;
    if (*smaller) {
        answer->found = false;
        status = bi_diagram_copy(&w->piece, &w->orbit.smaller);
        if (status == BIGHT_OK) {
            bi_pass_all(&w->piece, &w->moves);
            bi_factor(&w->piece, &w->moves);
        }
    }
    return status;
}

// All that can be done for the piece in hand, until it is found, falls into several, or nothing more helps. With every
// round it has fewer crossings, but for a few in which an atlas is asked about another orbit of the same size.
static bight_status settle_piece(bight_knot_workspace *w, const bight_knot_options *options,
                                 bi_random *random, bi_atlas_answer *answer, bool *whole)
{
    int32_t effort = options->effort < 0 ? 0 : options->effort == 0 ? DEFAULT_EFFORT : options->effort;
    int32_t before = INT32_MAX, again = 0;
    int64_t purse = (int64_t)effort * LARGE_WORK;
    bight_status status = BIGHT_OK;
    *whole = true;
    *answer = (bi_atlas_answer){.found = false};
    while (status == BIGHT_OK && *whole && w->piece.crossings > 0) {
        bool covered = bi_atlas_covers(options->atlas, &w->piece), smaller = false;
        if (covered) {
            status = look_in_atlas(w, options->atlas, answer, &smaller);
            *whole = w->piece.crossings == 0 || count_pieces(w, &w->piece) == 1;
            if (smaller) {
                continue;
            }
        }
        again = w->piece.crossings < before ? 0 : again + 1;
        bool hopeless = covered && (answer->found || bi_diagram_is_alternating(&w->piece));
        if (status != BIGHT_OK || hopeless || effort == 0 || again > (covered ? MOST_ORBITS : 0) ||
            !is_stuck(w, options->atlas, &w->piece)) {
            break;
        }
        before = w->piece.crossings < before ? w->piece.crossings : before;
        status = work_on_piece(w, options->atlas, random, effort, &purse);
        *whole = w->piece.crossings == 0 || count_pieces(w, &w->piece) == 1;
    }
    return status;
}

// Takes piece after piece off the diagram. A piece that falls into several is put back; with every round
// there are fewer crossings or more pieces, so the loop ends.
static bight_status name_pieces(bight_knot_workspace *w, const bight_knot_options *options, summary *s)
{
    bi_random random = bi_random_from(options->seed);
    bight_status status = BIGHT_OK;
    while (w->diagram.crossings > 0 && status == BIGHT_OK) {
        bi_watch_stops(&w->watch, 40 * (int64_t)w->diagram.crossings);
        status = bi_watch_status(&w->watch, take_piece(w));
        bi_atlas_answer answer;
        bool whole = true;
        status = status == BIGHT_OK ? settle_piece(w, options, &random, &answer, &whole) : status;
        if (status == BIGHT_OK && !whole) {
            status = bi_diagram_append(&w->diagram, &w->piece);
        } else if (status == BIGHT_OK && w->piece.crossings > 0) {
            status = name_piece(w, options, &answer, s);
        }
    }
    return status;
}

bight_status bi_identify_diagram(bight_knot_workspace *w, const bight_knot_options *options,
                                 bight_knot_result *result, bight_error *error)
{
    BI_VALIDATE(bi_diagram_is_valid(&w->diagram));
    result->projected_crossings = w->diagram.crossings;
    bight_status status = bi_move_scratch_reserve(&w->moves, w->diagram.crossings);
    if (status == BIGHT_OK) {
        bi_pass_all(&w->diagram, &w->moves);
        bi_factor(&w->diagram, &w->moves);
        summary s = {.result = result, .polynomial = {0, {1}}, .all_named = true};
        s.has_polynomial = !options->name_only;
        status = name_pieces(w, options, &s);
        status = bi_watch_status(&w->watch, status);
        finish(options, &s);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "a diagram of %d crossings was not reduced: %s",
                       (int)result->projected_crossings, bight_status_text(status));
    }
    return BIGHT_OK;
}
