// SPDX-License-Identifier: MIT
// The plan of a sparse matrix: the order of elimination, and what it fills.

#include "solve/sparse.h"

#include "core/memory.h"

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
        s->nodes = n;
    }
    return status;
}

// ---- the order ---------------------------------------------------------------------------------------

// Neighbours of each node, each once, one list behind the other. Returns the length of all.
static int32_t list_neighbours(bi_sparse *s, const bi_sparse_pair *pairs, int32_t pair_count)
{
    int32_t n = s->nodes;
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
    for (int32_t i = s->nodes - 1; i >= 0; i--) {
        if (is_late(late, i) == now) {
            enter(s, head, i);
        }
    }
}

// What couples late nodes when all others are eliminated.
static bight_status list_left(bi_sparse *s, const bight_allocator *allocator, const bool *late)
{
    int64_t twice = 0;
    for (int32_t i = 0; i < s->nodes; i++) {
        twice += is_late(late, i) ? s->length[i] : 0;
    }
    bight_status status = bi_reserve(allocator, &s->left, &s->left_capacity, twice / 2 + 1, sizeof *s->left);
    for (int32_t i = 0; i < s->nodes && status == BIGHT_OK; i++) {
        for (int32_t e = 0; is_late(late, i) && e < s->length[i]; e++) {
            int32_t other = s->pool[s->list[i] + e];
            if (i < other) {
                s->left[s->left_count++] = (bi_sparse_pair){i, other};
            }
        }
    }
    return status;
}

// Eliminate the nodes on the graph, one of least degree after the other, and those that are late after all others, which
// may be no part of it.
static bight_status find_order(bi_sparse *s, const bight_allocator *allocator, int32_t end, const bool *late,
                               bool late_alone)
{
    int32_t head[DEGREES], others = 0;
    for (int32_t i = 0; i < s->nodes; i++) {
        s->mark[i] = -1;
        others += !is_late(late, i);
    }
    s->early = late_alone ? 0 : others;
    s->n = s->nodes - others + s->early;
    int32_t n = s->n;
    if (s->early > 0) {
        enter_all(s, head, late, false);
    }

    s->begin[0] = 0;
    s->left_count = 0;
    bight_status status = BIGHT_OK;
    for (int32_t k = 0, ring = 0; k < n; k++) {
        if (k == s->early) {
            enter_all(s, head, late, true);
            ring = 0;
            status = s->lists_left ? list_left(s, allocator, late) : BIGHT_OK;
            if (status != BIGHT_OK) {
                return status;
            }
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
        status = bi_reserve(allocator, &s->pool, &s->pool_capacity, (int64_t)end + room, sizeof *s->pool);
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

// Numbers of all blocks: diagonal, right and below.
static int64_t value_count(const bi_sparse *s)
{
    return 9 * (int64_t)s->n + 18 * (int64_t)s->begin[s->n];
}

// Blocks of late nodes, likewise.
static int64_t late_blocks(const bi_sparse *s)
{
    return (int64_t)(s->n - s->early) + 2 * (int64_t)(s->begin[s->n] - s->begin[s->early]);
}

static bool is_planned(const bi_sparse *s, int32_t n, const bi_sparse_pair *pairs, int32_t pair_count,
                       const bool *late, bool late_alone)
{
    if (!s->planned || s->nodes != n || s->asked_alone != late_alone || s->asked_count != pair_count ||
        (pair_count > 0 && memcmp(s->asked, pairs, (size_t)pair_count * sizeof *pairs) != 0) ||
        (s->keeps && s->base_capacity < 9 * late_blocks(s) + 1)) {
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
                             int32_t pair_count, const bool *late, bool late_alone)
{
    bight_status status =
        bi_reserve(allocator, &s->asked, &s->asked_capacity, (int64_t)pair_count + 1, sizeof *s->asked);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &s->asked_late, &s->asked_late_capacity, (int64_t)s->nodes + 1,
                            sizeof *s->asked_late);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    if (pair_count > 0) {
        memcpy(s->asked, pairs, (size_t)pair_count * sizeof *pairs);
    }
    for (int32_t i = 0; i < s->nodes; i++) {
        s->asked_late[i] = is_late(late, i);
    }
    s->asked_alone = late_alone;
    s->asked_count = pair_count;
    s->planned = true;
    return BIGHT_OK;
}

static bight_status make_plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                              const bi_sparse_pair *pairs, int32_t pair_count, const bool *late,
                              bool late_alone)
{
    bight_status status = reserve_nodes(s, allocator, n);
    if (status == BIGHT_OK) {
        status =
            bi_reserve(allocator, &s->pool, &s->pool_capacity, 2 * (int64_t)pair_count + 1, sizeof *s->pool);
    }
    if (status == BIGHT_OK) {
        status = find_order(s, allocator, list_neighbours(s, pairs, pair_count), late, late_alone);
    }
    int64_t values = status == BIGHT_OK ? value_count(s) : 0;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &s->value, &s->value_capacity, values + 1, sizeof *s->value);
    }
    if (status == BIGHT_OK && s->keeps) {
        status = bi_reserve(allocator, &s->base, &s->base_capacity, 9 * late_blocks(s) + 1, sizeof *s->base);
    }
    return status == BIGHT_OK ? remember(s, allocator, pairs, pair_count, late, late_alone) : status;
}

static bight_status plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                         const bi_sparse_pair *pairs, int32_t pair_count, const bool *late, bool late_alone)
{
    if (!is_planned(s, n, pairs, pair_count, late, late_alone)) {
        s->planned = false;
        bight_status status = make_plan(s, allocator, n, pairs, pair_count, late, late_alone);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    memset(s->value, 0, (size_t)value_count(s) * sizeof *s->value);
    return BIGHT_OK;
}

bight_status bi_sparse_plan(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                            const bi_sparse_pair *pairs, int32_t pair_count, const bool *late)
{
    return plan(s, allocator, n, pairs, pair_count, late, false);
}

bight_status bi_sparse_plan_late(bi_sparse *s, const bight_allocator *allocator, int32_t n,
                                 const bi_sparse_pair *pairs, int32_t pair_count, const bool *late)
{
    return plan(s, allocator, n, pairs, pair_count, late, true);
}
