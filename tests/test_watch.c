// SPDX-License-Identifier: MIT
// Long work asks whether to go on, ends when it is told to, and leaves nothing behind; polynomials keep to
// their budget and say so.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_svg.h"
#include "bight/knot_table.h"
#include "bight/knot_matrix.h"
#include "bight/link.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 30000
#define LONG_CODE 9999

// Stops at a question, and counts them all.
typedef struct asking {
    failing_allocator memory;
    int64_t asked, stop_at; ///< stop_at: 0 for never
} asking;

static bool asked(void *user)
{
    asking *a = user;
    a->asked++;
    return a->stop_at > 0 && a->asked >= a->stop_at;
}

static bight_env env_of(asking *a)
{
    bight_env env = failing_env(&a->memory);
    env.watch = (bight_watch){asked, a};
    return env;
}

// T(7, 8) with two crossings more: 50, nothing alternates, wide.
static bight_diagram *twisted_torus_knot(void)
{
    int32_t word[50];
    bight_diagram *diagram = NULL;
    for (int32_t i = 0; i < 48; i++) {
        word[i] = i % 6 + 1;
    }
    word[48] = word[49] = 1; // two strands twisted once more: no torus knot, which would have a name at once
    CHECK(bight_diagram_from_braid(NULL, word, 50, 7, &diagram, NULL) == BIGHT_OK);
    return diagram;
}

static bight_vec3 tangle[POINTS];

// A coil on a ring: long, and shrunk corner by corner.
static bight_curve make_tangle(void)
{
    for (int32_t i = 0; i < POINTS; i++) {
        double a = 6.283185307179586 * i / POINTS, b = 601.0 * a, r = 3.0 + cos(b);
        tangle[i] = v3(r * cos(a), r * sin(a), sin(b));
    }
    return (bight_curve){tangle, POINTS, true};
}

// Every kind of long work, by number; *more says whether there are more.
static bight_status work(const bight_env *env, int32_t kind, bool *more)
{
    static bight_knot_result result;
    static bight_knot_spectrum spectrum;
    static bight_link_result link;
    bight_curve curve = make_tangle(), open = {tangle, 60, false};
    bight_diagram *knot = twisted_torus_knot(), *made = NULL, *big = NULL;
    bight_status status = BIGHT_OK;
    bight_terms terms = {0};
    bight_bytes bytes = {0};
    bight_error error = {0};
    int32_t first, last, count, *word = NULL, letters, strands, linking[4];
    const bight_curve two[2] = {curve, {(bight_vec3[]){{9, 9, 9}, {9, 9, 8}, {9, 8, 8}}, 3, true}};
    const bight_knot_options hard = {.effort = 1000000};
    char names[4][16];
    *more = true;
    switch (kind) {
    case 0: // shrinks, looks for a view, projects
        status = bight_diagram_from_curves(env, NULL, &curve, 1, NULL, &made, &error);
        break;
    case 1: // random moves
        status = bight_knot_identify_diagram(env, NULL, knot, &hard, &result, &error);
        break;
    case 2:
        status = bight_diagram_homfly(env, knot, NULL, &terms, &error);
        break;
    case 3: // closures
        status = bight_knot_identify_sphere(env, NULL, &open, 100000, NULL, &spectrum, &error);
        break;
    case 4: // the hull of an open curve, and more
        open.count = POINTS;
        status = bight_knot_locate(env, NULL, &open, NULL, &first, &last, &error);
        break;
    case 5:
        CHECK(bight_diagram_scramble(NULL, knot, 4000, 1, &big, NULL) == BIGHT_OK);
        status = bight_diagram_reduce(env, NULL, big, &made, &error);
        break;
    case 6:
        status = bight_diagram_scramble(env, knot, 19000, 1, &made, &error);
        break;
    case 7:
        CHECK(bight_diagram_scramble(NULL, knot, 900, 1, &big, NULL) == BIGHT_OK);
        status = bight_write_knot_svg(env, big, NULL, &bytes, &error);
        break;
    case 8:
        CHECK(bight_diagram_scramble(NULL, knot, 2000, 1, &big, NULL) == BIGHT_OK);
        status = bight_diagram_to_braid(env, big, &word, &letters, &strands, &error);
        break;
    case 9:
        status = bight_knot_tabulate(env, 11, NULL, NULL, &bytes, &error);
        break;
    case 10:
        status = bight_curves_linking(env, NULL, two, 2, NULL, linking, &error);
        break;
    case 11: { // a link that no table has, and no move shortens: the torus link T(3,6)
        static const int32_t torus[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
        CHECK(bight_diagram_from_braid(NULL, torus, 12, 0, &big, NULL) == BIGHT_OK);
        status = bight_link_identify(env, big, &hard, &link, NULL, &error);
        break;
    }
    case 12:
        status = bight_link_tabulate(env, 10, NULL, NULL, &bytes, &error);
        break;
    case 13: { // signs of a long Gauss code are found: n^2 comparisons
        int32_t *letters_of = calloc(LONG_CODE, sizeof *letters_of),
                *gauss = calloc(2 * LONG_CODE, sizeof *gauss);
        for (int32_t i = 0; i < LONG_CODE; i++) {
            letters_of[i] = 1;
        }
        CHECK(bight_diagram_from_braid(NULL, letters_of, LONG_CODE, 2, &big, NULL) == BIGHT_OK);
        bight_diagram_to_gauss(big, gauss, linking, NULL);
        status = bight_diagram_from_gauss(env, gauss, linking, 1, NULL, &made, &error);
        free(letters_of);
        free(gauss);
        break;
    }
    case 14: { // every subchain
        bight_knot_matrix matrix;
        const bight_knot_matrix_def def = {.closures = 30};
        open.count = 400;
        status = bight_knot_matrix_make(env, &open, &def, &matrix, &error);
        bight_knot_matrix_free(env, &matrix);
        break;
    }
    default:
        CHECK(bight_knot_identify_diagram(NULL, NULL, knot, &(bight_knot_options){.effort = -1}, &result,
                                          NULL) == BIGHT_OK);
        status = bight_knot_candidates(env, &result.factors[0], NULL, names, 4, &count, &error);
        *more = false;
        break;
    }
    CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', kind);
    CHECK_SEED(status == BIGHT_OK || (made == NULL && terms.count == 0 && bytes.size == 0), kind);
    if (word != NULL) {
        env->allocator.resize(env->allocator.user, word, (size_t)letters * sizeof *word, 0);
    }
    bight_terms_free(env, &terms);
    bight_bytes_free(env != NULL ? &env->allocator : NULL, &bytes);
    bight_diagram_free(made);
    bight_diagram_free(big);
    bight_diagram_free(knot);
    return status;
}

// Every call asks before it begins; those that take seconds or hours ask on the way.
TEST(long_work_asks_and_stops)
{
    bool more = true;
    for (int32_t kind = 0; more; kind++) {
        // the second question comes after some milliseconds of work, which not all of it takes on every
        // computer
        bool heavy = kind == 1 || kind == 3 || kind == 9 || (kind >= 11 && kind <= 13);
        for (int64_t at = 1; at <= (heavy ? 4 : 1); at++) {
            asking a = {.stop_at = at};
            bight_env env = env_of(&a);
            CHECK_SEED(work(&env, kind, &more) == BIGHT_ERROR_STOPPED, kind);
            CHECK_SEED(a.asked == at, kind); // once told it does not ask again
            CHECK_SEED(a.memory.held == 0, kind);
        }
    }

    // steps are counted, not timed, so the number of questions is the same everywhere; without those of the
    // census of links there are 35
    asking all = {.stop_at = 0};
    bight_env env = env_of(&all);
    CHECK(work(&env, 12, &more) == BIGHT_OK && all.asked > 40);
}

TEST(polynomials_keep_to_their_budget)
{
    bight_diagram *knot = twisted_torus_knot();
    bight_terms terms;
    bight_error error = {0};
    failing_allocator memory = {0};
    bight_env env = failing_env(&memory);
    CHECK(bight_diagram_homfly(&env, knot, &(bight_budget){.bytes = 1000000}, &terms, &error) ==
          BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "more than 1 MB of memory") != NULL && memory.held == 0);
    CHECK(bight_diagram_homfly(&env, knot, &(bight_budget){.seconds = 1e-9}, &terms, &error) ==
          BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "more than 1e-09 seconds") != NULL && memory.held == 0);
    CHECK(bight_diagram_jones(&env, knot, &(bight_budget){.bytes = 1000000}, &terms, &error) ==
          BIGHT_ERROR_TOO_LARGE);
    CHECK(terms.count == 0 && memory.held == 0);
    bight_diagram_free(knot);

    // without limits small ones are what they are
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1}, 3, 0, &knot, &error) == BIGHT_OK);
    CHECK(bight_diagram_homfly(&env, knot, &(bight_budget){.seconds = -1.0, .bytes = -1}, &terms, &error) ==
          BIGHT_OK);
    CHECK(terms.count == 3);
    bight_terms_free(&env, &terms);
    CHECK(memory.held == 0);
    bight_diagram_free(knot);
}

RUN_TESTS(unit(long_work_asks_and_stops), unit(polynomials_keep_to_their_budget))
