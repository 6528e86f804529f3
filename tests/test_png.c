// SPDX-License-Identifier: MIT

#include "bight/io.h"
#include "surface.h"

static bool has_png(void)
{
    const uint8_t pixel[4] = {1, 2, 3, 4};
    bight_bytes bytes;
    bight_error error;
    bight_status status = bight_write_png(NULL, pixel, 1, 1, 4, &bytes, &error);
    CHECK(status == BIGHT_OK || (status == BIGHT_ERROR_UNSUPPORTED && strstr(error.message, "libpng-dev")));
    bight_bytes_free(NULL, &bytes);
    return status == BIGHT_OK;
}

static uint32_t big_endian(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

// CRC-32 as PNG's annex D has it, bit by bit.
static uint32_t crc(const uint8_t *data, size_t size)
{
    uint32_t sum = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int32_t k = 0; k < 8; k++) {
            sum = sum & 1 ? 0xEDB88320u ^ (sum >> 1) : sum >> 1;
        }
    }
    return ~sum;
}

TEST(chunks_are_whole)
{
    if (!has_png()) {
        skip();
    }
    uint8_t pixels[5 * 3 * 4];
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)(7 * i);
    }
    for (int32_t channels = 3; channels <= 4; channels++) {
        bight_bytes bytes;
        CHECK(bight_write_png(NULL, pixels, 5, 3, channels, &bytes, NULL) == BIGHT_OK);
        CHECK(memcmp(bytes.data, "\x89PNG\r\n\x1A\n", 8) == 0);
        CHECK(big_endian(bytes.data + 16) == 5 && big_endian(bytes.data + 20) == 3);
        CHECK(bytes.data[24] == 8 && bytes.data[25] == (channels == 3 ? 2 : 6));
        size_t at = 8;
        bool ended = false;
        while (at + 12 <= bytes.size) {
            size_t length = big_endian(bytes.data + at);
            CHECK(at + 12 + length <= bytes.size);
            CHECK(crc(bytes.data + at + 4, length + 4) == big_endian(bytes.data + at + 8 + length));
            ended = memcmp(bytes.data + at + 4, "IEND", 4) == 0;
            at += 12 + length;
        }
        CHECK(ended && at == bytes.size);
        bight_bytes_free(NULL, &bytes);
    }
}

TEST(sizes_out_of_range_are_refused)
{
    const uint8_t pixel[4] = {0};
    bight_bytes bytes;
    CHECK(bight_write_png(NULL, pixel, 0, 1, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_write_png(NULL, pixel, 1, 40000, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_write_png(NULL, pixel, 1, 1, 2, &bytes, NULL) == BIGHT_ERROR_INVALID);
    CHECK(bight_write_png(NULL, NULL, 1, 1, 3, &bytes, NULL) == BIGHT_ERROR_INVALID);
}

TEST(running_out_of_memory_leaks_nothing)
{
    if (!has_png()) {
        skip();
    }
    static uint8_t pixels[64 * 64 * 3];
    for (int64_t n = 1; n < 1000; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        bight_bytes bytes;
        bight_status status = bight_write_png(&env, pixels, 64, 64, 3, &bytes, NULL);
        bight_bytes_free(&env.allocator, &bytes);
        CHECK(state.held == 0);
        if (status == BIGHT_OK) {
            CHECK(n > 3);
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

RUN_TESTS(unit(chunks_are_whole), unit(sizes_out_of_range_are_refused),
          unit(running_out_of_memory_leaks_nothing))
