// SPDX-License-Identifier: MIT

#include "solve/chain.h"

#include "core/assert.h"

static bi_mat3 minus(const bi_sym3 *k)
{
    const double *m = k->m;
    return (bi_mat3){{-m[0], -m[1], -m[2], -m[1], -m[3], -m[4], -m[2], -m[4], -m[5]}};
}

static const bi_mat3 zero = {{0}};

// ---- the order of elimination ----------------------------------------------------------------------------

// One chain while its order is made: places 0 .. count - 1 from `base`, around the seam of a closed one.
typedef struct walk {
    bi_chain_system *system;
    const bi_sym3 *link;
    int32_t first, count, base;
} walk;

static int32_t node_at(const walk *w, int32_t place)
{
    int32_t k = (w->base + place) % w->count;
    return w->first + k;
}

static const bi_sym3 *link_at(const walk *w, int32_t place)
{
    return &w->link[node_at(w, place)];
}

static void put(const walk *w, int32_t node, int32_t to, const bi_mat3 *to_block, int32_t arrow)
{
    bi_chain_node *n = &w->system->node[node];
    n->to = to;
    n->arrow = arrow;
    w->system->block[node].to_block = *to_block;
    w->system->order[w->system->free_count++] = node;
}

// Free nodes at the places from .. end - 1 between two others (-1: nothing, or a wall).
// A run between two kept nodes is eliminated towards the later one; the earlier one is the arrow. Any other is
// eliminated towards the kept node that it has, if it has one.
static void append_run(const walk *w, int32_t from, int32_t end, int32_t left, int32_t right)
{
    if (left >= 0 && right < 0) {
        for (int32_t p = end - 1; p >= from; p--) {
            bi_mat3 u = minus(link_at(w, p - 1));
            put(w, node_at(w, p), p > from ? node_at(w, p - 1) : left, &u, -1);
        }
        return;
    }
    for (int32_t p = from; p < end; p++) {
        bool last = p + 1 == end;
        bi_mat3 u = last && right < 0 ? zero : minus(link_at(w, p));
        int32_t node = node_at(w, p);
        if (left >= 0) {
            w->system->block[node].from_arrow = p == from ? minus(link_at(w, p - 1)) : zero;
        }
        put(w, node, last ? right : node_at(w, p + 1), &u, left);
    }
}

// Where the walk along a closed chain begins: at a wall, else at a kept node.
static int32_t begin_of(bi_chain_node *node, int32_t count)
{
    int32_t kept = -1;
    for (int32_t i = 0; i < count; i++) {
        if (node[i].kind == BI_CHAIN_WALL) {
            return i;
        }
        kept = kept < 0 && node[i].kind == BI_CHAIN_KEPT ? i : kept;
    }
    if (kept < 0) {
        node[0].kind = BI_CHAIN_KEPT; // a ring of free nodes must be cut somewhere
        kept = 0;
    }
    return kept;
}

// Kept nodes all round a ring: the first one is coupled to the last one, too. It is eliminated after all others,
// and is their arrow.
static void close_ring(bi_chain_system *system, int32_t begin)
{
    int32_t n = system->kept_count - begin;
    int32_t *kept = system->kept + begin, origin = kept[0];
    bi_chain_node *node = system->node;
    node[origin].to = -1;
    if (n == 1) {
        return;
    }
    for (int32_t k = 1; k < n; k++) {
        kept[k - 1] = kept[k];
        node[kept[k]].kept = begin + k - 1;
        node[kept[k]].arrow = origin;
        system->block[kept[k]].from_arrow = zero;
    }
    node[kept[0]].after_origin = true;
    kept[n - 1] = origin;
    node[origin].kept = begin + n - 1;
}

void bi_chain_append(bi_chain_system *system, const bi_sym3 *link, int32_t first, int32_t count, bool closed)
{
    BI_ASSERT(count >= 2);
    bi_chain_node *node = system->node;
    walk w = {system, link, first, count, closed ? begin_of(node + first, count) : 0};

    // runs of free nodes, each between two others; the last place of a closed chain is its first node again
    int32_t begin_kept = system->kept_count, left = -1, run = 0;
    bool ring = false;
    for (int32_t p = 0; p < (closed ? count + 1 : count); p++) {
        int32_t n = node_at(&w, p);
        bool again = p == count;
        if (node[n].kind == BI_CHAIN_FREE) {
            continue;
        }
        int32_t right = node[n].kind == BI_CHAIN_KEPT ? n : -1;
        if (p > run) {
            append_run(&w, run, p, left, right);
        }

        // a kept node and the one before it
        if (left >= 0 && right >= 0) {
            node[left].to = right;
            system->block[left].to_block = p > run ? zero : minus(link_at(&w, p - 1));
            ring = again;
        }

        // the next run begins behind it
        run = p + 1;
        left = right;
        if (right >= 0 && !again) {
            node[n].to = node[n].arrow = -1;
            node[n].after_origin = false;
            node[n].kept = system->kept_count;
            system->kept[system->kept_count++] = n;
        }
    }
    if (!closed && run < count) {
        append_run(&w, run, count, left, -1);
    }
    if (ring) {
        close_ring(system, begin_kept);
    }
}

// ---- numbers ---------------------------------------------------------------------------------------------

// Eliminate node i: to' -= to_block^T A^-1 to_block and likewise for the arrow; their coupling gets
// -from_arrow A^-1 to_block.
// @param kept Of the short chain of kept nodes, where couplings with the arrow lie with the later node.
static void eliminate(const bi_chain_system *system, int32_t i, bool kept)
{
    bi_chain_node *node = system->node, *n = &node[i];
    bi_chain_part *block = system->block, *b = &block[i];
    b->factor = bi_ldl3_of(&b->diagonal);
    if (n->to >= 0 && n->to == n->arrow) {
        // both couplings lead to one node
        bi_mat3 from = bi_mat3_transposed(&b->from_arrow);
        for (int32_t e = 0; e < 9; e++) {
            b->to_block.m[e] += from.m[e];
        }
        n->arrow = -1;
    }

    // the diagonal blocks of what remains
    int32_t to = n->to, arrow = n->arrow;
    if (to >= 0) {
        b->g = bi_ldl3_solve_mat(&b->factor, &b->to_block);
        bi_sym3_subtract_product(&block[to].diagonal, &b->to_block, &b->g);
    }
    if (arrow >= 0) {
        bi_mat3 across = bi_mat3_transposed(&b->from_arrow);
        b->q = bi_ldl3_solve_mat(&b->factor, &across);
        bi_sym3_subtract_product(&block[arrow].diagonal, &across, &b->q);
    }

    // and what couples the two
    if (to >= 0 && arrow >= 0) {
        bi_mat3 by = bi_mat3_product(&b->from_arrow, &b->g);
        bi_mat3 *coupling =
            kept || node[to].kind == BI_CHAIN_FREE ? &block[to].from_arrow : &block[arrow].to_block;
        for (int32_t e = 0; e < 9; e++) {
            coupling->m[e] -= by.m[e];
        }
    }
}

// The right sides of the nodes that remain: b' = b - g^T b_i.
static void reduce_right(const bi_chain_system *system, int32_t i)
{
    bi_chain_node *node = system->node, *n = &node[i];
    const bi_chain_part *b = &system->block[i];
    if (n->to >= 0) {
        node[n->to].right = v3_sub(node[n->to].right, bi_mat3_apply_transposed(&b->g, n->right));
    }
    if (n->arrow >= 0) {
        node[n->arrow].right = v3_sub(node[n->arrow].right, bi_mat3_apply_transposed(&b->q, n->right));
    }
}

void bi_chain_eliminate(bi_chain_system *system)
{
    for (int32_t k = 0; k < system->free_count; k++) {
        eliminate(system, system->order[k], false);
        reduce_right(system, system->order[k]);
    }
}

void bi_chain_factor_kept(bi_chain_system *system)
{
    bi_chain_node *node = system->node;
    for (int32_t k = 0; k < system->kept_count; k++) {
        const bi_chain_node *n = &node[system->kept[k]];
        if (n->arrow >= 0 && n->after_origin) {
            system->block[system->kept[k]].from_arrow = system->block[n->arrow].to_block;
        }
        eliminate(system, system->kept[k], true);
    }
}

// a += G B G^T
static void add_turned(bi_sym3 *a, const bi_mat3 *g, const bi_sym3 *b)
{
    const double *m = b->m;
    bi_mat3 full = {{m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]}};
    bi_mat3 left = bi_mat3_product(g, &full), turned = bi_mat3_transposed(g),
            by = bi_mat3_product(&left, &turned);
    static const int8_t place[6] = {0, 1, 2, 4, 5, 8};
    for (int32_t e = 0; e < 6; e++) {
        a->m[e] += by.m[place[e]];
    }
}

// From the last node back: Z_i = A^-1 + g Z_to g^T (+ q Z_arrow q^T, without the part that couples the two).
void bi_chain_kept_inverse(const bi_chain_system *system, bi_sym3 *inverse)
{
    static const bi_mat3 identity = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
    const bi_chain_node *node = system->node;
    for (int32_t k = system->kept_count - 1; k >= 0; k--) {
        const bi_chain_node *n = &node[system->kept[k]];
        const bi_chain_part *b = &system->block[system->kept[k]];
        bi_mat3 own = bi_ldl3_solve_mat(&b->factor, &identity);
        const double *m = own.m;
        inverse[k] = (bi_sym3){{m[0], m[1], m[2], m[4], m[5], m[8]}};
        if (n->to >= 0) {
            add_turned(&inverse[k], &b->g, &inverse[node[n->to].kept]);
        }
        if (n->arrow >= 0) {
            add_turned(&inverse[k], &b->q, &inverse[node[n->arrow].kept]);
        }
    }
}

// x_i = A^-1 b_i - g x_to - q x_arrow
static void substitute_back(const bi_chain_system *system, int32_t i)
{
    bi_chain_node *node = system->node, *n = &node[i];
    const bi_chain_part *b = &system->block[i];
    n->x = bi_ldl3_solve(&b->factor, n->right);
    if (n->to >= 0) {
        n->x = v3_sub(n->x, bi_mat3_apply(&b->g, node[n->to].x));
    }
    if (n->arrow >= 0) {
        n->x = v3_sub(n->x, bi_mat3_apply(&b->q, node[n->arrow].x));
    }
}

void bi_chain_solve(bi_chain_system *system)
{
    for (int32_t k = 0; k < system->kept_count; k++) {
        reduce_right(system, system->kept[k]);
    }
    for (int32_t k = system->kept_count - 1; k >= 0; k--) {
        substitute_back(system, system->kept[k]);
    }
    for (int32_t k = system->free_count - 1; k >= 0; k--) {
        substitute_back(system, system->order[k]);
    }
}

// y_to -= g^T y_i, three rows of `columns` numbers each.
static void reduce_rows(const bi_mat3 *g, const double *restrict from, double *restrict to, int32_t columns)
{
    const double *m = g->m;
    for (int32_t c = 0; c < columns; c++) {
        double x = from[c], y = from[columns + c], z = from[2 * columns + c];
        to[c] -= m[0] * x + m[3] * y + m[6] * z;
        to[columns + c] -= m[1] * x + m[4] * y + m[7] * z;
        to[2 * columns + c] -= m[2] * x + m[5] * y + m[8] * z;
    }
}

// y_i -= g y_to
static void substitute_rows(const bi_mat3 *g, const double *restrict from, double *restrict to,
                            int32_t columns)
{
    const double *m = g->m;
    for (int32_t c = 0; c < columns; c++) {
        double x = from[c], y = from[columns + c], z = from[2 * columns + c];
        to[c] -= m[0] * x + m[1] * y + m[2] * z;
        to[columns + c] -= m[3] * x + m[4] * y + m[5] * z;
        to[2 * columns + c] -= m[6] * x + m[7] * y + m[8] * z;
    }
}

// y_i <- A^-1 y_i
static void solve_rows(const bi_ldl3 *f, double *y, int32_t columns)
{
    for (int32_t c = 0; c < columns; c++) {
        bight_vec3 x = bi_ldl3_solve(f, v3(y[c], y[columns + c], y[2 * columns + c]));
        y[c] = x.x;
        y[columns + c] = x.y;
        y[2 * columns + c] = x.z;
    }
}

void bi_chain_solve_kept(const bi_chain_system *system, double *y, int32_t columns)
{
    const bi_chain_node *node = system->node;
    int32_t stride = 3 * columns;
    for (int32_t k = 0; k < system->kept_count; k++) {
        const bi_chain_node *n = &node[system->kept[k]];
        const bi_chain_part *b = &system->block[system->kept[k]];
        double *from = y + (ptrdiff_t)k * stride;
        if (n->to >= 0) {
            reduce_rows(&b->g, from, y + (ptrdiff_t)node[n->to].kept * stride, columns);
        }
        if (n->arrow >= 0) {
            reduce_rows(&b->q, from, y + (ptrdiff_t)node[n->arrow].kept * stride, columns);
        }
    }
    for (int32_t k = system->kept_count - 1; k >= 0; k--) {
        const bi_chain_node *n = &node[system->kept[k]];
        const bi_chain_part *b = &system->block[system->kept[k]];
        double *x = y + (ptrdiff_t)k * stride;
        solve_rows(&b->factor, x, columns);
        if (n->to >= 0) {
            substitute_rows(&b->g, y + (ptrdiff_t)node[n->to].kept * stride, x, columns);
        }
        if (n->arrow >= 0) {
            substitute_rows(&b->q, y + (ptrdiff_t)node[n->arrow].kept * stride, x, columns);
        }
    }
}
