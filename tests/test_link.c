// SPDX-License-Identifier: MIT
// Links are named from any diagram: braids, chains, split ones and sums, rings in space.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_svg.h"
#include "bight/link.h"
#include "core/random.h"
#include "core/vec3.h"
#include "knot/link_names.h"
#include "knot/public_diagram.h"
#include "knot/table/link_dt.h"
#include "knot/table/link_tabulate.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

// Chains of rings, made of Hopf links along one component each, and a ring with three on it, which is no chain.
TEST(chains_are_counted)
{
    int32_t word[398];
    bight_diagram *diagram, *scrambled;
    static bight_link_result result;
    for (int32_t i = 0; i < 198; i++) {
        word[i] = 1 + i / 2;
    }
    for (int32_t rings = 3; rings <= 100; rings += 97) {
        CHECK(bight_diagram_from_braid(NULL, word, 2 * (rings - 1), 0, &diagram, &error) == BIGHT_OK);
        CHECK(bight_diagram_scramble(NULL, diagram, 2 * rings + 20, 7, &scrambled, &error) == BIGHT_OK);
        CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, rings == 3 ? "L2a1 # L2a1" : "#99 L2a1");
        assert_string_equal(result.traditional, rings == 3 ? "chain of 3 rings" : "chain of 100 rings");
        CHECK(result.part_count == 1 && result.components == rings && result.crossings == 2 * (rings - 1));
        bight_diagram_free(diagram);
        bight_diagram_free(scrambled);
    }

    // the generator's second power after a conjugation is a ring on the first strand
    static const int32_t star[] = {1, 1, 2, 1, 1, -2, 3, 2, 1, 1, -2, -3};
    CHECK(bight_diagram_from_braid(NULL, star, 12, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    CHECK(result.components == 4 && strcmp(result.name, "L2a1 # L2a1 # L2a1") == 0);
    CHECK(result.traditional[0] == '\0');
    bight_diagram_free(diagram);
}

static int64_t determinant(const bight_diagram *diagram)
{
    // |V(-1)|: t^1/2 = i
    bight_terms jones;
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK);
    int64_t real = 0, imaginary = 0;
    for (int32_t i = 0; i < jones.count; i++) {
        int32_t quarter = jones.terms[i].v & 3;
        int64_t value = quarter < 2 ? jones.terms[i].coefficient : -jones.terms[i].coefficient;
        real += (quarter & 1) == 0 ? value : 0;
        imaginary += (quarter & 1) != 0 ? value : 0;
    }
    bight_terms_free(NULL, &jones);
    return llabs(real) + llabs(imaginary);
}

// Continued fractions of two-bridge links, and determinants of sums of rational tangles, as Conway (1970)
// writes them: 8^2_1 is 8, 8^2_2 53, 8^2_3 422, 8^2_4 323, 8^2_5 3122, 8^2_6 242, 8^2_7 21212, 8^2_8 211112,
// 8^2_9 22,2,2, 8^2_10 211,2,2, 8^2_11 3,2,2+, 8^2_12 21,2,2+, 8^2_15 22,2,2-, 8^2_16 211,2,2-; to 7
// crossings 2, 4, 212, 6, 33, 222, 412, 3112, 232, 3,2,2, 21,2,2, .2, 3,2,2-, 21,2,2-.
static const struct {
    const char *name;
    int32_t determinant;
} known[] = {{"2^2_1", 2},   {"4^2_1", 4},   {"5^2_1", 8},  {"6^2_1", 6},  {"6^2_2", 10}, {"6^2_3", 12},
             {"7^2_1", 14},  {"7^2_2", 18},  {"7^2_3", 16}, {"7^2_4", 16}, {"7^2_5", 20}, {"7^2_6", 24},
             {"7^2_7", 4},   {"7^2_8", 8},   {"8^2_1", 8},  {"8^2_2", 16}, {"8^2_3", 22}, {"8^2_4", 24},
             {"8^2_5", 26},  {"8^2_6", 20},  {"8^2_7", 30}, {"8^2_8", 34}, {"8^2_9", 28}, {"8^2_10", 32},
             {"8^2_11", 28}, {"8^2_12", 32}, {"8^2_15", 8}, {"8^2_16", 12}};

// Short braids give many of them; each is named the same from scrambled diagrams, and its determinant fits
// its name.
TEST(braids_are_named)
{
    bool met[sizeof known / sizeof *known] = {false};
    int32_t named = 0;
    for (int32_t number = 0; number < 4096; number++) {
        int32_t word[8], length = 2 + number % 7, rest = number / 7;
        for (int32_t i = 0; i < length; i++, rest /= 4) {
            word[i] = (rest & 1) + 1;
            word[i] = (rest & 2) != 0 ? -word[i] : word[i];
        }
        bight_diagram *diagram, *scrambled;
        bight_link_result result, again;
        CHECK(bight_diagram_from_braid(NULL, word, length, 3, &diagram, &error) == BIGHT_OK);
        if (bight_diagram_components(diagram) != 2) {
            bight_diagram_free(diagram);
            continue;
        }
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
        CHECK(result.proved || strcmp(result.name, "unknown") == 0);
        if (number % 8 == 0) {
            CHECK(bight_diagram_scramble(NULL, diagram, length + 8, (uint64_t)number, &scrambled, &error) ==
                  BIGHT_OK);
            CHECK(bight_link_identify(NULL, scrambled, NULL, &again, NULL, &error) == BIGHT_OK);
            CHECK_SEED(strcmp(again.name, result.name) == 0, number);
            CHECK_SEED(abs(again.linking) == abs(result.linking), number);
            bight_diagram_free(scrambled);
        }
        for (size_t i = 0; i < sizeof known / sizeof *known && result.proved; i++) {
            if (strcmp(known[i].name, result.rolfsen) == 0) {
                CHECK_SEED(determinant(diagram) == known[i].determinant, number);
                named += !met[i];
                met[i] = true;
            }
        }
        bight_diagram_free(diagram);
    }
    CHECK(named >= 10);
}

TEST(small_links)
{
    bight_diagram *diagram;
    bight_link_result result;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1}, 2, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "L2a1") == 0 && strcmp(result.rolfsen, "2^2_1") == 0 && result.linking == 1);
    CHECK(strcmp(result.traditional, "Hopf link") == 0);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, -2, 1, -2, -2}, 5, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "L5a1") == 0 && strcmp(result.rolfsen, "5^2_1") == 0 && result.linking == 0);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, -1}, 2, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "0_1 | 0_1") == 0 && strcmp(result.rolfsen, "0^2_1") == 0 && result.proved);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1}, 3, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "3_1") == 0 && result.part_count == 1);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_pd(NULL, NULL, 0, false, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_ERROR_INVALID);
    bight_diagram_free(diagram);
}

// Links whose parts lie apart are named part by part, also from diagrams in which the parts overlap, and so
// is what is left of them when a part has no name.
static const struct {
    int32_t word[16], strands;
    const char *name;
    int32_t components, parts, crossings;
    const char *reason;
} apart[] = {
    {{0}, 3, "0_1 | 0_1 | 0_1", 3, 3, 0, ""},
    {{1, -1, 2, -2}, 5, "0_1 | 0_1 | 0_1 | 0_1 | 0_1", 5, 5, 0, ""},
    {{1, 1, 1, 3, 3, 3}, 0, "3_1 | 3_1", 2, 2, 6, ""},
    {{1, 1, 1, -3, -3, -3}, 0, "3_1 | m3_1", 2, 2, 6, ""},
    {{-1, -1, -1, -3, -3, -3}, 0, "3_1 | 3_1", 2, 2, 6, ""},
    {{1, 1, 1}, 3, "3_1 | 0_1", 2, 2, 3, ""},
    {{1, -2, 1, -2}, 5, "4_1 | 0_1 | 0_1", 3, 3, 4, ""},
    {{1, 1, 3, 3, 3}, 0, "L2a1 | 3_1", 3, 2, 5, ""},
    {{1, 1, 3, 3, 5, 5}, 0, "L2a1 | L2a1 | L2a1", 6, 3, 6, ""},
    {{1, 1, 1, 2, 2, 2, 4, -5, 4, -5}, 0, "4_1 | 3_1 # 3_1", 2, 2, 10, ""},
    {{1, -2, 1, -2, 1, -2}, 0, "L6a4", 3, 1, 6, ""},
    {{1, -2, 1, -2, 1, -2, 4, 4, 4}, 0, "3_1 | L6a4", 4, 2, 9, ""},
    {{1, 1, 2, 2, 2}, 0, "L2a1 # 3_1", 2, 1, 5, ""},
    {{1, 1, 2, 2, 3, 3, 3}, 0, "L2a1 # L2a1 # 3_1", 3, 1, 7, ""},
    {{1, 1, 2, 2, 2, -3, -3, -3}, 0, "L2a1 # 3_1 # m3_1", 2, 1, 8, ""},
    {{1, 1, 2, 2, 2, 2, 4, 4, 4}, 0, "3_1 | L2a1 # L4a1", 4, 2, 9, ""},
    {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
     0,
     "unknown",
     2,
     1,
     12,
     "a link of 2 components and 12 crossings: a prime summand of 2 components needs 12 crossings; the table "
     "ends at 11"},
};

TEST(split_links_are_named_by_their_parts)
{
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        int32_t length = 0;
        for (; apart[i].word[length] != 0; length++) {
        }
        bight_diagram *diagram, *scrambled, *reduced;
        CHECK(bight_diagram_from_braid(NULL, apart[i].word, length, apart[i].strands, &diagram, &error) ==
              BIGHT_OK);
        for (int32_t seed = 0; seed < 4; seed++) {
            bight_link_result result;
            bight_knot_options options = {.seed = (uint64_t)seed};
            CHECK(bight_diagram_scramble(NULL, diagram, seed == 0 ? 0 : length + 10, (uint64_t)seed,
                                         &scrambled, &error) == BIGHT_OK);
            CHECK(bight_link_identify(NULL, scrambled, &options, &result, &reduced, &error) == BIGHT_OK);
            assert_string_equal(result.name, apart[i].name);
            assert_string_equal(result.reason, apart[i].reason);
            CHECK_SEED(result.components == apart[i].components && result.part_count == apart[i].parts, i);
            CHECK_SEED(result.crossings == apart[i].crossings, i);
            CHECK_SEED(bight_diagram_crossings(reduced) == apart[i].crossings, i);
            CHECK_SEED(bight_diagram_components(reduced) == apart[i].components, i);
            CHECK_SEED(result.proved == (result.reason[0] == '\0'), i);
            bight_diagram_free(scrambled);
            bight_diagram_free(reduced);
        }
        bight_diagram_free(diagram);
    }
}

static void identify_braid(const int32_t *word, int32_t length, int32_t strands, bight_link_result *result)
{
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, word, length, strands, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, result, NULL, &error) == BIGHT_OK);
    bight_diagram_free(diagram);
}

// Parts stand in the order that link.h says, whatever the diagram's; the linking number is that of two components only;
// what is beyond the list of parts has no name.
TEST(what_a_result_says)
{
    static bight_link_result result;
    identify_braid((int32_t[]){1, 1, 1, 2, -1, 2, 4, 4, 4, 4, 4}, 11, 0, &result); // 5_2 and 5_1
    CHECK(result.proved && strncmp(result.name, "5_1 | ", 6) == 0 && strstr(result.name, "5_2") != NULL);
    identify_braid((int32_t[]){1, 1, 1, 1, 1, 3, 3, 3, 4, -3, 4}, 11, 0, &result);
    CHECK(result.proved && strncmp(result.name, "5_1 | ", 6) == 0 && strstr(result.name, "5_2") != NULL);
    CHECK(strcmp(result.parts[0].name, "5_1") == 0 && strcmp(result.parts[1].name, "5_2") == 0);
    identify_braid((int32_t[]){-1, -1, -1, 3, 3, 3}, 6, 0, &result);
    CHECK(result.parts[0].handedness == BIGHT_HANDEDNESS_RIGHT &&
          result.parts[1].handedness == BIGHT_HANDEDNESS_LEFT);

    identify_braid((int32_t[]){1, 1, 2, 2}, 4, 0, &result); // a chain of three rings
    CHECK(result.components == 3 && result.linking == 0 && result.crossings == 4);
    identify_braid((int32_t[]){1, 1, 1, 1}, 4, 0, &result);
    CHECK(result.components == 2 && result.linking == 2);

    // 32 trefoils in their places are listed one by one, the 33rd is not; the name has all
    int32_t word[99];
    for (int32_t parts = 32; parts <= 33; parts++) {
        for (int32_t i = 0; i < 3 * parts; i++) {
            word[i] = 1 + 2 * (i / 3);
        }
        identify_braid(word, 3 * parts, 2 * parts, &result);
        CHECK(result.part_count == parts && result.components == parts && result.crossings == 3 * parts);
        CHECK(result.proved && strlen(result.name) == 6 * (size_t)parts - 3);
        assert_string_equal(result.reason, "");
    }

    // faults have no place in a file
    error.line = 7;
    CHECK(bight_link_identify(NULL, NULL, NULL, &result, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(error.line == 0 && strcmp(error.message, "diagram is NULL") == 0);
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1}, 2, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, NULL, NULL, &error) == BIGHT_ERROR_INVALID);
    CHECK(error.line == 0 && strcmp(error.message, "result is NULL") == 0);
    bight_diagram_free(diagram);
}

// Large diagrams often do not come apart before moves are tried at random: then nothing may get lost.

// Sums of trefoils side by side.
static void long_braid(int32_t parts, int32_t summands, int32_t *word, int32_t *length, int32_t *strands)
{
    *length = 0;
    *strands = 1;
    for (int32_t i = 0; i < parts; i++) {
        for (int32_t k = 0; k < summands; k++, (*strands)++) {
            for (int32_t n = 0; n < 3; n++) {
                word[(*length)++] = *strands;
            }
        }
        *strands += i + 1 < parts;
    }
}

// A name that does not fit is not cut, what is left would be the name of another link: equal neighbours are counted. 12
// sums of five trefoils have 357 characters, 13 have 387.
TEST(long_names_are_whole_or_counted)
{
    for (int32_t parts = 12; parts <= 14; parts++) {
        int32_t word[300], length, strands;
        char wanted[600] = "";
        long_braid(parts, 5, word, &length, &strands);
        for (int32_t i = 0; i < parts; i++) {
            strcat(strcat(wanted, i > 0 ? " | " : ""), "3_1 # 3_1 # 3_1 # 3_1 # 3_1");
        }
        bight_diagram *diagram;
        static bight_link_result result;
        CHECK(bight_diagram_from_braid(NULL, word, length, strands, &diagram, &error) == BIGHT_OK);
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
        bight_diagram_free(diagram);
        CHECK(result.part_count == parts && result.components == parts);
        bool fits = strlen(wanted) < BIGHT_KNOT_MAX_NAME;
        CHECK(fits == (parts == 12) && result.proved && result.reason[0] == '\0');
        if (fits) {
            assert_string_equal(result.name, wanted);
        } else {
            snprintf(wanted, sizeof wanted, "|%d (#5 3_1)", (int)parts);
            assert_string_equal(result.name, wanted);
        }
        for (int32_t i = 0; i < parts; i++) {
            assert_string_equal(result.parts[i].name, "3_1 # 3_1 # 3_1 # 3_1 # 3_1");
        }
    }

    // and a reason that does not fit says that it goes on: the torus link T(2,12) has no name
    int32_t word[300], length, strands;
    long_braid(9, 5, word, &length, &strands);
    for (int32_t i = 0; i < 12; i++) {
        word[length++] = strands + 1;
    }
    bight_diagram *diagram;
    static bight_link_result result;
    CHECK(bight_diagram_from_braid(NULL, word, length, strands + 2, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    bight_diagram_free(diagram);
    assert_string_equal(result.name, "unknown");
    size_t size = strlen(result.reason);
    CHECK(size == sizeof result.reason - 1 && strcmp(result.reason + size - 3, "...") == 0);
    CHECK(strncmp(result.reason, "a split link of a link of 2 components and 12 crossings, 3_1 #", 60) == 0);
}

TEST(links_that_come_apart_late)
{
    bight_diagram *diagram, *scrambled;
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1, 3, -4, 3, -4}, 7, 6, &diagram, &error) ==
          BIGHT_OK);
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(300, 30); seed++) {
        static bight_link_result result;
        CHECK(bight_diagram_scramble(NULL, diagram, 70, seed, &scrambled, &error) == BIGHT_OK);
        CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
        int32_t sum = 0;
        for (int32_t i = 0; i < result.part_count; i++) {
            sum += result.parts[i].components;
        }
        CHECK_SEED(sum == result.components && result.components == 3, seed);
        CHECK_SEED(strcmp(result.name, "3_1 | 4_1 | 0_1") == 0, seed);
        bight_diagram_free(scrambled);
    }
    bight_diagram_free(diagram);
}

// Pieces that lie in the faces of one another, and a strand of one over all of the other: written and read
// again in every notation, drawn, scrambled, reduced; polynomials of a split link are products with
// (1 / v - v) / z.
TEST(every_function_takes_split_diagrams)
{
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        int32_t length = 0;
        for (; apart[i].word[length] != 0; length++) {
        }
        bight_diagram *diagram, *again;
        CHECK(bight_diagram_from_braid(NULL, apart[i].word, length, apart[i].strands, &diagram, &error) ==
              BIGHT_OK);
        int32_t n = bight_diagram_crossings(diagram), circles = bight_diagram_circles(diagram);
        int32_t components = bight_diagram_components(diagram), labels[64], entries[32], lengths[8];
        int8_t signs[32];
        bight_terms one = {0}, two = {0};
        CHECK(bight_diagram_homfly(NULL, diagram, NULL, &one, &error) == BIGHT_OK);
        for (int32_t way = 0; way < 6; way++) {
            bight_status status = BIGHT_OK;
            if (way == 0) {
                bight_diagram_to_pd(diagram, false, labels);
                status = bight_diagram_from_pd(NULL, labels, n, false, circles, &again, &error);
            } else if (way == 1) {
                bight_diagram_to_gauss(diagram, entries, lengths, signs);
                status = bight_diagram_from_gauss(NULL, entries, lengths, components, signs, &again, &error);
            } else if (way == 2 && circles == 0) {
                CHECK(bight_diagram_to_dt(diagram, entries, lengths, signs, &error) == BIGHT_OK);
                status = bight_diagram_from_dt(NULL, entries, n, lengths, components, signs, &again, &error);
            } else if (way == 2) {
                CHECK(bight_diagram_to_dt(diagram, entries, lengths, signs, &error) ==
                      BIGHT_ERROR_UNSUPPORTED);
                continue;
            } else if (way == 3) {
                int32_t *word, letters, strands;
                CHECK(bight_diagram_to_braid(NULL, diagram, &word, &letters, &strands, &error) == BIGHT_OK);
                status = bight_diagram_from_braid(NULL, word, letters, strands, &again, &error);
                free(word);
            } else if (way == 4) {
                status = bight_diagram_reduce(NULL, NULL, diagram, &again, &error);
            } else {
                status = bight_diagram_scramble(NULL, diagram, n + 6, i, &again, &error);
            }
            CHECK_SEED(status == BIGHT_OK && bight_diagram_components(again) == components, i);
            CHECK_SEED(bight_diagram_homfly(NULL, again, NULL, &two, &error) == BIGHT_OK, i);
            CHECK_SEED(one.count == two.count, i);
            CHECK_SEED(memcmp(one.terms, two.terms, (size_t)one.count * sizeof *one.terms) == 0, i);
            bight_terms_free(NULL, &two);
            bight_diagram_free(again);
        }
        bight_bytes svg;
        CHECK(bight_write_knot_svg(NULL, diagram, NULL, &svg, &error) == BIGHT_OK && svg.size > 0);
        bight_bytes_free(NULL, &svg);

        // in space only a connected diagram can be laid out, and others are refused
        bight_vec3 points[64];
        bight_status status = bight_diagram_embed(NULL, diagram, points, &error);
        CHECK_SEED((status == BIGHT_OK) == (apart[i].parts == 1 && circles == 0), i);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_UNSUPPORTED, i);
        bight_terms_free(NULL, &one);
        bight_diagram_free(diagram);
    }
}

// Linking numbers of curves in the order of the curves: a chain of rings, the third apart, wound about the
// second in the sense of its direction.
TEST(linking_numbers_keep_the_order_of_the_curves)
{
    static bight_vec3 rings[4][24];
    bight_curve curves[4];
    const bight_vec3 middles[4] = {{0, 0, 0}, {1, 0, 0}, {40, 0, 0}, {2, 0, 0}};
    for (int32_t k = 0; k < 4; k++) {
        for (int32_t i = 0; i < 24; i++) {
            double a = 6.283185307179586 * i / 24 + 0.1, x = 0.8 * cos(a), y = 0.8 * sin(a);
            bool upright = k == 1;
            rings[k][i] = v3_add(middles[k], upright ? (bight_vec3){x, 0, y} : (bight_vec3){x, y, 0.01 * k});
        }
        curves[k] = (bight_curve){rings[k], 24, true};
    }
    int32_t matrix[16];
    CHECK(bight_curves_linking(NULL, NULL, curves, 4, NULL, matrix, &error) == BIGHT_OK);
    for (int32_t i = 0; i < 4; i++) {
        for (int32_t k = 0; k < 4; k++) {
            bool linked = (i == 1 && (k == 0 || k == 3)) || (k == 1 && (i == 0 || i == 3));
            CHECK_SEED(abs(matrix[4 * i + k]) == linked && matrix[4 * i + k] == matrix[4 * k + i], 4 * i + k);
        }
    }
    CHECK(matrix[1] == -matrix[7]); // the one goes through it upwards, the other downwards
}

// Two rings in space: around each other once, twice, and not at all.
TEST(rings_in_space)
{
    static const char *const names[] = {"0_1 | 0_1", "L2a1", "L4a1"};
    for (int32_t turns = 0; turns < 3; turns++) {
        bight_vec3 ring[60], coil[60];
        for (int32_t i = 0; i < 60; i++) {
            // the coil follows the ring and winds about it
            double a = 6.283185307179586 * i / 60, b = turns * a, r = 3.0 + cos(b);
            ring[i] = (bight_vec3){3.0 * cos(a), 3.0 * sin(a), 0.0};
            coil[i] = (bight_vec3){r * cos(a), r * sin(a), sin(b)};
        }
        bight_curve curves[2] = {{ring, 60, true}, {coil, 60, true}};
        bight_diagram *diagram;
        bight_link_result result;
        CHECK(bight_diagram_from_curves(NULL, NULL, curves, 2, NULL, &diagram, &error) == BIGHT_OK);
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
        CHECK(strcmp(result.name, names[turns]) == 0 && abs(result.linking) == turns);
        bight_diagram_free(diagram);
    }
}

RUN_TESTS(unit(chains_are_counted), unit(rings_in_space), unit(braids_are_named), unit(small_links),
          unit(split_links_are_named_by_their_parts), unit(links_that_come_apart_late),
          unit(long_names_are_whole_or_counted), unit(what_a_result_says),
          unit(every_function_takes_split_diagrams), unit(linking_numbers_keep_the_order_of_the_curves))
