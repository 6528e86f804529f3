// SPDX-License-Identifier: MIT
// XTC. The files of tests/cases/xtc were written by MDAnalysis, and what mdtraj reads from them stands beside each as text.

#include "read_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void read_case(const char *name, const char *ending, bight_bytes *bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tests/cases/xtc/%s.%s", BIGHT_SOURCE_DIR, name, ending);
    CHECK(bight_read_file(NULL, path, 0, bytes, NULL) == BIGHT_OK);
}

// Every number to the last bit of a float.
static void check_case(const char *name, int32_t frames, int32_t atoms)
{
    bight_bytes bytes, text;
    bight_curves curves;
    bight_error error = {0};
    read_case(name, "xtc", &bytes);
    read_case(name, "txt", &text);
    CHECK(bight_curve_format_detect(bytes.data, bytes.size, NULL) == BIGHT_CURVE_FORMAT_XTC);
    if (bight_read_curves(NULL, bytes.data, bytes.size, NULL, &curves, &error) != BIGHT_OK) {
        fail_msg("%s is refused: %s", name, error.message);
    }
    CHECK(curves.frames && curves.curve_count == frames && curves.point_count == frames * atoms);
    char *copy = malloc(text.size + 1), *at = copy;
    CHECK(copy != NULL);
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    for (int32_t i = 0; i < curves.point_count; i++) {
        const double found[3] = {curves.points[i].x, curves.points[i].y, curves.points[i].z};
        for (int32_t k = 0; k < 3; k++) {
            double expected = (double)strtof(at, &at);
            if (found[k] != expected) {
                fail_msg("%s: point %d: %.9g, not %.9g", name, (int)i, found[k], expected);
            }
        }
    }
    for (int32_t i = 0; i < frames; i++) {
        CHECK(curves.frame_of[i] == i + 1);
    }
    free(copy);
    bight_curves_free(NULL, &curves);
    bight_bytes_free(NULL, &text);

    // cut anywhere it is refused or has whole frames only; a byte that is changed does no harm
    for (size_t size = 0; size < bytes.size; size++) {
        const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_XTC};
        if (bight_read_curves(NULL, bytes.data, size, &options, &curves, &error) == BIGHT_OK) {
            CHECK(curves.curve_count < frames);
            bight_curves_free(NULL, &curves);
        } else {
            CHECK(curves.points == NULL);
        }
        bytes.data[size] ^= 0x5a;
        if (bight_read_curves(NULL, bytes.data, bytes.size, &options, &curves, NULL) == BIGHT_OK) {
            bight_curves_free(NULL, &curves);
        }
        bytes.data[size] ^= 0x5a;
    }
    bight_bytes_free(NULL, &bytes);
}

TEST(the_same_as_other_readers)
{
    check_case("small", 2, 5); // not packed
    check_case("walk", 2, 60);
    check_case("prec5", 2, 60);
    check_case("trefoil", 2, 60);
    check_case("large", 2, 50); // numbers of their own bits
    check_case("same", 1, 12);
    check_case("flat", 1, 40);
}

// In a box each atom is put beside the one before; how many were is noted.
TEST(boxes_are_crossed)
{
    bight_bytes bytes;
    bight_curves curves;
    char notes[1024];
    read_case("water", "xtc", &bytes);
    CHECK(bight_read_curves(NULL, bytes.data, bytes.size, NULL, &curves, NULL) == BIGHT_OK);
    CHECK(curves.curve_count == 2 && curves.point_count == 120);
    for (int32_t i = 0; i + 1 < 60; i++) {
        CHECK(fabs(curves.points[i + 1].x - curves.points[i].x) <= 4.5001);
        CHECK(fabs(curves.points[i + 1].z - curves.points[i].z) <= 4.5001);
    }
    CHECK(strstr(notes_of(&curves, notes), "XTC has no names: all 60 atoms") != NULL);
    bight_curves_free(NULL, &curves);
    bight_bytes_free(NULL, &bytes);
}

RUN_TESTS(unit(the_same_as_other_readers), unit(boxes_are_crossed))
