// SPDX-License-Identifier: MIT
// The matrix of a rod that is bent at rest or that friction rolls. With u- u u+ the motions of three nodes, e- = u - u- and e+ = u+ - u those of the
// links, and a- a+ the angles by which these turn about themselves, a bend at rest r turns with its link by
//     d r = ((t . r) e - t (r . e)) / |link| + a t x r
// and of the energy (frame.c) the second derivative is, but for what follows,
//     B/(2 l^3) (|e+ - e- - d r-|^2 + |e+ - e- - d r+|^2) + C/l (h . (e- / |e-| + e+ / |e+|) + a+ - a-)^2,   h = kb / 2
// which is nothing for a rod that turns as a whole, and never negative. What is left out are second derivatives of r: up to
//     B/(2 l^3) (v . r + |v| |r|) / 2,   v = b - r
// times the square of what the link turns by. They are put in at their greatest. The first part without r is in the matrix
// of every rod.

#include "sim/rod/frame.h"

#include "sim/response/response.h"

#include <string.h>

// Motions of three nodes and two angles.
#define COLUMNS 11
#define ANGLE 9

typedef double local_matrix[COLUMNS][COLUMNS];

static void add_square(local_matrix to, const double row[COLUMNS], double weight)
{
    for (int32_t p = 0; p < COLUMNS; p++) {
        for (int32_t q = 0; q < COLUMNS && row[p] != 0.0; q++) {
            to[p][q] += weight * row[p] * row[q];
        }
    }
}

// Component c of the motion of the link before (side 0) or behind.
static void add_link_motion(double row[COLUMNS], int32_t side, int32_t c, double by)
{
    row[3 * side + 3 + c] += by;
    row[3 * side + c] -= by;
}

static void add_bends(const bi_rope *rope, const bight_vec3 *x, int32_t i, int32_t side, local_matrix to)
{
    const bi_twist *twist = rope->rod->twist;
    const bi_frame *f = twist->frame;
    int32_t j = side == 0 ? bi_node_before(rope, i) : i;
    double l = rope->length, w = 0.5 * rope->rod->def.bend / (l * l * l);
    double by = 1.0 / bi_max(v3_distance(x[bi_node_behind(rope, j)], x[j]), 0.1 * l);
    bight_vec3 t = twist->now[j], r = bi_in_frame(f->rest[2 * i + side], t, f->now[j]), p = v3_cross(t, r);
    const double tt[3] = {t.x, t.y, t.z}, rr[3] = {r.x, r.y, r.z}, pp[3] = {p.x, p.y, p.z};
    for (int32_t c = 0; c < 3; c++) {
        double row[COLUMNS] = {0};
        add_link_motion(row, 0, c, -1.0);
        add_link_motion(row, 1, c, 1.0);
        add_square(to, row, -w); // it is there already
        add_link_motion(row, side, c, -by * v3_dot(t, r));
        for (int32_t q = 0; q < 3; q++) {
            add_link_motion(row, side, q, by * tt[c] * rr[q]);
        }
        row[ANGLE + side] = -pp[c];
        add_square(to, row, w);
    }

    // how the link turns, in three directions
    bight_vec3 v = v3_sub(bi_bend_at(x, rope, i), r);
    double most = 0.5 * w * (v3_dot(v, r) + v3_length(v) * v3_length(r));
    for (int32_t c = 0; c < 3; c++) {
        double row[COLUMNS] = {0};
        for (int32_t q = 0; q < 3; q++) {
            add_link_motion(row, side, q, by * ((q == c) - tt[c] * tt[q]));
        }
        add_square(to, row, most);
    }
    to[ANGLE + side][ANGLE + side] += most;
}

static void add_twist(const bi_rope *rope, const bight_vec3 *x, int32_t i, local_matrix to)
{
    const bi_twist *twist = rope->rod->twist;
    int32_t from = bi_node_before(rope, i);
    bight_vec3 half = bi_half_binormal(twist->now[from], twist->now[i]);
    const double h[3] = {half.x, half.y, half.z};
    double row[COLUMNS] = {0}, l = rope->length;
    for (int32_t side = 0; side < 2; side++) {
        int32_t j = side == 0 ? from : i;
        double by = 1.0 / bi_max(v3_distance(x[bi_node_behind(rope, j)], x[j]), 0.1 * l);
        for (int32_t c = 0; c < 3; c++) {
            add_link_motion(row, side, c, by * h[c]);
        }
    }
    row[ANGLE] = -1.0;
    row[ANGLE + 1] = 1.0;
    add_square(to, row, rope->rod->def.twist / l);
}

static void add_block(double to[9], local_matrix m, int32_t p, int32_t q)
{
    for (int32_t a = 0; a < 3; a++) {
        for (int32_t b = 0; b < 3; b++) {
            to[3 * a + b] += m[3 * p + a][3 * q + b];
        }
    }
}

static void add_diagonal(bi_sym3 *to, local_matrix m, int32_t p)
{
    for (int32_t a = 0; a < 3; a++) {
        for (int32_t b = a; b < 3; b++) {
            to->m[bi_sym3_place(a, b)] += m[3 * p + a][3 * p + b];
        }
    }
}

// Places of a block's diagonal.
static const int8_t own[3] = {0, 3, 5};

// The angles of both links beside a node are unknowns.
static bool has_angles(const bi_rope *rope, int32_t i)
{
    const bi_frame *f = rope->rod->twist->frame;
    int32_t from = bi_node_before(rope, i);
    return bi_is_inner(rope, i) && from >= f->first && from < f->end && i >= f->first && i < f->end;
}

void bi_frame_assemble(bight_world *world, const bi_rope *rope)
{
    bi_rod *rod = rope->rod;
    const bi_twist *twist = rod->twist;
    bi_frame *f = twist->frame;
    bi_chain_node *chain = world->response->chain + rope->first;
    const bight_vec3 *x = world->at + rope->first;
    bi_frame_update(world, rope, &world->response->now);
    int32_t links = f->end - f->first, last = bi_min_int(rope->count, f->end + 1);
    if (links > 0) {
        memset(f->row + f->first, 0, (size_t)(last - f->first) * sizeof *f->row);
    }

    // angles that nothing else would hold
    double least = 1e-6 * rod->def.twist / rope->length;
    for (int32_t g = 0; 3 * g < links; g++) {
        f->turns[g] = (bi_sym3){{0}};
        for (int32_t c = 0; c < 3; c++) {
            int32_t j = f->first + 3 * g + c;
            bool free = j < f->end && !bi_link_is_held(twist, j);
            double heavy = free && f->line[j].rubbed ? bi_link_inertia(rope) : 0.0;
            f->turns[g].m[own[c]] = free ? least + heavy : 1.0;
        }
    }
    for (int32_t i = f->first; i < last; i++) { // no other node feels twist
        chain[i].right = v3_add(chain[i].right, f->force[i]);
        if (!has_angles(rope, i)) {
            continue;
        }
        local_matrix m = {{0}};
        int32_t from = bi_node_before(rope, i), to = bi_node_behind(rope, i), link[2] = {from, i};
        for (int32_t side = 0; side < 2 && f->bent; side++) {
            add_bends(rope, x, i, side, m);
        }
        add_twist(rope, x, i, m);
        add_diagonal(&rod->node[from].diagonal, m, 0);
        add_diagonal(&rod->node[i].diagonal, m, 1);
        add_diagonal(&rod->node[to].diagonal, m, 2);
        add_block(rod->node[from].next.m, m, 0, 1);
        add_block(rod->node[i].next.m, m, 1, 2);
        add_block(f->row[i].far.m, m, 0, 2);
        for (int32_t side = 0; side < 2; side++) {
            bool held = bi_link_is_held(twist, link[side]);
            for (int32_t p = 0; p < 3 && !held; p++) {
                f->row[i].on[p][side] =
                    v3(m[3 * p][ANGLE + side], m[3 * p + 1][ANGLE + side], m[3 * p + 2][ANGLE + side]);
            }
            int32_t j = link[side] - f->first;
            f->turns[j / 3].m[own[j % 3]] += held ? 0.0 : m[ANGLE + side][ANGLE + side];
        }
        bool both = !bi_link_is_held(twist, link[0]) && !bi_link_is_held(twist, link[1]);
        f->row[i].both = both ? m[ANGLE][ANGLE + 1] : 0.0;
    }
}

static bi_mat3 *next_pair(bi_block_system *blocks, bi_rod_solver *s, int32_t a, int32_t b)
{
    s->pairs[blocks->pair_count] = (bi_sparse_pair){a, b};
    bi_mat3 *to = &s->block[blocks->pair_count++];
    *to = (bi_mat3){{0}};
    return to;
}

void bi_frame_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                        bi_rod_solver *s)
{
    bi_frame *f = rope->rod->twist->frame;
    const bi_chain_node *chain = world->response->chain + rope->first;
    int32_t first = f->place = blocks->count, links = f->end - f->first;
    for (int32_t g = 0; 3 * g < links; g++) {
        int32_t k = blocks->count++;
        s->diagonal[k] = f->turns[g];
        s->late[k] = false;

        // angles are at rest where the step begins, but those that friction turns
        double right[3] = {0.0, 0.0, 0.0};
        for (int32_t c = 0; c < 3 && 3 * g + c < links; c++) {
            right[c] = f->line[f->first + 3 * g + c].torque;
        }
        s->right[k] = v3(right[0], right[1], right[2]);
    }
    for (int32_t i = f->first; i < bi_min_int(rope->count, f->end + 1); i++) {
        if (!has_angles(rope, i)) {
            continue;
        }
        const bi_frame_row *row = &f->row[i];
        int32_t node[3] = {bi_node_before(rope, i), i, bi_node_behind(rope, i)}, link[2] = {node[0], i};
        bool wall[3];
        for (int32_t p = 0; p < 3; p++) {
            wall[p] = chain[node[p]].kind == BI_CHAIN_WALL;
        }
        if (!wall[0] && !wall[2]) {
            *next_pair(blocks, s, chain[node[0]].kept, chain[node[2]].kept) = row->far;
        }
        for (int32_t side = 0; side < 2; side++) {
            int32_t group = first + (link[side] - f->first) / 3, c = (link[side] - f->first) % 3;
            for (int32_t p = 0; p < 3; p++) {
                if (!wall[p]) {
                    bi_mat3 *to = next_pair(blocks, s, chain[node[p]].kept, group);
                    to->m[c] = row->on[p][side].x;
                    to->m[3 + c] = row->on[p][side].y;
                    to->m[6 + c] = row->on[p][side].z;
                }
            }
        }
        int32_t a = link[0] - f->first, b = link[1] - f->first;
        if (a / 3 == b / 3) {
            s->diagonal[first + a / 3].m[bi_sym3_place(a % 3, b % 3)] += row->both;
        } else {
            next_pair(blocks, s, first + a / 3, first + b / 3)->m[3 * (a % 3) + b % 3] = row->both;
        }
    }
}
