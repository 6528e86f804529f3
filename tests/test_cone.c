// SPDX-License-Identifier: MIT
// Contacts with friction: closed forms for one, and the conditions themselves for many, on matrices that are kept dense.

#include "solve/cone.h"

#include "core/random.h"
#include "dense.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 16, CONTACTS = 14, N = 3 * NODES };

// One or two chains of nodes, of which those with contacts are kept.
typedef struct made_problem {
    bi_chain_node node[NODES];
    bi_chain_part block[NODES];
    bi_sym3 own[NODES], link[NODES];
    bight_vec3 right[NODES];
    bool kept_node[NODES], closed;
    int32_t nodes, first_chain, contacts; // the first chain has first_chain nodes, the second the others
    int32_t touches[CONTACTS][4];         // the nodes of each contact
    int32_t order[NODES], kept[NODES];
    bi_chain_system system;
    bi_cone_contact contact[CONTACTS];
    bi_cone_memory memory;
} made_problem;

static bi_sym3 random_block(bi_random *random, double more)
{
    bight_vec3 a = bi_random_vec3(random, 1.0);
    return (bi_sym3){{a.x * a.x + more, a.x * a.y, a.x * a.z, a.y * a.y + more, a.y * a.z, a.z * a.z + more}};
}

static void add_to(bi_sym3 *a, const bi_sym3 *b)
{
    for (int32_t m = 0; m < 6; m++) {
        a->m[m] += b->m[m];
    }
}

static bool has_link(const made_problem *p, int32_t i, int32_t *next)
{
    bool first = i < p->first_chain;
    int32_t begin = first ? 0 : p->first_chain, end = first ? p->first_chain : p->nodes;
    *next = i + 1 < end ? i + 1 : begin;
    return i + 1 < end || (first && p->closed);
}

// Everything that a solve uses up is made anew. The forces of the contacts are the guess.
static double solve(made_problem *p, double hold, double enough)
{
    for (int32_t i = 0; i < p->nodes; i++) {
        p->node[i] =
            (bi_chain_node){.kind = p->kept_node[i] ? BI_CHAIN_KEPT : BI_CHAIN_FREE, .right = p->right[i]};
        p->block[i] = (bi_chain_part){.diagonal = p->own[i]};
    }
    for (int32_t i = 0, next; i < p->nodes; i++) {
        if (has_link(p, i, &next)) {
            add_to(&p->block[i].diagonal, &p->link[i]);
            add_to(&p->block[next].diagonal, &p->link[i]);
        }
    }
    p->system = (bi_chain_system){p->node, p->block, p->order, p->kept, 0, 0};
    bi_chain_append(&p->system, p->link, 0, p->first_chain, p->closed);
    if (p->nodes > p->first_chain) {
        bi_chain_append(&p->system, p->link, p->first_chain, p->nodes - p->first_chain, false);
    }
    bi_chain_eliminate(&p->system);
    for (int32_t c = 0; c < p->contacts; c++) {
        for (int32_t k = 0; k < p->contact[c].nodes; k++) {
            p->contact[c].node[k] = p->node[p->touches[c][k]].kept;
        }
    }
    bi_cone_problem problem = {&p->system, NULL, p->contact, p->contacts, hold, enough};
    double error;
    CHECK(bi_cone_solve(&problem, &p->memory, NULL, &error) == BIGHT_OK);
    return error;
}

static double component(bight_vec3 v, int32_t k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// J of a contact's row: how much coordinate `axis` of its node k counts.
static double entry(const bi_cone_contact *c, int32_t row, int32_t k, int32_t axis)
{
    return c->weight[k] * c->frame.m[3 * row + axis];
}

// Gaps and slips of all contacts by Gaussian elimination of the whole matrix.
static void true_slips(const made_problem *p, double v[CONTACTS][3])
{
    static double whole[N * N];
    double x[N];
    static const int8_t place[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    int32_t n = 3 * p->nodes;
    memset(whole, 0, sizeof whole);
    for (int32_t i = 0, next; i < p->nodes; i++) {
        bool linked = has_link(p, i, &next);
        for (int32_t r = 0; r < 3; r++) {
            x[3 * i + r] = component(p->right[i], r);
            for (int32_t s = 0; s < 3; s++) {
                double link = linked ? p->link[i].m[place[r][s]] : 0.0;
                whole[(3 * i + r) * n + 3 * i + s] += p->own[i].m[place[r][s]] + link;
                whole[(3 * next + r) * n + 3 * next + s] += link;
                whole[(3 * i + r) * n + 3 * next + s] -= link;
                whole[(3 * next + r) * n + 3 * i + s] -= link;
            }
        }
    }
    for (int32_t c = 0; c < p->contacts; c++) {
        for (int32_t k = 0; k < p->contact[c].nodes; k++) {
            for (int32_t e = 0; e < 9; e++) {
                x[3 * p->touches[c][k] + e % 3] +=
                    entry(&p->contact[c], e / 3, k, e % 3) * p->contact[c].force[e / 3];
            }
        }
    }
    CHECK(dense_solve(n, whole, x));
    for (int32_t c = 0; c < p->contacts; c++) {
        for (int32_t r = 0; r < 3; r++) {
            v[c][r] = p->contact[c].start[r];
            for (int32_t k = 0; k < p->contact[c].nodes; k++) {
                for (int32_t axis = 0; axis < 3; axis++) {
                    v[c][r] += entry(&p->contact[c], r, k, axis) * x[3 * p->touches[c][k] + axis];
                }
            }
        }
    }
}

// Gap >= 0, force >= 0, one of them zero; no slip within the cone, else a force of full size against it.
static double worst_condition(const made_problem *p)
{
    double worst = 0.0, slips[CONTACTS][3];
    true_slips(p, slips);
    for (int32_t c = 0; c < p->contacts; c++) {
        const double *f = p->contact[c].force, *v = slips[c];
        if (p->contact[c].nodes == 0) {
            continue;
        }
        double most = p->contact[c].friction * f[0], size = hypot(f[1], f[2]), slip = hypot(v[1], v[2]);
        worst = fmax(worst, fmax(-v[0], -f[0]));
        worst = fmax(worst, fmin(fabs(v[0]), fabs(f[0])));
        worst = fmax(worst, size - most);
        if (slip > 1e-4 && most > 0.0) {
            worst = fmax(worst, fmax(fabs(f[1] + most * v[1] / slip), fabs(f[2] + most * v[2] / slip)));
        }
    }
    return worst;
}

static bi_mat3 frame_of(bight_vec3 n)
{
    bight_vec3 t = v3_perpendicular(n), u = v3_cross(n, t);
    return (bi_mat3){{n.x, n.y, n.z, t.x, t.y, t.z, u.x, u.y, u.z}};
}

// A node held to the ground by a spring 2: a force moves it by half of itself.
static void solve_one(made_problem *p, double gap, double x, double y, double friction)
{
    *p = (made_problem){.nodes = 2, .first_chain = 2, .contacts = 1, .memory = p->memory};
    p->own[0] = p->own[1] = (bi_sym3){{2.0, 0, 0, 2.0, 0, 2.0}};
    p->kept_node[1] = true;
    p->touches[0][0] = 1;
    p->contact[0] = (bi_cone_contact){.weight = {1.0},
                                      .nodes = 1,
                                      .frame = frame_of(v3(0.6, 0.0, 0.8)),
                                      .start = {gap, x, y},
                                      .friction = friction};
    for (int32_t k = 0; k < 30; k++) {
        CHECK(solve(p, 0.01, 1e-13) <= 1e-13);
    }
}

// An open gap needs no force; a closed one f = -gap / w; a slip is stopped by f = -slip / w within friction x normal
// force, else opposed by as much.
TEST(one_contact_has_a_closed_form)
{
    made_problem *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    const double *f = p->contact[0].force;
    solve_one(p, 0.1, 1.0, 1.0, 0.5);
    CHECK(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
    solve_one(p, -1.0, 0.03, -0.04, 0.5);
    CHECK_NEAR(f[0], 2.0, 1e-12);
    CHECK_NEAR(f[1], -0.06, 1e-12);
    CHECK_NEAR(f[2], 0.08, 1e-12);
    solve_one(p, -1.0, 3.0, -4.0, 0.5);
    CHECK_NEAR(f[0], 2.0, 1e-12);
    CHECK_NEAR(f[1], -0.6, 1e-9);
    CHECK_NEAR(f[2], 0.8, 1e-9);
    solve_one(p, -1.0, 3.0, -4.0, 0.0);
    CHECK(f[1] == 0.0 && f[2] == 0.0);
    CHECK_NEAR(f[0], 2.0, 1e-12);
    bi_cone_free(&p->memory, NULL);
    free(p);
}

// Random chains and contacts, often more of these than freedoms; at some place of the nodes all gaps are open.
static void make_random(made_problem *p, uint64_t seed)
{
    bi_random random = bi_random_from(seed);
    *p = (made_problem){.nodes = 4 + bi_random_below(&random, NODES - 3), .memory = p->memory};
    p->first_chain = bi_random_below(&random, 3) == 0 ? p->nodes : 2 + bi_random_below(&random, p->nodes - 3);
    p->closed = p->first_chain > 2 && bi_random_below(&random, 3) == 0;
    p->contacts = 1 + bi_random_below(&random, CONTACTS);
    bight_vec3 open[NODES];
    for (int32_t i = 0; i < p->nodes; i++) {
        p->own[i] = random_block(&random, 0.05);
        p->link[i] = random_block(&random, 0.05);
        p->right[i] = bi_random_vec3(&random, 1.0);
        open[i] = bi_random_vec3(&random, 1.0);
    }
    for (int32_t c = 0; c < p->contacts; c++) {
        bi_cone_contact *contact = &p->contact[c];
        int32_t a = bi_random_below(&random, p->nodes - 3);
        *contact = (bi_cone_contact){
            .nodes = bi_random_below(&random, 3) == 0 ? 1 : 4,
            .frame = frame_of(v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0))),
            .friction = bi_random_below(&random, 4) == 0 ? 0.0 : bi_random_range(&random, 0.0, 1.5)};
        contact->nodes = bi_random_below(&random, 12) == 0 ? 0 : contact->nodes;
        double s = bi_random_unit(&random), t = bi_random_unit(&random);
        double weight[4] = {contact->nodes == 1 ? 1.0 : s, 1.0 - s, -t, t - 1.0};
        for (int32_t k = 0; k < contact->nodes; k++) {
            p->touches[c][k] = a + k;
            p->kept_node[a + k] = true;
            contact->weight[k] = weight[k];
            for (int32_t e = 0; e < 9; e++) {
                contact->start[e / 3] -= entry(contact, e / 3, k, e % 3) * component(open[a + k], e % 3);
            }
        }
        contact->start[0] += bi_random_below(&random, 2) == 0 ? bi_random_range(&random, 0.0, 0.3) : 0.0;
    }
}

// One solve ends where it says; solving again from each answer leads to one that fits without being held.
TEST(many_contacts_satisfy_the_conditions)
{
    made_problem *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    int32_t converged = 0, settled = 0, runs = 600;
    double worst = 0.0;
    for (int32_t run = 1; run <= runs; run++) {
        make_random(p, (uint64_t)run);
        converged += solve(p, 0.01, 1e-9) <= 1e-9;
        for (int32_t again = 0; again < 300 && worst_condition(p) > 1e-6; again++) {
            solve(p, 0.01, 1e-9);
        }
        double now = worst_condition(p);
        settled += now <= 1e-6;
        worst = now <= 1e-6 ? fmax(worst, now) : worst;
        for (int32_t c = 0; c < p->contacts; c++) {
            const double *f = p->contact[c].force;
            CHECK_SEED(f[0] >= 0.0 && hypot(f[1], f[2]) <= p->contact[c].friction * f[0] + 1e-12, run);
            CHECK_SEED(p->contact[c].nodes > 0 || f[0] == 0.0, run);
        }
    }
    print_message("of %d: %d converge at once, %d settle, conditions to %.1e\n", (int)runs, (int)converged,
                  (int)settled, worst);
    CHECK(converged >= runs * 99 / 100 && settled >= runs * 98 / 100);
    bi_cone_free(&p->memory, NULL);
    free(p);
}

// An answer that is known comes back as it was, however it is held.
TEST(an_answer_is_kept)
{
    made_problem *p = calloc(1, sizeof *p);
    CHECK(p != NULL);
    int32_t looked = 0;
    for (int32_t run = 1; run <= 100; run++) {
        make_random(p, (uint64_t)run);
        for (int32_t again = 0; again < 300 && worst_condition(p) > 1e-9; again++) {
            solve(p, 0.01, 1e-12);
        }
        if (worst_condition(p) > 1e-9) {
            continue;
        }
        looked++;
        bi_cone_contact before[CONTACTS];
        memcpy(before, p->contact, sizeof before);
        CHECK_SEED(solve(p, 0.3, 1e-7) <= 1e-7, run);
        for (int32_t c = 0; c < p->contacts; c++) {
            for (int32_t r = 0; r < 3; r++) {
                CHECK_SEED(fabs(before[c].force[r] - p->contact[c].force[r]) < 1e-14, run);
            }
        }
    }
    CHECK(looked > 80);
    bi_cone_free(&p->memory, NULL);
    free(p);
}

// Gap and slip of a contact that moves a node and turns two unknowns of one block, by the whole matrix.
static void true_slip(const double whole[36], const double right[6], const bi_cone_contact *c, double v[3])
{
    double jacobian[3][6] = {{0}}, matrix[36], x[6];
    memcpy(matrix, whole, sizeof matrix);
    memcpy(x, right, sizeof x);
    for (int32_t r = 0; r < 3; r++) {
        bight_vec3 along = v3(c->frame.m[3 * r], c->frame.m[3 * r + 1], c->frame.m[3 * r + 2]);
        for (int32_t axis = 0; axis < 3; axis++) {
            jacobian[r][axis] = c->weight[0] * component(along, axis);
        }
        for (int32_t k = 0; k < 2; k++) {
            jacobian[r][3 + c->turn[k].row] += v3_dot(along, c->turn[k].moves);
        }
        for (int32_t i = 0; i < 6; i++) {
            x[i] += jacobian[r][i] * c->force[r];
        }
    }
    CHECK(dense_solve(6, matrix, x));
    for (int32_t r = 0; r < 3; r++) {
        v[r] = c->start[r];
        for (int32_t i = 0; i < 6; i++) {
            v[r] += jacobian[r][i] * x[i];
        }
    }
}

// One contact of which friction turns two numbers that stand in one block, coupled to each other and to the node that it
// presses on, as two links of a rod do: it is open, sticks, or slides by the conditions. At seeds 164, 679 and others friction
// jams it: sliding, it would close more the more it is pressed.
TEST(a_contact_turns_two_unknowns_of_a_block)
{
    bi_cone_memory memory = {0};
    int32_t states[3] = {0};
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        double root[36], whole[36], right[6];
        for (int32_t e = 0; e < 36; e++) {
            root[e] = bi_random_range(&random, -1.0, 1.0);
        }
        for (int32_t e = 0; e < 36; e++) {
            whole[e] = e % 7 == 0 ? 0.5 : 0.0;
            for (int32_t k = 0; k < 6; k++) {
                whole[e] += root[6 * (e / 6) + k] * root[6 * (e % 6) + k];
            }
        }
        for (int32_t i = 0; i < 6; i++) {
            right[i] = bi_random_range(&random, -1.0, 1.0);
        }
        bi_sym3 diagonal[2];
        bi_mat3 block;
        for (int32_t a = 0; a < 3; a++) {
            for (int32_t b = 0; b < 3; b++) {
                diagonal[0].m[bi_sym3_place(a, b)] = whole[6 * a + b];
                diagonal[1].m[bi_sym3_place(a, b)] = whole[6 * (3 + a) + 3 + b];
                block.m[3 * a + b] = whole[6 * a + 3 + b];
            }
        }
        const bight_vec3 rights[] = {v3(right[0], right[1], right[2]), v3(right[3], right[4], right[5])};
        const bi_sparse_pair pair = {0, 1};
        const bool late[] = {true, true};
        bi_block_system blocks = {2, diagonal, rights, &pair, &block, late, 1};
        int32_t row = bi_random_below(&random, 3);
        bi_cone_contact c = {.node = {0},
                             .weight = {bi_random_range(&random, 0.2, 1.0)},
                             .nodes = 1,
                             .turn = {{1, row, bi_random_vec3(&random, 1.0)},
                                      {1, (row + 1) % 3, bi_random_vec3(&random, 1.0)}},
                             .turns = 2,
                             .frame = frame_of(v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0))),
                             .friction = bi_random_range(&random, 0.0, 1.5)};
        for (int32_t r = 0; r < 3; r++) {
            c.start[r] = bi_random_range(&random, -0.5, 0.5);
        }

        // turning is across the normal, as friction's is
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 n = v3(c.frame.m[0], c.frame.m[1], c.frame.m[2]);
            c.turn[k].moves = v3_madd(c.turn[k].moves, -v3_dot(c.turn[k].moves, n), n);
        }
        CHECK(bi_block_factor(&blocks, &memory, NULL) == BIGHT_OK);
        double error = 0.0, v[3];
        for (int32_t again = 0; again < 60; again++) {
            bi_cone_problem problem = {NULL, &blocks, &c, 1, 0.01, 1e-13};
            CHECK(bi_cone_solve(&problem, &memory, NULL, &error) == BIGHT_OK);
        }
        true_slip(whole, right, &c, v);
        const double *f = c.force;
        double most = c.friction * f[0], slip = hypot(v[1], v[2]), off = fmax(-v[0], -f[0]);
        off = fmax(off, fmin(fabs(v[0]), fabs(f[0])));
        off = fmax(off, hypot(f[1], f[2]) - most);
        bool slides = slip > 1e-6 && f[0] > 0.0;
        if (slides) {
            off = fmax(off, fmax(fabs(f[1] + most * v[1] / slip), fabs(f[2] + most * v[2] / slip)));
        }
        worst = fmax(worst, off);
        states[f[0] <= 0.0 ? 0 : slides ? 2 : 1]++;
        CHECK_SEED(off < 1e-6, seed);
    }
    print_message("open %d, stick %d, slide %d; off by %.2g at most\n", (int)states[0], (int)states[1],
                  (int)states[2], worst);
    CHECK(states[0] > 10 && states[1] > 10 && states[2] > 10);
    bi_cone_free(&memory, NULL);
}

RUN_TESTS(unit(a_contact_turns_two_unknowns_of_a_block), unit(one_contact_has_a_closed_form),
          unit(many_contacts_satisfy_the_conditions), unit(an_answer_is_kept))
