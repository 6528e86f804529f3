// SPDX-License-Identifier: MIT
// Two-component links: the table is complete and made again, and links are named from any diagram.

#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/link.h"
#include "knot/link_census.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

// Prime links of two components: 1, 0, 1, 1, 3, 8, 16 for 2 to 8 crossings (Rolfsen 1976).
TEST(the_table_is_made_again)
{
    static const int32_t links[] = {0, 0, 1, 0, 1, 1, 3, 8, 16};
    int32_t counts[9] = {0};
    bight_bytes text;
    CHECK(bi_link_tabulate(NULL, 8, counts, &text) == BIGHT_OK);
    CHECK(memcmp(counts, links, sizeof counts) == 0);
    static char committed[1 << 16];
    FILE *file = fopen(BIGHT_SOURCE_DIR "/src/knot/link_table.inc", "rb");
    CHECK(file != NULL);
    size_t size = fread(committed, 1, sizeof committed, file);
    fclose(file);
    CHECK(size == text.size && memcmp(committed, text.data, size) == 0);
    bight_bytes_free(NULL, &text);
}

static int64_t determinant(const bight_diagram *diagram)
{
    // |V(-1)|: t^1/2 = i
    bight_terms jones;
    CHECK(bight_diagram_jones(NULL, diagram, &jones, &error) == BIGHT_OK);
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
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_OK);
        CHECK(result.proved || strcmp(result.name, "unknown") == 0);
        if (number % 8 == 0) {
            CHECK(bight_diagram_scramble(NULL, diagram, length + 8, (uint64_t)number, &scrambled, &error) ==
                  BIGHT_OK);
            CHECK(bight_link_identify(NULL, scrambled, NULL, &again, &error) == BIGHT_OK);
            CHECK_SEED(strcmp(again.name, result.name) == 0, number);
            CHECK_SEED(abs(again.linking) == abs(result.linking), number);
            bight_diagram_free(scrambled);
        }
        for (size_t i = 0; i < sizeof known / sizeof *known && result.proved; i++) {
            if (strcmp(known[i].name, result.name) == 0) {
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
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "2^2_1") == 0 && strcmp(result.thistlethwaite, "L2a1") == 0 &&
          result.linking == 1);
    CHECK(strcmp(result.traditional, "Hopf link") == 0);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, -2, 1, -2, -2}, 5, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "5^2_1") == 0 && strcmp(result.thistlethwaite, "L5a1") == 0 &&
          result.linking == 0);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, -1}, 2, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_OK);
    CHECK(strcmp(result.name, "0^2_1") == 0 && result.proved);
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_braid(NULL, (int32_t[]){1, 1, 1}, 3, 0, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_ERROR_INVALID);
    bight_diagram_free(diagram);
}

// Two rings in space: around each other once, twice, and not at all.
TEST(rings_in_space)
{
    static const char *const names[] = {"0^2_1", "2^2_1", "4^2_1"};
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
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, &error) == BIGHT_OK);
        CHECK(strcmp(result.name, names[turns]) == 0 && abs(result.linking) == turns);
        bight_diagram_free(diagram);
    }
}

RUN_TESTS(unit(the_table_is_made_again), unit(rings_in_space), unit(braids_are_named), unit(small_links))
