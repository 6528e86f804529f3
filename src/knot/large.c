// SPDX-License-Identifier: MIT
// The public face of the invariants that take polynomial time, as numbers of any size.

#include "bight/knot_invariant.h"
#include "knot/budget.h"
#include "knot/invariant.h"
#include "knot/public_diagram.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>

// One computation within its budget.
typedef struct effort {
    bi_budget book;
    bight_allocator counted;
    bi_invariant_scratch scratch;
} effort;

static bight_status begin(effort *e, const bight_env *env, const bight_diagram *diagram,
                          const bight_budget *budget, const void *answer, const char *what,
                          bight_error *error)
{
    if (diagram == NULL || answer == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL",
                       diagram == NULL ? "diagram" : "the answer");
    }
    if (diagram->components < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s of an empty diagram", what);
    }
    bi_budget_begin(&e->book, env, budget);
    e->counted = bi_budget_allocator(&e->book);
    bi_invariant_scratch_init(&e->scratch, &e->counted);
    bi_invariant_scratch_watch(&e->scratch, &e->book.watch);
    return BIGHT_OK;
}

static bight_status end(effort *e, bight_status status, const bight_diagram *diagram, const char *what,
                        bight_error *error)
{
    bi_invariant_scratch_free(&e->scratch);
    status = bi_watch_status(&e->book.watch, status);
    if (status == BIGHT_OK) {
        return BIGHT_OK;
    }
    char whole[96];
    snprintf(whole, sizeof whole, "%s of a diagram of %d crossings", what, (int)diagram->map.crossings);
    return bi_budget_refuse(&e->book, status, whole, error);
}

// The caller's memory, which the budget's allocator only counts.
static void give_up(const effort *e, bight_bytes *text)
{
    bight_bytes_free(&e->book.inner, text);
    *text = (bight_bytes){0};
}

static bight_status append_zero(effort *e, bight_bytes *text)
{
    bight_status status = bi_reserve(&e->counted, &text->data, &text->capacity, (int64_t)text->size + 1, 1);
    if (status == BIGHT_OK) {
        text->data[text->size++] = '0';
    }
    return status;
}

// The sum of the pieces' signatures; are there several? The determinant of the last piece is written, up to its sign.
// @param text Nullable.
static bight_status signature_of(effort *e, const bi_diagram *map, int32_t *signature, bool *apart,
                                 bight_bytes *text)
{
    bi_large large = {0};
    int32_t n = map->crossings;
    size_t total = 3 * (size_t)n + 1;
    int32_t *piece = bi_new_array(&e->counted, total, sizeof *piece);
    bi_diagram part;
    bi_diagram_init(&part, &e->counted);
    bight_status status = piece != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    int32_t pieces = status == BIGHT_OK ? bi_diagram_pieces(map, piece, piece + n) : 0;
    *signature = 0;
    *apart = pieces + map->circles > 1;

    // a knot without crossings has determinant 1
    for (int32_t i = 0; i < (pieces > 0 ? pieces : 1) && status == BIGHT_OK; i++) {
        int32_t one = 0;
        status = pieces > 1 ? bi_diagram_extract(&part, map, piece, i, piece + n) : bi_diagram_copy(&part, map);
        status = status == BIGHT_OK ? bi_signature_large(&part, &e->scratch, &one, &large) : status;
        *signature += one;
    }
    if (status == BIGHT_OK && text != NULL && !*apart) {
        status = bi_residues_text(&e->scratch.residues, large.digits, large.primes, text);
    }
    bi_diagram_free(&part);
    bi_free_array(&e->counted, piece, total, sizeof *piece);
    return status;
}

bight_status bight_diagram_determinant(const bight_env *env, const bight_diagram *diagram,
                                       const bight_budget *budget, bight_bytes *text, bight_error *error)
{
    static const char what[] = "the determinant";
    effort e;
    bight_status status = begin(&e, env, diagram, budget, text, what, error);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t signature;
    bool apart = false;
    *text = (bight_bytes){0};
    status = signature_of(&e, &diagram->map, &signature, &apart, text);
    if (status == BIGHT_OK && apart) {
        text->size = 0;
        status = append_zero(&e, text);
    }
    if (status == BIGHT_OK && text->data[0] == '-') {
        // the determinant is taken without its sign
        for (size_t i = 1; i < text->size; i++) {
            text->data[i - 1] = text->data[i];
        }
        text->size--;
    }
    status = end(&e, status, diagram, what, error);
    if (status != BIGHT_OK) {
        give_up(&e, text);
    }
    return status;
}

bight_status bight_diagram_signature(const bight_env *env, const bight_diagram *diagram,
                                     const bight_budget *budget, int32_t *signature, bight_error *error)
{
    static const char what[] = "the signature";
    effort e;
    bight_status status = begin(&e, env, diagram, budget, signature, what, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bool apart;
    status = signature_of(&e, &diagram->map, signature, &apart, NULL);
    return end(&e, status, diagram, what, error);
}

static bight_status write_polynomial(effort *e, const bi_large *large, bight_bytes *text)
{
    bool zero = true;
    int32_t degree = large->count;
    while (degree > 0 && zero) {
        degree--;
        for (int32_t k = 0; k < large->primes; k++) {
            zero = zero && large->digits[(size_t)degree * (size_t)large->primes + (size_t)k] == 0;
        }
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = -degree; i <= degree && status == BIGHT_OK; i++) {
        size_t which = (size_t)(i < 0 ? -i : i);
        status = bi_residues_text(&e->scratch.residues, large->digits + which * (size_t)large->primes,
                                  large->primes, text);
        if (status == BIGHT_OK && i < degree) {
            status = bi_reserve(&e->counted, &text->data, &text->capacity, (int64_t)text->size + 1, 1);
            if (status == BIGHT_OK) {
                text->data[text->size++] = ' ';
            }
        }
    }
    return status;
}

bight_status bight_diagram_alexander(const bight_env *env, const bight_diagram *diagram,
                                     const bight_budget *budget, bight_bytes *text, bight_error *error)
{
    static const char what[] = "the Alexander polynomial";
    effort e;
    if (diagram != NULL && diagram->components > 1) {
        return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0, "%s of %d components: see bight_diagram_alexander_link()",
                       what, (int)diagram->components);
    }
    bight_status status = begin(&e, env, diagram, budget, text, what, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_large large = {0};
    *text = (bight_bytes){0};
    status = bi_alexander_large(&diagram->map, &e.scratch, &large);
    status = status == BIGHT_OK ? write_polynomial(&e, &large, text) : status;
    status = end(&e, status, diagram, what, error);
    if (status != BIGHT_OK) {
        give_up(&e, text);
    }
    return status;
}

int32_t bight_arf_of_text(const bight_bytes *determinant)
{
    // modulo 8 the last three digits decide, as 8 divides 1000
    int64_t rest = 0;
    for (size_t i = determinant->size > 3 ? determinant->size - 3 : 0; i < determinant->size; i++) {
        rest = 10 * rest + (determinant->data[i] - '0');
    }
    return bight_arf(rest);
}
