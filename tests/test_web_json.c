// SPDX-License-Identifier: MIT
// The browser's JSON reader against jansson itself: the same values to the last bit, the same refusals.

#include "bight/io.h"
#include "core/random.h"
#include "json_dump.h"
#include "test.h"

#include <stdlib.h>

void web_json_dump(const char *text, size_t length, size_t flags, char *buffer, size_t size);

#define SIZE (1 << 20)
static char ours[SIZE], theirs[SIZE];

// jansson numbers its errors in its own way
static int same_code(int code)
{
    switch (code) {
    case json_error_out_of_memory:
        return 1;
    case json_error_stack_overflow:
        return 2;
    case json_error_invalid_utf8:
        return 3;
    case json_error_premature_end_of_input:
        return 4;
    case json_error_end_of_input_expected:
        return 5;
    case json_error_invalid_syntax:
        return 6;
    case json_error_null_character:
        return 7;
    case json_error_duplicate_key:
        return 8;
    case json_error_numeric_overflow:
        return 9;
    default:
        return 0;
    }
}

// lines only where asked: jansson has read the next token already when it finds some errors
static void compare(const char *text, size_t length, size_t flags, bool lines)
{
    json_dump(text, length, flags | JSON_REJECT_DUPLICATES, theirs, SIZE);
    web_json_dump(text, length, flags | 1, ours, SIZE);
    int their_code, their_line, our_code, our_line;
    if (sscanf(theirs, "error %d line %d", &their_code, &their_line) == 2) {
        if (sscanf(ours, "error %d line %d", &our_code, &our_line) != 2 ||
            same_code(their_code) != our_code || (lines && our_line != their_line)) {
            fail_msg("%.*s\n  jansson: %s (%d here)\n  ours: %.100s", (int)(length < 60 ? length : 60),
                     text + (length < 60 ? 0 : length - 60), theirs, same_code(their_code), ours);
        }
        return;
    }
    if (strcmp(ours, theirs) != 0) {
        fail_msg("%.*s\n  jansson: %.100s\n  ours: %.100s", (int)(length < 200 ? length : 200), text, theirs,
                 ours);
    }
}

TEST(the_same_values_and_the_same_refusals)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        " [ ] ",
        "[1, -0, 0, 12345678901234567, -5]",
        "[-0.0, 1e3, 1E+3, 1.5e-3, 0.1, 3.0]",
        "[9223372036854775807, -9223372036854775808]",
        "[9223372036854775808]",
        "[-9223372036854775809]",
        "[1e308, 1.7976931348623157e308, 5e-324, 1e-400]",
        "[1e309]",
        "[-1e999]",
        "[01]",
        "[1.]",
        "[.5]",
        "[+1]",
        "[-]",
        "[1e]",
        "[0x10]",
        "[1a]",
        "[NaN]",
        "[nul]",
        "[true, false, null]",
        "[truey]",
        "[True]",
        "{\"a\": 1, \"b\": {\"a\": [1, 2, {\"c\": \"d\"}]}}",
        "{\"a\": 1,\n \"a\": 2}",
        "{\"a\" 1}",
        "{\"a\": }",
        "{\"a\": 1,}",
        "{,}",
        "{1: 2}",
        "[1, 2,]",
        "[,]",
        "[1 2]",
        "[1",
        "{\"a\"",
        "{\"a\": 1",
        "{",
        "[",
        "]",
        "",
        " ",
        "\"",
        "\"abc",
        "[\"a\\u0041\\n\\t\\\"\\/\\\\\\b\\f\\r\"]",
        "[\"\\u00e9\\u20ac\\ud83d\\ude00\"]",
        "[\"\\ud83d\"]",
        "[\"\\ud83dx\"]",
        "[\"\\ude00\"]",
        "[\"\\ud83d\\u0041\"]",
        "[\"\\u0000\"]",
        "[\"\\u12g4\"]",
        "[\"\\x\"]",
        "[\"a\nb\"]",
        "[\"\t\"]",
        "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"]",
        "[\"\xc3\"]",
        "[\"\xff\"]",
        "[\"\xed\xa0\x80\"]",
        "[1] 2",
        "[1] x",
        "{} {}",
        "1",
        "\"a\"",
        "true",
        "[1,\n2,\n\n3 x]",
        "[0.30000000000000004, 1e23, 8.41e21]",
        "[0.1234567890123456789, 123456789012345678.9, 2.2250738585072011e-308]",
        "/* */ []",
        "[1] // no",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        compare(texts[i], strlen(texts[i]), JSON_DECODE_ANY, false);
    }
    compare("1", 1, 0, true);
    compare("[1]", 3, 0, true);
    compare("{\"a\": 1,\n\"b\": [1,\n\n2,\n*]}", 24, 0, true);
}

TEST(deep_and_long_texts)
{
    char *text = malloc(SIZE);
    const int depths[] = {2047, 2048, 2049, 5000};
    for (int i = 0; i < 4; i++) {
        memset(text, '[', (size_t)depths[i]);
        memset(text + depths[i], ']', (size_t)depths[i]);
        compare(text, 2 * (size_t)depths[i], JSON_DECODE_ANY, false);
    }
    // many keys, the last one given twice
    size_t used = (size_t)snprintf(text, SIZE, "{\"k0\": 0");
    for (int i = 1; i < 3000; i++) {
        used += (size_t)snprintf(text + used, SIZE - used, ", \"k%d\": %d", i, i);
    }
    size_t good = used + (size_t)snprintf(text + used, SIZE - used, "}");
    compare(text, good, 0, true);
    used += (size_t)snprintf(text + used, SIZE - used, ", \"k2999\": 1}");
    compare(text, used, 0, true);
    free(text);
}

TEST(examples_and_their_mutations)
{
    static const char *const files[] = {"overhand", "bowline", "prusik", "demo"};
    bi_random random = bi_random_from(7);
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        char path[500];
        snprintf(path, sizeof path, BIGHT_SOURCE_DIR "/examples/%s.json", files[f]);
        bight_bytes bytes;
        CHECK(bight_read_file(NULL, path, 0, &bytes, NULL) == BIGHT_OK);
        char *text = (char *)bytes.data;
        size_t length = bytes.size;
        compare(text, length, JSON_DECODE_ANY, true);
        for (int i = 0; i < 3000; i++) {
            size_t at = (size_t)(bi_random_bits(&random) % length);
            char kept = text[at];
            text[at] = "{}[]\",:0-9.eE\\ut x\n"[bi_random_bits(&random) % 19];
            compare(text, length, JSON_DECODE_ANY, false);
            compare(text, at, JSON_DECODE_ANY, false);
            text[at] = kept;
        }
        bight_bytes_free(NULL, &bytes);
    }
}

RUN_TESTS(unit(the_same_values_and_the_same_refusals), unit(deep_and_long_texts),
          unit(examples_and_their_mutations))
