// SPDX-License-Identifier: MIT
// The knot matrix against every subchain named by itself; slipknots, and cores of factors.

#include "bight/knot_matrix.h"
#include "core/random.h"
#include "knot/closing.h"
#include "shapes.h"
#include "test.h"

#define MOST 40

// A chain packed closely: free, or on a lattice, where much lies in one plane.
static int32_t make_chain(uint64_t seed, bight_vec3 *points)
{
    bi_random random = bi_random_from(seed);
    int32_t count = 14 + bi_random_below(&random, MOST - 14), side = 3;
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = bi_random_vec3(&random, 1.0);
        if (seed % 3 == 1) {
            p = v3(bi_random_below(&random, side * 7), bi_random_below(&random, side * 7),
                   bi_random_below(&random, side * 7));
        }
        points[i] = p;
    }
    return count;
}

typedef struct answer {
    char name[BIGHT_KNOT_MAX_NAME];
    bight_handedness hand;
} answer;

// "" when the closure meets the chain.
static answer name_of(bight_knot_workspace *w, const bight_vec3 *points, int32_t count,
                      const bight_vec3 *path, int32_t between, bool direct)
{
    bight_vec3 all[MOST + BIGHT_KNOT_MAX_PATH];
    memcpy(all, points, (size_t)count * sizeof *all);
    memcpy(all + count, path, (size_t)between * sizeof *all);
    bight_curve curve = {all, count + between, between > 0 || direct};
    bight_knot_result result;
    answer a = {"", BIGHT_HANDEDNESS_UNKNOWN};
    if (bight_knot_identify(NULL, w, &curve, 1, NULL, &result, NULL) == BIGHT_OK) {
        memcpy(a.name, result.name, sizeof a.name);
        a.hand = result.factor_count == 1 ? result.factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
    }
    return a;
}

static bool is_cell(const bight_knot_matrix *m, int32_t i, int32_t j, const answer *a)
{
    uint16_t kind = m->cells[bight_knot_matrix_at(i, j)];
    return kind == BIGHT_KNOT_MATRIX_NONE
               ? a->name[0] == '\0'
               : strcmp(m->kinds[kind].name, a->name) == 0 && m->kinds[kind].handedness == a->hand;
}

// One closure: each cell is its subchain's name, with far points and with the closures that look at each subchain.
TEST(each_cell_is_its_subchain)
{
    bight_knot_workspace *w = bight_knot_workspace_new(NULL);
    int64_t knotted = 0, cells = 0, named = 0;
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(24, 6); seed++) {
        bight_vec3 points[MOST];
        int32_t count = make_chain(seed, points);
        bight_curve curve = {points, count, false};
        for (int32_t kind = 0; kind < 4; kind++) {
            bight_knot_matrix_def def = {.closures = kind < 2 ? 1 : 0, .options.seed = seed};
            def.options.closure = kind == 3 ? BIGHT_KNOT_CLOSURE_DIRECT : BIGHT_KNOT_CLOSURE_FAR;
            def.way = kind == 1 ? BIGHT_KNOT_WAY_TWO_POINT : BIGHT_KNOT_WAY_SPHERE;
            bight_knot_matrix m;
            bight_error error = {0};
            CHECK_SEED(bight_knot_matrix_make(NULL, &curve, &def, &m, &error) == BIGHT_OK, seed);
            CHECK(m.side == count && m.closures == 1 && strcmp(m.kinds[0].name, "0_1") == 0);
            bight_vec3 path[BIGHT_KNOT_MAX_PATH];
            bi_closing closing = bi_closing_begin(&curve, def.way, seed);
            int32_t between = kind < 2 ? bi_closing_next(&closing, path) : 0;
            for (int32_t i = 0; i + 1 < count; i++) {
                for (int32_t j = i + 3; j < count; j++) {
                    answer a = name_of(w, points + i, j - i + 1, path, between, kind == 3);
                    CHECK_SEED(is_cell(&m, i, j, &a), seed);
                    knotted += strcmp(a.name, "0_1") != 0;
                }
                CHECK(m.cells[bight_knot_matrix_at(i, i + 1)] == 0);
            }
            cells += kind != 2 ? (int64_t)bight_knot_matrix_at(0, m.side) : 0;
            named += kind != 2 ? m.named : 0;
            bight_knot_matrix_free(NULL, &m);
        }
    }
    bight_knot_workspace_free(w);

    // many are knotted, and few of the cells with far points had to be named
    CHECK(knotted > LESS_WHEN_CHECKED(2000, 400) && 2 * named < cells);
}

// By the straight line between the ends too a coarser matrix is a part of the finer one, on any number of threads.
TEST(direct_closures_by_steps)
{
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(12, 2); seed++) {
        bight_vec3 points[MOST];
        int32_t count = make_chain(seed, points);
        bight_curve curve = {points, count, false};
        bight_env env = {.threads = 3};
        bight_error error = {0};
        bight_knot_matrix fine, coarse;
        bight_knot_matrix_def def = {.options.closure = BIGHT_KNOT_CLOSURE_DIRECT};
        CHECK_SEED(bight_knot_matrix_make(NULL, &curve, &def, &fine, &error) == BIGHT_OK, seed);
        def.step = 3;
        CHECK_SEED(bight_knot_matrix_make(&env, &curve, &def, &coarse, &error) == BIGHT_OK, seed);
        for (int32_t j = 1; j < coarse.side; j++) {
            for (int32_t i = 0; i < j; i++) {
                uint16_t one = coarse.cells[bight_knot_matrix_at(i, j)];
                uint16_t two = fine.cells[bight_knot_matrix_at(coarse.vertices[i], coarse.vertices[j])];
                bool none = one == BIGHT_KNOT_MATRIX_NONE || two == BIGHT_KNOT_MATRIX_NONE;
                CHECK_SEED(none ? one == two : strcmp(coarse.kinds[one].name, fine.kinds[two].name) == 0,
                           seed);
            }
        }
        bight_knot_matrix_free(&env, &coarse);
        bight_knot_matrix_free(NULL, &fine);
    }
}

// Several closures: the most frequent name, and how many have it; a coarser matrix is a part of the finer one; threads do
// not matter.
TEST(votes_steps_and_threads)
{
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(12, 2); seed++) {
        bight_vec3 points[MOST];
        int32_t count = make_chain(3 * seed, points), step = 2 + (int32_t)(seed % 3);
        bight_curve curve = {points, count, false};
        bight_knot_matrix_def def = {.closures = 7,
                                     .way = seed % 2 == 0 ? BIGHT_KNOT_WAY_SPHERE : BIGHT_KNOT_WAY_TWO_POINT};
        bight_knot_matrix fine, coarse;
        const bight_env env = {.threads = 3};
        CHECK(bight_knot_matrix_make(NULL, &curve, &def, &fine, NULL) == BIGHT_OK);
        def.step = step;
        CHECK(bight_knot_matrix_make(&env, &curve, &def, &coarse, NULL) == BIGHT_OK);
        CHECK(coarse.vertices[0] == 0 && coarse.vertices[coarse.side - 1] == count - 1);
        for (int32_t i = 0; i + 1 < coarse.side; i++) {
            for (int32_t j = i + 1; j < coarse.side; j++) {
                size_t one = bight_knot_matrix_at(i, j);
                size_t two = bight_knot_matrix_at(coarse.vertices[i], coarse.vertices[j]);
                CHECK_SEED(coarse.counts[one] == fine.counts[two], seed);
                CHECK_SEED(strcmp(coarse.kinds[coarse.cells[one]].name, fine.kinds[fine.cells[two]].name) ==
                               0,
                           seed);
            }
        }

        // the whole chain is the spectrum's first share
        bight_knot_spectrum spectrum;
        CHECK(bight_knot_identify_closures(NULL, NULL, &curve, def.way, 7, NULL, &spectrum, NULL) ==
              BIGHT_OK);
        size_t whole = bight_knot_matrix_at(0, count - 1);
        CHECK_SEED(fine.counts[whole] == spectrum.shares[0].count, seed);
        CHECK_SEED(strcmp(fine.kinds[fine.cells[whole]].name, spectrum.shares[0].name) == 0, seed);
        bight_knot_matrix_free(NULL, &fine);
        bight_knot_matrix_free(&env, &coarse);
    }
}

// At height z: the chain comes and goes on the left of all of them.
static void add_knot(shape *s, const int32_t *word, double z)
{
    static shape knot;
    shape_braid(&knot, word);
    for (int32_t i = 0; i < knot.count; i++) {
        shape_add(s, knot.points[i].x, knot.points[i].y, knot.points[i].z + z);
    }
}

static const bight_knot_stretch *find(const bight_knot_matrix *m, const bight_knot_stretch *list,
                                      int32_t count, const char *name, bight_knot_role role)
{
    for (int32_t i = 0; i < count; i++) {
        if (list[i].role == role && strcmp(m->kinds[list[i].kind].name, name) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

// A knotted chain that runs back beside itself is no knot, and its first half is one.
TEST(a_slipknot_is_found)
{
    static shape s;
    s.count = 0;
    add_knot(&s, (int32_t[]){1, 1, 1, 0}, 0.0);
    int32_t half = s.count;
    for (int32_t i = half - 1; i >= 0; i--) {
        shape_add(&s, s.points[i].x + 0.013, s.points[i].y + 0.011, s.points[i].z + 0.017);
    }
    bight_curve curve = shape_curve(&s, false);
    bight_knot_matrix m;
    bight_knot_result whole;
    bight_knot_stretch list[40];
    CHECK(bight_knot_identify(NULL, NULL, &curve, 1, NULL, &whole, NULL) == BIGHT_OK);
    CHECK(whole.factor_count == 0);
    CHECK(bight_knot_matrix_make(NULL, &curve, NULL, &m, NULL) == BIGHT_OK);
    int32_t count = bight_knot_matrix_stretches(NULL, &m, &whole, list, 40);
    const bight_knot_stretch *slip = find(&m, list, count, "3_1", BIGHT_KNOT_ROLE_SLIPKNOT);
    CHECK(slip != NULL && find(&m, list, count, "3_1", BIGHT_KNOT_ROLE_WHOLE) == NULL);
    CHECK(slip->last - slip->first < half && slip->long_first <= slip->first &&
          slip->long_last >= slip->last);
    CHECK(slip->long_last - slip->long_first < curve.count - 1);

    // no subchain of this kind is shorter
    for (int32_t i = 0; i + 1 < m.side; i++) {
        for (int32_t j = i + 1; j < m.side && j - i < slip->last - slip->first; j++) {
            CHECK(m.cells[bight_knot_matrix_at(i, j)] != slip->kind);
        }
    }
    bight_knot_matrix_free(NULL, &m);
}

// Three knots in a row: each has its core where it was tied, equal ones apart from each other, by the matrix and without
// it, of an open chain and of a ring.
TEST(each_factor_has_its_core)
{
    static shape s;
    static const int32_t trefoil[] = {1, 1, 1, 0}, eight[] = {1, -2, 1, -2, 0};
    int32_t from[3], to[3];
    s.count = 0;
    for (int32_t i = 0; i < 3; i++) {
        from[i] = s.count;
        add_knot(&s, i == 1 ? eight : trefoil, 10.0 * i);
        to[i] = s.count - 1;
    }
    for (int32_t closed = 0; closed < 2; closed++) {
        if (closed == 1) {
            shape_add(&s, -10.0, 1.0, 20.0);
            shape_add(&s, -10.0, 1.0, 0.0);
        }
        bight_curve curve = shape_curve(&s, closed == 1);
        bight_knot_result whole;
        CHECK(bight_knot_identify(NULL, NULL, &curve, 1, NULL, &whole, NULL) == BIGHT_OK);
        CHECK(strcmp(whole.name, "3_1 # 3_1 # 4_1") == 0);
        int32_t taken[4], count = 0, seen[3] = {0};
        for (int32_t f = 0; f < 3; f++) {
            int32_t first, last;
            bool again = f > 0 && strcmp(whole.factors[f].name, whole.factors[f - 1].name) == 0;
            count = again ? count : 0;
            CHECK(bight_knot_locate_factor(NULL, NULL, &curve, NULL, &whole.factors[f], taken, count, &first,
                                           &last, NULL) == BIGHT_OK);
            taken[2 * count] = first;
            taken[2 * count++ + 1] = last;
            for (int32_t k = 0; k < 3; k++) {
                bool right = (k == 1) == (strcmp(whole.factors[f].name, "4_1") == 0);
                seen[k] += right && first >= from[k] - 1 && last <= to[k] + 1;
            }
        }
        CHECK(seen[0] == 1 && seen[1] == 1 && seen[2] == 1);
        if (closed == 0) {
            bight_knot_matrix m;
            bight_knot_stretch list[40];
            CHECK(bight_knot_matrix_make(NULL, &curve, NULL, &m, NULL) == BIGHT_OK);
            int32_t stretches = bight_knot_matrix_stretches(NULL, &m, &whole, list, 40), cores = 0;
            for (int32_t i = 0; i < stretches && i < 40; i++) {
                for (int32_t k = 0; k < 3; k++) {
                    cores += list[i].role == BIGHT_KNOT_ROLE_FACTOR && list[i].first >= from[k] - 1 &&
                             list[i].last <= to[k] + 1;
                }
                // a part of the sum is not lost in it
                CHECK(list[i].role != BIGHT_KNOT_ROLE_SLIPKNOT ||
                      (strcmp(m.kinds[list[i].kind].name, "3_1 # 3_1") != 0 &&
                       strcmp(m.kinds[list[i].kind].name, "3_1 # 4_1") != 0));
            }
            CHECK(cores == 3 && list[0].role == BIGHT_KNOT_ROLE_WHOLE);
            bight_knot_matrix_free(NULL, &m);
        }
    }
}

TEST(what_has_no_matrix_is_refused)
{
    static bight_vec3 points[5000];
    for (int32_t i = 0; i < 5000; i++) {
        points[i] = v3(i, i % 2, i % 3);
    }
    bight_knot_matrix m;
    bight_error error;
    bight_curve ring = {points, 10, true}, longer = {points, 5000, false}, good = {points, 10, false};
    CHECK(bight_knot_matrix_make(NULL, &ring, NULL, &m, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "closed curve") != NULL && m.kinds == NULL);
    CHECK(bight_knot_matrix_make(NULL, &longer, NULL, &m, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "larger step") != NULL);
    bight_knot_matrix_def def = {.closures = -1};
    CHECK(bight_knot_matrix_make(NULL, &good, &def, &m, &error) == BIGHT_ERROR_INVALID);
    points[3].y = (double)NAN;
    CHECK(bight_knot_matrix_make(NULL, &good, NULL, &m, &error) == BIGHT_ERROR_INVALID);
    bight_knot_matrix_free(NULL, NULL);
}

RUN_TESTS(unit(each_cell_is_its_subchain), unit(direct_closures_by_steps), unit(votes_steps_and_threads),
          unit(a_slipknot_is_found), unit(each_factor_has_its_core), unit(what_has_no_matrix_is_refused))
