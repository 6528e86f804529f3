// SPDX-License-Identifier: MIT

#include "solve/sparse.h"

#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

// Nodes of this degree and above are in one ring.
#define DEGREES 64

// Arrays of integers by node.
enum { INT_ARRAYS = 8 };

static bight_status reserve_nodes(bi_sparse *s, const bight_allocator *allocator, int32_t n)
{
    int64_t row = (int64_t)n + 1;
    bight_status status =
        bi_reserve(allocator, &s->ints, &s->ints_capacity, INT_ARRAYS * row, sizeof *s->ints);
    if (status == BIGHT_OK) {
        int32_t **array[INT_ARRAYS] = {&s->place,  &s->order, &s->begin, &s->list,
                                       &s->length, &s->next,  &s->last,  &s->mark};
        for (int32_t k = 0; k < INT_ARRAYS; k++) {
            *array[k] = s->ints + k * row;
        }
        s->n = n;
    }
    return status;
}

// ---- the order ---------------------------------------------------------------------------------------

// Neighbours of each node, each once, one list behind the other. Returns the length of all.
static int32_t list_neighbours(bi_sparse *s, const bi_sparse_pair *pairs, int32_t pair_count)
{
    int32_t n = s->n;
    for (int32_t i = 0; i <= n; i++) {
        s->list[i] = s->length[i] = 0;
        s->mark[i] = -1;
    }

    // room for all, also for those that come twice
    for (int32_t k = 0; k < pair_count; k++) {
        if (pairs[k].a != pairs[k].b) {
            s->list[pairs[k].a + 1]++;
            s->list[pairs[k].b + 1]++;
        }
    }
    for (int32_t i = 0; i < n; i++) {
        s->list[i + 1] += s->list[i];
    }
    for (int32_t k = 0; k < pair_count; k++) {
        int32_t a = pairs[k].a, b = pairs[k].b;
        if (a != b) {
            s->pool[s->list[a] + s->length[a]++] = b;
            s->pool[s->list[b] + s->length[b]++] = a;
        }
    }

    // each once
    int32_t end = s->list[n];
    for (int32_t i = 0; i < n; i++) {
        int32_t *list = s->pool + s->list[i], kept = 0;
        for (int32_t k = 0; k < s->length[i]; k++) {
            if (s->mark[list[k]] != i) {
                s->mark[list[k]] = i;
                list[kept++] = list[k];
            }
        }
        s->length[i] = kept;
    }
    return end;
}

static int32_t ring_of(const bi_sparse *s, int32_t node)
{
    return s->length[node] < DEGREES - 1 ? s->length[node] : DEGREES - 1;
}

static void enter(bi_sparse *s, int32_t *head, int32_t node)
{
    int32_t ring = ring_of(s, node);
    s->next[node] = head[ring];
    s->last[node] = -1;
    if (head[ring] >= 0) {
        s->last[head[ring]] = node;
    }
    head[ring] = node;
}

static void leave(bi_sparse *s, int32_t *head, int32_t node)
{
    if (s->last[node] >= 0) {
        s->next[s->last[node]] = s->next[node];
    } else {
        head[ring_of(s, node)] = s->next[node];
    }
    if (s->next[node] >= 0) {
        s->last[s->next[node]] = s->last[node];
    }
}

// Node u loses p and gets all other neighbours of p. The new list lies where the old one did, or at the pool's end.
static void join(bi_sparse *s, int32_t p, int32_t u, int32_t *end)
{
    int32_t *mine = s->pool + s->list[u], kept = 0, more = 0;
    const int32_t *others = s->pool + s->list[p];
    for (int32_t k = 0; k < s->length[u]; k++) {
        if (mine[k] != p) {
            mine[kept++] = mine[k];
            s->mark[mine[k]] = u;
        }
    }
    for (int32_t k = 0; k < s->length[p]; k++) {
        more += others[k] != u && s->mark[others[k]] != u;
    }
    if (kept + more > s->length[u]) {
        memcpy(s->pool + *end, mine, (size_t)kept * sizeof *mine);
        s->list[u] = *end;
        mine = s->pool + *end;
        *end += kept + more;
    }
    for (int32_t k = 0; k < s->length[p]; k++) {
        if (others[k] != u && s->mark[others[k]] != u) {
            mine[kept++] = others[k];
        }
    }
    s->length[u] = kept;
    for (int32_t k = 0; k < kept; k++) {
        s->mark[mine[k]] = -1;
    }
}

static bool is_late(const bool *late, int32_t node)
{
    return late == NULL || late[node];
}

// The nodes that are late, or the others, into the rings.
static void enter_all(bi_sparse *s, int32_t *head, const bool *late, bool now)
{
    for (int32_t k = 0; k < DEGREES; k++) {
        head[k] = -1;
    }
    for (int32_t i = s->n - 1; i >= 0; i--) {
        if (is_late(late, i) == now) {
            enter(s, head, i);
        }
    }
}

// Eliminate the nodes on the graph, one of least degree after the other, and those that are late after all others.
static bight_status find_order(bi_sparse *s, const bight_allocator *allocator, int32_t end, const bool *late)
{
    int32_t head[DEGREES], n = s->n;
    s->early = 0;
    for (int32_t i = 0; i < n; i++) {
        s->mark[i] = -1;
        s->early += !is_late(late, i);
    }
    enter_all(s, head, late, false);

    s->begin[0] = 0;
    for (int32_t k = 0, ring = 0; k < n; k++) {
        if (k == s->early) {
            enter_all(s, head, late, true);
            ring = 0;
        }
        ring = ring > 0 ? ring - 1 : 0; // a neighbour may have lost one
        while (head[ring] < 0) {
            ring++;
        }
        int32_t p = head[ring], degree = s->length[p], room = 0;
        leave(s, head, p);
        for (int32_t e = 0; e < degree; e++) {
            room += s->length[s->pool[s->list[p] + e]] + degree;
        }
        bight_status status =
            bi_reserve(allocator, &s->pool, &s->pool_capacity, (int64_t)end + room, sizeof *s->pool);
        if (status == BIGHT_OK) {
            status = bi_reserve(allocator, &s->column, &s->column_capacity, (int64_t)s->begin[k] + degree + 1,
                                sizeof *s->column);
        }
        if (status != BIGHT_OK) {
            return status;
        }
        if (degree > 0) {
            memcpy(s->column + s->begin[k], s->pool + s->list[p], (size_t)degree * sizeof *s->column);
        }
        s->order[k] = p;
        s->place[p] = k;
        s->begin[k + 1] = s->begin[k] + degree;
        for (int32_t e = 0; e < degree; e++) {
            int32_t u = s->column[s->begin[k] + e];
            bool waits = k < s->early && is_late(late, u); // it is in no ring yet
            if (!waits) {
                leave(s, head, u);
            }
            join(s, p, u, &end);
            if (!waits) {
                enter(s, head, u);
            }
        }
    }

    // later neighbours by place, ascending
    for (int32_t k = 0; k < n; k++) {
        int32_t *c = s->column + s->begin[k], degree = s->begin[k + 1] - s->begin[k];
        for (int32_t e = 0; e < degree; e++) {
            int32_t place = s->place[c[e]], at = e;
            for (; at > 0 && c[at - 1] > place; at--) {
                c[at] = c[at - 1];
            }
            c[at] = place;
        }
    }
    return BIGHT_OK;
}

static bool is_planned(const bi_sparse *s, int32_t n, const bi_sparse_pair *pairs, int32_t pair_count,
                       const bool *late)
{
    if (!s->planned || s->n != n || s->asked_count != pair_count ||
        (pair_count > 0 && memcmp(s->asked, pairs, (size_t)pair_count * sizeof *pairs) != 0)) {
        return false;
    }
    for (int32_t i = 0; i < n; i++) {
        if (s->asked_late[i] != is_late(late, i)) {
            return false;
        }
    }
    return true;
}

static bight_status remember(bi_sparse *s, const bight_allocator *allocator, const bi_sparse_pair *pairs,
                             int32_t pair_count, const bool *late)
{
    bight_status status =
        bi_reserve(allocator, &s->asked, &s->asked_capacity, (int64_t)pair_count + 1, sizeof *s->asked);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &s->asked_late, &s->asked_late_capacity, (int64_t)s->n + 1,
                            sizeof *s->asked_late);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    if (pair_count > 0) {
        memcpy(s->asked, pairs, (size_t)pair_count * sizeof *pairs);
    }
    for (int32_t i = 0; i < s->n; i++) {
        s->asked_late[i] = is_late(late, i);
    }
    s->asked_count = pair_count;
    s->planned = true;
    return BIGHT_OK;
}

// Blocks of late nodes: diagonal, right and below.
static int64_t late_blocks(const bi_sparse *s)
{
    return (int64_t)(s->n - s->early) + 2 * (int64_t)(s->begin[s->n] - s->begin[s->early]);
}

static bight_status make_plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                              const bi_sparse_pair *pairs, int32_t pair_count, const bool *late)
{
    bight_status status = reserve_nodes(s, allocator, n);
    if (status == BIGHT_OK) {
        status =
            bi_reserve(allocator, &s->pool, &s->pool_capacity, 2 * (int64_t)pair_count + 1, sizeof *s->pool);
    }
    if (status == BIGHT_OK) {
        status = find_order(s, allocator, list_neighbours(s, pairs, pair_count), late);
    }
    int64_t values = status == BIGHT_OK ? 9 * (int64_t)n + 18 * (int64_t)s->begin[n] : 0;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &s->value, &s->value_capacity, values + 1, sizeof *s->value);
    }
    if (status == BIGHT_OK && s->keeps) {
        status = bi_reserve(allocator, &s->base, &s->base_capacity, 9 * late_blocks(s) + 1, sizeof *s->base);
    }
    return status == BIGHT_OK ? remember(s, allocator, pairs, pair_count, late) : status;
}

bight_status bi_sparse_plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                            const bi_sparse_pair *pairs, int32_t pair_count, const bool *late)
{
    if (!is_planned(s, n, pairs, pair_count, late)) {
        s->planned = false;
        bight_status status = make_plan(s, allocator, n, pairs, pair_count, late);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    memset(s->value, 0, (9 * (size_t)n + 18 * (size_t)s->begin[n]) * sizeof *s->value);
    return BIGHT_OK;
}

// ---- numbers -----------------------------------------------------------------------------------------

static double *right_of(const bi_sparse *s, int32_t entry)
{
    return s->value + 9 * (ptrdiff_t)s->n + 9 * (ptrdiff_t)entry;
}

static double *below(const bi_sparse *s, int32_t entry)
{
    return right_of(s, s->begin[s->n] + entry);
}

int32_t bi_sparse_find(const bi_sparse *s, int32_t row, int32_t column)
{
    int32_t i = s->place[row], k = s->place[column], first = i < k ? i : k, later = i < k ? k : i;
    if (i == k) {
        return 9 * i;
    }
    int32_t e = s->begin[first];
    while (s->column[e] != later) {
        BI_ASSERT(e + 1 < s->begin[first + 1]);
        e++;
    }
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
    bi_free_array(allocator, s->asked_late, (size_t)s->asked_late_capacity, sizeof *s->asked_late);
    *s = (bi_sparse){0};
}

size_t bi_sparse_bytes(const bi_sparse *s)
{
    size_t ints = (size_t)s->ints_capacity + (size_t)s->column_capacity + (size_t)s->pool_capacity;
    return ints * sizeof *s->ints +
           ((size_t)s->value_capacity + (size_t)s->base_capacity) * sizeof *s->value +
           (size_t)s->asked_capacity * sizeof *s->asked +
           (size_t)s->asked_late_capacity * sizeof *s->asked_late;
}
