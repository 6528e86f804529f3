// SPDX-License-Identifier: MIT

#include "solve/sparse.h"

#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

static double *right_of(const bi_sparse *s, int32_t entry)
{
    return s->value + 9 * (ptrdiff_t)s->n + 9 * (ptrdiff_t)entry;
}

static double *below(const bi_sparse *s, int32_t entry)
{
    return right_of(s, s->begin[s->n] + entry);
}

// Where the pair of these places is among the columns.
static int32_t entry_of(const bi_sparse *s, int32_t i, int32_t k)
{
    int32_t first = i < k ? i : k, later = i < k ? k : i, e = s->begin[first];
    while (s->column[e] != later) {
        BI_ASSERT(e + 1 < s->begin[first + 1]);
        e++;
    }
    return e;
}

int32_t bi_sparse_find(const bi_sparse *s, int32_t row, int32_t column)
{
    int32_t i = s->place[row], k = s->place[column];
    if (i == k) {
        return 9 * i;
    }
    int32_t e = entry_of(s, i, k);
    return 9 * (s->n + (i < k ? e : s->begin[s->n] + e));
}

// Between the values of late blocks, three pieces, and `base`, which has them one behind the other.
static void copy_late(bi_sparse *s, bool keep)
{
    BI_ASSERT(s->keeps);
    size_t nodes = (size_t)(s->n - s->early), first = (size_t)s->begin[s->early],
           entries = (size_t)s->begin[s->n];
    size_t at[3] = {(size_t)s->early, (size_t)s->n + first, (size_t)s->n + entries + first};
    double *base = s->base;
    for (int32_t k = 0; k < 3 && nodes > 0; k++) {
        size_t count = 9 * (k == 0 ? nodes : entries - first);
        double *value = s->value + 9 * at[k];
        memcpy(keep ? base : value, keep ? value : base, count * sizeof *base);
        base += count;
    }
}

void bi_sparse_keep(bi_sparse *s)
{
    copy_late(s, true);
}

void bi_sparse_reset(bi_sparse *s)
{
    copy_late(s, false);
}

int32_t bi_sparse_match_late(const bi_sparse *to, const bi_sparse *from, bi_sparse_match *matches)
{
    BI_ASSERT(from->keeps && from->lists_left);
    int32_t nodes = from->n - from->early, first = from->begin[from->early],
            entries = from->begin[from->n] - first, count = 0;
    for (int32_t k = 0; k < nodes; k++) {
        int32_t node = from->order[from->early + k];
        matches[count++] = (bi_sparse_match){9 * k, bi_sparse_find(to, node, node)};
    }
    for (int32_t k = 0; k < from->left_count; k++) {
        int32_t a = from->left[k].a, b = from->left[k].b;
        bool turned = from->place[a] > from->place[b];
        int32_t row = turned ? b : a, column = turned ? a : b;
        int32_t at = nodes + entry_of(from, from->place[a], from->place[b]) - first;
        matches[count++] = (bi_sparse_match){9 * at, bi_sparse_find(to, row, column)};
        matches[count++] = (bi_sparse_match){9 * (at + entries), bi_sparse_find(to, column, row)};
    }
    return count;
}

void bi_sparse_set_late(bi_sparse *to, const bi_sparse *from, const bi_sparse_match *matches, int32_t count)
{
    memset(to->value, 0, (9 * (size_t)to->n + 18 * (size_t)to->begin[to->n]) * sizeof *to->value);
    for (int32_t k = 0; k < count; k++) {
        memcpy(to->value + matches[k].to, from->base + matches[k].from, 9 * sizeof *to->value);
    }
}

// a^-1 = adj(a) / det(a)
static bool invert(double a[9])
{
    double c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8], c2 = a[3] * a[7] - a[4] * a[6];
    double det = a[0] * c0 + a[1] * c1 + a[2] * c2;
    if (!(fabs(det) > 1e-300)) {
        return false;
    }
    double by = 1.0 / det;
    double out[9] = {c0 * by, (a[2] * a[7] - a[1] * a[8]) * by, (a[1] * a[5] - a[2] * a[4]) * by,
                     c1 * by, (a[0] * a[8] - a[2] * a[6]) * by, (a[2] * a[3] - a[0] * a[5]) * by,
                     c2 * by, (a[1] * a[6] - a[0] * a[7]) * by, (a[0] * a[4] - a[1] * a[3]) * by};
    memcpy(a, out, sizeof out);
    return true;
}

// c -= a b
static inline void subtract_product(double *restrict c, const double *restrict a, const double *restrict b)
{
    for (int32_t i = 0; i < 3; i++) {
        double x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
        for (int32_t k = 0; k < 3; k++) {
            c[3 * i + k] -= x * b[k] + y * b[3 + k] + z * b[6 + k];
        }
    }
}

// Take block p off the blocks of its later neighbours: A_uv -= A_up A_pp^-1 A_pv.
static bool eliminate(bi_sparse *s, int32_t p)
{
    int32_t from = s->begin[p], to = s->begin[p + 1];
    double *diagonal = s->value + 9 * (ptrdiff_t)p;
    if (!invert(diagonal)) {
        return false;
    }
    for (int32_t e = from; e < to; e++) {
        double *block = right_of(s, e), g[9] = {0};
        subtract_product(g, diagonal, block);
        for (int32_t c = 0; c < 9; c++) {
            block[c] = -g[c];
        }
    }
    for (int32_t e = from; e < to; e++) {
        int32_t u = s->column[e], at = s->begin[u];
        const double *low = below(s, e), *g = right_of(s, e);
        subtract_product(s->value + 9 * (ptrdiff_t)u, low, g);
        for (int32_t f = e + 1; f < to; f++) {
            while (s->column[at] != s->column[f]) {
                at++;
            }
            subtract_product(right_of(s, at), low, right_of(s, f));
            subtract_product(below(s, at), below(s, f), g);
        }
    }
    return true;
}

bool bi_sparse_factor(bi_sparse *s, int32_t from, int32_t to)
{
    for (int32_t p = from; p < to; p++) {
        if (!eliminate(s, p)) {
            return false;
        }
    }
    return true;
}

// y -= a x
static inline void subtract_applied(double *restrict y, const double *restrict a, const double *restrict x)
{
    for (int32_t i = 0; i < 3; i++) {
        y[i] -= a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2];
    }
}

void bi_sparse_solve_down(const bi_sparse *s, double *x, int32_t from, int32_t to)
{
    for (int32_t p = from; p < to; p++) {
        double *mine = x + 3 * (ptrdiff_t)s->order[p], y[3] = {0};
        subtract_applied(y, s->value + 9 * (ptrdiff_t)p, mine);
        for (int32_t k = 0; k < 3; k++) {
            mine[k] = -y[k];
        }
        for (int32_t e = s->begin[p]; e < s->begin[p + 1]; e++) {
            subtract_applied(x + 3 * (ptrdiff_t)s->order[s->column[e]], below(s, e), mine);
        }
    }
}

void bi_sparse_solve_up(const bi_sparse *s, double *x, int32_t from, int32_t to)
{
    for (int32_t p = to - 1; p >= from; p--) {
        double *mine = x + 3 * (ptrdiff_t)s->order[p];
        for (int32_t e = s->begin[p]; e < s->begin[p + 1]; e++) {
            subtract_applied(mine, right_of(s, e), x + 3 * (ptrdiff_t)s->order[s->column[e]]);
        }
    }
}

void bi_sparse_reach(bi_sparse *s, const int32_t *nodes, int32_t count, double *x)
{
    int32_t at[BI_SPARSE_REACH];
    BI_ASSERT(count <= BI_SPARSE_REACH);
    for (int32_t k = 0; k < count; k++) {
        at[k] = s->place[nodes[k]];
    }

    // all ways up at once, the lowest place first: a block's first later neighbour has all its others as its own
    s->reach_count = 0;
    for (;;) {
        int32_t lowest = s->n;
        for (int32_t k = 0; k < count; k++) {
            lowest = at[k] < lowest ? at[k] : lowest;
        }
        if (lowest == s->n) {
            return;
        }
        BI_ASSERT(lowest >= s->early);
        s->list[s->reach_count++] = lowest;
        memset(x + 9 * (ptrdiff_t)(lowest - s->early), 0, 9 * sizeof *x);
        int32_t up = s->begin[lowest] < s->begin[lowest + 1] ? s->column[s->begin[lowest]] : s->n;
        for (int32_t k = 0; k < count; k++) {
            at[k] = at[k] == lowest ? up : at[k];
        }
    }
}

void bi_sparse_reach_products(const bi_sparse *s, double *x, double products[9])
{
    memset(products, 0, 9 * sizeof *products);
    for (int32_t k = 0; k < s->reach_count; k++) {
        int32_t p = s->list[k];
        const double *mine = x + 9 * (ptrdiff_t)(p - s->early);
        double y[9] = {0};
        subtract_product(y, s->value + 9 * (ptrdiff_t)p, mine);
        for (int32_t c = 0; c < 9; c++) {
            y[c] = -y[c];
        }
        for (int32_t i = 0; i < 3; i++) {
            for (int32_t c = 0; c < 3; c++) {
                products[3 * i + c] += mine[i] * y[c] + mine[3 + i] * y[3 + c] + mine[6 + i] * y[6 + c];
            }
        }
        for (int32_t e = s->begin[p]; e < s->begin[p + 1]; e++) {
            subtract_product(x + 9 * (ptrdiff_t)(s->column[e] - s->early), below(s, e), y);
        }
    }
}

void bi_sparse_solve(const bi_sparse *s, double *x)
{
    bi_sparse_solve_down(s, x, 0, s->n);
    bi_sparse_solve_up(s, x, 0, s->n);
}

void bi_sparse_free(bi_sparse *s, const bight_allocator *allocator)
{
    bi_free_array(allocator, s->ints, (size_t)s->ints_capacity, sizeof *s->ints);
    bi_free_array(allocator, s->column, (size_t)s->column_capacity, sizeof *s->column);
    bi_free_array(allocator, s->value, (size_t)s->value_capacity, sizeof *s->value);
    bi_free_array(allocator, s->base, (size_t)s->base_capacity, sizeof *s->base);
    bi_free_array(allocator, s->pool, (size_t)s->pool_capacity, sizeof *s->pool);
    bi_free_array(allocator, s->asked, (size_t)s->asked_capacity, sizeof *s->asked);
    bi_free_array(allocator, s->left, (size_t)s->left_capacity, sizeof *s->left);
    bi_free_array(allocator, s->asked_late, (size_t)s->asked_late_capacity, sizeof *s->asked_late);
    *s = (bi_sparse){0};
}

size_t bi_sparse_bytes(const bi_sparse *s)
{
    size_t ints = (size_t)s->ints_capacity + (size_t)s->column_capacity + (size_t)s->pool_capacity;
    return ints * sizeof *s->ints +
           ((size_t)s->value_capacity + (size_t)s->base_capacity) * sizeof *s->value +
           ((size_t)s->asked_capacity + (size_t)s->left_capacity) * sizeof *s->asked +
           (size_t)s->asked_late_capacity * sizeof *s->asked_late;
}
