// SPDX-License-Identifier: MIT
// Invariants of links: each computed in two ways, on the whole table, and compared with Regina where that is installed.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/link.h"
#include "knot/link_names.h"
#include "knot/passages.h"
#include "knot/public_diagram.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

static bight_diagram *diagram_of(int32_t crossings, bool alternating, int32_t number, bool left)
{
    bight_diagram *diagram;
    int32_t seen[4 * BI_LINK_CROSSINGS];
    CHECK(bight_diagram_from_braid(NULL, NULL, 0, 1, &diagram, &error) == BIGHT_OK);
    CHECK(bi_link_table_diagram(&diagram->map, crossings, alternating, number, left) == BIGHT_OK);
    diagram->components = bi_diagram_count_components(&diagram->map, seen);
    return diagram;
}

static int64_t determinant_of(const bight_diagram *diagram)
{
    bight_bytes text;
    char copy[32] = "";
    CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
    CHECK(text.size > 0 && text.size < sizeof copy);
    memcpy(copy, text.data, text.size);
    bight_bytes_free(NULL, &text);
    return strtoll(copy, NULL, 10);
}

static int32_t signature_of(const bight_diagram *diagram)
{
    int32_t signature;
    CHECK(bight_diagram_signature(NULL, diagram, NULL, &signature, &error) == BIGHT_OK);
    return signature;
}

// Signs of all crossings between two components, by own walks along them: twice the linking numbers.
static int32_t mixed_signs(const bight_diagram *diagram)
{
    const bi_diagram *map = &diagram->map;
    int32_t owner[4 * BI_LINK_CROSSINGS], components = 0, sum = 0;
    memset(owner, -1, sizeof owner);
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (owner[start] < 0) {
            for (int32_t dart = start; owner[dart] < 0; dart = map->mate[bi_opposite(dart)]) {
                owner[dart] = owner[bi_opposite(dart)] = components;
            }
            components++;
        }
    }
    CHECK(components == diagram->components);
    for (int32_t c = 0; c < map->crossings; c++) {
        sum += owner[4 * c] != owner[4 * c + 1] ? map->sign[c] : 0;
    }
    return sum;
}

// The polynomial with all variables t, from its lowest power on; the length is returned.
static int32_t in_one_variable(const bight_polynomial *p, int64_t *coefficients, int32_t room)
{
    int32_t length = 0;
    memset(coefficients, 0, (size_t)room * sizeof *coefficients);
    for (int32_t i = 0; i < p->count; i++) {
        int32_t power = 0;
        for (int32_t v = 0; v < p->variables; v++) {
            power += p->exponents[i * p->variables + v];
        }
        CHECK(power < room);
        coefficients[power] += p->coefficients[i];
        length = power + 1 > length ? power + 1 : length;
    }
    while (length > 0 && coefficients[length - 1] == 0) {
        length--;
    }
    int32_t low = 0;
    while (low < length && coefficients[low] == 0) {
        low++;
    }
    memmove(coefficients, coefficients + low, (size_t)(length - low) * sizeof *coefficients);
    return length - low;
}

static void write_line(const bight_diagram *diagram, const bight_terms *homfly, const bight_terms *jones,
                       const int64_t *alexander, int32_t length, FILE *out)
{
    int32_t entries[2 * BI_LINK_CROSSINGS], lengths[BI_LINK_CROSSINGS];
    int8_t signs[BI_LINK_CROSSINGS];
    bight_diagram_to_gauss(diagram, entries, lengths, signs);
    for (int32_t i = 0; i < bight_diagram_crossings(diagram); i++) {
        fprintf(out, "%d ", (int)signs[i]);
    }
    fputs("|", out);
    for (int32_t k = 0, at = 0; k < diagram->components; k++) {
        for (int32_t i = 0; i < lengths[k]; i++) {
            fprintf(out, " %d", (int)entries[at++]);
        }
        fputs(" 0", out);
    }
    fputs(" |", out);
    for (int32_t i = 0; i < homfly->count; i++) {
        fprintf(out, " %d %d %lld", (int)homfly->terms[i].v, (int)homfly->terms[i].z,
                (long long)homfly->terms[i].coefficient);
    }
    fputs(" |", out);
    for (int32_t i = 0; i < jones->count; i++) {
        fprintf(out, " %d %lld", (int)jones->terms[i].v, (long long)jones->terms[i].coefficient);
    }
    fputs(" |", out);
    for (int32_t i = 0; i < length; i++) {
        fprintf(out, " %lld", (long long)alexander[i]);
    }
    fputs(length == 0 ? " 0\n" : "\n", out);
}

// |V(-1)|: t^1/2 = i
static int64_t jones_at_minus_one(const bight_terms *jones)
{
    int64_t real = 0, imaginary = 0;
    for (int32_t i = 0; i < jones->count; i++) {
        int32_t quarter = jones->terms[i].v & 3;
        int64_t value = quarter < 2 ? jones->terms[i].coefficient : -jones->terms[i].coefficient;
        real += (quarter & 1) == 0 ? value : 0;
        imaginary += (quarter & 1) != 0 ? value : 0;
    }
    return llabs(real) + llabs(imaginary);
}

static void check_link(int32_t crossings, bool alternating, int32_t number, int32_t row, FILE *out)
{
    bight_diagram *diagram = diagram_of(crossings, alternating, number, false), *mirror;
    bight_terms homfly, jones;
    bight_polynomial one, several;
    int64_t a[64], b[64], product[65];
    CHECK(bight_diagram_homfly(NULL, diagram, NULL, &homfly, &error) == BIGHT_OK);
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK);
    CHECK(bight_diagram_alexander_link(NULL, diagram, true, NULL, &one, &error) == BIGHT_OK);
    CHECK(bight_diagram_alexander_link(NULL, diagram, false, NULL, &several, &error) == BIGHT_OK);
    CHECK_SEED(one.variables == 1 && several.variables == diagram->components, row);

    // Torres (1953): with all variables equal, times t - 1, it is the one in one variable
    int32_t length = in_one_variable(&one, a, 64), shorter = in_one_variable(&several, b, 64);
    memset(product, 0, sizeof product);
    for (int32_t i = 0; i < shorter; i++) {
        product[i] -= b[i];
        product[i + 1] += b[i];
    }
    CHECK_SEED(length == (shorter == 0 ? 0 : shorter + 1), row);
    int64_t sign = length > 0 && product[0] != a[0] ? -1 : 1;
    for (int32_t i = 0; i < length; i++) {
        CHECK_SEED(sign * product[i] == a[i], row);
    }

    // determinants by Goeritz's matrix, by the Jones polynomial and by the Alexander polynomial
    int64_t determinant = determinant_of(diagram), at = 0;
    for (int32_t i = 0; i < length; i++) {
        at += i % 2 == 0 ? a[i] : -a[i];
    }
    CHECK_SEED(determinant == jones_at_minus_one(&jones) && determinant == llabs(at), row);

    // signatures: as even as there are components when the determinant is not 0; of the mirror image the negative one; and
    // less than 0 with the linking numbers, or as much, for a right-handed link
    int32_t signature = signature_of(diagram), bent = 2 * signature + mixed_signs(diagram);
    CHECK_SEED(determinant == 0 || (signature + diagram->components) % 2 != 0, row);
    CHECK_SEED(bent <= 0, row);
    mirror = diagram_of(crossings, alternating, number, true);
    CHECK_SEED(2 * signature_of(mirror) + mixed_signs(mirror) == -bent, row);
    write_line(diagram, &homfly, &jones, a, length, out);
    bight_terms_free(NULL, &homfly);
    bight_terms_free(NULL, &jones);
    bight_polynomial_free(NULL, &one);
    bight_polynomial_free(NULL, &several);
    bight_diagram_free(diagram);
    bight_diagram_free(mirror);
}

TEST(the_table_in_two_ways)
{
    int32_t most = LESS_WHEN_CHECKED(1, 9), row = 0;
    FILE *out = fopen("link_polynomials.txt", "w");
    CHECK(out != NULL);
    for (int32_t n = 2; n <= BI_LINK_CROSSINGS; n++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            for (int32_t number = 1; number <= bi_link_table_count(n, kind == 0); number++, row++) {
                if (row % most == 0 && !(n == 11 && kind == 1 && number == 437)) {
                    check_link(n, kind == 0, number, row, out);
                }
            }
        }
    }
    fclose(out);
    int code = system("/usr/bin/python3 " BIGHT_SOURCE_DIR "/tests/regina_links.py link_polynomials.txt; "
                      "code=$?; [ $code -eq 77 ] && exit 7; exit $code");
    if (code / 256 == 7) {
        print_message("Regina is not installed: not compared with it (Debian: regina-normal)\n");
        skip();
    }
    CHECK(code == 0);
}

static bool is_polynomial(const int32_t *word, int32_t length, const char *wanted)
{
    bight_diagram *diagram;
    bight_polynomial p;
    char text[512] = "";
    CHECK(bight_diagram_from_braid(NULL, word, length, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_alexander_link(NULL, diagram, false, NULL, &p, &error) == BIGHT_OK);
    for (int32_t i = 0; i < p.count; i++) {
        size_t at = strlen(text);
        snprintf(text + at, sizeof text - at, "%s%lld", i > 0 ? " " : "", (long long)p.coefficients[i]);
        for (int32_t v = 0; v < p.variables; v++) {
            at = strlen(text);
            snprintf(text + at, sizeof text - at, ",%d", (int)p.exponents[i * p.variables + v]);
        }
    }
    if (strcmp(text, wanted) != 0) {
        print_message("%s, not %s\n", text, wanted);
    }
    bight_polynomial_free(NULL, &p);
    bight_diagram_free(diagram);
    return strcmp(text, wanted) == 0;
}

// Known ones: the Hopf link 1, T(2, 4) 1 + xy, the Whitehead link (1 - x)(1 - y), the Borromean rings (1 - x)(1 - y)(1 - z),
// T(3, 3) 1 - xyz, a row of three rings 1 - x of the middle one, split links 0, the trefoil 1 - t + t^2.
TEST(known_polynomials)
{
    CHECK(is_polynomial((int32_t[]){1, 1}, 2, "1,0,0"));
    CHECK(is_polynomial((int32_t[]){1, 1, 1, 1}, 4, "1,0,0 1,1,1"));
    CHECK(is_polynomial((int32_t[]){1, -2, 1, -2, -2}, 5, "1,0,0 -1,1,0 -1,0,1 1,1,1"));
    CHECK(is_polynomial((int32_t[]){1, -2, 1, -2, 1, -2}, 6,
                        "1,0,0,0 -1,1,0,0 -1,0,1,0 1,1,1,0 -1,0,0,1 1,1,0,1 1,0,1,1 -1,1,1,1"));
    CHECK(is_polynomial((int32_t[]){1, 2, 1, 2, 1, 2}, 6, "1,0,0,0 -1,1,1,1"));
    CHECK(is_polynomial((int32_t[]){1, 1, 2, 2}, 4, "1,0,0,0 -1,1,0,0"));
    CHECK(is_polynomial((int32_t[]){1, 1, 3, 3}, 4, ""));
    CHECK(is_polynomial((int32_t[]){1, -1}, 2, ""));
    CHECK(is_polynomial((int32_t[]){1, 1, 1}, 3, "1,0 -1,1 1,2"));
    CHECK(is_polynomial((int32_t[]){1}, 1, "1,0"));
}

// Scrambles leave them as they were, but for the order of the variables: all in one.
TEST(moves_change_nothing)
{
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 15); seed++) {
        bight_diagram *diagram = diagram_of(9, seed % 2 == 0, 1 + (int32_t)(seed % 28), false), *scrambled;
        bight_polynomial before, after;
        CHECK(bight_diagram_scramble(NULL, diagram, 30, seed, &scrambled, &error) == BIGHT_OK);
        CHECK(bight_diagram_alexander_link(NULL, diagram, true, NULL, &before, &error) == BIGHT_OK);
        CHECK(bight_diagram_alexander_link(NULL, scrambled, true, NULL, &after, &error) == BIGHT_OK);
        CHECK_SEED(before.count == after.count, seed);
        CHECK_SEED(memcmp(before.coefficients, after.coefficients,
                          (size_t)after.count * sizeof *after.coefficients) == 0,
                   seed);
        CHECK_SEED(determinant_of(diagram) == determinant_of(scrambled), seed);
        CHECK_SEED(signature_of(diagram) == signature_of(scrambled), seed);
        bight_polynomial_free(NULL, &before);
        bight_polynomial_free(NULL, &after);
        bight_diagram_free(diagram);
        bight_diagram_free(scrambled);
    }
}

// Pieces that lie apart have determinant 0, and their signatures are added; budgets are kept.
TEST(split_links_and_budgets)
{
    bight_diagram *diagram;
    bight_polynomial p;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1, 3, 3, 3}, 6, 0, &diagram, &error) == BIGHT_OK);
    CHECK(determinant_of(diagram) == 0 && signature_of(diagram) == -4);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1}, 3, 3, &diagram, &error) == BIGHT_OK);
    CHECK(determinant_of(diagram) == 0 && signature_of(diagram) == -2);
    bight_diagram_free(diagram);

    int32_t word[250];
    for (int32_t i = 0; i < 250; i++) {
        word[i] = i % 5 == 0 ? -1 - i % 3 : 1 + i % 3;
    }
    CHECK(bight_diagram_from_braid(NULL, word, 250, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_diagram_alexander_link(NULL, diagram, true, &(bight_budget){.seconds = 1e-9}, &p, &error) ==
          BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "more than 1e-09 seconds") != NULL && p.count == 0);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_alexander_link(NULL, NULL, true, NULL, &p, &error) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(the_table_in_two_ways), unit(known_polynomials), unit(moves_change_nothing),
          unit(split_links_and_budgets))
