// SPDX-License-Identifier: MIT
// DCD. The file is written by tests/cases/write_dcd.py.

#include "bight/io.h"
#include "read_text.h"

#include <math.h>
#include <stdlib.h>

static bight_bytes load(void)
{
    bight_bytes bytes;
    CHECK(bight_read_file(NULL, BIGHT_SOURCE_DIR "/tests/cases/trefoil.dcd", 1 << 20, &bytes, NULL) ==
          BIGHT_OK);
    return bytes;
}

// Every word turned round, the word CORD and the text of titles aside; the doubles of a cell as a whole.
static void turn(bight_bytes *bytes)
{
    for (size_t at = 0; at < bytes->size;) {
        uint32_t size =
            bytes->data[at] | (uint32_t)bytes->data[at + 1] << 8 | (uint32_t)bytes->data[at + 2] << 16;
        size_t step = size == 48 ? 8 : 4;
        for (size_t k = 0; k <= 1; k++) {
            uint8_t *mark = bytes->data + at + (k == 0 ? 0 : 4 + size), kept[4];
            memcpy(kept, mark, 4);
            for (size_t i = 0; i < 4; i++) {
                mark[i] = kept[3 - i];
            }
        }
        for (size_t k = at == 0 ? 4 : 0; k < size; k += step) {
            uint8_t *word = bytes->data + at + 4 + k, kept[8];
            memcpy(kept, word, step);
            for (size_t i = 0; i < step; i++) {
                word[i] = kept[step - 1 - i];
            }
        }
        at += size + 8;
    }
}

TEST(frames_of_either_byte_order)
{
    for (int32_t big = 0; big < 2; big++) {
        bight_bytes bytes = load();
        if (big == 1) {
            turn(&bytes);
        }
        bight_curves curves;
        bight_error error = {0};
        CHECK(bight_curve_format_detect(bytes.data, bytes.size, NULL) == BIGHT_CURVE_FORMAT_DCD);
        if (bight_read_curves(NULL, bytes.data, bytes.size, NULL, &curves, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        CHECK(curves.frames && curves.curve_count == 2 && curves.point_count == 46);
        assert_string_equal(curves.names[1].text, "frame2");
        for (int32_t i = 0; i < 46; i++) {
            double t = 2.0 * 3.14159265358979323846 * (i % 23) / 23.0;
            double x = sin(t) + 2.0 * sin(2.0 * t), y = cos(t) - 2.0 * cos(2.0 * t), z = -sin(3.0 * t);
            bight_vec3 p = curves.points[i], from = curves.points[i < 23 ? 0 : 23];
            // the second frame begins in another box: whole edges away
            double dx = p.x - from.x - x, dy = p.y - from.y - (y + 1.0), dz = p.z - from.z - z;
            CHECK_SEED(fabs(dx) < 1e-5 && fabs(dy) < 1e-5 && fabs(dz) < 1e-5, i);
        }
        CHECK(curves.closed[0] && curves.closed[1]);
        bight_curves_free(NULL, &curves);
        bight_bytes_free(NULL, &bytes);
    }
}

// Cut anywhere it is an error with words, but where a frame ends; damage is found.
TEST(cut_and_damaged_files)
{
    bight_bytes bytes = load();
    size_t head = 92 + 92 + 12, frame = 56 + 3 * (24 * 4 + 8);
    CHECK(bytes.size == head + 2 * frame);
    for (size_t size = 0; size < bytes.size; size++) {
        bight_curves curves;
        bight_error error = {0};
        const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_DCD};
        uint8_t *copy = malloc(size + 1);
        memcpy(copy, bytes.data, size);
        bight_status status = bight_read_curves(NULL, copy, size, &options, &curves, &error);
        free(copy);
        CHECK_SEED(status == (size == head + frame ? BIGHT_OK : BIGHT_ERROR_PARSE), size);
        CHECK_SEED(status == BIGHT_OK || error.message[0] != '\0', size);
        bight_curves_free(NULL, &curves);
    }
    const struct {
        size_t at;
        uint8_t value;
        const char *words;
    } damage[] = {
        {4 + 4 + 32, 3, "fixed atoms"}, {4 + 4 + 44, 1, "fourth"}, {92 + 92 + 4, 1, "fewer than 2"},
        {88, 1, "sizes differ"},        {4, 'X', "no DCD"},        {head + 56 + 4 + 3, 0x7f, "frame 1"}};
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        bight_curves curves;
        bight_error error = {0};
        const bight_read_options options = {.format = BIGHT_CURVE_FORMAT_DCD};
        uint8_t kept[2] = {bytes.data[damage[i].at], bytes.data[damage[i].at - 1]};
        bytes.data[damage[i].at] = damage[i].value;
        if (damage[i].value == 0x7f) {
            bytes.data[damage[i].at - 1] = 0xff;
        }
        CHECK_SEED(bight_read_curves(NULL, bytes.data, bytes.size, &options, &curves, &error) ==
                       BIGHT_ERROR_PARSE,
                   i);
        if (strstr(error.message, damage[i].words) == NULL) {
            fail_msg("case %d: %s", (int)i, error.message);
        }
        bytes.data[damage[i].at] = kept[0];
        bytes.data[damage[i].at - 1] = kept[1];
    }
    bight_bytes_free(NULL, &bytes);
}

// An edge so small that no distance can be divided by it moves nothing.
TEST(a_tiny_cell_moves_nothing)
{
    bight_bytes bytes = load();
    memset(bytes.data + 92 + 92 + 12 + 4, 0, 8);
    bytes.data[92 + 92 + 12 + 4] = 1;
    bight_curves curves;
    CHECK(bight_read_curves(NULL, bytes.data, bytes.size, NULL, &curves, NULL) == BIGHT_OK);
    for (int32_t i = 0; i < 23; i++) {
        double t = 2.0 * 3.14159265358979323846 * i / 23.0;
        CHECK_SEED(fabs(curves.points[i].x - (sin(t) + 2.0 * sin(2.0 * t))) < 1e-5, i);
    }
    bight_curves_free(NULL, &curves);
    bight_bytes_free(NULL, &bytes);
}

RUN_TESTS(unit(a_tiny_cell_moves_nothing), unit(frames_of_either_byte_order), unit(cut_and_damaged_files))
