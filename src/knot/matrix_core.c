// SPDX-License-Identifier: MIT
// Where a chain is knotted: shortest and longest stretches of each kind, from its matrix.

#include "knot/matrix.h"
#include "core/memory.h"

#include <string.h>

// Slipknots of one kind that lie apart.
#define MOST_APART 4

const char *bight_knot_role_text(bight_knot_role role)
{
    return role == BIGHT_KNOT_ROLE_WHOLE ? "whole" : role == BIGHT_KNOT_ROLE_FACTOR ? "factor" : "slipknot";
}

// Stretches found so far; more than `most` are only counted.
typedef struct list {
    const bight_knot_matrix *matrix;
    bight_knot_stretch *out;
    int32_t count, most;
} list;

// Vertices that no other core may use.
static bool is_apart(const bool *taken, int32_t first, int32_t last)
{
    bool apart = true;
    for (int32_t v = first; v <= last && apart; v++) {
        apart = !taken[v];
    }
    return apart;
}

// The shortest cell of a kind that keeps clear of what is taken, in vertices of the curve; the first of several.
static bool shortest(const bight_knot_matrix *matrix, int32_t kind, const bool *taken, int32_t cell[2])
{
    int32_t best = matrix->points;
    for (int32_t i = 0; i + 1 < matrix->side; i++) {
        for (int32_t j = i + 1; j < matrix->side && matrix->vertices[j] - matrix->vertices[i] < best; j++) {
            if (matrix->cells[bight_knot_matrix_at(i, j)] == kind &&
                is_apart(taken, matrix->vertices[i], matrix->vertices[j])) {
                best = matrix->vertices[j] - matrix->vertices[i];
                cell[0] = i;
                cell[1] = j;
            }
        }
    }
    return best < matrix->points;
}

static void longest_around(const bight_knot_matrix *matrix, int32_t kind, const int32_t core[2],
                           bight_knot_stretch *stretch)
{
    int32_t best = -1;
    for (int32_t i = 0; i <= core[0]; i++) {
        for (int32_t j = core[1]; j < matrix->side; j++) {
            int32_t length = matrix->vertices[j] - matrix->vertices[i];
            if (length > best && matrix->cells[bight_knot_matrix_at(i, j)] == kind) {
                best = length;
                stretch->long_first = matrix->vertices[i];
                stretch->long_last = matrix->vertices[j];
            }
        }
    }
}

// Adds the next core of a kind. false: there is none that lies apart from the others.
static bool add(list *l, int32_t kind, bight_knot_role role, bool *taken)
{
    int32_t core[2];
    if (!shortest(l->matrix, kind, taken, core)) {
        return false;
    }
    bight_knot_stretch stretch = {.kind = kind, .role = role, .cells = l->matrix->kinds[kind].cells};
    stretch.first = l->matrix->vertices[core[0]];
    stretch.last = l->matrix->vertices[core[1]];
    longest_around(l->matrix, kind, core, &stretch);
    memset(taken + stretch.first, 1, (size_t)(stretch.last - stretch.first + 1));
    if (l->count < l->most) {
        l->out[l->count] = stretch;
    }
    l->count++;
    return true;
}

static int32_t find_kind(const bight_knot_matrix *matrix, const char *name, bight_handedness hand)
{
    for (int32_t i = 0; i < matrix->kind_count; i++) {
        if (strcmp(matrix->kinds[i].name, name) == 0 && matrix->kinds[i].handedness == hand) {
            return i;
        }
    }
    return -1;
}

// Is every factor of the kind, of either hand, one of the whole's?
static bool is_part(const bight_knot_kind *kind, const bight_knot_result *whole)
{
    bool used[BIGHT_KNOT_MAX_FACTORS] = {false}, all = whole->factor_count > kind->factor_count;
    const char *at = kind->name;
    while (all && *at != '\0') {
        at += *at == 'm';
        const char *end = strstr(at, " # ");
        size_t length = end != NULL ? (size_t)(end - at) : strlen(at);
        all = false;
        for (int32_t i = 0; i < whole->factor_count && i < BIGHT_KNOT_MAX_FACTORS && !all; i++) {
            const char *name = whole->factors[i].name;
            all = !used[i] && strlen(name) == length && memcmp(name, at, length) == 0;
            used[i] = used[i] || all;
        }
        at = end != NULL ? end + 3 : at + length;
    }
    return all;
}

int32_t bight_knot_matrix_stretches(const bight_env *env, const bight_knot_matrix *matrix,
                                    const bight_knot_result *whole, bight_knot_stretch *stretches,
                                    int32_t most)
{
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    list l = {matrix, stretches, 0, most};
    size_t points = (size_t)matrix->points, kinds = (size_t)matrix->kind_count;
    bool *taken = bi_new_array(allocator, points, sizeof *taken);
    bool *used = bi_new_array(allocator, kinds, sizeof *used);
    if (taken == NULL || used == NULL) {
        bi_free_array(allocator, taken, points, sizeof *taken);
        bi_free_array(allocator, used, kinds, sizeof *used);
        return -1;
    }

    // the whole chain's knot, then its factors; equal ones lie apart
    bight_handedness hand =
        whole->factor_count == 1 ? whole->factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
    int32_t kind = whole->factor_count > 0 && whole->proved ? find_kind(matrix, whole->name, hand) : -1;
    if (kind >= 0) {
        used[kind] = true;
        add(&l, kind, BIGHT_KNOT_ROLE_WHOLE, taken);
        memset(taken, 0, points);
    }
    int32_t factors = whole->factor_count > 1 ? whole->factor_count : 0;
    for (int32_t i = 0, last = -1; i < factors && i < BIGHT_KNOT_MAX_FACTORS; i++, last = kind) {
        kind = find_kind(matrix, whole->factors[i].name, whole->factors[i].handedness);
        if (kind != last) {
            memset(taken, 0, points);
        }
        if (kind > 0 && matrix->kinds[kind].proved) {
            used[kind] = true;
            add(&l, kind, BIGHT_KNOT_ROLE_FACTOR, taken);
        }
    }

    // all else that is knotted is lost in the whole; those of most cells first
    for (;;) {
        kind = -1;
        for (int32_t i = 1; i < matrix->kind_count; i++) {
            const bight_knot_kind *k = &matrix->kinds[i];
            bool counts = !used[i] && k->proved && k->factor_count > 0 && k->cells > 0 && !is_part(k, whole);
            kind = counts && (kind < 0 || k->cells > matrix->kinds[kind].cells) ? i : kind;
        }
        if (kind < 0) {
            break;
        }
        used[kind] = true;
        memset(taken, 0, points);
        for (int32_t n = 0; n < MOST_APART && add(&l, kind, BIGHT_KNOT_ROLE_SLIPKNOT, taken); n++) {
        }
    }

    bi_free_array(allocator, taken, points, sizeof *taken);
    bi_free_array(allocator, used, kinds, sizeof *used);
    return l.count;
}
