// SPDX-License-Identifier: MIT
// Polynomials of the whole table to ten crossings, against each other and against Regina where it is
// installed.

#include "bight/knot.h"
#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "refused_terms.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

static int64_t coefficient(const bight_terms *terms, int32_t v, int32_t z)
{
    for (int32_t i = 0; i < terms->count; i++) {
        if (terms->terms[i].v == v && terms->terms[i].z == z) {
            return terms->terms[i].coefficient;
        }
    }
    return 0;
}

TEST(jones_of_small_links)
{
    bight_diagram *diagram;
    bight_terms jones;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1}, 3, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK && jones.count == 3);
    CHECK(coefficient(&jones, 2, 0) == 1 && coefficient(&jones, 6, 0) == 1 &&
          coefficient(&jones, 8, 0) == -1);
    bight_terms_free(NULL, &jones);
    bight_diagram_free(diagram);

    // Hopf link with linking number 1: -t^1/2 - t^5/2
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1}, 2, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_linking(diagram, 0, 1) == 1 && bight_diagram_linking(diagram, 0, 0) == 0);
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK && jones.count == 2);
    CHECK(coefficient(&jones, 1, 0) == -1 && coefficient(&jones, 5, 0) == -1);
    bight_terms_free(NULL, &jones);
    bight_diagram_free(diagram);

    // two circles: -t^1/2 - t^-1/2
    CHECK(bight_diagram_from_braid(NULL, NULL, 0, 2, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK && jones.count == 2);
    CHECK(coefficient(&jones, 1, 0) == -1 && coefficient(&jones, -1, 0) == -1);
    bight_terms_free(NULL, &jones);
    bight_diagram_free(diagram);
    CHECK(bight_arf(1) == 0 && bight_arf(3) == 1 && bight_arf(5) == 1 && bight_arf(7) == 0);
}

// V(1) = 1, |V(-1)| is the determinant, and P(1, z) at z = t^1/2 - t^-1/2 is the Alexander polynomial;
// checked at t = -1 and through the second coefficient. One line a knot is written for the independent check.
static void check_knot(int32_t crossings, int32_t index, FILE *out)
{
    bight_diagram *diagram;
    bight_terms homfly, jones;
    bight_knot_result result;
    char name[16];
    CHECK(bight_knot_table_diagram(NULL, crossings, index, index % 2 == 0, name, &diagram, &error) ==
          BIGHT_OK);
    CHECK(bight_knot_identify_diagram(NULL, NULL, diagram, NULL, &result, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, name) == 0);
    CHECK(bight_diagram_homfly(NULL, diagram, NULL, &homfly, &error) == BIGHT_OK);
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK);
    int64_t one = 0, minus = 0, conway = 0, second = 0;
    for (int32_t i = 0; i < jones.count; i++) {
        CHECK(jones.terms[i].v % 2 == 0);
        one += jones.terms[i].coefficient;
        minus += (jones.terms[i].v / 2) % 2 == 0 ? jones.terms[i].coefficient : -jones.terms[i].coefficient;
    }
    for (int32_t i = 0; i < homfly.count; i++) {
        conway += homfly.terms[i].z == 2 ? homfly.terms[i].coefficient : 0;
    }
    for (int32_t i = 0; i < result.alexander_count; i++) {
        int64_t power = i - result.alexander_count / 2;
        second += power * power * result.alexander[i];
    }
    CHECK(one == 1 && (minus == result.determinant || minus == -result.determinant));
    CHECK(2 * conway == second); // half the second derivative at 1

    int32_t labels[64];
    bight_diagram_to_pd(diagram, false, labels);
    for (int32_t i = 0; i < 4 * bight_diagram_crossings(diagram); i++) {
        fprintf(out, "%d ", (int)labels[i]);
    }
    fputs("|", out);
    for (int32_t i = 0; i < homfly.count; i++) {
        fprintf(out, " %d %d %lld", (int)homfly.terms[i].v, (int)homfly.terms[i].z,
                (long long)homfly.terms[i].coefficient);
    }
    fputs(" |", out);
    for (int32_t i = 0; i < jones.count; i++) {
        fprintf(out, " %d %lld", (int)jones.terms[i].v, (long long)jones.terms[i].coefficient);
    }
    fputs(" |", out);
    for (int32_t i = 0; i < result.alexander_count; i++) {
        fprintf(out, " %lld", (long long)result.alexander[i]);
    }
    fputs("\n", out);
    bight_terms_free(NULL, &homfly);
    bight_terms_free(NULL, &jones);
    bight_diagram_free(diagram);
}

TEST(the_table_to_ten_crossings)
{
    FILE *out = fopen("polynomials.txt", "w");
    CHECK(out != NULL);
    for (int32_t crossings = 3; crossings <= 10; crossings++) {
        for (int32_t index = 0; index < bight_knot_table_count(crossings); index++) {
            check_knot(crossings, index, out);
        }
    }
    fclose(out);
    int code = system("/usr/bin/python3 " BIGHT_SOURCE_DIR "/tests/regina_check.py polynomials.txt; "
                      "code=$?; [ $code -eq 77 ] && exit 7; exit $code");
    if (code / 256 == 7) {
        print_message("Regina is not installed: not compared with it (Debian: regina-normal)\n");
        skip();
    }
    CHECK(code == 0);
}

// Jones polynomials of torus knots T(n, n + 1) by their closed form (Jones 1987), t^((p - 1)(q - 1) / 2) (1 - t^(p + 1) -
// t^(q + 1) + t^(p + q)) / (1 - t^2), through the HOMFLY polynomial of n strands, in 50 MB.
TEST(torus_knots_by_their_formula)
{
    for (int32_t p = 2; p <= LESS_WHEN_CHECKED(6, 5); p++) {
        int32_t q = p + 1, word[64], length = 0, start = (p - 1) * (q - 1) / 2;
        for (int32_t i = 0; i < q; i++) {
            for (int32_t k = 1; k < p; k++) {
                word[length++] = k;
            }
        }
        bight_diagram *diagram;
        bight_terms jones;
        const bight_budget budget = {.seconds = 100.0, .bytes = 50000000};
        CHECK(bight_diagram_from_braid(NULL, word, length, p, &diagram, &error) == BIGHT_OK);
        CHECK(bight_diagram_jones(NULL, diagram, &budget, &jones, &error) == BIGHT_OK);
        int64_t wanted[64] = {0};
        int32_t terms = 0;
        for (int32_t i = 0; i <= p + q; i++) {
            int64_t numerator = (i == 0) - (i == p + 1) - (i == q + 1) + (i == p + q);
            wanted[i] = numerator + (i >= 2 ? wanted[i - 2] : 0);
            terms += wanted[i] != 0;
            CHECK_SEED(coefficient(&jones, 2 * (start + i), 0) == wanted[i], p);
        }
        CHECK_SEED(jones.count == terms, p);
        bight_terms_free(NULL, &jones);
        bight_diagram_free(diagram);
    }
}

// Random diagrams of knots and links become braids with the same polynomial and as many components.
TEST(braids_of_diagrams)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        int32_t word[4] = {1, seed % 2 == 0 ? 1 : -2, seed % 3 == 0 ? -1 : 1, seed % 5 == 0 ? 2 : -2};
        int32_t *braid, length, strands;
        bight_diagram *start, *diagram, *again;
        bight_terms one, two;
        CHECK(bight_diagram_from_braid(NULL, word, 4, 3, &start, &error) == BIGHT_OK);
        CHECK(bight_diagram_scramble(NULL, start, 4 + (int32_t)(seed % 7), seed, &diagram, &error) ==
              BIGHT_OK);
        CHECK(bight_diagram_to_braid(NULL, diagram, &braid, &length, &strands, &error) == BIGHT_OK);
        CHECK(bight_diagram_from_braid(NULL, braid, length, strands, &again, &error) == BIGHT_OK);
        CHECK_SEED(bight_diagram_components(again) == bight_diagram_components(diagram), seed);
        CHECK(bight_diagram_homfly(NULL, start, NULL, &one, &error) == BIGHT_OK);
        if (bight_diagram_homfly(NULL, again, NULL, &two, &error) == BIGHT_OK) {
            CHECK_SEED(one.count == two.count, seed);
            CHECK_SEED(memcmp(one.terms, two.terms, (size_t)one.count * sizeof *one.terms) == 0, seed);
            bight_terms_free(NULL, &two);
        }
        bight_terms_free(NULL, &one);
        free(braid);
        bight_diagram_free(again);
        bight_diagram_free(diagram);
        bight_diagram_free(start);
    }
}

// Larger diagrams of a knot have its polynomial: crossings that meet what was laid before at several places come later.
TEST(large_diagrams_have_the_polynomial_of_the_knot)
{
    // the last ones have 21 to 28 crossings, and are narrow only when laid in a good order
    static const uint64_t larger[6] = {32, 36, 38, 61, 63, 65};
    int32_t told = 0;
    for (int32_t i = 1; i <= 66; i++) {
        uint64_t seed = i <= 60 ? (uint64_t)i : larger[i - 61];
        int32_t crossings = i <= 60 ? 14 + i % 12 : 20 + (int32_t)(seed % 30);
        int32_t word[6] = {1, seed % 2 == 0 ? 1 : -2, 1, seed % 3 == 0 ? 2 : -2, 1, -2};
        bight_diagram *start, *diagram;
        bight_terms one, two;
        CHECK(bight_diagram_from_braid(NULL, word, 6, 3, &start, &error) == BIGHT_OK);
        CHECK(bight_diagram_scramble(NULL, start, crossings, seed, &diagram, &error) == BIGHT_OK);
        CHECK(bight_diagram_homfly(NULL, start, NULL, &one, &error) == BIGHT_OK);
        bight_status status = bight_diagram_homfly(NULL, diagram, NULL, &two, &error);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_TOO_LARGE, seed);
        if (status == BIGHT_OK) {
            CHECK_SEED(one.count == two.count, seed);
            CHECK_SEED(memcmp(one.terms, two.terms, (size_t)one.count * sizeof *one.terms) == 0, seed);
            bight_terms_free(NULL, &two);
            told++;
        }
        bight_terms_free(NULL, &one);
        bight_diagram_free(diagram);
        bight_diagram_free(start);
    }
    CHECK(told == 66);
}

TEST(polynomials_without_memory)
{
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, -2, 1, -2, 1, 1, -2}, 7, 3, &diagram, &error) ==
          BIGHT_OK);
    refuse_memory(bight_diagram_homfly, diagram);
    bight_diagram_free(diagram);
}

RUN_TESTS(unit(torus_knots_by_their_formula), unit(jones_of_small_links), unit(braids_of_diagrams),
          unit(large_diagrams_have_the_polynomial_of_the_knot), unit(polynomials_without_memory),
          unit(the_table_to_ten_crossings))
