// SPDX-License-Identifier: MIT
// Reading text in a given format, for the tests of the curve readers.

#pragma once

#include "bight/io.h"
#include "test.h"

#include <string.h>

static inline bight_status read_as(bight_curve_format format, const char *text, bight_curves *curves,
                                   bight_error *error)
{
    const bight_read_options options = {.format = format};
    return bight_read_curves(NULL, text, strlen(text), &options, curves, error);
}

/// The notes as a terminated string.
static inline const char *notes_of(const bight_curves *curves, char buffer[1024])
{
    size_t size = curves->notes.size < 1023 ? curves->notes.size : 1023;
    memcpy(buffer, size > 0 ? (const char *)curves->notes.data : "", size);
    buffer[size] = '\0';
    return buffer;
}

typedef struct bad_text {
    const char *text, *words; ///< words stand in the message
    int32_t line;
} bad_text;

/// Each text is refused, on its line, with these words, and leaves nothing behind.
static inline void check_refused(bight_curve_format format, const bad_text *bad, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bight_curves curves;
        bight_error error = {0};
        CHECK(read_as(format, bad[i].text, &curves, &error) == BIGHT_ERROR_PARSE);
        CHECK(curves.points == NULL && curves.starts == NULL && curves.notes.data == NULL);
        if (error.line != bad[i].line || strstr(error.message, bad[i].words) == NULL) {
            fail_msg("case %d: line %d: %s", (int)i, error.line, error.message);
        }
    }
}

#define CHECK_REFUSED(format, bad) check_refused(format, bad, sizeof(bad) / sizeof *(bad))
