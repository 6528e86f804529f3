// SPDX-License-Identifier: MIT
// The table can be made again, byte for byte, and its counts are the published ones.

#include "bight/knot_table.h"
#include "knot/dictionary.h"
#include "knot/table/shadow.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL LESS_WHEN_CHECKED(11, 10)

static bight_knot_counts counts[LEVEL + 1];

static void report(void *user, const bight_knot_counts *now)
{
    (void)user;
    counts[now->crossings] = *now;
}

static char *read_table(size_t *size)
{
    FILE *file = fopen(BIGHT_SOURCE_DIR "/src/knot/dictionary_table.inc", "rb");
    CHECK(file != NULL);
    char *text = malloc(1 << 22);
    CHECK(text != NULL);
    *size = fread(text, 1, (1 << 22) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

// Knots: Hoste, Thistlethwaite, Weeks 1998; amphichiral ones: the same. Shadows: prime reduced curves on the
// sphere.
TEST(a_smaller_table_is_the_beginning_of_the_committed_one)
{
    static const int32_t alternating[] = {0, 0, 0, 1, 1, 2, 3, 7, 18, 41, 123, 367};
    static const int32_t nonalternating[] = {0, 0, 0, 0, 0, 0, 0, 0, 3, 8, 42, 185};
    static const int32_t amphichiral[] = {0, 0, 0, 0, 1, 0, 1, 0, 5, 0, 13, 0};
    static const int32_t shadows[] = {0, 0, 0, 1, 1, 2, 3, 10, 27, 101, 364, 1610};
    bight_bytes text;
    CHECK(bight_knot_tabulate(NULL, LEVEL, report, NULL, &text, NULL) == BIGHT_OK);
    for (int32_t n = 3; n <= LEVEL; n++) {
        CHECK(counts[n].alternating == alternating[n] && counts[n].nonalternating == nonalternating[n]);
        CHECK(counts[n].amphichiral == amphichiral[n] && counts[n].shadows == shadows[n]);
        CHECK(counts[n].published == alternating[n] + nonalternating[n]);
        CHECK(bi_dictionary[n].alternating == alternating[n] &&
              bi_dictionary[n].nonalternating == nonalternating[n]);
    }

    // all but the first line and the list of levels at the end
    size_t size;
    char *committed = read_table(&size);
    const char *body = strchr((const char *)text.data, '\n'), *other = strchr(committed, '\n');
    size_t length = text.size - (size_t)(body - (const char *)text.data);
    const char *end = body;
    for (const char *at = body; at < body + length - 9; at++) {
        end = memcmp(at, "#define B", 9) == 0 ? at : end;
    }
    CHECK(end > body && (size_t)(end - body) < size);
    CHECK(memcmp(body, other, (size_t)(end - body)) == 0);
    free(committed);
    bight_bytes_free(NULL, &text);
}

TEST(the_committed_table_is_complete)
{
    CHECK(bi_dictionary[11].alternating == 367 && bi_dictionary[11].nonalternating == 185);
    CHECK(bi_dictionary[12].alternating == 1288 && bi_dictionary[12].nonalternating == 888);
    for (int32_t n = 3; n <= BI_DICTIONARY_CROSSINGS; n++) {
        const bi_dictionary_level *level = &bi_dictionary[n];
        int32_t knots = level->alternating + level->nonalternating;
        bool *met = calloc((size_t)knots, sizeof *met);
        for (int32_t s = 0; s < level->shadow_count; s++) {
            CHECK(s == 0 || bi_dictionary_shadow(level, s - 1) < bi_dictionary_shadow(level, s));
            int32_t first = bi_dictionary_first(level, s), next = bi_dictionary_first(level, s + 1);
            CHECK(next - first == level->counts[s] && next > first && next <= level->diagram_count);
            for (int32_t d = first; d < next; d++) {
                CHECK(d == first || level->patterns[d - 1] != level->patterns[d]);
                met[level->knots[d] >> 2] = true;
            }
        }
        for (int32_t k = 0; k < knots; k++) {
            CHECK(met[k]);
        }
        free(met);
    }
}

TEST(arguments_are_checked)
{
    bight_bytes text;
    bight_error error = {0};
    CHECK(bight_knot_tabulate(NULL, 2, NULL, NULL, &text, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_knot_tabulate(NULL, 99, NULL, NULL, &text, &error) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(a_smaller_table_is_the_beginning_of_the_committed_one), unit(the_committed_table_is_complete),
          unit(arguments_are_checked))
