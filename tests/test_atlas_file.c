// SPDX-License-Identifier: MIT
// The atlas that comes with the sources: all knots of 13 to 16 crossings are in it, and found again from scrambled diagrams.

#include "bight/knot.h"
#include "core/random.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("%s cannot be read", path);
    }
    CHECK(fseek(file, 0, SEEK_END) == 0);
    long end = ftell(file);
    CHECK(end > 0 && fseek(file, 0, SEEK_SET) == 0);
    void *bytes = malloc((size_t)end);
    *size = fread(bytes, 1, (size_t)end, file);
    CHECK(*size == (size_t)end);
    fclose(file);
    return bytes;
}

// Hoste, Thistlethwaite, Weeks 1998, table 1.
static const int32_t published[4][2] = {{4878, 5110}, {19536, 27436}, {85263, 168030}, {379799, 1008906}};

TEST(it_has_as_many_knots_as_are_published)
{
    size_t size;
    void *bytes = read_file(BIGHT_SOURCE_DIR "/data/knots16.bin", &size);
    bight_knot_atlas *atlas;
    CHECK(bight_knot_atlas_open(NULL, bytes, size, &atlas, &error) == BIGHT_OK);
    for (int32_t n = 13; n <= 16; n++) {
        CHECK(bight_knot_atlas_count(atlas, n, true) == published[n - 13][0]);
        CHECK(bight_knot_atlas_count(atlas, n, false) == published[n - 13][1]);
    }
    if (bight_knot_atlas_check(atlas, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    bight_knot_atlas_close(atlas);
    free(bytes);
}

// A row, scrambled by six crossings: its name, or none, and never another.
TEST(its_knots_are_found_again)
{
    enum { SAMPLE = LESS_WHEN_CHECKED(500, 25) };
    size_t size;
    void *bytes = read_file(BIGHT_SOURCE_DIR "/data/knots16.bin", &size);
    bight_knot_atlas *atlas;
    CHECK(bight_knot_atlas_open(NULL, bytes, size, &atlas, &error) == BIGHT_OK);
    bi_random random = bi_random_from(16);
    bight_knot_result *result = malloc(sizeof *result);
    const bight_knot_options options = {.atlas = atlas, .name_only = true};
    int32_t unknown = 0;
    for (int32_t kind = 0; kind < 8; kind++) {
        int32_t crossings = 13 + kind / 2;
        bool alternating = kind % 2 == 0;
        for (int32_t i = 0; i < SAMPLE; i++) {
            int32_t index = bi_random_below(&random, bight_knot_atlas_count(atlas, crossings, alternating));
            char name[16];
            bight_diagram *row, *scrambled;
            CHECK(bight_knot_atlas_diagram(NULL, atlas, crossings, alternating, index, i % 2 == 1, name, &row,
                                           &error) == BIGHT_OK);
            CHECK(bight_diagram_scramble(NULL, row, crossings + 6, (uint64_t)i, &scrambled, &error) ==
                  BIGHT_OK);
            CHECK(bight_knot_identify_diagram(NULL, NULL, scrambled, &options, result, &error) == BIGHT_OK);
            CHECK_SEED(!result->proved || strcmp(result->name, name) == 0, 1000 * kind + i);
            unknown += !result->proved;
            bight_diagram_free(row);
            bight_diagram_free(scrambled);
        }
    }
    print_message("%d of %d unknown\n", (int)unknown, (int)(8 * SAMPLE));
    CHECK(100 * unknown <= 8 * SAMPLE);
    free(result);
    bight_knot_atlas_close(atlas);
    free(bytes);
}

RUN_TESTS(unit(it_has_as_many_knots_as_are_published), unit(its_knots_are_found_again))
