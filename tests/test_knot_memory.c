// SPDX-License-Identifier: MIT
// Every call of the knot room, with every allocation failing in turn: an error, nothing lost, nothing left
// behind.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_matrix.h"
#include "bight/knot_table.h"
#include "bight/link.h"
#include "failing_memory.h"
#include "shapes.h"
#include "test.h"

#include <stdlib.h>

static failing_allocator count;
static bight_env env = {.allocator = {failing_resize, &count}};
static const int32_t word[] = {1, 1, -2, 1, 3, -2, 3};
static bight_diagram *fixed;

static bight_status read_codes(void)
{
    bight_diagram *one = NULL, *two = NULL, *three = NULL;
    int32_t labels[28], entries[14], lengths[2];
    int8_t signs[7];
    bight_diagram_to_pd(fixed, true, labels);
    bight_status status = bight_diagram_from_pd(&env, labels, 7, true, 1, &one, NULL);
    bight_diagram_to_gauss(fixed, entries, lengths, signs);
    status =
        status == BIGHT_OK ? bight_diagram_from_gauss(&env, entries, lengths, 1, NULL, &two, NULL) : status;
    status = status == BIGHT_OK ? bight_diagram_to_dt(two, entries, lengths, signs, NULL) : status;
    status =
        status == BIGHT_OK ? bight_diagram_from_dt(&env, entries, 7, NULL, 1, signs, &three, NULL) : status;
    bight_diagram_free(one);
    bight_diagram_free(two);
    bight_diagram_free(three);
    return status;
}

static bight_status write_braid(void)
{
    int32_t *braid = NULL, length = 0, strands = 0;
    bight_status status = bight_diagram_to_braid(&env, fixed, &braid, &length, &strands, NULL);
    if (braid != NULL) {
        failing_resize(&count, braid, (size_t)length * sizeof *braid, 0);
    }
    return status;
}

static bight_status polynomials(void)
{
    bight_terms terms = {0};
    bight_status status = bight_diagram_jones(&env, fixed, NULL, &terms, NULL);
    bight_terms_free(&env, &terms);
    return status;
}

static bight_status draw(void)
{
    bight_vec3 points[28];
    return bight_diagram_embed(&env, fixed, points, NULL);
}

static bight_status scramble_and_name(void)
{
    bight_diagram *scrambled = NULL, *reduced = NULL;
    bight_knot_result result;
    bight_status status = bight_diagram_scramble(&env, fixed, 20, 3, &scrambled, NULL);
    status =
        status == BIGHT_OK ? bight_knot_identify_diagram(&env, NULL, scrambled, NULL, &result, NULL) : status;
    status = status == BIGHT_OK ? bight_knot_diagram(&env, &result, &reduced, NULL) : status;
    bight_diagram_free(scrambled);
    bight_diagram_free(reduced);
    return status;
}

static bight_status tabulate(void)
{
    bight_bytes text;
    bight_status status = bight_knot_tabulate(&env, 6, NULL, NULL, &text, NULL);
    if (status == BIGHT_OK) {
        bight_bytes_free(&env.allocator, &text);
    }
    return status;
}

static bight_status name_link(void)
{
    bight_diagram *link = NULL;
    bight_link_result result;
    bight_link_makeup makeup = {0};
    bight_polynomial polynomial = {0};
    bight_bytes text = {0};
    bight_status status = bight_diagram_from_braid(&env, (int32_t[]){1, -2, 1, -2, -2, 1, -1, 3, 3, 5, 5, 5},
                                                   12, 7, &link, NULL);
    status = status == BIGHT_OK ? bight_link_identify_makeup(&env, link, NULL, &result, &makeup, NULL, NULL)
                                : status;
    status =
        status == BIGHT_OK ? bight_diagram_alexander_link(&env, link, true, NULL, &polynomial, NULL) : status;
    status = status == BIGHT_OK ? bight_diagram_determinant(&env, link, NULL, &text, NULL) : status;
    bight_link_makeup_free(&env, &makeup);
    bight_polynomial_free(&env, &polynomial);
    bight_bytes_free(&env.allocator, &text);
    bight_diagram_free(link);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bight_diagram_from_braid(&env, (int32_t[]){1, 1, 1, 1}, 4, 0, &link, NULL);
    status = status == BIGHT_OK ? bight_diagram_alexander_link(&env, link, false, NULL, &polynomial, NULL)
                                : status;
    bight_polynomial_free(&env, &polynomial);
    bight_diagram_free(link);
    return status;
}

static bight_status look_from_all_sides(void)
{
    static shape s;
    bight_knot_spectrum spectrum;
    bight_diagram *diagram = NULL;
    int32_t first, last;
    shape_braid(&s, (int32_t[]){1, 1, 1, 0});
    bight_curve curve = shape_curve(&s, false);
    bight_status status = bight_knot_identify_sphere(&env, NULL, &curve, 3, NULL, &spectrum, NULL);
    status =
        status == BIGHT_OK ? bight_diagram_from_curves(&env, NULL, &curve, 1, NULL, &diagram, NULL) : status;
    if (status == BIGHT_OK && count.fail_at == 0) {
        status = bight_knot_locate(&env, NULL, &curve, NULL, &first, &last, NULL);
    }
    bight_diagram_free(diagram);
    return status;
}

static bight_status look_at_subchains(void)
{
    static shape s;
    shape_braid(&s, (int32_t[]){1, 1, 1, 0});
    bight_curve curve = {s.points, 14, false};
    bight_knot_matrix matrix;
    bight_knot_stretch list[4];
    bight_knot_result whole;
    const bight_knot_matrix_def def = {.closures = 2};
    bight_status status = bight_knot_identify(&env, NULL, &curve, 1, NULL, &whole, NULL);
    status = status == BIGHT_OK ? bight_knot_matrix_make(&env, &curve, &def, &matrix, NULL) : status;
    if (status == BIGHT_OK) {
        int32_t found = bight_knot_matrix_stretches(&env, &matrix, &whole, list, 4);
        status = found < 0 ? BIGHT_ERROR_NO_MEMORY : status;
        bight_knot_matrix_free(&env, &matrix);
    }
    return status;
}

TEST(every_allocation_may_fail)
{
    static bight_status (*const calls[])(void) = {read_codes, write_braid,         polynomials,
                                                  draw,       scramble_and_name,   tabulate,
                                                  name_link,  look_from_all_sides, look_at_subchains};
    bight_error error = {0};
    CHECK(bight_diagram_from_braid(NULL, word, 7, 0, &fixed, &error) == BIGHT_OK);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        count = (failing_allocator){0};
        CHECK(calls[i]() == BIGHT_OK && count.held == 0);
        int64_t needed = count.calls;
        for (int64_t fail_at = 1; fail_at <= needed; fail_at += 1 + needed / 400) {
            count = (failing_allocator){.fail_at = fail_at};
            bight_status status = calls[i]();
            CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY || (status == BIGHT_OK && count.calls < fail_at),
                       1000 * i + (size_t)fail_at);
            CHECK_SEED(count.held == 0, 1000 * i + (size_t)fail_at);
        }
    }
    bight_diagram_free(fixed);
}

RUN_TESTS(unit(every_allocation_may_fail))
