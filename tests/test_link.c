// SPDX-License-Identifier: MIT
// Links: the table is complete and made again, has the published names, and links are named from any diagram.

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

static void count_links(void *user, const bight_link_counts *counts)
{
    int32_t *links = user;
    links[2 * counts->crossings] = counts->alternating;
    links[2 * counts->crossings + 1] = counts->nonalternating;
}

// Prime links, alternating and not, of 2 to 11 crossings (Thistlethwaite; the Knot Atlas): 1, 0, 1, 1, 6, 9, 29, 83, 287,
// 1007. To 10 crossings the table is made again, byte for byte.
#define MADE_AGAIN LESS_WHEN_CHECKED(10, 8)
TEST(the_table_is_made_again)
{
    static const int32_t links[24] = {
        [4] = 1, [8] = 1,   [10] = 1, [12] = 5,   1,   [14] = 7,   2,  [16] = 21,
        8,       [18] = 55, 28,       [20] = 174, 113, [22] = 548, 459};
    int32_t counts[24] = {0};
    bight_bytes text;
    CHECK(bi_link_tabulate(NULL, NULL, MADE_AGAIN, count_links, counts, &text) == BIGHT_OK);
    CHECK(memcmp(counts, links, 2 * (MADE_AGAIN + 1) * sizeof *counts) == 0);
    static char committed[1 << 17];
    FILE *file = fopen(BIGHT_SOURCE_DIR "/src/knot/link_table.inc", "rb");
    CHECK(file != NULL);
    size_t size = fread(committed, 1, sizeof committed, file);
    fclose(file);
    CHECK(size > text.size && size < sizeof committed && memcmp(committed, text.data, text.size) == 0);
    CHECK(strncmp(committed + text.size, MADE_AGAIN == 10 ? "{11, " : "{9, ", 4) == 0);
    bight_bytes_free(NULL, &text);
    for (int32_t n = 0; n <= BI_LINK_CROSSINGS; n++) {
        CHECK(bi_link_table_count(n, true) == links[2 * n] &&
              bi_link_table_count(n, false) == links[2 * n + 1]);
    }
}

// Published codes (Thistlethwaite's table in the Knot Atlas): halves of the components' lengths, halves of the even
// numbers, a for 1, an upper-case letter for a negative one. All of those that do not alternate to 9 crossings, and others.
static const struct {
    const char *name, *lengths, *entries;
} published[] = {{"L2a1", "aa", "ba"},
                 {"L4a1", "bb", "cdab"},
                 {"L5a1", "bc", "cdaeb"},
                 {"L6a1", "bd", "ceafbd"},
                 {"L6a2", "cc", "defacb"},
                 {"L6a3", "cc", "defcab"},
                 {"L6a4", "bbb", "cdefab"},
                 {"L6a5", "bbb", "ceafbd"},
                 {"L6n1", "bbb", "cDEfAb"},
                 {"L7a1", "be", "cdefgab"},
                 {"L7a2", "be", "ceafbgd"},
                 {"L7a3", "be", "ceafgbd"},
                 {"L7a4", "be", "ceagfbd"},
                 {"L7a5", "cd", "defacgb"},
                 {"L7a6", "cd", "defagbc"},
                 {"L7a7", "bbc", "ceafbgd"},
                 {"L7n1", "be", "cDEfGAb"},
                 {"L7n2", "be", "cDEfGaB"},
                 {"L8a1", "bf", "cdegfhab"},
                 {"L8a2", "bf", "ceafgbhd"},
                 {"L8a3", "bf", "ceagbhdf"},
                 {"L8a4", "bf", "ceagfbhd"},
                 {"L8a5", "bf", "cfaghbed"},
                 {"L8a6", "bf", "cfahgbed"},
                 {"L8a7", "bf", "cfegahdb"},
                 {"L8a8", "ce", "defahgbc"},
                 {"L8a9", "ce", "defahgcb"},
                 {"L8a10", "ce", "degachbf"},
                 {"L8a11", "ce", "degcahbf"},
                 {"L8a12", "dd", "efghadbc"},
                 {"L8a13", "dd", "efghadcb"},
                 {"L8a14", "dd", "efghdabc"},
                 {"L8a15", "bbd", "ceagbhdf"},
                 {"L8a16", "bcc", "cdfgheab"},
                 {"L8a17", "bcc", "cfaghbed"},
                 {"L8a18", "bcc", "cfaghebd"},
                 {"L8a19", "bcc", "cfghadeb"},
                 {"L8a20", "bdb", "ceagbhdf"},
                 {"L8a21", "bbbb", "ceagbhdf"},
                 {"L8n1", "bf", "cDEgFHAb"},
                 {"L8n2", "bf", "cDEgFHaB"},
                 {"L8n3", "bcc", "cDFgHEAb"},
                 {"L8n4", "bcc", "cDFgHEaB"},
                 {"L8n5", "bcc", "cdFgHEab"},
                 {"L8n6", "bdb", "ceaGbHDF"},
                 {"L8n7", "bbbb", "cEaGBHDF"},
                 {"L8n8", "bbbb", "cEaGBhDf"},
                 {"L9n1", "bg", "cDEgHIAbF"},
                 {"L9n2", "bg", "cDEgHIaBF"},
                 {"L9n3", "bg", "cdEgHIabF"},
                 {"L9n4", "bg", "cDFgHIAbE"},
                 {"L9n5", "bg", "cDFgHIaBE"},
                 {"L9n6", "bg", "cdFgHIabE"},
                 {"L9n7", "bg", "cDFhGIEAb"},
                 {"L9n8", "bg", "cdFhGIEab"},
                 {"L9n9", "bg", "ceaGbHDIF"},
                 {"L9n10", "bg", "ceaGbhDif"},
                 {"L9n11", "bg", "ceagbHdIF"},
                 {"L9n12", "bg", "ceaGbHIDF"},
                 {"L9n13", "cf", "dEFcGHIAB"},
                 {"L9n14", "cf", "dEFcgHiAB"},
                 {"L9n15", "cf", "dEfcGhIaB"},
                 {"L9n16", "cf", "dEfcgHiaB"},
                 {"L9n17", "cf", "deFGahIbC"},
                 {"L9n18", "de", "efiGcaHDb"},
                 {"L9n19", "de", "eFiGchBDa"},
                 {"L9n20", "bbe", "cEaGBHDIF"},
                 {"L9n21", "bbe", "cEaGBhDif"},
                 {"L9n22", "bbe", "ceagbHdIF"},
                 {"L9n23", "bcd", "cDFgIHAbE"},
                 {"L9n24", "bcd", "cDFgIHaBE"},
                 {"L9n25", "bcd", "cdFgIHabE"},
                 {"L9n26", "bdc", "ceaGbHDIF"},
                 {"L9n27", "beb", "cdHfIabEG"},
                 {"L9n28", "beb", "cdHfiabeG"},
                 {"L9a1", "bg", "cdeghiabf"},
                 {"L9a4", "bg", "ceafhbidg"},
                 {"L9a42", "de", "efigchbda"},
                 {"L9a55", "bbbc", "ceagbhdif"},
                 {"L10a1", "bh", "cdeghiabjf"},
                 {"L10a20", "bh", "ceahgbijfd"},
                 {"L10a42", "bh", "cfehajidgb"},
                 {"L10a174", "bbbbb", "ceagbidjfh"},
                 {"L10n1", "bh", "cDEgHIAbJF"},
                 {"L10n2", "bh", "cDEgHIaBJF"},
                 {"L10n3", "bh", "cdEgHIabJF"},
                 {"L10n29", "bh", "cEaGHBIJFD"},
                 {"L10n36", "bh", "cFaIgBheJD"},
                 {"L10n54", "df", "efIgajcdBH"},
                 {"L10n57", "df", "eGjHaIDBFc"},
                 {"L10n63", "ee", "fDGHICeJAB"},
                 {"L10n64", "ee", "fDghIcejAb"},
                 {"L10n69", "bce", "cDFgIHaBJE"},
                 {"L10n75", "bdd", "cDGhIJEaBF"},
                 {"L10n81", "bdd", "cEGhiJFadB"},
                 {"L10n92", "ccd", "dEGHiJBFCa"},
                 {"L10n94", "ccd", "dEgHiJbFcA"},
                 {"L10n104", "bcbc", "cDFHgIjAbE"},
                 {"L10n109", "bcbc", "cDFhIEJaBG"},
                 {"L10n113", "bbbbb", "cEaGBIDjFh"},
                 {"L11a530", "cdd", "dfhaibjckge"},
                 {"L11a548", "bbbbc", "ceagbidjfkh"},
                 {"L11n1", "bi", "cDEgHJAbKFI"},
                 {"L11n2", "bi", "cDEgHJaBKFI"},
                 {"L11n3", "bi", "cdEgHJabKFI"},
                 {"L11n35", "bi", "cdfjGHkIEab"},
                 {"L11n78", "bi", "cEFhiJKadBG"},
                 {"L11n110", "bi", "cFaIJHBEGKD"},
                 {"L11n130", "ch", "dEFcHIJKABG"},
                 {"L11n160", "ch", "deFhgIjakBc"},
                 {"L11n183", "ch", "dEGIjHBFKaC"},
                 {"L11n185", "ch", "dEGiJHBFkaC"}};

TEST(published_codes_have_their_names)
{
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        int32_t entries[16], lengths[8], n = (int32_t)strlen(published[i].entries);
        int32_t components = (int32_t)strlen(published[i].lengths);
        for (int32_t k = 0; k < n; k++) {
            char c = published[i].entries[k];
            entries[k] = c >= 'a' ? 2 * (c - 'a' + 1) : -2 * (c - 'A' + 1);
        }
        for (int32_t k = 0; k < components; k++) {
            lengths[k] = published[i].lengths[k] - 'a' + 1;
        }
        bight_diagram *diagram;
        bight_link_result result;
        CHECK_SEED(bight_diagram_from_dt(NULL, entries, n, lengths, components, NULL, &diagram, &error) ==
                       BIGHT_OK,
                   i);
        CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, published[i].name);
        CHECK_SEED(result.components == components && result.crossings == n, i);

        // and it is the least code of its diagram
        bi_link_dt dt;
        char least[16] = "";
        bi_link_dt_of(&diagram->map, &dt);
        for (int32_t k = 0; k < n; k++) {
            bool marked = (dt.pattern >> (n - 1 - k) & 1) != 0;
            least[k] = (char)((marked ? 'A' : 'a') + dt.entries[k] - 1);
        }
        assert_string_equal(least, published[i].entries);
        bight_diagram_free(diagram);
    }
}

// Every link of the table, of either hand: scrambled, and named again with its hand.
TEST(every_link_is_found_again)
{
    int32_t most = LESS_WHEN_CHECKED(1, 7), row = 0;
    for (int32_t n = 2; n <= BI_LINK_CROSSINGS; n++) {
        for (int32_t kind = 0; kind < 2; kind++) {
            for (int32_t number = 1; number <= bi_link_table_count(n, kind == 0); number++, row++) {
                bool twice = n == 11 && kind == 1 && number == 437; // L11n432 again
                if (row % most != 0 || twice) {
                    continue;
                }
                bight_diagram *diagram, *scrambled;
                bight_link_result result;
                char name[16];
                bool left = row % 2 != 0;
                CHECK(bight_diagram_from_braid(NULL, NULL, 0, 1, &diagram, &error) == BIGHT_OK);
                CHECK(bi_link_table_diagram(&diagram->map, n, kind == 0, number, left) == BIGHT_OK);
                int32_t seen[4 * BI_LINK_CROSSINGS];
                diagram->components = bi_diagram_count_components(&diagram->map, seen);
                CHECK(bight_diagram_scramble(NULL, diagram, n + 6, (uint64_t)row, &scrambled, &error) ==
                      BIGHT_OK);
                CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
                snprintf(name, sizeof name, "L%d%c%d", (int)n, kind == 0 ? 'a' : 'n', (int)number);
                assert_string_equal(result.name, name);
                bight_handedness hand = result.parts[0].handedness;
                CHECK_SEED(result.amphichiral == (hand == BIGHT_HANDEDNESS_AMPHICHIRAL), row);
                CHECK_SEED(result.amphichiral ||
                               hand == (left ? BIGHT_HANDEDNESS_LEFT : BIGHT_HANDEDNESS_RIGHT),
                           row);
                CHECK_SEED((result.rolfsen[0] != '\0') == (n <= 9), row);
                CHECK_SEED(result.part_count == 1 && result.crossings == n, row);
                bight_diagram_free(diagram);
                bight_diagram_free(scrambled);
            }
        }
    }
    CHECK(row == 1424);
}

// Two errors of the published table of 11 crossings: L11n437 is the mirror image of L11n432, and one link is missing. It
// shares no Jones polynomial with a link of the table, up to signs and mirror images.
TEST(errors_of_the_published_table)
{
    static const int32_t twice[] = {8, 12, -16, 2, -18, 4, -20, -6, -22, -14, -10};
    static const int32_t missing[] = {6, 8, -12, 14, -16, -20, 2, 4, -22, -10, -18};
    bight_diagram *diagram, *scrambled;
    bight_link_result result;
    CHECK(bight_diagram_from_dt(NULL, twice, 11, (int32_t[]){3, 4, 4}, 3, NULL, &diagram, &error) ==
          BIGHT_OK);
    CHECK(bight_link_identify(NULL, diagram, NULL, &result, NULL, &error) == BIGHT_OK);
    assert_string_equal(result.name, "L11n432");
    bight_diagram_free(diagram);
    CHECK(bight_diagram_from_dt(NULL, missing, 11, (int32_t[]){2, 7, 2}, 3, NULL, &diagram, &error) ==
          BIGHT_OK);
    CHECK(bight_diagram_scramble(NULL, diagram, 20, 1, &scrambled, &error) == BIGHT_OK);
    CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
    assert_string_equal(result.name, "unknown");
    CHECK(strstr(result.reason, "11 crossings, and the published table does not have it") != NULL);
    bight_diagram_free(diagram);
    bight_diagram_free(scrambled);
}

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

// Which components are in which part and summand, told by the braid: strand k + 1 is component k where all letters are
// squares of generators; and from scrambles, which keep the order of no code, by linking numbers.
TEST(parts_and_summands_know_their_components)
{
    // rings 0-1-2 in a row, a trefoil tied in 2 (strands 2, 3), then rings 3 and 4 linked twice, then ring 5 alone
    static const int32_t word[] = {1, 1, 2, 2, 3, 3, 3, 5, 5, 5, 5};
    bight_diagram *diagram, *scrambled;
    bight_link_result result;
    bight_link_makeup makeup;
    CHECK(bight_diagram_from_braid(NULL, word, 11, 7, &diagram, &error) == BIGHT_OK);
    CHECK(bight_link_identify_makeup(NULL, diagram, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
    assert_string_equal(result.name, "L4a1 | L2a1 # L2a1 # 3_1 | 0_1");
    static const int32_t parts[] = {1, 1, 1, 0, 0, 2};
    CHECK(makeup.components == 6 && makeup.count == 4);
    CHECK(memcmp(makeup.part_of, parts, sizeof parts) == 0);

    // a summand of two components is of two that are linked
    for (int32_t i = 0; i < 4; i++) {
        const bight_link_summand *summand = &makeup.summands[i];
        CHECK_SEED(summand->part == (i == 0 ? 0 : 1), i);
        CHECK_SEED(summand->member_count == (i == 3 ? 1 : 2), i);
        if (i < 3) {
            CHECK_SEED(abs(bight_diagram_linking(diagram, summand->members[0], summand->members[1])) ==
                           (i == 0 ? 2 : 1),
                       i);
        }
    }
    bight_link_makeup_free(NULL, &makeup);

    // two summands along one component share it, and linking numbers of the scrambled diagram are theirs
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(60, 12); seed++) {
        CHECK(bight_diagram_scramble(NULL, diagram, 30, seed, &scrambled, &error) == BIGHT_OK);
        CHECK(bight_link_identify_makeup(NULL, scrambled, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, "L4a1 | L2a1 # L2a1 # 3_1 | 0_1");
        for (int32_t i = 0; i < makeup.components; i++) {
            for (int32_t k = 0; k < i; k++) {
                int32_t linking = abs(bight_diagram_linking(scrambled, i, k)), together = 0;
                for (int32_t j = 0; j < makeup.count; j++) {
                    const bight_link_summand *s = &makeup.summands[j];
                    bool both = s->member_count == 2 && s->members[0] == k && s->members[1] == i;
                    together += both ? (strcmp(s->name, "L4a1") == 0 ? 2 : 1) : 0;
                }
                CHECK_SEED(linking == together, seed);
                CHECK_SEED(linking == 0 || makeup.part_of[i] == makeup.part_of[k], seed);
            }
        }
        bight_link_makeup_free(NULL, &makeup);
        bight_diagram_free(scrambled);
    }
    bight_diagram_free(diagram);
}

// Of curves in their order: two trefoils, a ring through the second, and a ring alone, in every order.
TEST(parts_are_told_by_the_curves)
{
    static bight_vec3 points[4][60];
    static const int32_t orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
    for (int32_t i = 0; i < 60; i++) {
        double a = 6.283185307179586 * i / 60 + 0.05;
        bight_vec3 knot = {sin(a) + 2.0 * sin(2.0 * a), cos(a) - 2.0 * cos(2.0 * a), -sin(3.0 * a)};
        points[0][i] = knot;
        points[1][i] = v3_add(knot, (bight_vec3){20.0, 0.1, 0.2});
        points[3][i] = (bight_vec3){40.0 + cos(a), sin(a), 0.3};
    }

    // a ring around one strand of the second trefoil, upright to it
    bight_vec3 at = points[1][7], along = v3_sub(points[1][8], points[1][6]);
    along = v3_mul(1.0 / v3_length(along), along);
    bight_vec3 side = v3_cross(along, (bight_vec3){0.0, 0.0, 1.0});
    side = v3_mul(1.0 / v3_length(side), side);
    bight_vec3 up = v3_cross(along, side);
    for (int32_t i = 0; i < 60; i++) {
        double a = 6.283185307179586 * i / 60;
        points[2][i] = v3_add(at, v3_add(v3_mul(0.3 * cos(a), side), v3_mul(0.3 * sin(a), up)));
    }
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        bight_curve curves[4];
        int32_t place[4];
        for (int32_t i = 0; i < 4; i++) {
            curves[i] = (bight_curve){points[orders[k][i]], 60, true};
            place[orders[k][i]] = i;
        }
        bight_diagram *diagram;
        bight_link_result result;
        bight_link_makeup makeup;
        CHECK(bight_diagram_from_curves(NULL, NULL, curves, 4, NULL, &diagram, &error) == BIGHT_OK);
        CHECK(bight_link_identify_makeup(NULL, diagram, NULL, &result, &makeup, NULL, &error) == BIGHT_OK);
        assert_string_equal(result.name, "3_1 | L2a1 # 3_1 | 0_1");
        const int32_t parts[4] = {0, 1, 1, 2};
        for (int32_t i = 0; i < 4; i++) {
            CHECK_SEED(makeup.part_of[place[i]] == parts[i], k);
        }
        CHECK_SEED(makeup.count == 3 && makeup.summands[0].members[0] == place[0], k);
        CHECK_SEED(makeup.summands[1].member_count == 2 && makeup.summands[2].member_count == 1, k);
        CHECK_SEED(makeup.summands[2].members[0] == place[1], k);
        bight_link_makeup_free(NULL, &makeup);
        bight_diagram_free(diagram);
    }
}

// Two links of the table side by side, or summed along an arc of each, scrambled: named by both, in the order of link.h.
static void expected_name(const bi_link_name two[2], const char *joint, char *text, size_t size)
{
    int order = two[0].crossings - two[1].crossings;
    order = order == 0 ? (int)strlen(two[0].name) - (int)strlen(two[1].name) : order;
    order = order == 0 ? strcmp(two[0].name, two[1].name) : order;
    const bi_link_name *a = &two[order <= 0 ? 0 : 1], *b = &two[order <= 0 ? 1 : 0];
    bool both =
        a->handedness != BIGHT_HANDEDNESS_AMPHICHIRAL && b->handedness != BIGHT_HANDEDNESS_AMPHICHIRAL;
    snprintf(text, size, "%s %s %s%s", a->name, joint, both && a->handedness != b->handedness ? "m" : "",
             b->name);
}

TEST(pairs_of_links)
{
    bi_random random = bi_random_from(11);
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(300, 40); i++) {
        bight_diagram *diagram, *scrambled;
        bight_link_result result;
        bi_diagram one, two;
        bi_link_name names[2];
        char wanted[64];
        int32_t components = 0, seen[8 * BI_LINK_CROSSINGS];
        CHECK(bight_diagram_from_braid(NULL, NULL, 0, 1, &diagram, &error) == BIGHT_OK);
        bi_diagram_init(&one, NULL);
        bi_diagram_init(&two, NULL);
        for (int32_t k = 0; k < 2; k++) {
            bi_diagram *map = k == 0 ? &one : &two;
            int32_t n, number;
            bool alternating;
            do {
                n = 2 + bi_random_below(&random, 9);
                alternating = bi_random_below(&random, 2) == 0;
            } while (bi_link_table_count(n, alternating) == 0);
            number = 1 + bi_random_below(&random, bi_link_table_count(n, alternating));
            CHECK(bi_link_table_diagram(map, n, alternating, number, bi_random_below(&random, 2) == 0) ==
                  BIGHT_OK);
            bi_link_orbit orbit;
            bi_orbit_end end;
            bi_link_orbit_init(&orbit, NULL);
            CHECK(bi_link_look_up(&orbit, map, &names[k], &end) == BIGHT_OK && end == BI_ORBIT_FOUND);
            bi_link_orbit_free(&orbit);
            components += bi_diagram_count_components(map, seen);
        }
        bool sum = i % 2 == 0;
        int32_t shift = 4 * one.crossings;
        CHECK(bi_diagram_append(&one, &two) == BIGHT_OK);
        if (sum) {
            // the tail of an arc of each is joined to the head of the other
            int32_t a = bi_random_below(&random, shift),
                    b = shift + bi_random_below(&random, 4 * two.crossings);
            a = bi_is_out(&one, a) ? a : one.mate[a];
            b = bi_is_out(&one, b) ? b : one.mate[b];
            int32_t head_a = one.mate[a], head_b = one.mate[b];
            one.mate[a] = head_b;
            one.mate[head_b] = a;
            one.mate[b] = head_a;
            one.mate[head_a] = b;
        }
        CHECK(bi_diagram_copy(&diagram->map, &one) == BIGHT_OK);
        diagram->components = components - sum;
        CHECK(bight_diagram_scramble(NULL, diagram, one.crossings + 12, (uint64_t)i, &scrambled, &error) ==
              BIGHT_OK);
        CHECK(bight_link_identify(NULL, scrambled, NULL, &result, NULL, &error) == BIGHT_OK);
        expected_name(names, sum ? "#" : "|", wanted, sizeof wanted);
        assert_string_equal(result.name, wanted);
        CHECK_SEED(result.part_count == (sum ? 1 : 2) && result.components == components - sum, i);
        bi_diagram_free(&one);
        bi_diagram_free(&two);
        bight_diagram_free(diagram);
        bight_diagram_free(scrambled);
    }
}

// Whatever moves do, all strands of a component keep its number, and no two components have the same.
static void check_owners(const bi_diagram *map, uint64_t seed)
{
    int32_t seen[4 * 64] = {0}, met = 0;
    CHECK_SEED(map->owned && map->crossings <= 64, seed);
    for (int32_t start = 0; start < 4 * map->crossings; start++) {
        if (seen[start] != 0) {
            continue;
        }
        int32_t owner = map->owner[bi_strand(start)];
        CHECK_SEED(owner >= 0 && owner < 8 && (met >> owner & 1) == 0, seed);
        met |= 1 << owner;
        for (int32_t dart = start; seen[dart] == 0; dart = map->mate[bi_opposite(dart)]) {
            CHECK_SEED(map->owner[bi_strand(dart)] == owner, seed);
            seen[dart] = seen[bi_opposite(dart)] = 1;
        }
    }
}

TEST(owners_follow_moves)
{
    bi_diagram map, copy;
    bi_move_scratch moves;
    bi_diagram_init(&map, NULL);
    bi_diagram_init(&copy, NULL);
    bi_move_scratch_init(&moves, NULL);
    CHECK(bi_move_scratch_reserve(&moves, 64) == BIGHT_OK);
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(200, 40); seed++) {
        bi_random random = bi_random_from(seed);
        CHECK(bi_link_table_diagram(&map, 9 + (int32_t)(seed % 3), true, 50 + (int32_t)seed % 5, false) ==
              BIGHT_OK);
        int32_t next = 0;
        map.owned = true;
        CHECK(bi_diagram_reserve(&map, map.crossings) == BIGHT_OK);
        for (int32_t strand = 0; strand < 2 * map.crossings; strand++) {
            map.owner[strand] = -1;
        }
        for (int32_t dart = 0; dart < 4 * map.crossings; dart++) {
            if (map.owner[bi_strand(dart)] < 0) {
                for (int32_t d = dart; map.owner[bi_strand(d)] < 0; d = map.mate[bi_opposite(d)]) {
                    map.owner[bi_strand(d)] = next;
                }
                next++;
            }
        }
        for (int32_t i = 0; i < 60; i++) {
            if (map.crossings < 40 && bi_random_below(&random, 3) == 0) {
                CHECK(bi_grow(&map, &random) == BIGHT_OK);
            } else {
                bi_shuffle(&map, &moves, &random);
            }
            CHECK(bi_diagram_copy(&copy, &map) == BIGHT_OK);
            check_owners(&copy, seed);
        }
        bi_pass_all(&map, &moves);
        check_owners(&map, seed);
    }
    bi_diagram_free(&map);
    bi_diagram_free(&copy);
    bi_move_scratch_free(&moves);
}

RUN_TESTS(unit(owners_follow_moves), unit(pairs_of_links), unit(parts_and_summands_know_their_components),
          unit(parts_are_told_by_the_curves), unit(the_table_is_made_again),
          unit(published_codes_have_their_names), unit(every_link_is_found_again),
          unit(errors_of_the_published_table), unit(chains_are_counted), unit(rings_in_space),
          unit(braids_are_named), unit(small_links), unit(split_links_are_named_by_their_parts),
          unit(links_that_come_apart_late), unit(long_names_are_whole_or_counted), unit(what_a_result_says),
          unit(every_function_takes_split_diagrams), unit(linking_numbers_keep_the_order_of_the_curves))
