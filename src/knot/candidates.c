// SPDX-License-Identifier: MIT
// Which knots of the table share the invariants of a diagram.

#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "knot/budget.h"
#include "knot/dictionary.h"
#include "knot/homfly.h"
#include "knot/invariant.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <string.h>

// What is compared. Without has_homfly the polynomial was too wide.
typedef struct fingerprint {
    bi_polynomial alexander;
    int32_t signature;
    bool has_homfly;
    bi_homfly homfly;
} fingerprint;

// Cheap things first: most knots of the table differ in signature or determinant already.
typedef struct first_look {
    int64_t determinant;
    int32_t signature;
} first_look;

static bight_status look(const bi_diagram *diagram, bi_invariant_scratch *scratch, first_look *first)
{
    bi_large determinant = {0};
    bight_status status = bi_signature_large(diagram, scratch, &first->signature, &determinant);
    if (status == BIGHT_OK) {
        bool small = bi_large_value(&determinant, 0, &first->determinant);
        status = small ? BIGHT_OK : BIGHT_ERROR_TOO_LARGE;
        first->determinant = first->determinant < 0 ? -first->determinant : first->determinant;
        first->signature = first->signature < 0 ? -first->signature : first->signature;
    }
    return status;
}

static bight_status take(const bi_diagram *diagram, bi_invariant_scratch *scratch, fingerprint *print,
                         bool homfly)
{
    bight_status status = bi_alexander(diagram, scratch, &print->alexander);
    status = status == BIGHT_OK ? bi_signature(diagram, scratch, &print->signature) : status;
    print->has_homfly = false;
    if (status == BIGHT_OK && homfly) {
        bight_status wide = bi_homfly_of(diagram, &print->homfly);
        print->has_homfly = wide == BIGHT_OK;
        status = wide == BIGHT_ERROR_TOO_LARGE ? BIGHT_OK : wide;
    }
    return status;
}

static bool same_alexander(const fingerprint *a, const fingerprint *b)
{
    size_t size = (2 * (size_t)a->alexander.degree + 1) * sizeof *a->alexander.coefficients;
    return a->alexander.degree == b->alexander.degree &&
           memcmp(a->alexander.coefficients, b->alexander.coefficients, size) == 0 &&
           (a->signature == b->signature || a->signature == -b->signature);
}

static bool same_homfly(const bi_homfly *a, const bi_homfly *b, bool mirrored)
{
    int32_t v = a->v_size > b->v_size ? a->v_size : b->v_size,
            z = a->z_size > b->z_size ? a->z_size : b->z_size;
    for (int32_t i = -v; i <= v; i++) {
        for (int32_t j = 0; j <= z; j++) {
            if (bi_homfly_at(a, i, j) != bi_homfly_at(b, mirrored ? -i : i, j)) {
                return false;
            }
        }
    }
    return true;
}

// The signature settles which mirror image it would be, unless it is 0.
static bool fits(const fingerprint *a, const fingerprint *b)
{
    if (!a->has_homfly || !b->has_homfly) {
        return true;
    }
    return (a->signature == b->signature && same_homfly(&a->homfly, &b->homfly, false)) ||
           (a->signature == -b->signature && same_homfly(&a->homfly, &b->homfly, true));
}

// The search in hand.
typedef struct matching {
    fingerprint wanted, known;
    first_look wanted_first;
    bi_invariant_scratch scratch;
    bi_diagram diagram;
    char (*names)[16];
    int32_t most, *count;
} matching;

static bight_status compare_one(matching *m, int32_t crossings, int32_t number, const bi_code *code)
{
    first_look first = {0};
    bight_status status = bi_code_diagram(&m->diagram, code, 1);
    status = status == BIGHT_OK ? look(&m->diagram, &m->scratch, &first) : status;
    if (status != BIGHT_OK || first.determinant != m->wanted_first.determinant ||
        first.signature != m->wanted_first.signature) {
        return status;
    }
    status = take(&m->diagram, &m->scratch, &m->known, false);
    if (status == BIGHT_OK && same_alexander(&m->wanted, &m->known)) {
        status = take(&m->diagram, &m->scratch, &m->known, true);
        if (status == BIGHT_OK && fits(&m->wanted, &m->known)) {
            if (*m->count < m->most) {
                bi_dictionary_knot knot = {crossings, number, BIGHT_HANDEDNESS_RIGHT};
                bi_dictionary_name(&knot, m->names[*m->count]);
            }
            (*m->count)++;
        }
    }
    return status;
}

static bight_status compare_all(matching *m)
{
    bight_status status = BIGHT_OK;
    for (int32_t crossings = BI_DICTIONARY_LEAST; crossings <= BI_DICTIONARY_CROSSINGS; crossings++) {
        for (int32_t i = 0; i < bight_knot_table_count(crossings) && status == BIGHT_OK; i++) {
            bi_code code;
            bi_dictionary_least(crossings, i, &code);
            status = bi_watch_stops(m->scratch.watch, 20000) ? BIGHT_ERROR_STOPPED
                                                             : compare_one(m, crossings, i, &code);
        }
    }
    return status;
}

bight_status bight_knot_candidates(const bight_env *env, const bight_knot_factor *factor,
                                   const bight_budget *budget, char (*names)[16], int32_t most,
                                   int32_t *count, bight_error *error)
{
    if (factor == NULL || count == NULL || factor->dt_count < 1 || (names == NULL && most > 0)) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "the factor has no code to compute invariants from");
    }

    // a reduced alternating diagram is minimal: one with more crossings than the table is not in it
    *count = 0;
    if (factor->alternating && factor->crossings > BI_DICTIONARY_CROSSINGS) {
        return BIGHT_OK;
    }

    // the factor alone, drawn from its code
    bight_knot_result *one = bi_new_array(env != NULL ? &env->allocator : NULL, 1, sizeof *one);
    bight_diagram *diagram = NULL;
    if (one == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for candidates");
    }

    one->factor_count = 1;
    one->factors[0] = *factor;
    bight_status status = bight_knot_diagram(env, one, &diagram, error);
    bi_free_array(env != NULL ? &env->allocator : NULL, one, 1, sizeof *one);
    if (status != BIGHT_OK) {
        return status;
    }

    // its Alexander polynomial, signature and HOMFLY polynomial against those of every knot of the table
    bi_budget book;
    bi_budget_begin(&book, env, budget);
    const bight_allocator counted = bi_budget_allocator(&book), *allocator = &counted;
    matching m = {.names = names, .most = most, .count = count};
    bi_invariant_scratch_init(&m.scratch, allocator);
    bi_homfly_init(&m.wanted.homfly, allocator);
    bi_homfly_init(&m.known.homfly, allocator);
    bi_diagram_init(&m.diagram, allocator);
    bi_invariant_scratch_watch(&m.scratch, &book.watch);
    m.wanted.homfly.watch = m.known.homfly.watch = &book.watch;
    status = take(&diagram->map, &m.scratch, &m.wanted, true);
    status = status == BIGHT_OK ? look(&diagram->map, &m.scratch, &m.wanted_first) : status;
    status = status == BIGHT_OK ? compare_all(&m) : status;

    bi_invariant_scratch_free(&m.scratch);
    bi_homfly_free(&m.wanted.homfly);
    bi_homfly_free(&m.known.homfly);
    bi_diagram_free(&m.diagram);
    bight_diagram_free(diagram);
    status = bi_watch_status(&book.watch, status);
    return status == BIGHT_OK ? BIGHT_OK : bi_budget_refuse(&book, status, "the list of candidates", error);
}
