// SPDX-License-Identifier: MIT
// The public face of the polynomials. Pieces that are not connected, and circles, each bring a factor: (v^-1 - v) / z in
// HOMFLY's, (a + 1 / a) / z - 1 in Kauffman's.

#include "bight/knot_invariant.h"
#include "knot/budget.h"
#include "knot/homfly.h"
#include "knot/kauffman.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bight_terms_free(const bight_env *env, bight_terms *terms)
{
    if (terms != NULL) {
        const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
        bi_free_array(allocator, terms->terms, (size_t)terms->capacity, sizeof *terms->terms);
        *terms = (bight_terms){0};
    }
}

static bight_status push(bight_terms *terms, const bight_allocator *allocator, bight_term term)
{
    bight_status status = bi_reserve(allocator, &terms->terms, &terms->capacity, (int64_t)terms->count + 1,
                                     sizeof *terms->terms);
    if (status == BIGHT_OK) {
        terms->terms[terms->count++] = term;
    }
    return status;
}

static int compare(const void *a, const void *b)
{
    const bight_term *x = a, *y = b;
    int order = (x->v > y->v) - (x->v < y->v);
    return order != 0 ? order : (x->z > y->z) - (x->z < y->z);
}

// Sorts, adds up equal powers, drops zeros.
static void tidy(bight_terms *terms)
{
    if (terms->count > 0) {
        qsort(terms->terms, (size_t)terms->count, sizeof *terms->terms, compare);
    }
    int32_t count = 0;
    for (int32_t i = 0; i < terms->count;) {
        bight_term sum = terms->terms[i++];
        for (; i < terms->count && compare(&sum, &terms->terms[i]) == 0; i++) {
            sum.coefficient = (int64_t)((uint64_t)sum.coefficient + (uint64_t)terms->terms[i].coefficient);
        }
        if (sum.coefficient != 0) {
            terms->terms[count++] = sum;
        }
    }
    terms->count = count;
}

static double magnitude(const bight_terms *terms)
{
    double sum = 0.0;
    for (int32_t i = 0; i < terms->count; i++) {
        sum += fabs((double)terms->terms[i].coefficient);
    }
    return sum;
}

// product *= factor, unless a coefficient may not fit 64 bits.
static bight_status multiply(bight_terms *product, const bight_allocator *allocator, bi_watch *watch,
                             const bight_terms *factor)
{
    bight_terms sum = {0};
    bight_status status = magnitude(product) * magnitude(factor) < 4.6e18 ? BIGHT_OK : BIGHT_ERROR_TOO_LARGE;
    for (int32_t i = 0; i < product->count && status == BIGHT_OK; i++) {
        if (bi_watch_stops(watch, 40 * (int64_t)factor->count)) {
            status = BIGHT_ERROR_STOPPED;
        }
        for (int32_t j = 0; j < factor->count && status == BIGHT_OK; j++) {
            const bight_term *a = &product->terms[i], *b = &factor->terms[j];
            uint64_t value = (uint64_t)a->coefficient * (uint64_t)b->coefficient;
            status = push(&sum, allocator, (bight_term){a->v + b->v, a->z + b->z, (int64_t)value});
        }
    }
    tidy(&sum);
    bi_free_array(allocator, product->terms, (size_t)product->capacity, sizeof *product->terms);
    *product = sum;
    return status;
}

// The polynomial of one connected piece.
typedef bight_status (*piece_polynomial)(const bi_diagram *part, const bight_allocator *allocator,
                                         bi_watch *watch, bight_terms *terms);

static bight_status homfly_of(const bi_diagram *part, const bight_allocator *allocator, bi_watch *watch,
                              bight_terms *terms)
{
    bi_homfly p;
    bi_homfly_init(&p, allocator);
    p.watch = watch;
    bight_status status = bi_homfly_of(part, &p);
    for (int32_t i = -p.v_size; i <= p.v_size && status == BIGHT_OK; i++) {
        for (int32_t j = -p.z_size; j <= p.z_size && status == BIGHT_OK; j++) {
            int64_t value = bi_homfly_at(&p, i, j);
            status = value != 0 ? push(terms, allocator, (bight_term){i, j, value}) : status;
        }
    }
    bi_homfly_free(&p);
    return status;
}

// F = a^-w L, w the sum of the signs.
static bight_status kauffman_of(const bi_diagram *part, const bight_allocator *allocator, bi_watch *watch,
                                bight_terms *terms)
{
    bi_kauffman p;
    bi_kauffman_init(&p, allocator);
    p.watch = watch;
    int32_t writhe = bi_diagram_writhe(part);
    bight_status status = bi_kauffman_of(part, &p);
    for (int32_t i = 0; i < p.count && status == BIGHT_OK; i++) {
        const bi_kauffman_term *term = &p.terms[i];
        status = push(terms, allocator, (bight_term){term->a - writhe, term->z, term->coefficient});
    }
    bi_kauffman_free(&p);
    return status;
}

// @param apart What two pieces that lie apart have between them.
static bight_status all_pieces(const bi_diagram *map, piece_polynomial polynomial, const bight_terms *apart,
                               const bight_allocator *allocator, bi_watch *watch, bight_terms *terms)
{
    size_t total = 3 * (size_t)map->crossings + 1;
    int32_t *piece = bi_new_array(allocator, total, sizeof *piece);
    if (piece == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    int32_t *place = piece + map->crossings, pieces = bi_diagram_pieces(map, piece, place);
    bight_status status = push(terms, allocator, (bight_term){0, 0, 1});
    for (int32_t i = 0; i < pieces && status == BIGHT_OK; i++) {
        bight_terms factor = {0};
        bi_diagram part;
        bi_diagram_init(&part, allocator);
        status = bi_diagram_extract(&part, map, piece, i, place);
        status = status == BIGHT_OK ? polynomial(&part, allocator, watch, &factor) : status;
        status = status == BIGHT_OK ? multiply(terms, allocator, watch, &factor) : status;
        bi_diagram_free(&part);
        bi_free_array(allocator, factor.terms, (size_t)factor.capacity, sizeof *factor.terms);
    }
    for (int32_t i = 1; i < pieces + map->circles && status == BIGHT_OK; i++) {
        status = multiply(terms, allocator, watch, apart);
    }
    bi_free_array(allocator, piece, total, sizeof *piece);
    return status;
}

static bight_status polynomial_of(const bight_env *env, const bight_diagram *diagram,
                                  const bight_budget *budget, piece_polynomial polynomial,
                                  const bight_terms *apart, const char *name, bight_terms *terms,
                                  bight_error *error)
{
    const bi_diagram *map = &diagram->map;
    *terms = (bight_terms){0};
    if (map->crossings + map->circles < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "an empty diagram has no polynomial");
    }
    bi_budget book;
    bi_budget_begin(&book, env, budget);
    const bight_allocator allocator = bi_budget_allocator(&book);
    bight_status status =
        bi_watch_status(&book.watch, all_pieces(map, polynomial, apart, &allocator, &book.watch, terms));
    if (status != BIGHT_OK) {
        char what[80];
        snprintf(what, sizeof what, "the %s polynomial of a diagram of %d crossings", name,
                 (int)map->crossings);
        bight_terms_free(env, terms);
        return bi_budget_refuse(&book, status, what, error);
    }
    return BIGHT_OK;
}

bight_status bight_diagram_homfly(const bight_env *env, const bight_diagram *diagram,
                                  const bight_budget *budget, bight_terms *terms, bight_error *error)
{
    bight_term apart[2] = {{-1, -1, 1}, {1, -1, -1}};
    const bight_terms delta = {apart, 2, 0};
    return polynomial_of(env, diagram, budget, homfly_of, &delta, "HOMFLY", terms, error);
}

bight_status bight_diagram_kauffman(const bight_env *env, const bight_diagram *diagram,
                                    const bight_budget *budget, bight_terms *terms, bight_error *error)
{
    bight_term apart[3] = {{-1, -1, 1}, {1, -1, 1}, {0, 0, -1}};
    const bight_terms delta = {apart, 3, 0};
    return polynomial_of(env, diagram, budget, kauffman_of, &delta, "Kauffman", terms, error);
}

// s = t^1/2: v^i z^j becomes s^(2 i) (s - 1 / s)^j. Negative powers of z divide: the sum is multiplied by a
// power of s - 1 / s first and divided by it at the end, which leaves no rest.
bight_status bight_jones_from_homfly(const bight_env *env, const bight_terms *from, bight_terms *terms,
                                     bight_error *error)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    const bight_terms homfly = *from;
    *terms = (bight_terms){0};

    // the least power of z, and a bound on the powers of s
    int32_t least = 0, reach = 1;
    for (int32_t i = 0; i < homfly.count; i++) {
        least = homfly.terms[i].z < least ? homfly.terms[i].z : least;
    }
    for (int32_t i = 0; i < homfly.count; i++) {
        int32_t v = homfly.terms[i].v < 0 ? -homfly.terms[i].v : homfly.terms[i].v;
        int32_t here = 2 * v + homfly.terms[i].z - least + 2 - least;
        reach = here > reach ? here : reach;
    }

    size_t size = 2 * (size_t)reach + 1;
    uint64_t *sum = bi_new_array(allocator, size, sizeof *sum);
    bight_status status =
        sum != NULL ? BIGHT_OK : bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a Jones polynomial");

    // sum of c s^(2 v) (s - 1 / s)^(z - least), by the binomial theorem
    for (int32_t i = 0; i < homfly.count && status == BIGHT_OK; i++) {
        int32_t power = homfly.terms[i].z - least;
        uint64_t coefficient = (uint64_t)homfly.terms[i].coefficient, choose = 1;
        for (int32_t k = 0; k <= power; k++) {
            uint64_t part = coefficient * choose;
            sum[reach + 2 * homfly.terms[i].v + power - 2 * k] += (k & 1) != 0 ? 0 - part : part;
            choose = k < power ? choose * (uint64_t)(power - k) / (uint64_t)(k + 1) : choose;
        }
    }

    // divided by s - 1 / s, -least times
    for (int32_t d = 0; d < -least && status == BIGHT_OK; d++) {
        // a = (s - 1 / s) b: b[i + 1] = b[i - 1] ... from below: a[i] = b[i - 1] - b[i + 1]
        uint64_t before[2] = {0, 0};
        for (size_t i = 0; i < size; i++) {
            uint64_t b = before[0] - sum[i];
            before[0] = before[1];
            before[1] = b;
            sum[i] = b;
        }
        // sum[i] now holds b[i + 1]
        memmove(sum + 1, sum, (size - 1) * sizeof *sum);
        sum[0] = 0;
    }

    // the terms that are not 0, by powers of s
    for (int32_t i = -reach; i <= reach && status == BIGHT_OK; i++) {
        status = sum[i + reach] != 0 ? push(terms, allocator, (bight_term){i, 0, (int64_t)sum[i + reach]})
                                     : status;
    }

    bi_free_array(allocator, sum, size, sizeof *sum);
    if (status != BIGHT_OK) {
        bight_terms_free(env, terms);
    }
    return status;
}

bight_status bight_diagram_jones(const bight_env *env, const bight_diagram *diagram,
                                 const bight_budget *budget, bight_terms *terms, bight_error *error)
{
    bight_terms homfly;
    *terms = (bight_terms){0};
    bight_status status = bight_diagram_homfly(env, diagram, budget, &homfly, error);
    status = status == BIGHT_OK ? bight_jones_from_homfly(env, &homfly, terms, error) : status;
    bight_terms_free(env, &homfly);
    return status;
}

int32_t bight_diagram_linking(const bight_diagram *diagram, int32_t one, int32_t two)
{
    const bi_diagram *map = &diagram->map;
    size_t darts = 4 * (size_t)map->crossings + 1;
    int32_t *owner = bi_new_array(&map->allocator, darts, sizeof *owner);
    int32_t linking = owner != NULL ? bi_diagram_linking(map, one, two, owner) : 0;
    bi_free_array(&map->allocator, owner, darts, sizeof *owner);
    return linking;
}

int32_t bight_arf(int64_t determinant)
{
    int64_t rest = determinant & 7;
    return rest == 3 || rest == 5 ? 1 : 0;
}
