// SPDX-License-Identifier: MIT
// The semismooth Newton method of Alart and Curnier (1991). With the sets fixed each force is a linear function of v, so
// that it can be put into A: one sparse system of the nodes, whatever the number of contacts.

#include "solve/cone.h"

#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

// Newton steps with one hold, and by how much more forces are held when these do not help.
#define STEPS 12
#define HOLD_MORE 10.0

// The error of a guess is looked at with each contact's own compliance. Many contacts of one stiff thing may then each be right
// enough with friction that is altogether wrong, as that of a rod which slides along itself while its friction changes: of
// blocks the guess is improved once where sliding friction is off by more than this share of the greatest normal force.
#define SLIDES_RIGHT 0.02

// A step is halved down to this share while it does not make the error smaller.
#define LEAST_PART 0.02

// ---- memory ------------------------------------------------------------------------------------------

static int32_t node_count(const bi_cone_problem *p)
{
    return p->blocks != NULL ? p->blocks->count : p->system->kept_count;
}

// Its nodes, then its turns.
static int32_t column_count(const bi_cone_contact *c)
{
    return c->nodes + c->turns;
}

static int32_t column_node(const bi_cone_contact *c, int32_t k)
{
    return k < c->nodes ? c->node[k] : c->turn[k - c->nodes].node;
}

static bight_status reserve(const bi_cone_problem *p, bi_cone_memory *m, const bight_allocator *allocator)
{
    int64_t kept = node_count(p), pairs = 0;
    for (int32_t i = 0; i < p->count; i++) {
        int32_t n = column_count(&p->contacts[i]);
        pairs += n * (n - 1) / 2;
    }
    pairs += p->blocks != NULL ? m->base.left_count : 2 * kept;
    bight_status status = bi_reserve(allocator, &m->pairs, &m->pairs_capacity, pairs, sizeof *m->pairs);
    if (status == BIGHT_OK) {
        int64_t late = p->blocks != NULL ? m->base.n - m->base.early : 0;
        int64_t more = kept > 3 * late ? 3 * kept : 9 * late;
        status = bi_reserve(allocator, &m->x, &m->x_capacity, 3 * kept + more, sizeof *m->x);
    }
    if (status == BIGHT_OK && p->blocks == NULL) {
        status = bi_reserve(allocator, &m->own, &m->own_capacity, kept, sizeof *m->own);
    }
    if (status == BIGHT_OK && p->blocks != NULL) {
        int64_t matches = (int64_t)m->base.n - m->base.early + 2 * (int64_t)m->base.left_count;
        status = bi_reserve(allocator, &m->matches, &m->match_capacity, matches, sizeof *m->matches);
    }
    return status;
}

void bi_cone_free(bi_cone_memory *m, const bight_allocator *allocator)
{
    bi_sparse_free(&m->matrix, allocator);
    bi_sparse_free(&m->base, allocator);
    bi_free_array(allocator, m->pairs, (size_t)m->pairs_capacity, sizeof *m->pairs);
    bi_free_array(allocator, m->x, (size_t)m->x_capacity, sizeof *m->x);
    bi_free_array(allocator, m->own, (size_t)m->own_capacity, sizeof *m->own);
    bi_free_array(allocator, m->matches, (size_t)m->match_capacity, sizeof *m->matches);
    *m = (bi_cone_memory){0};
}

size_t bi_cone_bytes(const bi_cone_memory *m)
{
    return bi_sparse_bytes(&m->matrix) + bi_sparse_bytes(&m->base) +
           (size_t)m->pairs_capacity * sizeof *m->pairs + (size_t)m->x_capacity * sizeof *m->x +
           (size_t)m->own_capacity * sizeof *m->own + (size_t)m->match_capacity * sizeof *m->matches;
}

// ---- the matrix --------------------------------------------------------------------------------------

// Neighbours on the chains. @return How many pairs.
static int32_t list_chains(const bi_cone_problem *p, bi_sparse_pair *to)
{
    const bi_chain_node *node = p->system->node;
    int32_t pairs = 0;
    for (int32_t k = 0; k < p->system->kept_count; k++) {
        const bi_chain_node *n = &node[p->system->kept[k]];
        if (n->to >= 0) {
            to[pairs++] = (bi_sparse_pair){k, node[n->to].kept};
        }
        if (n->arrow >= 0 && n->after_origin) {
            to[pairs++] = (bi_sparse_pair){k, node[n->arrow].kept};
        }
    }
    return pairs;
}

// What is coupled: by A, and the nodes of a contact. Of blocks those that no contact pulls at are eliminated already.
static bight_status plan(const bi_cone_problem *p, bi_cone_memory *m, const bight_allocator *allocator)
{
    int32_t pairs = p->blocks != NULL ? m->base.left_count : list_chains(p, m->pairs);
    if (p->blocks != NULL && pairs > 0) {
        memcpy(m->pairs, m->base.left, (size_t)pairs * sizeof *m->pairs);
    }
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &p->contacts[i];
        for (int32_t a = 0; a < column_count(c); a++) {
            for (int32_t b = a + 1; b < column_count(c); b++) {
                if (column_node(c, a) != column_node(c, b)) { // two angles may lie in one node
                    m->pairs[pairs++] = (bi_sparse_pair){column_node(c, a), column_node(c, b)};
                }
            }
        }
    }
    const bool *late = p->blocks != NULL ? p->blocks->late : NULL;
    m->matrix.keeps = p->blocks == NULL;
    return bi_sparse_plan_late(&m->matrix, allocator, node_count(p), m->pairs, pairs, late);
}

static void add_coupling(bi_sparse *s, int32_t row, int32_t column, const bi_mat3 *block)
{
    bi_mat3 turned = bi_mat3_transposed(block);
    bi_sparse_add(s, bi_sparse_find(s, row, column), 1.0, block->m);
    bi_sparse_add(s, bi_sparse_find(s, column, row), 1.0, turned.m);
}

static void add_diagonal(bi_sparse *s, int32_t k, const bi_sym3 *block)
{
    bi_mat3 full = bi_sym3_full(block);
    bi_sparse_add(s, bi_sparse_find(s, k, k), 1.0, full.m);
}

static void add_blocks(const bi_block_system *blocks, bi_sparse *s)
{
    for (int32_t k = 0; k < blocks->count; k++) {
        add_diagonal(s, k, &blocks->diagonal[k]);
    }
    for (int32_t k = 0; k < blocks->pair_count; k++) {
        add_coupling(s, blocks->pairs[k].a, blocks->pairs[k].b, &blocks->block[k]);
    }
}

bight_status bi_block_factor(const bi_block_system *blocks, bi_cone_memory *m,
                             const bight_allocator *allocator)
{
    bi_sparse *s = &m->base;
    s->keeps = s->lists_left = true;
    bight_status status =
        bi_sparse_plan(s, allocator, blocks->count, blocks->pairs, blocks->pair_count, blocks->late);
    if (status != BIGHT_OK) {
        return status;
    }

    // between the two halves the late blocks are what bi_cone_solve() begins with
    add_blocks(blocks, s);
    bool done = bi_sparse_factor(s, 0, s->early);
    bi_sparse_keep(s);
    return done && bi_sparse_factor(s, s->early, s->n) ? BIGHT_OK : BIGHT_ERROR_DIVERGED;
}

// What is left of the chains.
static void add_chains(const bi_cone_problem *p, bi_sparse *s)
{
    const bi_chain_node *node = p->system->node;
    for (int32_t k = 0; k < p->system->kept_count; k++) {
        const bi_chain_node *n = &node[p->system->kept[k]];
        const bi_chain_part *b = &p->system->block[p->system->kept[k]];
        add_diagonal(s, k, &b->diagonal);
        if (n->to >= 0) {
            add_coupling(s, k, node[n->to].kept, &b->to_block);
        }
        if (n->arrow >= 0 && n->after_origin) {
            add_coupling(s, node[n->arrow].kept, k, &p->system->block[n->arrow].to_block);
        }
    }
}

// A without contacts, as each Newton step begins with it.
static void add_base(const bi_cone_problem *p, bi_cone_memory *m)
{
    bi_sparse *s = &m->matrix;
    if (p->blocks != NULL) {
        m->match_count = bi_sparse_match_late(s, &m->base, m->matches);
    } else {
        add_chains(p, s);
        bi_sparse_keep(s);
    }
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        for (int32_t a = 0; a < column_count(c); a++) {
            for (int32_t b = 0; b < column_count(c); b++) {
                c->block[a][b] = bi_sparse_find(s, column_node(c, a), column_node(c, b));
            }
        }
    }
}

// ---- one contact -------------------------------------------------------------------------------------

// v = start + frame (sum weight x + sum moves turn)
static void see(bi_cone_contact *c, const double *x)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t k = 0; k < c->nodes; k++) {
        const double *at = x + 3 * (ptrdiff_t)c->node[k];
        sum = v3_madd(sum, c->weight[k], v3(at[0], at[1], at[2]));
    }
    for (int32_t k = 0; k < c->turns; k++) {
        sum = v3_madd(sum, x[3 * (ptrdiff_t)c->turn[k].node + c->turn[k].row], c->turn[k].moves);
    }
    bight_vec3 v = bi_mat3_apply(&c->frame, sum);
    c->v[0] = c->start[0] + v.x;
    c->v[1] = c->start[1] + v.y;
    c->v[2] = c->start[2] + v.z;
}

// x += weight frame^T force, turn += moves . frame^T force
static void push(const bi_cone_contact *c, const double force[3], double *x)
{
    bight_vec3 f = bi_mat3_apply_transposed(&c->frame, v3(force[0], force[1], force[2]));
    for (int32_t k = 0; k < c->nodes; k++) {
        double *at = x + 3 * (ptrdiff_t)c->node[k];
        at[0] += c->weight[k] * f.x;
        at[1] += c->weight[k] * f.y;
        at[2] += c->weight[k] * f.z;
    }
    for (int32_t k = 0; k < c->turns; k++) {
        x[3 * (ptrdiff_t)c->turn[k].node + c->turn[k].row] += v3_dot(c->turn[k].moves, f);
    }
}

// What a motion of column k is at the contact's point: weight times the unit matrix, or one column that is not zero.
static bi_mat3 column_of(const bi_cone_contact *c, int32_t k)
{
    bi_mat3 to = {{0}};
    if (k < c->nodes) {
        to.m[0] = to.m[4] = to.m[8] = c->weight[k];
    } else {
        const bi_cone_turn *turn = &c->turn[k - c->nodes];
        to.m[turn->row] = turn->moves.x;
        to.m[3 + turn->row] = turn->moves.y;
        to.m[6 + turn->row] = turn->moves.z;
    }
    return to;
}

// matrix -= J^T by J
static void add_contact(bi_sparse *s, const bi_cone_contact *c, const bi_mat3 *by)
{
    for (int32_t a = 0; a < column_count(c); a++) {
        for (int32_t b = 0; b < column_count(c); b++) {
            if (a < c->nodes && b < c->nodes) {
                bi_sparse_add(s, c->block[a][b], -c->weight[a] * c->weight[b], by->m);
                continue;
            }
            bi_mat3 left = column_of(c, a), right = column_of(c, b), product = bi_mat3_product(by, &right);
            product = bi_mat3_product_transposed(&left, &product);
            bi_sparse_add(s, c->block[a][b], -1.0, product.m);
        }
    }
}

static double quadratic(const bi_sym3 *a, const double *n)
{
    const double *m = a->m;
    return m[0] * n[0] * n[0] + m[3] * n[1] * n[1] + m[5] * n[2] * n[2] +
           2.0 * (m[1] * n[0] * n[1] + m[2] * n[0] * n[2] + m[4] * n[1] * n[2]);
}

// The contact's own compliances, as if neighbours on a rope moved alike and different ropes by themselves.
static void find_own(bi_cone_contact *c, const bi_sym3 *inverse)
{
    c->own[0] = c->own[1] = 0.0;
    for (int32_t k = 0; k < c->nodes; k++) {
        const bi_sym3 *a = &inverse[c->node[k]];
        double weight = fabs(c->weight[k]), normal = quadratic(a, c->frame.m);
        c->own[0] += weight * normal;
        c->own[1] += weight * 0.5 * (a->m[0] + a->m[3] + a->m[5] - normal);
    }
}

// The same to rounding, for blocks: row A^-1 row^T, of all three rows at once.
// @param y (late nodes x 9) scratch
static void find_own_by_solving(bi_sparse *base, bi_cone_contact *c, double *y)
{
    int32_t node[4 + BI_CONE_TURNS] = {0}, columns = column_count(c);
    for (int32_t k = 0; k < columns; k++) {
        node[k] = column_node(c, k);
    }
    bi_sparse_reach(base, node, columns, y);
    bi_mat3 turned = bi_mat3_transposed(&c->frame);
    for (int32_t k = 0; k < columns; k++) {
        bi_mat3 column = column_of(c, k), right = bi_mat3_product_transposed(&column, &turned);
        double *at = y + 9 * (ptrdiff_t)(base->place[node[k]] - base->early);
        for (int32_t e = 0; e < 9; e++) {
            at[e] += right.m[e];
        }
    }
    double along[9];
    bi_sparse_reach_products(base, y, along);
    c->own[0] = along[0];
    c->own[1] = 0.5 * (along[4] + along[8]);
}

// How far the force is from the cone's projection of p, metres; the state follows from p.
static double look(bi_cone_contact *c, double hold)
{
    c->state = BI_CONE_OPEN;
    if (!(c->own[0] > 0.0) || !(c->own[1] > 0.0)) {
        return 0.0;
    }
    const double *f = c->force, *g = c->guess;
    double own_n = (1.0 + hold) * c->own[0], own_t = (1.0 + hold) * c->own[1];
    double normal = f[0] - (c->v[0] + hold * c->own[0] * (f[0] - g[0])) / own_n;
    double x = f[1] - (c->v[1] + hold * c->own[1] * (f[1] - g[1])) / own_t;
    double y = f[2] - (c->v[2] + hold * c->own[1] * (f[2] - g[2])) / own_t;

    double most = c->friction * bi_max(f[0], 0.0), size = sqrt(x * x + y * y);
    double part = size > most ? most / size : 1.0, off_x = f[1] - part * x, off_y = f[2] - part * y;
    if (normal > 0.0) {
        c->state = size <= most && most > 0.0 ? BI_CONE_STICK : BI_CONE_SLIDE;
        c->share = size > 0.0 ? most / size : 0.0;
        c->d[0] = size > 0.0 ? x / size : 0.0;
        c->d[1] = size > 0.0 ? y / size : 0.0;
    }
    return bi_max(fabs(f[0] - bi_max(normal, 0.0)) * own_n, sqrt(off_x * off_x + off_y * off_y) * own_t);
}

// force = at_zero + slope v while the state stays:
//   normal  u_n = 0:                          f_n = g_n - v_n / (hold own)
//   sticks  u_t = 0:                          likewise
//   slides  f_t = friction f_n d + f_e e,     e = (-d_y, d_x) across d,
//           f_e = share (f_e - u_e / own'),   own' = (1 + hold) own
static void linear_force(const bi_cone_contact *c, double hold, double at_zero[3], double slope[9])
{
    double kn = 1.0 / (hold * c->own[0]), kt = 1.0 / (hold * c->own[1]);
    const double *g = c->guess;
    memset(slope, 0, 9 * sizeof *slope);
    at_zero[0] = g[0];
    slope[0] = -kn;
    if (c->state == BI_CONE_STICK) {
        at_zero[1] = g[1];
        at_zero[2] = g[2];
        slope[4] = slope[8] = -kt;
        return;
    }
    double x = c->friction * c->d[0], y = c->friction * c->d[1], ex = -c->d[1], ey = c->d[0];
    double q = c->share / (c->own[1] * ((1.0 + hold) * (1.0 - c->share) + hold * c->share));
    double across = q * hold * c->own[1] * (ex * g[1] + ey * g[2]);
    at_zero[1] = x * g[0] + ex * across;
    at_zero[2] = y * g[0] + ey * across;
    slope[3] = -kn * x;
    slope[6] = -kn * y;
    slope[4] = -q * ex * ex;
    slope[5] = slope[7] = -q * ex * ey;
    slope[8] = -q * ey * ey;
}

// ---- Newton ------------------------------------------------------------------------------------------

static double look_at_all(const bi_cone_problem *p, double hold)
{
    double worst = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        worst = bi_max(worst, look(&p->contacts[i], hold));
    }
    return worst;
}

static void take_right(const bi_cone_problem *p, double *x)
{
    for (int32_t k = 0; k < node_count(p); k++) {
        bight_vec3 right =
            p->blocks != NULL ? p->blocks->right[k] : p->system->node[p->system->kept[k]].right;
        x[3 * k] = right.x;
        x[3 * k + 1] = right.y;
        x[3 * k + 2] = right.z;
    }
}

// (A - J^T slope J) x = right + J^T (at_zero + slope start), of the nodes that contacts pull at; then v and the forces.
static bool step(const bi_cone_problem *p, bi_cone_memory *m, double hold)
{
    double at_zero[3], slope[9];
    bi_sparse *s = &m->matrix;
    size_t numbers = 3 * (size_t)node_count(p);
    if (p->blocks != NULL) {
        bi_sparse_set_late(s, &m->base, m->matches, m->match_count);
    } else {
        bi_sparse_reset(s);
    }
    memcpy(m->x, m->x + numbers, numbers * sizeof *m->x);
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &p->contacts[i];
        if (c->state == BI_CONE_OPEN) {
            continue;
        }
        linear_force(c, hold, at_zero, slope);
        bi_mat3 by_v, by;
        memcpy(by_v.m, slope, sizeof slope);
        by = bi_mat3_product(&by_v, &c->frame);
        by = bi_mat3_product_transposed(&c->frame, &by);
        add_contact(s, c, &by);
        bight_vec3 more = bi_mat3_apply(&by_v, v3(c->start[0], c->start[1], c->start[2]));
        push(c, (double[3]){at_zero[0] + more.x, at_zero[1] + more.y, at_zero[2] + more.z}, m->x);
    }
    if (!bi_sparse_factor(s, 0, s->n)) {
        return false;
    }
    bi_sparse_solve(s, m->x);

    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        see(c, m->x);
        if (c->state == BI_CONE_OPEN) {
            c->force[0] = c->force[1] = c->force[2] = 0.0;
            continue;
        }
        linear_force(c, hold, at_zero, slope);
        for (int32_t r = 0; r < 3; r++) {
            c->force[r] =
                at_zero[r] + slope[3 * r] * c->v[0] + slope[3 * r + 1] * c->v[1] + slope[3 * r + 2] * c->v[2];
        }
    }
    return true;
}

static void keep(const bi_cone_problem *p, bool end)
{
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        memcpy(end ? c->to_force : c->from_force, c->force, sizeof c->force);
        memcpy(end ? c->to_v : c->from_v, c->v, sizeof c->v);
    }
}

// A part of the way that keep() knows: v is linear in the forces.
static void take_part(const bi_cone_problem *p, double part)
{
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        for (int32_t r = 0; r < 3; r++) {
            c->force[r] = c->from_force[r] + part * (c->to_force[r] - c->from_force[r]);
            c->v[r] = c->from_v[r] + part * (c->to_v[r] - c->from_v[r]);
        }
    }
}

// Whether the friction of some contact that slides is far from friction x normal force x d.
static bool slides_wrong(const bi_cone_problem *p)
{
    double worst = 0.0, greatest = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        const bi_cone_contact *c = &p->contacts[i];
        greatest = bi_max(greatest, c->force[0]);
        if (c->state == BI_CONE_SLIDE) {
            double most = c->friction * bi_max(c->force[0], 0.0);
            double x = c->force[1] - most * c->d[0], y = c->force[2] - most * c->d[1];
            worst = bi_max(worst, x * x + y * y);
        }
    }
    return sqrt(worst) > SLIDES_RIGHT * greatest;
}

// Newton steps with one hold, while they help.
// @param once There is a step in any case.
static double newton(const bi_cone_problem *p, bi_cone_memory *m, double hold, bool once)
{
    double error = look_at_all(p, hold);
    for (int32_t k = 0; k < STEPS && (error > p->enough || (once && k == 0)); k++) {
        keep(p, false);
        double now = step(p, m, hold) ? look_at_all(p, hold) : HUGE_VAL, part = 1.0;
        double right = error > p->enough ? 0.0 : p->enough; // what is right enough may become less so
        keep(p, true);
        while (now > bi_max(error * (1.0 - 0.1 * part), right) && now < HUGE_VAL && part > LEAST_PART) {
            part *= 0.5;
            take_part(p, part);
            now = look_at_all(p, hold);
        }
        if (!(now < error || now <= right)) {
            take_part(p, 0.0);
            return look_at_all(p, hold);
        }
        error = now;
    }
    return error;
}

// Friction can jam a contact: where it slides, pressing more makes it close more, and from no force there is no way to one that
// opens it. Where it sticks there may be. @return The error from there; forces are as they were where it is not `enough`.
static double unjam(const bi_cone_problem *p, bi_cone_memory *m, double error)
{
    bool jams = false;
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        memcpy(c->last, c->force, sizeof c->last);
        if (c->state == BI_CONE_SLIDE && c->friction > 0.0 && !(c->force[0] > 0.0)) {
            c->state = BI_CONE_STICK;
            jams = true;
        }
    }
    if (!jams) {
        return error;
    }
    double now = step(p, m, p->hold) ? newton(p, m, p->hold, false) : HUGE_VAL;
    for (int32_t i = 0; i < p->count && now > p->enough; i++) {
        memcpy(p->contacts[i].force, p->contacts[i].last, sizeof p->contacts[i].last);
    }
    return now > p->enough ? error : now;
}

// Into the cone, to rounding.
static void settle(bi_cone_contact *c)
{
    double *f = c->force;
    f[0] = bi_max(f[0], 0.0);
    double most = c->friction * f[0], size = sqrt(f[1] * f[1] + f[2] * f[2]),
           part = size > most ? most / size : 1.0;
    f[1] *= part;
    f[2] *= part;
}

bight_status bi_cone_solve(const bi_cone_problem *p, bi_cone_memory *m, const bight_allocator *allocator,
                           double *error)
{
    BI_ASSERT(p->enough > 0.0 && p->hold > 0.0);
    bight_status status = reserve(p, m, allocator);
    if (status == BIGHT_OK) {
        status = plan(p, m, allocator);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // where the guess leads to
    add_base(p, m);
    if (p->blocks == NULL) {
        bi_chain_factor_kept(p->system);
        bi_chain_kept_inverse(p->system, m->own);
    }
    take_right(p, m->x);
    for (int32_t i = 0; i < p->count; i++) {
        bi_cone_contact *c = &p->contacts[i];
        settle(c);
        if (p->blocks == NULL) {
            find_own(c, m->own);
        } else {
            find_own_by_solving(&m->base, c, m->x + 3 * (ptrdiff_t)p->blocks->count);
        }
        memcpy(c->guess, c->force, sizeof c->force);
        push(c, c->force, m->x);
    }
    if (p->blocks == NULL) {
        bi_chain_solve_kept(p->system, m->x, 1);
    } else {
        bi_sparse_solve_down(&m->base, m->x, 0, m->base.n);
        bi_sparse_solve_up(&m->base, m->x, m->base.early, m->base.n);
    }
    for (int32_t i = 0; i < p->count; i++) {
        see(&p->contacts[i], m->x);
    }
    int32_t nodes = node_count(p);
    double *right = nodes > 0 ? m->x + 3 * (ptrdiff_t)nodes : m->x;
    take_right(p, right);
    if (p->blocks != NULL) {
        bi_sparse_solve_down(&m->base, right, 0, m->base.early);
    }

    // Newton, with forces held more where that does not converge
    *error = HUGE_VAL;
    for (double hold = p->hold; hold <= 1.0 && *error > p->enough; hold *= HOLD_MORE) {
        bool once =
            p->blocks != NULL && *error == HUGE_VAL && look_at_all(p, hold) <= p->enough && slides_wrong(p);
        *error = newton(p, m, hold, once);
    }
    if (*error > p->enough) {
        *error = unjam(p, m, *error);
    }
    for (int32_t i = 0; i < p->count; i++) {
        settle(&p->contacts[i]);
    }
    return BIGHT_OK;
}
